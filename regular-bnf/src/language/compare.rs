//! Comparison of two languages, with shortest witnesses.

use crate::automaton::TooLarge;
use crate::automaton::dfa::Dfa;
use crate::bnf::GrammarError;
use crate::language::Language;

/// The relation between two languages.
///
/// ```
/// use regular_bnf::{Language, Relation};
///
/// let [digits, hex, letters] = ["^[0-9]+$", "^[0-9a-f]+$", "^[a-z]+$"].map(|text| Language::matching(text).unwrap());
/// assert_eq!(digits.compare(&hex)?.relation, Relation::Narrower);
/// assert_eq!(hex.compare(&letters)?.relation, Relation::Overlapping);
/// assert_eq!(digits.compare(&letters)?.relation.to_string(), "disjoint");
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Relation {
    /// Both have the same members.
    Equal,
    /// The left is a proper subset of the right.
    Narrower,
    /// The left is a proper superset of the right.
    Wider,
    /// Each has members that the other does not have, and some members are shared.
    Overlapping,
    /// They share no member.
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

/// The result of comparing two languages.
///
/// A witness is a shortest string, counted in characters, and among those the most
/// [readable](crate::automaton::effort); `None` if there is no such string.
///
/// ```
/// use regular_bnf::Bnf;
///
/// // A part of an address, in an older and a newer grammar.
/// let octet = "octet = DIGIT / %x31-39 DIGIT / \"1\" 2DIGIT / \"2\" %x30-34 DIGIT / \"25\" %x30-35\n";
/// let (old, new) = (Bnf::abnf("digits = 1*DIGIT\n")?.language("digits")?, Bnf::abnf(octet)?.language("octet")?);
/// let comparison = old.compare(&new)?;
/// assert_eq!((comparison.left_only.as_deref(), comparison.right_only.as_deref()), (Some("00"), None));
/// assert_eq!(comparison.to_string(), "wider: `00` only in the left");
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Comparison {
    /// The relation of the left to the right.
    pub relation: Relation,
    /// A string that belongs only to the left.
    pub left_only: Option<String>,
    /// A string that belongs only to the right.
    pub right_only: Option<String>,
    /// A string that belongs to both.
    pub both: Option<String>,
}

/// The relation, and the strings of one side alone: "wider: `0` only in the left".
impl std::fmt::Display for Comparison {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.relation.fmt(f)?;
        let only = [(&self.left_only, "left"), (&self.right_only, "right")];
        let only = only.into_iter().filter_map(|(witness, side)| Some((witness.as_ref()?, side)));
        only.enumerate().try_for_each(|(at, (witness, side))| {
            let mark = if at == 0 { ": " } else { ", " };
            write!(f, "{mark}`{}` only in the {side}", witness.escape_debug())
        })
    }
}

impl Language {
    /// Compares this language (left) with another (right).
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the combined automaton has too many states.
    pub fn compare(&self, right: &Self) -> Result<Comparison, GrammarError> {
        if self.dfa == right.dfa {
            let shared = self.dfa.shortest(Dfa::START);
            return Ok(Comparison { relation: Relation::Equal, left_only: None, right_only: None, both: shared });
        }
        let left_only = self.combined(right, |l, r| l && !r)?.shortest(Dfa::START);
        let right_only = self.combined(right, |l, r| r && !l)?.shortest(Dfa::START);
        let shared = self.combined(right, |l, r| l && r)?.shortest(Dfa::START);
        let relation = match (&left_only, &right_only, &shared) {
            (None, None, _) => Relation::Equal,
            (None, Some(_), _) => Relation::Narrower,
            (Some(_), None, _) => Relation::Wider,
            (Some(_), Some(_), Some(_)) => Relation::Overlapping,
            (Some(_), Some(_), None) => Relation::Disjoint,
        };
        Ok(Comparison { relation, left_only, right_only, both: shared })
    }

    /// The difference: the members of this language that the other does not have.
    ///
    /// # Errors
    ///
    /// The errors of [`compare`](Self::compare).
    pub fn difference(&self, right: &Self) -> Result<Self, GrammarError> {
        Ok(Self { dfa: self.combined(right, |l, r| l && !r)? })
    }

    /// The union of both languages.
    ///
    /// # Errors
    ///
    /// The errors of [`compare`](Self::compare).
    pub fn union(&self, right: &Self) -> Result<Self, GrammarError> {
        Ok(Self { dfa: self.combined(right, |l, r| l || r)? })
    }

    /// The intersection of both languages.
    ///
    /// # Errors
    ///
    /// The errors of [`compare`](Self::compare).
    pub fn intersection(&self, right: &Self) -> Result<Self, GrammarError> {
        Ok(Self { dfa: self.combined(right, |l, r| l && r)? })
    }

    /// The same language, whose automaton has the fewest states.
    #[must_use]
    pub fn minimal(self) -> Self {
        Self { dfa: self.dfa.minimal() }
    }

    fn combined(&self, right: &Self, keep: fn(bool, bool) -> bool) -> Result<Dfa, GrammarError> {
        self.dfa.product(&right.dfa, keep).map_err(|TooLarge| {
            GrammarError::TooLarge(format!("a combination of {} by {} states", self.states(), right.states()))
        })
    }
}
