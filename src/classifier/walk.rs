//! The walk of an input through the automaton.

use super::machine::{Classifier, Stop, pack};
use super::pairs::{BEYOND, PAD, near};
use super::table::START;
use crate::language::deepest::GROUPS;
use crate::utf8::begin;

/// The number of bytes between two comparisons of the marks.
pub(super) const STRIDE: usize = size_of::<u64>();
/// The bits that are clear in every byte of US-ASCII.
const NOT_ASCII: u64 = 0x8080_8080_8080_8080;

/// The bytes of a stride.
pub(super) type Stride = [[u8; 2]; STRIDE / 2];

/// The numbers of the states among the pairs. They are words: the compiler would put two bytes into one register, and the steps
/// would wait for it.
type Nears = [usize; GROUPS];

/// Reads a whole input, and returns the numbers of the last states. With `REFUSALS`, `told` is called for each byte at which a
/// grammar stops accepting the input. Without it, the walk is faster.
#[inline]
pub(super) fn walk<const REFUSALS: bool>(classifier: &Classifier, text: &[u8], mut told: impl FnMut(Stop)) -> u32 {
    let input = Input { classifier, text };
    let mut states = [START as usize; GROUPS];
    // The numbers in the table of the states that have none among the pairs.
    let mut beyond = [0; GROUPS];
    let strides = strides(text);
    for (at, stride) in strides.iter().enumerate() {
        // The steps of one automaton wait for each other; those of the other fill the gaps.
        let after = stride.iter().fold(states, |states, &pair| input.step::<false>(states, pair));
        states = input.look::<REFUSALS>(at, states, after, &mut beyond, &mut told);
    }
    let (last, odd) = last(text);
    let after = last.iter().fold(states, |states, &pair| input.step::<true>(states, pair));
    let after = if odd { [BEYOND.into(); GROUPS] } else { after };
    pack(numbers(input.look::<REFUSALS>(strides.len(), states, after, &mut beyond, &mut told), beyond))
}

/// The numbers of the states in the table.
#[inline(always)]
fn numbers(states: Nears, beyond: [u16; GROUPS]) -> [u16; GROUPS] {
    std::array::from_fn(|at| if states[at] == usize::from(BEYOND) { beyond[at] } else { states[at] as u16 })
}

/// The whole strides of a text.
#[inline(always)]
pub(super) fn strides(text: &[u8]) -> &[Stride] {
    text.as_chunks().0.as_chunks().0
}

/// The bytes after the last whole stride, followed by padding; and whether one of them may be equal to padding.
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

    /// Decides whether the last stride is read again, byte by byte: if a grammar has stopped accepting the input, or if a
    /// state has no number among the pairs. Returns the states after the stride.
    #[inline(always)]
    fn look<const REFUSALS: bool>(
        &self,
        stride: usize,
        before: Nears,
        after: Nears,
        beyond: &mut [u16; GROUPS],
        told: &mut impl FnMut(Stop),
    ) -> Nears {
        let again = |at: usize| {
            let pairs = &self.classifier.machines[at].pairs;
            (after[at] == usize::from(BEYOND)) | (REFUSALS && pairs.mark(after[at]) != pairs.mark(before[at]))
        };
        if (0..GROUPS).fold(false, |any, at| any | again(at)) {
            *beyond = numbers(before, *beyond);
            self.crawl::<REFUSALS>(stride * STRIDE, beyond, told);
            beyond.map(|number| near(number).into())
        } else {
            after
        }
    }

    /// Reads one stride again, and calls `told` at the bytes at which grammars stop accepting the input. Replaces the numbers of the
    /// states before the stride by those after it.
    #[cold]
    #[inline(never)]
    fn crawl<const REFUSALS: bool>(&self, from: usize, numbers: &mut [u16; GROUPS], told: &mut impl FnMut(Stop)) {
        // Without refusals, only states that are not among the pairs lead here.
        let step = if REFUSALS { 2 } else { STRIDE };
        let rest = &self.text[from..self.text.len().min(from + STRIDE)];
        let mut offset = from;
        for bytes in rest.chunks(step) {
            match bytes.try_into().ok().and_then(|pair| self.quiet(*numbers, pair)) {
                Some(after) => *numbers = after,
                None => self.read::<REFUSALS>(offset, bytes.len(), numbers, told),
            }
            offset += bytes.len();
        }
    }

    /// The numbers of the states after two bytes; `None` if one is not among the pairs, or if a grammar stops accepting the input.
    #[inline(always)]
    fn quiet(&self, before: [u16; GROUPS], pair: [u8; 2]) -> Option<[u16; GROUPS]> {
        let mut numbers = before;
        for (number, machine) in numbers.iter_mut().zip(&self.classifier.machines) {
            let before = near(*number).into();
            let after = machine.pairs.step::<false>(before, pair);
            if after == usize::from(BEYOND) || machine.pairs.mark(after) != machine.pairs.mark(before) {
                return None;
            }
            *number = after as u16;
        }
        Some(numbers)
    }

    /// Reads some bytes one by one.
    #[inline(always)]
    fn read<const REFUSALS: bool>(
        &self,
        from: usize,
        length: usize,
        numbers: &mut [u16; GROUPS],
        told: &mut impl FnMut(Stop),
    ) {
        let classifier = self.classifier;
        let mut states = classifier.unpacked(pack(*numbers));
        let mut open = classifier.open_set(states);
        for (offset, &byte) in self.text.iter().enumerate().skip(from).take(length) {
            let next = classifier.next(states, byte);
            if REFUSALS && classifier.open_set(next) != open {
                open = classifier.open_set(next);
                let offset = begin(self.text, offset);
                told(Stop { offset, state: classifier.packed(states), byte: Some(byte) });
            }
            states = next;
        }
        *numbers = classifier.numbers(states);
    }
}
