//! Whether two markings of one string read a component alike.

use crate::automaton::alphabet::Mark;
use crate::marks::MarkSide;

/// How two grammars differ in a component of a string.
///
/// ```
/// use regular_bnf::{Disagreement, SpanComparison, SplitCause};
///
/// let cause = |page, spans| SplitCause::from_spans(page, spans, SpanComparison::default()).unwrap();
/// // Both read a site, and another one.
/// assert_eq!(cause("http://a\\@b/", [Some(7..8), Some(10..11)]).disagreement(), Disagreement::Both);
/// assert_eq!(cause("http:/a", [None, Some(6..7)]).disagreement(), Disagreement::One);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Disagreement {
    /// Both have the component, it is not empty, and its spans differ.
    Both,
    /// In at most one of the two it is present and not empty.
    One,
}

impl Disagreement {
    /// All kinds, the most important first.
    pub const ALL: [Self; 2] = [Self::Both, Self::One];
}

/// Which spans of a component count as alike.
///
/// By default an absent component and an empty one do, and all other spans must be the same.
///
/// ```
/// use regular_bnf::{SpanComparison, SplitCause};
///
/// let cause = |comparison| SplitCause::from_spans("a:/b", [Some(2..4), Some(3..4)], comparison);
/// assert!(cause(SpanComparison::default()).is_some());
/// // The slash may belong to the component, or stand in front of it.
/// assert_eq!(cause(SpanComparison::default().delimiter('/')), None);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SpanComparison {
    pub(crate) strict: bool,
    pub(crate) delimiter: Option<char>,
}

impl SpanComparison {
    /// Whether an absent and an empty component are different.
    #[must_use]
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// A character at the beginning of the component that may belong to it in only one of the two.
    #[must_use]
    pub fn delimiter(self, delimiter: impl Into<Option<char>>) -> Self {
        Self { delimiter: delimiter.into(), ..self }
    }
}

/// The facts before the next character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Phase {
    pub so_far: ReadingComparison,
    /// The marks of each side since the last character.
    pub pending: [PendingMarks; 2],
    /// The part of the component that each side had before the last character.
    had: [PartRead; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) enum ReadingComparison {
    #[default]
    Alike,
    /// One side has begun before the delimiter, and the other has not.
    Delimiter(usize),
    Differ,
    /// One side has had the delimiter alone, which counts as nothing unless the other side has text
    /// elsewhere.
    Lone(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) enum PendingMarks {
    #[default]
    Nothing,
    Begin,
    End,
    /// The component is empty.
    Both,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
enum PartRead {
    #[default]
    Nothing,
    Empty,
    Text,
}

impl PendingMarks {
    /// The marks without those of an empty component, which is equivalent to an absent one.
    pub fn counted(self) -> Self {
        if self == Self::Both { Self::Nothing } else { self }
    }
}

impl SpanComparison {
    /// The state after the marks before a character; `delimiter` tells whether it is the
    /// delimiter.
    pub(crate) fn resolved(&self, phase: Phase, delimiter: bool) -> ReadingComparison {
        let pending = phase.pending.map(PendingMarks::counted);
        match phase.so_far {
            ReadingComparison::Differ => ReadingComparison::Differ,
            ReadingComparison::Alike if pending[0] == pending[1] => ReadingComparison::Alike,
            ReadingComparison::Alike => match pending {
                [PendingMarks::Begin, PendingMarks::Nothing] if delimiter => ReadingComparison::Delimiter(0),
                [PendingMarks::Nothing, PendingMarks::Begin] if delimiter => ReadingComparison::Delimiter(1),
                _ => ReadingComparison::Differ,
            },
            // After the delimiter both continue, or the delimiter was the whole component.
            ReadingComparison::Delimiter(side) => match (pending[side], pending[1 - side]) {
                (PendingMarks::Nothing, PendingMarks::Begin) => ReadingComparison::Alike,
                (PendingMarks::End, PendingMarks::Nothing) => ReadingComparison::Lone(side),
                _ => ReadingComparison::Differ,
            },
            ReadingComparison::Lone(side) if pending[1 - side] == PendingMarks::Nothing => {
                ReadingComparison::Lone(side)
            }
            ReadingComparison::Lone(_) => ReadingComparison::Differ,
        }
    }

    /// The phase after a mark on one side; `None` if no marking continues so. At one place the
    /// marks of the left come first.
    pub(crate) fn mark(&self, mut phase: Phase, side: MarkSide, mark: Mark) -> Option<Phase> {
        if side == MarkSide::Left && phase.pending[MarkSide::Right as usize] != PendingMarks::Nothing {
            return None;
        }
        let pending = &mut phase.pending[side as usize];
        *pending = match (*pending, mark) {
            (PendingMarks::Nothing, Mark::Begin) => PendingMarks::Begin,
            (PendingMarks::Nothing, Mark::End) => PendingMarks::End,
            (PendingMarks::Begin, Mark::End) => PendingMarks::Both,
            _ => return None,
        };
        Some(phase)
    }

    /// The phase after a character.
    pub(crate) fn character(&self, phase: Phase, c: char) -> Phase {
        Phase {
            so_far: self.resolved(phase, self.delimiter == Some(c)),
            pending: [PendingMarks::Nothing; 2],
            had: phase.had(),
        }
    }

    /// The phase, if the markings are alike so far, without facts that no longer matter then.
    pub(crate) fn alike(&self, phase: Phase) -> Option<Phase> {
        // Whether the component has text tells only how markings differ.
        let had = phase
            .had
            .map(|had| if self.strict && had != PartRead::Nothing { PartRead::Empty } else { PartRead::Nothing });
        (phase.so_far != ReadingComparison::Differ).then_some(Phase { had, ..phase })
    }

    /// How the markings differ if the string ends here.
    pub(crate) fn differ(&self, phase: Phase) -> Option<Disagreement> {
        let had = phase.had();
        let differ = !matches!(self.resolved(phase, false), ReadingComparison::Alike | ReadingComparison::Lone(_))
            || self.strict && (had[0] == PartRead::Nothing) != (had[1] == PartRead::Nothing);
        let kind = if had == [PartRead::Text; 2] { Disagreement::Both } else { Disagreement::One };
        differ.then_some(kind)
    }
}

impl Phase {
    /// Whether each side has had the component, perhaps empty.
    pub fn present(self) -> [bool; 2] {
        self.had().map(|had| had != PartRead::Nothing)
    }

    /// The part of the component that each side has, with the marks since the last character.
    fn had(self) -> [PartRead; 2] {
        [0, 1].map(|side| match self.pending[side] {
            PendingMarks::Nothing | PendingMarks::End => self.had[side],
            PendingMarks::Begin => PartRead::Text,
            PendingMarks::Both => PartRead::Empty,
        })
    }
}
