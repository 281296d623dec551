//! Nondeterministic automata of productions.
//!
//! Automata are built backwards: from an `Expr` and the state after it, the construction returns
//! the state in front of it. A right-recursive production has the same state after it, and so
//! becomes a loop. A left-recursive production has a state for its end, from which the text after
//! the recursive use continues. A production that is recursive elsewhere would need a new copy for
//! each use, and is refused. Productions are built one after another and not nested, so a long
//! chain of them needs no stack. Each is built once for each state after it.

use std::collections::BTreeSet;

use super::alphabet::Alphabet;
use super::cheapest::{Cheapest, cheapest};
use super::live::live_nodes;
use super::{ALPHABET, effort};
use crate::characters::CharSet;

/// A state.
pub type NodeId = u32;

/// The index of a production among the productions of a cycle.
pub(crate) fn place_among(members: &[usize], production: usize) -> NodeId {
    members.partition_point(|&member| member < production) as NodeId
}

/// The production that contains an expression, and the state after that production.
pub(crate) type EnclosingProduction = Option<(usize, NodeId)>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NfaNode {
    /// Any of these states, without a character.
    Split(Vec<NodeId>),
    /// One character.
    Step(CharSet, NodeId),
    /// The end of the input; with the number of the accepted expression.
    Accept(u32),
}

/// A nondeterministic automaton.
#[derive(Debug, Clone)]
pub struct Nfa {
    pub(super) nodes: Vec<NfaNode>,
    pub(super) start: NodeId,
    /// The place of each state. Only an automaton that is built from productions has places.
    pub(super) places: Vec<u32>,
    /// The places, each after the one that contains it.
    pub(super) around: Vec<ProductionUse>,
}

/// A production at one of its uses.
#[derive(Debug, Clone, Copy)]
pub struct ProductionUse {
    /// The index of the production in the grammar.
    pub production: usize,
    /// The place that contains this place; the outermost contains itself.
    pub around: u32,
    /// The state before its first character.
    pub begin: NodeId,
}

/// See [`Nfa::scratch`].
pub struct Scratch {
    /// The last round in which each state was visited.
    seen: Vec<u64>,
    round: u64,
    waiting: Vec<NodeId>,
}

debug_fields!(Scratch {});

/// A set of current states: those that read a character or accept, in order, each once.
pub type NodeSet = Box<[NodeId]>;

impl Nfa {
    /// The number of states.
    #[allow(clippy::len_without_is_empty, reason = "no automaton is without states")]
    pub fn len(&self) -> NodeId {
        self.nodes.len() as NodeId
    }

    /// The union of several automata. The numbers of accepted expressions are shifted by the counts
    /// of the preceding automata; each count is the number of expressions in that automaton.
    pub fn joined(automata: impl IntoIterator<Item = (Self, u32)>) -> Self {
        let mut joined =
            Self { nodes: vec![NfaNode::Split(Vec::new())], start: 0, places: Vec::new(), around: Vec::new() };
        let (mut starts, mut number) = (Vec::new(), 0);
        for (nfa, count) in automata {
            let base = joined.nodes.len() as NodeId;
            starts.push(base + nfa.start);
            joined.nodes.extend(nfa.nodes.into_iter().map(|node| match node {
                NfaNode::Split(branches) => NfaNode::Split(branches.into_iter().map(|to| base + to).collect()),
                NfaNode::Step(class, to) => NfaNode::Step(class, base + to),
                NfaNode::Accept(expression) => NfaNode::Accept(number + expression),
            }));
            number += count;
        }
        joined.nodes[0] = NfaNode::Split(starts);
        joined
    }

    /// Removes the paths that cannot reach an end.
    pub(super) fn pruned(mut self) -> Self {
        let (mut edges, mut ends) = (Vec::new(), Vec::new());
        for (at, node) in self.nodes.iter().enumerate() {
            match node {
                NfaNode::Split(branches) => edges.extend(branches.iter().map(|&to| (at, to as usize))),
                NfaNode::Step(_, to) => edges.push((at, *to as usize)),
                NfaNode::Accept(_) => ends.push(at),
            }
        }
        let live = live_nodes(self.nodes.len(), edges.iter().copied(), ends);
        for node in &mut self.nodes {
            match node {
                NfaNode::Split(branches) => branches.retain(|&to| live[to as usize]),
                NfaNode::Step(class, to) if !live[*to as usize] => *class = CharSet::EMPTY,
                NfaNode::Step(..) | NfaNode::Accept(_) => {}
            }
        }
        self
    }

