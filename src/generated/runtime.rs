//! The runtime of the generated parsers.

pub(super) use regular_bnf::parser::*;

pub(super) use crate::generated::rule::Rule;

pub(crate) type Entry = regular_bnf::parser::EntryPoint<Rule>;
