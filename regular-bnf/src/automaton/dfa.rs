//! A deterministic automaton over characters, as a table.

use std::collections::{HashSet, VecDeque};

use super::alphabet::{Alphabet, Symbol};
use super::live::live_nodes;
use super::nfa::{Nfa, NodeSet};
use super::{ALPHABET, Map, TooLarge};
use crate::characters::CharSet;
use crate::limits::limits;

/// A state, by its number: a row of the table. Those of a [lazy](super::lazy) automaton are
/// numbered in the order in which they are reached, and equal refusals have equal states.
pub type State = u32;

/// The state from which nothing is accepted.
pub const DEAD: State = 0;

/// A deterministic automaton. Row 0 is [`DEAD`], row 1 the start; every other row can reach an
/// accepting state. A row has a state for each symbol of the alphabet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dfa {
    alphabet: Alphabet,
    next: Vec<State>,
    accepting: Vec<bool>,
}

/// The symbols of an alphabet, in classes: a state steps to the same state with all symbols of one
/// class.
#[derive(Debug, Clone)]
pub struct SymbolClasses {
    /// The alphabet.
    pub alphabet: Alphabet,
    /// The class of each symbol.
    pub class_of: Vec<usize>,
}

impl SymbolClasses {
    /// Puts each symbol into a class of its own.
    pub fn singletons(alphabet: Alphabet) -> Self {
        Self { class_of: (0..alphabet.len()).collect(), alphabet }
    }
}

impl Dfa {
    /// The state before the first character.
    pub const START: State = 1;

    /// The minimal automaton for the language of a nondeterministic one: the subset construction,
    /// and Hopcroft's algorithm.
    ///
    /// # Errors
    ///
    /// If there are too many states, or the construction needs too many steps.
    pub fn new(nfa: &Nfa) -> Result<Self, TooLarge> {
        let (alphabet, (ascii, count)) = (nfa.alphabet(), nfa.classes());
        let class_of = alphabet.symbols().map(|symbol| match ascii.get(symbol) {
            Some(&class) => class.into(),
            None => symbol - ALPHABET + count,
        });
        let classes = SymbolClasses { class_of: class_of.collect(), alphabet };
        let beyond = classes.alphabet.len() - ALPHABET;
        // One character of each class.
        let characters: Vec<char> = (0..count + beyond)
            .filter_map(|class| classes.class_of.iter().position(|&symbol_class| symbol_class == class))
            .map(|symbol| classes.alphabet.character(symbol))
            .collect();
        let (mut work, mut scratch) = (0, nfa.scratch());
        let explored = Self::explore(
            nfa.start(&mut scratch),
            limits().dfa_states,
            classes,
            |set: &NodeSet| {
                work += (set.len() + 1) * characters.len();
                if work > limits().dfa_work {
                    return Err(TooLarge);
                }
                let targets = characters.iter().map(|&c| nfa.step(set, c, &mut scratch));
                Ok(targets.map(|target| Some(target).filter(|target| !target.is_empty())).collect())
            },
            |set| nfa.accepted(set).next().is_some(),
        )?;
        let minimal = explored.minimal();
        if minimal.len() > limits().minimal_states { Err(TooLarge) } else { Ok(minimal) }
    }

