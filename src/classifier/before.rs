//! The facts that all texts that lead to a state have in common.

use std::collections::HashSet;

use super::table::{Label, START, Table};
use crate::base::authority::{AuthorityReader, AuthorityState};
use crate::base::scheme::in_scheme;
use crate::refusal::context::SchemeProgress;

/// The facts about the text in front of an offset on which the
/// [context](crate::classifier::Context) depends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PrecedingContext {
    /// Whether a colon has been read; `None` if not, and if all of the text may belong to a scheme.
    colon: Option<bool>,
    /// The progress in the authority.
    pub authority: AuthorityState,
}

impl PrecedingContext {
    /// The progress in the scheme, if this byte comes next; `None` if it also depends on the bytes
    /// after it.
    #[inline(always)]
    pub fn scheme(self, next: Option<u8>) -> Option<SchemeProgress> {
        match (self.colon, next) {
            (Some(true), _) => Some(SchemeProgress::Read),
            (None, Some(byte)) if byte == b':' || in_scheme(byte) => None,
            _ => Some(SchemeProgress::Missing),
        }
    }
}

/// Reads a text byte by byte for [`Before`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PrecedingReader {
    colon: Option<bool>,
    authority: AuthorityReader,
}

impl PrecedingReader {
    /// In front of the first byte.
    const START: Self = Self { colon: None, authority: AuthorityReader::START };

    /// After a byte.
    fn after(self, byte: u8) -> Self {
        let colon = match self.colon {
            Some(true) => Some(true),
            _ if byte == b':' => Some(true),
            None if in_scheme(byte) => None,
            _ => Some(false),
        };
        Self { colon, authority: self.authority.after(byte) }
    }

    /// The facts about the text.
    fn before(self) -> PrecedingContext {
        PrecedingContext { colon: self.colon, authority: self.authority.authority() }
    }
}

/// For each state of a table the facts about the texts that lead to it; `None` if they differ.
pub(super) struct PrecedingContexts(Vec<Option<PrecedingContext>>);

/// The facts that the texts which lead to a state have in common, for the texts that are read so
/// far.
#[derive(Clone, Copy)]
enum SharedContext {
    /// No text that leads to the state is read.
    NoText,
    Same(PrecedingContext),
    /// Two texts have different facts.
    Nothing,
}

impl SharedContext {
    fn and(self, before: PrecedingContext) -> Self {
        match self {
            Self::NoText => Self::Same(before),
            Self::Same(earlier) if earlier == before => self,
            _ => Self::Nothing,
        }
    }

    fn before(self) -> Option<PrecedingContext> {
        if let Self::Same(before) = self { Some(before) } else { None }
    }
}

/// Every value of [`PrecedingContext`], in the order of the encoding.
fn possible_values() -> impl Iterator<Item = PrecedingContext> {
    let colons = [None, Some(false), Some(true)];
    colons.into_iter().flat_map(|colon| AuthorityState::ALL.map(|authority| PrecedingContext { colon, authority }))
}

impl PrecedingContexts {
    /// Reads all texts along with the table.
    pub fn new<L: Label>(table: &Table<L>) -> Self {
        let start = (START, PrecedingReader::START);
        let (mut seen, mut waiting) = (HashSet::from([start]), vec![start]);
        let mut common = vec![SharedContext::NoText; table.states()];
        while let Some((state, reader)) = waiting.pop() {
            let state_common = &mut common[usize::from(state)];
            *state_common = state_common.and(reader.before());
            for byte in 0..=u8::MAX {
                let next = (table.step(state, byte), reader.after(byte));
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        Self(common.into_iter().map(SharedContext::before).collect())
    }

    /// The facts about the text that leads to a state; `None` if texts with different facts do.
    #[inline(always)]
    pub fn get(&self, state: u16) -> Option<PrecedingContext> {
        *self.0.get(usize::from(state))?
    }

    /// A byte for each state.
    pub fn write(&self) -> Vec<u8> {
        // The number 0 means that the texts differ, or that no text leads to the state.
        let numbers = self.0.iter().map(|before| {
            let index = before.and_then(|before| possible_values().position(|value| value == before));
            index.map_or(0, |index| index as u8 + 1)
        });
        numbers.collect()
    }

    /// Reads the output of [`write`](Self::write), and returns the data after it; `None` for any
    /// other data.
    pub fn read<L: Label>(table: &Table<L>, data: &'static [u8]) -> Option<(Self, &'static [u8])> {
        let (numbers, remainder) = data.split_at_checked(table.states())?;
        let numbered: Vec<Option<PrecedingContext>> = [None].into_iter().chain(possible_values().map(Some)).collect();
        let before = numbers.iter().map(|&number| numbered.get(usize::from(number)).copied());
        Some((Self(before.collect::<Option<_>>()?), remainder))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::classifier::{Classifier, Contexts, Stop};
    use crate::combinations::combinations;
    use crate::refusal::context::Context;

    /// The context of each refusal, by the state in front of it, is that of the text. Most states
    /// determine it. Its number is that of no other context.
    #[test]
    fn contexts_by_states_are_those_of_the_text() {
        let classifier = Classifier::get();
        let pieces =
            ["", "a", "A", "1", ":", "/", "//", "@", "%", "[", "]", "#", "?", " ", "é", "url:", "http:", "File:"];
        let urls = include_str!("../../tests/data/urls-1990s.txt").lines().map(str::to_owned);
        let (mut refused, mut by_state) = (0, 0);
        let (mut numbers, mut contexts) = (HashMap::new(), HashMap::new());
        for input in urls.chain(combinations(&pieces, 4)) {
            let mut state = classifier.start();
            for (offset, byte) in input.bytes().map(Some).chain([None]).enumerate() {
                let stop = Stop { offset, state, byte };
                let is_refused = classifier.refusing(stop).next().is_some();
                if is_refused && input.is_char_boundary(offset) {
                    let context = Context::new(&input, offset);
                    assert_eq!(Contexts::new(&input).at(stop), context, "{input:?} {offset}");
                    assert_eq!(*numbers.entry(context).or_insert(context.number()), context.number(), "{context:?}");
                    assert_eq!(*contexts.entry(context.number()).or_insert(context), context, "{}", context.number());
                    refused += 1;
                    by_state += usize::from(classifier.before(stop).is_some());
                }
                state = byte.map_or(state, |byte| classifier.step(state, byte));
            }
        }
        assert!(by_state > refused / 2, "{by_state} of {refused}");
    }

    /// A place that is not one of the input has some context.
    #[test]
    fn any_place_has_a_context() {
        let classifier = Classifier::get();
        for input in ["", "http://a:1/%4", "a:é", "//[::1"] {
            let end = input.bytes().fold(classifier.start(), |state, byte| classifier.step(state, byte));
            for state in [classifier.start(), end, 0, u32::MAX] {
                for offset in (0..20).chain([usize::MAX - 1, usize::MAX]) {
                    for byte in [None, Some(b'a'), Some(b':'), Some(b'%'), Some(0x80), Some(0xFF)] {
                        let context = Contexts::new(input).at(Stop { offset, state, byte });
                        if !input.is_char_boundary(offset) {
                            let at_end = Contexts::new(input).at(Stop { offset: input.len(), state, byte });
                            assert_eq!(context, at_end, "{input:?} {offset} {state} {byte:?}");
                        }
                    }
                }
            }
        }
    }
}
