//! A deterministic automaton as plain numbers, for implementations of the walk in other languages.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use super::ALPHABET;
use super::alphabet::{Alphabet, Element};
use super::dfa::{DEAD, Dfa, State};
use super::lazy::LazyDfa;

/// A deterministic automaton over characters, and marks if it has them, whose states have labels.
/// State 0 is dead, state 1 the start. It has the fewest states among those that yield the same label
/// after every text.
///
/// ```
/// use regular_bnf::Bnf;
/// use regular_bnf::automaton::lazy::LazyDfa;
/// use regular_bnf::automaton::table::Table;
///
/// let bnf = Bnf::read("signs = *( \"a\" / \"b\" )\n")?;
/// let walker = LazyDfa::from_production(&bnf, "signs")?;
/// let table = Table::from_lazy(&walker, |state| walker.accepts(state));
/// assert_eq!((table.states(), table.step(1, 'a'), table.step(1, 'c')), (2, 1, 0));
/// assert_eq!(table.labels, [None, Some(true)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table<L> {
    /// The class of each US-ASCII character.
    pub ascii: [usize; ALPHABET],
    /// The first characters of the runs beyond US-ASCII, in order, each with its class.
    pub beyond: Vec<(char, usize)>,
    /// The class of each [mark](super::alphabet::Mark), in order; `None` if the automaton has none.
    pub marks: Option<[usize; 2]>,
    /// The number of classes.
    pub width: usize,
    /// For each state and class the next state.
    pub next: Vec<State>,
    /// For each state its label; `None` for the dead one.
    pub labels: Vec<Option<L>>,
}

impl<L: Clone + Eq + Hash> Table<L> {
    /// The table of an automaton that is built lazily. All its states are built.
    pub fn from_lazy(walker: &LazyDfa, label: impl Fn(State) -> L) -> Self {
        let step = |state, element: Element| {
            let to = element.character().and_then(|c| walker.step(state, c));
            to.unwrap_or(DEAD)
        };
        Self::new(&walker.alphabet(), walker.start(), step, label)
    }

    /// The table of an automaton.
    pub fn from_dfa(dfa: &Dfa, label: impl Fn(State) -> L) -> Self {
        Self::new(dfa.alphabet(), Dfa::START, |state, element| dfa.step(state, element), label)
    }

    fn new(
        alphabet: &Alphabet,
        start: State,
        step: impl Fn(State, Element) -> State,
        label: impl Fn(State) -> L,
    ) -> Self {
        let elements: Vec<Element> = alphabet.elements().collect();
        // All states, in the order in which they are reached.
        let mut number: HashMap<State, usize> = HashMap::from([(DEAD, 0), (start, 1)]);
        let mut labels = vec![None, Some(label(start))];
        let (mut rows, mut waiting) = (vec![vec![0; elements.len()]], VecDeque::from([start]));
        while let Some(state) = waiting.pop_front() {
            let row = elements.iter().map(|&element| {
                *number.entry(step(state, element)).or_insert_with_key(|&to| {
                    waiting.push_back(to);
                    labels.push(Some(label(to)));
                    labels.len() - 1
                })
            });
            rows.push(row.collect());
        }
        let blocks = blocks(&rows, &labels);
        Self::numbered(alphabet, &rows, &labels, &blocks)
    }

    /// The table whose states are blocks of states.
    fn numbered(alphabet: &Alphabet, rows: &[Vec<usize>], labels: &[Option<L>], blocks: &[usize]) -> Self {
        let mut number = HashMap::from([(blocks[0], 0), (blocks[1], 1)]);
        let mut order = vec![0, 1];
        let mut full_rows = Vec::new();
        while let Some(&state) = order.get(full_rows.len()) {
            let row = rows[state].iter().map(|&to| {
                *number.entry(blocks[to]).or_insert_with(|| {
                    order.push(to);
                    order.len() - 1
                })
            });
            full_rows.push(row.collect::<Vec<usize>>());
        }
        // Symbols with equal columns are one class.
        let mut columns: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut first = Vec::new();
        let classes: Vec<usize> = (0..alphabet.len())
            .map(|symbol| {
                let new = columns.len();
                *columns.entry(full_rows.iter().map(|row| row[symbol]).collect()).or_insert_with(|| {
                    first.push(symbol);
                    new
                })
            })
            .collect();
        let mut beyond: Vec<(char, usize)> = alphabet.runs().map(|(from, symbol)| (from, classes[symbol])).collect();
        beyond.dedup_by_key(|(_, class)| *class);
        let marks: Vec<usize> = alphabet.marks().map(|(_, symbol)| classes[symbol]).collect();
        Self {
            marks: marks.try_into().ok(),
            ascii: std::array::from_fn(|symbol| classes[symbol]),
            beyond,
            width: first.len(),
            next: full_rows.iter().flat_map(|row| first.iter().map(|&symbol| row[symbol] as State)).collect(),
            labels: order.iter().map(|&state| labels[state].clone()).collect(),
        }
    }
}

impl<L> Table<L> {
    /// The number of states, including the dead one.
    pub fn states(&self) -> usize {
        self.labels.len()
    }

    /// The class of a character.
    pub fn class(&self, c: char) -> usize {
        match self.ascii.get(c as usize) {
            Some(&class) => class,
            None => self.beyond[self.beyond.partition_point(|&(from, _)| from <= c) - 1].1,
        }
    }

    /// The state after a character.
    pub fn step(&self, state: State, c: char) -> State {
        self.next[state as usize * self.width + self.class(c)]
    }
}

/// The coarsest blocks of states with equal labels whose steps lead to equal blocks (Moore's
/// algorithm).
fn blocks<L: Clone + Eq + Hash>(rows: &[Vec<usize>], labels: &[Option<L>]) -> Vec<usize> {
    // Columns that are equal everywhere are refined once.
    let width = rows.first().map_or(0, Vec::len);
    let mut seen = HashSet::new();
    let columns: Vec<usize> =
        (0..width).filter(|&at| seen.insert(rows.iter().map(|row| row[at]).collect::<Vec<_>>())).collect();
    let mut numbers = HashMap::new();
    let mut block_of: Vec<usize> = labels
        .iter()
        .map(|label| {
            let new = numbers.len();
            *numbers.entry(label.clone()).or_insert(new)
        })
        .collect();
    let mut count = numbers.len();
    loop {
        let mut numbers: HashMap<(usize, Vec<usize>), usize> = HashMap::new();
        let next: Vec<usize> = rows
            .iter()
            .zip(&block_of)
            .map(|(row, &block)| {
                let new = numbers.len();
                *numbers.entry((block, columns.iter().map(|&at| block_of[row[at]]).collect())).or_insert(new)
            })
            .collect();
        block_of = next;
        if numbers.len() == count {
            return block_of;
        }
        count = numbers.len();
    }
}
