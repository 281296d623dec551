//! The best-first search, shortest strings first, over the states of automata that are walked
//! together.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

use rustc_hash::FxHashMap as HashMap;

use super::TooLarge;

/// The number of characters of a string, and their total effort.
pub(super) type Cost = (usize, u32);

/// A search from a start (Dijkstra's algorithm). It returns states in the order of the shortest
/// strings that lead to them and, among strings of equal length, of the most readable ones.
///
/// `S` is a combined state of all automata, `M` a move from a state to the next one.
pub(crate) struct Search<S, M> {
    /// The index of each state that was reached.
    indexes: HashMap<S, usize>,
    reached: Vec<Reached<S, M>>,
    /// The states to be returned: the cheapest first, then the first that was reached.
    waiting: BinaryHeap<Reverse<(Cost, usize)>>,
    most: usize,
}

/// A state that was reached.
struct Reached<S, M> {
    state: S,
    cost: Cost,
    /// The index of the preceding state, and the move from it; `None` for the start.
    before: Option<(usize, M)>,
    /// Whether the search has returned the state.
    done: bool,
}

impl<S: Copy + Eq + Hash, M: Copy> Search<S, M> {
    /// A search that may reach at most `most` states.
    pub fn new(start: S, most: usize) -> Self {
        let first = Reached { state: start, cost: (0, 0), before: None, done: false };
        let waiting = BinaryHeap::from([Reverse(((0, 0), 0))]);
        Self { indexes: HashMap::from_iter([(start, 0)]), reached: vec![first], waiting, most }
    }

    /// The next state, with its index in the search.
    pub fn next(&mut self) -> Option<(usize, S)> {
        while let Some(Reverse((_, index))) = self.waiting.pop() {
            let reached = &mut self.reached[index];
            if !std::mem::replace(&mut reached.done, true) {
                return Some((index, reached.state));
            }
        }
        None
    }

    /// Reaches a state by a step from the state with an index. A step with a character costs its
    /// effort; a step without a character is free.
    ///
    /// # Errors
    ///
    /// If more states are reached than the limit allows.
    pub fn reach(&mut self, from: usize, step: M, effort: Option<u32>, state: S) -> Result<(), TooLarge> {
        let (length, sum) = self.reached[from].cost;
        let cost = effort.map_or((length, sum), |effort| (length + 1, sum + effort));
        let new = Reached { state, cost, before: Some((from, step)), done: false };
        let index = *self.indexes.entry(state).or_insert(self.reached.len());
        match self.reached.get_mut(index) {
            None if index >= self.most => return Err(TooLarge),
            None => self.reached.push(new),
            Some(old) if !old.done && cost < old.cost => *old = new,
            Some(_) => return Ok(()),
        }
        self.waiting.push(Reverse((cost, index)));
        Ok(())
    }

    /// The moves from the start to the state with an index.
    pub fn path_to(&self, index: usize) -> Vec<M> {
        let mut moves = Vec::new();
        let mut before = self.reached[index].before;
        while let Some((index, step)) = before {
            moves.push(step);
            before = self.reached[index].before;
        }
        moves.reverse();
        moves
    }
}
