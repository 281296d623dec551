//! The places at which the grammars stopped accepting an input.

use crate::grammar::Grammar;

/// The place at which a grammar stopped accepting an input.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::classifier::Classifier;
///
/// let stop = |url| Classifier::get().classify(url).stops().get(Grammar::Rfc1738).unwrap();
/// let (short, long) = (stop("http://host/~me"), stop("http://www.host.dom/pub/~you"));
/// assert_eq!((short.offset, long.offset), (12, 24));
/// assert_eq!((short.state, short.byte), (long.state, Some(b'~')));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stop {
    /// The length in bytes of the longest prefix that the grammar can continue to an accepted
    /// input: the offset of a character, or the length of the input if the input ended too early.
    pub offset: usize,
    /// The automaton's state in front of the byte. Equal refusals have equal states.
    pub state: u32,
    /// The byte of that character with which the grammar stopped, or `None` at the end.
    pub byte: Option<u8>,
}

/// For each grammar the place at which it stopped accepting an input; none for a grammar that
/// accepts the input.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::classifier::Classifier;
///
/// let stops = Classifier::get().classify("http://host/~me").stops();
/// assert_eq!(stops.get(Grammar::Rfc1738).map(|stop| stop.offset), Some(12));
/// assert_eq!(stops.get(Grammar::Rfc3986), None);
/// assert!(stops.iter().all(|(_, stop)| stop.offset == 12));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stops([Option<Stop>; Grammar::ALL.len()]);

impl Stops {
    /// The place at which a grammar stopped; `None` if it accepts the input.
    pub fn get(&self, grammar: Grammar) -> Option<Stop> {
        self.0[grammar as usize]
    }

    /// The grammars that refuse the input, each with the place at which it stopped.
    pub fn iter(&self) -> impl Iterator<Item = (Grammar, Stop)> {
        Grammar::all().filter_map(|grammar| Some((grammar, self.get(grammar)?)))
    }

    pub(super) fn set(&mut self, grammar: Grammar, stop: Stop) {
        self.0[grammar as usize] = Some(stop);
    }
}
