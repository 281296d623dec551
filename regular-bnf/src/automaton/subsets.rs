//! The subset construction over any graph: from the ways through it to a deterministic automaton of
//! their strings.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::FxHashMap as HashMap;

use super::TooLarge;
use super::alphabet::Alphabet;
use super::dfa::{Dfa, State, SymbolClasses};
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// A graph whose moves read a character or nothing.
pub(crate) trait Graph {
    /// A place in it.
    type Vertex: Copy + Ord + Hash;

    /// The place at which all ways begin.
    fn start(&self) -> Self::Vertex;
    /// Adds the places after each move that reads nothing.
    fn free(&self, place: Self::Vertex, to: &mut Vec<Self::Vertex>);
    /// The place after a character.
    fn step(&self, place: Self::Vertex, c: char) -> Option<Self::Vertex>;
    /// Whether a way may end here.
    fn ends(&self, place: Self::Vertex) -> bool;
}

/// The minimal automaton of the strings that the ways through a graph read. The graph moves by
/// `automata`, and distinguishes `sets` of characters beside them. No way reads a character of
/// `never`.
///
/// # Errors
///
/// If the automaton has too many states, or its construction needs too many steps.
pub(crate) fn strings<G: Graph>(
    graph: &G,
    (automata, sets): (&[&Dfa], &[CharSet]),
    never: &[char],
) -> Result<Dfa, TooLarge> {
    let (classes, characters) = classes(automata, sets, never);
    let mut work = 0;
    let Some(start) = closed(graph, vec![graph.start()]) else { return Err(TooLarge) };
    let dfa = Dfa::explore(
        start,
        LIMITS.subsets,
        classes,
        |places| {
            work += places.len() * characters.len();
            if work > LIMITS.dfa_work {
                return Err(TooLarge);
            }
            let targets = characters.iter().map(|&c| {
                let next = places.iter().filter_map(|&place| graph.step(place, c));
                closed(graph, next.collect())
            });
            // The characters that no way reads are the first class.
            Ok(std::iter::once(None).chain(targets).collect())
        },
        |places| places.iter().any(|&place| graph.ends(place)),
    )?;
    Ok(dfa.minimal())
}

/// Places and all that can be reached from them without a character; `None` if there are none.
fn closed<G: Graph>(graph: &G, places: Vec<G::Vertex>) -> Option<Box<[G::Vertex]>> {
    let mut reached: BTreeSet<G::Vertex> = places.iter().copied().collect();
    let (mut waiting, mut next) = (places, Vec::new());
    while let Some(place) = waiting.pop() {
        graph.free(place, &mut next);
        waiting.extend(next.drain(..).filter(|&place| reached.insert(place)));
    }
    (!reached.is_empty()).then(|| reached.into_iter().collect())
}

/// The classes of characters that the automata and sets do not distinguish, after a class of those
/// that are never read; and a character of each of the other classes.
fn classes(automata: &[&Dfa], sets: &[CharSet], never: &[char]) -> (SymbolClasses, Vec<char>) {
    let alphabet = automata.iter().fold(Alphabet::new(sets), |alphabet, dfa| alphabet.refined(dfa.alphabet()));
    let (mut numbers, mut characters) = (HashMap::default(), Vec::new());
    let mut class_of = Vec::with_capacity(alphabet.len());
    for c in alphabet.characters() {
        class_of.push(if never.contains(&c) {
            0
        } else {
            let columns = automata.iter().map(|dfa| (0..dfa.len() as State).map(|state| dfa.step(state, c)).collect());
            let columns: Vec<Vec<State>> = columns.collect();
            let membership: Vec<bool> = sets.iter().map(|set| set.contains(c)).collect();
            *numbers.entry((columns, membership)).or_insert_with(|| {
                characters.push(c);
                characters.len()
            })
        });
    }
    (SymbolClasses { alphabet, class_of }, characters)
}
