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
    pub(crate) fn of_dfa(dfa: &Dfa) -> Self {
        // The states come first, under their own numbers.
        let mut nodes: Vec<NfaNode> = (0..dfa.len()).map(|_| NfaNode::Split(Vec::new())).collect();
        for state in 0..dfa.len() {
            let accept = dfa.is_accepting(state as NodeId).then_some(NfaNode::Accept(0));
            let steps = dfa.classes(state as NodeId).into_iter().map(|(set, to)| NfaNode::Step(set, to));
            let own: Vec<NfaNode> = steps.chain(accept).collect();
            nodes[state] = NfaNode::Split((nodes.len()..nodes.len() + own.len()).map(|at| at as NodeId).collect());
            nodes.extend(own);
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
    /// let nfa = Nfa::of(&bnf, "a")?.in_bytes();
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
        let mut known: HashMap<(Vec<Bytes>, NodeId), NodeId> = HashMap::new();
        for at in 0..self.nodes.len() {
            let NfaNode::Step(set, to) = &self.nodes[at] else { continue };
            if set.beyond().is_empty() {
                continue;
            }
            let (set, to) = (set.clone(), *to);
            let place = self.places.get(at).copied();
            // For each rest of a character the set of the first bytes.
            let mut firsts: Vec<(Vec<Bytes>, CharSet)> = Vec::new();
            for &(first, last) in set.beyond() {
                for mut sequence in sequences(first, last) {
                    let first = of_bytes(sequence.remove(0));
                    match firsts.iter_mut().find(|(rest, _)| *rest == sequence) {
                        Some((_, all)) => *all = all.union(&first),
                        None => firsts.push((sequence, first)),
                    }
                }
            }
            let add = |nfa: &mut Self, node| {
                nfa.nodes.push(node);
                nfa.places.extend(place);
                (nfa.nodes.len() - 1) as NodeId
            };
            let mut ways = Vec::new();
            if set.bits() != 0 {
                ways.push(add(&mut self, NfaNode::Step(CharSet::ascii(set.bits()), to)));
            }
            for (rest, first) in firsts {
                let behind = (0..rest.len()).rev().fold(to, |next, from| {
                    let bytes = of_bytes(rest[from]);
                    *known
                        .entry((rest[from..].to_vec(), to))
                        .or_insert_with(|| add(&mut self, NfaNode::Step(bytes, next)))
                });
                ways.push(add(&mut self, NfaNode::Step(first, behind)));
            }
            self.nodes[at] = NfaNode::Split(ways);
        }
        self
    }
}

/// Bytes as characters.
fn of_bytes((first, last): Bytes) -> CharSet {
    CharSet::range(char::from(first), char::from(last))
}

/// The sequences of ranges of bytes that encode the characters of a range beyond US-ASCII. Each
/// character has one sequence.
fn sequences(first: char, last: char) -> Vec<Vec<Bytes>> {
    // The ranges of each length, without the surrogates.
    let lengths = [(BEYOND, '\u{7FF}'), ('\u{800}', '\u{D7FF}'), ('\u{E000}', '\u{FFFF}'), ('\u{10000}', char::MAX)];
    let mut all = Vec::new();
    for (from, to) in lengths {
        let (first, last) = (first.max(from), last.min(to));
        if first <= last {
            divided(first.to_string().as_bytes(), last.to_string().as_bytes(), &mut Vec::new(), &mut all);
        }
    }
    all
}

/// Divides the range between two texts of the same length so that, in each part, the range of a
/// byte does not depend on the bytes in front of it.
fn divided(first: &[u8], last: &[u8], before: &mut Vec<Bytes>, all: &mut Vec<Vec<Bytes>>) {
    let (&[mut a, ref first @ ..], &[mut b, ref last @ ..]) = (first, last) else {
        all.push(before.clone());
        return;
    };
    // The part whose first byte is this one.
    let mut one = |byte: u8, first: &[u8], last: &[u8], all: &mut Vec<Vec<Bytes>>| {
        before.push((byte, byte));
        divided(first, last, before, all);
        before.pop();
    };
    if a == b {
        return one(a, first, last, all);
    }
    let (least, most) = ([AFTER.0; 3], [AFTER.1; 3]);
    if first.iter().any(|&byte| byte != AFTER.0) {
        one(a, first, &most[..first.len()], all);
        a += 1;
    }
    if last.iter().any(|&byte| byte != AFTER.1) {
        one(b, &least[..last.len()], last, all);
        b -= 1;
    }
    if a <= b {
        let ranges = [(a, b)].into_iter().chain(first.iter().map(|_| AFTER));
        all.push(before.iter().copied().chain(ranges).collect());
    }
}
