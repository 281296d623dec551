//! The automaton over pairs of bytes, with half the steps, for the most frequent states.

use std::collections::HashMap;

use super::table::{Label, START, Table};

/// The number of values of a byte.
const BYTES: usize = 1 << u8::BITS;
/// The number of pairs of bytes, and the number of steps from a state by a class of pairs.
const PAIRS: usize = BYTES * BYTES;
/// The number for every state of the table that has no number here. The first states have numbers,
/// as many as fit into a byte.
pub(super) const BEYOND: u8 = u8::MAX;
/// The padding after the end of an input. It leads from each state to itself.
pub(super) const PAD: u8 = u8::MAX;

/// The assumed frequency of a pair that occurs in no typical input.
const RARE: f64 = 0.01;

/// The state after a pair, for each state.
type Column = [u8; BYTES];

/// Pairs of classes of bytes with one column, and how often they are read in each state.
struct Class {
    pairs: Vec<usize>,
    uses: [f64; BYTES],
}

impl Default for Class {
    fn default() -> Self {
        Self { pairs: Vec::new(), uses: [0.0; BYTES] }
    }
}

/// Steps by two bytes at once, from the first states of a [`Table`], in which typical inputs spend
/// most time.
pub(super) struct Pairs {
    /// For each pair of classes of bytes its class: no state distinguishes two pairs of one class.
    /// The class after the last one is that of the padding.
    kinds: Vec<u8>,
    /// The class of each pair of bytes; the lower half of the index is the first byte.
    classes: Box<[u8; PAIRS]>,
    /// The same table, in which [`PAD`] is padding.
    padded: Box<[u8; PAIRS]>,
    /// The next state for each class of pairs (the upper half of the index) and state.
    steps: &'static [u8; PAIRS],
    marks: [u16; BYTES],
}

impl Pairs {
    /// Builds the steps for inputs like the typical ones. There is room for fewer classes than are
    /// needed, so classes are joined: where they disagree, their pairs lead to [`BEYOND`]. The
    /// typical inputs decide which of them are joined. The memory of the steps is not freed.
    pub fn new<'t, L: Label>(table: &Table<L>, typical: impl Iterator<Item = &'t str>) -> Self {
        let width = table.width() + 1;
        let mut columns: HashMap<Column, Class> = HashMap::new();
        for pair in 0..width * width {
            let step = |state| after(table, state as u8, [pair / width, pair % width]);
            columns.entry(std::array::from_fn(step)).or_default().pairs.push(pair);
        }
        let mut visits = [0.0; BYTES];
        let mut uses: HashMap<usize, [f64; BYTES]> = HashMap::new();
        for input in typical {
            let pad = [PAD; 2];
            let classes = input.bytes().map(|byte| usize::from(table.classes()[usize::from(byte)]));
            let classes: Vec<usize> = classes.chain(pad.map(|_| width - 1)).collect();
            let mut state = START;
            for pair in classes.windows(2) {
                let near = usize::from(near(state));
                visits[near] += 1.0;
                uses.entry(pair[0] * width + pair[1]).or_insert([0.0; BYTES])[near] += 1.0;
                state = padded(table, state, pair[0]);
            }
        }
        let all: f64 = visits.iter().sum();
        for class in columns.values_mut() {
            for pair in &class.pairs {
                let own = uses.get(pair);
                let total = own.map_or(0.0, |own| own.iter().sum::<f64>());
                // Any pair can occur in any state, if rarely.
                let chance = |state: usize| (total + RARE) * visits[state] / all.max(1.0);
                let used = |state: usize| own.map_or(0.0, |own| own[state]) + RARE * chance(state);
                class.uses.iter_mut().enumerate().for_each(|(state, uses)| *uses += used(state));
            }
        }
        let mut columns: Vec<(Column, Class)> = columns.into_iter().collect();
        let total = |class: &Class| class.uses.iter().sum::<f64>();
        columns.sort_by(|(_, one), (_, other)| total(other).total_cmp(&total(one)).then(one.pairs.cmp(&other.pairs)));
        // Two bytes of padding lead from each state to itself, and stay alone.
        let alone = columns.iter().position(|(_, class)| class.pairs.contains(&(width * width - 1)));
        alone.into_iter().for_each(|at| columns[..=at].rotate_right(1));
        let known = joined(columns);
        let mut kinds = vec![0; width * width];
        let mut steps = Box::new([BEYOND; PAIRS]);
        for (number, (row, (column, class))) in steps.chunks_mut(BYTES).zip(&known).enumerate() {
            row.copy_from_slice(column);
            class.pairs.iter().for_each(|&pair| kinds[pair] = number as u8);
        }
        Self::of(table, kinds, Box::leak(steps))
    }

    fn of<L: Label>(table: &Table<L>, kinds: Vec<u8>, steps: &'static [u8; PAIRS]) -> Self {
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

    /// Reads the output of [`write`](Self::write), and returns the data after it; `None` for any
    /// other data.
    pub fn read<L: Label>(table: &Table<L>, pairs: &'static [u8]) -> Option<(Self, &'static [u8])> {
        let (kinds, rest) = pairs.split_at_checked((table.width() + 1).pow(2))?;
        let (steps, rest) = rest.split_first_chunk()?;
        Some((Self::of(table, kinds.to_vec(), steps), rest))
    }

    /// The state after two bytes.
    #[inline(always)]
    pub fn step<const PADDED: bool>(&self, state: usize, pair: [u8; 2]) -> usize {
        let classes = if PADDED { &self.padded } else { &self.classes };
        let class = classes[usize::from(u16::from_le_bytes(pair))];
        self.steps[(usize::from(class) << u8::BITS) | (state % BYTES)].into()
    }

    /// The mark of the state. The mark of [`BEYOND`] differs from all others.
    #[inline(always)]
    pub fn mark(&self, state: usize) -> u16 {
        self.marks[state % BYTES]
    }
}

