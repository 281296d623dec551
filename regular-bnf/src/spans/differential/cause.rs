//! Why two grammars read a component of a string differently: the delimiters at which their spans
//! part.

use std::fmt;
use std::ops::Range;

use crate::marks::MarkSide;
use crate::spans::readings::{Disagreement, PendingMarks, Phase, ReadingComparison, SpanComparison};

/// One of the two grammars that are compared.
///
/// ```
/// use regular_bnf::{GrammarSide, SpanComparison, SplitCause};
///
/// // The user is `a:b` for the left one, and `a` for the right one.
/// let cause = SplitCause::from_spans("//a:b@c", [Some(2..5), Some(2..3)], SpanComparison::default()).unwrap();
/// assert_eq!(cause.first(), GrammarSide::Right);
/// assert_eq!(cause.to_string(), "the right ends at `:`; the left goes on");
/// ```
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
///
/// ```
/// use regular_bnf::{Border, GrammarSide, SpanComparison, SplitCause};
///
/// let cause = SplitCause::from_spans("//a;b/", [Some(2..3), Some(2..5)], SpanComparison::default());
/// let before = Border::Mark(';');
/// assert_eq!(cause, Some(SplitCause::Ends { first: GrammarSide::Left, before }));
/// assert_eq!([before, Border::Letter, Border::Edge].map(|border| border.to_string()), ["`;`", "a letter", "the end"]);
/// ```
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
/// and the two spans. By default an empty span is like an absent one. A
/// [delimiter](SpanComparison::delimiter) with which only one span begins does not count.
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
    fn from_side(side: usize) -> Self {
        if side == MarkSide::Left as usize { Self::Left } else { Self::Right }
    }

    fn side(self) -> usize {
        self as usize
    }
}

impl Border {
    /// The border that a character is.
    pub(crate) fn from_character(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Letter,
            '0'..='9' => Self::Digit,
            ' '..='~' => Self::Mark(c),
            _ => Self::Other,
        }
    }

    fn at(c: Option<char>) -> Self {
        c.map_or(Self::Edge, Self::from_character)
    }
}

/// The delimiter in words: "`?`", "the end".
impl fmt::Display for Border {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edge => f.write_str("the end"),
            Self::Mark(' ') => f.write_str("a space"),
            Self::Mark('`') => f.write_str("a grave accent"),
            Self::Mark(c) => write!(f, "`{c}`"),
            Self::Letter => f.write_str("a letter"),
            Self::Digit => f.write_str("a digit"),
            Self::Other => f.write_str("a control character or one beyond US-ASCII"),
        }
    }
}

/// As a sentence about the left and the right grammar.
impl fmt::Display for SplitCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) =
            if self.first() == GrammarSide::Left { ("the left", "the right") } else { ("the right", "the left") };
        let begins = |border: Border| match border {
            Border::Edge => "at the beginning".to_owned(),
            border => format!("after {border}"),
        };
        match *self {
            Self::Ends { before, .. } => write!(f, "{first} ends at {before}; {second} goes on"),
            Self::Begins { after, other_after, .. } => {
                write!(f, "{first} begins {}; {second} {}", begins(after), begins(other_after))
            }
            Self::Apart { before, other_after, .. } => {
                write!(f, "{first} ends at {before}; {second} begins {}", begins(other_after))
            }
            Self::Only { after, .. } => write!(f, "only {first} has it, {}", begins(after)),
            Self::Empty { after, .. } => write!(f, "only {first} has it, and it is empty, {}", begins(after)),
        }
    }
}

/// A string, and the delimiter that may belong to a component.
#[derive(Clone, Copy)]
struct DelimitedText<'s> {
    string: &'s str,
    delimiter: Option<char>,
}

