//! The expressions that a [machine](super::machine) matches: those of the tree, each once, with
//! numbers.

use std::ops::Index;

use rustc_hash::FxHashMap as HashMap;

use super::tree::{Greed, Look, SetId, Tree};
use crate::automaton::alphabet::Mark;

/// An expression, by its index.
pub(super) type RegexNodeId = u32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum RegexNode {
    Empty,
    Never,
    Set(SetId),
    Sequence(RegexNodeId, RegexNodeId),
    Choice(RegexNodeId, RegexNodeId),
    Loop(LoopNode),
    /// After a repetition that may be empty, and the continuation if it is not.
    Repeated(EmptyRepetition, RegexNodeId),
    Atomic(RegexNodeId),
    /// The end of an atomic group.
    Commit,
    Ahead(RegexNodeId, bool),
    /// Lookbehind, by its number.
    Behind(usize, bool),
    /// The marked group.
    Marked(RegexNodeId),
    /// A mark.
    Mark(Mark),
}

/// A repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct LoopNode {
    pub body: RegexNodeId,
    pub least: u32,
    pub most: Option<u32>,
    pub greed: Greed,
    /// Whether the body may match the empty text.
    pub empty: bool,
    /// Whether the body contains the marked group.
    pub marked: bool,
    /// Whether the body has been repeated.
    pub repeated: bool,
}

/// The meaning of an optional repetition that matches the empty text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum EmptyRepetition {
    /// It is the last.
    Stops,
    /// It fails.
    Fails,
    /// It has matched a character.
    Not,
}

/// All expressions.
pub(super) struct RegexNodes {
    nodes: Vec<RegexNode>,
    ids: HashMap<RegexNode, RegexNodeId>,
    /// The expressions of lookbehinds, by their numbers.
    pub behinds: Vec<RegexNodeId>,
    /// The marked group.
    pub group: Option<usize>,
}

impl RegexNodes {
    pub fn new(group: Option<usize>) -> Self {
        Self { nodes: Vec::new(), ids: HashMap::default(), behinds: Vec::new(), group }
    }

    pub fn node(&mut self, node: RegexNode) -> RegexNodeId {
        let next = self.nodes.len() as RegexNodeId;
        let id = *self.ids.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    /// Adds the expressions of a tree.
    pub fn build(&mut self, tree: &Tree) -> RegexNodeId {
        match tree {
            Tree::Set(set) => self.node(RegexNode::Set(*set)),
            Tree::Concat(parts) => {
                let empty = self.node(RegexNode::Empty);
                parts.iter().rev().fold(empty, |tail, part| {
                    let first = self.build(part);
                    if tail == empty { first } else { self.node(RegexNode::Sequence(first, tail)) }
                })
            }
            Tree::Alt(alternatives) => self.choice(alternatives),
            Tree::Repeat(inner, least, most, greed) => {
                let body = self.build(inner);
                self.node(RegexNode::Loop(LoopNode {
                    body,
                    least: *least,
                    most: *most,
                    greed: *greed,
                    empty: inner.may_be_empty(),
                    marked: self.group.is_some_and(|group| inner.has_group(group)),
                    repeated: false,
                }))
            }
            // The reader has replaced all calls.
            Tree::Call(_) => self.node(RegexNode::Never),
            Tree::Group(group, inner) => {
                let inner = self.build(inner);
                if Some(*group) == self.group { self.node(RegexNode::Marked(inner)) } else { inner }
            }
            Tree::Atomic(inner) => {
                let inner = self.build(inner);
                self.node(RegexNode::Atomic(inner))
            }
            Tree::Look(Look { behind: false, negated }, inner) => {
                let inner = self.build(inner);
                self.node(RegexNode::Ahead(inner, *negated))
            }
            Tree::Look(Look { behind: true, negated }, inner) => {
                // Lookbehinds inside of this one have smaller numbers.
                let inner = self.build(inner);
                let number = self.behinds.iter().position(|&earlier| earlier == inner).unwrap_or_else(|| {
                    self.behinds.push(inner);
                    self.behinds.len() - 1
                });
                self.node(RegexNode::Behind(number, *negated))
            }
        }
    }

    /// The alternatives, as a balanced tree of choices between two.
    fn choice(&mut self, alternatives: &[Tree]) -> RegexNodeId {
        match alternatives {
            [] => self.node(RegexNode::Never),
            [only] => self.build(only),
            _ => {
                let (first, second) = alternatives.split_at(alternatives.len() / 2);
                let (first, second) = (self.choice(first), self.choice(second));
                self.node(RegexNode::Choice(first, second))
            }
        }
    }
}

impl Index<RegexNodeId> for RegexNodes {
    type Output = RegexNode;

    fn index(&self, id: RegexNodeId) -> &RegexNode {
        &self.nodes[id as usize]
    }
}
