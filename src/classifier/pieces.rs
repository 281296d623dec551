//! Classification of an input that arrives in pieces, for inputs that are too long to be held in
//! memory.

use super::machine::{Classifier, STARTS, States, Verdicts, pack};
use super::stops::{Stop, Stops};
use super::table::DEAD;
use crate::base::utf8::Utf8;
use crate::refusal::deepest::GROUPS;

/// The classification of one input that arrives in pieces, for inputs that are too long to be held
/// in memory.
#[derive(Clone)]
pub struct Walk<'c> {
    classifier: &'c Classifier,
    states: States,
    offset: usize,
    /// The offset of the last character, and the progress in reading it.
    character: usize,
    utf8: Utf8,
    stops: Stops,
}

regular_bnf::debug_fields!(Walk<'c> { offset, stops });

impl<'c> Walk<'c> {
    /// A walk at the beginning of an input.
    pub fn new(classifier: &'c Classifier) -> Self {
        Self { classifier, states: STARTS, offset: 0, character: 0, utf8: Utf8::Between, stops: Stops::default() }
    }

    /// Reads the next piece of the input.
    pub fn feed(&mut self, piece: &[u8]) {
        let classifier = self.classifier;
        for (index, &byte) in piece.iter().enumerate() {
            if self.utf8 == Utf8::Between {
                self.character = self.offset + index;
            }
            let next = classifier.next(self.states, byte);
            if classifier.open_set(next) != classifier.open_set(self.states) {
                classifier.record(self.stop(self.character, Some(byte)), &mut self.stops);
            }
            self.utf8 = self.utf8.after(byte).0;
            self.states = next;
            if next == [DEAD; GROUPS] {
                break;
            }
        }
        self.offset += piece.len();
    }

    fn stop(&self, offset: usize, byte: Option<u8>) -> Stop {
        Stop { offset, state: pack(self.states), byte }
    }

    /// The place where the input ends, if it ends here.
    pub fn end(&self) -> Stop {
        // An incomplete character is refused at its first byte.
        let offset = if self.utf8 == Utf8::Between { self.offset } else { self.character };
        self.stop(offset, None)
    }

    /// The verdicts of all grammars, if the input ends here.
    pub fn verdict(&self) -> Verdicts {
        self.classifier.verdicts_at_end(self.states)
    }

    /// For each grammar that refuses the input the place at which it stopped accepting it, if the input
    /// ends here.
    pub fn stops(mut self) -> Stops {
        self.classifier.record(self.end(), &mut self.stops);
        self.stops
    }
}
