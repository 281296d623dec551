//! From a reference to what it stands for.

use super::resolution::{Options, Resolution, ResolveError};
use super::{partial, uri1997};
use crate::grammar::{Grammar, Resolution as Rule};

/// Resolves a reference against a base.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::resolve::{Options, resolve};
///
/// let found = resolve(Grammar::Uri1997, "http://a/b/c/d;p?q", "../g", Options::default())?;
/// assert_eq!(found.target.to_string(), "http://a/b/g");
/// let found = resolve(Grammar::Rfc1630Generic, "magic://a/b/c//d/e/f", "/g", Options::default())?;
/// assert_eq!(found.target.to_string(), "magic://a/g");
/// # Ok::<(), uri_lineage::resolve::ResolveError>(())
/// ```
///
/// The documents of the first generation give partial forms no grammar: what they stand for is given as their rule makes
/// it, whether a grammar takes it or not.
///
/// # Errors
///
/// Where the document defines no relative references, or where base or reference cannot be what they are given for.
pub fn resolve(grammar: Grammar, base: &str, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
    match grammar.facts().resolution {
        Some(Rule::Draft02) => partial::draft02(grammar, base, reference, options),
        Some(Rule::Rfc1630 { other }) => partial::rfc1630([grammar, other], base, reference, options),
        Some(Rule::Uri1997) => uri1997::resolve(base, reference, options),
        None => Err(ResolveError::Undefined(grammar)),
    }
}

/// Whether the document of a grammar defines relative references.
pub fn resolves(grammar: Grammar) -> bool {
    grammar.facts().resolution.is_some()
}
