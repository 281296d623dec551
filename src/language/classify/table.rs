//! A deterministic automaton as a table whose states bear labels.

use std::collections::HashMap;
use std::hash::Hash;

/// The state from which nothing is accepted.
pub(super) const DEAD: u32 = 0;

/// What a state bears. Everything is written in bytes, the less significant first.
pub(super) trait Label: Clone + Eq + Hash {
    /// How many bytes it is written in.
    const SIZE: usize;
    fn write(&self, out: &mut Vec<u8>);
    fn read(bytes: &[u8]) -> Option<Self>;
    /// What is to be had without a second look.
    fn mark(&self) -> u16 {
        0
    }
}

/// An automaton over bytes. A state is where its row begins; the first row is that of [`DEAD`], the second the start's.
pub(super) struct Table<L> {
    /// Which bytes no state tells apart.
    pub classes: [u8; 256],
    /// How many classes there are.
    width: usize,
    /// For each state the rows that the classes lead to, then its own, then its number and above that its mark.
    ///
    /// Rows are packed, for what is often visited should fit into the processor's nearest cache.
    rows: Vec<u32>,
    labels: Vec<L>,
}

impl<L: Label> Table<L> {
    /// From the numbers of the next states, `width` for each state.
    pub fn new(classes: [u8; 256], width: usize, next: &[u16], labels: Vec<L>) -> Self {
        let row = |number: usize| (number * (width + 2)) as u32;
        let mut rows = Vec::with_capacity(row(labels.len()) as usize);
        for (number, (to, label)) in next.chunks(width).zip(&labels).enumerate() {
            rows.extend(to.iter().map(|&to| row(usize::from(to))));
            rows.extend([row(number), number as u32 | u32::from(label.mark()) << 16]);
        }
        Self { classes, width, rows, labels }
    }

    /// The number of states and that of classes (two bytes each), the class of each byte, for each state and class the
    /// number of the next state (two bytes), and the labels.
    pub fn write(&self) -> Vec<u8> {
        let mut table = Vec::new();
        [self.labels.len(), self.width].iter().for_each(|&count| table.extend((count as u16).to_le_bytes()));
        table.extend(self.classes);
        for row in self.rows.chunks(self.width + 2) {
            row[..self.width].iter().for_each(|&to| table.extend((self.number(to) as u16).to_le_bytes()));
        }
        self.labels.iter().for_each(|label| label.write(&mut table));
        table
    }

    /// What [`write`](Self::write) wrote; `None` for anything else.
    pub fn read(table: &[u8]) -> Option<Self> {
        let (&[s, t, v, w], rest) = table.split_first_chunk()?;
        let [states, width] = [[s, t], [v, w]].map(|bytes| usize::from(u16::from_le_bytes(bytes)));
        let (classes, rest) = rest.split_first_chunk()?;
        let (rows, labels) = rest.split_at_checked(2 * states * width)?;
        let next: Vec<u16> = rows.as_chunks().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect();
        let labels: Vec<L> = labels.chunks(L::SIZE).map(L::read).collect::<Option<_>>()?;
        let whole = labels.len() == states
            && states > 1
            && next.iter().all(|&to| usize::from(to) < states)
            && classes.iter().all(|&class| usize::from(class) < width);
        whole.then(|| Self::new(*classes, width, &next, labels))
    }

    /// The classes with one more: the byte `FF` leads from each state to itself.
    pub fn padded(&self) -> [u8; 256] {
        let mut classes = self.classes;
        classes[0xFF] = self.width as u8;
        classes
    }

    pub fn start(&self) -> u32 {
        self.width as u32 + 2
    }

    #[inline]
    pub fn step(&self, state: u32, byte: u8) -> u32 {
        self.step_class(state, self.classes[usize::from(byte)])
    }

    #[inline]
    pub fn step_class(&self, state: u32, class: u8) -> u32 {
        self.rows[state as usize + usize::from(class)]
    }

    #[inline]
    pub fn number(&self, state: u32) -> usize {
        self.rows[state as usize + self.width + 1] as usize & 0xFFFF
    }

    #[inline]
    pub fn mark(&self, state: u32) -> u16 {
        (self.rows[state as usize + self.width + 1] >> 16) as u16
    }

    pub fn label(&self, state: u32) -> &L {
        &self.labels[self.number(state)]
    }

    /// The state of that number.
    pub fn state(&self, number: u32) -> u32 {
        number.min(self.labels.len() as u32 - 1) * (self.width as u32 + 2)
    }

    /// The smallest table in which each string leads to the label that `of` makes of its label here.
    pub fn minimal<M: Label>(&self, of: impl Fn(&L) -> M) -> Table<M> {
        let labels: Vec<M> = self.labels.iter().map(of).collect();
        let rows: Vec<Vec<usize>> = self
            .rows
            .chunks(self.width + 2)
            .map(|row| row[..self.width].iter().map(|&to| self.number(to)).collect())
            .collect();
        // Refined until no two states of a block go to different blocks.
        let (mut blocks, mut count) = numbered(labels.iter());
        loop {
            let (finer, finer_count) = numbered(rows.iter().zip(&blocks).map(|(row, &block)| {
                let to: Vec<usize> = row.iter().map(|&to| blocks[to]).collect();
                (block, to)
            }));
            if finer_count == count {
                break;
            }
            (blocks, count) = (finer, finer_count);
        }
        let columns = (0..self.width).map(|class| rows.iter().map(|row| blocks[row[class]]).collect::<Vec<_>>());
        let (merged, width) = numbered(columns);
        let of_block = |block: usize| blocks.iter().position(|&other| other == block).unwrap_or_default();
        let firsts: Vec<usize> = (0..count).map(of_block).collect();
        let class = |merged_class: usize| merged.iter().position(|&other| other == merged_class).unwrap_or_default();
        let representatives: Vec<usize> = (0..width).map(class).collect();
        let next = firsts.iter().flat_map(|&first| representatives.iter().map(move |&class| (first, class)));
        let next: Vec<u16> = next.map(|(first, class)| blocks[rows[first][class]] as u16).collect();
        let classes = self.classes.map(|class| merged[usize::from(class)] as u8);
        Table::new(classes, width, &next, firsts.iter().map(|&first| labels[first].clone()).collect())
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

/// For each state of rows of `width` the union of the sets of all states that it can reach, its own included.
pub(super) fn reachable(next: &[u16], width: usize, sets: &[u64]) -> Vec<u64> {
    let mut before = vec![Vec::new(); sets.len()];
    for (from, row) in next.chunks(width).enumerate() {
        for &to in row {
            if before[usize::from(to)].last() != Some(&from) {
                before[usize::from(to)].push(from);
            }
        }
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
