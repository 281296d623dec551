//! The refusals of several grammars for one input, which is read once.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};

use regular_bnf::automaton::lazy::{self, State};

use super::machine::{Classifier, Verdicts};
use super::stops::Stop;
use crate::grammar::Grammar;
use crate::refusal::context::{Context, Contexts, Pardon, SchemeProgress};
use crate::refusal::deepest::{GrammarStops, Grammars, PLACES, deepest_of_all};
use crate::refusal::diagnose::general_syntax_accepts;
use crate::refusal::error::Error;
use crate::refusal::forgive::{forgive, forgiven_scheme};
use crate::refusal::reason::Reason;

impl<'a> Refusals<'a> {
    pub(super) fn new(input: &'a str, verdicts: Verdicts, grammars: &'a [Grammar]) -> Self {
        let refusing = set(grammars.iter().copied()) & !verdicts.set();
        let stopped = deepest_of_all(refusing & !set(verdicts.without_domain()), input, || {
            let stops = Classifier::get().stops(input.as_bytes());
            std::array::from_fn(|grammar| stops.get(Grammar::ALL[grammar]).map(|stop| stop.offset))
        });
        Self { verdicts, grammars, refusing, input, stopped, forgiven: OnceCell::new(), contexts: Contexts::new(input) }
    }
}

impl Contexts<'_> {
    /// The context of a place where the input stopped; that of the end if the offset is inside a
    /// character or beyond the end.
    #[inline]
    pub fn at(&mut self, stop: Stop) -> Context {
        let before = Classifier::get().before(stop);
        match before.and_then(|before| Some((before.scheme(stop.byte)?, before.authority))) {
            Some((scheme, authority)) => self.after(scheme, authority, self.within(stop.offset)),
            None => self.at_offset(stop.offset),
        }
    }

    /// The reason for which a grammar refuses the input at the place where it stopped accepting it.
    /// It is the [reason](Error::reason) of the grammar's error.
    ///
    /// ```
    /// use uri_lineage::classifier::{Classifier, Contexts};
    /// use uri_lineage::{Grammar, Reason};
    ///
    /// let input = "http://host/~me";
    /// let stop = Classifier::get().classify(input).stops().get(Grammar::Rfc1738).unwrap();
    /// assert_eq!(Contexts::new(input).reason(Grammar::Rfc1738, stop), Reason::NationalCharacter);
    /// ```
    pub fn reason(&mut self, grammar: Grammar, stop: Stop) -> Reason {
        let context = self.at(stop);
        let refused = self.character_at(stop.offset);
        let slash = refused.is_none() && may_begin_with_slash(grammar, stop.state);
        let reason = Reason::at_place(grammar, context, refused, slash);
        reason.unwrap_or_else(|| Error::from_grammar(grammar, self.input()).reason())
    }
}

/// Whether the shortest text that completes an input of a grammar, which ends in a state, may begin
/// with a slash.
fn may_begin_with_slash(grammar: Grammar, state: u32) -> bool {
    let classifier = Classifier::get();
    let states = classifier.unpacked(state);
    let after_slash = classifier.next(states, b'/');
    if classifier.open_set(after_slash) & 1 << grammar as usize == 0 {
        return false;
    }
    // Several productions may have been read, and another may have the shorter text.
    let facts = grammar.facts();
    if [facts.entries, facts.alternatives].iter().any(|names| **names != [facts.main_entry]) {
        return true;
    }
    // A single other character may complete the input where a slash does not.
    classifier.verdicts_at_end(after_slash).accepts(grammar)
        || !(0..0x80).any(|byte| classifier.verdicts_at_end(classifier.next(states, byte)).accepts(grammar))
}

/// The set of some grammars, one bit each.
fn set(grammars: impl Iterator<Item = Grammar>) -> Grammars {
    grammars.fold(0, |set, grammar| set | 1 << grammar as usize)
}

/// An iterator over the errors of some grammars for one input.
///
/// ```
/// use uri_lineage::classifier::Classifier;
///
/// // The documents in which a host cannot be an address of IPv6.
/// let url = Classifier::get().classify("http://[::1]/");
/// let refusing: Vec<&str> = url.refusals().map(|error| error.grammar().document()).collect();
/// assert!(refusing.contains(&"RFC 2396") && !refusing.contains(&"RFC 2732"));
/// assert!(url.refusals().all(|error| error.offset() == 7));
/// ```
pub struct Refusals<'a> {
    verdicts: Verdicts,
    /// The grammars whose errors have not been returned.
    grammars: &'a [Grammar],
    /// The grammars that refuse the input, whether their errors have been returned or not.
    refusing: Grammars,
    input: &'a str,
    stopped: GrammarStops,
    /// The verdicts on the input after its scheme is forgiven.
    forgiven: OnceCell<Verdicts>,
    contexts: Contexts<'a>,
}

regular_bnf::debug_fields!(Refusals<'a> { input, verdicts, grammars });

impl Iterator for Refusals<'_> {
    type Item = Error;

    fn next(&mut self) -> Option<Error> {
        let grammar = loop {
            let (&next, remaining) = self.grammars.split_first()?;
            self.grammars = remaining;
            if self.is_refused(next) {
                break next;
            }
        };
        if self.verdicts.has_no_domain(grammar) {
            return Some(Error::no_domain(grammar, self.input));
        }
        let Some(deepest) = self.stopped.deepest[grammar as usize] else {
            return Some(Error::from_production(grammar, grammar.main(), self.input));
        };
        let offset = deepest.stop.offset;
        let context = self.contexts.at_offset(offset);
        Some(Error::at(grammar, deepest, self.input, context, || self.forgiven().accepts(grammar)))
    }
}

