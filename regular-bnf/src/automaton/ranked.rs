//! The strings that lead to the ends of a graph, shortest first.

use std::cmp::Reverse;
#[cfg(feature = "peg")]
use std::collections::BTreeMap;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap as HashMap;

use super::TooLarge;
use super::cheapest::cheapest;
use super::search::Cost;

/// A graph with ends. A move with a character costs one character and its effort; a move without
/// one is free, and there is no circle of free moves.
pub(crate) struct Ranked<M, E> {
    /// The moves from each state: the move, its cost, and the next state.
    moves: Vec<Vec<(M, Cost, u32)>>,
    /// The ends: the state and the kind of each.
    ends: Vec<(u32, E)>,
}

/// The ways out of a state.
pub(crate) struct Outgoing<S, M, E> {
    /// Each move, the effort of its character if it has one, and the next state.
    pub moves: Vec<(M, Option<u32>, S)>,
    /// The result of a string that ends here.
    pub end: Option<E>,
}

impl<M: Copy, E: Copy + Ord> Ranked<M, E> {
    /// Explores a graph of at most `most` moves from its start; `out` returns the ways out of a
    /// state.
    ///
    /// # Errors
    ///
    /// If there are more moves.
    pub fn explore<S: Clone + Eq + Hash>(
        start: S,
        most: usize,
        mut out: impl FnMut(&S) -> Outgoing<S, M, E>,
    ) -> Result<Self, TooLarge> {
        let mut numbers = HashMap::from_iter([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut ranked = Self { moves: Vec::new(), ends: Vec::new() };
        let mut count = 0;
        while let Some(state) = states.get(ranked.moves.len()).cloned() {
            let Outgoing { moves, end } = out(&state);
            count += moves.len();
            if count > most {
                return Err(TooLarge);
            }
            ranked.ends.extend(end.map(|end| (ranked.moves.len() as u32, end)));
            let numbered = moves.into_iter().map(|(by, effort, next)| {
                let to = match numbers.entry(next) {
                    Entry::Occupied(number) => *number.get(),
                    Entry::Vacant(new) => {
                        states.push(new.key().clone());
                        *new.insert(states.len() as u32 - 1)
                    }
                };
                (by, effort.map_or((0, 0), |effort| (1, effort)), to)
            });
            ranked.moves.push(numbered.collect());
        }
        Ok(ranked)
    }

    /// The kinds of ends, in the order of the cheapest ways to them.
    #[cfg(feature = "peg")]
    pub fn kinds(&self) -> Vec<E> {
        let least = cheapest(self.moves.len(), [(0, (0, 0))], |at, &cost, reach| {
            self.moves[at].iter().for_each(|&(_, by, to)| reach(to as usize, sum(cost, by), ()));
        });
        let mut costs: BTreeMap<E, Cost> = BTreeMap::new();
        for &(at, kind) in &self.ends {
            if let Some((cost, _)) = least[at as usize] {
                costs.entry(kind).and_modify(|least| *least = cost.min(*least)).or_insert(cost);
            }
        }
        let mut kinds: Vec<(Cost, E)> = costs.into_iter().map(|(kind, cost)| (cost, kind)).collect();
        kinds.sort_unstable();
        kinds.into_iter().map(|(_, kind)| kind).collect()
    }

    /// The sequences of moves that lead from the start to the ends of one kind, in the order of the
    /// length of their strings, then of effort.
    pub fn ways(&self, is_wanted: impl Fn(E) -> bool) -> Ways<'_, M> {
        let mut before: Vec<Vec<(u32, Cost)>> = vec![Vec::new(); self.moves.len()];
        for (from, moves) in self.moves.iter().enumerate() {
            moves.iter().for_each(|&(_, cost, to)| before[to as usize].push((from as u32, cost)));
        }
        let mut ends = vec![false; self.moves.len()];
        self.ends.iter().filter(|(_, end)| is_wanted(*end)).for_each(|&(at, _)| ends[at as usize] = true);
        let starts = ends.iter().enumerate().filter(|(_, end)| **end).map(|(at, _)| (at, (0, 0)));
        let cheapest = cheapest(ends.len(), starts, |at, &cost, reach| {
            before[at].iter().for_each(|&(from, by)| reach(from as usize, sum(by, cost), ()));
        });
        let remaining = cheapest.into_iter().map(|cheapest| cheapest.map(|(cost, _)| cost)).collect();
        let mut ways = Ways { moves: &self.moves, ends, remaining, begun: Vec::new(), waiting: BinaryHeap::new() };
        ways.push_beginning(None, (0, 0), 0);
        ways
    }
}

fn sum(left: Cost, right: Cost) -> Cost {
    (left.0 + right.0, left.1 + right.1)
}

/// The beginning of a way: the beginning in front of its last move and that move, the cost so far,
/// and the state.
type RankedPrefix<M> = (Option<(usize, M)>, Cost, u32);

/// See [`Ranked::ways`].
pub(crate) struct Ways<'r, M> {
    moves: &'r [Vec<(M, Cost, u32)>],
    ends: Vec<bool>,
    /// The cost of the cheapest way from each state to an end.
    remaining: Vec<Option<Cost>>,
    begun: Vec<RankedPrefix<M>>,
    /// Beginnings to continue, and whole ways, by the cost of the cheapest way that begins so.
    waiting: BinaryHeap<Reverse<(Cost, bool, usize)>>,
}

impl<M: Copy> Ways<'_, M> {
    fn push_beginning(&mut self, before: Option<(usize, M)>, spent: Cost, state: u32) {
        if let Some(remaining) = self.remaining[state as usize] {
            self.waiting.push(Reverse((sum(spent, remaining), true, self.begun.len())));
            self.begun.push((before, spent, state));
        }
    }
}

impl<M: Copy> Iterator for Ways<'_, M> {
    type Item = Vec<M>;

    fn next(&mut self) -> Option<Vec<M>> {
        while let Some(Reverse((_, open, at))) = self.waiting.pop() {
            let (mut before, spent, state) = self.begun[at];
            if !open {
                let mut way = Vec::new();
                while let Some((at, by)) = before {
                    way.push(by);
                    before = self.begun[at].0;
                }
                way.reverse();
                return Some(way);
            }
            if self.ends[state as usize] {
                self.waiting.push(Reverse((spent, false, at)));
            }
            let moves = self.moves;
            for &(by, cost, to) in &moves[state as usize] {
                self.push_beginning(Some((at, by)), sum(spent, cost), to);
            }
        }
        None
    }
}
