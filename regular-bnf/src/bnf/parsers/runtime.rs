//! The runtime of the generated parsers.

pub(super) use super::rule::Rule;
pub(super) use crate::parser::*;

pub(super) type Entry = crate::parser::EntryPoint<Rule>;
