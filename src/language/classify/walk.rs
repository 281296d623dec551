//! The ways of inputs through the automaton: several at once, or one piece by piece.

use std::hint::black_box;

use super::table::{DEAD, ROOM, Table};
use super::{Classifier, End, GRAMMARS, Stop, Verdict};

/// How many inputs are walked through at once: a table walk waits for memory, not for the processor.
const LANES: usize = 5;
/// How many bytes each of them goes at once.
const STRIDE: usize = size_of::<u64>();
/// What stands behind the end of an input in its last stride. It changes no state.
const PAD: u64 = u64::MAX;
/// The bits that no byte of US-ASCII has.
const NOT_ASCII: u64 = 0x8080_8080_8080_8080;
/// How many inputs are put in order of their lengths, so that those that walk together end together.
const BATCH: usize = 96 * LANES;
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
    let padded = table.padded();
    let Some(rows) = table.room() else {
        // A table that outgrew its room, which the kept one has not.
        return inputs
            .iter()
            .enumerate()
            .for_each(|(input, text)| Lane::new(table, input, text.as_ref()).alone(table, observer));
    };
    let mut first = 0;
    for batch in inputs.chunks(BATCH) {
        for group in by_length(batch)[..batch.len()].chunks(LANES) {
            let lane = |lane: usize| match group.get(lane) {
                Some(&at) => Lane::new(table, first + usize::from(at), batch[usize::from(at)].as_ref()),
                None => Lane::new(table, first, &[]),
            };
            let mut lanes: [Lane<'_>; LANES] = std::array::from_fn(lane);
            let ends = side_by_side(table, rows, &padded, &mut lanes, observer);
            for (lane, end) in lanes.iter().zip(ends).take(group.len()) {
                lane.end(table, end, observer);
            }
        }
        first += batch.len();
    }
}

/// The places of the inputs of a batch, the shortest first, as far as lengths are told apart.
fn by_length<T: AsRef<[u8]>>(batch: &[T]) -> [u16; BATCH] {
    let mut lengths = [0u8; BATCH];
    let mut begins = [0u16; LENGTHS + 1];
    for (length, input) in lengths.iter_mut().zip(batch) {
        let input = input.as_ref();
        // A look at both ends, one input behind the other, brings the texts into the processor's cache.
        black_box((input.first().copied(), input.last().copied()));
        *length = (input.len() / STRIDE).min(LENGTHS - 1) as u8;
        begins[usize::from(*length) + 1] += 1;
    }
    (0..LENGTHS).for_each(|length| begins[length + 1] += begins[length]);
    let mut order = [0; BATCH];
    for (place, &length) in lengths.iter().enumerate().take(batch.len()) {
        let next = &mut begins[usize::from(length)];
        order[usize::from(*next)] = place as u16;
        *next += 1;
    }
    order
}

