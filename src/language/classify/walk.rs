//! The ways of inputs through the automaton: several at once, or one piece by piece.

use std::ops::Range;

use super::table::{DEAD, START, Table};
use super::{Classifier, End, GRAMMARS, Stop, Verdict};

/// How many inputs are walked through at once: a table walk waits for memory, not for the processor.
const LANES: usize = 4;
/// How many bytes each of them goes at once.
const STRIDE: usize = size_of::<u64>();
/// What stands behind the end of an input in its last stride. It changes no state.
const PAD: u64 = u64::MAX;
/// How many inputs are put in order of their lengths, so that those that walk together end together.
const BATCH: usize = 256;
/// How many lengths are told apart, in strides.
const LENGTHS: usize = 32;

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

/// Walks through all inputs, several at once.
pub(super) fn many<T: AsRef<[u8]>, O: Observer>(table: &Table<End>, inputs: &[T], observer: &mut O) {
    let columns = table.padded();
    let open = table.label(START).open;
    let lane = |input: usize| Lane { text: inputs[input].as_ref(), input, open };
    let mut first = 0;
    for batch in inputs.chunks(BATCH) {
        let (order, walkers) = by_length(batch);
        let (together, alone) = order[..batch.len()].split_at(walkers);
        for group in together.chunks(LANES) {
            let mut lanes = [const { Lane { text: &[], input: 0, open: 0 } }; LANES];
            lanes.iter_mut().zip(group).for_each(|(free, &at)| *free = lane(first + usize::from(at)));
            let ends = side_by_side(table, &columns, &mut lanes, observer);
            for (lane, end) in lanes.iter().zip(ends).take(group.len()) {
                lane.end(end, observer);
            }
        }
        for &at in alone {
            let mut lane = lane(first + usize::from(at));
            let end = lane.crawl(table, 0..lane.text.len(), START, observer);
            lane.end(end, observer);
        }
        first += batch.len();
    }
}

/// The places of the inputs of a batch, the shortest first as far as lengths are told apart, and how many there are before
/// those that are not all US-ASCII.
fn by_length<T: AsRef<[u8]>>(batch: &[T]) -> ([u16; BATCH], usize) {
    let mut lengths = [0u8; BATCH];
    let mut begins = [0u16; LENGTHS + 2];
    for (length, input) in lengths.iter_mut().zip(batch) {
        let input = input.as_ref();
        // This also brings the texts into the processor's cache, one behind the other.
        *length = if input.is_ascii() { (input.len() / STRIDE).min(LENGTHS - 1) } else { LENGTHS } as u8;
        begins[usize::from(*length) + 1] += 1;
    }
    (0..=LENGTHS).for_each(|length| begins[length + 1] += begins[length]);
    let walkers = usize::from(begins[LENGTHS]);
    let mut order = [0; BATCH];
    for (place, &length) in lengths.iter().enumerate().take(batch.len()) {
        let next = &mut begins[usize::from(length)];
        order[usize::from(*next)] = place as u16;
        *next += 1;
    }
    (order, walkers)
}

/// Walks through the inputs of all lanes, side by side, and gives the states in which they end.
#[inline(always)]
fn side_by_side<O: Observer>(
    table: &Table<End>,
    columns: &[&[u32]; 256],
    lanes: &mut [Lane<'_>; LANES],
    observer: &mut O,
) -> [u32; LANES] {
    let lengths = lanes.each_ref().map(|lane| lane.text.len());
    let [shortest, longest] = [lengths.into_iter().min(), lengths.into_iter().max()].map(Option::unwrap_or_default);
    let mut states = [START; LANES];
    for at in (0..longest).step_by(STRIDE) {
        let mut chunks = match at + STRIDE <= shortest {
            true => lanes.each_ref().map(|lane| lane.whole_stride(at)),
            false => lanes.each_ref().map(|lane| lane.last_stride(at)),
        };
        let before = states;
        for _ in 0..STRIDE {
            for (state, chunk) in states.iter_mut().zip(&mut chunks) {
                *state = columns[usize::from(*chunk as u8)][*state as usize];
                *chunk >>= 8;
            }
        }
        if O::REFUSALS {
            for ((lane, state), before) in lanes.iter_mut().zip(&states).zip(before) {
                if table.label(*state).open != lane.open {
                    lane.crawl(table, at..at + STRIDE, before, observer);
                }
            }
        }
    }
    states
}

/// One of the inputs that are walked through side by side.
struct Lane<'i> {
    text: &'i [u8],
    /// Which input it is.
    input: usize,
    /// The grammars that have not refused it yet.
    open: u16,
}

