//! In which of some components each character of a string is.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::automaton::TooLarge;
use crate::automaton::alphabet::Mark;
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::live::live_nodes;
use crate::limits::limits;

/// An automaton of the strings that a grammar accepts, which tells in which component the next
/// character is. It guesses: of the ways of one string exactly one ends where the string may end.
pub(super) struct ComponentTracker {
    /// For each state and each class of characters the next states.
    next: Vec<Vec<Vec<u32>>>,
    /// The component in which the next character is.
    inside: Vec<Option<usize>>,
    ends: Vec<bool>,
    /// The states in front of the first character.
    pub starts: Vec<u32>,
}

/// Whether the span of a component has begun or ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum SpanProgress {
    Before,
    Inside,
    After,
}

/// The state of a component's automaton, and the marks that were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct ComponentState {
    state: State,
    progress: SpanProgress,
}

/// The state of each component.
type ComponentStates = Vec<ComponentState>;

impl ComponentTracker {
    /// The automaton for components, by their automata with marks; `characters` has one of each
    /// class.
    ///
    /// # Errors
    ///
    /// If it has too many states or moves.
    pub fn new(components: &[&Dfa], characters: &[char]) -> Result<Self, TooLarge> {
        let mut numbered = NumberedStates::default();
        let start =
            components.iter().map(|_| ComponentState { state: Dfa::START, progress: SpanProgress::Before }).collect();
        let starts = numbered.numbers_of(marked(components, start));
        let mut moves = 0;
        let mut next: Vec<Vec<Vec<u32>>> = Vec::new();
        while let Some(states) = numbered.states.get(next.len()).cloned() {
            let mut row: Vec<Vec<u32>> = Vec::with_capacity(characters.len());
            for &c in characters {
                let after = states.iter().zip(components).map(|(component, dfa)| {
                    let state = dfa.step(component.state, c);
                    (state != DEAD).then_some(ComponentState { state, ..*component })
                });
                row.push(match after.collect() {
                    Some(after) => numbered.numbers_of(marked(components, after)),
                    None => Vec::new(),
                });
            }
            moves += row.iter().map(Vec::len).sum::<usize>();
            if moves > limits().marked_moves {
                return Err(TooLarge);
            }
            next.push(row);
        }
        let states = numbered.states;
        let ends = states.iter().map(|states| {
            let mut states = states.iter().zip(components);
            states.all(|(component, dfa)| dfa.is_accepting(component.state))
        });
        let ends: Vec<bool> = ends.collect();
        let inside =
            states.iter().map(|states| states.iter().position(|component| component.progress == SpanProgress::Inside));
        let inside = inside.collect();
        Ok(Self { next, inside, ends, starts }.live())
    }

    /// Without the ways that end nowhere.
    fn live(mut self) -> Self {
        let rows = self.next.iter().enumerate();
        let edges = rows.flat_map(|(from, row)| row.iter().flatten().map(move |&to| (from, to as usize)));
        let live = live_nodes(self.next.len(), edges, (0..self.ends.len()).filter(|&state| self.ends[state]));
        self.next.iter_mut().flatten().for_each(|to| to.retain(|&state| live[state as usize]));
        self.starts.retain(|&state| live[state as usize]);
        self
    }

    /// The states after a character of a class.
    pub fn step(&self, state: u32, class: usize) -> &[u32] {
        &self.next[state as usize][class]
    }

    /// The component in which the next character is.
    pub fn inside(&self, state: u32) -> Option<usize> {
        self.inside[state as usize]
    }

    /// Whether a string may end.
    pub fn ends(&self, state: u32) -> bool {
        self.ends[state as usize]
    }
}

/// The states so far, in the order of their numbers.
#[derive(Default)]
struct NumberedStates {
    states: Vec<ComponentStates>,
    numbers: HashMap<ComponentStates, u32>,
}

impl NumberedStates {
    /// The numbers of states, of which new ones are added.
    fn numbers_of(&mut self, states: Vec<ComponentStates>) -> Vec<u32> {
        let numbers = states.into_iter().map(|states| match self.numbers.entry(states) {
            Entry::Occupied(number) => *number.get(),
            Entry::Vacant(new) => {
                self.states.push(new.key().clone());
                *new.insert(self.states.len() as u32 - 1)
            }
        });
        numbers.collect()
    }
}

/// The states after all choices of marks here.
fn marked(components: &[&Dfa], states: ComponentStates) -> Vec<ComponentStates> {
    let mut marked = vec![states];
    for (at, dfa) in components.iter().enumerate() {
        for states in std::mem::take(&mut marked) {
            let ComponentState { state, progress } = states[at];
            let mut choices = vec![states[at]];
            // The state inside of the component, if it is open here or may begin here.
            let inside = match progress {
                SpanProgress::Before => Some(dfa.step(state, Mark::Begin)).filter(|&state| state != DEAD),
                SpanProgress::Inside => Some(state),
                SpanProgress::After => None,
            };
            if let Some(inside) = inside {
                if progress == SpanProgress::Before {
                    choices.push(ComponentState { state: inside, progress: SpanProgress::Inside });
                }
                let end = dfa.step(inside, Mark::End);
                if end != DEAD {
                    choices.push(ComponentState { state: end, progress: SpanProgress::After });
                }
            }
            marked.extend(choices.into_iter().map(|choice| {
                let mut states = states.clone();
                states[at] = choice;
                states
            }));
        }
    }
    marked
}
