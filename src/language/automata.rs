//! The automata of the productions, each made when it is first needed.

use std::sync::OnceLock;

use regular_bnf::automaton::alphabet::Alphabet;
use regular_bnf::automaton::lazy::{LazyDfa, State, Stop};

use crate::grammar::Grammar;
#[cfg(feature = "classifier")]
use crate::language::kept::Kept;
use crate::published::{self, Reading};

/// The automaton of a production.
#[derive(Clone, Copy)]
pub(crate) enum Walker {
    /// It is built from the published grammar, state by state.
    Lazy(&'static LazyDfa),
    /// It was built in advance.
    #[cfg(feature = "classifier")]
    Kept(&'static Kept),
}

/// Calls a method of either automaton.
macro_rules! either {
    ($walker:expr, $own:ident => $call:expr) => {
        match $walker {
            Walker::Lazy($own) => $call,
            #[cfg(feature = "classifier")]
            Walker::Kept($own) => $call,
        }
    };
}

impl Walker {
    /// The longest prefix of the input that the production can continue. [`accepts`](Self::accepts)
    /// tells whether it matches all of it.
    pub(crate) fn walk(self, input: &str) -> Stop {
        either!(self, own => own.walk(input))
    }

    /// The state after a character; `None` if the production can no longer match.
    #[inline]
    pub(crate) fn step(self, state: State, c: char) -> Option<State> {
        either!(self, own => own.step(state, c))
    }

    /// The state after a text; `None` if the text cannot come next.
    pub(crate) fn behind(self, state: State, text: &str) -> Option<State> {
        text.chars().try_fold(state, |state, c| self.step(state, c))
    }

    /// The class of a character: no state distinguishes two characters of one class. `None` if no
    /// step reads it.
    pub(crate) fn class(self, c: char) -> Option<usize> {
        either!(self, own => own.class(c))
    }

    /// The symbols that no state distinguishes further.
    pub(crate) fn alphabet(self) -> Alphabet {
        either!(self, own => own.alphabet())
    }

    /// Whether the input may end there.
    pub(crate) fn accepts(self, state: State) -> bool {
        either!(self, own => own.accepts(state))
    }
}

/// The automaton of a production; `None` if the production has none.
pub(crate) fn walker(grammar: Grammar, production: &str) -> Option<Walker> {
    kept(grammar, production).or_else(|| lazy(grammar, production).map(Walker::Lazy))
}

/// Whether the automaton of a production was built in advance.
pub(crate) fn is_kept(grammar: Grammar, production: &str) -> bool {
    kept(grammar, production).is_some()
}

#[cfg(feature = "classifier")]
fn kept(grammar: Grammar, production: &str) -> Option<Walker> {
    Kept::get(grammar, production).map(Walker::Kept)
}

#[cfg(not(feature = "classifier"))]
fn kept(_: Grammar, _: &str) -> Option<Walker> {
    None
}

/// The automaton of a production, built from the published grammar.
pub(crate) fn lazy(grammar: Grammar, production: &str) -> Option<&'static LazyDfa> {
    type All = Vec<OnceLock<Option<LazyDfa>>>;
    static ALL: [OnceLock<All>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
    let bnf = published::bnf(grammar, Reading::Corrected);
    let none = || bnf.productions().iter().map(|_| OnceLock::new()).collect();
    let place = ALL[grammar as usize].get_or_init(none).get(bnf.index(production)?)?;
    place.get_or_init(|| LazyDfa::from_production(bnf, production).ok()).as_ref()
}