    /// The reusable memory for a search among the states.
    pub fn scratch(&self) -> Scratch {
        Scratch { seen: vec![0; self.nodes.len()], round: 0, waiting: Vec::new() }
    }

    /// The states before the first character.
    pub fn start(&self, scratch: &mut Scratch) -> NodeSet {
        self.closed([self.start], scratch)
    }

    /// The states after a character. The set is empty if nothing can be accepted any more.
    pub fn step(&self, set: &[NodeId], c: char, scratch: &mut Scratch) -> NodeSet {
        let next = set.iter().filter_map(|&at| match &self.nodes[at as usize] {
            NfaNode::Step(class, to) if class.contains(c) => Some(*to),
            _ => None,
        });
        self.closed(next, scratch)
    }

    /// The states after the characters that some states read.
    pub fn after_all(&self, readers: impl IntoIterator<Item = NodeId>, scratch: &mut Scratch) -> NodeSet {
        self.closed(readers.into_iter().filter_map(|at| self.after(at)), scratch)
    }

    fn closed(&self, from: impl IntoIterator<Item = NodeId>, scratch: &mut Scratch) -> NodeSet {
        let Scratch { seen, round, waiting } = scratch;
        *round += 1;
        waiting.extend(from);
        let mut set = Vec::new();
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut seen[at as usize], *round) == *round {
                continue;
            }
            match &self.nodes[at as usize] {
                NfaNode::Split(branches) => waiting.extend(branches),
                NfaNode::Step(class, _) if class.is_empty() => {}
                NfaNode::Step(..) | NfaNode::Accept(_) => set.push(at),
            }
        }
        set.sort_unstable();
        set.into()
    }

    /// The numbers of the accepted expressions if the input ends in these states.
    pub fn accepted(&self, set: &[NodeId]) -> impl Iterator<Item = u32> {
        set.iter().filter_map(|&at| match self.nodes[at as usize] {
            NfaNode::Accept(number) => Some(number),
            _ => None,
        })
    }

    /// The productions that contain a place, innermost first.
    pub fn within(&self, place: u32) -> impl Iterator<Item = usize> {
        self.outward(place).map(|production_use| production_use.production)
    }

    /// A place and those that contain it, innermost first.
    pub fn outward(&self, place: u32) -> impl Iterator<Item = ProductionUse> {
        let mut next = Some(place);
        std::iter::from_fn(move || {
            let place = next?;
            let production_use = *self.around.get(place as usize)?;
            next = (production_use.around != place).then_some(production_use.around);
            Some(production_use)
        })
    }

    /// The states of a set that read a character: each with the characters that it reads and its
    /// place.
    pub fn readers<'s>(&'s self, set: &'s [NodeId]) -> impl Iterator<Item = (NodeId, &'s CharSet, u32)> {
        set.iter().filter_map(|&at| match &self.nodes[at as usize] {
            NfaNode::Step(class, _) => Some((at, class, *self.places.get(at as usize)?)),
            _ => None,
        })
    }

    /// The places of the states of a set at which the input may end: each is that of the innermost
    /// production that ends there.
    pub fn ends(&self, set: &[NodeId]) -> impl Iterator<Item = u32> {
        set.iter().filter_map(|&at| match &self.nodes[at as usize] {
            NfaNode::Accept(_) => self.places.get(at as usize).copied(),
            _ => None,
        })
    }

    /// Whether a state is reached at the beginning of a place, and not later inside the place.
    pub fn is_first(&self, state: NodeId, place: ProductionUse) -> bool {
        let first = self.closed([place.begin], &mut self.scratch());
        if !first.contains(&state) {
            return false;
        }
        let mut seen: BTreeSet<NodeId> = BTreeSet::new();
        let mut waiting: Vec<NodeId> = first.iter().filter_map(|&at| self.after(at)).collect();
        while let Some(at) = waiting.pop() {
            if !self.is_inside(at, place) || !seen.insert(at) {
                continue;
            }
            if at == state {
                return false;
            }
            match &self.nodes[at as usize] {
                NfaNode::Split(branches) => waiting.extend(branches),
                _ => waiting.extend(self.after(at)),
            }
        }
        true
    }

    /// Whether a state is at a place, or at one within it.
    fn is_inside(&self, at: NodeId, place: ProductionUse) -> bool {
        let Some(&innermost) = self.places.get(at as usize) else { return at == place.begin };
        at == place.begin || self.outward(innermost).any(|outer| outer.begin == place.begin)
    }

    /// The state after the character that a state reads.
    fn after(&self, at: NodeId) -> Option<NodeId> {
        match &self.nodes[at as usize] {
            NfaNode::Step(class, to) if !class.is_empty() => Some(*to),
            _ => None,
        }
    }

    /// The characters that may come next.
    pub fn next_characters(&self, set: &[NodeId]) -> CharSet {
        set.iter().fold(CharSet::EMPTY, |characters, &at| match &self.nodes[at as usize] {
            NfaNode::Step(class, _) => characters.union(class),
            _ => characters,
        })
    }

    /// The sets of characters that steps read.
    pub(crate) fn sets(&self) -> impl Iterator<Item = &CharSet> {
        self.nodes.iter().filter_map(|node| match node {
            NfaNode::Step(class, _) => Some(class),
            _ => None,
        })
    }

    /// The symbols that the states distinguish.
    pub fn alphabet(&self) -> Alphabet {
        let beyond: BTreeSet<&CharSet> = self.sets().filter(|set| !set.beyond().is_empty()).collect();
        Alphabet::new(beyond)
    }

    /// Whether it can read a character beyond US-ASCII.
    pub fn reads_beyond(&self) -> bool {
        self.sets().any(|set| !set.beyond().is_empty())
    }

    /// The class of each US-ASCII character, and the number of classes. No state distinguishes two
    /// characters of one class.
    pub fn classes(&self) -> ([u8; ALPHABET], usize) {
        let mut masks: Vec<u128> = self.sets().map(CharSet::bits).collect();
        masks.sort_unstable();
        masks.dedup();
        let mut blocks: Vec<u128> = vec![u128::MAX];
        for mask in masks {
            blocks = blocks.into_iter().flat_map(|block| [block & mask, block & !mask]).collect();
            blocks.retain(|&block| block != 0);
        }
        blocks.sort_unstable_by_key(|block| block.trailing_zeros());
        let classes =
            std::array::from_fn(|c| blocks.iter().position(|block| block & 1 << c != 0).unwrap_or_default() as u8);
        (classes, blocks.len())
    }

    /// For each state the shortest string from it to an end and, among those, the most readable.
    pub fn completions(&self) -> Completions {
        let mut before = vec![Vec::new(); self.nodes.len()];
        let mut ends = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            match node {
                NfaNode::Split(branches) => branches.iter().for_each(|&to| before[to as usize].push((at, None))),
                NfaNode::Step(class, to) => {
                    before[*to as usize].extend(class.most_readable().map(|first| (at, Some(first))));
                }
                NfaNode::Accept(_) => ends.push((at, Completion::default())),
            }
        }
        // Strings are found in their order, so the number of a suffix compares as its text.
        let (mut last, mut number) = (None, 0);
        let best = cheapest(self.nodes.len(), ends, |at, &shorter, reach| {
            number += u32::from(last.replace(shorter) != Some(shorter));
            for &(from, first) in &before[at] {
                let longer = match first {
                    Some(c) => Completion {
                        length: shorter.length + 1,
                        effort: shorter.effort + effort(c),
                        first,
                        suffix: number,
                    },
                    None => shorter,
                };
                reach(from, longer, first);
            }
        });
        Completions(best)
    }
}

/// For each state of an automaton the shortest string from it to an end and, among those, the most
/// readable.
#[derive(Debug)]
pub struct Completions(Vec<Cheapest<Completion, Option<char>>>);

impl Completions {
    /// The order of the string from a state; `None`, the least, if no end can be reached.
    pub fn order(&self, from: NodeId) -> Option<Completion> {
        self.0[from as usize].as_ref().map(|&(order, _)| order)
    }

    /// The string from a state, from which an end can be reached.
    pub fn text(&self, from: NodeId) -> String {
        let mut node = from as usize;
        let mut text = String::new();
        while let Some((_, Some((next, c)))) = self.0[node] {
            text.extend(c);
            node = next;
        }
        text
    }
}

/// The order of strings: by length in characters, then effort, then the alphabet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Completion {
    length: usize,
    effort: u32,
    first: Option<char>,
    /// The number of the string after the first character, among all in their order.
    suffix: u32,
}
