//! Resolves a reference to its target.

use super::base::{Base, BaseParts};
use super::resolution::{Accepts, Options, Resolution, ResolveError, Steps, Target};
use super::{generic, partial, rfc1808, rfc2396, rfc3986};
use crate::ast::accepted::Accepted;
use crate::ast::parsed::Parsed;
use crate::grammar::{Grammar, ResolutionAlgorithm};

/// Resolves a reference against a base, by the algorithm of the document whose grammar parsed the
/// base.
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
/// The reference is passed as text, since the documents of the first generation have no grammar for
/// partial forms. The result is a URL of the document. If the steps turn a path into an authority
/// (`..//b` against `x:/a/b`), the result has a [warning](Resolution::warning).
///
/// # Errors
///
/// If the document does not define relative references, if the base or the reference is invalid, or
/// if the document's grammar refuses the result of the steps.
pub fn resolve(base: &impl Accepted, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
    base.with_parsed(|base| Base::new(base)?.resolve(reference, options))
}

impl Base<'_> {
    /// Resolves a reference against this base: [`resolve`](fn@resolve).
    ///
    /// # Errors
    ///
    /// If the reference is invalid, or if the document's grammar refuses the result of the steps.
    pub fn resolve(&self, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
        self.resolve_by(reference, options, &mut Grammar::accepts)
    }

    /// Like [`resolve`](Self::resolve), but `accepts` decides whether a grammar accepts a text.
    ///
    /// If several documents resolve the same reference, this can be faster: one pass of a
    /// [`Classifier`](crate::classifier::Classifier) decides for all grammars.
    ///
    /// # Errors
    ///
    /// Those of [`resolve`](Self::resolve).
    pub fn resolve_by(
        &self,
        reference: &str,
        options: Options,
        accepts: Accepts<'_>,
    ) -> Result<Resolution, ResolveError> {
        self.run(Steps::new(options, accepts), reference, options)
    }

    /// Whether the steps lead from a reference to a target without turning a path into an
    /// authority. Whether the grammar accepts the reference and the target is not checked. The
    /// target may be the current document.
    pub(super) fn steps_lead_to(&self, reference: &str, target: &str) -> bool {
        let resolution = self.run(Steps::to(target, None), reference, Options::default());
        resolution.is_ok_and(|resolution| match resolution.target {
            Target::Url(_) => resolution.warning.is_none(),
            Target::SameDocument { fragment: None } => self.as_str() == target,
            Target::SameDocument { fragment: Some(fragment) } => {
                target.split_once('#') == Some((self.as_str(), &*fragment))
            }
        })
    }

    /// Whether a reference resolves to a target without turning a path into an authority; `accepts`
    /// decides whether a grammar accepts both. The target must be another URL than the current
    /// document.
    pub(super) fn resolves_to(&self, reference: &str, target: &str, accepts: Accepts<'_>) -> bool {
        let resolution = self.run(Steps::to(target, Some(accepts)), reference, Options::default());
        resolution.is_ok_and(|resolution| resolution.warning.is_none() && matches!(resolution.target, Target::Url(_)))
    }

    /// Runs the algorithm of the document.
    fn run(&self, steps: Steps<'_>, reference: &str, options: Options) -> Result<Resolution, ResolveError> {
        let grammar = self.grammar();
        match &self.parts {
            BaseParts::Draft02(base) => partial::draft02(base, reference, options, steps),
            BaseParts::Rfc1630(base) => partial::rfc1630(base, reference, options, steps),
            BaseParts::Rfc1808(base) => rfc1808::resolve(grammar, (self.as_str(), base), reference, steps),
            BaseParts::Uri { groups, opaque } => rfc2396::resolve(grammar, groups, *opaque, reference, options, steps),
            BaseParts::Rfc3986(base) => rfc3986::resolve(grammar, base, reference, options, steps),
        }
    }
}

/// Whether a document that has a grammar of references accepts one; the first generation has none.
pub(super) fn is_reference(grammar: Grammar, text: &str, accepts: Accepts<'_>) -> bool {
    match grammar.facts().resolution {
        Some(ResolutionAlgorithm::Rfc1808) => accepts(grammar, text),
        Some(ResolutionAlgorithm::Uri1997 | ResolutionAlgorithm::Rfc2396 | ResolutionAlgorithm::Rfc3986) => {
            generic::is_reference(grammar, text, accepts)
        }
        Some(ResolutionAlgorithm::Draft02 | ResolutionAlgorithm::Rfc1630 { .. }) | None => true,
    }
}

/// Parses a base from text. If the document has two grammars, the base may be a URL of either.
pub(crate) fn parse_base(grammar: Grammar, text: &str) -> Result<Parsed<'_>, ResolveError> {
    let base = match grammar.facts().resolution {
        Some(ResolutionAlgorithm::Rfc1630 { other_grammar }) => {
            grammar.parse(text).or_else(|error| other_grammar.parse(text).map_err(|_| error))
        }
        Some(_) => grammar.parse(text),
        None => return Err(ResolveError::Undefined(grammar)),
    };
    base.map_err(|error| ResolveError::Base(Box::new(error)))
}
