//! The spans of several components in the strings of pest rules.
//!
//! The rules are explored once, with the marks of all components. The automaton of one component
//! skips the marks of the others.

use std::cell::RefCell;

use crate::automaton::TooLarge;
use crate::automaton::alphabet::{Alphabet, Symbol};
use crate::automaton::dfa::{DEAD, Dfa, State, SymbolClasses};
use crate::automaton::subsets::{Graph, GraphClasses, strings};
use crate::automaton::transitions::Transitions;
use crate::bnf::{GrammarError, Place};
use crate::characters::CharSet;
use crate::marks::{BEGIN, END, alike_marks};
use crate::peg::{MarkError, Marks, PegRule, States, classes, closing, explored_steps, opening};

/// How many components are explored together at most: a set of symbols has a bit for each mark.
const MOST: usize = 16;

/// The strings of rules with the marks of one component.
#[derive(Clone)]
pub(super) struct MarkedStrings {
    pub dfa: Dfa,
    /// The characters that the rules read as they read the character of each mark.
    pub alike: [CharSet; 2],
}

/// The strings that the first fitting one of some rules matches, with the marks of each of some
/// components.
pub(super) fn marked_strings(
    rules: &[PegRule],
    starts: &[usize],
    places: &[&[Place<'_>]],
) -> Result<Vec<MarkedStrings>, GrammarError> {
    let together = |places| {
        let marked = MarkedRules::explored(rules, starts, places)?;
        (0..places.len()).map(|component| marked.of_component(component)).collect()
    };
    if places.len() <= MOST {
        match together(places) {
            // Fewer components may have fewer states.
            Err(GrammarError::TooLarge(_)) if places.len() > 1 => {}
            strings => return strings,
        }
    }
    let (first, last) = places.split_at(places.len() / 2);
    Ok([marked_strings(rules, starts, first)?, marked_strings(rules, starts, last)?].concat())
}

/// The strings of rules with the marks of some components.
struct MarkedRules {
    /// The first of the rules that match.
    name: String,
    /// The steps by each class of characters, and then by the marks of each component in turn.
    steps: Transitions,
    alphabet: MarkedAlphabet,
}

/// The characters that rules distinguish.
struct MarkedAlphabet {
    alphabet: Alphabet,
    /// The class of each symbol of the alphabet.
    class_of: Vec<usize>,
    /// A symbol of each class.
    symbols: Vec<Symbol>,
    /// The characters that the rules read as they read the character of each mark.
    alike: [CharSet; 2],
}

impl MarkedRules {
    fn explored(rules: &[PegRule], starts: &[usize], places: &[&[Place<'_>]]) -> Result<Self, GrammarError> {
        let marks = Marks::from_places(places, rules).map_err(|error| match error {
            MarkError::Invalid(place) => GrammarError::Place(place),
            MarkError::NoRule(rule) => GrammarError::NoRule(rule),
            MarkError::NotThere(place) => GrammarError::NotThere(place),
        })?;
        let states = RefCell::new(States::new(rules, &marks).newest_first());
        let alphabet = MarkedAlphabet::new(&states.borrow())?;
        let marks = (0..places.len()).flat_map(|component| [opening(component), closing(component)]);
        let symbols: Vec<Symbol> = alphabet.symbols.iter().copied().chain(marks).collect();
        let name = rules[starts[0]].name.clone();
        match explored_steps(&states, starts, &symbols) {
            Ok(steps) => Ok(Self { name, steps: steps.minimal(), alphabet }),
            Err(TooLarge) => Err(GrammarError::rule_too_large(&name)),
        }
    }

    /// The strings with the marks of one component.
    fn of_component(&self, component: usize) -> Result<MarkedStrings, GrammarError> {
        match strings(&OneComponent { marked: self, component }, self.alphabet.classes()) {
            Ok(dfa) => Ok(MarkedStrings { dfa, alike: self.alphabet.alike.clone() }),
            Err(TooLarge) => Err(GrammarError::rule_too_large(&self.name)),
        }
    }
}

impl MarkedAlphabet {
    fn new(states: &States) -> Result<Self, GrammarError> {
        let alike = alike_marks(
            states.alphabet(),
            |c| states.sets().iter().any(|set| set.contains(c)),
            |c, mark| states.sets().iter().all(|set| set.contains(c) == set.contains(mark)),
        );
        let alike = alike.ok_or(GrammarError::Control)?;
        let (SymbolClasses { alphabet, class_of }, symbols) = classes(states, &[BEGIN as Symbol, END as Symbol]);
        Ok(Self { alphabet, class_of, symbols, alike })
    }

    /// The classes for one component, whose marks are characters.
    fn classes(&self) -> GraphClasses {
        let mut characters: Vec<char> = self.symbols.iter().map(|&symbol| self.alphabet.character(symbol)).collect();
        // The first class is that of characters that are not read; here there are none.
        let mut class_of: Vec<usize> = self.class_of.iter().map(|class| class + 1).collect();
        for mark in [BEGIN, END] {
            characters.push(mark);
            class_of[mark as Symbol] = characters.len();
        }
        GraphClasses { classes: SymbolClasses { alphabet: self.alphabet.clone(), class_of }, characters }
    }
}

/// The marked strings without the marks of other components than one.
struct OneComponent<'m> {
    marked: &'m MarkedRules,
    component: usize,
}

impl OneComponent<'_> {
    /// The column of the first mark of all.
    fn first_mark(&self) -> usize {
        self.marked.alphabet.symbols.len()
    }
}

impl Graph for OneComponent<'_> {
    type Vertex = State;

    fn start(&self) -> State {
        Dfa::START
    }

    fn push_empty_moves(&self, state: State, targets: &mut Vec<State>) {
        let marks = self.marked.steps.row(state)[self.first_mark()..].chunks_exact(2).enumerate();
        let others = marks.filter(|(component, _)| *component != self.component).flat_map(|(_, marks)| marks);
        targets.extend(others.copied().filter(|&next| next != DEAD));
    }

    fn step(&self, state: State, c: char) -> Option<State> {
        let alphabet = &self.marked.alphabet;
        let column = match c {
            BEGIN => self.first_mark() + 2 * self.component,
            END => self.first_mark() + 2 * self.component + 1,
            c => alphabet.class_of[alphabet.alphabet.symbol(c)],
        };
        Some(self.marked.steps.row(state)[column]).filter(|&next| next != DEAD)
    }

    fn is_end(&self, state: State) -> bool {
        self.marked.steps.is_accepting(state)
    }
}
