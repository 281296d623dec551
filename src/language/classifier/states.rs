//! The automaton as data, for other implementations of the walk.

use super::machine::{Classifier, Verdicts};
use super::table::START;
use crate::grammar::Grammar;

/// The states of the automaton, numbered from 0.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::classifier::Classifier;
///
/// let classifier = Classifier::get();
/// let colon = b"mailto:".iter().fold(classifier.start(), |state, &byte| classifier.step(state, byte));
/// // Nothing is accepted yet, and RFC 1738 wants more.
/// assert!(!classifier.verdicts(colon).accepts(Grammar::Rfc1738));
/// assert!(classifier.open(colon).any(|grammar| grammar == Grammar::Rfc1738));
/// ```
impl Classifier {
    /// The number of states.
    pub fn states(&self) -> u32 {
        self.table.states() as u32
    }

    /// The state before the first byte.
    pub fn start(&self) -> u32 {
        START
    }

    /// The state after a byte. A number that is not a state leads to the dead state.
    pub fn step(&self, state: u32, byte: u8) -> u32 {
        self.table.number(self.table.step(self.table.state(state), byte)) as u32
    }

    /// The class of each byte. No state distinguishes two bytes of one class.
    pub fn classes(&self) -> &[u8; 256] {
        self.table.classes()
    }

    /// The verdicts of all grammars on an input that ends in a state.
    #[inline]
    pub fn verdicts(&self, state: u32) -> Verdicts {
        self.table.label_of(state).map_or_else(Verdicts::default, |end| end.verdict)
    }

    /// The grammars that can still accept an input in a state.
    pub fn open(&self, state: u32) -> impl Iterator<Item = Grammar> + use<> {
        let open = self.table.mark(self.table.state(state));
        Grammar::ALL.into_iter().filter(move |&grammar| open & 1 << grammar as usize != 0)
    }
}
