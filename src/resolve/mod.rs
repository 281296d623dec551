//! Relative references: what a partial form stands for where a base is known, as each document says.
//!
//! Draft 02 (section 1.2), RFC 1630 ("Partial (relative) form") and the URL draft of 1997 (section 4.2) define this; draft
//! 03 and RFC 1738 do not ("Relative links are not described in this document", RFC 1738, section 2.3).

mod dots;
mod partial;
mod relative;
mod uri1997;

use std::fmt;

pub use relative::relative;

use crate::error::Error;
use crate::grammar::{Grammar, Resolution as Rule};

/// What a reference stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// This URL.
    Url(String),
    /// The current document, or a part of it (1997, section 4.2, step 2).
    SameDocument {
        /// What stands behind the hash sign.
        fragment: Option<String>,
    },
}

/// Gives the URL; for the current document the reference to it.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(url) => f.write_str(url),
            Self::SameDocument { fragment: Some(fragment) } => write!(f, "#{fragment}"),
            Self::SameDocument { fragment: None } => Ok(()),
        }
    }
}

/// One step of the work, as the document counts its steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Step {
    /// The section or the step, and what is done.
    pub rule: &'static str,
    /// What there is then.
    pub result: String,
}

/// What a reference stands for, and how that was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resolution {
    /// What it stands for.
    pub target: Target,
    /// The steps that were taken, in order.
    pub steps: Vec<Step>,
}

/// What to do with a `..` that is left at the beginning of a path (1997, section 4.2, step 6 g).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Leading {
    /// It stays, as the examples of Appendix C.2 show.
    #[default]
    Keep,
    /// It is removed, as "in practice, some implementations" do.
    Remove,
    /// It is an error.
    Refuse,
}

/// How to resolve where a document leaves or makes a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// For 1997: what to do with a leading `..` that is left.
    pub leading: Leading,
    /// For draft 02 and RFC 1630: go by the wording, where the document's own examples or a sibling text contradict it.
    ///
    /// RFC 1630's rule for slashes asks that no longer run of them follow, which its example `/g` does not heed; draft
    /// 02 removes `xxx/..` and so leaves the slash behind it.
    pub wording: bool,
}

/// Why there is no resolution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The document does not say how to resolve.
    #[error("{0} defines no relative references")]
    Undefined(Grammar),
    /// The base is no absolute URL of the grammar.
    #[error("the base cannot be one: {0}")]
    Base(#[source] Box<Error>),
    /// The base is taken by the grammar, but it is none, for the reason given.
    #[error("the base cannot be one: {0}")]
    NoBase(&'static str),
    /// The reference is none of the grammar.
    #[error("the reference is none: {0}")]
    Reference(#[source] Box<Error>),
    /// RFC 1630: the base has no run of exactly so many slashes as the reference begins with.
    #[error("the reference begins with {0} slashes, and the base has no run of exactly so many")]
    Slashes(usize),
    /// 1997, step 6 g: a `..` is left at the beginning, and it was asked to refuse that.
    #[error("a `..` is left at the beginning of the path `{0}`")]
    LeadingDots(String),
}

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

/// The steps taken so far.
#[derive(Default)]
struct Steps(Vec<Step>);

impl Steps {
    fn add(&mut self, rule: &'static str, result: impl Into<String>) {
        self.0.push(Step { rule, result: result.into() });
    }

    fn end(self, target: Target) -> Resolution {
        Resolution { target, steps: self.0 }
    }
}
