//! Why two grammars read a component of a string differently: the delimiters at which their spans
//! part.

use std::ops::Range;

use crate::marks::MarkSide;
use crate::spans::readings::{Disagreement, PendingMarks, Phase, Readings, SoFar};

/// One of the two grammars that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reader"))]
pub enum GrammarSide {
    /// The first one.
    Left,
    /// The second one.
    Right,
}

/// The delimiter in front of the beginning of a span, or after its end. A span that begins with the
/// delimiter of its component is said to begin after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Border {
    /// The beginning or the end of the string.
    Edge,
    /// A space, or a character of US-ASCII that is printed and neither a letter nor a digit.
    Mark(#[cfg_attr(feature = "schema", schemars(description = "The character."))] char),
    /// A letter of US-ASCII.
    Letter,
    /// A digit of US-ASCII.
    Digit,
    /// A control character, or one beyond US-ASCII.
    Other,
}

/// Why two grammars read a component of a string differently.
///
/// Every [differential](crate::Differentials) has exactly one cause, which depends on the string
/// and the two spans. An empty span is like an absent one, and a delimiter at the beginning that
/// only one span has does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase", tag = "kind"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SplitCause {
    /// Both spans begin at one place, and one of them ends first.
    Ends {
        /// The grammar whose span ends first.
        first: GrammarSide,
        /// The delimiter after that end; the other span goes on with it.
        before: Border,
    },
    /// One span begins inside the other.
    Begins {
        /// The grammar whose span begins first.
        first: GrammarSide,
        /// The delimiter in front of that beginning.
        after: Border,
        /// The delimiter in front of the beginning of the other span.
        other_after: Border,
    },
    /// One span ends before the other begins.
    Apart {
        /// The grammar whose span comes first.
        first: GrammarSide,
        /// The delimiter after the end of that span.
        before: Border,
        /// The delimiter in front of the beginning of the other span.
        other_after: Border,
    },
    /// Only one grammar has the component, and it is not empty.
    Only {
        /// That grammar.
        first: GrammarSide,
        /// The delimiter in front of the span.
        after: Border,
    },
    /// One grammar has an empty component, and the other has none, where that counts.
    Empty {
        /// The grammar that has it.
        first: GrammarSide,
        /// The delimiter in front of the empty span.
        after: Border,
    },
}

impl GrammarSide {
    fn of(side: usize) -> Self {
        if side == MarkSide::Left as usize { Self::Left } else { Self::Right }
    }

    fn side(self) -> usize {
        self as usize
    }
}

impl Border {
    /// The border that a character is.
    pub(crate) fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Letter,
            '0'..='9' => Self::Digit,
            ' '..='~' => Self::Mark(c),
            _ => Self::Other,
        }
    }

    fn at(c: Option<char>) -> Self {
        c.map_or(Self::Edge, Self::of)
    }
}

impl SplitCause {
    /// Whether both have the component, and it is not empty.
    pub fn disagreement(self) -> Disagreement {
        match self {
            Self::Ends { .. } | Self::Begins { .. } | Self::Apart { .. } => Disagreement::Both,
            Self::Only { .. } | Self::Empty { .. } => Disagreement::One,
        }
    }

    /// The cause for which two spans of a component in one string differ; `None` if they count as
    /// alike. The arguments are those of [`Differentials::new`](crate::Differentials::new).
    ///
    /// ```
    /// use regular_bnf::{Border, GrammarSide, SplitCause};
    ///
    /// // The component is `a` for one grammar, and `0` for the other.
    /// let cause = SplitCause::from_spans("ftp://0?@a", [Some(9..10), Some(6..7)], false, None);
    /// let (before, other_after) = (Border::Mark('?'), Border::Mark('@'));
    /// assert_eq!(cause, Some(SplitCause::Apart { first: GrammarSide::Right, before, other_after }));
    /// ```
    pub fn from_spans(
        string: &str,
        spans: [Option<Range<usize>>; 2],
        strict: bool,
        delimiter: Option<char>,
    ) -> Option<Self> {
        let next = |at: usize| string.get(at..).and_then(|text| text.chars().next());
        let before = |at: usize| Border::at(next(at));
        let after = |at: usize| match delimiter.filter(|_| next(at) == delimiter) {
            Some(delimiter) => Border::of(delimiter),
            None => Border::at(string.get(..at).and_then(|text| text.chars().next_back())),
        };
        let text = |span: &Range<usize>| string.get(span.clone()).unwrap_or_default();
        // The span without the delimiter at its beginning.
        let rest = |span: &Range<usize>| {
            let rest = text(span).strip_prefix(delimiter?)?;
            Some(span.end - rest.len()..span.end)
        };
        let some = spans.clone().map(|span| span.filter(|span| !span.is_empty()));
        match &some {
            [None, None] => {}
            [Some(span), None] | [None, Some(span)] => {
                let first = GrammarSide::of(usize::from(some[0].is_none()));
                if rest(span).is_none_or(|rest| !rest.is_empty()) {
                    return Some(Self::Only { first, after: after(span.start) });
                }
            }
            [Some(left), Some(right)] => {
                let begins = |one: &Range<usize>, other: &Range<usize>| {
                    one.start == other.start
                        || rest(one).is_some_and(|rest| !rest.is_empty() && rest.start == other.start)
                };
                if begins(left, right) || begins(right, left) {
                    let first = GrammarSide::of(usize::from(right.end < left.end));
                    let end = left.end.min(right.end);
                    return (left.end != right.end).then(|| Self::Ends { first, before: before(end) });
                }
                let first = GrammarSide::of(usize::from(right.start < left.start));
                let (one, other) = if first == GrammarSide::Left { (left, right) } else { (right, left) };
                let other_after = after(other.start);
                return Some(if one.end <= other.start {
                    Self::Apart { first, before: before(one.end), other_after }
                } else {
                    Self::Begins { first, after: after(one.start), other_after }
                });
            }
        }
        match &spans {
            [Some(span), None] if strict => Some(Self::Empty { first: GrammarSide::Left, after: after(span.start) }),
            [None, Some(span)] if strict => Some(Self::Empty { first: GrammarSide::Right, after: after(span.start) }),
            _ => None,
        }
    }

