//! In which of some components each character of a string is.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::automaton::TooLarge;
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::limits::LIMITS;
use crate::marks::{BEGIN, END};

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

/// For each component the state of its automaton, and whether a mark of its beginning and one of
/// its end were read.
type ComponentStates = Vec<(State, bool, bool)>;

impl ComponentTracker {
    /// The automaton for components, by their automata with marks; `characters` has one of each
    /// class.
    ///
    /// # Errors
    ///
    /// If it has too many states or moves.
    pub fn new(components: &[&Dfa], characters: &[char]) -> Result<Self, TooLarge> {
        let mut known: HashMap<ComponentStates, u32> = HashMap::new();
        let mut all: Vec<ComponentStates> = Vec::new();
        let mut moves = 0;
        let mut number = |places: Vec<ComponentStates>, all: &mut Vec<ComponentStates>| -> Vec<u32> {
            let each = places.into_iter().map(|place| match known.entry(place) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    all.push(new.key().clone());
                    *new.insert(all.len() as u32 - 1)
                }
            });
            each.collect()
        };
        let starts =
            number(marked(components, components.iter().map(|_| (Dfa::START, false, false)).collect()), &mut all);
        let mut next: Vec<Vec<Vec<u32>>> = Vec::new();
        while let Some(place) = all.get(next.len()).cloned() {
            let mut step = |&c: &char| {
                let after = place.iter().zip(components).map(|(&(state, begun, ended), dfa)| {
                    let to = dfa.step(state, c);
                    (to != DEAD).then_some((to, begun, ended))
                });
                let after: Option<ComponentStates> = after.collect();
                after.map_or_else(Vec::new, |place| number(marked(components, place), &mut all))
            };
            let row: Vec<Vec<u32>> = characters.iter().map(&mut step).collect();
            moves += row.iter().map(Vec::len).sum::<usize>();
            if moves > LIMITS.marked_moves {
                return Err(TooLarge);
            }
            next.push(row);
        }
        let ends: Vec<bool> = all
            .iter()
            .map(|place| place.iter().zip(components).all(|((state, ..), dfa)| dfa.is_accepting(*state)))
            .collect();
        let inside = all.iter().map(|place| place.iter().position(|&(_, begun, ended)| begun && !ended)).collect();
        Ok(Self { next, inside, ends, starts }.live())
    }

    /// Without the ways that end nowhere.
    fn live(mut self) -> Self {
        let mut before = vec![Vec::new(); self.next.len()];
        for (from, row) in self.next.iter().enumerate() {
            row.iter().flatten().for_each(|&to| before[to as usize].push(from));
        }
        let mut live = self.ends.clone();
        let mut waiting: Vec<usize> = (0..live.len()).filter(|&state| live[state]).collect();
        while let Some(state) = waiting.pop() {
            for &from in &before[state] {
                if !std::mem::replace(&mut live[from], true) {
                    waiting.push(from);
                }
            }
        }
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

/// The places after all choices of marks here.
fn marked(components: &[&Dfa], place: ComponentStates) -> Vec<ComponentStates> {
    let mut all = vec![place];
    for (at, dfa) in components.iter().enumerate() {
        for place in std::mem::take(&mut all) {
            let (state, begun, ended) = place[at];
            let mut with = |choice: (State, bool, bool)| {
                let mut place = place.clone();
                place[at] = choice;
                all.push(place);
            };
            with((state, begun, ended));
            let begin = dfa.step(state, BEGIN);
            let (inner, open) = if begun { (state, !ended) } else { (begin, begin != DEAD) };
            if !begun && open {
                with((inner, true, false));
            }
            let end = dfa.step(inner, END);
            if open && end != DEAD {
                with((end, true, true));
            }
        }
    }
    all
}
