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
type PairColumn = [u8; BYTES];

/// Pairs of classes of bytes with one column, and how often they are read in each state.
struct PairClass {
    pairs: Vec<usize>,
    uses: [f64; BYTES],
}

impl Default for PairClass {
    fn default() -> Self {
        Self { pairs: Vec::new(), uses: [0.0; BYTES] }
    }
}

impl PairClass {
    fn total_uses(&self) -> f64 {
        self.uses.iter().sum()
    }
}

/// How often the typical inputs visit each state, and read each pair of classes of bytes there.
struct Frequencies {
    visits: [f64; BYTES],
    all_visits: f64,
    uses: HashMap<usize, [f64; BYTES]>,
}

impl Frequencies {
    fn count<'t, L: Label>(table: &Table<L>, typical: impl Iterator<Item = &'t str>) -> Self {
        let padding = table.width();
        let width = padding + 1;
        let mut visits = [0.0; BYTES];
        let mut uses: HashMap<usize, [f64; BYTES]> = HashMap::new();
        for input in typical {
            let classes = input.bytes().map(|byte| usize::from(table.classes()[usize::from(byte)]));
            let classes: Vec<usize> = classes.chain([padding; 2]).collect();
            let mut state = START;
            for pair in classes.windows(2) {
                let near = usize::from(near(state));
                visits[near] += 1.0;
                uses.entry(pair[0] * width + pair[1]).or_insert([0.0; BYTES])[near] += 1.0;
                state = padded(table, state, pair[0]);
            }
        }
        Self { visits, all_visits: visits.iter().sum(), uses }
    }

    /// How often each state reads a pair. Any pair can occur in any state, if rarely.
    fn estimate(&self, pair: usize) -> [f64; BYTES] {
        let counted = self.uses.get(&pair).copied().unwrap_or([0.0; BYTES]);
        let total: f64 = counted.iter().sum();
        std::array::from_fn(|state| {
            let chance = (total + RARE) * self.visits[state] / self.all_visits.max(1.0);
            counted[state] + RARE * chance
        })
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
    /// Like `classes`, with [`PAD`] as padding.
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
        let mut columns: HashMap<PairColumn, PairClass> = HashMap::new();
        for pair in 0..width * width {
            let column = std::array::from_fn(|state| after(table, state as u8, [pair / width, pair % width]));
            columns.entry(column).or_default().pairs.push(pair);
        }
        let frequencies = Frequencies::count(table, typical);
        for PairClass { pairs, uses } in columns.values_mut() {
            for &pair in &*pairs {
                let estimates = frequencies.estimate(pair);
                uses.iter_mut().zip(estimates).for_each(|(sum, estimate)| *sum += estimate);
            }
        }
        let mut columns: Vec<(PairColumn, PairClass)> = columns.into_iter().collect();
        columns.sort_by(|(_, left), (_, right)| {
            right.total_uses().total_cmp(&left.total_uses()).then(left.pairs.cmp(&right.pairs))
        });
        // Two bytes of padding lead from each state to itself. Their class comes first, and is not
        // joined with others.
        if let Some(index) = columns.iter().position(|(_, class)| class.pairs.contains(&(width * width - 1))) {
            columns[..=index].rotate_right(1);
        }
        let mut kinds = vec![0; width * width];
        let mut steps = Box::new([BEYOND; PAIRS]);
        for (number, (row, (column, class))) in steps.chunks_mut(BYTES).zip(&joined(columns)).enumerate() {
            row.copy_from_slice(column);
            class.pairs.iter().for_each(|&pair| kinds[pair] = number as u8);
        }
        Self::from_steps(table, kinds, Box::leak(steps))
    }

    fn from_steps<L: Label>(table: &Table<L>, kinds: Vec<u8>, steps: &'static [u8; PAIRS]) -> Self {
        // The class of a pair is `kinds[first * width + second]`.
        let (pad, last) = (table.width(), usize::from(PAD));
        let width = pad + 1;
        let byte_classes = table.classes().map(usize::from);
        let mut classes = Box::new([0; PAIRS]);
        for (&second, row) in byte_classes.iter().zip(classes.chunks_exact_mut(BYTES)) {
            row.iter_mut().zip(byte_classes).for_each(|(class, first)| *class = kinds[first * width + second]);
        }
        // Only pairs with padding differ.
        let mut padded = classes.clone();
        for (&second, row) in byte_classes.iter().zip(padded.chunks_exact_mut(BYTES)) {
            row[last] = kinds[pad * width + second];
        }
        padded[last * BYTES..]
            .iter_mut()
            .zip(byte_classes)
            .for_each(|(class, first)| *class = kinds[first * width + pad]);
        padded[PAIRS - 1] = kinds[pad * width + pad];
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
    pub fn read<L: Label>(table: &Table<L>, data: &'static [u8]) -> Option<(Self, &'static [u8])> {
        let (kinds, remainder) = data.split_at_checked((table.width() + 1).pow(2))?;
        let (steps, remainder) = remainder.split_first_chunk()?;
        Some((Self::from_steps(table, kinds.to_vec(), steps), remainder))
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

/// As many classes as there is room for. Each further class is joined with the class with which it
/// disagrees least often.
fn joined(columns: Vec<(PairColumn, PairClass)>) -> Vec<(PairColumn, PairClass)> {
    let mut classes: Vec<(PairColumn, PairClass)> = Vec::new();
    for added in columns {
        if classes.len() < BYTES {
            classes.push(added);
            continue;
        }
        // The first class is that of the padding.
        let nearest = classes
            .iter_mut()
            .skip(1)
            .min_by(|left, right| disagreement(&added, left).total_cmp(&disagreement(&added, right)));
        if let Some((targets, class)) = nearest {
            let (added_targets, added_class) = added;
            class.pairs.extend(&added_class.pairs);
            for (state, target) in targets.iter_mut().enumerate() {
                if *target == added_targets[state] {
                    class.uses[state] += added_class.uses[state];
                } else {
                    (*target, class.uses[state]) = (BEYOND, 0.0);
                }
            }
        }
    }
    classes
}

/// How often two classes are used in states from which they lead to different states.
fn disagreement(
    (left_targets, left): &(PairColumn, PairClass),
    (right_targets, right): &(PairColumn, PairClass),
) -> f64 {
    (0..BYTES)
        .filter(|&state| left_targets[state] != right_targets[state])
        .map(|state| left.uses[state] + right.uses[state])
        .sum()
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