impl Refusals<'_> {
    fn forgiven(&self) -> Verdicts {
        *self.forgiven.get_or_init(|| Classifier::get().classify_bytes(forgive(self.input).0.as_bytes()))
    }

    fn is_refused(&self, grammar: Grammar) -> bool {
        self.refusing & 1 << grammar as usize != 0
    }

    /// The grammars whose errors have not been returned.
    fn remaining(&self) -> impl Iterator<Item = Grammar> {
        self.grammars.iter().copied().filter(|&grammar| self.is_refused(grammar))
    }

    /// Equal for inputs with the same verdicts and the same remaining errors, apart from their
    /// offsets; computed without the errors. `None` if this is not possible: the first refusals of
    /// a program, those at many offsets, and those of a host that is no domain are read one by one.
    #[doc(hidden)]
    pub fn cache_key(&mut self) -> Option<RefusalsKey> {
        if self.remaining().any(|grammar| self.verdicts.has_no_domain(grammar)) {
            return None;
        }
        let remaining = set(self.remaining());
        let mut key = RefusalsKey { verdicts: self.verdicts, ..RefusalsKey::default() };
        for (place, key_place) in self.stopped.places()?.iter().zip(&mut key.places) {
            let lazy::Stop { state, offset } = place.stop;
            let context = self.contexts.at_offset(offset);
            match context.scheme {
                SchemeProgress::Read | SchemeProgress::Missing => {}
                SchemeProgress::Refused(pardon) => {
                    if !pardon.is_some_and(Pardon::helps_all) {
                        key.unknown = forgiven_scheme(self.input).map(|(scheme, _)| scheme.into());
                    }
                    if pardon.is_some() {
                        key.forgiven = Some(self.forgiven());
                    }
                }
            }
            let refused = self.contexts.character_at(offset);
            *key_place = Some(GroupStop { state, stopped: place.stopped & remaining, refused, context });
        }
        key.generic = set(self.remaining().filter(|&grammar| {
            self.stopped.deepest[grammar as usize]
                .is_some_and(|deepest| general_syntax_accepts(grammar, deepest.production, self.input))
        }));
        Some(key)
    }

    /// The offsets of the remaining errors, in bytes, if there is a [key](Self::cache_key).
    #[doc(hidden)]
    pub fn offsets(&self) -> impl Iterator<Item = usize> {
        self.remaining().filter_map(|grammar| Some(self.stopped.deepest[grammar as usize]?.stop.offset))
    }
}

/// The content of all refusals of an input, apart from their offsets, and the verdicts of the
/// grammars that accept it.
///
/// Equal keys mean equal content; different keys may also mean equal content. A key is valid only
/// in the running program.
#[doc(hidden)]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RefusalsKey {
    verdicts: Verdicts,
    places: [Option<GroupStop>; PLACES],
    /// The grammars whose general syntax accepts the input.
    generic: Grammars,
    /// The verdicts after the scheme is forgiven, if a refusal depends on them.
    forgiven: Option<Verdicts>,
    /// The scheme, if a grammar does not know it.
    unknown: Option<Box<str>>,
}

/// A place at which some grammars stopped accepting the input.
#[derive(Debug, Clone, PartialEq, Eq)]
struct GroupStop {
    state: State,
    stopped: Grammars,
    refused: Option<char>,
    context: Context,
}

impl Hash for RefusalsKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The other fields seldom differ if these are equal.
        self.verdicts.hash(state);
        for place in self.places.iter().flatten() {
            (u64::from(place.state) << 32 | place.refused.map_or(u64::MAX, u64::from)).hash(state);
        }
        self.unknown.hash(state);
    }
}

impl RefusalsKey {
    /// The size in bytes, including the names of schemes, which may be of any length.
    pub fn size(&self) -> usize {
        size_of::<Self>() + self.unknown.as_ref().map_or(0, |scheme| scheme.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::combinations;

    /// Compares the reasons of all grammars for an input, and counts them.
    fn assert_same_reasons(input: &str, seen: &mut [usize; Reason::ALL.len()]) {
        let mut contexts = Contexts::new(input);
        for (grammar, stop) in Classifier::get().classify(input).stops().iter() {
            let (error, reason) = (Error::from_grammar(grammar, input), contexts.reason(grammar, stop));
            assert_eq!(reason, error.reason(), "{grammar}: {input:?}");
            seen[reason as usize] += 1;
        }
    }

    /// The reason at a place is that of the grammar's error, which is computed from the production
    /// that was being read, the advice and the completion.
    #[test]
    fn the_reason_at_a_place_is_that_of_the_error() {
        let mut seen = [0; Reason::ALL.len()];
        let urls = include_str!("../../tests/data/urls-1990s.txt").lines();
        for url in urls.step_by(10).chain(["URL:http://a:b@h:80/c;d?e#f", "//[::1]:8", "HTTP://u:p@1.2.3.4.5"]) {
            for (at, c) in url.char_indices() {
                let (before, after) = url.split_at(at);
                for piece in
                    ["", " ", "~", "%", "%4", ":", ":x", ":1", "/", "//", "@", "[", "#", "A", "?", "<", "\0", "é"]
                {
                    assert_same_reasons(&[before, piece].concat(), &mut seen);
                    assert_same_reasons(&[before, piece, after].concat(), &mut seen);
                    assert_same_reasons(&[before, piece, &after[c.len_utf8()..]].concat(), &mut seen);
                }
            }
        }
        let pieces = ["a", "A", "1", ":", "/", "//", "@", "%", "[", "]", "#", "?", ".", "url:", "http:", "File:"];
        for input in combinations(&pieces, 4) {
            assert_same_reasons(&input, &mut seen);
        }
        let absent: Vec<_> = Reason::ALL.iter().filter(|&&reason| seen[reason as usize] == 0).collect();
        assert!(absent.is_empty(), "{absent:?}");
    }
}
