//! The target of a reference, and the steps that lead to it.

use std::borrow::Cow;
use std::fmt;

use crate::base::visible::shown;
use crate::grammar::{Generation, Grammar, ResolutionAlgorithm};
use crate::refusal::error::Error;
use crate::warning::Warning;

/// The target of a reference.
///
/// ```
/// use uri_lineage::Grammar::{Rfc2396, Rfc3986};
/// use uri_lineage::resolve::{Options, Target};
///
/// let (base, options) = ("http://a/b/c/d;p?q", Options::default());
/// let fragment = Some("s".to_owned());
/// assert_eq!(Rfc2396.resolve(base, "#s", options)?.target, Target::SameDocument { fragment });
/// assert_eq!(Rfc3986.resolve(base, "#s", options)?.target, Target::Url("http://a/b/c/d;p?q#s".to_owned()));
/// # Ok::<(), uri_lineage::resolve::ResolveError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// A URL.
    Url(String),
    /// The current document, or a part of it (1997, section 4.2, and RFC 2396, section 5.2, step
    /// 2).
    SameDocument {
        /// The text after the hash sign.
        fragment: Option<String>,
    },
}

/// Writes the URL; for the current document, the reference to it.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(url) => f.write_str(url),
            Self::SameDocument { fragment: Some(fragment) } => write!(f, "#{fragment}"),
            Self::SameDocument { fragment: None } => Ok(()),
        }
    }
}

/// One step of the resolution, as the document numbers its steps.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::resolve::Options;
///
/// let options = Options { steps: true, ..Options::default() };
/// let found = Grammar::Rfc3986.resolve("http://a/b/c/d;p?q", "../g", options)?;
/// assert_eq!(found.steps[1].result, "/b/c/../g");
/// assert_eq!(found.steps[2].rule, "5.2.4: the dot segments are removed");
/// assert_eq!(found.steps[2].result, "/b/g");
/// # Ok::<(), uri_lineage::resolve::ResolveError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The section or the number of the step, and its operation.
    pub rule: &'static str,
    /// The text after the step.
    pub result: String,
}

/// The result of resolving a reference: its target, and the steps that lead to it.
///
/// ```
/// use uri_lineage::resolve::Options;
/// use uri_lineage::{Grammar, Warning};
///
/// let found = Grammar::Rfc3986.resolve("x:/a/b", "..//b", Options::default())?;
/// assert_eq!(found.target.to_string(), "x://b");
/// assert_eq!(found.warning, Some(Warning::PathAsAuthority));
/// # Ok::<(), uri_lineage::resolve::ResolveError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resolution {
    /// The target.
    pub target: Target,
    /// The steps in order, if they were [requested](Options::steps).
    pub steps: Vec<Step>,
    /// [`Warning::PathAsAuthority`] if the steps turned a path into an authority.
    pub warning: Option<Warning>,
}

/// How to treat a `..` that is left at the beginning of a path (1997, section 4.2, and RFC 2396,
/// section 5.2, step 6 g).
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::resolve::{LeadingDots, Options};
///
/// let resolve = |leading| {
///     let options = Options { leading, ..Options::default() };
///     Grammar::Rfc2396.resolve("http://a/b/c/d;p?q", "../../../g", options)
/// };
/// assert_eq!(resolve(LeadingDots::Keep)?.target.to_string(), "http://a/../g");
/// assert_eq!(resolve(LeadingDots::Remove)?.target.to_string(), "http://a/g");
/// assert!(resolve(LeadingDots::Refuse).is_err());
/// # Ok::<(), uri_lineage::resolve::ResolveError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LeadingDots {
    /// It stays, as the examples of Appendix C.2 show.
    #[default]
    Keep,
    /// It is removed, as "in practice, some implementations" do.
    Remove,
    /// It is an error.
    Refuse,
}

