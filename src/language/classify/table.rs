//! A deterministic automaton as a table whose states bear labels.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// The state from which nothing is accepted.
pub(super) const DEAD: u32 = 0;
/// The state before the first byte.
pub(super) const START: u32 = 1;

/// What a state bears. Everything is written in bytes, the less significant first.
pub(super) trait Label: Clone + Eq + Hash {
    /// How many bytes it is written in.
    const SIZE: usize;
    fn write(&self, out: &mut Vec<u8>);
    fn read(bytes: &[u8]) -> Option<Self>;
}

/// An automaton over bytes. Its states are numbers; the first is [`DEAD`], the second the start.
pub(super) struct Table<L> {
    /// For each byte, the next state for each state. Bytes that no state tells apart share a column.
    ///
    /// By columns, since the byte is known before the state: a step waits for one look into memory and nothing else. In
    /// four bytes, since fewer have to be widened first.
    columns: [Arc<[u32]>; 256],
    /// The column of what changes no state.
    stay: Box<[u32]>,
    labels: Vec<L>,
}

impl<L: Label> Table<L> {
    /// From the class of each byte, the next states of each class, and the labels of all states.
    pub fn new(classes: [u8; 256], columns: &[Arc<[u32]>], labels: Vec<L>) -> Self {
        let stay = (0..labels.len() as u32).collect();
        Self { columns: classes.map(|class| Arc::clone(&columns[usize::from(class)])), stay, labels }
    }

    /// The bytes as classes, and the column of each class.
    fn classes(&self) -> ([u8; 256], Vec<&Arc<[u32]>>) {
        let (classes, count) = numbered(self.columns.iter());
        let column = |class| classes.iter().position(|&other| other == class).map(|byte| &self.columns[byte]);
        let columns = (0..count).filter_map(column).collect();
        (std::array::from_fn(|byte| classes[byte] as u8), columns)
    }

    /// The number of states and that of classes (two bytes each), the class of each byte, for each class and state the
    /// next state (two bytes), and the labels.
    pub fn write(&self) -> Vec<u8> {
        let (classes, columns) = self.classes();
        let mut table = Vec::new();
        [self.labels.len(), columns.len()].iter().for_each(|&count| table.extend((count as u16).to_le_bytes()));
        table.extend(classes);
        columns.iter().flat_map(|column| column.iter()).for_each(|to| table.extend((*to as u16).to_le_bytes()));
        self.labels.iter().for_each(|label| label.write(&mut table));
        table
    }

    /// What [`write`](Self::write) wrote; `None` for anything else.
    pub fn read(table: &[u8]) -> Option<Self> {
        let (&[s, t, v, w], rest) = table.split_first_chunk()?;
        let [states, width] = [[s, t], [v, w]].map(|bytes| usize::from(u16::from_le_bytes(bytes)));
        let (classes, rest) = rest.split_first_chunk()?;
        let (columns, labels) = rest.split_at_checked(2 * states * width)?;
        let next =
            |column: &[u8]| column.as_chunks().0.iter().map(|&bytes| u32::from(u16::from_le_bytes(bytes))).collect();
        let columns: Vec<Arc<[u32]>> = columns.chunks(2 * states.max(1)).map(next).collect();
        let labels: Vec<L> = labels.chunks(L::SIZE).map(L::read).collect::<Option<_>>()?;
        let whole = labels.len() == states
            && states > 1
            && columns.iter().flat_map(|column| column.iter()).all(|&to| (to as usize) < states)
            && classes.iter().all(|&class| usize::from(class) < width);
        whole.then(|| Self::new(*classes, &columns, labels))
    }

    #[inline(always)]
    pub fn step(&self, state: u32, byte: u8) -> u32 {
        self.columns[usize::from(byte)][state as usize]
    }

    /// The column of each byte, but that of `FF` leads from each state to itself.
    pub fn padded(&self) -> [&[u32]; 256] {
        std::array::from_fn(|byte| if byte == 0xFF { &*self.stay } else { &*self.columns[byte] })
    }

    /// All states.
    pub fn states(&self) -> std::ops::Range<u32> {
        0..self.labels.len() as u32
    }

    #[inline(always)]
    pub fn label(&self, state: u32) -> &L {
        &self.labels[state as usize]
    }

    /// The smallest table in which each string leads to the label that `of` makes of its label here, made for inputs
    /// such as the typical ones.
    pub fn minimal<'t, M: Label>(&self, of: impl Fn(&L) -> M, typical: impl Iterator<Item = &'t str>) -> Table<M> {
        let labels: Vec<M> = self.labels.iter().map(of).collect();
        let columns = self.classes().1;
        // Refined until no two states of a block go to different blocks.
        let (mut blocks, mut count) = numbered(labels.iter());
        loop {
            let to = |state| columns.iter().map(|column| blocks[column[state] as usize]).collect::<Vec<_>>();
            let (finer, finer_count) = numbered((0..labels.len()).map(|state| (blocks[state], to(state))));
            if finer_count == count {
                break;
            }
            (blocks, count) = (finer, finer_count);
        }
        let mut members: Vec<(usize, u32)> = vec![(0, 0); count];
        for (state, &block) in blocks.iter().enumerate().rev() {
            members[block].0 = state;
        }
        for input in typical {
            input.bytes().fold(START, |state, byte| {
                members[blocks[state as usize]].1 += 1;
                self.step(state, byte)
            });
        }
        // What is often visited stands together, in few lines of the processor's cache.
        members[START as usize + 1..].sort_by_key(|(_, visits)| Reverse(*visits));
        let mut numbers = vec![0; count];
        for (number, (state, _)) in members.iter().enumerate() {
            numbers[blocks[*state]] = number as u32;
        }
        let next = |column: &Arc<[u32]>, state: usize| numbers[blocks[column[state] as usize]];
        let column = |column| members.iter().map(|(state, _)| next(column, *state)).collect::<Arc<[u32]>>();
        let (classes, width) = numbered(self.columns.iter().map(&column));
        let of_class = |class| classes.iter().position(|&other| other == class).map(|byte| column(&self.columns[byte]));
        let columns: Vec<_> = (0..width).filter_map(of_class).collect();
        let labels = members.iter().map(|(state, _)| labels[*state].clone()).collect();
        Table::new(std::array::from_fn(|byte| classes[byte] as u8), &columns, labels)
    }
}

/// Numbers for values, in the order in which they first come, and how many there are.
fn numbered<T: Hash + Eq>(values: impl Iterator<Item = T>) -> (Vec<usize>, usize) {
    let mut known = HashMap::new();
    let numbers = values.map(|value| {
        let next = known.len();
        *known.entry(value).or_insert(next)
    });
    (numbers.collect(), known.len())
}

/// For each state the union of the sets of all states that it can reach, its own included.
pub(super) fn reachable(columns: &[Arc<[u32]>], sets: &[u64]) -> Vec<u64> {
    let mut before = vec![Vec::new(); sets.len()];
    for (from, to) in columns.iter().flat_map(|column| column.iter().enumerate()) {
        before[*to as usize].push(from);
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