impl Lane<'_> {
    /// The next bytes, the first lowest.
    #[inline(always)]
    fn whole_stride(&self, at: usize) -> u64 {
        self.text[at..].first_chunk().map_or(PAD, |&chunk| u64::from_le_bytes(chunk))
    }

    /// The same where the text may end, with pads behind its end.
    #[inline(always)]
    fn last_stride(&self, at: usize) -> u64 {
        let rest = self.text.get(at..).unwrap_or_default();
        if rest.len() >= STRIDE {
            return self.whole_stride(at);
        }
        let kept = 8 * rest.len() as u32;
        let bytes = match self.text.last_chunk() {
            // The end of the text, moved to where the rest begins.
            Some(&last) => u64::from_le_bytes(last).checked_shr(u64::BITS - kept).unwrap_or_default(),
            None => rest.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte)),
        };
        bytes | PAD << kept
    }

    /// Goes on byte by byte, and tells at which bytes grammars cease to take the input.
    #[cold]
    #[inline(never)]
    fn crawl<O: Observer>(&mut self, table: &Table<End>, at: Range<usize>, mut state: u32, observer: &mut O) -> u32 {
        for (offset, &byte) in self.text.iter().enumerate().take(at.end).skip(at.start) {
            let next = table.step(state, byte);
            let open = table.label(next).open;
            if O::REFUSALS && open != self.open {
                observer.stop(self.input, Stop { offset, state, byte: Some(byte) });
                self.open = open;
            }
            state = next;
        }
        state
    }

    fn end<O: Observer>(&self, state: u32, observer: &mut O) {
        observer.stop(self.input, Stop { offset: self.text.len(), state, byte: None });
    }
}

/// The way of one input through the automaton, piece by piece, for inputs too long to be held.
#[derive(Clone)]
pub struct Walk<'c> {
    classifier: &'c Classifier,
    state: u32,
    offset: usize,
    stops: [Option<Stop>; GRAMMARS],
}

impl<'c> Walk<'c> {
    /// Before the first byte.
    pub fn new(classifier: &'c Classifier) -> Self {
        Self { classifier, state: START, offset: 0, stops: [None; GRAMMARS] }
    }

    /// Goes on with the next piece of the input.
    pub fn feed(&mut self, piece: &[u8]) {
        let table = &self.classifier.table;
        for (at, &byte) in piece.iter().enumerate() {
            let next = table.step(self.state, byte);
            if table.label(next).open != table.label(self.state).open {
                self.close(self.offset + at, Some(byte));
            }
            self.state = next;
            if next == DEAD {
                break;
            }
        }
        self.offset += piece.len();
    }

    fn close(&mut self, offset: usize, byte: Option<u8>) {
        let stop = Stop { offset, state: self.state, byte };
        for grammar in self.classifier.refusing(stop) {
            self.stops[grammar as usize] = Some(stop);
        }
    }

    /// What all grammars say of the input, if it ends here.
    pub fn verdict(&self) -> Verdict {
        self.classifier.table.label(self.state).verdict
    }

    /// Where each grammar ceased to take the input, if it ends here; `None` for one that takes it.
    pub fn stops(mut self) -> [Option<Stop>; GRAMMARS] {
        self.close(self.offset, None);
        self.stops
    }
}
