//! A deterministic automaton as a table. Each state has a label.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;

/// The state from which nothing is accepted.
pub(super) const DEAD: u16 = 0;
/// The start state.
pub(super) const START: u16 = 1;

/// The label of a state. Numbers are written little-endian.
pub(super) trait Label: Clone + Eq + Hash {
    /// The size of its encoding, in bytes.
    const SIZE: usize;
    fn write(&self, out: &mut Vec<u8>);
    fn read(bytes: &[u8]) -> Option<Self>;
    /// The part of the label that is stored apart, since it is read much more often than the label.
    fn mark(&self) -> u16 {
        0
    }
}

/// An automaton over bytes. A state is its number; the first is [`DEAD`], the second [`START`].
pub(super) struct Table<L> {
    /// The class of each byte: no state distinguishes two bytes of one class.
    classes: [u8; 256],
    /// The number of classes.
    width: usize,
    /// For each state and class the next state (little-endian), the most frequent class first. It
    /// is read where it is embedded, since a copy would take much of the time in which the program
    /// starts.
    ///
    /// Rows have no gaps, so that the beginnings of frequent rows fit into the processor's
    /// first-level cache.
    next: &'static [[u8; 2]],
    /// The mark of each state.
    marks: Vec<u16>,
    labels: Vec<L>,
}

impl<L: Label> Table<L> {
    /// Builds the table from the class of each byte, the next state for each state and class, and
    /// the labels. Its memory is not freed.
    pub fn new(classes: [u8; 256], next: &[Vec<u32>], labels: Vec<L>) -> Self {
        assert!(labels.len() <= 1 << u16::BITS, "{} states, whose numbers do not fit into two bytes", labels.len());
        let width = next.first().map_or(0, Vec::len);
        let next: Vec<_> = next.iter().flatten().map(|&to| (to as u16).to_le_bytes()).collect();
        Self::from_parts(classes, width, next.leak(), labels)
    }

    fn from_parts(classes: [u8; 256], width: usize, next: &'static [[u8; 2]], labels: Vec<L>) -> Self {
        let marks = labels.iter().map(L::mark).collect();
        Self { classes, width, next, marks, labels }
    }

    /// The number of states and that of classes (two bytes each), the class of each byte, for each
    /// state and class the next state (two bytes), and the labels.
    pub fn write(&self) -> Vec<u8> {
        let mut table = Vec::new();
        [self.labels.len(), self.width].iter().for_each(|&count| table.extend((count as u16).to_le_bytes()));
        table.extend(self.classes);
        table.extend(self.next.as_flattened());
        self.labels.iter().for_each(|label| label.write(&mut table));
        table
    }

    /// Reads the output of [`write`](Self::write), and returns the data after it; `None` for any
    /// other data.
    pub fn read(data: &'static [u8]) -> Option<(Self, &'static [u8])> {
        let (&[s, t, v, w], remainder) = data.split_first_chunk()?;
        let [states, width] = [[s, t], [v, w]].map(|bytes| usize::from(u16::from_le_bytes(bytes)));
        let (classes, remainder) = remainder.split_first_chunk()?;
        let (next, remainder) = remainder.split_at_checked(2 * states * width)?;
        let (labels, remainder) = remainder.split_at_checked(states * L::SIZE)?;
        let labels: Vec<L> = labels.chunks(L::SIZE).map(L::read).collect::<Option<_>>()?;
        let next = next.as_chunks().0;
        let last = next.iter().fold(0, |last, &to| u16::from_le_bytes(to).max(last));
        let is_valid =
            states > 1 && usize::from(last) < states && classes.iter().all(|&class| usize::from(class) < width);
        is_valid.then(|| (Self::from_parts(*classes, width, next, labels), remainder))
    }

    pub fn classes(&self) -> &[u8; 256] {
        &self.classes
    }

