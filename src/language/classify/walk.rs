//! The ways of inputs through the automaton: several at once, or one piece by piece.

use super::table::{DEAD, Table};
use super::{Classifier, End, GRAMMARS, Stop, Verdict};

/// How many inputs are walked through at once: a table walk waits for memory, not for the processor.
const LANES: usize = 4;
/// How many bytes each of them goes at once.
const STRIDE: usize = size_of::<u64>();
/// What stands behind the end of an input in its last stride. It changes no state.
const PAD: u64 = u64::MAX;
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

/// The input that a lane is at.
#[derive(Clone, Copy)]
struct Lane<'i> {
    text: &'i [u8],
    /// How far it has gone.
    at: usize,
    /// Which input it is, or `IDLE`.
    input: usize,
    /// What the state there is marked with.
    open: u16,
}

/// Where no input is left for a lane.
const IDLE: usize = usize::MAX;

impl Lane<'_> {
    /// The next bytes, with pads behind the end, and whether there are bytes that are no US-ASCII among them.
    #[inline]
    fn stride(&self) -> (u64, bool) {
        let rest = &self.text[self.at..];
        let (bytes, pads) = match (rest.first_chunk(), self.text.last_chunk()) {
            (Some(&chunk), _) => (u64::from_le_bytes(chunk), 0),
            // The end of the text, moved to where the rest begins.
            (None, Some(&last)) if !rest.is_empty() => {
                let missing = 8 * (STRIDE - rest.len());
                (u64::from_le_bytes(last) >> missing, PAD << (64 - missing))
            }
            _ => {
                let byte = |chunk, &byte| chunk << 8 | u64::from(byte);
                (rest.iter().rev().fold(0, byte), PAD.checked_shl(8 * rest.len() as u32).unwrap_or(0))
            }
        };
        (bytes | pads, bytes & NOT_ASCII != 0)
    }
}

/// Walks through all inputs, several at once.
pub(super) fn many<T: AsRef<[u8]>, O: Observer>(table: &Table<End>, inputs: &[T], observer: &mut O) {
    let classes = table.padded();
    let start = (table.start(), table.mark(table.start()));
    let mut waiting = inputs.iter().enumerate();
    let mut enter = || match waiting.next() {
        Some((input, text)) => Lane { text: text.as_ref(), at: 0, input, open: start.1 },
        None => Lane { text: &[], at: 0, input: IDLE, open: start.1 },
    };
    let mut lanes: [Lane<'_>; LANES] = std::array::from_fn(|_| enter());
    let mut states = [start.0; LANES];
    while lanes.iter().any(|lane| lane.input != IDLE) {
        let strides = lanes.each_ref().map(Lane::stride);
        let before = states;
        let mut chunks = strides.map(|(chunk, _)| chunk);
        for _ in 0..STRIDE {
            for (state, chunk) in states.iter_mut().zip(&mut chunks) {
                *state = table.step_class(*state, classes[usize::from(*chunk as u8)]);
                *chunk >>= 8;
            }
        }
        for (((lane, state), before), (_, beyond)) in lanes.iter_mut().zip(&mut states).zip(before).zip(strides) {
            if beyond || O::REFUSALS && table.mark(*state) != lane.open {
                *state = lane.crawl(table, before, observer);
            }
            lane.at += STRIDE;
            if lane.at >= lane.text.len() {
                if lane.input != IDLE {
                    let state = table.number(*state) as u32;
                    observer.stop(lane.input, Stop { offset: lane.text.len(), state, byte: None });
                }
                *lane = enter();
                *state = start.0;
            }
        }
    }
}

impl Lane<'_> {
    /// Goes one stride byte by byte, and tells at which bytes grammars cease to take the input.
    #[cold]
    #[inline(never)]
    fn crawl<O: Observer>(&mut self, table: &Table<End>, mut state: u32, observer: &mut O) -> u32 {
        for (offset, &byte) in self.text.iter().enumerate().skip(self.at).take(STRIDE) {
            let next = table.step(state, byte);
            let open = table.mark(next);
            if O::REFUSALS && open != self.open {
                observer.stop(self.input, Stop { offset, state: table.number(state) as u32, byte: Some(byte) });
                self.open = open;
            }
            state = next;
        }
        state
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

    fn close(&mut self, offset: usize, byte: Option<u8>) {
        let stop = Stop { offset, state: self.classifier.table.number(self.state) as u32, byte };
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
