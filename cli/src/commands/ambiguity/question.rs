//! The question of `ambiguity`, and the answer to it.

use uri_lineage::regular_bnf::{Ambiguity, AmbiguityCause, GrammarError};

use crate::options::source::Source;

/// The question of the arguments: which productions do two derivations of one string, from some
/// entry productions, have in different places?
pub struct Question<'a> {
    pub source: &'a Source,
    pub entries: Vec<&'a str>,
    /// Whether the only entry production is the one that the name of a file ends with.
    pub is_entry_of_file: bool,
    /// The production that the arguments select.
    pub selected: Option<&'a str>,
    /// The productions to decide: the selected one, or all that the entry productions reach.
    pub productions: Vec<&'a str>,
}

/// A production, and two derivations of one string that have it in different places.
pub struct DecidedProduction<'a> {
    pub name: &'a str,
    pub ambiguity: Result<Option<Ambiguity>, GrammarError>,
}

impl DecidedProduction<'_> {
    /// The ambiguity, if the production is known to have one.
    pub fn ambiguity(&self) -> Option<&Ambiguity> {
        self.ambiguity.as_ref().ok()?.as_ref()
    }
}

/// The answer to a [`Question`].
pub struct Ambiguities<'a> {
    pub productions: Vec<DecidedProduction<'a>>,
    /// The decisions at which derivations part, of the selected production or of all.
    pub causes: Vec<AmbiguityCause>,
    /// Why decisions cannot be found for some entry productions.
    pub errors: Vec<GrammarError>,
}
