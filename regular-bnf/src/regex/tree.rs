//! Regular expressions as trees that all flavours share.
//!
//! Assertions such as `^`, `$` and `\b` are lookaround. A construct that flavours read differently
//! is different in the tree, so nothing after the readers depends on the flavour, except for
//! [`Dialect`].

use std::collections::HashMap;
use std::ops::Range;

use crate::characters::CharSet;

/// A set of characters, by its index in [`Sets`].
pub(super) type SetId = usize;

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tree {
    /// One character of a set.
    Set(SetId),
    /// Concatenation; the empty text if it has no parts.
    Concat(Vec<Tree>),
    /// Alternatives in order of preference; without alternatives, no text.
    Alt(Vec<Tree>),
    /// Repetition with a minimum and an optional maximum.
    Repeat(Box<Tree>, u32, Option<u32>, Greed),
    /// A capturing group, by its number.
    Group(usize, Box<Tree>),
    /// The preferred match of the group, without a way back.
    Atomic(Box<Tree>),
    /// Lookaround.
    Look(Look, Box<Tree>),
    /// A group at another place, by the number of the call; only until the expression is read.
    Call(usize),
}

/// Which number of repetitions a match prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Greed {
    /// The largest.
    Greedy,
    /// The smallest.
    Lazy,
}

/// The direction of lookaround, and whether it is negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Look {
    pub behind: bool,
    pub negated: bool,
}

pub(super) const AHEAD: Look = Look { behind: false, negated: false };
pub(super) const NOT_AHEAD: Look = Look { behind: false, negated: true };
pub(super) const BEHIND: Look = Look { behind: true, negated: false };
pub(super) const NOT_BEHIND: Look = Look { behind: true, negated: true };

/// How repetitions match the empty text, where the tree does not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// An optional repetition that is empty is the last.
    Perl,
    /// An optional repetition that is empty fails, and captures are forgotten when a repetition of
    /// a group around them begins.
    EcmaScript,
    /// If their number has no limit, the first repetition is the last if it is empty, and any other
    /// fails.
    Rust,
}

/// The result of a reader.
pub(super) struct ParsedRegex {
    pub tree: Tree,
    pub sets: Sets,
    /// The names of the groups; the first is the whole match.
    pub groups: Vec<Option<String>>,
    pub parts: Vec<Part>,
}

/// The kind of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartKind {
    /// One of several alternatives: the number of the choice.
    Alternative(usize),
    /// An assertion.
    Assertion,
    /// Neither.
    Other,
}

/// A part of an expression.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub kind: PartKind,
    /// Its place in bytes.
    pub span: Range<usize>,
    /// The innermost part around it.
    pub parent: Option<usize>,
}

/// The sets of an expression, each once.
#[derive(Debug, Default)]
pub(super) struct Sets {
    pub all: Vec<CharSet>,
    ids: HashMap<CharSet, SetId>,
}

impl Sets {
    pub(super) fn id(&mut self, set: CharSet) -> SetId {
        if let Some(&id) = self.ids.get(&set) {
            return id;
        }
        self.all.push(set.clone());
        self.ids.insert(set, self.all.len() - 1);
        self.all.len() - 1
    }

    pub(super) fn tree(&mut self, set: CharSet) -> Tree {
        Tree::Set(self.id(set))
    }

    /// Any character, and the assertions of the two ends.
    fn any(&mut self) -> Tree {
        self.tree(CharSet::all())
    }

    /// The beginning of the text.
    pub(super) fn start(&mut self) -> Tree {
        self.any().look(NOT_BEHIND)
    }

    /// The end of the text.
    pub(super) fn end(&mut self) -> Tree {
        self.any().look(NOT_AHEAD)
    }

    /// The end of the text, or a line feed that ends the text.
    pub(super) fn end_or_last_line_feed(&mut self) -> Tree {
        let line_feed = self.tree('\n'.into());
        Tree::Concat(vec![line_feed.optional(), self.end()]).look(AHEAD)
    }

    /// `\b`, or `\B` if negated, for these characters of words.
    pub(super) fn word_boundary(&mut self, words: CharSet, negated: bool) -> Tree {
        let word = self.tree(words);
        let sides = if negated {
            [(BEHIND, AHEAD), (NOT_BEHIND, NOT_AHEAD)]
        } else {
            [(BEHIND, NOT_AHEAD), (NOT_BEHIND, AHEAD)]
        };
        let sides = sides.map(|(before, after)| vec![word.clone().look(before), word.clone().look(after)]);
        Tree::Alt(sides.map(Tree::Concat).into())
    }