/// Options for resolution where a document leaves or makes a choice.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::resolve::Options;
///
/// let base = "http://a/b/c/d;p?q";
/// assert_eq!(Grammar::Rfc3986.resolve(base, "http:g", Options::default())?.target.to_string(), "http:g");
/// let options = Options { backward_compatible: true, ..Options::default() };
/// assert_eq!(Grammar::Rfc3986.resolve(base, "http:g", options)?.target.to_string(), "http://a/b/c/g");
/// # Ok::<(), uri_lineage::resolve::ResolveError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// For 1997 and RFC 2396: how to treat a `..` that is left at the beginning of the path.
    pub leading: LeadingDots,
    /// For 1997, RFC 2396 and RFC 3986: treats a reference with the base's scheme as a relative
    /// reference, as the "loophole" of RFC 1630 allowed (RFC 2396, section 5.2, step 3; RFC 3986,
    /// section 5.2.2).
    pub backward_compatible: bool,
    /// For draft 02 and RFC 1630: follows the wording where the document's own examples or a
    /// related document contradict it.
    ///
    /// RFC 1630's rule for slashes selects a run of slashes after which no longer run occurs; its
    /// example `/g` violates the rule. Draft 02 removes `xxx/..` without the slash after it.
    pub wording: bool,
    /// Whether to record the steps.
    pub steps: bool,
}

/// Why a reference cannot be resolved. The message includes the refusal of a grammar, which
/// [`parts`](Self::parts) returns by itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The document does not define relative references. In the URL Standard the parser resolves
    /// them: [`Url::parse_with_base`](crate::whatwg::Url::parse_with_base).
    #[error("{}", undefined(*.0))]
    Undefined(Grammar),
    /// The base is not an absolute URL of the grammar.
    #[error("{BASE}{0}")]
    Base(Box<Error>),
    /// The grammar accepts the base, but no reference can be resolved against it, for this reason.
    #[error("{BASE}{0}")]
    UnsuitableBase(&'static str),
    /// The grammar refuses the reference.
    #[error("{REFERENCE}{0}")]
    Reference(Box<Error>),
    /// No reference resolves to the target: it is not an absolute URL, or the algorithm would
    /// change its path.
    #[error("no reference resolves to the target: it is not an absolute URL, or it has dot segments")]
    Unreachable,
    /// RFC 1630: the base has no run of exactly as many slashes as the reference begins with.
    #[error("the reference begins with {}, but the base has no run of exactly that many", slashes(*.0))]
    Slashes(usize),
    /// The document's own grammar refuses the result of the steps.
    #[error("{}{error}", result_is_refused(result))]
    Refused {
        /// The result of the steps.
        result: String,
        /// The refusal of that result.
        error: Box<Error>,
    },
    /// 1997, step 6 g: a `..` is left at the beginning of the path, and the options select that
    /// this is an error.
    #[error("the path still begins with `..`: `{}`", crate::base::visible::visible(.0))]
    LeadingDots(String),
}

/// Why references are not resolved.
fn undefined(grammar: Grammar) -> String {
    match grammar.generation() {
        Generation::UrlStandard => format!("{grammar} resolves by its parser alone: whatwg::Url::parse_with_base"),
        _ => format!("{grammar} does not define relative references"),
    }
}

/// The number of slashes in words.
fn slashes(count: usize) -> String {
    format!("{count} slash{}", if count == 1 { "" } else { "es" })
}

/// The words in front of the reason why a base is invalid.
const BASE: &str = "invalid base URL: ";
/// The words in front of the refusal of a reference.
const REFERENCE: &str = "invalid reference: ";

/// The words in front of the refusal of a result.
fn result_is_refused(result: &str) -> String {
    let shown = crate::base::visible::visible(result);
    format!("the steps result in `{shown}`, which the grammar refuses: ")
}

impl ResolveError {
    /// The message in two parts: the text in front of a grammar's refusal, and the refusal. Without
    /// a refusal, the first part is the whole message.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::resolve::Options;
    ///
    /// let error = Grammar::Rfc3986.resolve("http://a/", "^", Options::default()).unwrap_err();
    /// let (before, refusal) = error.parts();
    /// assert_eq!(before, "invalid reference: ");
    /// assert_eq!(error.to_string(), format!("{before}{}", refusal.unwrap()));
    /// ```
    pub fn parts(&self) -> (Cow<'static, str>, Option<&Error>) {
        match self {
            Self::Base(error) => (BASE.into(), Some(error)),
            Self::Reference(error) => (REFERENCE.into(), Some(error)),
            Self::Refused { result, error } => (result_is_refused(result).into(), Some(error)),
            _ => (self.to_string().into(), None),
        }
    }
}

/// Tells whether a grammar accepts a text.
pub(super) type Accepts<'a> = &'a mut dyn FnMut(Grammar, &str) -> bool;

/// The steps so far, if they are recorded.
pub(super) struct Steps<'a> {
    recorded: Option<Vec<Step>>,
    purpose: Purpose<'a>,
}

