//! Builds a nondeterministic automaton from a regular expression in the usual syntax.

use regex_syntax::hir::{Class, Hir, HirKind, Look};

use super::nfa::{Nfa, NfaNode, NodeId};
use crate::bnf::GrammarError;
use crate::characters::CharSet;
use crate::limits::limits;

/// Why a regular expression has no language.
///
/// ```
/// use regular_bnf::{Flavour, Regex, RegexError};
///
/// let error = Regex::new("(a|b)\\1", Flavour::Pcre, "").unwrap_err();
/// assert!(matches!(error, RegexError::Unsupported { offset: 5, .. }));
/// assert_eq!(error.to_string(), "at offset 5: a back-reference cannot be read as a regular language");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegexError {
    /// It cannot be read: the offset of the first wrong character, in bytes, and the reason.
    #[error("at offset {offset}: {reason}")]
    Syntax {
        /// The offset in the expression, in bytes.
        offset: usize,
        /// The error.
        reason: String,
    },
    /// It has something that is not regular, or that is not read: the offset in bytes, and its
    /// name.
    #[error("at offset {offset}: {what} cannot be read as a regular language")]
    Unsupported {
        /// The offset in the expression, in bytes.
        offset: usize,
        /// The construct.
        what: &'static str,
    },
    /// It has no group of this name or number, or the group is in lookaround.
    #[error("no group `{0}` whose text is part of the match")]
    Group(String),
    /// A flag that the flavour does not have.
    #[error("no flag `{0}` in this flavour")]
    Flag(char),
    /// It has an assertion other than `^` and `$`, such as `\b`.
    #[error("it has an assertion other than `^` and `$` for the whole text")]
    Assertion,
    /// Its automaton would have too many states.
    #[error("it is too large to decide")]
    TooLarge,
}

impl From<RegexError> for GrammarError {
    fn from(error: RegexError) -> Self {
        match error {
            RegexError::TooLarge => Self::TooLarge("the regular expression".to_owned()),
            error => Self::Regex(error.to_string()),
        }
    }
}

/// The states before an expression, one for each [`AnchorBits`]. An expression is built once for
/// each of them.
type StatesByAnchors = [NodeId; 4];

/// The conditions at a position: whether a character has been read (1), and whether `$` requires
/// that none follows (2).
type AnchorBits = usize;
const READ: AnchorBits = 1;
const ENDED: AnchorBits = 2;

struct RegexBuilder {
    nodes: Vec<NfaNode>,
}

impl Nfa {
    /// The automaton of the strings that a regular expression matches somewhere.
    ///
    /// # Errors
    ///
    /// If the expression cannot be read, has assertions other than `^` and `$`, or is too large.
    pub fn from_regex(pattern: &str) -> Result<Self, RegexError> {
        let hir = regex_syntax::ParserBuilder::new().nest_limit(100).build().parse(pattern).map_err(syntax)?;
        let mut builder = RegexBuilder { nodes: Vec::new() };
        let accept = builder.add(NfaNode::Accept(0))?;
        // After the match everything may follow, unless the text has ended.
        let tail = builder.any(accept)?;
        let starts = builder.expr(&hir, [tail, tail, accept, accept])?;
        let later = builder.any(starts[READ])?;
        let skipped = builder.add(NfaNode::Step(CharSet::all(), later))?;
        let start = builder.add(NfaNode::Split(vec![starts[0], skipped]))?;
        Ok(Self { nodes: builder.nodes, start, places: Vec::new(), around: Vec::new() }.pruned())
    }
}

pub(crate) fn syntax(error: regex_syntax::Error) -> RegexError {
    let (offset, reason) = match &error {
        regex_syntax::Error::Parse(error) => (error.span().start.offset, error.kind().to_string()),
        regex_syntax::Error::Translate(error) => (error.span().start.offset, error.kind().to_string()),
        other => (0, other.to_string()),
    };
    RegexError::Syntax { offset, reason }
}

