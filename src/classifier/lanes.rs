//! The walk of several inputs at once through one automaton: the steps of one wait for each other,
//! and those of the others fill the gaps.

use super::machine::Machine;
use super::pairs::{BEYOND, near};
use super::table::START;
use super::walk::{STRIDE, Stride, last, strides};

/// The number of inputs that are read at once.
const LANES: usize = 2;

/// Reads each input, and calls `told` with its key and its last state. Several inputs are read at
/// once, so it is called in the order in which they end.
pub(super) fn each<'i, K>(
    machine: &Machine,
    mut inputs: impl Iterator<Item = (K, &'i [u8])>,
    mut told: impl FnMut(K, u16),
) {
    let mut lanes: [Option<(K, &[u8])>; LANES] = std::array::from_fn(|_| inputs.next());
    // The whole strides that are not read yet.
    let mut rests = std::array::from_fn(|at| lanes[at].as_ref().map_or(&[][..], |(_, text)| strides(text)));
    // Words, as in the walk of one input.
    let mut states = [START.into(); LANES];
    let mut beyond = [0; LANES];
    let mut ended = lanes.iter().any(Option::is_none);
    while !ended {
        let common = rests.iter().map(|rest| rest.len()).min().unwrap_or_default();
        let parts: [_; LANES] = std::array::from_fn(|at| rests[at].split_at(common));
        for stride in 0..common {
            let own: [&Stride; LANES] = std::array::from_fn(|at| &parts[at].0[stride]);
            let after = std::array::from_fn(|at| steps::<false>(machine, own[at], states[at]));
            states = if (0..LANES).fold(false, |any, at| any | (after[at] == usize::from(BEYOND))) {
                read_each(machine, own, states, &mut beyond)
            } else {
                after
            };
        }
        rests = parts.map(|(_, rest)| rest);
        for at in 0..LANES {
            if rests[at].is_empty()
                && let Some((key, text)) = lanes[at].take()
            {
                told(key, end(machine, text, states[at], beyond[at]));
                states[at] = START.into();
                lanes[at] = inputs.next();
                rests[at] = lanes[at].as_ref().map_or(&[][..], |(_, text)| strides(text));
                ended |= lanes[at].is_none();
            }
        }
    }
    for (at, lane) in lanes.into_iter().enumerate() {
        let Some((key, text)) = lane else { continue };
        let (mut state, mut beyond) = (states[at], beyond[at]);
        for stride in rests[at] {
            state = read(machine, stride, state, &mut beyond);
        }
        told(key, end(machine, text, state, beyond));
    }
}

/// The state after a stride.
#[inline(always)]
fn steps<const PADDED: bool>(machine: &Machine, stride: &Stride, state: usize) -> usize {
    stride.iter().fold(state, |state, &pair| machine.pairs.step::<PADDED>(state, pair))
}

/// The last state, from the state after the whole strides.
#[inline(always)]
fn end(machine: &Machine, text: &[u8], state: usize, mut beyond: u16) -> u16 {
    let (stride, odd) = last(text);
    let mut after = steps::<true>(machine, &stride, state);
    if odd || after == usize::from(BEYOND) {
        after = crawl(machine, &text[text.len() / STRIDE * STRIDE..], state, &mut beyond);
    }
    if after == usize::from(BEYOND) { beyond } else { after as u16 }
}

/// The states after a stride of each input, of which some have no number among the pairs.
#[cold]
#[inline(never)]
fn read_each(
    machine: &Machine,
    strides: [&Stride; LANES],
    states: [usize; LANES],
    beyond: &mut [u16; LANES],
) -> [usize; LANES] {
    std::array::from_fn(|at| read(machine, strides[at], states[at], &mut beyond[at]))
}

/// The state after a stride, whether it has a number among the pairs or not.
#[inline]
fn read(machine: &Machine, stride: &Stride, state: usize, beyond: &mut u16) -> usize {
    match steps::<false>(machine, stride, state) {
        after if after == usize::from(BEYOND) => crawl(machine, stride.as_flattened(), state, beyond),
        after => after,
    }
}

/// Reads bytes one by one, and returns the state among the pairs. A state that has no number among
/// the pairs stands in `beyond`, before and after.
#[cold]
#[inline(never)]
fn crawl(machine: &Machine, bytes: &[u8], state: usize, beyond: &mut u16) -> usize {
    let from = if state == usize::from(BEYOND) { *beyond } else { state as u16 };
    *beyond = bytes.iter().fold(from, |state, &byte| machine.table.step(state, byte));
    near(*beyond).into()
}