/// Why the steps are made.
enum Purpose<'a> {
    /// To find the result. The function decides whether a grammar accepts the result and the
    /// reference.
    Result(Accepts<'a>),
    /// To decide whether the result is a target. Without the function, every reference and result
    /// counts as accepted. Every failure is [`ResolveError::Unreachable`], since only success
    /// matters.
    Target(&'a str, Option<Accepts<'a>>),
}

impl<'a> Steps<'a> {
    pub(super) fn new(options: Options, accepts: Accepts<'a>) -> Self {
        Self { recorded: options.steps.then(Vec::new), purpose: Purpose::Result(accepts) }
    }

    /// Steps that fail unless they result in `target`. Without `accepts`, every reference and
    /// result counts as accepted.
    pub(super) fn to(target: &'a str, accepts: Option<Accepts<'a>>) -> Self {
        Self { recorded: None, purpose: Purpose::Target(target, accepts) }
    }

    /// Whether a grammar accepts a text; true if acceptance is not checked.
    pub(super) fn accepts(&mut self, grammar: Grammar, text: &str) -> bool {
        match &mut self.purpose {
            Purpose::Result(accepts) | Purpose::Target(_, Some(accepts)) => accepts(grammar, text),
            Purpose::Target(_, None) => true,
        }
    }

    /// The error for a reference or a result that a grammar refuses. `error` is expensive, and is
    /// called only if the caller of the resolution sees the error.
    pub(super) fn refused(&self, error: impl FnOnce() -> ResolveError) -> ResolveError {
        match self.purpose {
            Purpose::Result(_) => error(),
            Purpose::Target(..) => ResolveError::Unreachable,
        }
    }

    pub(super) fn add(&mut self, rule: &'static str, result: impl fmt::Display) {
        if let Some(steps) = &mut self.recorded {
            steps.push(Step { rule, result: result.to_string() });
        }
    }

    /// Returns the current document as the target.
    pub(super) fn same_document(self, fragment: Option<String>) -> Resolution {
        Resolution {
            target: Target::SameDocument { fragment },
            steps: self.recorded.unwrap_or_default(),
            warning: None,
        }
    }

    /// Returns the result of the steps, in pieces, if a grammar of the document accepts it: RFC
    /// 1630 has two grammars.
    pub(super) fn finish(
        mut self,
        grammar: Grammar,
        pieces: &[&str],
        warning: Option<Warning>,
    ) -> Result<Resolution, ResolveError> {
        self.check_target(pieces)?;
        let second_grammar = match grammar.facts().resolution {
            Some(ResolutionAlgorithm::Rfc1630 { other_grammar }) => Some(other_grammar),
            _ => None,
        };
        let url = pieces.concat();
        if !self.accepts(grammar, &url) && !second_grammar.is_some_and(|second| self.accepts(second, &url)) {
            return Err(self.refused(|| {
                let error = Box::new(Error::from_grammar(grammar, &url));
                ResolveError::Refused { result: url, error }
            }));
        }
        Ok(Resolution { target: Target::Url(url), steps: self.recorded.unwrap_or_default(), warning })
    }

    /// Returns a result that the caller has found to be accepted.
    pub(super) fn finish_accepted(self, url: &str) -> Result<Resolution, ResolveError> {
        self.check_target(&[url])?;
        Ok(Resolution { target: Target::Url(url.to_owned()), steps: self.recorded.unwrap_or_default(), warning: None })
    }

    /// Compares the pieces of a result with the target, if there is one. Most results differ from
    /// it, so the pieces are compared before they are joined.
    fn check_target(&self, pieces: &[&str]) -> Result<(), ResolveError> {
        let Purpose::Target(mut remainder, _) = self.purpose else { return Ok(()) };
        for piece in pieces {
            remainder = remainder.strip_prefix(piece).ok_or(ResolveError::Unreachable)?;
        }
        if remainder.is_empty() { Ok(()) } else { Err(ResolveError::Unreachable) }
    }
}

/// The parts that are present, with their names, in one line.
pub(super) fn show_parts<const N: usize>(parts: [(&'static str, Option<&str>); N]) -> impl fmt::Display {
    shown(move |f| {
        let present = parts.iter().filter_map(|&(name, part)| Some((name, part?)));
        present.enumerate().try_for_each(|(index, (name, part))| {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{name} {:?}", part)
        })
    })
}
