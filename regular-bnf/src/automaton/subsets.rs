//! The subset construction over any graph: from the paths through the graph to a deterministic
//! automaton of their strings.

use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::TooLarge;
use super::alphabet::{Alphabet, Element};
use super::dfa::{Dfa, SymbolClasses};
use crate::characters::CharSet;
use crate::limits::limits;

/// A graph whose edges read a character, a mark or nothing.
pub(crate) trait Graph {
    type Vertex: Copy + Eq + Hash;

    /// The vertex at which all paths begin.
    fn start(&self) -> Self::Vertex;
    /// Adds the vertices after each edge that reads nothing.
    fn push_empty_moves(&self, vertex: Self::Vertex, targets: &mut Vec<Self::Vertex>);
    /// The vertex after a character or a mark.
    fn step(&self, vertex: Self::Vertex, element: Element) -> Option<Self::Vertex>;
    /// Whether a path may end at a vertex.
    fn is_end(&self, vertex: Self::Vertex) -> bool;
}

/// What distinguishes the characters that the edges of a graph read, if they read no marks: automata and
/// sets.
pub(crate) struct GraphAlphabet<'a> {
    pub automata: &'a [&'a Dfa],
    pub sets: &'a [CharSet],
}

/// Symbols in classes: no edge of a graph distinguishes those of one class.
pub(crate) struct GraphClasses {
    pub classes: SymbolClasses,
    /// A character of each class, or its mark.
    pub first: Vec<Element>,
}

/// The minimal automaton of the strings that the paths through a graph read.
///
/// # Errors
///
/// If the automaton has too many states, or its construction needs too many steps.
pub(crate) fn strings<G: Graph>(graph: &G, GraphClasses { classes, first }: GraphClasses) -> Result<Dfa, TooLarge> {
    let mut work = 0;
    let subsets = RefCell::new(Subsets::new(graph));
    let Some(start) = subsets.borrow_mut().start() else { return Err(TooLarge) };
    let dfa = Dfa::explore(
        start,
        limits().graph_states,
        classes,
        |&subset| {
            let mut subsets = subsets.borrow_mut();
            work += subsets.members[subset as usize].len() * first.len();
            if work > limits().dfa_work {
                return Err(TooLarge);
            }
            Ok(first.iter().map(|&element| subsets.after(subset, element)).collect())
        },
        |&subset| subsets.borrow().has_end(subset),
    )?;
    Ok(dfa.minimal())
}

/// A set of vertices, by its number.
type Subset = u32;

/// A vertex, by its number.
type VertexId = u32;

/// The sets of vertices to which the beginnings of strings lead.
struct Subsets<'g, G: Graph> {
    graph: &'g G,
    /// The vertices that have been reached, in the order of their numbers.
    vertices: Vec<G::Vertex>,
    vertex_ids: HashMap<G::Vertex, VertexId>,
    /// For each vertex the vertices to which it leads without a character, itself included; empty until
    /// they are asked for.
    closures: Vec<Rc<[VertexId]>>,
    /// The vertices of each set, in order.
    members: Vec<Rc<[VertexId]>>,
    /// The number of each set.
    numbers: HashMap<Rc<[VertexId]>, Subset>,
    /// The members of a set while it is put together.
    collected: Vec<VertexId>,
}

impl<'g, G: Graph> Subsets<'g, G> {
    fn new(graph: &'g G) -> Self {
        Self {
            graph,
            vertices: Vec::new(),
            vertex_ids: HashMap::default(),
            closures: Vec::new(),
            members: Vec::new(),
            numbers: HashMap::default(),
            collected: Vec::new(),
        }
    }

    /// The set before the first character.
    fn start(&mut self) -> Option<Subset> {
        self.collect(self.graph.start());
        self.collected_subset()
    }

    /// The set after a character or a mark; `None` if it is empty.
    fn after(&mut self, subset: Subset, element: Element) -> Option<Subset> {
        for vertex in self.members[subset as usize].clone().iter() {
            if let Some(next) = self.graph.step(self.vertices[*vertex as usize], element) {
                self.collect(next);
            }
        }
        self.collected_subset()
    }

    /// Whether a path may end in a set.
    fn has_end(&self, subset: Subset) -> bool {
        self.members[subset as usize].iter().any(|&vertex| self.graph.is_end(self.vertices[vertex as usize]))
    }

    /// Adds a vertex to the set that is put together, and those to which it leads without a character.
    fn collect(&mut self, vertex: G::Vertex) {
        let id = self.id(vertex);
        if self.closures[id as usize].is_empty() {
            self.closures[id as usize] = self.closure(id);
        }
        self.collected.extend_from_slice(&self.closures[id as usize]);
    }

    /// The set that has been put together.
    fn collected_subset(&mut self) -> Option<Subset> {
        self.collected.sort_unstable();
        self.collected.dedup();
        let number = (!self.collected.is_empty()).then(|| match self.numbers.get(self.collected.as_slice()) {
            Some(&number) => number,
            None => {
                let members: Rc<[VertexId]> = self.collected.as_slice().into();
                self.members.push(Rc::clone(&members));
                let number = (self.members.len() - 1) as Subset;
                self.numbers.insert(members, number);
                number
            }
        });
        self.collected.clear();
        number
    }

    /// The vertices to which a vertex leads without a character, itself included.
    fn closure(&mut self, vertex: VertexId) -> Rc<[VertexId]> {
        let (mut reached, mut next, mut at) = (vec![vertex], Vec::new(), 0);
        let mut seen = HashSet::from_iter([vertex]);
        while let Some(&vertex) = reached.get(at) {
            at += 1;
            self.graph.push_empty_moves(self.vertices[vertex as usize], &mut next);
            for vertex in next.drain(..) {
                let id = self.id(vertex);
                if seen.insert(id) {
                    reached.push(id);
                }
            }
        }
        reached.into()
    }

    fn id(&mut self, vertex: G::Vertex) -> VertexId {
        *self.vertex_ids.entry(vertex).or_insert_with(|| {
            self.vertices.push(vertex);
            self.closures.push(Rc::default());
            (self.vertices.len() - 1) as VertexId
        })
    }
}

impl GraphAlphabet<'_> {
    /// The classes of characters that none of the automata and sets distinguishes.
    pub(crate) fn classes(&self) -> GraphClasses {
        let Self { automata, sets } = self;
        let alphabets = automata.iter().map(|dfa| dfa.alphabet());
        let alphabet = alphabets.fold(Alphabet::new(*sets), |alphabet, other| alphabet.refined(other)).without_marks();
        let columns: Vec<SymbolClasses> = automata.iter().map(|dfa| dfa.columns().0).collect();
        let (classes, first) = SymbolClasses::by_key(alphabet, |element| {
            let classes: Vec<Option<usize>> = columns.iter().map(|columns| columns.class(element)).collect();
            (classes, sets.iter().map(|set| element.is_in(set)).collect::<Vec<bool>>())
        });
        GraphClasses { classes, first }
    }
}
