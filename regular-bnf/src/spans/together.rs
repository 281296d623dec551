//! The spans of several components in the strings of pest rules.
//!
//! The rules are explored once, with the marks of all components. The automaton of one component
//! skips the marks of the others.

use std::cell::RefCell;

use crate::automaton::TooLarge;
use crate::automaton::alphabet::{Element, Mark, Symbol};
use crate::automaton::dfa::{DEAD, Dfa, State, SymbolClasses};
use crate::automaton::subsets::{Graph, GraphClasses, strings};
use crate::automaton::transitions::Transitions;
use crate::bnf::{GrammarError, Place};
use crate::peg::{MarkError, Marks, PegRule, States, classes, closing, explored_steps, opening};

/// How many components are explored together at most: a set of symbols has a bit for each mark.
const MOST: usize = 16;

/// The strings that the first fitting one of some rules matches, with the marks of each of some
/// components.
pub(super) fn marked_strings(
    rules: &[PegRule],
    starts: &[usize],
    places: &[&[Place<'_>]],
) -> Result<Vec<Dfa>, GrammarError> {
    if places.len() <= MOST {
        match MarkedRules::explored(rules, starts, places).and_then(|marked| marked.of_each_component()) {
            // Fewer components may have fewer states.
            Err(GrammarError::TooLarge(_)) if places.len() > 1 => {}
            strings => return strings,
        }
    }
    let (first, last) = places.split_at(places.len() / 2);
    Ok([marked_strings(rules, starts, first)?, marked_strings(rules, starts, last)?].concat())
}

/// The strings of rules with the marks of some components.
struct MarkedRules<'r> {
    /// The name of the first of the rules, for errors.
    name: &'r str,
    /// The number of components.
    components: usize,
    /// The steps by each class of characters, and then by the two marks of each component in turn.
    steps: Transitions,
    alphabet: MarkedAlphabet,
}

/// The characters that rules distinguish.
struct MarkedAlphabet {
    /// In classes, which the rules do not distinguish further.
    classes: SymbolClasses,
    /// A symbol of each class.
    symbols: Vec<Symbol>,
}

impl<'r> MarkedRules<'r> {
    fn explored(rules: &'r [PegRule], starts: &[usize], places: &[&[Place<'_>]]) -> Result<Self, GrammarError> {
        let marks = Marks::from_places(places, rules).map_err(|error| match error {
            MarkError::Invalid(place) => GrammarError::Place(place),
            MarkError::NoRule(rule) => GrammarError::NoRule(rule),
            MarkError::NotThere(place) => GrammarError::NotThere(place),
        })?;
        let states = RefCell::new(States::new(rules, &marks).newest_first());
        let alphabet = MarkedAlphabet::new(&states.borrow());
        let marks = (0..places.len()).flat_map(|component| [opening(component), closing(component)]);
        let symbols: Vec<Symbol> = alphabet.symbols.iter().copied().chain(marks).collect();
        let name = starts.first().map_or("", |&start| &rules[start].name);
        match explored_steps(&states, starts, &symbols) {
            Ok(steps) => Ok(Self { name, components: places.len(), steps: steps.minimal(), alphabet }),
            Err(TooLarge) => Err(GrammarError::rule_too_large(name)),
        }
    }

    /// The strings with the marks of each component.
    fn of_each_component(&self) -> Result<Vec<Dfa>, GrammarError> {
        let strings = (0..self.components).map(|component| {
            let begin = self.alphabet.symbols.len() + 2 * component;
            strings(&OneComponent { marked: self, own_marks: [begin, begin + 1] }, self.alphabet.graph_classes())
        });
        let strings: Result<_, TooLarge> = strings.collect();
        strings.map_err(|TooLarge| GrammarError::rule_too_large(self.name))
    }
}

impl MarkedAlphabet {
    fn new(states: &States) -> Self {
        let (classes, symbols) = classes(states);
        Self { classes, symbols }
    }

    /// The classes for one component, with its marks.
    fn graph_classes(&self) -> GraphClasses {
        let SymbolClasses { alphabet, class_of } = &self.classes;
        let characters = self.symbols.iter().map(|&symbol| alphabet.character(symbol).into());
        let first = characters.chain(Mark::ALL.map(Element::from)).collect();
        let marks = self.symbols.len()..self.symbols.len() + Mark::ALL.len();
        let class_of = class_of.iter().copied().chain(marks).collect();
        GraphClasses { classes: SymbolClasses { alphabet: alphabet.clone().with_marks(), class_of }, first }
    }
}

/// The marked strings without the marks of other components than one.
struct OneComponent<'m> {
    marked: &'m MarkedRules<'m>,
    /// The columns of its marks.
    own_marks: [usize; 2],
}

impl Graph for OneComponent<'_> {
    type Vertex = State;

    fn start(&self) -> State {
        Dfa::START
    }

    fn push_empty_moves(&self, state: State, targets: &mut Vec<State>) {
        let marks = self.marked.steps.row(state).iter().enumerate().skip(self.marked.alphabet.symbols.len());
        let others = marks.filter(|(mark, next)| !self.own_marks.contains(mark) && **next != DEAD);
        targets.extend(others.map(|(_, &next)| next));
    }

    fn step(&self, state: State, element: Element) -> Option<State> {
        let column = match element {
            Element::Mark(mark) => self.own_marks[mark as usize],
            Element::Character(_) => self.marked.alphabet.classes.class(element)?,
        };
        Some(self.marked.steps.row(state)[column]).filter(|&next| next != DEAD)
    }

    fn is_end(&self, state: State) -> bool {
        self.marked.steps.is_accepting(state)
    }
}
