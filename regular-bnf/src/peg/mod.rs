//! Parsing expression grammars as pest writes them: what its files say, free of pest's own syntax tree.
//!
//! The [proof](crate::proof) and the [generator](crate::codegen) of parsers read the same expressions. Letters are those of US-ASCII, and one that
//! stands for all other characters.

mod bdd;
mod bounds;
mod expr;
mod marks;
mod read;
mod simplify;
mod states;
mod symbols;

pub use expr::{rule_name, rule_stem};

pub(crate) use bdd::FALSE;
pub(crate) use expr::{Expr, Kind, OTHER, PegError, Rule, SYMBOLS, Set};
pub(crate) use marks::{CLOSE, MarkError, Marks, OPEN};
pub(crate) use read::read;
pub(crate) use simplify::{Facts, silent, simplify};
pub(crate) use states::States;
