//! The walk of an input through the automaton.

use std::hint::select_unpredictable;

use super::machine::{Classifier, Machine, STARTS, States, pack};
use super::pairs::{BEYOND, PAD, near};
use super::stops::Stop;
use crate::base::utf8::character_start;
use crate::refusal::deepest::GROUPS;

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
type NearStates = [usize; GROUPS];

/// Reads a whole input, and returns the [number](pack) of the last states. With `REFUSALS`, it
/// calls `report` for each byte at which a grammar stops accepting the input. Without it, the walk
/// is faster.
#[inline]
pub(super) fn walk<const REFUSALS: bool>(classifier: &Classifier, text: &[u8], mut report: impl FnMut(Stop)) -> u32 {
    let input = WalkInput { classifier, text };
    let mut progress = WalkState::start(classifier);
    let strides = strides(text);
    for (index, stride) in strides.iter().enumerate() {
        // The steps of one automaton wait for each other. Those of the second automaton fill the
        // gaps.
        let after = stride.iter().fold(progress.states, |states, &pair| input.step::<false>(states, pair));
        input.advance::<REFUSALS, false>(index * STRIDE, stride, &mut progress, after, &mut report);
    }
    let (last, may_equal_padding) = last(text);
    let after = last.iter().fold(progress.states, |states, &pair| input.step::<true>(states, pair));
    let after = if may_equal_padding { [BEYOND.into(); GROUPS] } else { after };
    input.advance::<REFUSALS, true>(strides.len() * STRIDE, &last, &mut progress, after, &mut report);
    pack(progress.in_table())
}

/// How far a walk is.
struct WalkState {
    states: NearStates,
    /// The states that have no number among the pairs.
    beyond: States,
    /// The grammars that can still accept the input, one bit each; anything if a state has no
    /// number among the pairs.
    open: u16,
}

impl WalkState {
    fn start(classifier: &Classifier) -> Self {
        Self { states: STARTS.map(usize::from), beyond: [0; GROUPS], open: classifier.open_set(STARTS) }
    }

    /// The states of the table.
    #[inline(always)]
    fn in_table(&self) -> States {
        std::array::from_fn(|group| {
            if self.states[group] == usize::from(BEYOND) { self.beyond[group] } else { self.states[group] as u16 }
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
        // The last bytes of the text, shifted so that those after the last whole stride come first.
        Some(&last) => u64::from_le_bytes(last) >> 1 >> (u64::BITS - 1 - bits),
        None => text.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte)),
    };
    let padded = bytes | u64::from_le_bytes([PAD; STRIDE]) << bits;
    (std::array::from_fn(|pair| ((padded >> (16 * pair)) as u16).to_le_bytes()), bytes & NOT_ASCII != 0)
}

/// An input during a walk.
struct WalkInput<'i> {
    classifier: &'i Classifier,
    text: &'i [u8],
}

impl<'i> WalkInput<'i> {
    /// The states after two bytes.
    #[inline(always)]
    fn step<const PADDED: bool>(&self, states: NearStates, pair: [u8; 2]) -> NearStates {
        std::array::from_fn(|group| self.classifier.machines[group].pairs.step::<PADDED>(states[group], pair))
    }

    /// Whether a state after some bytes has no number among the pairs.
    #[inline(always)]
    fn is_beyond(states: NearStates) -> bool {
        states.into_iter().fold(false, |any, state| any | (state == usize::from(BEYOND)))
    }

    /// The grammars that can still accept the input in states that have numbers among the pairs,
    /// one bit each.
    #[inline(always)]
    fn open_set(&self, states: NearStates) -> u16 {
        (0..GROUPS).fold(0, |open, group| open | self.classifier.machines[group].pairs.mark(states[group]))
    }

    /// The place where grammars stop at the byte at an offset, in front of which the automata are
    /// in a state.
    #[inline(always)]
    fn stop(&self, offset: usize, state: u32, byte: u8) -> Stop {
        Stop { offset: character_start(self.text, offset), state, byte: Some(byte) }
    }

    /// Goes to the states after a stride, which is read again if a grammar has stopped accepting
    /// the input, or if a state has no number among the pairs.
    #[inline(always)]
    fn advance<const REFUSALS: bool, const PADDED: bool>(
        &self,
        from: usize,
        stride: &Stride,
        progress: &mut WalkState,
        after: NearStates,
        report: &mut impl FnMut(Stop),
    ) {
        if Self::is_beyond(after) {
            progress.beyond = self.read_bytes::<REFUSALS, PADDED>(from, stride, progress.in_table(), after, report);
            progress.states = progress.beyond.map(|state| near(state).into());
            progress.open = self.open_set(progress.states);
            return;
        }
        if REFUSALS && progress.open != self.open_set(after) {
            progress.open = self.open_set(after);
            self.report_stops::<PADDED>(from, stride, progress.states, report);
        }
        progress.states = after;
    }

