//! Productions as regular languages: membership, shortest members, exact comparison.
//!
//! All six grammars describe regular languages over US-ASCII. A production is lowered to a regular expression (tail
//! recursion becomes repetition) and by `regexsolver` to a minimal deterministic automaton, on which every question
//! here is decided exactly, not sampled.

mod classify;
mod compare;
pub(crate) mod dfa;
mod diagnose;
mod diff;
mod lower;
mod sample;

pub(crate) use classify::Atlas;
#[doc(hidden)]
pub use classify::generated;
pub use classify::{Classifier, Observer, Stop, Verdict, Walk};
pub use compare::{Comparison, Relation};
pub(crate) use diagnose::diagnose;
pub use diff::{GrammarDiff, Match, Pair, corresponding};
pub use sample::Vector;

use dfa::Dfa;
pub(crate) use dfa::Machine;
use lower::Lowering;

use crate::published::Bnf;

/// The language of one production: a set of strings over US-ASCII.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::language::{Language, Relation};
/// use uri_lineage::published::{Bnf, Reading};
///
/// let old = Language::of(Bnf::of(Grammar::Rfc1738, Reading::Corrected), "hostname")?;
/// let new = Language::of(Bnf::of(Grammar::Uri1997, Reading::Corrected), "hostname")?;
/// assert!(old.contains("www.w3.org") && !old.contains("www.w3.org."));
///
/// let comparison = old.compare(&new);
/// assert_eq!(comparison.relation, Relation::Narrower);
/// assert_eq!(comparison.right_only.as_deref(), Some("a."));
/// # Ok::<(), uri_lineage::language::LanguageError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Language {
    dfa: Dfa,
    pattern: String,
}

/// Why a production has no language that can be decided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// There is no production of that name.
    #[error("there is no production named `{0}`")]
    NoProduction(String),
    /// A production uses a name that is not defined.
    #[error("`{production}` uses `{name}`, which is not defined")]
    Undefined {
        /// The production.
        production: String,
        /// The name that it uses.
        name: String,
    },
    /// The text of a production cannot be read, as printed.
    #[error("`{production}` cannot be read: {error}")]
    Unreadable {
        /// The production.
        production: String,
        /// Where, and what was expected.
        error: crate::published::NotationError,
    },
    /// A production comes back to itself, and not at its end.
    #[error("the recursion {} is not at the end of `{}`: no regular language", .0.join(" -> "), .0[0])]
    NotTail(Vec<String>),
    /// The automaton would grow without measure.
    #[error("the language of `{0}` is too large to decide")]
    TooLarge(String),
}

impl Language {
    /// The language of a production.
    ///
    /// # Errors
    ///
    /// Where the production, or one that it uses, is not defined, cannot be read or is not regular.
    pub fn of(bnf: &Bnf, production: &str) -> Result<Self, LanguageError> {
        Lowering::new(bnf).language(production)
    }

    /// The languages of all productions, in order; those of one grammar share their work.
    pub fn all(bnf: &Bnf) -> Vec<(&str, Result<Self, LanguageError>)> {
        let mut lowering = Lowering::new(bnf);
        let names = bnf.productions().iter().map(|definition| definition.name.as_str());
        names.map(|name| (name, lowering.language(name))).collect()
    }

    /// Whether the string is a member.
    pub fn contains(&self, string: &str) -> bool {
        self.dfa.accepts(string)
    }

    /// The members in order of length and, among those of one length, the most readable first: lower-case letters
    /// before digits, digits before capitals, all before marks.
    pub fn members(&self) -> impl Iterator<Item = String> + '_ {
        self.dfa.members()
    }

    /// A regular expression of the language, anchored nowhere, that other tools can read.
    pub fn pattern(&self) -> &str {
        &self.pattern
    }

    /// How many states the minimal automaton has, the one that refuses everything left out.
    pub fn states(&self) -> usize {
        self.dfa.len() - 1
    }

    pub(crate) fn dfa(&self) -> &Dfa {
        &self.dfa
    }
}
