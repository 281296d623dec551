//! The members of a language, enumerated in order.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::dfa::{DEAD, Dfa, State, not_dead};
use super::effort;

impl Dfa {
    /// Whether the string is a member. No mark is read.
    pub fn accepts(&self, string: &str) -> bool {
        self.accepts_from(Self::START, string)
    }

    /// Whether the string leads from a state to an end.
    pub(crate) fn accepts_from(&self, state: State, string: &str) -> bool {
        let end = string.chars().try_fold(state, |state, c| not_dead(self.step(state, c)));
        end.is_some_and(|state| self.is_accepting(state))
    }

    /// The shortest string accepted from a state and, among those, the most readable. A mark counts as a
    /// character, and is not in the string.
    pub fn shortest(&self, from: State) -> Option<String> {
        let mut seen = HashSet::from([from]);
        // The states that strings of one length first reach, each with the best of those strings.
        let mut layer: Vec<(State, u32, String)> = vec![(from, 0, String::new())];
        while !layer.is_empty() {
            let accepted = layer.iter().filter(|(state, ..)| self.is_accepting(*state));
            let best = accepted.min_by_key(|(_, cost, string)| (*cost, readable(string).collect::<Vec<_>>()));
            if let Some((.., string)) = best {
                return Some(string.clone());
            }
            let mut next: HashMap<State, (u32, String)> = HashMap::new();
            for (state, cost, string) in &layer {
                for (element, &to) in self.alphabet().elements().zip(self.row(*state)) {
                    if to == DEAD || seen.contains(&to) {
                        continue;
                    }
                    let cost = cost + element.character().map_or(0, effort);
                    let longer = || {
                        let mut longer = string.clone();
                        longer.extend(element.character());
                        longer
                    };
                    match next.get_mut(&to) {
                        None => {
                            next.insert(to, (cost, longer()));
                        }
                        Some((best_cost, best)) if cost <= *best_cost => {
                            let longer = longer();
                            if cost < *best_cost || readable(&longer).lt(readable(best)) {
                                (*best_cost, *best) = (cost, longer);
                            }
                        }
                        Some(_) => {}
                    }
                }
            }
            seen.extend(next.keys());
            layer = next.into_iter().map(|(state, (cost, string))| (state, cost, string)).collect();
        }
        None
    }

    /// Whether each state is reached from the start without a mark.
    fn reached_by_characters(&self) -> Vec<bool> {
        let (mut reached, mut waiting) = (vec![false; self.len()], vec![Self::START]);
        reached[Self::START as usize] = true;
        while let Some(state) = waiting.pop() {
            let row = &self.row(state)[self.alphabet().symbols()];
            for &to in row.iter().filter(|&&to| to != DEAD) {
                if !std::mem::replace(&mut reached[to as usize], true) {
                    waiting.push(to);
                }
            }
        }
        reached
    }

    /// The members without marks, in order of length, then of effort, then of the alphabet.
    pub fn members(&self) -> Members<'_> {
        let reached = self.reached_by_characters();
        let best = (0..self.len()).map(|at| (reached[at] && self.is_accepting(at as State)).then_some(0)).collect();
        let mut members = Members { dfa: self, reached, best: vec![best], heap: BinaryHeap::new() };
        members.seed();
        members
    }
}

/// A prefix of a member: its lower bound of cost, the string, and its state.
type MemberPrefix = Reverse<(u32, Vec<(u32, char)>, State)>;

/// See [`Dfa::members`].
pub struct Members<'d> {
    dfa: &'d Dfa,
    /// Whether each state is reached without a mark.
    reached: Vec<bool>,
    /// For each length and state the least effort of a member of exactly that length from there.
    best: Vec<Vec<Option<u32>>>,
    /// The unfinished strings of the present length, best first.
    heap: BinaryHeap<MemberPrefix>,
}

debug_fields!(Members<'d> {});

impl Members<'_> {
    fn length(&self) -> usize {
        self.best.len() - 1
    }

    fn seed(&mut self) {
        if let Some(cost) = self.best[self.length()][Dfa::START as usize] {
            self.heap.push(Reverse((cost, Vec::new(), Dfa::START)));
        }
    }

    /// Advances to the next length. Returns `false` if no member has this length or more.
    fn lengthen(&mut self) -> bool {
        let last = &self.best[self.length()];
        let mut next = Vec::with_capacity(self.dfa.len());
        for (row, reached) in self.dfa.rows().zip(&self.reached) {
            let steps = self.dfa.alphabet().characters().zip(row).filter(|_| *reached);
            next.push(steps.filter_map(|(c, &to)| Some(last[to as usize]? + effort(c))).min());
        }
        let is_possible = next.iter().any(Option::is_some);
        self.best.push(next);
        self.seed();
        is_possible
    }
}

impl Iterator for Members<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            while let Some(Reverse((cost, string, state))) = self.heap.pop() {
                // The other characters of a symbol come when they are due.
                if let Some(&(effort, c)) = string.last()
                    && let Some(next) = self.dfa.alphabet().next(c)
                {
                    let mut sibling = string.clone();
                    sibling.pop();
                    sibling.push((effort, next));
                    self.heap.push(Reverse((cost, sibling, state)));
                }
                let Some(remaining_length) = self.length().checked_sub(string.len() + 1) else {
                    return Some(string.into_iter().map(|(_, c)| c).collect());
                };
                let spent = cost - self.best[remaining_length + 1][state as usize].unwrap_or(0);
                for (c, &to) in self.dfa.alphabet().characters().zip(self.dfa.row(state)) {
                    if let Some(ahead) = self.best[remaining_length][to as usize] {
                        let mut longer = string.clone();
                        longer.push((effort(c), c));
                        self.heap.push(Reverse((spent + effort(c) + ahead, longer, to)));
                    }
                }
            }
            if !self.lengthen() {
                return None;
            }
        }
    }
}

/// The characters of a string in the order of effort, to compare strings of equal effort and of equal
/// length with their marks.
fn readable(string: &str) -> impl Iterator<Item = (u32, char)> + '_ {
    string.chars().map(|c| (effort(c), c))
}