    /// Explores an automaton from the steps out of each state, one for each class of symbols, and
    /// keeps the states that can reach an accepting state.
    ///
    /// # Errors
    ///
    /// If there are more than `most` states, or if `steps` fails.
    pub fn explore<S: Clone + Eq + std::hash::Hash>(
        start: S,
        most: usize,
        classes: SymbolClasses,
        mut steps: impl FnMut(&S) -> Result<Vec<Option<S>>, TooLarge>,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Result<Self, TooLarge> {
        let mut next = vec![DEAD; classes.class_of.len()];
        let mut accepting = vec![false];
        let mut numbers = Map::from_iter([(start.clone(), Self::START)]);
        let mut waiting = VecDeque::from([start]);
        let mut count = Self::START + 1;
        while let Some(state) = waiting.pop_front() {
            let mut after = Vec::new();
            for target in steps(&state)? {
                after.push(match target {
                    None => DEAD,
                    Some(target) => *numbers.entry(target).or_insert_with_key(|target| {
                        waiting.push_back(target.clone());
                        count += 1;
                        count - 1
                    }),
                });
            }
            if count as usize > most {
                return Err(TooLarge);
            }
            next.extend(classes.class_of.iter().map(|&class| after[class]));
            accepting.push(accepts(&state));
        }
        Ok(Self { alphabet: classes.alphabet, next, accepting }.trimmed())
    }

    /// The same automaton, with states numbered in breadth-first order from `start`; `replace`
    /// maps each target of a step to the state that replaces it.
    fn renumbered(&self, start: State, replace: impl Fn(State) -> State) -> Self {
        let explored = Self::explore(
            start,
            usize::MAX,
            SymbolClasses::singletons(self.alphabet.clone()),
            |&state| Ok(self.row(state).iter().map(|&target| not_dead(replace(target))).collect()),
            |&state| self.accepting[state as usize],
        );
        explored.unwrap_or_else(|TooLarge| self.clone())
    }

    /// The automaton of the same language with the fewest states (Hopcroft's algorithm). Equal
    /// languages have equal results.
    pub fn minimal(self) -> Self {
        let n = self.len();
        let mut seen = HashSet::new();
        let symbols: Vec<Symbol> = self.alphabet.symbols().filter(|&symbol| seen.insert(self.column(symbol))).collect();
        let mut before = vec![vec![Vec::new(); n]; symbols.len()];
        for (before, &c) in before.iter_mut().zip(&symbols) {
            for (from, row) in self.rows().enumerate() {
                before[row[c] as usize].push(from);
            }
        }
        let (accepting, others): (Vec<usize>, Vec<usize>) = (0..n).partition(|&state| self.accepting[state]);
        let mut blocks: Vec<Vec<usize>> = [others, accepting].into_iter().filter(|block| !block.is_empty()).collect();
        let mut block_of = vec![0; n];
        let mut position = vec![0; n];
        for (block, states) in blocks.iter().enumerate() {
            states.iter().enumerate().for_each(|(at, &state)| (block_of[state], position[state]) = (block, at));
        }
        let mut waits = vec![true; blocks.len()];
        let mut waiting: Vec<usize> = (0..blocks.len()).collect();
        while let Some(splitter) = waiting.pop() {
            waits[splitter] = false;
            let members = blocks[splitter].clone();
            for before in &before {
                // The states that lead into the splitter, grouped by block.
                let mut touched: Map<usize, Vec<usize>> = Map::default();
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
                        let at = position[state];
                        blocks[block].swap_remove(at);
                        if let Some(&moved) = blocks[block].get(at) {
                            position[moved] = at;
                        }
                    }
                    for (at, &state) in inside.iter().enumerate() {
                        (block_of[state], position[state]) = (new, at);
                    }
                    let smaller = if waits[block] || inside.len() <= blocks[block].len() { new } else { block };
                    blocks.push(inside);
                    waits.push(false);
                    waits[smaller] = true;
                    waiting.push(smaller);
                }
            }
        }
        self.quotient(&blocks, &block_of).merged()
    }

    /// The automaton in which the states of each block are one state.
    fn quotient(&self, blocks: &[Vec<usize>], block_of: &[usize]) -> Self {
        let start = blocks[block_of[Self::START as usize]][0] as State;
        self.renumbered(start, |state| match state {
            DEAD => DEAD,
            _ => blocks[block_of[state as usize]][0] as State,
        })
    }

    /// The same automaton with the coarsest alphabet.
    fn merged(self) -> Self {
        let alphabet = self.alphabet.merged(|symbol| self.column(symbol));
        let symbols: Vec<Symbol> = alphabet.characters().map(|c| self.alphabet.symbol(c)).collect();
        let next = self.rows().flat_map(|row| symbols.iter().map(|&symbol| row[symbol])).collect();
        Self { alphabet, next, ..self }
    }

    /// The steps by the symbols of a finer alphabet.
    pub(super) fn over(&self, alphabet: &Alphabet) -> impl Fn(State, Symbol) -> State {
        let symbols: Vec<Symbol> = alphabet.characters().map(|c| self.alphabet.symbol(c)).collect();
        move |state, symbol| self.row(state)[symbols[symbol]]
    }

    /// The state after a symbol, for each state.
    fn column(&self, symbol: Symbol) -> Vec<State> {
        self.rows().map(|row| row[symbol]).collect()
    }

    /// The rows of all states.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[State]> {
        self.next.chunks_exact(self.alphabet.len())
    }

    /// The symbols of its steps.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Redirects steps to states that cannot reach an accepting state to [`DEAD`], and numbers the
    /// remaining states in breadth-first order.
    fn trimmed(self) -> Self {
        let edges = self.rows().enumerate().flat_map(|(from, row)| row.iter().map(move |&to| (from, to as usize)));
        let live = live_nodes(self.len(), edges, (0..self.len()).filter(|&state| self.accepting[state]));
        if live.iter().skip(1).all(|&live| live) {
            return self;
        }
        if !live[Self::START as usize] {
            let next = vec![DEAD; 2 * self.alphabet.len()];
            return Self { next, accepting: vec![false; 2], ..self };
        }
        self.renumbered(Self::START, |to| if live[to as usize] { to } else { DEAD })
    }

    /// The number of states, including [`DEAD`].
    #[allow(clippy::len_without_is_empty, reason = "no automaton is without states")]
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    /// The state after each symbol.
    pub fn row(&self, state: State) -> &[State] {
        let width = self.alphabet.len();
        &self.next[state as usize * width..][..width]
    }

    /// The states after each character that can be accepted, in the order of the characters, each
    /// with the characters that lead there.
    pub fn classes(&self, state: State) -> Vec<(CharSet, State)> {
        self.alphabet.classes(self.row(state).iter().copied().enumerate().filter(|&(_, to)| to != DEAD))
    }

    /// The state after a character.
    pub fn step(&self, state: State, c: char) -> State {
        self.row(state)[self.alphabet.symbol(c)]
    }

    /// Whether a string may end in a state.
    pub fn is_accepting(&self, state: State) -> bool {
        self.accepting[state as usize]
    }

    /// The automaton of the strings for which `keep` returns true. Its arguments tell whether each
    /// language contains the string.
    ///
    /// # Errors
    ///
    /// If there are too many pairs of states.
    pub fn product(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Result<Self, TooLarge> {
        let alphabet = self.alphabet.refined(&other.alphabet);
        let (left, right) = (self.over(&alphabet), other.over(&alphabet));
        Self::explore(
            (Self::START, Self::START),
            limits().pairs,
            SymbolClasses::singletons(alphabet.clone()),
            |&(l, r)| {
                let targets = alphabet.symbols().map(|symbol| (left(l, symbol), right(r, symbol)));
                Ok(targets.map(|target| (target != (DEAD, DEAD)).then_some(target)).collect())
            },
            |&(left, right)| keep(self.is_accepting(left), other.is_accepting(right)),
        )
    }
}

/// A state, if something can be accepted from it.
pub(super) fn not_dead(state: State) -> Option<State> {
    (state != DEAD).then_some(state)
}
