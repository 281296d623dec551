//! A deterministic automaton over characters and marks, as a table.

use std::hash::Hash;

use super::alphabet::{Alphabet, Element, Symbol};
use super::nfa::{Nfa, NodeSet};
pub use super::transitions::{DEAD, State};
use super::transitions::{START, Transitions};
use super::{ALPHABET, Map, TooLarge};
use crate::characters::CharSet;
use crate::limits::limits;

/// A deterministic automaton. Row 0 is [`DEAD`], row 1 the start; every other row can reach an
/// accepting state. A row has a state for each symbol of the alphabet.
///
/// ```
/// # #[cfg(feature = "language")] {
/// use regular_bnf::Language;
/// use regular_bnf::automaton::dfa::{DEAD, Dfa};
///
/// let language = Language::matching("^[a-z]+$")?;
/// let dfa = language.automaton();
/// let state = dfa.step(Dfa::START, 'a');
/// assert!(dfa.is_accepting(state) && !dfa.is_accepting(Dfa::START));
/// assert_eq!(dfa.step(state, '1'), DEAD);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dfa {
    alphabet: Alphabet,
    transitions: Transitions,
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

    /// Puts the symbols with equal keys into one class, and returns the first character of each class
    /// too, or its mark. The key of a symbol is that of its first character, or of its mark.
    pub fn by_key<K: Hash + Eq>(alphabet: Alphabet, key: impl Fn(Element) -> K) -> (Self, Vec<Element>) {
        let (mut numbers, mut first) = (Map::default(), Vec::new());
        let class_of = alphabet.elements().map(|element| {
            *numbers.entry(key(element)).or_insert_with(|| {
                first.push(element);
                first.len() - 1
            })
        });
        (Self { class_of: class_of.collect(), alphabet }, first)
    }

    /// The class of a character or of a mark; `None` of a mark that is no symbol.
    pub fn class(&self, element: impl Into<Element>) -> Option<usize> {
        self.alphabet.symbol_of(element).map(|symbol| self.class_of[symbol])
    }
}

impl Dfa {
    /// The state before the first character.
    pub const START: State = START;

    /// The minimal automaton for the language of a nondeterministic one.
    ///
    /// # Errors
    ///
    /// If there are too many states, or the construction needs too many steps.
    pub fn new(nfa: &Nfa) -> Result<Self, TooLarge> {
        let minimal = Self::determinized(nfa, limits().dfa_states)?;
        if minimal.len() > limits().minimal_states { Err(TooLarge) } else { Ok(minimal) }
    }

    /// The minimal automaton for the language of a nondeterministic one: the subset construction,
    /// which may find `most` states, and Hopcroft's algorithm.
    pub(crate) fn determinized(nfa: &Nfa, most: usize) -> Result<Self, TooLarge> {
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
            most,
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
        Ok(explored.minimal())
    }

    /// Explores an automaton from the steps out of each state, one for each class of symbols, and
    /// keeps the states that can reach an accepting state.
    ///
    /// # Errors
    ///
    /// If there are more than `most` states, or if `steps` fails.
    pub fn explore<S: Clone + Eq + Hash>(
        start: S,
        most: usize,
        classes: SymbolClasses,
        steps: impl FnMut(&S) -> Result<Vec<Option<S>>, TooLarge>,
        accepts: impl FnMut(&S) -> bool,
    ) -> Result<Self, TooLarge> {
        let width = classes.class_of.iter().max().map_or(0, |&last| last + 1);
        let transitions = Transitions::explore(start, most, width, steps, accepts)?;
        Ok(Self::from_classes(&transitions, classes))
    }

    /// The automaton whose steps are known for each class of symbols.
    pub(crate) fn from_classes(transitions: &Transitions, classes: SymbolClasses) -> Self {
        Self { transitions: transitions.with_columns(&classes.class_of), alphabet: classes.alphabet }
    }

