//! Classification of an input that arrives in pieces, for inputs that are too long to be held in memory.

use super::machine::{Classifier, GRAMMARS, Stop, Verdicts};
use super::table::DEAD;
use crate::utf8::length_of;

/// The classification of one input that arrives in pieces, for inputs that are too long to be held in memory.
#[derive(Clone)]
pub struct Walk<'c> {
    classifier: &'c Classifier,
    state: u32,
    offset: usize,
    /// The offset of the last character, and the number of its bytes that are still to come.
    character: (usize, usize),
    stops: [Option<Stop>; GRAMMARS],
}

impl<'c> Walk<'c> {
    /// A walk at the beginning of an input.
    pub fn new(classifier: &'c Classifier) -> Self {
        Self { classifier, state: classifier.table.start(), offset: 0, character: (0, 0), stops: [None; GRAMMARS] }
    }

    /// Reads the next piece of the input.
    pub fn feed(&mut self, piece: &[u8]) {
        let table = &self.classifier.table;
        for (at, &byte) in piece.iter().enumerate() {
            let next = table.step(self.state, byte);
            if table.mark(next) != table.mark(self.state) {
                self.close(self.offset + at, Some(byte));
            }
            self.character = match self.character {
                (begin, more @ 1..) if (0x80..0xC0).contains(&byte) => (begin, more - 1),
                _ => (self.offset + at, length_of(byte) - 1),
            };
            self.state = next;
            if next == DEAD {
                break;
            }
        }
        self.offset += piece.len();
    }

    fn stop(&self, offset: usize, byte: Option<u8>) -> Stop {
        let (begin, more) = self.character;
        let offset = if more > 0 { begin } else { offset };
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

    /// The verdicts of all grammars, if the input ends here.
    pub fn verdict(&self) -> Verdicts {
        self.classifier.table.label(self.state).verdict
    }

    /// For each grammar the place at which it stopped accepting the input, if the input ends here; `None` if it accepts the
    /// input.
    pub fn stops(mut self) -> [Option<Stop>; GRAMMARS] {
        self.close(self.offset, None);
        self.stops
    }
}
