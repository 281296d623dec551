//! From a reference to what it stands for.

use super::resolution::{Options, Resolution, ResolveError};
use super::{partial, rfc1808, rfc3986, uri};
use crate::grammar::{Grammar, Resolution as Rule};
use crate::parsed::Parsed;

/// Resolves a reference against a base, as the document says whose grammar the base was parsed by.
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
/// The reference is a text, since the documents of the first generation give partial forms no grammar. The result is a URL of the
/// document; where the steps turn a path into an authority (`..//b` against `x:/a/b`), it has a
/// [warning](Resolution::warning).
///
/// # Errors
///
/// Where the document defines no relative references, where base or reference cannot be what they are given for, and where the
/// steps give a text that the document's grammar refuses.
pub fn resolve(base: &Parsed<'_>, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
    match base.grammar().facts().resolution {
        Some(Rule::Draft02) => partial::draft02(base, reference, options),
        Some(Rule::Rfc1630 { .. }) => partial::rfc1630(base, reference, options),
        Some(Rule::Rfc1808) => rfc1808::resolve(base, reference, options),
        Some(Rule::Uri1997 | Rule::Rfc2396) => uri::resolve(base, reference, options),
        Some(Rule::Rfc3986) => rfc3986::resolve(base, reference, options),
        None => Err(ResolveError::Undefined(base.grammar())),
    }
}

impl Grammar {
    /// Resolves a reference against a [base](Self::base) that is a text: [`resolve`](fn@resolve).
    ///
    /// # Errors
    ///
    /// Those of [`resolve`](fn@resolve), and where the base is no URL.
    pub fn resolve(self, base: &str, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
        resolve(&self.base(base)?, reference, options)
    }

    /// Whether the document of this grammar defines relative references.
    pub fn resolves(self) -> bool {
        self.facts().resolution.is_some()
    }

    /// A base that is a text, for [`resolve`](fn@resolve) and [`relative`](fn@super::relative).
    ///
    /// Where the document has two grammars, the base may be a URL of either.
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
    /// Where the document defines no relative references, or the text is no URL of it.
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
