//! The expressions that a [machine](super::machine) matches: those of the tree, each once, with
//! numbers.

use std::ops::Index;

use rustc_hash::FxHashMap as HashMap;

use super::tree::{Greed, Look, SetId, Tree};

/// An expression, by its index.
pub(super) type RegexNodeId = u32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum RegexNode {
    Empty,
    Never,
    Set(SetId),
    Sequence(RegexNodeId, RegexNodeId),
    Choice(RegexNodeId, RegexNodeId),
    /// The body, how often, whether the body may be empty and contains the marked group, and
    /// whether there has been a repetition.
    Loop {
        body: RegexNodeId,
        least: u32,
        most: Option<u32>,
        greed: Greed,
        empty: bool,
        marked: bool,
        again: bool,
    },
    /// After a repetition that may be empty, and the continuation if it is not.
    Repeated(Empty, RegexNodeId),
    Atomic(RegexNodeId),
    /// The end of an atomic group.
    Commit,
    Ahead(RegexNodeId, bool),
    /// Lookbehind, by its number.
    Behind(usize, bool),
    /// The marked group.
    Marked(RegexNodeId),
    /// A mark.
    Mark(bool),
}

/// The meaning of an optional repetition that matches the empty text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Empty {
    /// It is the last.
    Stops,
    /// It fails.
    Fails,
    /// It has matched a character.
    Not,
}

/// All expressions.
pub(super) struct RegexNodes {
    all: Vec<RegexNode>,
    known: HashMap<RegexNode, RegexNodeId>,
    /// The expressions of lookbehinds, by their numbers.
    pub behinds: Vec<RegexNodeId>,
    /// The marked group.
    pub group: Option<usize>,
}

impl RegexNodes {
    pub fn new(group: Option<usize>) -> Self {
        Self { all: Vec::new(), known: HashMap::default(), behinds: Vec::new(), group }
    }

    pub fn node(&mut self, node: RegexNode) -> RegexNodeId {
        let next = self.all.len() as RegexNodeId;
        let id = *self.known.entry(node).or_insert(next);
        if id == next {
            self.all.push(node);
        }
        id
    }

    /// Adds the expressions of a tree.
    pub fn build(&mut self, tree: &Tree) -> RegexNodeId {
        match tree {
            Tree::Set(set) => self.node(RegexNode::Set(*set)),
            Tree::Concat(all) => {
                let empty = self.node(RegexNode::Empty);
                all.iter().rev().fold(empty, |rest, tree| {
                    let first = self.build(tree);
                    if rest == empty { first } else { self.node(RegexNode::Sequence(first, rest)) }
                })
            }
            Tree::Alt(all) => self.choice(all),
            Tree::Repeat(inner, least, most, greed) => {
                let body = self.build(inner);
                let marked = inner.any(&|tree| matches!(tree, Tree::Group(group, _) if Some(*group) == self.group));
                let (empty, greed) = (inner.may_be_empty(), *greed);
                self.node(RegexNode::Loop { body, least: *least, most: *most, greed, empty, marked, again: false })
            }
            // The reader has replaced all.
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
                // Those inside have smaller numbers.
                let inner = self.build(inner);
                let known = self.behinds.iter().position(|&known| known == inner);
                let number = known.unwrap_or(self.behinds.len());
                if known.is_none() {
                    self.behinds.push(inner);
                }
                self.node(RegexNode::Behind(number, *negated))
            }
        }
    }

    /// The alternatives, as choices of two that are nested little.
    fn choice(&mut self, all: &[Tree]) -> RegexNodeId {
        match all {
            [] => self.node(RegexNode::Never),
            [one] => self.build(one),
            _ => {
                let (first, second) = all.split_at(all.len() / 2);
                let (first, second) = (self.choice(first), self.choice(second));
                self.node(RegexNode::Choice(first, second))
            }
        }
    }
}

impl Index<RegexNodeId> for RegexNodes {
    type Output = RegexNode;

    fn index(&self, id: RegexNodeId) -> &RegexNode {
        &self.all[id as usize]
    }
}