    /// The automaton of the same language with the fewest states and the coarsest alphabet. Automata of
    /// one language have equal results, if both alphabets have marks or neither has.
    pub fn minimal(self) -> Self {
        // Symbols with equal columns divide alike.
        let (class_of, symbols) = self.transitions.columns();
        let transitions = self.transitions.with_columns(&symbols).minimal();
        let (coarser, _) = transitions.columns();
        let alphabet = self.alphabet.merged(|symbol| coarser[class_of[symbol]]);
        let symbols = alphabet.elements().filter_map(|element| self.alphabet.symbol_of(element));
        let class_of = symbols.map(|symbol| class_of[symbol]).collect();
        Self::from_classes(&transitions, SymbolClasses { alphabet, class_of })
    }

    /// The symbols in classes: all states step alike with the symbols of one class. Returns the first
    /// symbol of each class too.
    pub(crate) fn columns(&self) -> (SymbolClasses, Vec<Symbol>) {
        let (class_of, first) = self.transitions.columns();
        (SymbolClasses { alphabet: self.alphabet.clone(), class_of }, first)
    }

    /// The minimal automaton whose states are these, over another alphabet, and with other steps.
    pub(crate) fn with_steps(&self, alphabet: Alphabet, step: impl Fn(State, Element) -> State) -> Self {
        let elements: Vec<Element> = alphabet.elements().collect();
        let transitions = self.transitions.with_steps(elements.len(), |state, column| step(state, elements[column]));
        Self { transitions, alphabet }.minimal()
    }

    /// The automaton with marks as symbols, which lead nowhere.
    pub(crate) fn with_marks(&self) -> Self {
        self.with_steps(self.alphabet.clone().with_marks(), |state, element| self.step(state, element))
    }

    /// The rows of all states.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[State]> + Clone {
        self.transitions.rows()
    }

    /// The symbols of its steps.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The number of states, including [`DEAD`].
    #[allow(clippy::len_without_is_empty, reason = "no automaton is without states")]
    pub fn len(&self) -> usize {
        self.transitions.len()
    }

    /// The state after each symbol.
    pub fn row(&self, state: State) -> &[State] {
        self.transitions.row(state)
    }

    /// The states after each character that can be accepted, in the order of the characters, each
    /// with the characters that lead there.
    pub fn classes(&self, state: State) -> Vec<(CharSet, State)> {
        let steps = self.alphabet.symbols().zip(self.row(state).iter().copied());
        self.alphabet.classes(steps.filter(|&(_, to)| to != DEAD))
    }

    /// The state after a character or a mark. A mark leads nowhere if it is no symbol of the alphabet.
    #[inline]
    pub fn step(&self, state: State, element: impl Into<Element>) -> State {
        self.alphabet.symbol_of(element).map_or(DEAD, |symbol| self.row(state)[symbol])
    }

    /// Whether a string may end in a state.
    pub fn is_accepting(&self, state: State) -> bool {
        self.transitions.is_accepting(state)
    }

    /// The symbols of both alphabets in classes: all states of either step alike with the symbols of one
    /// class. Returns a symbol of each alphabet for each class too; `None` of an alphabet without the mark.
    fn common_columns(&self, other: &Self) -> (SymbolClasses, Vec<[Option<Symbol>; 2]>) {
        let [(left, _), (right, _)] = [self, other].map(Self::columns);
        let alphabet = self.alphabet.refined(&other.alphabet);
        let (classes, first) = SymbolClasses::by_key(alphabet, |element| (left.class(element), right.class(element)));
        let symbols = first.into_iter().map(|element| [self, other].map(|dfa| dfa.alphabet.symbol_of(element)));
        (classes, symbols.collect())
    }

    /// The automaton of the strings for which `keep` returns true. Its arguments tell whether each
    /// language contains the string.
    ///
    /// # Errors
    ///
    /// If there are too many pairs of states.
    pub fn product(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Result<Self, TooLarge> {
        let (classes, steps) = self.common_columns(other);
        Self::explore(
            (Self::START, Self::START),
            limits().pairs,
            classes,
            |&(left, right)| {
                let (left, right) = (self.row(left), other.row(right));
                let after = |row: &[State], symbol: Option<Symbol>| symbol.map_or(DEAD, |symbol| row[symbol]);
                let targets = steps.iter().map(|&[l, r]| (after(left, l), after(right, r)));
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
