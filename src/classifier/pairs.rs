//! The automaton over pairs of bytes, with half the steps, for the most frequent states.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::table::{Label, Table};

/// The number of values of a byte.
const BYTES: usize = 1 << u8::BITS;
/// The number of pairs of bytes, and the number of steps from a state by a class of pairs.
const PAIRS: usize = BYTES * BYTES;
/// The number for every state of the table that has no number here. The first states have numbers, as many as fit into a byte.
pub(super) const BEYOND: u8 = u8::MAX;
/// The padding after the end of an input. It leads from each state to itself.
pub(super) const PAD: u8 = u8::MAX;

/// Steps by two bytes at once, from the first states of a [`Table`], in which typical inputs spend most time.
pub(super) struct Pairs {
    /// For each pair of classes of bytes its class: no state distinguishes two pairs of one class. The class after the last one
    /// is that of the padding.
    kinds: Vec<u8>,
    /// The class of each pair of bytes; the lower half of the index is the first byte.
    classes: Box<[u8; PAIRS]>,
    /// The same table, in which [`PAD`] is padding.
    padded: Box<[u8; PAIRS]>,
    /// The next state for each class of pairs (the upper half of the index) and state.
    steps: Box<[u8; PAIRS]>,
    marks: [u16; BYTES],
}

impl Pairs {
    /// Builds the steps for inputs like the typical ones. If there is not enough room, pairs that do not occur in these lead to
    /// [`BEYOND`].
    pub fn new<'t, L: Label>(table: &Table<L>, typical: impl Iterator<Item = &'t str>) -> Self {
        let width = table.width() + 1;
        let mut uses = vec![0u32; width * width];
        for input in typical {
            let classes: Vec<usize> =
                input.bytes().map(|byte| usize::from(table.classes()[usize::from(byte)])).collect();
            classes.windows(2).for_each(|pair| uses[pair[0] * width + pair[1]] += 1);
            let end = classes.last().map_or(0, |last| last * width);
            uses[end + width - 1] += 1;
        }
        // Two bytes of padding.
        uses[width * width - 1] = u32::MAX;
        let mut order: Vec<usize> = (0..uses.len()).collect();
        order.sort_by_key(|&pair| Reverse(uses[pair]));
        // The class that leads beyond from every state comes first. It contains all pairs for which there is no room.
        let mut known = HashMap::from([(vec![BEYOND; BYTES], 0)]);
        let mut kinds = vec![0; uses.len()];
        for pair in order {
            let steps: Vec<u8> = (0..=BEYOND).map(|state| after(table, state, [pair / width, pair % width])).collect();
            let next = known.len();
            kinds[pair] = match known.get(&steps) {
                Some(&kind) => kind,
                None if next < BYTES => *known.entry(steps).or_insert(next as u8),
                None => 0,
            };
        }
        let mut steps = Box::new([BEYOND; PAIRS]);
        for (to, kind) in known {
            steps.chunks_mut(BYTES).nth(kind.into()).into_iter().for_each(|row| row.copy_from_slice(&to));
        }
        Self::of(table, kinds, steps)
    }

    fn of<L: Label>(table: &Table<L>, kinds: Vec<u8>, steps: Box<[u8; PAIRS]>) -> Self {
        let (pad, last) = (table.width(), usize::from(PAD));
        let kind = |first: usize, second: usize| kinds[first * (pad + 1) + second];
        let firsts = table.classes().map(usize::from);
        let mut classes = Box::new([0; PAIRS]);
        for (&second, row) in firsts.iter().zip(classes.chunks_exact_mut(BYTES)) {
            row.iter_mut().zip(firsts).for_each(|(to, first)| *to = kind(first, second));
        }
        // Only pairs with padding differ.
        let mut padded = classes.clone();
        for (&second, row) in firsts.iter().zip(padded.chunks_exact_mut(BYTES)) {
            row[last] = kind(pad, second);
        }
        padded[last * BYTES..].iter_mut().zip(firsts).for_each(|(to, first)| *to = kind(first, pad));
        padded[PAIRS - 1] = kind(pad, pad);
        let mut marks = std::array::from_fn(|state| table.mark(table.state(state as u32)));
        // No table has a state with this mark.
        marks[usize::from(BEYOND)] = u16::MAX;
        Self { classes, padded, kinds, steps, marks }
    }

    /// The classes of pairs of classes of bytes, and the steps.
    pub fn write(&self) -> Vec<u8> {
        self.kinds.iter().chain(&self.steps[..]).copied().collect()
    }

    /// Reads the output of [`write`](Self::write), and returns the data after it; `None` for any other data.
    pub fn read<'d, L: Label>(table: &Table<L>, pairs: &'d [u8]) -> Option<(Self, &'d [u8])> {
        let (kinds, rest) = pairs.split_at_checked((table.width() + 1).pow(2))?;
        let (steps, rest) = rest.split_first_chunk()?;
        Some((Self::of(table, kinds.to_vec(), Box::new(*steps)), rest))
    }

    /// The state after two bytes.
    #[inline(always)]
    pub fn step<const PADDED: bool>(&self, state: usize, pair: [u8; 2]) -> usize {
        let classes = if PADDED { &self.padded } else { &self.classes };
        let class = classes[usize::from(u16::from_le_bytes(pair))];
        self.steps[usize::from(class) << u8::BITS | state % BYTES].into()
    }

    /// The mark of the state. The mark of [`BEYOND`] differs from all others.
    #[inline(always)]
    pub fn mark(&self, state: usize) -> u16 {
        self.marks[state % BYTES]
    }
}

/// The number of the state after a pair of classes of bytes, or [`BEYOND`].
fn after<L: Label>(table: &Table<L>, state: u8, pair: [usize; 2]) -> u8 {
    match state {
        BEYOND => BEYOND,
        _ => {
            let end = pair.iter().fold(table.state(state.into()), |state, &class| table.after(state, class));
            near(table.number(end))
        }
    }
}

/// The number of a state among the pairs, or [`BEYOND`], by its number in the table.
#[inline]
pub(super) fn near(number: u16) -> u8 {
    u8::try_from(number).unwrap_or(BEYOND)
}
