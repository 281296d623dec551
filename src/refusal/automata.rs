//! The automata of the productions: built in advance, or lazily where the file has none.

use std::sync::OnceLock;

use regular_bnf::automaton::alphabet::Alphabet;
use regular_bnf::automaton::lazy::{LazyDfa, State, Stop};

use crate::grammar::Grammar;
use crate::grammar::published;
use crate::grammar::published::Reading;
use crate::refusal::prebuilt::PrebuiltAutomaton;

/// The automaton of a production.
#[derive(Clone, Copy)]
pub(crate) enum Walker {
    /// It is built from the published grammar, state by state.
    Lazy(&'static LazyDfa),
    /// It was built in advance.
    Prebuilt(&'static PrebuiltAutomaton),
}

/// Calls a method of either automaton.
macro_rules! either {
    ($walker:expr, $automaton:ident => $call:expr) => {
        match $walker {
            Walker::Lazy($automaton) => $call,
            Walker::Prebuilt($automaton) => $call,
        }
    };
}

impl Walker {
    /// The longest prefix of the input that the production can continue. If this is the whole
    /// input, [`accepts`](Self::accepts) returns whether the production matches it.
    pub(crate) fn walk(self, input: &str) -> Stop {
        either!(self, automaton => automaton.walk(input))
    }

    /// The state after a character; `None` if the production can no longer match.
    #[inline]
    pub(crate) fn step(self, state: State, c: char) -> Option<State> {
        either!(self, automaton => automaton.step(state, c))
    }

    /// The state after a text; `None` if the text cannot come next.
    pub(crate) fn after_text(self, state: State, text: &str) -> Option<State> {
        text.chars().try_fold(state, |state, c| self.step(state, c))
    }

    /// The class of a character: no state distinguishes two characters of one class. `None` if no
    /// step reads it.
    pub(crate) fn class(self, c: char) -> Option<usize> {
        either!(self, automaton => automaton.class(c))
    }

    /// The symbols that no state distinguishes further.
    pub(crate) fn alphabet(self) -> Alphabet {
        either!(self, automaton => automaton.alphabet())
    }

    /// Whether the input may end there.
    pub(crate) fn accepts(self, state: State) -> bool {
        either!(self, automaton => automaton.accepts(state))
    }
}

/// The automaton of a production; `None` if the production has none.
pub(crate) fn walker(grammar: Grammar, production: &str) -> Option<Walker> {
    prebuilt(grammar, production).or_else(|| lazy(grammar, production).map(Walker::Lazy))
}

/// Whether the automaton of a production was built in advance.
pub(crate) fn is_prebuilt(grammar: Grammar, production: &str) -> bool {
    prebuilt(grammar, production).is_some()
}

fn prebuilt(grammar: Grammar, production: &str) -> Option<Walker> {
    PrebuiltAutomaton::get(grammar, production).map(Walker::Prebuilt)
}

/// The automaton of a production, built from the published grammar.
pub(crate) fn lazy(grammar: Grammar, production: &str) -> Option<&'static LazyDfa> {
    type ByRule = Vec<OnceLock<Option<LazyDfa>>>;
    static ALL: [OnceLock<ByRule>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
    let bnf = published::bnf(grammar, Reading::Corrected);
    let cells = ALL[grammar as usize].get_or_init(|| bnf.productions().iter().map(|_| OnceLock::new()).collect());
    cells.get(bnf.index(production)?)?.get_or_init(|| LazyDfa::from_production(bnf, production).ok()).as_ref()
}
