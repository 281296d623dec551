//! From productions to a nondeterministic automaton.
//!
//! Automata are built backwards: an `Expr` and the state after it give the state before it. A
//! production that uses itself at its end has the same state after it, and so becomes a loop. One that uses itself
//! at its beginning only has a state for its end, from which what follows that use goes on. One that does so
//! elsewhere would need a new copy of itself each time, and is refused. Productions are built one after another, not one
//! within another, so that a long chain of them needs no stack. Each is built once for each state after it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{ALPHABET, effort};

/// A state.
pub type NodeId = u32;

/// A set of characters of US-ASCII, a bit each.
pub type Class = u128;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// Any of these, without a character.
    Split(Vec<NodeId>),
    /// One character.
    Step(Class, NodeId),
    /// The end of the input; with the number of what is accepted.
    Accept(u32),
}

/// A nondeterministic automaton.
#[derive(Debug, Clone)]
pub struct Nfa {
    pub(super) nodes: Vec<Node>,
    pub(super) start: NodeId,
    /// For each state the place in which it stands. Only an automaton that is made from productions has them.
    pub(super) places: Vec<u32>,
    /// The places, each after the one around it.
    pub(super) around: Vec<Place>,
}

/// A production where another one uses it.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The production, by its place in the grammar.
    pub production: usize,
    /// The place around it; for the outermost its own.
    pub around: u32,
}

/// See [`Nfa::scratch`].
pub struct Scratch {
    /// In which round a state was met last.
    seen: Vec<u64>,
    round: u64,
    waiting: Vec<NodeId>,
}

/// States that an automaton can be in: those that take a character or accept, in order, each once.
pub type Set = Box<[NodeId]>;

impl Nfa {
    /// How many states there are.
    #[allow(clippy::len_without_is_empty, reason = "no automaton is without states")]
    pub fn len(&self) -> NodeId {
        self.nodes.len() as NodeId
    }

    /// Several automata as one. What each accepts has its number, counted on from those before it; `counts` says how many
    /// numbers each has.
    pub fn joined(all: impl IntoIterator<Item = (Self, u32)>) -> Self {
        let mut joined =
            Self { nodes: vec![Node::Split(Vec::new())], start: 0, places: Vec::new(), around: Vec::new() };
        let (mut starts, mut number) = (Vec::new(), 0);
        for (nfa, count) in all {
            let base = joined.nodes.len() as NodeId;
            starts.push(base + nfa.start);
            joined.nodes.extend(nfa.nodes.into_iter().map(|node| match node {
                Node::Split(all) => Node::Split(all.into_iter().map(|to| base + to).collect()),
                Node::Step(class, to) => Node::Step(class, base + to),
                Node::Accept(own) => Node::Accept(number + own),
            }));
            number += count;
        }
        joined.nodes[0] = Node::Split(starts);
        joined
    }

