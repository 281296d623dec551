//! What all texts have in common that lead to a state.

use std::collections::HashSet;

use super::table::{Label, START, Table};
use crate::authority::{AuthorityReader, AuthorityState};
use crate::context::Scheme;
use crate::forgive::in_scheme;

/// What has been read in front of an offset, as far as the [context](crate::classifier::Context)
/// depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Before {
    /// Whether a colon has been read; `None` if not, and if all of the text may belong to a scheme.
    colon: Option<bool>,
    /// The progress in the authority.
    pub authority: AuthorityState,
}

impl Before {
    /// The progress in the scheme, if this byte comes next; `None` if it also depends on the bytes
    /// after it.
    #[inline(always)]
    pub fn scheme(self, next: Option<u8>) -> Option<Scheme> {
        match (self.colon, next) {
            (Some(true), _) => Some(Scheme::Read),
            (None, Some(byte)) if byte == b':' || in_scheme(byte) => None,
            _ => Some(Scheme::Missing),
        }
    }
}

/// Reads a text byte by byte for [`Before`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct BeforeReader {
    colon: Option<bool>,
    authority: AuthorityReader,
}

impl BeforeReader {
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

    /// What has been read.
    fn before(self) -> Before {
        Before { colon: self.colon, authority: self.authority.authority() }
    }
}

/// For each state of a table what has been read in front of it; `None` if this differs between the
/// texts that lead to it.
pub(super) struct BeforeStates(Vec<Option<Before>>);

/// All that may have been read.
fn all() -> impl Iterator<Item = Before> {
    let colons = [None, Some(false), Some(true)];
    colons.into_iter().flat_map(|colon| AuthorityState::ALL.map(|authority| Before { colon, authority }))
}

impl BeforeStates {
    /// Reads all texts along with the table.
    pub fn new<L: Label>(table: &Table<L>) -> Self {
        let start = (START, BeforeReader::START);
        let (mut known, mut waiting) = (HashSet::from([start]), vec![start]);
        let mut read: Vec<Option<Option<Before>>> = vec![None; table.states()];
        while let Some((state, reader)) = waiting.pop() {
            let before = Some(reader.before());
            let own = read[usize::from(state)].get_or_insert(before);
            if *own != before {
                *own = None;
            }
            for byte in 0..=u8::MAX {
                let next = (table.step(state, byte), reader.after(byte));
                if known.insert(next) {
                    waiting.push(next);
                }
            }
        }
        Self(read.into_iter().map(Option::flatten).collect())
    }

    /// What has been read in front of a state.
    #[inline(always)]
    pub fn of(&self, state: u16) -> Option<Before> {
        *self.0.get(usize::from(state))?
    }

    /// A byte for each state.
    pub fn write(&self) -> Vec<u8> {
        // The first number is that of no such text.
        let number =
            |before: &Option<Before>| before.and_then(|own| all().position(|one| one == own)).map_or(0, |at| at + 1);
        self.0.iter().map(|before| number(before) as u8).collect()
    }

    /// Reads the output of [`write`](Self::write), and returns the data after it; `None` for any
    /// other data.
    pub fn read<L: Label>(table: &Table<L>, kept: &'static [u8]) -> Option<(Self, &'static [u8])> {
        let (numbers, rest) = kept.split_at_checked(table.states())?;
        let numbered: Vec<Option<Before>> = [None].into_iter().chain(all().map(Some)).collect();
        let before = numbers.iter().map(|&number| numbered.get(usize::from(number)).copied());
        Some((Self(before.collect::<Option<_>>()?), rest))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::classifier::{Classifier, Contexts, Stop};
    use crate::context::Context;

    /// The context of each refusal, by the state in front of it, is that of the text. Most states
    /// determine it. Its number is that of no other context.
    #[test]
    fn contexts_by_states_are_those_of_the_text() {
        let classifier = Classifier::get();
        let (mut all, mut by_state) = (0, 0);
        let (mut numbers, mut contexts) = (HashMap::new(), HashMap::new());
        let mut same = |input: &str| {
            let mut state = classifier.start();
            for (offset, byte) in input.bytes().map(Some).chain([None]).enumerate() {
                let stop = Stop { offset, state, byte };
                let is_refused = classifier.refusing(stop).next().is_some();
                if is_refused && input.is_char_boundary(offset) {
                    let context = Context::new(input, offset);
                    assert_eq!(Contexts::new(input).at(stop), context, "{input:?} {offset}");
                    assert_eq!(*numbers.entry(context).or_insert(context.number()), context.number(), "{context:?}");
                    assert_eq!(*contexts.entry(context.number()).or_insert(context), context, "{}", context.number());
                    all += 1;
                    by_state += usize::from(classifier.before(stop).is_some());
                }
                state = byte.map_or(state, |byte| classifier.step(state, byte));
            }
        };
        include_str!("../../tests/data/urls-1990s.txt").lines().for_each(&mut same);
        let pieces =
            ["", "a", "A", "1", ":", "/", "//", "@", "%", "[", "]", "#", "?", " ", "é", "url:", "http:", "File:"];
        for number in 0..pieces.len().pow(4) {
            let piece = |place: u32| pieces[number / pieces.len().pow(place) % pieces.len()];
            same(&[piece(0), piece(1), piece(2), piece(3)].concat());
        }
        assert!(by_state > all / 2, "{by_state} of {all}");
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