    /// The number of classes of bytes.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.labels.len()
    }

    #[inline(always)]
    pub fn step(&self, state: u16, byte: u8) -> u16 {
        self.after(state, self.classes[usize::from(byte)].into())
    }

    /// The state after a byte of that class.
    #[inline(always)]
    pub fn after(&self, state: u16, class: usize) -> u16 {
        u16::from_le_bytes(self.next[usize::from(state) * self.width + class])
    }

    /// The mark of a state.
    #[inline(always)]
    pub fn mark(&self, state: u16) -> u16 {
        self.marks[usize::from(state)]
    }

    /// The labels of all states.
    pub fn labels(&self) -> impl Iterator<Item = &L> {
        self.labels.iter()
    }

    /// The label of a state; that of the dead state if there is no such state.
    #[inline(always)]
    pub fn label(&self, state: u16) -> &L {
        self.labels.get(usize::from(state)).unwrap_or(&self.labels[usize::from(DEAD)])
    }

    /// The state with that number; the dead state if there is no such state.
    #[inline(always)]
    pub fn state(&self, number: u32) -> u16 {
        if number as usize >= self.labels.len() { DEAD } else { number as u16 }
    }

    /// The smallest table in which each string leads to the result of `relabel` for its label in
    /// this table. Its layout is for inputs like the typical ones: states in which their
    /// [pairs](super::pairs) of bytes often begin and end come first, so that they share few cache
    /// lines.
    pub fn minimal<'t, M: Label>(&self, relabel: impl Fn(&L) -> M, typical: impl Iterator<Item = &'t str>) -> Table<M> {
        let labels: Vec<M> = self.labels.iter().map(relabel).collect();
        let next: Vec<u16> = self.next.iter().map(|&to| u16::from_le_bytes(to)).collect();
        let next: Vec<&[u16]> = next.chunks(self.width).collect();
        let (blocks, count) = equivalence_blocks(&next, &labels);
        let (visits, uses) = self.frequencies(&blocks, count, typical);
        // One state of each block. The dead state and the start state stay first.
        let mut states: Vec<usize> =
            (0..count).map(|block| blocks.iter().position(|&other| other == block).unwrap_or_default()).collect();
        states[usize::from(START) + 1..].sort_by_key(|&state| Reverse(visits[blocks[state]]));
        let mut numbers = vec![0; count];
        states.iter().enumerate().for_each(|(number, &state)| numbers[blocks[state]] = number as u32);
        let rows = states.iter().map(|&state| next[state].iter().map(|&to| numbers[blocks[usize::from(to)]]).collect());
        let rows: Vec<Vec<u32>> = rows.collect();
        // Bytes with equal columns have one class, and the most frequent classes come first.
        let mut bytes: Vec<u8> = (0..=u8::MAX).collect();
        bytes.sort_by_key(|&byte| Reverse(uses[usize::from(byte)]));
        let (class_of, width) = numbered(bytes.iter().map(|&byte| {
            let old_class = usize::from(self.classes[usize::from(byte)]);
            rows.iter().map(|row| row[old_class]).collect::<Vec<_>>()
        }));
        let (mut classes, mut old_classes) = ([0; 256], vec![0; width]);
        for (&byte, &class) in bytes.iter().zip(&class_of) {
            classes[usize::from(byte)] = class as u8;
            old_classes[class] = usize::from(self.classes[usize::from(byte)]);
        }
        let next: Vec<Vec<u32>> =
            rows.iter().map(|row| old_classes.iter().map(|&old_class| row[old_class]).collect()).collect();
        Table::new(classes, &next, states.iter().map(|&state| labels[state].clone()).collect())
    }

    /// How often the pairs of bytes of typical inputs begin or end in each block, and how often
    /// each byte occurs.
    fn frequencies<'t>(
        &self,
        blocks: &[usize],
        count: usize,
        typical: impl Iterator<Item = &'t str>,
    ) -> (Vec<u32>, [u32; 256]) {
        let (mut visits, mut uses) = (vec![0; count], [0; 256]);
        for input in typical {
            let end = input.bytes().enumerate().fold(START, |state, (offset, byte)| {
                visits[blocks[usize::from(state)]] += u32::from(offset % 2 == 0);
                uses[usize::from(byte)] += 1;
                self.step(state, byte)
            });
            visits[blocks[usize::from(end)]] += 1;
        }
        (visits, uses)
    }
}

/// The block of each state, and the number of blocks: the states of a block accept alike, since no
/// string leads them to different labels.
fn equivalence_blocks<M: Label>(next: &[&[u16]], labels: &[M]) -> (Vec<usize>, usize) {
    let (mut blocks, mut count) = numbered(labels.iter());
    // Refines the blocks until no two states of a block lead to different blocks.
    loop {
        let targets = next
            .iter()
            .zip(&blocks)
            .map(|(row, &block)| (block, row.iter().map(|&target| blocks[usize::from(target)]).collect::<Vec<_>>()));
        let (finer, finer_count) = numbered(targets);
        if finer_count == count {
            return (blocks, count);
        }
        (blocks, count) = (finer, finer_count);
    }
}

/// Numbers for values, in the order of their first occurrence, and the number of different values.
fn numbered<T: Hash + Eq>(values: impl Iterator<Item = T>) -> (Vec<usize>, usize) {
    let mut numbers = HashMap::new();
    let sequence = values.map(|value| {
        let next = numbers.len();
        *numbers.entry(value).or_insert(next)
    });
    (sequence.collect(), numbers.len())
}

/// For each state the union of the sets of all states that it can reach, including its own.
pub(super) fn reachable(next: &[Vec<u32>], sets: &[u128]) -> Vec<u128> {
    let mut before = vec![Vec::new(); sets.len()];
    for (from, row) in next.iter().enumerate() {
        row.iter().for_each(|&to| before[to as usize].push(from));
    }
    let mut reached = sets.to_vec();
    let mut waiting: Vec<usize> = (0..sets.len()).filter(|&state| sets[state] != 0).collect();
    while let Some(state) = waiting.pop() {
        for &from in &before[state] {
            if reached[from] | reached[state] != reached[from] {
                reached[from] |= reached[state];
                waiting.push(from);
            }
        }
    }
    reached
}
