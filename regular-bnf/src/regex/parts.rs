//! The parts of an expression that a lint can replace: alternatives and assertions.
//!
//! A tree has no places. A reader therefore numbers the parts in the order in which they begin, and
//! an expression is read again with some of them replaced. The decision is then exact, whatever
//! surrounds the part: lookaround, atomic groups, calls.

use std::collections::BTreeMap;
use std::ops::Range;

use super::tree::{Part, PartKind, Tree};

/// The expression in the place of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartReplacement {
    /// An expression that never matches.
    Never,
    /// The empty expression.
    Empty,
    /// The part itself, as the group [`PART`].
    Captured,
}

/// The number of the group that a captured part becomes: that of the whole match, which no other
/// group has.
pub(super) const PART: usize = 0;

/// Parts that are replaced.
pub(crate) type PartReplacements = BTreeMap<usize, PartReplacement>;

/// The parts that a reader has found.
#[derive(Default)]
pub(super) struct RegexParts {
    pub all: Vec<Part>,
    edits: PartReplacements,
    open: Vec<usize>,
    choices: usize,
}

impl RegexParts {
    pub fn new(edits: &PartReplacements) -> Self {
        Self { edits: edits.clone(), ..Self::default() }
    }

    /// Whether the expression is read with its own parts: it has then been read as it is written.
    pub fn is_edited(&self) -> bool {
        !self.edits.is_empty()
    }

    /// The number of a choice that begins.
    pub fn start_choice(&mut self) -> usize {
        self.choices += 1;
        self.choices
    }

    /// A part begins.
    pub fn start_part(&mut self, offset: usize) {
        let parent = self.open.last().copied();
        self.open.push(self.all.len());
        self.all.push(Part { kind: PartKind::Other, span: offset..offset, parent });
    }

    /// The innermost part ends. Returns how it is replaced.
    pub fn end_part(&mut self, kind: PartKind, span: Range<usize>) -> Option<PartReplacement> {
        let number = self.open.pop()?;
        let part = self.all.get_mut(number)?;
        (part.kind, part.span) = (kind, span);
        self.edits.get(&number).copied()
    }
}

impl PartReplacement {
    /// The tree in the place of a part.
    pub(super) fn tree(edit: Option<Self>, tree: Tree) -> Tree {
        match edit {
            None => tree,
            Some(Self::Never) => Tree::Alt(Vec::new()),
            Some(Self::Empty) => Tree::EMPTY,
            Some(Self::Captured) => Tree::Group(PART, Box::new(tree)),
        }
    }
}
