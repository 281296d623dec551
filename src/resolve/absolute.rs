//! Resolves a reference to its target.

use super::resolution::{Options, Resolution, ResolveError, Steps};
use super::{generic, partial, rfc1808, rfc3986, uri};
use crate::grammar::{Grammar, Resolution as Rule};
use crate::parsed::Parsed;

/// Resolves a reference against a base, by the algorithm of the document whose grammar parsed the base.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::resolve::{Options, resolve};
///
/// let base = Grammar::Uri1997.parse("http://a/b/c/d;p?q")?;
/// assert_eq!(resolve(&base, "../g", Options::default())?.target.to_string(), "http://a/b/g");
/// let base = Grammar::Rfc1630Generic.parse("magic://a/b/c//d/e/f")?;
/// assert_eq!(resolve(&base, "/g", Options::default())?.target.to_string(), "magic://a/g");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The reference is passed as text, since the documents of the first generation have no grammar for partial forms. The result
/// is a URL of the document. If the steps turn a path into an authority (`..//b` against `x:/a/b`), the result has a
/// [warning](Resolution::warning).
///
/// # Errors
///
/// If the document does not define relative references, if the base or the reference is invalid, or if the document's grammar
/// refuses the result of the steps.
pub fn resolve(base: &Parsed<'_>, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
    with(Steps::new(options), base, reference, options)
}

/// The same, without errors of the grammar: the result of [`resolve`] for a reference that the grammar accepts, if it accepts the result.
pub(super) fn unchecked(base: &Parsed<'_>, reference: &str) -> Result<Resolution, ResolveError> {
    with(Steps::unchecked(), base, reference, Options::default())
}

/// Whether a document that has a grammar of references accepts one; the first generation has none.
pub(super) fn is_reference(grammar: Grammar, text: &str) -> bool {
    match grammar.facts().resolution {
        Some(Rule::Rfc1808) => grammar.accepts(text),
        Some(Rule::Uri1997 | Rule::Rfc2396 | Rule::Rfc3986) => generic::is_reference(grammar, text),
        Some(Rule::Draft02 | Rule::Rfc1630 { .. }) | None => true,
    }
}

fn with(steps: Steps, base: &Parsed<'_>, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
    match base.grammar().facts().resolution {
        Some(Rule::Draft02) => partial::draft02(base, reference, options, steps),
        Some(Rule::Rfc1630 { .. }) => partial::rfc1630(base, reference, options, steps),
        Some(Rule::Rfc1808) => rfc1808::resolve(base, reference, steps),
        Some(Rule::Uri1997 | Rule::Rfc2396) => uri::resolve(base, reference, options, steps),
        Some(Rule::Rfc3986) => rfc3986::resolve(base, reference, options, steps),
        None => Err(ResolveError::Undefined(base.grammar())),
    }
}

impl Grammar {
    /// Resolves a reference against a [base](Self::base), both passed as text: [`resolve`](fn@resolve).
    ///
    /// # Errors
    ///
    /// Those of [`resolve`](fn@resolve), and an error if the base is not a URL.
    pub fn resolve(self, base: &str, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
        resolve(&self.base(base)?, reference, options)
    }

    /// Whether the document of this grammar defines relative references.
    pub fn resolves(self) -> bool {
        self.facts().resolution.is_some()
    }

    /// Parses a base from text, for [`resolve`](fn@resolve) and [`relative`](fn@super::relative).
    ///
    /// If the document has two grammars, the base may be a URL of either.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::resolve::{Options, resolve};
    ///
    /// // Of no scheme that the specific grammar of RFC 1630 has.
    /// let base = Grammar::Rfc1630.base("magic://a/b/c//d/e/f")?;
    /// assert_eq!(resolve(&base, "g", Options::default())?.target.to_string(), "magic://a/b/c//d/e/g");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the document does not define relative references, or the text is not a URL of the document.
    pub fn base(self, text: &str) -> Result<Parsed<'_>, ResolveError> {
        let refused = |error| ResolveError::Base(Box::new(error));
        match self.facts().resolution {
            Some(Rule::Rfc1630 { other }) => {
                self.parse(text).or_else(|error| other.parse(text).map_err(|_| refused(error)))
            }
            Some(_) => self.parse(text).map_err(refused),
            None => Err(ResolveError::Undefined(self)),
        }
    }
}