    /// Calls `report` at the bytes of a stride at which grammars stop accepting the input. The
    /// states after its pairs have numbers among the pairs.
    #[inline(never)]
    fn report_stops<const PADDED: bool>(
        &self,
        from: usize,
        stride: &Stride,
        before: NearStates,
        report: &mut impl FnMut(Stop),
    ) {
        let mut states = [before; PAIRS + 1];
        let mut stopping = 0u32;
        for (index, &pair) in stride.iter().enumerate() {
            states[index + 1] = self.step::<PADDED>(states[index], pair);
            stopping |= u32::from(self.open_set(states[index]) != self.open_set(states[index + 1])) << index;
        }
        while stopping != 0 {
            let index = stopping.trailing_zeros() as usize;
            stopping &= stopping - 1;
            self.report_stops_in_pair(from + 2 * index, stride[index], [states[index], states[index + 1]], report);
        }
    }

    /// Calls `report` for two bytes: grammars stop at the first, at the second or at both. The
    /// processor cannot predict which of the bytes it is, so no branch depends on it.
    #[inline(always)]
    fn report_stops_in_pair(
        &self,
        from: usize,
        [first, second]: [u8; 2],
        [before, after]: [NearStates; 2],
        report: &mut impl FnMut(Stop),
    ) {
        let classifier = self.classifier;
        let [open_before, open_after] = [before, after].map(|states| self.open_set(states));
        let before = before.map(|state| state as u16);
        let between = classifier.next(before, first);
        let open = classifier.open_set(between);
        let at_first = open_before != open;
        if at_first & (open != open_after) {
            report(self.stop(from, pack(before), first));
            report(self.stop(from + 1, pack(between), second));
        } else {
            let (state, byte) = if at_first { (pack(before), first) } else { (pack(between), second) };
            report(self.stop(from + usize::from(!at_first), state, byte));
        }
    }

    /// Reads one stride again, byte by byte, and calls `report` at the bytes at which grammars stop
    /// accepting the input. Returns the states after it.
    #[cold]
    #[inline(never)]
    fn read_bytes<const REFUSALS: bool, const PADDED: bool>(
        &self,
        from: usize,
        stride: &Stride,
        before: States,
        after: NearStates,
        report: &mut impl FnMut(Stop),
    ) -> States {
        let machines = &self.classifier.machines;
        // If no grammar of an automaton stops, only the state after the stride matters, which
        // `after` may hold already.
        let is_read: [bool; GROUPS] = std::array::from_fn(|group| {
            let Machine { table, pairs, .. } = &machines[group];
            after[group] == usize::from(BEYOND) || REFUSALS && pairs.mark(after[group]) != table.mark(before[group])
        });
        let mut states = std::array::from_fn(|group| {
            if is_read[group] {
                self.states::<PADDED>(group, from, stride, before[group])
            } else {
                [after[group] as u16; STRIDE + 1]
            }
        });
        let end = states.map(|states| states[STRIDE]);
        // The bytes at which grammars stop, one bit each. A grammar that has stopped never goes on.
        let mut stopping = 0u32;
        for group in (0..GROUPS).filter(|&group| REFUSALS && is_read[group]) {
            let marks = states[group].map(|state| machines[group].table.mark(state));
            if marks[0] != marks[STRIDE] {
                stopping |=
                    (0..STRIDE).fold(0, |set, offset| set | u32::from(marks[offset] != marks[offset + 1]) << offset);
            }
        }
        if stopping != 0 {
            for group in (0..GROUPS).filter(|&group| !is_read[group]) {
                states[group] = self.states::<PADDED>(group, from, stride, before[group]);
            }
        }
        while stopping != 0 {
            let offset = stopping.trailing_zeros() as usize;
            stopping &= stopping - 1;
            let state = pack(states.map(|states| states[offset]));
            report(self.stop(from + offset, state, stride.as_flattened()[offset]));
        }
        end
    }

    /// The states of one automaton in front of each byte of a stride, and after it.
    #[inline(always)]
    fn states<const PADDED: bool>(&self, group: usize, from: usize, stride: &Stride, before: u16) -> [u16; STRIDE + 1] {
        let table = &self.classifier.machines[group].table;
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