    /// Any text.
    pub(super) fn anything(&mut self, greed: Greed) -> Tree {
        Tree::Repeat(Box::new(self.any()), 0, None, greed)
    }
}

impl Tree {
    pub(super) const EMPTY: Self = Self::Concat(Vec::new());

    pub(super) fn look(self, look: Look) -> Self {
        Self::Look(look, Box::new(self))
    }

    pub(super) fn optional(self) -> Self {
        Self::Repeat(Box::new(self), 0, Some(1), Greed::Greedy)
    }

    /// The direct subexpressions.
    pub(super) fn below(&self) -> &[Self] {
        match self {
            Self::Set(_) | Self::Call(_) => &[],
            Self::Concat(trees) | Self::Alt(trees) => trees,
            Self::Repeat(inner, ..) | Self::Group(_, inner) | Self::Atomic(inner) | Self::Look(_, inner) => {
                std::slice::from_ref(&**inner)
            }
        }
    }

    /// Whether the expression or a subexpression satisfies a condition.
    pub(super) fn any(&self, holds: &dyn Fn(&Self) -> bool) -> bool {
        holds(self) || self.below().iter().any(|tree| tree.any(holds))
    }

    /// Whether the expression contains a group, by its number.
    pub(super) fn has_group(&self, number: usize) -> bool {
        self.any(&|tree| matches!(tree, Self::Group(group, _) if *group == number))
    }

    /// Whether the expression uses a set that satisfies a condition.
    pub(super) fn uses(&self, sets: &Sets, holds: &dyn Fn(&CharSet) -> bool) -> bool {
        self.any(&|tree| matches!(tree, Self::Set(set) if holds(&sets.all[*set])))
    }

    /// Whether the language is independent of the text around a match and of preferences.
    pub(super) fn is_plain(&self) -> bool {
        !self.any(&|tree| matches!(tree, Self::Look(..) | Self::Atomic(_)))
    }

    /// Whether it may match the empty text.
    pub(super) fn may_be_empty(&self) -> bool {
        match self {
            Self::Set(_) => false,
            Self::Concat(parts) => parts.iter().all(Self::may_be_empty),
            Self::Alt(alternatives) => alternatives.iter().any(Self::may_be_empty),
            Self::Repeat(inner, least, ..) => *least == 0 || inner.may_be_empty(),
            Self::Group(_, inner) | Self::Atomic(inner) => inner.may_be_empty(),
            Self::Look(..) | Self::Call(_) => true,
        }
    }

    /// The lengths of the matches.
    pub(super) fn width(&self) -> Width {
        match self {
            Self::Set(_) => Width { shortest: 1, longest: Some(1) },
            Self::Concat(parts) => parts.iter().map(Self::width).fold(Width::ZERO, |width, part| Width {
                shortest: width.shortest.saturating_add(part.shortest),
                longest: width.longest.zip(part.longest).map(|(width, part)| width.saturating_add(part)),
            }),
            Self::Alt(alternatives) => {
                let widths = alternatives.iter().map(Self::width).reduce(|width, alternative| Width {
                    shortest: width.shortest.min(alternative.shortest),
                    longest: width.longest.zip(alternative.longest).map(|(width, alternative)| width.max(alternative)),
                });
                widths.unwrap_or(Width::ZERO)
            }
            Self::Repeat(inner, least, most, _) => {
                let Width { shortest, longest } = inner.width();
                let longest = match longest {
                    Some(0) => Some(0),
                    _ => longest.zip(*most).map(|(longest, most)| longest.saturating_mul(most.into())),
                };
                Width { shortest: shortest.saturating_mul((*least).into()), longest }
            }
            Self::Group(_, inner) | Self::Atomic(inner) => inner.width(),
            Self::Look(..) => Width::ZERO,
            Self::Call(_) => Width { shortest: 0, longest: None },
        }
    }
}

/// The lengths of the matches of an expression, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Width {
    pub shortest: u64,
    /// `None` if the length has no limit.
    pub longest: Option<u64>,
}

impl Width {
    const ZERO: Self = Self { shortest: 0, longest: Some(0) };
}
