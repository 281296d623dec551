//! The refusals of several grammars for one input, which is read once.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};

use regular_bnf::automaton::lazy::{State, Stop};

use super::machine::{Classifier, Verdicts};
use crate::context::{Context, Contexts, Pardon, Scheme};
use crate::error::Error;
use crate::forgive::{forgive, forgiven_scheme};
use crate::grammar::Grammar;
use crate::language::deepest::{Grammars, PLACES, Stopped, deepest_of_all};
use crate::language::diagnose::generic;

impl Verdicts {
    /// The errors of some grammars for the input, in order. Each is the result of [`refusal`](Self::refusal); together they are
    /// faster, since the input is read once.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::classifier::Classifier;
    ///
    /// let input = "http://host/~me";
    /// let verdicts = Classifier::get().classify(input.as_bytes());
    /// let refusals: Vec<_> = verdicts.refusals(&Grammar::ALL, input).collect();
    /// assert!(refusals.iter().all(|error| error.offset() == 12 && error.found() == Some('~')));
    /// assert_eq!(refusals.len() + verdicts.accepting().count(), Grammar::ALL.len());
    /// ```
    pub fn refusals<'a>(self, grammars: &'a [Grammar], input: &'a str) -> Refusals<'a> {
        let refusing = set(grammars.iter().copied()) & !self.set();
        let stops = || Classifier::get().stops(input.as_bytes()).map(|stop| stop.map(|stop| stop.offset));
        let stopped = deepest_of_all(refusing, input, stops);
        Refusals {
            verdicts: self,
            grammars,
            refusing,
            input,
            stopped,
            forgiven: OnceCell::new(),
            contexts: Contexts::of(input),
        }
    }
}

/// The set of some grammars, one bit each.
fn set(grammars: impl Iterator<Item = Grammar>) -> Grammars {
    grammars.fold(0, |all, grammar| all | 1 << grammar as usize)
}

/// An iterator over the errors of some grammars for one input.
pub struct Refusals<'a> {
    verdicts: Verdicts,
    /// The grammars whose errors have not been returned.
    grammars: &'a [Grammar],
    /// The grammars that refuse the input, whether their errors have been returned or not.
    refusing: Grammars,
    input: &'a str,
    stopped: Stopped,
    /// The verdicts on the input after its scheme is forgiven.
    forgiven: OnceCell<Verdicts>,
    contexts: Contexts<'a>,
}

impl Iterator for Refusals<'_> {
    type Item = Error;

    fn next(&mut self) -> Option<Error> {
        let grammar = loop {
            let (&next, rest) = self.grammars.split_first()?;
            self.grammars = rest;
            if self.refused(next) {
                break next;
            }
        };
        let Some(deepest) = self.stopped.found[grammar as usize] else {
            return Some(Error::by(grammar, grammar.main(), self.input));
        };
        let offset = deepest.1.offset;
        let context = self.contexts.at(offset);
        Some(Error::at(grammar, deepest, self.input, context, || self.forgiven().accepts(grammar)))
    }
}

impl Refusals<'_> {
    fn forgiven(&self) -> Verdicts {
        *self.forgiven.get_or_init(|| Classifier::get().classify(forgive(self.input).0.as_bytes()))
    }

    fn refused(&self, grammar: Grammar) -> bool {
        self.refusing & 1 << grammar as usize != 0
    }

    /// The grammars whose errors have not been returned.
    fn rest(&self) -> impl Iterator<Item = Grammar> {
        self.grammars.iter().copied().filter(|&grammar| self.refused(grammar))
    }

    /// Equal for inputs with the same verdicts and the same remaining errors, apart from their offsets; computed without the
    /// errors. `None` if this is not possible: the first refusals of a program, and those at many offsets, are read one by one.
    #[doc(hidden)]
    pub fn cache_key(&mut self) -> Option<CacheKey> {
        let rest = set(self.rest());
        let mut key = CacheKey { verdicts: self.verdicts, ..CacheKey::default() };
        for (place, known) in self.stopped.places()?.iter().zip(&mut key.places) {
            let Stop { state, offset } = place.stop;
            let context = self.contexts.at(offset);
            match context.scheme {
                Scheme::Read | Scheme::Missing => {}
                Scheme::Refused(pardon) => {
                    if !pardon.is_some_and(Pardon::helps_all) {
                        key.unknown = forgiven_scheme(self.input).map(Into::into);
                    }
                    if pardon.is_some() {
                        key.forgiven = Some(self.forgiven());
                    }
                }
            }
            let found = self.input.get(offset..).and_then(|rest| rest.chars().next());
            *known = Some(At { state, stopped: place.stopped & rest, found, context });
        }
        let generic = |grammar: &Grammar| {
            let found = self.stopped.found[*grammar as usize];
            found.is_some_and(|(production, _)| generic(*grammar, production, self.input))
        };
        key.generic = set(self.rest().filter(generic));
        Some(key)
    }

    /// The offsets of the remaining errors, in bytes, if there is a [key](Self::cache_key).
    #[doc(hidden)]
    pub fn offsets(&self) -> impl Iterator<Item = usize> {
        let found = |grammar: Grammar| self.stopped.found[grammar as usize];
        self.rest().filter_map(move |grammar| Some(found(grammar)?.1.offset))
    }
}

/// The content of all refusals of an input, apart from their offsets, and the verdicts of the grammars that accept it.
///
/// Equal keys mean equal content; different keys may also mean equal content. A key is valid only in the running program.
#[doc(hidden)]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CacheKey {
    verdicts: Verdicts,
    places: [Option<At>; PLACES],
    /// The grammars whose general syntax accepts the input.
    generic: Grammars,
    /// The verdicts after the scheme is forgiven, if a refusal depends on them.
    forgiven: Option<Verdicts>,
    /// The scheme, if a grammar does not know it.
    unknown: Option<Box<str>>,
}

/// A place at which some grammars stopped accepting the input.
#[derive(Debug, Clone, PartialEq, Eq)]
struct At {
    state: State,
    stopped: Grammars,
    found: Option<char>,
    context: Context,
}

impl Hash for CacheKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The other fields seldom differ if these are equal.
        self.verdicts.hash(state);
        for place in self.places.iter().flatten() {
            (u64::from(place.state) << 32 | place.found.map_or(u64::MAX, u64::from)).hash(state);
        }
        self.unknown.hash(state);
    }
}

impl CacheKey {
    /// The size in bytes, including the names of schemes, which may be of any length.
    pub fn size(&self) -> usize {
        size_of::<Self>() + self.unknown.as_ref().map_or(0, |scheme| scheme.len())
    }
}
