//! The walk of an input through the automaton.

use std::hint::select_unpredictable;

use super::machine::{Classifier, Machine, STARTS, States, Stop, pack};
use super::pairs::{BEYOND, PAD, near};
use crate::language::deepest::GROUPS;
use crate::utf8::begin;

/// The number of bytes between two comparisons of the marks.
pub(super) const STRIDE: usize = size_of::<u64>();
/// The bits that are clear in every byte of US-ASCII.
const NOT_ASCII: u64 = 0x8080_8080_8080_8080;

/// The number of pairs of bytes in a stride.
const PAIRS: usize = STRIDE / 2;

/// The bytes of a stride.
pub(super) type Stride = [[u8; 2]; PAIRS];

/// The numbers of the states among the pairs. They are words: the compiler would put two bytes into
/// one register, and the steps would wait for it.
type Nears = [usize; GROUPS];

/// Reads a whole input, and returns the [number](pack) of the last states. With `REFUSALS`, `told`
/// is called for each byte at which a grammar stops accepting the input. Without it, the walk is
/// faster.
#[inline]
pub(super) fn walk<const REFUSALS: bool>(classifier: &Classifier, text: &[u8], mut told: impl FnMut(Stop)) -> u32 {
    let input = Input { classifier, text };
    let mut now = Now::start(classifier);
    let strides = strides(text);
    for (at, stride) in strides.iter().enumerate() {
        // The steps of one automaton wait for each other; those of the other fill the gaps.
        let after = stride.iter().fold(now.states, |states, &pair| input.step::<false>(states, pair));
        input.look::<REFUSALS, false>(at, stride, &mut now, after, &mut told);
    }
    let (last, odd) = last(text);
    let after = last.iter().fold(now.states, |states, &pair| input.step::<true>(states, pair));
    let after = if odd { [BEYOND.into(); GROUPS] } else { after };
    input.look::<REFUSALS, true>(strides.len(), &last, &mut now, after, &mut told);
    pack(now.in_table())
}

/// How far a walk is.
struct Now {
    states: Nears,
    /// The states that have no number among the pairs.
    beyond: States,
    /// The grammars that can still accept the input, one bit each; anything if a state has no
    /// number among the pairs.
    open: u16,
}

impl Now {
    fn start(classifier: &Classifier) -> Self {
        Self { states: STARTS.map(usize::from), beyond: [0; GROUPS], open: classifier.open_set(STARTS) }
    }

    /// The states of the table.
    #[inline(always)]
    fn in_table(&self) -> States {
        std::array::from_fn(|at| {
            if self.states[at] == usize::from(BEYOND) { self.beyond[at] } else { self.states[at] as u16 }
        })
    }
}

/// The whole strides of a text.
#[inline(always)]
pub(super) fn strides(text: &[u8]) -> &[Stride] {
    text.as_chunks().0.as_chunks().0
}

/// The bytes after the last whole stride, followed by padding; and whether one of them may be equal
/// to padding.
#[inline(always)]
pub(super) fn last(text: &[u8]) -> (Stride, bool) {
    let bits = (text.len() % STRIDE * 8) as u32;
    let bytes = match text.last_chunk() {
        // The last bytes of the text, shifted so that the rest comes first.
        Some(&last) => u64::from_le_bytes(last) >> 1 >> (u64::BITS - 1 - bits),
        None => text.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte)),
    };
    let padded = bytes | u64::from_le_bytes([PAD; STRIDE]) << bits;
    (std::array::from_fn(|pair| ((padded >> (16 * pair)) as u16).to_le_bytes()), bytes & NOT_ASCII != 0)
}

/// An input during a walk.
struct Input<'i> {
    classifier: &'i Classifier,
    text: &'i [u8],
}

impl<'i> Input<'i> {
    /// The states after two bytes.
    #[inline(always)]
    fn step<const PADDED: bool>(&self, states: Nears, pair: [u8; 2]) -> Nears {
        std::array::from_fn(|at| self.classifier.machines[at].pairs.step::<PADDED>(states[at], pair))
    }

    /// Whether a state after some bytes has no number among the pairs.
    #[inline(always)]
    fn is_beyond(states: Nears) -> bool {
        states.into_iter().fold(false, |any, state| any | (state == usize::from(BEYOND)))
    }

    /// The grammars that can still accept the input in states that have numbers among the pairs,
    /// one bit each.
    #[inline(always)]
    fn open_set(&self, states: Nears) -> u16 {
        (0..GROUPS).fold(0, |open, at| open | self.classifier.machines[at].pairs.mark(states[at]))
    }

    /// Goes to the states after a stride, which is read again if a grammar has stopped accepting
    /// the input, or if a state has no number among the pairs.
    #[inline(always)]
    fn look<const REFUSALS: bool, const PADDED: bool>(
        &self,
        at: usize,
        stride: &Stride,
        now: &mut Now,
        after: Nears,
        told: &mut impl FnMut(Stop),
    ) {
        if Self::is_beyond(after) {
            now.beyond = self.crawl::<REFUSALS, PADDED>(at * STRIDE, stride, now.in_table(), after, told);
            now.states = now.beyond.map(|state| near(state).into());
            now.open = self.open_set(now.states);
            return;
        }
        if REFUSALS && now.open != self.open_set(after) {
            now.open = self.open_set(after);
            self.find::<PADDED>(at * STRIDE, stride, now.states, told);
        }
        now.states = after;
    }

