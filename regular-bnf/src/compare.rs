//! Two languages against each other, with the shortest witnesses.

use crate::automaton::TooLarge;
use crate::automaton::dfa::Dfa;
use crate::bnf::LanguageError;
use crate::language::Language;

/// How one language stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Relation {
    /// Both have the same members.
    Equal,
    /// The left has fewer: all of its members are the right's too.
    Narrower,
    /// The left has more: all of the right's members are its own too.
    Wider,
    /// Each has members that the other has not, and some are shared.
    Overlapping,
    /// No member is shared.
    Disjoint,
}

impl std::fmt::Display for Relation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Equal => "equal",
            Self::Narrower => "narrower",
            Self::Wider => "wider",
            Self::Overlapping => "overlapping",
            Self::Disjoint => "disjoint",
        })
    }
}

/// What two languages have for themselves and in common.
///
/// A witness is the shortest there is and, among those, the most readable; `None` where there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Comparison {
    /// The relation of the left to the right.
    pub relation: Relation,
    /// A string that only the left has.
    pub left_only: Option<String>,
    /// A string that only the right has.
    pub right_only: Option<String>,
    /// A string that both have.
    pub both: Option<String>,
}

impl Language {
    /// Compares the language (left) with another (right).
    ///
    /// # Errors
    ///
    /// [`LanguageError::TooLarge`] where the two have too many states together.
    pub fn compare(&self, other: &Self) -> Result<Comparison, LanguageError> {
        let witness = |keep| Ok::<_, LanguageError>(self.combined(other, keep)?.shortest(Dfa::START));
        if self.dfa == other.dfa {
            let both = self.dfa.shortest(Dfa::START);
            return Ok(Comparison { relation: Relation::Equal, left_only: None, right_only: None, both });
        }
        let left_only = witness(|left, right| left && !right)?;
        let right_only = witness(|left, right| right && !left)?;
        let both = witness(|left, right| left && right)?;
        let relation = match (&left_only, &right_only, &both) {
            (None, None, _) => Relation::Equal,
            (None, Some(_), _) => Relation::Narrower,
            (Some(_), None, _) => Relation::Wider,
            (Some(_), Some(_), Some(_)) => Relation::Overlapping,
            (Some(_), Some(_), None) => Relation::Disjoint,
        };
        Ok(Comparison { relation, left_only, right_only, both })
    }

    /// The language of what this one has and the other has not.
    ///
    /// # Errors
    ///
    /// Those of [`compare`](Self::compare).
    pub fn without(&self, other: &Self) -> Result<Self, LanguageError> {
        Ok(Self { dfa: self.combined(other, |left, right| left && !right)? })
    }

    /// The language of what both have.
    ///
    /// # Errors
    ///
    /// Those of [`compare`](Self::compare).
    pub fn and(&self, other: &Self) -> Result<Self, LanguageError> {
        Ok(Self { dfa: self.combined(other, |left, right| left && right)? })
    }

    fn combined(&self, other: &Self, keep: fn(bool, bool) -> bool) -> Result<Dfa, LanguageError> {
        let states = || format!("a combination of {} by {} states", self.states(), other.states());
        self.dfa.product(&other.dfa, keep).map_err(|TooLarge| LanguageError::TooLarge(states()))
    }
}
