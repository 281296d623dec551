//! The steps of a deterministic automaton as a table. A column stands for a symbol, a class of symbols,
//! or a mark; the table does not tell which.

use std::collections::VecDeque;
use std::hash::Hash;

use super::live::live_nodes;
use super::partition::blocks;
use super::predecessors::Predecessors;
use super::{Map, TooLarge};

/// A state, by its number: a row of the table. Those of a [lazy](super::lazy) automaton are
/// numbered in the order in which they are reached, and equal refusals have equal states.
pub type State = u32;

/// The state from which nothing is accepted.
pub const DEAD: State = 0;

/// The state before the first character.
pub(super) const START: State = 1;

/// A row for each state, and in it a state for each column. Row 0 is [`DEAD`], row 1 the
/// [start](START); every other row can reach an accepting state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Transitions {
    width: usize,
    next: Vec<State>,
    accepting: Vec<bool>,
}

impl Transitions {
    /// Explores an automaton from the steps out of each state, one for each column, and keeps the
    /// states that can reach an accepting state.
    ///
    /// # Errors
    ///
    /// If there are more than `most` states, or if `steps` fails.
    pub(crate) fn explore<S: Clone + Eq + Hash>(
        start: S,
        most: usize,
        width: usize,
        mut steps: impl FnMut(&S) -> Result<Vec<Option<S>>, TooLarge>,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Result<Self, TooLarge> {
        let mut next = vec![DEAD; width];
        let mut accepting = vec![false];
        let mut numbers = Map::from_iter([(start.clone(), START)]);
        let mut waiting = VecDeque::from([start]);
        let mut count = START + 1;
        while let Some(state) = waiting.pop_front() {
            next.extend(steps(&state)?.into_iter().map(|target| match target {
                None => DEAD,
                Some(target) => *numbers.entry(target).or_insert_with_key(|target| {
                    waiting.push_back(target.clone());
                    count += 1;
                    count - 1
                }),
            }));
            if count as usize > most {
                return Err(TooLarge);
            }
            accepting.push(accepts(&state));
        }
        Ok(Self { width, next, accepting }.trimmed())
    }

    /// The number of states, including [`DEAD`].
    pub(crate) fn len(&self) -> usize {
        self.accepting.len()
    }

    /// The state after each column.
    pub(crate) fn row(&self, state: State) -> &[State] {
        &self.next[state as usize * self.width..][..self.width]
    }

    /// The rows of all states.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[State]> + Clone {
        self.next.chunks_exact(self.width)
    }

    /// Whether a string may end in a state.
    pub(crate) fn is_accepting(&self, state: State) -> bool {
        self.accepting[state as usize]
    }

    /// The class of each column, and the first column of each class: all states step alike with the
    /// columns of one class.
    pub(super) fn columns(&self) -> (Vec<usize>, Vec<usize>) {
        let (mut class_of, mut first) = (vec![0; self.width], vec![0]);
        for row in self.rows() {
            if row.iter().zip(&class_of).all(|(&to, &class): (_, &usize)| to == row[first[class]]) {
                continue;
            }
            let mut numbers = Map::default();
            first.clear();
            for (column, (&to, class)) in row.iter().zip(&mut class_of).enumerate() {
                *class = *numbers.entry((*class, to)).or_insert_with(|| {
                    first.push(column);
                    first.len() - 1
                });
            }
        }
        (class_of, first)
    }

    /// The table of some of the columns, in another order, or repeated.
    pub(super) fn with_columns(&self, columns: &[usize]) -> Self {
        let next = self.rows().flat_map(|row| columns.iter().map(|&column| row[column])).collect();
        Self { width: columns.len(), next, accepting: self.accepting.clone() }
    }

    /// The table of the same states with other columns.
    pub(super) fn with_steps(&self, width: usize, step: impl Fn(State, usize) -> State) -> Self {
        let states = START..self.len() as State;
        let next = vec![DEAD; width].into_iter();
        let steps = states.flat_map(|state| (0..width).map(move |column| (state, column)));
        let next = next.chain(steps.map(|(state, column)| step(state, column))).collect();
        Self { width, next, accepting: self.accepting.clone() }.trimmed()
    }

    /// The table of the same language with the fewest states (Hopcroft's algorithm), numbered in
    /// breadth-first order.
    pub(crate) fn minimal(&self) -> Self {
        let steps = (0..self.width).map(|column| {
            let edges = self.rows().enumerate().map(|(from, row)| (from, row[column]));
            Predecessors::new(self.len(), edges.filter_map(live_edge))
        });
        let (representatives, block_of) = blocks(&steps.collect::<Vec<_>>(), &self.accepting);
        let representative = |state| representatives[block_of[state as usize]] as State;
        let replace = |state| if state == DEAD { DEAD } else { representative(state) };
        self.renumbered(representative(START), replace)
    }

    /// Redirects steps to states that cannot reach an accepting state to [`DEAD`], and numbers the
    /// remaining states in breadth-first order.
    fn trimmed(self) -> Self {
        let edges = self.rows().enumerate().flat_map(|(from, row)| row.iter().map(move |&to| (from, to)));
        let ends = (0..self.len()).filter(|&state| self.accepting[state]);
        let live = live_nodes(self.len(), edges.filter_map(live_edge), ends);
        if live.iter().skip(1).all(|&live| live) {
            return self;
        }
        if !live[START as usize] {
            return Self { next: vec![DEAD; 2 * self.width], accepting: vec![false; 2], ..self };
        }
        self.renumbered(START, |to| if live[to as usize] { to } else { DEAD })
    }

    /// The same automaton, with states numbered in breadth-first order from `start`; `replace`
    /// maps each target of a step to the state that replaces it.
    fn renumbered(&self, start: State, replace: impl Fn(State) -> State) -> Self {
        let mut numbers = vec![None; self.len()];
        numbers[start as usize] = Some(START);
        let mut reached = vec![start];
        let mut next = vec![DEAD; self.width];
        let mut accepting = vec![false];
        let mut at = 0;
        while let Some(&state) = reached.get(at) {
            at += 1;
            accepting.push(self.accepting[state as usize]);
            next.extend(self.row(state).iter().map(|&target| match replace(target) {
                DEAD => DEAD,
                target => *numbers[target as usize].get_or_insert_with(|| {
                    reached.push(target);
                    reached.len() as State
                }),
            }));
        }
        Self { width: self.width, next, accepting }
    }
}

/// A step between states from which something is accepted; most others tell nothing.
fn live_edge((from, to): (usize, State)) -> Option<(usize, usize)> {
    (to != DEAD).then_some((from, to as usize))
}
