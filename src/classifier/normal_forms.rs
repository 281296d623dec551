//! The normal forms of one input by several grammars.

use super::machine::Verdicts;
use crate::equivalence::{EquivalenceRule, Hints, Normal, normalize_accepted};
use crate::grammar::Grammar;
use crate::refusal::error::Error;

impl Verdicts {
    /// Prepares the normal forms of the input that result from these rules. The input is read once
    /// for all grammars; each form is computed when it is requested.
    pub fn normal_forms<'a>(self, input: &'a str, rules: &'a [EquivalenceRule]) -> NormalForms<'a> {
        NormalForms { verdicts: self, hints: Hints::new(input), rules }
    }
}

/// The normal forms of one input by all grammars. Each is the result of
/// [`normalize`](crate::equivalence::normalize), but an input that the rules cannot change is not
/// parsed, which is faster.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::classifier::Classifier;
/// use uri_lineage::equivalence::EquivalenceRule;
///
/// let input = "HTTP://WWW.w3.org/";
/// let forms = Classifier::get().classify(input.as_bytes()).normal_forms(input, EquivalenceRule::ALL);
/// assert_eq!(forms.of(Grammar::Rfc3986)?.text, "http://www.w3.org/");
/// assert_eq!(forms.of(Grammar::Rfc1808)?.text, input);
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub struct NormalForms<'a> {
    verdicts: Verdicts,
    hints: Hints<'a>,
    rules: &'a [EquivalenceRule],
}

regular_bnf::debug_fields!(NormalForms<'a> { verdicts, rules });

impl NormalForms<'_> {
    /// The normal form that a grammar's document defines.
    ///
    /// # Errors
    ///
    /// Those of [`Grammar::parse`].
    pub fn of(&self, grammar: Grammar) -> Result<Normal, Error> {
        if self.verdicts.accepts(grammar)
            && let Some(normal) = normalize_accepted(grammar, &self.hints, self.rules)
        {
            return Ok(normal);
        }
        Err(Error::from_grammar(grammar, self.hints.text))
    }
}
