//! Strings that two grammars both accept and read differently.

use std::ops::Range;

use super::automaton::TooLarge;
use super::marked::{BEGIN, Found, Hand, Judge, shortest};
use super::proof::ProofError;
use super::spans::{Component, Spans};

/// A shortest string that two grammars accept and in which one component stands elsewhere; or the proof that there is none.
///
/// Both grammars' [`Spans`] are walked together, over the same characters with marks of their own, the shortest strings first:
/// what is found is shortest, and where nothing is found all pairs of states have been seen. That takes time by the number of
/// pairs, which is bounded.
///
/// An absent component and an empty one are alike, wherever the empty one stands, unless `strict` is asked for. A slash between
/// what stands before a path and the path belongs to neither, since the first documents leave it out and the later ones do not.
///
/// ```
/// use uri_lineage::Grammar::{Rfc1738, Uri1997};
/// use uri_lineage::language::{Component, Differential, Spans};
///
/// let parts = [Component::Query, Component::Fragment];
/// let ([query, fragment], [new_query, new_fragment]) = (Spans::of(Rfc1738, parts)?, Spans::of(Uri1997, parts)?);
/// let found = Differential::of(&query, &new_query, Component::Query, false)?.unwrap();
/// assert_eq!((found.left, &found.witness[found.right.unwrap()]), (None, "a"));
/// // RFC 1738 has no fragments, and takes no `#`.
/// assert_eq!(Differential::of(&fragment, &new_fragment, Component::Fragment, false)?, None);
/// # Ok::<(), uri_lineage::proof::ProofError>(())
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
    /// With `strict` it is a difference too that the component is absent by one and empty by the other.
    ///
    /// # Errors
    ///
    /// Where the two have too many states together.
    pub fn of(left: &Spans, right: &Spans, component: Component, strict: bool) -> Result<Option<Self>, ProofError> {
        let judge = Readings { strict, slash: component == Component::Path };
        let found = shortest(&left.dfa, &right.dfa, Phase::default(), &judge);
        let found = found.map_err(|TooLarge| ProofError::TooLarge(component.name().to_owned()))?;
        Ok(found.map(|Found { string, left, right }| {
            let first = |all: Vec<Range<usize>>| all.into_iter().next();
            Self { witness: string, left: first(left), right: first(right) }
        }))
    }
}

/// Whether two readings of one component differ.
struct Readings {
    strict: bool,
    /// Whether a slash at the beginning may belong to one of them alone.
    slash: bool,
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
    /// One side has begun before a slash, and the other one not.
    Slash(usize),
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
    /// What is known after the marks before a character; `slash` where it is one.
    fn resolved(&self, phase: Phase, slash: bool) -> SoFar {
        // An empty component is like none.
        let here = phase.here.map(|here| if here == Here::Both { Here::Nothing } else { here });
        match phase.so_far {
            SoFar::Differ => SoFar::Differ,
            SoFar::Alike if here[0] == here[1] => SoFar::Alike,
            SoFar::Alike => match here {
                [Here::Begin, Here::Nothing] if slash => SoFar::Slash(0),
                [Here::Nothing, Here::Begin] if slash => SoFar::Slash(1),
                _ => SoFar::Differ,
            },
            // Behind the slash both go on, or there was nothing but the slash.
            SoFar::Slash(side) => match (here[side], here[1 - side]) {
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
        let so_far = self.resolved(phase, self.slash && byte == b'/');
        Some(Phase { so_far, here: [Here::Nothing; 2], ..phase })
    }

    fn differ(&self, phase: Phase) -> bool {
        self.resolved(phase, false) != SoFar::Alike || phase.present[0] != phase.present[1]
    }
}
