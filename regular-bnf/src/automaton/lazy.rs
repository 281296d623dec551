//! The automaton of a production, built lazily: a state is built when an input first reaches it.
//!
//! All states are kept. Callers that walk untrusted grammars must bound their number.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use super::ALPHABET;
use super::nfa::{Class, Completion, Nfa, Scratch, Set};
use crate::bnf::{Bnf, LanguageError};

/// A state, numbered in the order in which states were reached. Equal refusals have equal states.
pub type State = u32;

/// The state from which nothing is accepted.
pub const DEAD: State = 0;
/// The state before the first character.
const START: State = 1;
/// A step that has not been computed; not a state.
pub const UNKNOWN: State = State::MAX;

/// The automaton of one production.
pub struct LazyDfa {
    nfa: Nfa,
    classes: [u8; ALPHABET],
    width: usize,
    states: RwLock<States>,
    completions: OnceLock<Vec<Option<Completion>>>,
    ways: Mutex<Ways>,
}

/// A breadth-first search from the start, which continues on request.
struct Ways {
    /// For each state found the state in front of it, and the character between them.
    before: HashMap<State, (State, u8)>,
    /// The states found whose steps have not been explored.
    waiting: VecDeque<State>,
}

/// The states built so far.
struct States {
    /// The next state for each state and class.
    next: Vec<State>,
    sets: Vec<Set>,
    scratch: Scratch,
    known: HashMap<Set, State>,
}

impl States {
    /// The number of a set's state, which is added if it is new.
    fn numbered(&mut self, set: Set, width: usize) -> State {
        if let Some(&known) = self.known.get(&set) {
            return known;
        }
        let new = self.sets.len() as State;
        self.sets.push(set.clone());
        self.known.insert(set, new);
        self.next.extend(std::iter::repeat_n(UNKNOWN, width));
        new
    }
}

/// Where a production stopped matching an input: the offset and the state.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stop {
    /// The offset, in bytes.
    pub offset: usize,
    /// The state at the offset.
    pub state: State,
}

impl LazyDfa {
    /// Builds the automaton of a production.
    ///
    /// # Errors
    ///
    /// If the production or one that it uses is undefined, unreadable, not regular or too large.
    pub fn of(bnf: &Bnf, production: &str) -> Result<Self, LanguageError> {
        Ok(Self::new(Nfa::of(bnf, production)?))
    }

    /// Builds the automaton for the language of a nondeterministic one.
    pub fn new(nfa: Nfa) -> Self {
        let (classes, width) = nfa.classes();
        let mut scratch = nfa.scratch();
        let sets = vec![Set::default(), nfa.start(&mut scratch)];
        // Both sets are empty if the language is empty.
        let known = sets.iter().cloned().zip([DEAD, START]).rev().collect();
        let next = [vec![DEAD; width], vec![UNKNOWN; width]].concat();
        Self {
            nfa,
            classes,
            width,
            states: RwLock::new(States { next, sets, scratch, known }),
            completions: OnceLock::new(),
            ways: Mutex::new(Ways { before: HashMap::new(), waiting: VecDeque::from([START]) }),
        }
    }

    /// The nondeterministic automaton.
    pub fn nfa(&self) -> &Nfa {
        &self.nfa
    }

    /// The longest prefix of the input that the production can continue. [`accepts`](Self::accepts) tells whether it matches
    /// all of it.
    pub fn walk(&self, input: &str) -> Stop {
        let mut stop = Stop { offset: 0, state: START };
        loop {
            let known = self.go(&self.read().next, input, &mut stop);
            if known {
                return stop;
            }
            self.learn(stop.state, input.as_bytes()[stop.offset]);
        }
    }