    /// Calls `told` at the bytes of a stride at which grammars stop accepting the input. The states
    /// after its pairs have numbers among the pairs.
    #[inline(never)]
    fn find<const PADDED: bool>(&self, from: usize, stride: &Stride, before: Nears, told: &mut impl FnMut(Stop)) {
        let mut states = [before; PAIRS + 1];
        let mut stopping = 0u32;
        for (at, &pair) in stride.iter().enumerate() {
            states[at + 1] = self.step::<PADDED>(states[at], pair);
            stopping |= u32::from(self.open_set(states[at]) != self.open_set(states[at + 1])) << at;
        }
        while stopping != 0 {
            let at = stopping.trailing_zeros() as usize;
            stopping &= stopping - 1;
            self.find_in_pair(from + 2 * at, stride[at], [states[at], states[at + 1]], told);
        }
    }

    /// The same for two bytes, of which one is such a byte or both are. The processor cannot
    /// predict which of them it is, so no branch depends on it.
    #[inline(always)]
    fn find_in_pair(
        &self,
        from: usize,
        [first, second]: [u8; 2],
        [before, after]: [Nears; 2],
        told: &mut impl FnMut(Stop),
    ) {
        let classifier = self.classifier;
        let [open_before, open_after] = [before, after].map(|states| self.open_set(states));
        let before = before.map(|state| state as u16);
        let between = classifier.next(before, first);
        let open = classifier.open_set(between);
        let mut tell = |offset: usize, state, byte| {
            let offset = begin(self.text, offset);
            told(Stop { offset, state, byte: Some(byte) });
        };
        let at_first = open_before != open;
        if at_first & (open != open_after) {
            tell(from, pack(before), first);
            tell(from + 1, pack(between), second);
        } else {
            let (state, byte) = if at_first { (pack(before), first) } else { (pack(between), second) };
            tell(from + usize::from(!at_first), state, byte);
        }
    }

    /// Reads one stride again, byte by byte, and calls `told` at the bytes at which grammars stop
    /// accepting the input. Returns the states after it.
    #[cold]
    #[inline(never)]
    fn crawl<const REFUSALS: bool, const PADDED: bool>(
        &self,
        from: usize,
        stride: &Stride,
        before: States,
        after: Nears,
        told: &mut impl FnMut(Stop),
    ) -> States {
        let machines = &self.classifier.machines;
        // Of an automaton in which no grammar stops only the state after the stride counts, and it
        // may be known.
        let is_read: [bool; GROUPS] = std::array::from_fn(|at| {
            let Machine { table, pairs, .. } = &machines[at];
            after[at] == usize::from(BEYOND) || REFUSALS && pairs.mark(after[at]) != table.mark(before[at])
        });
        let read = |at: usize| self.states::<PADDED>(at, from, stride, before[at]);
        let mut states = std::array::from_fn(|at| if is_read[at] { read(at) } else { [after[at] as u16; STRIDE + 1] });
        let end = states.map(|states| states[STRIDE]);
        // The bytes at which grammars stop, one bit each. A grammar that has stopped never goes on.
        let mut stopping = 0u32;
        for at in (0..GROUPS).filter(|&at| REFUSALS && is_read[at]) {
            let marks = states[at].map(|state| machines[at].table.mark(state));
            if marks[0] != marks[STRIDE] {
                let stops = |offset: usize| u32::from(marks[offset] != marks[offset + 1]) << offset;
                stopping |= (0..STRIDE).fold(0, |all, offset| all | stops(offset));
            }
        }
        if stopping != 0 {
            (0..GROUPS).filter(|&at| !is_read[at]).for_each(|at| states[at] = read(at));
        }
        while stopping != 0 {
            let offset = stopping.trailing_zeros() as usize;
            stopping &= stopping - 1;
            let state = pack(states.map(|states| states[offset]));
            let byte = Some(stride.as_flattened()[offset]);
            told(Stop { offset: begin(self.text, from + offset), state, byte });
        }
        end
    }

    /// The states of one automaton in front of each byte of a stride, and after it.
    #[inline(always)]
    fn states<const PADDED: bool>(&self, at: usize, from: usize, stride: &Stride, before: u16) -> [u16; STRIDE + 1] {
        let table = &self.classifier.machines[at].table;
        let mut states = [before; STRIDE + 1];
        for (offset, &byte) in stride.as_flattened().iter().enumerate() {
            let next = table.step(states[offset], byte);
            // Padding follows the text. The processor cannot predict where.
            let is_text = !PADDED || from + offset < self.text.len();
            states[offset + 1] = select_unpredictable(is_text, next, states[offset]);
        }
        states
    }
}
