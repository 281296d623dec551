//! A deterministic automaton over US-ASCII, as a table.

use std::collections::{HashMap, HashSet, VecDeque};

use super::nfa::{Nfa, Set};
use super::{ALPHABET, TooLarge};
use crate::limits::LIMITS;

/// A state: a row of the table.
pub type State = u32;

/// The state from which nothing is accepted.
pub const DEAD: State = 0;

/// A class for each character.
fn each() -> [u8; ALPHABET] {
    std::array::from_fn(|character| character as u8)
}

/// A deterministic automaton. Row 0 is [`DEAD`], row 1 the start; every other row can reach an accepting state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dfa {
    pub(super) next: Vec<[State; ALPHABET]>,
    pub(super) accepting: Vec<bool>,
}

impl Dfa {
    /// The state before the first character.
    pub const START: State = 1;

    /// The minimal automaton for the language of a nondeterministic one: the subset construction, and Hopcroft's algorithm.
    ///
    /// # Errors
    ///
    /// If there are too many states, or the construction needs too many steps.
    pub fn of(nfa: &Nfa) -> Result<Self, TooLarge> {
        let (classes, count) = nfa.classes();
        let first = |class: usize| classes.iter().position(|&other| usize::from(other) == class);
        let first: Vec<u8> = (0..count).filter_map(first).map(|c| c as u8).collect();
        let (mut work, mut scratch) = (0, nfa.scratch());
        let explored = Self::explore(
            nfa.start(&mut scratch),
            LIMITS.dfa_states,
            &classes,
            |set: &Set| {
                work += (set.len() + 1) * first.len();
                let mut step = |&c: &u8| Some(nfa.step(set, c, &mut scratch)).filter(|to| !to.is_empty());
                if work > LIMITS.dfa_work { Err(TooLarge) } else { Ok(first.iter().map(&mut step).collect()) }
            },
            |set| nfa.accepted(set).next().is_some(),
        )?;
        let minimal = explored.minimal();
        if minimal.len() > LIMITS.minimal_states { Err(TooLarge) } else { Ok(minimal) }
    }