impl RegexBuilder {
    fn add(&mut self, node: NfaNode) -> Result<NodeId, RegexError> {
        if self.nodes.len() >= limits().nfa_states {
            return Err(RegexError::TooLarge);
        }
        self.nodes.push(node);
        Ok((self.nodes.len() - 1) as NodeId)
    }

    /// Any number of characters.
    fn any(&mut self, next: NodeId) -> Result<NodeId, RegexError> {
        let again = self.add(NfaNode::Split(Vec::new()))?;
        let step = self.add(NfaNode::Step(CharSet::all(), again))?;
        self.nodes[again as usize] = NfaNode::Split(vec![step, next]);
        Ok(again)
    }

    /// A state from which nothing is accepted.
    fn never(&mut self) -> Result<NodeId, RegexError> {
        self.add(NfaNode::Split(Vec::new()))
    }

    fn step(&mut self, set: &CharSet, next: StatesByAnchors) -> Result<StatesByAnchors, RegexError> {
        let (step, never) = (self.add(NfaNode::Step(set.clone(), next[READ]))?, self.never()?);
        Ok([step, step, never, never])
    }

    /// One of two states for each position.
    fn either(&mut self, left: StatesByAnchors, right: StatesByAnchors) -> Result<StatesByAnchors, RegexError> {
        let mut either = left;
        for (at, state) in either.iter_mut().enumerate() {
            *state = self.add(NfaNode::Split(vec![left[at], right[at]]))?;
        }
        Ok(either)
    }

    fn expr(&mut self, hir: &Hir, next: StatesByAnchors) -> Result<StatesByAnchors, RegexError> {
        match hir.kind() {
            HirKind::Empty => Ok(next),
            HirKind::Literal(literal) => {
                // A pattern that is read in this mode matches whole characters only.
                let text = String::from_utf8_lossy(&literal.0);
                text.chars().rev().try_fold(next, |next, c| self.step(&c.into(), next))
            }
            HirKind::Class(class) => self.step(&set(class), next),
            HirKind::Look(Look::Start) => {
                let never = self.never()?;
                Ok([next[0], never, next[ENDED], never])
            }
            HirKind::Look(Look::End) => {
                let [_, _, ended, read_and_ended] = next;
                Ok([ended, read_and_ended, ended, read_and_ended])
            }
            HirKind::Look(_) => Err(RegexError::Assertion),
            HirKind::Capture(capture) => self.expr(&capture.sub, next),
            HirKind::Concat(parts) => parts.iter().rev().try_fold(next, |next, hir| self.expr(hir, next)),
            HirKind::Alternation(alternatives) => {
                let never = self.never()?;
                alternatives.iter().try_fold([never; 4], |earlier, hir| {
                    let alternative = self.expr(hir, next)?;
                    self.either(earlier, alternative)
                })
            }
            HirKind::Repetition(repetition) => {
                let (least, sub) = (repetition.min, &repetition.sub);
                let optional_part = match repetition.max {
                    None => {
                        let mut again = next;
                        for state in &mut again {
                            *state = self.never()?;
                        }
                        let body = self.expr(sub, again)?;
                        for (at, &state) in again.iter().enumerate() {
                            self.nodes[state as usize] = NfaNode::Split(vec![body[at], next[at]]);
                        }
                        again
                    }
                    Some(most) => (least..most).try_fold(next, |after, _| {
                        let element = self.expr(sub, after)?;
                        self.either(element, next)
                    })?,
                };
                (0..least).try_fold(optional_part, |after, _| self.expr(sub, after))
            }
        }
    }
}

pub(crate) fn set(class: &Class) -> CharSet {
    let ranges: Vec<CharSet> = match class {
        Class::Unicode(class) => class.iter().map(|range| CharSet::range(range.start(), range.end())).collect(),
        Class::Bytes(class) => {
            class.iter().map(|range| CharSet::range(range.start().into(), range.end().into())).collect()
        }
    };
    CharSet::union_of(&ranges)
}
