//! The automaton of a production, built lazily: a state is built when an input first reaches it.
//!
//! All states are kept. Callers that walk untrusted grammars must bound their number.

use std::collections::VecDeque;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use super::alphabet::Alphabet;
pub use super::dfa::State;
use super::nfa::{Completions, Nfa, NodeId, NodeSet, Scratch};
use super::{ALPHABET, Map};
use crate::bnf::{Bnf, GrammarError};
use crate::characters::CharSet;

/// The state from which nothing is accepted.
pub const DEAD: State = 0;
/// The state before the first character.
pub const START: State = 1;
/// A step that has not been computed; not a state.
pub const UNKNOWN: State = State::MAX;

/// The automaton of one production.
///
/// ```
/// use regular_bnf::Bnf;
/// use regular_bnf::automaton::lazy::LazyDfa;
///
/// let bnf = Bnf::abnf("date = 4DIGIT \"-\" 2DIGIT\n")?;
/// let date = LazyDfa::from_production(&bnf, "date")?;
/// let stop = date.walk("1994-May");
/// assert_eq!((stop.offset, date.accepts(stop.state)), (5, false));
/// assert!(date.next_characters(stop.state).contains('0'));
/// assert_eq!(date.completion(stop.state).as_deref(), Some("00"));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
pub struct LazyDfa {
    nfa: Nfa,
    classes: [u8; ALPHABET],
    /// The symbols beyond US-ASCII, if a step can read one: their classes come after the others.
    beyond: Option<Alphabet>,
    /// The number of classes of US-ASCII characters.
    ascii: usize,
    /// The number of all classes.
    width: usize,
    states: RwLock<BuiltStates>,
    completions: OnceLock<Completions>,
    access_search: Mutex<AccessSearch>,
}

debug_fields!(LazyDfa {});

/// A breadth-first search from the start, which continues on request.
struct AccessSearch {
    /// For each state found the state in front of it, and the character between them.
    before: Map<State, (State, char)>,
    /// The states found whose steps have not been explored.
    waiting: VecDeque<State>,
}

/// The states built so far.
struct BuiltStates {
    /// The next state for each state and class.
    next: Vec<State>,
    sets: Vec<NodeSet>,
    scratch: Scratch,
    numbers: Map<NodeSet, State>,
}

impl BuiltStates {
    /// The number of a set's state, which is added if it is new.
    fn numbered(&mut self, set: NodeSet, width: usize) -> State {
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let new = self.sets.len() as State;
        self.sets.push(set.clone());
        self.numbers.insert(set, new);
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
    pub fn from_production(bnf: &Bnf, production: &str) -> Result<Self, GrammarError> {
        Ok(Self::new(Nfa::from_production(bnf, production)?))
    }

    /// Builds the automaton for the language of a nondeterministic one.
    pub fn new(nfa: Nfa) -> Self {
        let (classes, ascii) = nfa.classes();
        let beyond = nfa.reads_beyond().then(|| nfa.alphabet());
        let width = ascii + beyond.as_ref().map_or(0, |alphabet| alphabet.len() - ALPHABET);
        let mut scratch = nfa.scratch();
        let sets = vec![NodeSet::default(), nfa.start(&mut scratch)];
        // Both sets are empty if the language is empty.
        let numbers = sets.iter().cloned().zip([DEAD, START]).rev().collect();
        let next = [vec![DEAD; width], vec![UNKNOWN; width]].concat();
        Self {
            nfa,
            classes,
            beyond,
            ascii,
            width,
            states: RwLock::new(BuiltStates { next, sets, scratch, numbers }),
            completions: OnceLock::new(),
            access_search: Mutex::new(AccessSearch { before: Map::default(), waiting: VecDeque::from([START]) }),
        }
    }

    /// The nondeterministic automaton.
    pub fn nfa(&self) -> &Nfa {
        &self.nfa
    }

    /// The longest prefix of the input that the production can continue. [`accepts`](Self::accepts)
    /// tells whether it matches all of it.
    pub fn walk(&self, input: &str) -> Stop {
        let mut stop = Stop { offset: 0, state: START };
        loop {
            let is_final = self.follow_cached(&self.read().next, input, &mut stop);
            if is_final {
                return stop;
            }
            if let Some(c) = input[stop.offset..].chars().next() {
                self.learn(stop.state, c);
            }
        }
    }

    /// Continues with the cached steps. Returns whether they were sufficient.
    #[inline]
    fn follow_cached(&self, next: &[State], input: &str, stop: &mut Stop) -> bool {
        let bytes = input.as_bytes();
        let Stop { offset: mut at, mut state } = *stop;
        loop {
            while let Some(&class) = bytes.get(at).and_then(|&byte| self.classes.get(usize::from(byte))) {
                let to = next.get(state as usize * self.width + usize::from(class)).copied().unwrap_or(UNKNOWN);
                if to == DEAD || to == UNKNOWN {
                    *stop = Stop { offset: at, state };
                    return to == DEAD;
                }
                (state, at) = (to, at + 1);
            }
            *stop = Stop { offset: at, state };
            // The end, or a character beyond US-ASCII.
            let Some((class, length)) = self.beyond(&input[at..]) else { return true };
            let to = next.get(state as usize * self.width + class).copied().unwrap_or(UNKNOWN);
            if to == DEAD || to == UNKNOWN {
                return to == DEAD;
            }
            (state, at) = (to, at + length);
        }
    }

    /// The class of the character beyond US-ASCII at the beginning of a text, and its length;
    /// `None` if no step reads one.
    #[cold]
    #[inline(never)]
    fn beyond(&self, text: &str) -> Option<(usize, usize)> {
        let c = text.chars().next()?;
        Some((self.class(c)?, c.len_utf8()))
    }

    /// The state before the first character.
    pub fn start(&self) -> State {
        START
    }

    /// The state after a character; `None` if the production can no longer match.
    pub fn step(&self, state: State, c: char) -> Option<State> {
        let class = self.class(c)?;
        let at = state as usize * self.width + class;
        let mut to = self.read().next[at];
        if to == UNKNOWN {
            self.learn(state, c);
            to = self.read().next[at];
        }
        (to != DEAD).then_some(to)
    }

    fn read(&self) -> RwLockReadGuard<'_, BuiltStates> {
        self.states.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes a step for the first time.
    fn learn(&self, state: State, c: char) {
        let Some(class) = self.class(c) else { return };
        let states = &mut *self.states.write().unwrap_or_else(PoisonError::into_inner);
        let set = self.nfa.step(&states.sets[state as usize], c, &mut states.scratch);
        let to = states.numbered(set, self.width);
        states.next[state as usize * self.width + class] = to;
    }

    /// The class of a character: no state distinguishes two characters of one class. `None` if no
    /// step reads it.
    #[inline]
    pub fn class(&self, c: char) -> Option<usize> {
        match self.classes.get(c as usize) {
            Some(&class) => Some(class.into()),
            None => self.beyond.as_ref().map(|alphabet| alphabet.symbol(c) - ALPHABET + self.ascii),
        }
    }

    /// The symbols that no state distinguishes further.
    pub fn alphabet(&self) -> Alphabet {
        self.beyond.clone().unwrap_or_else(|| self.nfa.alphabet())
    }

    /// The first character of each class.
    fn characters(&self) -> impl Iterator<Item = char> + '_ {
        let ascii = (0..self.ascii)
            .filter_map(|class| self.classes.iter().position(|&ascii_class| usize::from(ascii_class) == class))
            .map(|c| char::from(c as u8));
        ascii.chain(self.beyond.iter().flat_map(|alphabet| alphabet.characters().skip(ALPHABET)))
    }

