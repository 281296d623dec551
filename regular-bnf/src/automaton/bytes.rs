//! Automata over the bytes of UTF-8, for tables that read bytes: a step by a character becomes
//! steps by its bytes.

use std::collections::HashMap;

use super::dfa::Dfa;
use super::nfa::{Nfa, NfaNode, NodeId};
use crate::characters::{BEYOND, CharSet};

/// A range of bytes.
type Bytes = (u8, u8);

/// The range of all bytes of a character after its first.
const AFTER: Bytes = (0x80, 0xBF);

impl Nfa {
    /// A deterministic automaton as a nondeterministic one.
    pub(crate) fn from_dfa(dfa: &Dfa) -> Self {
        // The states come first, under their own numbers.
        let mut nodes: Vec<NfaNode> = (0..dfa.len()).map(|_| NfaNode::Split(Vec::new())).collect();
        for state in 0..dfa.len() {
            let accept = dfa.is_accepting(state as NodeId).then_some(NfaNode::Accept(0));
            let steps = dfa.classes(state as NodeId).into_iter().map(|(set, to)| NfaNode::Step(set, to));
            let moves: Vec<NfaNode> = steps.chain(accept).collect();
            nodes[state] = NfaNode::Split((nodes.len()..nodes.len() + moves.len()).map(|at| at as NodeId).collect());
            nodes.extend(moves);
        }
        Self { nodes, start: Dfa::START, places: Vec::new(), around: Vec::new() }
    }

    /// The automaton over bytes of UTF-8. Each byte is a character: byte 0xE9 is U+00E9. A state
    /// inside a character has the place of the state in front of it.
    ///
    /// ```
    /// use regular_bnf::{Bnf, automaton::nfa::Nfa};
    ///
    /// let bnf = Bnf::read("a = %xA0-D7FF / \"x\"\n")?;
    /// let nfa = Nfa::from_production(&bnf, "a")?.in_bytes();
    /// let mut scratch = nfa.scratch();
    /// let mut state = nfa.start(&mut scratch);
    /// for byte in "é".bytes() {
    ///     state = nfa.step(&state, char::from(byte), &mut scratch);
    /// }
    /// assert_eq!(nfa.accepted(&state).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_bytes(mut self) -> Self {
        // Steps by the same last bytes to the same state are shared.
        let mut shared: HashMap<(Vec<Bytes>, NodeId), NodeId> = HashMap::new();
        for at in 0..self.nodes.len() {
            let NfaNode::Step(set, to) = &self.nodes[at] else { continue };
            if set.beyond().is_empty() {
                continue;
            }
            let (set, to) = (set.clone(), *to);
            let place = self.places.get(at).copied();
            // For each sequence of last bytes the set of the first bytes in front of it.
            let mut firsts: Vec<(Vec<Bytes>, CharSet)> = Vec::new();
            for &(first, last) in set.beyond() {
                for mut sequence in sequences(first, last) {
                    let first = byte_set(sequence.remove(0));
                    match firsts.iter_mut().find(|(remaining_bytes, _)| *remaining_bytes == sequence) {
                        Some((_, first_bytes)) => *first_bytes = first_bytes.union(&first),
                        None => firsts.push((sequence, first)),
                    }
                }
            }
            let mut branches = Vec::new();
            if set.bits() != 0 {
                branches.push(self.push(NfaNode::Step(CharSet::ascii(set.bits()), to), place));
            }
            for (remaining_bytes, first) in firsts {
                let after_first = (0..remaining_bytes.len()).rev().fold(to, |next, from| {
                    let bytes = byte_set(remaining_bytes[from]);
                    *shared
                        .entry((remaining_bytes[from..].to_vec(), to))
                        .or_insert_with(|| self.push(NfaNode::Step(bytes, next), place))
                });
                branches.push(self.push(NfaNode::Step(first, after_first), place));
            }
            self.nodes[at] = NfaNode::Split(branches);
        }
        self
    }

    /// Adds a state at a place, if the automaton has places.
    fn push(&mut self, node: NfaNode, place: Option<u32>) -> NodeId {
        self.nodes.push(node);
        self.places.extend(place);
        (self.nodes.len() - 1) as NodeId
    }
}

/// The characters with the numbers of some bytes.
fn byte_set((first, last): Bytes) -> CharSet {
    CharSet::range(char::from(first), char::from(last))
}

/// The sequences of ranges of bytes that encode the characters of a range beyond US-ASCII. Each
/// character has one sequence.
fn sequences(first: char, last: char) -> Vec<Vec<Bytes>> {
    // The ranges of each length, without the surrogates.
    let lengths = [(BEYOND, '\u{7FF}'), ('\u{800}', '\u{D7FF}'), ('\u{E000}', '\u{FFFF}'), ('\u{10000}', char::MAX)];
    let mut sequences = Vec::new();
    for (from, to) in lengths {
        let (first, last) = (first.max(from), last.min(to));
        if first <= last {
            divide(first.to_string().as_bytes(), last.to_string().as_bytes(), &mut Vec::new(), &mut sequences);
        }
    }
    sequences
}

/// Divides the range between two texts of the same length so that, in each part, the range of a
/// byte does not depend on the bytes in front of it. Each part is added to `sequences`, with
/// `prefix` in front of it.
fn divide(first: &[u8], last: &[u8], prefix: &mut Vec<Bytes>, sequences: &mut Vec<Vec<Bytes>>) {
    let (&[mut low, ref first @ ..], &[mut high, ref last @ ..]) = (first, last) else {
        sequences.push(prefix.clone());
        return;
    };
    if low == high {
        return divide_after(low, first, last, prefix, sequences);
    }
    let (least, most) = ([AFTER.0; 3], [AFTER.1; 3]);
    if first.iter().any(|&byte| byte != AFTER.0) {
        divide_after(low, first, &most[..first.len()], prefix, sequences);
        low += 1;
    }
    if last.iter().any(|&byte| byte != AFTER.1) {
        divide_after(high, &least[..last.len()], last, prefix, sequences);
        high -= 1;
    }
    if low <= high {
        let ranges = [(low, high)].into_iter().chain(first.iter().map(|_| AFTER));
        sequences.push(prefix.iter().copied().chain(ranges).collect());
    }
}

/// Divides the part of a range whose next byte is `byte`.
fn divide_after(byte: u8, first: &[u8], last: &[u8], prefix: &mut Vec<Bytes>, sequences: &mut Vec<Vec<Bytes>>) {
    prefix.push((byte, byte));
    divide(first, last, prefix, sequences);
    prefix.pop();
}
