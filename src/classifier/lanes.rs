//! The walk of several inputs at once through one automaton.
//!
//! The processor waits between two steps of one input. The steps of the other inputs fill the gaps.

use super::machine::Machine;
use super::pairs::{BEYOND, near};
use super::table::START;
use super::walk::{STRIDE, Stride, last, strides};

/// The number of inputs that are read at once.
const LANES: usize = 2;

/// Reads each input, and calls `report` with its key and its last state. Several inputs are read at
/// once, so the calls are in the order in which the inputs end.
pub(super) fn walk_each<'i, K>(
    machine: &Machine,
    mut inputs: impl Iterator<Item = (K, &'i [u8])>,
    mut report: impl FnMut(K, u16),
) {
    let mut lanes: [Option<(K, &[u8])>; LANES] = std::array::from_fn(|_| inputs.next());
    // The whole strides that are not read yet.
    let mut unread = std::array::from_fn(|lane| lanes[lane].as_ref().map_or(&[][..], |(_, text)| strides(text)));
    // Words, as in the walk of one input.
    let mut states = [START.into(); LANES];
    let mut beyond = [0; LANES];
    let mut ended = lanes.iter().any(Option::is_none);
    while !ended {
        let common = unread.iter().map(|remainder| remainder.len()).min().unwrap_or_default();
        let halves: [_; LANES] = std::array::from_fn(|lane| unread[lane].split_at(common));
        for stride in 0..common {
            let current: [&Stride; LANES] = std::array::from_fn(|lane| &halves[lane].0[stride]);
            let after = std::array::from_fn(|lane| steps::<false>(machine, current[lane], states[lane]));
            states = if (0..LANES).fold(false, |any, lane| any | (after[lane] == usize::from(BEYOND))) {
                states_after(machine, current, states, &mut beyond)
            } else {
                after
            };
        }
        unread = halves.map(|(_, remainder)| remainder);
        for lane in 0..LANES {
            if unread[lane].is_empty()
                && let Some((key, text)) = lanes[lane].take()
            {
                report(key, last_state(machine, text, states[lane], beyond[lane]));
                states[lane] = START.into();
                lanes[lane] = inputs.next();
                unread[lane] = lanes[lane].as_ref().map_or(&[][..], |(_, text)| strides(text));
                ended |= lanes[lane].is_none();
            }
        }
    }
    for (lane, input) in lanes.into_iter().enumerate() {
        let Some((key, text)) = input else { continue };
        let (mut state, mut beyond) = (states[lane], beyond[lane]);
        for stride in unread[lane] {
            state = state_after(machine, stride, state, &mut beyond);
        }
        report(key, last_state(machine, text, state, beyond));
    }
}

/// The state after a stride.
#[inline(always)]
fn steps<const PADDED: bool>(machine: &Machine, stride: &Stride, state: usize) -> usize {
    stride.iter().fold(state, |state, &pair| machine.pairs.step::<PADDED>(state, pair))
}

/// The last state, from the state after the whole strides.
#[inline(always)]
fn last_state(machine: &Machine, text: &[u8], state: usize, mut beyond: u16) -> u16 {
    let (stride, odd) = last(text);
    let mut after = steps::<true>(machine, &stride, state);
    if odd || after == usize::from(BEYOND) {
        after = read_bytes(machine, &text[text.len() / STRIDE * STRIDE..], state, &mut beyond);
    }
    if after == usize::from(BEYOND) { beyond } else { after as u16 }
}

/// The states after a stride of each input, of which some have no number among the pairs.
#[cold]
#[inline(never)]
fn states_after(
    machine: &Machine,
    strides: [&Stride; LANES],
    states: [usize; LANES],
    beyond: &mut [u16; LANES],
) -> [usize; LANES] {
    std::array::from_fn(|lane| state_after(machine, strides[lane], states[lane], &mut beyond[lane]))
}

/// The state after a stride, whether it has a number among the pairs or not.
#[inline]
fn state_after(machine: &Machine, stride: &Stride, state: usize, beyond: &mut u16) -> usize {
    match steps::<false>(machine, stride, state) {
        after if after == usize::from(BEYOND) => read_bytes(machine, stride.as_flattened(), state, beyond),
        after => after,
    }
}

/// Reads bytes one by one, and returns the number of the state among the pairs. `beyond` holds a
/// state that has no such number, before and after the bytes.
#[cold]
#[inline(never)]
fn read_bytes(machine: &Machine, bytes: &[u8], state: usize, beyond: &mut u16) -> usize {
    let from = if state == usize::from(BEYOND) { *beyond } else { state as u16 };
    *beyond = bytes.iter().fold(from, |state, &byte| machine.table.step(state, byte));
    near(*beyond).into()
}
