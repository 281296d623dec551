//! The ways of inputs through the automaton, several at once.

use super::pairs::{BEYOND, PAD, near};
use super::table::START;
use super::{Classifier, Stop};

/// How many inputs are walked through at once: a table walk waits for memory, not for the processor.
const LANES: usize = 4;
/// How many bytes each of them goes at once.
const STRIDE: usize = size_of::<u64>();
/// The bits that no byte of US-ASCII has.
const NOT_ASCII: u64 = 0x8080_8080_8080_8080;

/// What is told of many inputs while they are walked through. See [`Classifier::observe_many`].
pub trait Observer {
    /// Whether to tell of refusals as well as of ends; the walk is faster without.
    const REFUSALS: bool = true;

    /// Some grammar ceased to take `inputs[input]` at a byte, or the input ended.
    ///
    /// For each input the ends of grammars come in the order of their offsets, and last, with no byte, the input's own.
    /// Inputs are told of in no order.
    fn stop(&mut self, input: usize, stop: Stop);
}

/// The bytes of a stride.
type Stride = [[u8; 2]; STRIDE / 2];

/// Walks through all inputs, several at once.
pub(super) fn many<T: AsRef<[u8]>, O: Observer>(classifier: &Classifier, inputs: &[T], observer: &mut O) {
    let lane = |input: usize| Lane { input, text: inputs[input].as_ref() };
    let together = inputs.len() - inputs.len() % LANES;
    for first in (0..together).step_by(LANES) {
        side_by_side(classifier, &std::array::from_fn(|at| lane(first + at)), observer);
    }
    (together..inputs.len()).for_each(|input| lane(input).end(classifier, 0, Place::START, observer));
}

/// Walks through one input, and gives the number of the state in which it ends.
#[inline]
pub(super) fn one(classifier: &Classifier, text: &[u8]) -> u32 {
    struct Nothing;
    impl Observer for Nothing {
        const REFUSALS: bool = false;
        fn stop(&mut self, _: usize, _: Stop) {}
    }
    Lane { input: 0, text }.finish(classifier, 0, Place::START, &mut Nothing)
}

/// Walks through inputs side by side as far as the shortest goes, and then alone with each.
#[inline(always)]
fn side_by_side<O: Observer>(classifier: &Classifier, lanes: &[Lane<'_>; LANES], observer: &mut O) {
    let strides = lanes.each_ref().map(|lane| lane.strides());
    let shortest = strides.iter().map(|strides| strides.len()).min().unwrap_or(0);
    let strides = strides.map(|strides| &strides[..shortest]);
    let mut places = [Place::START; LANES];
    for at in 0..shortest {
        let mut after = places.map(|place| place.near);
        for pair in 0..STRIDE / 2 {
            for (after, strides) in after.iter_mut().zip(strides) {
                *after = classifier.pairs.step::<false>(*after, strides[at][pair]);
            }
        }
        for ((place, lane), after) in places.iter_mut().zip(lanes).zip(after) {
            *place = lane.look(classifier, at, *place, after, observer);
        }
    }
    // Written out, for what a loop goes over is kept in memory.
    let ([a, b, c, d], [first, second, third, fourth]) = (lanes, places);
    a.end(classifier, shortest, first, observer);
    b.end(classifier, shortest, second, observer);
    c.end(classifier, shortest, third, observer);
    d.end(classifier, shortest, fourth, observer);
}

/// Where an input has come to: the state, and its number in the table where pairs do not know it.
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

/// One of the inputs that are walked through.
struct Lane<'i> {
    /// Which input it is.
    input: usize,
    text: &'i [u8],
}

impl<'i> Lane<'i> {
    /// The whole strides.
    #[inline(always)]
    fn strides(&self) -> &'i [Stride] {
        self.text.as_chunks().0.as_chunks().0
    }

    /// What is left behind the whole strides, with pads behind its end, and whether a byte of it may look like a pad.
    #[inline(always)]
    fn last(&self) -> (Stride, bool) {
        let bits = (self.text.len() % STRIDE * 8) as u32;
        let bytes = match self.text.last_chunk() {
            // The end of the text, moved to where the rest begins.
            Some(&last) => u64::from_le_bytes(last) >> 1 >> (u64::BITS - 1 - bits),
            None => self.text.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte)),
        };
        let padded = bytes | u64::from_le_bytes([PAD; STRIDE]) << bits;
        (std::array::from_fn(|pair| ((padded >> (16 * pair)) as u16).to_le_bytes()), bytes & NOT_ASCII != 0)
    }

    /// Goes to the end with no other lane beside, and tells of it.
    #[inline(always)]
    fn end<O: Observer>(&self, classifier: &Classifier, from: usize, place: Place, observer: &mut O) {
        let state = self.finish(classifier, from, place, observer);
        observer.stop(self.input, Stop { offset: self.text.len(), state, byte: None });
    }

    /// Goes to the end, from a stride on, and gives the number of the state there.
    #[inline(always)]
    fn finish<O: Observer>(&self, classifier: &Classifier, from: usize, mut place: Place, observer: &mut O) -> u32 {
        let strides = self.strides();
        for (at, stride) in strides.iter().enumerate().skip(from) {
            let after = stride.iter().fold(place.near, |state, &pair| classifier.pairs.step::<false>(state, pair));
            place = self.look(classifier, at, place, after, observer);
        }
        let (last, odd) = self.last();
        let after = last.iter().fold(place.near, |state, &pair| classifier.pairs.step::<true>(state, pair));
        let after = if odd { BEYOND } else { after };
        self.look(classifier, strides.len(), place, after, observer).number()
    }

    /// Looks whether the last stride has to be gone again, byte by byte: where grammars have ceased to take the input,
    /// and where pairs do not know the state. Gives the place behind it.
    #[inline(always)]
    fn look<O: Observer>(
        &self,
        classifier: &Classifier,
        stride: usize,
        before: Place,
        after: u8,
        observer: &mut O,
    ) -> Place {
        let pairs = &classifier.pairs;
        if after == BEYOND || O::REFUSALS && pairs.mark(after) != pairs.mark(before.near) {
            self.crawl(classifier, stride * STRIDE, before, observer)
        } else {
            Place { near: after, ..before }
        }
    }

    /// Goes one stride byte by byte, and tells at which bytes grammars cease to take the input.
    #[cold]
    #[inline(never)]
    fn crawl<O: Observer>(&self, classifier: &Classifier, from: usize, before: Place, observer: &mut O) -> Place {
        let table = &classifier.table;
        let mut state = table.state(before.number());
        let mut open = table.mark(state);
        for (offset, &byte) in self.text.iter().enumerate().skip(from).take(STRIDE) {
            let next = table.step(state, byte);
            if O::REFUSALS && table.mark(next) != open {
                open = table.mark(next);
                let state = table.number(state) as u32;
                observer.stop(self.input, Stop { offset, state, byte: Some(byte) });
            }
            state = next;
        }
        Place { near: near(table, state), beyond: table.number(state) as u32 }
    }
}
