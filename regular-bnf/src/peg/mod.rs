//! Parsing expression grammars as pest writes them: what its files say, free of pest's own syntax tree.
//!
//! The [proof](proof) and the [generator](codegen) of parsers read the same expressions. Letters are those of US-ASCII, and one that
//! stands for all other characters.

mod bdd;
mod bounds;
mod codegen;
mod expr;
mod marks;
mod proof;
mod read;
mod simplify;
mod spans;
mod states;
mod symbols;

pub use codegen::Generator;
pub use expr::{rule_name, rule_stem};
pub use proof::{Proof, ProofError, Prover, Verdict, prove_all};
pub use spans::Spans;

use bdd::{Bdd, FALSE};
use expr::{Expr, Kind, OTHER, PegError, Rule, SYMBOLS, Set};
use marks::{CLOSE, MarkError, Marks, OPEN};
use read::read;
use simplify::{Facts, silent, simplify};
use states::States;
