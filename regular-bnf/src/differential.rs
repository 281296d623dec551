//! Strings that two grammars both accept and read differently.

use std::ops::Range;

use crate::automaton::TooLarge;
use crate::marks::{BEGIN, Found, Hand, Judge, shortest};
use crate::proof::ProofError;
use crate::spans::Spans;

/// A shortest string that two grammars accept and in which one component occurs in different places; or the proof that there is none.
///
/// The [`Spans`] of both are walked together, over the same characters with marks of their own, the shortest strings first: a string
/// that is found is shortest, and where none is found all pairs of states have been seen. That takes time by the number of pairs, which
/// is bounded.
///
/// Absent and empty components compare equal, wherever the empty one occurs, unless `strict` is set.
///
/// ```
/// use regular_bnf::{Differential, Spans};
///
/// // Which part of `1-2-3` is the label, that behind the first hyphen or that behind the last?
/// let first = "a = { num ~ (\"-\" ~ label)? } label = @{ (num | \"-\")* } num = @{ '0'..'9' }";
/// let last = "a = { (num ~ \"-\" ~ &(num ~ \"-\"))* ~ num ~ (\"-\" ~ label)? } label = @{ num* } num = @{ '0'..'9' }";
/// let ([first], [last]) = (Spans::of_pest(first, &["a"], ["label"])?, Spans::of_pest(last, &["a"], ["label"])?);
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
    /// Where the component stands by the left grammar, in bytes; `None` where it has none.
    pub left: Option<Range<usize>>,
    /// Where it stands by the right grammar.
    pub right: Option<Range<usize>>,
}

impl Differential {
    /// Compares what two grammars read as a component.
    ///
    /// With `strict` it is a difference too that the component is absent in one reading and empty in the other. A `delimiter` at the
    /// beginning of the component may belong to it in one reading alone: that is no difference.
    ///
    /// # Errors
    ///
    /// Where the two have too many states together.
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

/// Whether two readings of one component differ.
struct Readings {
    strict: bool,
    /// A character at the beginning that may belong to one of them alone.
    delimiter: Option<u8>,
}

/// What is known before the next character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Phase {
    so_far: SoFar,
    /// What each side has marked here, since the last character.
    here: [Here; 2],
    /// Whether each side has had the component; only where that is asked for.
    present: [bool; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
enum SoFar {
    #[default]
    Alike,
    /// One side has begun before the delimiter, and the other one not.
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
    /// What is known after the marks before a character; `delimiter` where it is that.
    fn resolved(&self, phase: Phase, delimiter: bool) -> SoFar {
        // An empty component is like none.
        let here = phase.here.map(|here| if here == Here::Both { Here::Nothing } else { here });
        match phase.so_far {
            SoFar::Differ => SoFar::Differ,
            SoFar::Alike if here[0] == here[1] => SoFar::Alike,
            SoFar::Alike => match here {
                [Here::Begin, Here::Nothing] if delimiter => SoFar::Delimiter(0),
                [Here::Nothing, Here::Begin] if delimiter => SoFar::Delimiter(1),
                _ => SoFar::Differ,
            },
            // After the delimiter both go on, or there was nothing but the delimiter.
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
