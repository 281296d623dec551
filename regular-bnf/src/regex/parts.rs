//! The parts of an expression that a lint can replace: alternatives and assertions.
//!
//! A tree does not have the offsets of its parts. A reader therefore numbers the parts in the order
//! in which they begin, and reads the expression again with some of them replaced. A decision about
//! a part is then exact, whatever surrounds it: lookaround, atomic groups, calls.

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
    replacements: PartReplacements,
    /// The numbers of the parts that have not ended, the innermost last.
    open: Vec<usize>,
    /// How many choices have begun.
    choices: usize,
}

impl RegexParts {
    pub fn new(replacements: &PartReplacements) -> Self {
        Self { replacements: replacements.clone(), ..Self::default() }
    }

    /// Whether some parts are replaced. The expression as written has then been read before, and
    /// found valid.
    pub fn has_replacements(&self) -> bool {
        !self.replacements.is_empty()
    }

    /// Counts a choice that begins. Returns its number.
    pub fn start_choice(&mut self) -> usize {
        self.choices += 1;
        self.choices
    }

    /// Adds a part that begins at an offset.
    pub fn start_part(&mut self, offset: usize) {
        let parent = self.open.last().copied();
        self.open.push(self.all.len());
        self.all.push(Part { kind: PartKind::Other, span: offset..offset, parent });
    }

    /// Ends the innermost part. Returns how it is replaced.
    pub fn end_part(&mut self, kind: PartKind, span: Range<usize>) -> Option<PartReplacement> {
        let number = self.open.pop()?;
        let part = self.all.get_mut(number)?;
        (part.kind, part.span) = (kind, span);
        self.replacements.get(&number).copied()
    }
}

impl PartReplacement {
    /// The tree in the place of a part.
    pub(super) fn tree(replacement: Option<Self>, tree: Tree) -> Tree {
        match replacement {
            None => tree,
            Some(Self::Never) => Tree::Alt(Vec::new()),
            Some(Self::Empty) => Tree::EMPTY,
            Some(Self::Captured) => Tree::Group(PART, Box::new(tree)),
        }
    }
}
