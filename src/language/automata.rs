//! The automata of the productions, each built when it is first needed.

use std::sync::OnceLock;

use regular_bnf::automaton::lazy::LazyDfa;

use crate::grammar::Grammar;
use crate::published::Reading;

/// The automaton of a production; `None` if the production has none.
pub(crate) fn walker(grammar: Grammar, production: &str) -> Option<&'static LazyDfa> {
    type All = Vec<OnceLock<Option<LazyDfa>>>;
    static ALL: [OnceLock<All>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
    let bnf = grammar.bnf(Reading::Corrected);
    let none = || bnf.productions().iter().map(|_| OnceLock::new()).collect();
    let place = ALL[grammar as usize].get_or_init(none).get(bnf.index(production)?)?;
    place.get_or_init(|| LazyDfa::of(bnf, production).ok()).as_ref()
}
