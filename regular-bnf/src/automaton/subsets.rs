//! The subset construction over any graph: from the paths through the graph to a deterministic
//! automaton of their strings.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::FxHashMap as HashMap;

use super::TooLarge;
use super::alphabet::Alphabet;
use super::dfa::{Dfa, State, SymbolClasses};
use crate::characters::CharSet;
use crate::limits::limits;

/// A graph whose edges read a character or nothing.
pub(crate) trait Graph {
    type Vertex: Copy + Ord + Hash;

    /// The vertex at which all paths begin.
    fn start(&self) -> Self::Vertex;
    /// Adds the vertices after each edge that reads nothing.
    fn push_empty_moves(&self, vertex: Self::Vertex, targets: &mut Vec<Self::Vertex>);
    /// The vertex after a character.
    fn step(&self, vertex: Self::Vertex, c: char) -> Option<Self::Vertex>;
    /// Whether a path may end at a vertex.
    fn is_end(&self, vertex: Self::Vertex) -> bool;
}

/// The minimal automaton of the strings that the paths through a graph read. The edges of the graph
/// depend on the steps of `automata`, and on which `sets` contain a character. No path reads a
/// character of `never`.
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
        limits().graph_states,
        classes,
        |vertices| {
            work += vertices.len() * characters.len();
            if work > limits().dfa_work {
                return Err(TooLarge);
            }
            let targets = characters.iter().map(|&c| {
                let next = vertices.iter().filter_map(|&vertex| graph.step(vertex, c));
                closed(graph, next.collect())
            });
            // The characters that no path reads are the first class.
            Ok(std::iter::once(None).chain(targets).collect())
        },
        |vertices| vertices.iter().any(|&vertex| graph.is_end(vertex)),
    )?;
    Ok(dfa.minimal())
}

/// Vertices, and those that can be reached from them without reading a character; `None` if there
/// are no vertices.
fn closed<G: Graph>(graph: &G, vertices: Vec<G::Vertex>) -> Option<Box<[G::Vertex]>> {
    let mut reached: BTreeSet<G::Vertex> = vertices.iter().copied().collect();
    let (mut waiting, mut next) = (vertices, Vec::new());
    while let Some(vertex) = waiting.pop() {
        graph.push_empty_moves(vertex, &mut next);
        waiting.extend(next.drain(..).filter(|&vertex| reached.insert(vertex)));
    }
    (!reached.is_empty()).then(|| reached.into_iter().collect())
}

/// The classes of characters that the automata and sets do not distinguish, and a character of each
/// class. The first class is that of the characters of `never`, and has no character in the list.
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