    /// The states of the nondeterministic automaton in a state.
    pub fn set(&self, state: State) -> NodeSet {
        self.read().sets[state as usize].clone()
    }

    /// The state after a character that some states of the nondeterministic automaton read.
    pub fn after(&self, readers: impl IntoIterator<Item = NodeId>) -> State {
        let states = &mut *self.states.write().unwrap_or_else(PoisonError::into_inner);
        let set = self.nfa.after_all(readers, &mut states.scratch);
        states.numbered(set, self.width)
    }

    /// Whether the input may end there.
    pub fn accepts(&self, state: State) -> bool {
        self.nfa.accepted(&self.read().sets[state as usize]).next().is_some()
    }

    /// The characters that may come next.
    pub fn next_characters(&self, state: State) -> CharSet {
        self.nfa.next_characters(&self.read().sets[state as usize])
    }

    /// The state after a text; `None` if the text cannot come next.
    pub fn after_text(&self, state: State, text: &str) -> Option<State> {
        text.chars().try_fold(state, |state, c| self.step(state, c))
    }

    /// The first of the shortest texts that lead to a state. It depends on the state alone, not on
    /// earlier walks.
    pub fn access_string(&self, state: State) -> String {
        let AccessSearch { before, waiting } = &mut *self.access_search.lock().unwrap_or_else(PoisonError::into_inner);
        while state != START && !before.contains_key(&state) {
            let Some(from) = waiting.pop_front() else { break };
            for c in self.characters() {
                let Some(to) = self.step(from, c) else { continue };
                if to != START && !before.contains_key(&to) {
                    before.insert(to, (from, c));
                    waiting.push_back(to);
                }
            }
        }
        let mut text = Vec::new();
        let mut reached = state;
        while let Some(&(from, c)) = before.get(&reached) {
            text.push(c);
            reached = from;
        }
        text.into_iter().rev().collect()
    }

    /// The shortest text from a state to an end and, among those, the most readable.
    pub fn completion(&self, state: State) -> Option<String> {
        let completions = self.completions.get_or_init(|| self.nfa.completions());
        let states = self.read();
        let nodes = states.sets[state as usize].iter();
        let best = nodes.filter_map(|&node| Some((completions.order(node)?, node))).min();
        best.map(|(_, node)| completions.text(node))
    }
}
