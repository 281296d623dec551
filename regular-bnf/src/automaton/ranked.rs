//! The strings that lead to the ends of a graph, shortest first.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BinaryHeap};
use std::hash::Hash;

use rustc_hash::FxHashMap as HashMap;

use super::TooLarge;
use super::cheapest::cheapest;
use super::search::Cost;

/// A graph with ends. A move with a character costs the length 1 and the effort of the character. A
/// move without a character is free; no cycle consists of free moves.
pub(crate) struct Ranked<M, E> {
    /// The moves from each state: the move, its cost, and the next state.
    moves: Vec<Vec<(M, Cost, u32)>>,
    /// The ends: the state and the kind of each.
    ends: Vec<(u32, E)>,
}

/// The moves from a state.
pub(crate) struct Outgoing<S, M, E> {
    /// Each move, the effort of its character if it has one, and the next state.
    pub moves: Vec<(M, Option<u32>, S)>,
    /// The kind of the end, if strings may end in the state.
    pub end: Option<E>,
}

impl<M: Copy, E: Copy + Ord> Ranked<M, E> {
    /// Explores a graph of at most `most` moves from its start; `outgoing` returns the moves from a
    /// state.
    ///
    /// # Errors
    ///
    /// If there are more moves.
    pub fn explore<S: Clone + Eq + Hash>(
        start: S,
        most: usize,
        mut outgoing: impl FnMut(&S) -> Outgoing<S, M, E>,
    ) -> Result<Self, TooLarge> {
        let mut numbers = HashMap::from_iter([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut ranked = Self { moves: Vec::new(), ends: Vec::new() };
        let mut count = 0;
        while let Some(state) = states.get(ranked.moves.len()).cloned() {
            let Outgoing { moves, end } = outgoing(&state);
            count += moves.len();
            if count > most {
                return Err(TooLarge);
            }
            ranked.ends.extend(end.map(|end| (ranked.moves.len() as u32, end)));
            let numbered = moves.into_iter().map(|(step, effort, next)| {
                let to = match numbers.entry(next) {
                    Entry::Occupied(number) => *number.get(),
                    Entry::Vacant(new) => {
                        states.push(new.key().clone());
                        *new.insert(states.len() as u32 - 1)
                    }
                };
                (step, effort.map_or((0, 0), |effort| (1, effort)), to)
            });
            ranked.moves.push(numbered.collect());
        }
        Ok(ranked)
    }

    /// The kinds of ends, in the order of the cheapest paths to them.
    pub fn kinds(&self) -> Vec<E> {
        let least = cheapest(self.moves.len(), [(0, (0, 0))], |state, &cost, reach| {
            self.moves[state].iter().for_each(|&(_, step_cost, to)| reach(to as usize, sum(cost, step_cost), ()));
        });
        let mut costs: BTreeMap<E, Cost> = BTreeMap::new();
        for &(state, kind) in &self.ends {
            if let Some((cost, _)) = least[state as usize] {
                costs.entry(kind).and_modify(|least| *least = cost.min(*least)).or_insert(cost);
            }
        }
        let mut kinds: Vec<(Cost, E)> = costs.into_iter().map(|(kind, cost)| (cost, kind)).collect();
        kinds.sort_unstable();
        kinds.into_iter().map(|(_, kind)| kind).collect()
    }

    /// The paths from the start to the ends of some kinds: the moves of each path. The order is
    /// that of the length of the paths' strings, then of effort.
    pub fn paths(&self, is_wanted: impl Fn(E) -> bool) -> RankedPaths<'_, M> {
        let mut before: Vec<Vec<(u32, Cost)>> = vec![Vec::new(); self.moves.len()];
        for (from, moves) in self.moves.iter().enumerate() {
            moves.iter().for_each(|&(_, cost, to)| before[to as usize].push((from as u32, cost)));
        }
        let mut ends = vec![false; self.moves.len()];
        self.ends.iter().filter(|(_, end)| is_wanted(*end)).for_each(|&(state, _)| ends[state as usize] = true);
        let starts = ends.iter().enumerate().filter(|(_, end)| **end).map(|(state, _)| (state, (0, 0)));
        let cheapest = cheapest(ends.len(), starts, |state, &cost, reach| {
            before[state].iter().for_each(|&(from, step_cost)| reach(from as usize, sum(step_cost, cost), ()));
        });
        let remaining = cheapest.into_iter().map(|cheapest| cheapest.map(|(cost, _)| cost)).collect();
        let (prefixes, waiting) = (Vec::new(), BinaryHeap::new());
        let mut paths = RankedPaths { moves: &self.moves, ends, remaining, prefixes, waiting };
        paths.push_prefix(PathPrefix { last: None, cost: (0, 0), state: 0 });
        paths
    }
}

fn sum(left: Cost, right: Cost) -> Cost {
    (left.0 + right.0, left.1 + right.1)
}

/// A path from the start to a state.
#[derive(Clone, Copy)]
struct PathPrefix<M> {
    /// The index of the path in front of the last move, and that move; `None` for the empty path.
    last: Option<(usize, M)>,
    cost: Cost,
    state: u32,
}

/// See [`Ranked::paths`].
pub(crate) struct RankedPaths<'r, M> {
    moves: &'r [Vec<(M, Cost, u32)>],
    ends: Vec<bool>,
    /// The cost of the cheapest path from each state to an end.
    remaining: Vec<Option<Cost>>,
    prefixes: Vec<PathPrefix<M>>,
    /// The indexes of paths to be returned (false) or continued (true), by the cost of the cheapest
    /// path to an end that begins so.
    waiting: BinaryHeap<Reverse<(Cost, bool, usize)>>,
}

impl<M: Copy> RankedPaths<'_, M> {
    /// Adds a path to be continued, if an end can be reached from its state.
    fn push_prefix(&mut self, prefix: PathPrefix<M>) {
        if let Some(remaining) = self.remaining[prefix.state as usize] {
            self.waiting.push(Reverse((sum(prefix.cost, remaining), true, self.prefixes.len())));
            self.prefixes.push(prefix);
        }
    }

    /// The moves of a path.
    fn moves_of(&self, path: PathPrefix<M>) -> Vec<M> {
        let (mut moves, mut last) = (Vec::new(), path.last);
        while let Some((index, step)) = last {
            moves.push(step);
            last = self.prefixes[index].last;
        }
        moves.reverse();
        moves
    }
}

impl<M: Copy> Iterator for RankedPaths<'_, M> {
    type Item = Vec<M>;

    fn next(&mut self) -> Option<Vec<M>> {
        while let Some(Reverse((_, is_continued, index))) = self.waiting.pop() {
            let prefix = self.prefixes[index];
            if !is_continued {
                return Some(self.moves_of(prefix));
            }
            if self.ends[prefix.state as usize] {
                self.waiting.push(Reverse((prefix.cost, false, index)));
            }
            let moves = self.moves;
            for &(step, cost, state) in &moves[prefix.state as usize] {
                let cost = sum(prefix.cost, cost);
                self.push_prefix(PathPrefix { last: Some((index, step)), cost, state });
            }
        }
        None
    }
}
