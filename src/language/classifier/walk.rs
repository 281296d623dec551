//! The walk of an input through the automaton.

use super::machine::{Classifier, Stop};
use super::pairs::{BEYOND, PAD, near};
use super::table::START;
use crate::utf8::begin;

/// The number of bytes between two comparisons of the marks.
const STRIDE: usize = size_of::<u64>();
/// The bits that are clear in every byte of US-ASCII.
const NOT_ASCII: u64 = 0x8080_8080_8080_8080;

/// The bytes of a stride.
type Stride = [[u8; 2]; STRIDE / 2];

/// Reads a whole input, and returns the number of the last state. With `REFUSALS`, `told` is called for each byte at which a
/// grammar stops accepting the input. Without it, the walk is faster.
#[inline]
pub(super) fn walk<const REFUSALS: bool>(classifier: &Classifier, text: &[u8], mut told: impl FnMut(Stop)) -> u32 {
    let input = Input { classifier, text };
    let mut place = Place::START;
    let strides = input.strides();
    for (at, stride) in strides.iter().enumerate() {
        let after = stride.iter().fold(place.near, |state, &pair| classifier.pairs.step::<false>(state, pair));
        place = input.look::<REFUSALS>(at, place, after, &mut told);
    }
    let (last, odd) = input.last();
    let after = last.iter().fold(place.near, |state, &pair| classifier.pairs.step::<true>(state, pair));
    let after = if odd { BEYOND } else { after };
    input.look::<REFUSALS>(strides.len(), place, after, &mut told).number()
}

/// The current state: its number among the pairs, and its number in the table if it has none there.
#[derive(Clone, Copy)]
struct Place {
    near: u8,
    beyond: u32,
}

impl Place {
    const START: Self = Self { near: START as u8, beyond: 0 };

    /// The number of the state in the table.
    #[inline(always)]
    fn number(self) -> u32 {
        if self.near == BEYOND { self.beyond } else { self.near.into() }
    }
}

/// An input during a walk.
struct Input<'i> {
    classifier: &'i Classifier,
    text: &'i [u8],
}

impl<'i> Input<'i> {
    /// The whole strides.
    #[inline(always)]
    fn strides(&self) -> &'i [Stride] {
        self.text.as_chunks().0.as_chunks().0
    }

    /// The bytes after the last whole stride, followed by padding; and whether one of them may be equal to padding.
    #[inline(always)]
    fn last(&self) -> (Stride, bool) {
        let bits = (self.text.len() % STRIDE * 8) as u32;
        let bytes = match self.text.last_chunk() {
            // The last bytes of the text, shifted so that the rest comes first.
            Some(&last) => u64::from_le_bytes(last) >> 1 >> (u64::BITS - 1 - bits),
            None => self.text.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte)),
        };
        let padded = bytes | u64::from_le_bytes([PAD; STRIDE]) << bits;
        (std::array::from_fn(|pair| ((padded >> (16 * pair)) as u16).to_le_bytes()), bytes & NOT_ASCII != 0)
    }

    /// Decides whether the last stride is read again, byte by byte: if a grammar has stopped accepting the input, or if the
    /// state has no number among the pairs. Returns the state after the stride.
    #[inline(always)]
    fn look<const REFUSALS: bool>(
        &self,
        stride: usize,
        before: Place,
        after: u8,
        told: &mut impl FnMut(Stop),
    ) -> Place {
        let pairs = &self.classifier.pairs;
        if after == BEYOND || REFUSALS && pairs.mark(after) != pairs.mark(before.near) {
            self.crawl::<REFUSALS>(stride * STRIDE, before, told)
        } else {
            Place { near: after, ..before }
        }
    }

    /// Reads one stride byte by byte, and calls `told` at the bytes at which grammars stop accepting the input.
    #[cold]
    #[inline(never)]
    fn crawl<const REFUSALS: bool>(&self, from: usize, before: Place, told: &mut impl FnMut(Stop)) -> Place {
        let table = &self.classifier.table;
        let mut state = table.state(before.number());
        let mut open = table.mark(state);
        for (offset, &byte) in self.text.iter().enumerate().skip(from).take(STRIDE) {
            let next = table.step(state, byte);
            if REFUSALS && table.mark(next) != open {
                open = table.mark(next);
                let offset = begin(self.text, offset);
                told(Stop { offset, state: table.number(state) as u32, byte: Some(byte) });
            }
            state = next;
        }
        Place { near: near(table, state), beyond: table.number(state) as u32 }
    }
}
