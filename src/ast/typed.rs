//! Parsing straight into typed parts, without a tree.

use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, Captures};
use crate::parse::production::{Production, may_accept};
use crate::refusal::error::Error;

/// Builds a value with the first of some productions that accepts the whole input.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn parse<'i, T: Build<'i>>(grammar: Grammar, rules: &[Rule], input: &'i str) -> Result<T, Error> {
    let productions = rules.iter().filter(|&&rule| may_accept(rule, input)).filter_map(|&rule| grammar.by_rule(rule));
    parse_with(grammar, productions, input, || Error::of_productions(grammar, rules, input))
}

/// Builds a value with the first of some productions that accepts the whole input; `refusal` is the
/// error if no production accepts it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn parse_with<'i, T: Build<'i>>(
    grammar: Grammar,
    mut productions: impl Iterator<Item = Production>,
    input: &'i str,
    refusal: impl Fn() -> Error,
) -> Result<T, Error> {
    // Neither the captures nor the value are moved: copying what was just written takes longer than
    // writing it.
    let mut captures = Captures::new(input);
    if productions.any(|production| captures.parse(production)) {
        Ok(T::build(&captures, grammar))
    } else {
        Err(refusal())
    }
}
