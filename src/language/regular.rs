//! Productions as regular languages: membership, shortest members, exact comparison.
//!
//! All grammars here describe regular languages over US-ASCII. A production becomes a minimal deterministic automaton, on
//! which every question here is decided exactly, not sampled.
//!
//! Grammars of a user's own are bounded by the size of their automata, never by time: what is larger ends in
//! [`LanguageError::TooLarge`].

use crate::language::automaton::TooLarge;
use crate::language::automaton::dfa::Dfa;
use crate::language::automaton::nfa::Nfa;
use crate::language::published::Bnf;
use crate::language::published::LanguageError;

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
/// let comparison = old.compare(&new)?;
/// assert_eq!(comparison.relation, Relation::Narrower);
/// assert_eq!(comparison.right_only.as_deref(), Some("a."));
/// # Ok::<(), uri_lineage::language::LanguageError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Language {
    pub(super) dfa: Dfa,
}

impl Language {
    /// The language of a production.
    ///
    /// # Errors
    ///
    /// Where the production, or one that it uses, is not defined, cannot be read or is not regular.
    pub fn of(bnf: &Bnf, production: &str) -> Result<Self, LanguageError> {
        let dfa = Dfa::of(&Nfa::of(bnf, production)?);
        dfa.map(|dfa| Self { dfa })
            .map_err(|TooLarge| LanguageError::TooLarge(format!("the language of `{production}`")))
    }

    /// The languages of all productions, in order.
    pub fn all(bnf: &Bnf) -> Vec<(&str, Result<Self, LanguageError>)> {
        let names = bnf.productions().iter().map(|definition| definition.name.as_str());
        names.map(|name| (name, Self::of(bnf, name))).collect()
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

    /// How many states the minimal automaton has, the one that refuses everything left out.
    pub fn states(&self) -> usize {
        self.dfa.len() - 1
    }

    pub(crate) fn dfa(&self) -> &Dfa {
        &self.dfa
    }
}
