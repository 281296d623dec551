//! The subset construction over any graph: from the paths through the graph to a deterministic
//! automaton of their strings.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::FxHashMap as HashMap;

use super::TooLarge;
use super::alphabet::Alphabet;
use super::dfa::{Dfa, SymbolClasses};
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

/// The automata and sets on which the edges of a graph depend, and the marks that it reads as
/// nothing.
pub(crate) struct GraphAlphabet<'a> {
    /// Automata that read marks.
    pub marked: &'a [&'a Dfa],
    /// Automata that read text alone.
    pub texts: &'a [&'a Dfa],
    pub sets: &'a [CharSet],
    /// Each mark, and the characters that the graph reads as it would read the mark as text.
    pub marks: &'a [(char, CharSet)],
}

/// The minimal automaton of the strings that the paths through a graph read.
///
/// # Errors
///
/// If the automaton has too many states, or its construction needs too many steps.
pub(crate) fn strings<G: Graph>(graph: &G, alphabet: &GraphAlphabet<'_>) -> Result<Dfa, TooLarge> {
    let (classes, characters) = alphabet.classes();
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

impl GraphAlphabet<'_> {
    /// The classes of characters that nothing distinguishes, and a character of each class. The first
    /// class is that of the characters that no path reads, and has no character in the list.
    fn classes(&self) -> (SymbolClasses, Vec<char>) {
        let automata = self.marked.iter().chain(self.texts);
        let alphabet = automata.fold(Alphabet::new(self.sets), |alphabet, dfa| alphabet.refined(dfa.alphabet()));
        let [marked, texts] = [self.marked, self.texts].map(columns);
        let is_mark = |c: char| self.marks.iter().any(|(mark, _)| *mark == c);
        // What the automata of text and the sets tell of a character.
        let as_text = |c: char| {
            let sets: Vec<bool> = self.sets.iter().map(|set| set.contains(c)).collect();
            (classes_of(&texts, c), sets)
        };
        let (mut numbers, mut characters) = (HashMap::default(), Vec::new());
        let mut class_of = vec![0; alphabet.len()];
        for c in alphabet.characters().filter(|&c| !is_mark(c)) {
            let key = (classes_of(&marked, c), as_text(c));
            class_of[alphabet.symbol(c)] = *numbers.entry(key).or_insert_with(|| {
                characters.push(c);
                characters.len()
            });
        }
        for (mark, alike) in self.marks {
            let text = as_text(*mark);
            let same = alphabet.characters().find(|&c| !is_mark(c) && alike.contains(c) && as_text(c) == text);
            if let Some(c) = same {
                class_of[alphabet.symbol(*mark)] = class_of[alphabet.symbol(c)];
            }
        }
        (SymbolClasses { alphabet, class_of }, characters)
    }
}

/// The classes of the symbols of automata.
fn columns(automata: &[&Dfa]) -> Vec<SymbolClasses> {
    automata.iter().map(|dfa| dfa.columns().0).collect()
}

/// The class of a character in each of some automata.
fn classes_of(columns: &[SymbolClasses], c: char) -> Vec<usize> {
    columns.iter().map(|classes| classes.class(c)).collect()
}