    /// The grammar that the cause names first.
    pub fn first(self) -> GrammarSide {
        match self {
            Self::Ends { first, .. }
            | Self::Begins { first, .. }
            | Self::Apart { first, .. }
            | Self::Only { first, .. }
            | Self::Empty { first, .. } => first,
        }
    }
}

/// The cause as far as a walk has determined it: [`SplitCause::from_spans`], from the beginning to the end
/// of the string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum CauseSoFar {
    /// Alike so far. Where a component began that only one side has so far and that does not count.
    Alike(Option<SpanStart>),
    /// One side has begun; the other has not.
    Begun(GrammarSide, SpanStart),
    /// It has ended, before a border; the other has not begun.
    Ended(GrammarSide, SpanStart, Border),
    /// Nothing changes the cause anymore.
    Is(SplitCause, Option<usize>),
}

/// Where the span that comes first began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SpanStart {
    after: Border,
    /// The part in which the other side reads this text.
    read_as: Option<usize>,
}

/// The delimiters around a place during a walk.
#[derive(Debug, Clone, Copy)]
pub(super) struct DelimiterContext {
    /// The delimiter in front of it.
    pub behind: Border,
    /// For each side the part in which it reads the next character.
    pub parts: [Option<usize>; 2],
}

impl CauseSoFar {
    /// In front of the string.
    pub const START: Self = Self::Alike(None);

    /// After the marks at one place, with the character after it.
    pub fn stepped(self, readings: &Readings, phase: Phase, around: DelimiterContext, next: Option<char>) -> Self {
        let to = readings.resolved(phase, next.is_some() && next == readings.delimiter);
        let here = phase.pending.map(PendingMarks::counted);
        let before = Border::at(next);
        let delimiter = next.filter(|_| next == readings.delimiter).map(Border::of);
        let after = delimiter.unwrap_or(around.behind);
        let began = |first: usize| SpanStart { after, read_as: around.parts[1 - first] };
        let apart = |first: GrammarSide, read_as, before| {
            Self::Is(SplitCause::Apart { first, before, other_after: after }, read_as)
        };
        match self {
            Self::Alike(known) => match (phase.so_far, to) {
                (SoFar::Alike, SoFar::Alike) if readings.strict && phase.pending != here => Self::Alike(Some(began(0))),
                (_, SoFar::Alike) if readings.strict => self,
                (_, SoFar::Alike) => Self::START,
                (_, SoFar::Delimiter(first)) => Self::Alike(Some(began(first))),
                (_, SoFar::Lone(first)) => Self::Ended(GrammarSide::of(first), known.unwrap_or(began(first)), before),
                (SoFar::Delimiter(first), SoFar::Differ) => {
                    let known = known.unwrap_or(began(first));
                    match here[1 - first] {
                        PendingMarks::Begin => apart(GrammarSide::of(first), known.read_as, before),
                        _ => Self::Begun(GrammarSide::of(first), known),
                    }
                }
                (_, SoFar::Differ) => {
                    let first = usize::from(here[0] == PendingMarks::Nothing);
                    match here[first] {
                        PendingMarks::End => Self::Is(SplitCause::Ends { first: GrammarSide::of(first), before }, None),
                        _ => Self::Begun(GrammarSide::of(first), began(first)),
                    }
                }
            },
            Self::Begun(first, known) => match (here[first.side()], here[1 - first.side()]) {
                (PendingMarks::End, PendingMarks::Begin) => apart(first, known.read_as, before),
                (PendingMarks::End, _) => Self::Ended(first, known, before),
                (_, PendingMarks::Begin) => {
                    Self::Is(SplitCause::Begins { first, after: known.after, other_after: after }, known.read_as)
                }
                _ => self,
            },
            Self::Ended(first, known, before) if here[1 - first.side()] == PendingMarks::Begin => {
                apart(first, known.read_as, before)
            }
            Self::Ended(..) | Self::Is(..) => self,
        }
    }

    /// The cause and the part, if the string ends here; `None` if both sides are alike.
    pub fn cause(
        self,
        readings: &Readings,
        phase: Phase,
        around: DelimiterContext,
    ) -> Option<(SplitCause, Option<usize>)> {
        readings.differ(phase)?;
        let lone = matches!(readings.resolved(phase, false), SoFar::Lone(_));
        Some(match self.stepped(readings, phase, around, None) {
            Self::Is(cause, read_as) => (cause, read_as),
            Self::Ended(first, known, _) if lone => (SplitCause::Empty { first, after: known.after }, None),
            Self::Begun(first, known) | Self::Ended(first, known, _) => {
                (SplitCause::Only { first, after: known.after }, known.read_as)
            }
            Self::Alike(known) => {
                let first = if phase.present()[0] { GrammarSide::Left } else { GrammarSide::Right };
                (SplitCause::Empty { first, after: known.map_or(around.behind, |known| known.after) }, None)
            }
        })
    }

    /// Whether the cause is certain.
    pub fn is_certain(self) -> bool {
        matches!(self, Self::Is(..))
    }
}