    /// Continues with the cached steps. Returns whether they were sufficient.
    #[inline]
    fn go(&self, next: &[State], input: &str, stop: &mut Stop) -> bool {
        let bytes = input.as_bytes();
        let Stop { offset: mut at, mut state } = *stop;
        let mut to = DEAD;
        while let Some(&class) = bytes.get(at).and_then(|&byte| self.classes.get(usize::from(byte))) {
            to = next.get(state as usize * self.width + usize::from(class)).copied().unwrap_or(UNKNOWN);
            if to == DEAD || to == UNKNOWN {
                break;
            }
            (state, at) = (to, at + 1);
        }
        *stop = Stop { offset: at, state };
        to != UNKNOWN
    }

    /// The state before the first character.
    pub fn start(&self) -> State {
        START
    }

    /// The state after a character; `None` if the production can no longer match.
    pub fn step(&self, state: State, byte: u8) -> Option<State> {
        let class = usize::from(*self.classes.get(usize::from(byte))?);
        let known = |states: &States| states.next[state as usize * self.width + class];
        let mut to = known(&self.read());
        if to == UNKNOWN {
            self.learn(state, byte);
            to = known(&self.read());
        }
        (to != DEAD).then_some(to)
    }

    fn read(&self) -> RwLockReadGuard<'_, States> {
        self.states.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes a step for the first time.
    fn learn(&self, state: State, byte: u8) {
        let states = &mut *self.states.write().unwrap_or_else(PoisonError::into_inner);
        let set = self.nfa.step(&states.sets[state as usize], byte, &mut states.scratch);
        let to = states.numbered(set, self.width);
        states.next[state as usize * self.width + usize::from(self.classes[usize::from(byte)])] = to;
    }

    /// The class of a US-ASCII character: no state distinguishes two characters of one class.
    #[inline]
    pub fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte) % ALPHABET]
    }

    /// The productions that are being read in a state, each with its depth; with `byte` only those that accept it next.
    pub fn reading(&self, state: State, byte: Option<u8>) -> Vec<(usize, usize)> {
        let mut deepest: HashMap<usize, usize> = HashMap::new();
        for place in self.nfa.places(&self.read().sets[state as usize], byte) {
            let all: Vec<usize> = self.nfa.within(place).collect();
            for (depth, &production) in all.iter().rev().enumerate() {
                let known = deepest.entry(production).or_default();
                *known = depth.max(*known);
            }
        }
        deepest.into_iter().collect()
    }

    /// Whether the input may end there.
    pub fn accepts(&self, state: State) -> bool {
        self.nfa.accepted(&self.read().sets[state as usize]).next().is_some()
    }

    /// The characters that may come next.
    pub fn open(&self, state: State) -> Class {
        self.nfa.open(&self.read().sets[state as usize])
    }

    /// The state after a text; `None` if the text cannot come next.
    pub fn behind(&self, state: State, text: &str) -> Option<State> {
        text.bytes().try_fold(state, |state, byte| self.step(state, byte))
    }

    /// The first of the shortest texts that lead to a state. It depends on the state alone, not on earlier walks.
    pub fn access(&self, state: State) -> String {
        let Ways { before, waiting } = &mut *self.ways.lock().unwrap_or_else(PoisonError::into_inner);
        while state != START && !before.contains_key(&state) {
            let Some(from) = waiting.pop_front() else { break };
            let first = |class: usize| self.classes.iter().position(|&of| usize::from(of) == class);
            for byte in (0..self.width).filter_map(first).map(|byte| byte as u8) {
                let Some(to) = self.step(from, byte) else { continue };
                if to != START && !before.contains_key(&to) {
                    before.insert(to, (from, byte));
                    waiting.push_back(to);
                }
            }
        }
        let mut text = Vec::new();
        let mut at = state;
        while let Some(&(from, byte)) = before.get(&at) {
            text.push(char::from(byte));
            at = from;
        }
        text.into_iter().rev().collect()
    }

    /// The shortest text from a state to an end and, among those, the most readable.
    pub fn completion(&self, state: State) -> Option<&str> {
        let all = self.completions.get_or_init(|| self.nfa.completions());
        let best = self.read().sets[state as usize].iter().filter_map(|&at| all[at as usize].as_ref()).min();
        best.map(|completion| completion.text.as_str())
    }
}
