//! Parsing expression grammars of pest, independent of pest's own syntax tree.
//!
//! The [proof](proof) and the [generator](crate::codegen) use the same expressions.

mod bdd;
mod bounds;
mod convert;
mod expr;
mod language;
mod marks;
mod operators;
mod productions;
mod proof;
mod read;
mod regular;
mod simplify;
mod start;
mod states;
mod symbols;
mod tree;

pub use expr::{rule_name, rule_stem};
pub use proof::{Proof, ProofOutcome, Prover, prove_all};

pub(crate) use bdd::{Bdd, Bdds, FALSE, TRUE};
pub(crate) use bounds::literal_length;
pub(crate) use convert::convert;
pub(crate) use expr::{PegExpr, PegRule, PestSyntaxError, RuleFault, SpanKind, rule_names};
pub(crate) use language::{classes, explored, explored_steps, production_rule};
pub(crate) use marks::{MarkError, Marks, closing, opening};
pub(crate) use operators::{IMPLICIT, convert_part, implicit_fault};
pub(crate) use proof::disagreement;
pub(crate) use read::{pairs, parse, read};
pub(crate) use regular::{marked_rule_faults, rule_faults, used_rules};
pub(crate) use simplify::{StaticProperties, silent, simplify};
pub(crate) use states::States;
pub(crate) use tree::{below, used_names, visit};