    /// Without the ways that lead to no end.
    pub(super) fn pruned(mut self) -> Self {
        let mut before = vec![Vec::new(); self.nodes.len()];
        let mut waiting = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            match node {
                Node::Split(all) => all.iter().for_each(|&to| before[to as usize].push(at)),
                Node::Step(_, to) => before[*to as usize].push(at),
                Node::Accept(_) => waiting.push(at),
            }
        }
        let mut live = vec![false; self.nodes.len()];
        while let Some(at) = waiting.pop() {
            if !std::mem::replace(&mut live[at], true) {
                waiting.append(&mut before[at]);
            }
        }
        for node in &mut self.nodes {
            match node {
                Node::Split(all) => all.retain(|&to| live[to as usize]),
                Node::Step(class, to) if !live[*to as usize] => *class = 0,
                Node::Step(..) | Node::Accept(_) => {}
            }
        }
        self
    }

    /// What a search among the states needs, made once and used again.
    pub fn scratch(&self) -> Scratch {
        Scratch { seen: vec![0; self.nodes.len()], round: 0, waiting: Vec::new() }
    }

    /// The states before the first character.
    pub fn start(&self, scratch: &mut Scratch) -> Set {
        self.closed([self.start], scratch)
    }

    /// The states after a character. The set is empty where nothing can be accepted any more.
    pub fn step(&self, set: &[NodeId], byte: u8, scratch: &mut Scratch) -> Set {
        let bit = if byte.is_ascii() { 1 << byte } else { 0 };
        let next = set.iter().filter_map(|&at| match self.nodes[at as usize] {
            Node::Step(class, to) if class & bit != 0 => Some(to),
            _ => None,
        });
        self.closed(next, scratch)
    }

    fn closed(&self, from: impl IntoIterator<Item = NodeId>, scratch: &mut Scratch) -> Set {
        let Scratch { seen, round, waiting } = scratch;
        *round += 1;
        waiting.extend(from);
        let mut set = Vec::new();
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut seen[at as usize], *round) == *round {
                continue;
            }
            match &self.nodes[at as usize] {
                Node::Split(all) => waiting.extend(all),
                Node::Step(0, _) => {}
                Node::Step(..) | Node::Accept(_) => set.push(at),
            }
        }
        set.sort_unstable();
        set.into()
    }

    /// The numbers of what is accepted where the input ends in these states.
    pub fn accepted(&self, set: &[NodeId]) -> impl Iterator<Item = u32> {
        set.iter().filter_map(|&at| match self.nodes[at as usize] {
            Node::Accept(number) => Some(number),
            _ => None,
        })
    }

    /// The places of the states that take a character, or with `byte` of those that take this one.
    pub fn places(&self, set: &[NodeId], byte: Option<u8>) -> impl Iterator<Item = u32> {
        let takes = move |class: Class| byte.map_or(class != 0, |byte| class & 1 << byte != 0);
        let states =
            set.iter().filter(move |&&at| matches!(self.nodes[at as usize], Node::Step(class, _) if takes(class)));
        states.filter_map(|&at| self.places.get(at as usize).copied())
    }

    /// The productions around a place, the innermost first.
    pub fn within(&self, place: u32) -> impl Iterator<Item = usize> {
        let at = |place: u32| self.around.get(place as usize).map(|found| (place, *found));
        let outer = move |&(place, found): &(u32, Place)| at(found.around).filter(|_| found.around != place);
        std::iter::successors(at(place), outer).map(|(_, found)| found.production)
    }

    /// The characters that can follow.
    pub fn open(&self, set: &[NodeId]) -> Class {
        set.iter().fold(0, |open, &at| match self.nodes[at as usize] {
            Node::Step(class, _) => open | class,
            _ => open,
        })
    }

    /// The class of each character, and how many classes there are. No state tells apart two characters of one class.
    pub fn classes(&self) -> ([u8; ALPHABET], usize) {
        let steps = self.nodes.iter().filter_map(|node| match node {
            Node::Step(class, _) => Some(*class),
            _ => None,
        });
        let mut masks: Vec<Class> = steps.collect();
        masks.sort_unstable();
        masks.dedup();
        let mut blocks: Vec<Class> = vec![Class::MAX];
        for mask in masks {
            let split = |block: Class| [block & mask, block & !mask].into_iter().filter(|&part| part != 0);
            blocks = blocks.into_iter().flat_map(split).collect();
        }
        blocks.sort_unstable_by_key(|block| block.trailing_zeros());
        let class = |c: usize| blocks.iter().position(|block| block & 1 << c != 0).unwrap_or_default() as u8;
        (std::array::from_fn(class), blocks.len())
    }

    /// For each state the shortest string that leads from it to an end and, among those, the most readable.
    pub fn completions(&self) -> Vec<Option<Completion>> {
        let mut before = vec![Vec::new(); self.nodes.len()];
        let mut waiting = BinaryHeap::new();
        for (at, node) in self.nodes.iter().enumerate() {
            match node {
                Node::Split(all) => all.iter().for_each(|&to| before[to as usize].push(at)),
                Node::Step(0, _) => {}
                Node::Step(_, to) => before[*to as usize].push(at),
                Node::Accept(_) => waiting.push(Reverse((Completion::default(), at))),
            }
        }
        let mut best: Vec<Option<Completion>> = vec![None; self.nodes.len()];
        // The first that comes out is the best for its state, since a character in front does not change the order of two.
        while let Some(Reverse((found, at))) = waiting.pop() {
            if best[at].is_some() {
                continue;
            }
            for &user in before[at].iter().filter(|&&user| best[user].is_none()) {
                let longer = match &self.nodes[user] {
                    Node::Step(class, _) => found.behind(*class),
                    Node::Split(_) | Node::Accept(_) => Some(found.clone()),
                };
                waiting.extend(longer.map(|longer| Reverse((longer, user))));
            }
            best[at] = Some(found);
        }
        best
    }
}

/// A string, in the order of length, then of effort, then of the alphabet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Completion {
    length: usize,
    effort: u32,
    /// The string.
    pub text: String,
}

impl Completion {
    /// The string with the most readable character of a class before it.
    fn behind(&self, class: Class) -> Option<Self> {
        let characters = (0..ALPHABET as u8).filter(|c| class & 1 << c != 0);
        let first = characters.min_by_key(|&c| (effort(c), c))?;
        Some(Self {
            length: self.length + 1,
            effort: self.effort + effort(first),
            text: format!("{}{}", char::from(first), self.text),
        })
    }
}
