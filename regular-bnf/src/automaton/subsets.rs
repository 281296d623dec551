//! The subset construction over any graph: from the ways through it to a deterministic automaton of
//! their strings.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::FxHashMap as HashMap;

use super::TooLarge;
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

/// The minimal automaton of the strings that the ways of a graph read. `read` are the automata by
/// which the graph moves, and the sets of characters that it distinguishes beside them; no way
/// reads a character of `never`.
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
    let closed = |places: Vec<G::Vertex>| -> Option<Box<[G::Vertex]>> {
        let mut all: BTreeSet<G::Vertex> = places.iter().copied().collect();
        let (mut waiting, mut more) = (places, Vec::new());
        while let Some(place) = waiting.pop() {
            graph.free(place, &mut more);
            waiting.extend(more.drain(..).filter(|&place| all.insert(place)));
        }
        (!all.is_empty()).then(|| all.into_iter().collect())
    };
    let Some(start) = closed(vec![graph.start()]) else { return Err(TooLarge) };
    let dfa = Dfa::explore(
        start,
        LIMITS.subsets,
        classes,
        |places| {
            work += places.len() * characters.len();
            if work > LIMITS.dfa_work {
                return Err(TooLarge);
            }
            let step = |c: char| closed(places.iter().filter_map(|&place| graph.step(place, c)).collect());
            // The characters that no way reads are the first class.
            Ok(std::iter::once(None).chain(characters.iter().map(|&c| step(c))).collect())
        },
        |places| places.iter().any(|&place| graph.ends(place)),
    )?;
    Ok(dfa.minimal())
}

/// The classes of characters that nothing distinguishes, after a class of those that are never
/// read; and a character of each of the others.
fn classes(automata: &[&Dfa], sets: &[CharSet], never: &[char]) -> (SymbolClasses, Vec<char>) {
    use super::alphabet::Alphabet;
    let own = Alphabet::new(sets);
    let alphabet = automata.iter().fold(own, |all, dfa| all.refined(dfa.alphabet()));
    let key = |c: char| -> (Vec<Vec<State>>, Vec<bool>) {
        let column = |dfa: &&Dfa| (0..dfa.len() as State).map(|state| dfa.step(state, c)).collect();
        (automata.iter().map(column).collect(), sets.iter().map(|set| set.contains(c)).collect())
    };
    let (mut known, mut characters) = (HashMap::default(), Vec::new());
    let mut of = Vec::with_capacity(alphabet.len());
    for c in alphabet.characters() {
        of.push(if never.contains(&c) {
            0
        } else {
            *known.entry(key(c)).or_insert_with(|| {
                characters.push(c);
                characters.len()
            })
        });
    }
    (SymbolClasses { alphabet, of }, characters)
}
