//! The normal forms of one input by several grammars.

use super::machine::Verdicts;
use crate::equivalence::{EquivalenceRule, Hints, Normal, normalize_accepted};
use crate::grammar::Grammar;
use crate::refusal::error::Error;

/// The normal forms of one input by all grammars. Each is the result of
/// [`normalize`](crate::equivalence::normalize), but an input that the rules cannot change is not
/// parsed, which is faster.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::classifier::Classifier;
/// use uri_lineage::equivalence::EquivalenceRule;
///
/// let url = Classifier::get().classify("HTTP://WWW.w3.org/");
/// let forms = url.normal_forms(EquivalenceRule::ALL);
/// assert_eq!(forms.of(Grammar::Rfc3986)?.text, "http://www.w3.org/");
/// assert_eq!(forms.of(Grammar::Rfc1808)?.text, url.as_str());
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub struct NormalForms<'a> {
    verdicts: Verdicts,
    hints: Hints<'a>,
    rules: &'a [EquivalenceRule],
}

regular_bnf::debug_fields!(NormalForms<'a> { verdicts, rules });

impl<'a> NormalForms<'a> {
    pub(super) fn new(input: &'a str, verdicts: Verdicts, rules: &'a [EquivalenceRule]) -> Self {
        Self { verdicts, hints: Hints::new(input), rules }
    }

    /// The normal form that a grammar's document defines.
    ///
    /// # Errors
    ///
    /// Those of [`Grammar::parse`].
    pub fn of(&self, grammar: Grammar) -> Result<Normal, Error> {
        let url = self.verdicts.of(self.hints.text);
        match url.refusal(grammar) {
            Some(error) => Err(error),
            None => normalize_accepted(grammar, &self.hints, self.rules)
                .ok_or_else(|| Error::from_grammar(grammar, self.hints.text)),
        }
    }
}