/// As many classes as there is room for. Each of the others is joined with the one with which it
/// disagrees least often.
fn joined(columns: Vec<(Column, Class)>) -> Vec<(Column, Class)> {
    let mut known: Vec<(Column, Class)> = Vec::new();
    for (column, class) in columns {
        if known.len() < BYTES {
            known.push((column, class));
            continue;
        }
        let loss = |(other, own): &(Column, Class)| -> f64 {
            let all = column.iter().zip(other).zip(class.uses.iter().zip(&own.uses));
            all.filter(|((one, other), _)| one != other).map(|(_, (one, other))| one + other).sum()
        };
        // The first is the padding's.
        let nearest = known.iter_mut().skip(1).min_by(|one, other| loss(one).total_cmp(&loss(other)));
        if let Some((other, own)) = nearest {
            own.pairs.extend(&class.pairs);
            for (state, to) in other.iter_mut().enumerate() {
                if *to == column[state] {
                    own.uses[state] += class.uses[state];
                } else {
                    (*to, own.uses[state]) = (BEYOND, 0.0);
                }
            }
        }
    }
    known
}

/// The state after a byte of that class, or after padding, whose class is the last one.
fn padded<L: Label>(table: &Table<L>, state: u16, class: usize) -> u16 {
    if class == table.width() { state } else { table.after(state, class) }
}

/// The number of the state after a pair of classes of bytes, or [`BEYOND`].
fn after<L: Label>(table: &Table<L>, state: u8, pair: [usize; 2]) -> u8 {
    match state {
        BEYOND => BEYOND,
        _ => near(pair.iter().fold(table.state(state.into()), |state, &class| padded(table, state, class))),
    }
}

/// The number among the pairs of a state of the table, or [`BEYOND`].
#[inline]
pub(super) fn near(state: u16) -> u8 {
    u8::try_from(state).unwrap_or(BEYOND)
}