impl DelimitedText<'_> {
    fn next(self, at: usize) -> Option<char> {
        self.string.get(at..)?.chars().next()
    }

    /// The delimiter after the end of a span.
    fn border_after(self, end: usize) -> Border {
        Border::at(self.next(end))
    }

    /// The delimiter in front of the beginning of a span, or at its beginning.
    fn border_before(self, start: usize) -> Border {
        match self.delimiter.filter(|delimiter| self.next(start) == Some(*delimiter)) {
            Some(delimiter) => Border::from_character(delimiter),
            None => Border::at(self.string.get(..start).and_then(|text| text.chars().next_back())),
        }
    }

    /// A span without the delimiter at its beginning; `None` if it does not begin with one.
    fn without_delimiter(self, span: &Range<usize>) -> Option<Range<usize>> {
        let text = self.string.get(span.clone()).unwrap_or_default().strip_prefix(self.delimiter?)?;
        Some(span.end - text.len()..span.end)
    }

    /// Whether the text of a span is the delimiter alone.
    fn is_delimiter(self, span: &Range<usize>) -> bool {
        self.without_delimiter(span).is_some_and(|span| span.is_empty())
    }

    /// Whether a span, with or without the delimiter at its beginning, begins where another does.
    fn begins_with(self, span: &Range<usize>, other: &Range<usize>) -> bool {
        span.start == other.start
            || self.without_delimiter(span).is_some_and(|span| !span.is_empty() && span.start == other.start)
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
    /// alike.
    ///
    /// ```
    /// use regular_bnf::{Border, GrammarSide, SpanComparison, SplitCause};
    ///
    /// // The component is `a` for one grammar, and `0` for the other.
    /// let cause = SplitCause::from_spans("ftp://0?@a", [Some(9..10), Some(6..7)], SpanComparison::default());
    /// let (before, other_after) = (Border::Mark('?'), Border::Mark('@'));
    /// assert_eq!(cause, Some(SplitCause::Apart { first: GrammarSide::Right, before, other_after }));
    /// ```
    pub fn from_spans(string: &str, spans: [Option<Range<usize>>; 2], comparison: SpanComparison) -> Option<Self> {
        let SpanComparison { strict, delimiter } = comparison;
        let text = DelimitedText { string, delimiter };
        let [left, right] = spans.each_ref().map(|span| span.as_ref().filter(|span| !span.is_empty()));
        match (left, right) {
            (None, None) => {}
            (Some(span), None) | (None, Some(span)) => {
                let first = GrammarSide::from_side(usize::from(left.is_none()));
                if !text.is_delimiter(span) {
                    return Some(Self::Only { first, after: text.border_before(span.start) });
                }
            }
            (Some(left), Some(right)) => return Self::from_present(text, left, right),
        }
        match &spans {
            [Some(span), None] if strict => {
                Some(Self::Empty { first: GrammarSide::Left, after: text.border_before(span.start) })
            }
            [None, Some(span)] if strict => {
                Some(Self::Empty { first: GrammarSide::Right, after: text.border_before(span.start) })
            }
            _ => None,
        }
    }

    /// The cause for which two spans with text differ.
    fn from_present(text: DelimitedText<'_>, left: &Range<usize>, right: &Range<usize>) -> Option<Self> {
        if text.begins_with(left, right) || text.begins_with(right, left) {
            let first = GrammarSide::from_side(usize::from(right.end < left.end));
            let end = left.end.min(right.end);
            return (left.end != right.end).then(|| Self::Ends { first, before: text.border_after(end) });
        }
        let first = GrammarSide::from_side(usize::from(right.start < left.start));
        let (earlier, later) = if first == GrammarSide::Left { (left, right) } else { (right, left) };
        let other_after = text.border_before(later.start);
        Some(if earlier.end <= later.start {
            Self::Apart { first, before: text.border_after(earlier.end), other_after }
        } else {
            Self::Begins { first, after: text.border_before(earlier.start), other_after }
        })
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

/// The cause as far as a walk has determined it: [`SplitCause::from_spans`], from the beginning
/// to the end of the string.
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
    /// The delimiter in front of the place.
    pub before: Border,
    /// For each side the part in which it reads the next character.
    pub parts: [Option<usize>; 2],
}

impl DelimiterContext {
    /// The span of a side begins here.
    fn began(self, side: usize) -> SpanStart {
        SpanStart { after: self.before, read_as: self.parts[1 - side] }
    }
}

impl CauseSoFar {
    /// In front of the string.
    pub const START: Self = Self::Alike(None);

    /// After the marks at one place, with the character after it.
    pub fn stepped(
        self,
        comparison: &SpanComparison,
        phase: Phase,
        around: DelimiterContext,
        next: Option<char>,
    ) -> Self {
        let to = comparison.resolved(phase, next.is_some() && next == comparison.delimiter);
        let pending = phase.pending.map(PendingMarks::counted);
        let border = Border::at(next);
        let delimiter = next.filter(|_| next == comparison.delimiter).map(Border::from_character);
        let around = DelimiterContext { before: delimiter.unwrap_or(around.before), ..around };
        match self {
            Self::Alike(began) => match (phase.so_far, to) {
                (ReadingComparison::Alike, ReadingComparison::Alike)
                    if comparison.strict && phase.pending != pending =>
                {
                    Self::Alike(Some(around.began(0)))
                }
                (_, ReadingComparison::Alike) if comparison.strict => self,
                (_, ReadingComparison::Alike) => Self::START,
                (_, ReadingComparison::Delimiter(first)) => Self::Alike(Some(around.began(first))),
                (_, ReadingComparison::Lone(first)) => {
                    Self::Ended(GrammarSide::from_side(first), began.unwrap_or(around.began(first)), border)
                }
                (ReadingComparison::Delimiter(first), ReadingComparison::Differ) => {
                    let began = began.unwrap_or(around.began(first));
                    match pending[1 - first] {
                        PendingMarks::Begin => Self::apart(GrammarSide::from_side(first), began, border, around),
                        _ => Self::Begun(GrammarSide::from_side(first), began),
                    }
                }
                (_, ReadingComparison::Differ) => {
                    let first = usize::from(pending[0] == PendingMarks::Nothing);
                    match pending[first] {
                        PendingMarks::End => {
                            Self::Is(SplitCause::Ends { first: GrammarSide::from_side(first), before: border }, None)
                        }
                        _ => Self::Begun(GrammarSide::from_side(first), around.began(first)),
                    }
                }
            },
            Self::Begun(first, began) => match (pending[first.side()], pending[1 - first.side()]) {
                (PendingMarks::End, PendingMarks::Begin) => Self::apart(first, began, border, around),
                (PendingMarks::End, _) => Self::Ended(first, began, border),
                (_, PendingMarks::Begin) => {
                    let cause = SplitCause::Begins { first, after: began.after, other_after: around.before };
                    Self::Is(cause, began.read_as)
                }
                _ => self,
            },
            Self::Ended(first, began, end) if pending[1 - first.side()] == PendingMarks::Begin => {
                Self::apart(first, began, end, around)
            }
            Self::Ended(..) | Self::Is(..) => self,
        }
    }

    /// One side has ended before a border, and now the other begins.
    fn apart(first: GrammarSide, began: SpanStart, end: Border, around: DelimiterContext) -> Self {
        Self::Is(SplitCause::Apart { first, before: end, other_after: around.before }, began.read_as)
    }

    /// The cause and the part, if the string ends here; `None` if both sides are alike.
    pub fn cause(
        self,
        comparison: &SpanComparison,
        phase: Phase,
        around: DelimiterContext,
    ) -> Option<(SplitCause, Option<usize>)> {
        comparison.differ(phase)?;
        let lone = matches!(comparison.resolved(phase, false), ReadingComparison::Lone(_));
        Some(match self.stepped(comparison, phase, around, None) {
            Self::Is(cause, read_as) => (cause, read_as),
            Self::Ended(first, began, _) if lone => (SplitCause::Empty { first, after: began.after }, None),
            Self::Begun(first, began) | Self::Ended(first, began, _) => {
                (SplitCause::Only { first, after: began.after }, began.read_as)
            }
            Self::Alike(began) => {
                let first = if phase.present()[0] { GrammarSide::Left } else { GrammarSide::Right };
                (SplitCause::Empty { first, after: began.map_or(around.before, |began| began.after) }, None)
            }
        })
    }

    /// Whether the cause is certain.
    pub fn is_certain(self) -> bool {
        matches!(self, Self::Is(..))
    }
}