    /// Explores an automaton from the steps out of each state, one for each class of characters, and keeps the states that can
    /// reach an accepting state.
    ///
    /// # Errors
    ///
    /// If there are more than `most` states, or if `steps` fails.
    pub fn explore<S: Clone + Eq + std::hash::Hash>(
        start: S,
        most: usize,
        classes: &[u8; ALPHABET],
        mut steps: impl FnMut(&S) -> Result<Vec<Option<S>>, TooLarge>,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Result<Self, TooLarge> {
        let mut next = vec![[DEAD; ALPHABET]];
        let mut accepting = vec![false];
        let mut known = HashMap::from([(start.clone(), Self::START)]);
        let mut waiting = VecDeque::from([start]);
        let mut count = Self::START + 1;
        while let Some(state) = waiting.pop_front() {
            let mut number = |target| {
                *known.entry(target).or_insert_with_key(|target| {
                    waiting.push_back(target.clone());
                    count += 1;
                    count - 1
                })
            };
            let after: Vec<State> = steps(&state)?.into_iter().map(|target| target.map_or(DEAD, &mut number)).collect();
            if count as usize > most {
                return Err(TooLarge);
            }
            next.push(classes.map(|class| after[usize::from(class)]));
            accepting.push(accepts(&state));
        }
        Ok(Self { next, accepting }.trimmed())
    }

    /// The same automaton, with states numbered in breadth-first order from `start`.
    fn renumbered(&self, start: State, row: impl Fn(State) -> [State; ALPHABET]) -> Self {
        let some = |to: State| (to != DEAD).then_some(to);
        let steps = |&state: &State| Ok(row(state).into_iter().map(some).collect());
        let explored = Self::explore(start, usize::MAX, &each(), steps, |&state| self.accepting[state as usize]);
        explored.unwrap_or_else(|TooLarge| self.clone())
    }

    /// The automaton of the same language with the fewest states (Hopcroft's algorithm). Equal languages have equal results.
    pub fn minimal(self) -> Self {
        let n = self.len();
        let mut seen = HashSet::new();
        let column = |c: &usize| seen.insert(self.next.iter().map(|row| row[*c]).collect::<Vec<_>>());
        let symbols: Vec<usize> = (0..ALPHABET).filter(column).collect();
        let mut before = vec![vec![Vec::new(); n]; symbols.len()];
        for (before, &c) in before.iter_mut().zip(&symbols) {
            for (from, row) in self.next.iter().enumerate() {
                before[row[c] as usize].push(from);
            }
        }
        let (yes, no): (Vec<usize>, Vec<usize>) = (0..n).partition(|&state| self.accepting[state]);
        let mut blocks: Vec<Vec<usize>> = [no, yes].into_iter().filter(|block| !block.is_empty()).collect();
        let mut block_of = vec![0; n];
        let mut place = vec![0; n];
        for (block, states) in blocks.iter().enumerate() {
            states.iter().enumerate().for_each(|(at, &state)| (block_of[state], place[state]) = (block, at));
        }
        let mut waits = vec![true; blocks.len()];
        let mut waiting: Vec<usize> = (0..blocks.len()).collect();
        while let Some(splitter) = waiting.pop() {
            waits[splitter] = false;
            let members = blocks[splitter].clone();
            for before in &before {
                // The states that lead into the splitter, grouped by block.
                let mut touched: HashMap<usize, Vec<usize>> = HashMap::new();
                for &state in members.iter().flat_map(|&state| &before[state]) {
                    touched.entry(block_of[state]).or_default().push(state);
                }
                let mut touched: Vec<_> = touched.into_iter().collect();
                touched.sort_unstable_by_key(|(block, _)| *block);
                for (block, inside) in touched {
                    if inside.len() == blocks[block].len() {
                        continue;
                    }
                    let new = blocks.len();
                    for &state in &inside {
                        let at = place[state];
                        blocks[block].swap_remove(at);
                        if let Some(&moved) = blocks[block].get(at) {
                            place[moved] = at;
                        }
                    }
                    for (at, &state) in inside.iter().enumerate() {
                        (block_of[state], place[state]) = (new, at);
                    }
                    let smaller = if waits[block] || inside.len() <= blocks[block].len() { new } else { block };
                    blocks.push(inside);
                    waits.push(false);
                    waits[smaller] = true;
                    waiting.push(smaller);
                }
            }
        }
        let first: Vec<State> = blocks.iter().map(|block| block[0] as State).collect();
        let of = |state: State| if state == DEAD { DEAD } else { first[block_of[state as usize]] };
        self.renumbered(of(Self::START), |state| self.next[state as usize].map(of))
    }

    /// Redirects steps to states that cannot reach an accepting state to [`DEAD`], and numbers the rest in breadth-first order.
    fn trimmed(self) -> Self {
        let mut live = self.accepting.clone();
        let mut before = vec![Vec::new(); self.len()];
        for (from, row) in self.next.iter().enumerate() {
            row.iter().for_each(|&to| before[to as usize].push(from));
        }
        let mut waiting: Vec<usize> = (0..self.len()).filter(|&state| live[state]).collect();
        while let Some(state) = waiting.pop() {
            for &from in &before[state] {
                if !live[from] {
                    live[from] = true;
                    waiting.push(from);
                }
            }
        }
        if live.iter().skip(1).all(|&live| live) {
            return self;
        }
        if !live[Self::START as usize] {
            return Self { next: vec![[DEAD; ALPHABET]; 2], accepting: vec![false; 2] };
        }
        self.renumbered(Self::START, |state| {
            self.next[state as usize].map(|to| if live[to as usize] { to } else { DEAD })
        })
    }

    /// The number of states, including [`DEAD`].
    #[allow(clippy::len_without_is_empty, reason = "no automaton is without states")]
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// The state after each character.
    pub fn row(&self, state: State) -> &[State; ALPHABET] {
        &self.next[state as usize]
    }

    /// Whether a string may end in a state.
    pub fn is_accepting(&self, state: State) -> bool {
        self.accepting[state as usize]
    }

    /// The automaton of the strings for which `keep` returns true. Its arguments tell whether each language contains the
    /// string.
    ///
    /// # Errors
    ///
    /// If there are too many pairs of states.
    pub fn product(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Result<Self, TooLarge> {
        let some = |to: (State, State)| (to != (DEAD, DEAD)).then_some(to);
        Self::explore(
            (Self::START, Self::START),
            LIMITS.pairs,
            &each(),
            |&(left, right)| {
                let steps = self.row(left).iter().zip(other.row(right));
                Ok(steps.map(|(&left, &right)| some((left, right))).collect())
            },
            |&(left, right)| keep(self.is_accepting(left), other.is_accepting(right)),
        )
    }
}
