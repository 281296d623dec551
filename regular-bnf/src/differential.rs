//! Strings that two grammars accept and split differently.

use std::ops::Range;

use crate::automaton::TooLarge;
use crate::marks::{BEGIN, Found, Hand, Judge, shortest};
use crate::proof::ProofError;
use crate::spans::Spans;

/// A shortest string that two grammars accept and in which one component has different spans; or the proof that there is no
/// such string.
///
/// The search walks the [`Spans`] of both together, over the same characters but separate marks, shortest strings first. A
/// result is therefore shortest; without a result, all pairs of states have been visited. The time is proportional to the
/// number of pairs, which is bounded.
///
/// Absent and empty components compare equal, wherever the empty one occurs, unless `strict` is set.
///
/// ```
/// use regular_bnf::{Differential, Place, Spans};
///
/// // Which part of `1-2-3` is the label, that behind the first hyphen or that behind the last?
/// let first = "a = { num ~ (\"-\" ~ label)? } label = @{ (num | \"-\")* } num = @{ '0'..'9' }";
/// let last = "a = { (num ~ \"-\" ~ &(num ~ \"-\"))* ~ num ~ (\"-\" ~ label)? } label = @{ num* } num = @{ '0'..'9' }";
/// let spans = |pest| Spans::of_pest(pest, &["a"], [&[Place::rule("label")]]);
/// let ([first], [last]) = (spans(first)?, spans(last)?);
/// let found = Differential::of(&first, &last, false, None)?.unwrap();
/// assert_eq!(found.witness, "0-0-");
/// assert_eq!((found.left, found.right), (Some(2..4), Some(4..4)));
/// # Ok::<(), regular_bnf::ProofError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Differential {
    /// The string.
    pub witness: String,
    /// The span of the component in the left grammar, in bytes; `None` if the component is absent.
    pub left: Option<Range<usize>>,
    /// The span of the component in the right grammar.
    pub right: Option<Range<usize>>,
}

impl Differential {
    /// Compares the spans of a component in two grammars.
    ///
    /// With `strict`, an absent and an empty component are different. A `delimiter` at the beginning of the component may
    /// belong to it in only one grammar without a difference.
    ///
    /// # Errors
    ///
    /// If the combined automaton has too many states.
    pub fn of(left: &Spans, right: &Spans, strict: bool, delimiter: Option<u8>) -> Result<Option<Self>, ProofError> {
        let judge = Readings { strict, delimiter };
        let found = shortest(&left.dfa, &right.dfa, Phase::default(), &judge);
        let found = found.map_err(|TooLarge| ProofError::TooLarge("the comparison of the two".to_owned()))?;
        Ok(found.map(|Found { string, left, right }| {
            let first = |all: Vec<Range<usize>>| all.into_iter().next();
            Self { witness: string, left: first(left), right: first(right) }
        }))
    }
}

/// Tests whether two markings of one component differ.
struct Readings {
    strict: bool,
    /// A character at the beginning that may belong to only one of them.
    delimiter: Option<u8>,
}

/// The facts in front of the next character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Phase {
    so_far: SoFar,
    /// The marks of each side since the last character.
    here: [Here; 2],
    /// Whether the component has occurred on each side; used only with `strict`.
    present: [bool; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
enum SoFar {
    #[default]
    Alike,
    /// One side has begun in front of the delimiter, and the other has not.
    Delimiter(usize),
    Differ,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
enum Here {
    #[default]
    Nothing,
    Begin,
    End,
    /// The component is empty.
    Both,
}

impl Readings {
    /// The state after the marks in front of a character; `delimiter` tells whether it is the delimiter.
    fn resolved(&self, phase: Phase, delimiter: bool) -> SoFar {
        // An empty component is equivalent to an absent one.
        let here = phase.here.map(|here| if here == Here::Both { Here::Nothing } else { here });
        match phase.so_far {
            SoFar::Differ => SoFar::Differ,
            SoFar::Alike if here[0] == here[1] => SoFar::Alike,
            SoFar::Alike => match here {
                [Here::Begin, Here::Nothing] if delimiter => SoFar::Delimiter(0),
                [Here::Nothing, Here::Begin] if delimiter => SoFar::Delimiter(1),
                _ => SoFar::Differ,
            },
            // After the delimiter both continue, or the delimiter was the whole component.
            SoFar::Delimiter(side) => match (here[side], here[1 - side]) {
                (Here::Nothing, Here::Begin) | (Here::End, Here::Nothing) => SoFar::Alike,
                _ => SoFar::Differ,
            },
        }
    }
}

impl Judge for Readings {
    type Phase = Phase;

    fn mark(&self, mut phase: Phase, hand: Hand, mark: u8) -> Option<Phase> {
        let here = &mut phase.here[hand as usize];
        *here = match (*here, mark) {
            (Here::Nothing, BEGIN) => Here::Begin,
            (Here::Nothing, _) => Here::End,
            (Here::Begin, _) => Here::Both,
            _ => return None,
        };
        phase.present[hand as usize] |= self.strict;
        Some(phase)
    }

    fn character(&self, phase: Phase, byte: u8) -> Option<Phase> {
        let so_far = self.resolved(phase, self.delimiter == Some(byte));
        Some(Phase { so_far, here: [Here::Nothing; 2], ..phase })
    }

    fn differ(&self, phase: Phase) -> bool {
        self.resolved(phase, false) != SoFar::Alike || phase.present[0] != phase.present[1]
    }
}
