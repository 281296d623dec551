//! The runtime of the generated parser.

pub(super) use super::rule::Rule;
pub(super) use regular_bnf::parser::*;

pub(super) type Entry = regular_bnf::parser::EntryPoint<Rule>;