/// Walks through the inputs of all lanes, side by side, and gives the states in which they end.
#[inline(always)]
fn side_by_side<O: Observer>(
    table: &Table<End>,
    rows: &[u32; ROOM],
    padded: &[u8; 256],
    lanes: &mut [Lane<'_>; LANES],
    observer: &mut O,
) -> [u32; LANES] {
    let lengths = lanes.each_ref().map(|lane| lane.whole.len());
    let [shortest, longest] = [lengths.iter().min(), lengths.iter().max()].map(|length| length.copied().unwrap_or(0));
    let mut states = [table.start(); LANES];
    for stride in 0..shortest {
        let after = step(rows, table.classes(), lanes.each_ref().map(|lane| &lane.whole[stride]), states);
        states = tell(table, stride, lanes, [false; LANES], states, after, observer);
    }
    for stride in shortest..=longest {
        let odd = lanes.each_ref().map(|lane| lane.odd(stride));
        let after = step(rows, padded, lanes.each_ref().map(|lane| lane.padded(stride)), states);
        states = tell(table, stride, lanes, odd, states, after, observer);
    }
    states
}

/// One stride of all lanes.
#[inline(always)]
fn step(
    rows: &[u32; ROOM],
    classes: &[u8; 256],
    bytes: [&[u8; STRIDE]; LANES],
    mut states: [u32; LANES],
) -> [u32; LANES] {
    for i in 0..STRIDE {
        for (state, bytes) in states.iter_mut().zip(bytes) {
            *state = rows[(*state as usize + usize::from(classes[usize::from(bytes[i])])) % ROOM];
        }
    }
    states
}

/// Looks whether grammars have ceased to take an input in the last stride, or whether it was an odd one. Gives the true
/// states after it.
#[inline(always)]
fn tell<O: Observer>(
    table: &Table<End>,
    stride: usize,
    lanes: &mut [Lane<'_>; LANES],
    odd: [bool; LANES],
    before: [u32; LANES],
    mut after: [u32; LANES],
    observer: &mut O,
) -> [u32; LANES] {
    for (((lane, odd), before), after) in lanes.iter_mut().zip(odd).zip(before).zip(&mut after) {
        if odd || O::REFUSALS && table.mark(*after) != lane.open {
            *after = lane.crawl(table, stride * STRIDE, before, observer);
        }
    }
    after
}

/// One of the inputs that are walked through side by side.
struct Lane<'i> {
    /// Which input it is.
    input: usize,
    text: &'i [u8],
    whole: &'i [[u8; STRIDE]],
    /// What is left of the text, with pads behind its end.
    last: [u8; STRIDE],
    /// Whether a byte of it may look like a pad.
    odd_last: bool,
    /// The grammars that have not refused the input yet, a bit each.
    open: u16,
}

impl<'i> Lane<'i> {
    #[inline(always)]
    fn new(table: &Table<End>, input: usize, text: &'i [u8]) -> Self {
        let (whole, rest) = text.as_chunks();
        let kept = 8 * rest.len() as u32;
        let bytes = match text.last_chunk() {
            // The end of the text, moved to where the rest begins.
            Some(&last) => u64::from_le_bytes(last).checked_shr(u64::BITS - kept).unwrap_or_default(),
            None => rest.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte)),
        };
        let last = (bytes | PAD << kept).to_le_bytes();
        Self { input, text, whole, last, odd_last: bytes & NOT_ASCII != 0, open: table.mark(table.start()) }
    }

    /// Whether a byte of a stride may look like a pad.
    #[inline(always)]
    fn odd(&self, stride: usize) -> bool {
        match self.whole.get(stride) {
            Some(&bytes) => u64::from_le_bytes(bytes) & NOT_ASCII != 0,
            None => stride == self.whole.len() && self.odd_last,
        }
    }

    /// The bytes of a stride, and pads behind the end.
    #[inline(always)]
    fn padded(&self, stride: usize) -> &[u8; STRIDE] {
        const PADS: [u8; STRIDE] = PAD.to_le_bytes();
        match self.whole.get(stride) {
            Some(whole) => whole,
            None if stride == self.whole.len() => &self.last,
            None => &PADS,
        }
    }

    /// Goes to the end with no other lane beside.
    #[cold]
    fn alone<O: Observer>(mut self, table: &Table<End>, observer: &mut O) {
        let strides = (0..self.text.len()).step_by(STRIDE);
        let end = strides.fold(table.start(), |state, from| self.crawl(table, from, state, observer));
        self.end(table, end, observer);
    }

    /// Goes one stride byte by byte, and tells at which bytes grammars cease to take the input.
    #[cold]
    #[inline(never)]
    fn crawl<O: Observer>(&mut self, table: &Table<End>, from: usize, mut state: u32, observer: &mut O) -> u32 {
        for (offset, &byte) in self.text.iter().enumerate().skip(from).take(STRIDE) {
            let next = table.step(state, byte);
            let open = table.mark(next);
            if O::REFUSALS && open != self.open {
                let state = table.number(state) as u32;
                observer.stop(self.input, Stop { offset, state, byte: Some(byte) });
                self.open = open;
            }
            state = next;
        }
        state
    }

    fn end<O: Observer>(&self, table: &Table<End>, state: u32, observer: &mut O) {
        let state = table.number(state) as u32;
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
        Self { classifier, state: classifier.table.start(), offset: 0, stops: [None; GRAMMARS] }
    }

    /// Goes on with the next piece of the input.
    pub fn feed(&mut self, piece: &[u8]) {
        let table = &self.classifier.table;
        for (at, &byte) in piece.iter().enumerate() {
            let next = table.step(self.state, byte);
            if table.mark(next) != table.mark(self.state) {
                self.close(self.offset + at, Some(byte));
            }
            self.state = next;
            if next == DEAD {
                break;
            }
        }
        self.offset += piece.len();
    }

    fn stop(&self, offset: usize, byte: Option<u8>) -> Stop {
        Stop { offset, state: self.classifier.table.number(self.state) as u32, byte }
    }

    fn close(&mut self, offset: usize, byte: Option<u8>) {
        let stop = self.stop(offset, byte);
        for grammar in self.classifier.refusing(stop) {
            self.stops[grammar as usize] = Some(stop);
        }
    }

    /// The place where the input ends, if it ends here.
    pub fn end(&self) -> Stop {
        self.stop(self.offset, None)
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
