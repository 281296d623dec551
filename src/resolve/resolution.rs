//! The target of a reference, and the steps that lead to it.

use std::fmt;

use crate::error::Error;
use crate::grammar::{Grammar, Resolution as Rule};
use crate::visible::shown;
use crate::warning::Warning;

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// A URL.
    Url(String),
    /// The current document, or a part of it (1997, section 4.2, and RFC 2396, section 5.2, step 2).
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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resolution {
    /// The target.
    pub target: Target,
    /// The steps in order, if they were [requested](Options::steps).
    pub steps: Vec<Step>,
    /// [`Warning::PathAsAuthority`] if the steps turned a path into an authority.
    pub warning: Option<Warning>,
}

/// How to treat a `..` that is left at the beginning of a path (1997, section 4.2, and RFC 2396, section 5.2, step 6 g).
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// For 1997 and RFC 2396: how to treat a `..` that is left at the beginning of the path.
    pub leading: LeadingDots,
    /// For 1997, RFC 2396 and RFC 3986: treats a reference with the base's scheme as a relative reference, as the "loophole" of
    /// RFC 1630 allowed (RFC 2396, section 5.2, step 3; RFC 3986, section 5.2.2).
    pub backward_compatible: bool,
    /// For draft 02 and RFC 1630: follows the wording where the document's own examples or a related document contradict it.
    ///
    /// RFC 1630's rule for slashes requires that no longer run of slashes follows, which its example `/g` does not heed. Draft
    /// 02 removes `xxx/..` and so leaves the slash after it.
    pub wording: bool,
    /// Whether to record the steps.
    pub steps: bool,
}

/// Why a reference cannot be resolved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The document does not specify resolution.
    #[error("{0} does not define relative references")]
    Undefined(Grammar),
    /// The base is not an absolute URL of the grammar.
    #[error("invalid base URL: {0}")]
    Base(#[source] Box<Error>),
    /// The grammar accepts the base, but the base is invalid for this reason.
    #[error("invalid base URL: {0}")]
    NoBase(&'static str),
    /// The grammar refuses the reference.
    #[error("invalid reference: {0}")]
    Reference(#[source] Box<Error>),
    /// The target is not an absolute URL, or the algorithm would change its path.
    #[error("no reference resolves to the target: it is not an absolute URL, or it has dot segments")]
    NoTarget,
    /// RFC 1630: the base has no run of exactly as many slashes as the reference begins with.
    #[error("the reference begins with {0} slashes, but the base has no run of exactly that many")]
    Slashes(usize),
    /// The document's own grammar refuses the result of the steps.
    #[error("the steps result in `{}`, which the grammar refuses: {error}", result.escape_debug())]
    Refused {
        /// The result of the steps.
        result: String,
        /// The refusal of that result.
        #[source]
        error: Box<Error>,
    },
    /// 1997, step 6 g: a `..` is left at the beginning of the path, and the options select that this is an error.
    #[error("the path still begins with `..`: `{}`", crate::visible::visible(.0))]
    LeadingDots(String),
}

/// The steps so far, if they are recorded.
pub(super) struct Steps {
    recorded: Option<Vec<Step>>,
    /// Whether the grammar must accept the reference and the result.
    pub(super) checked: bool,
}

impl Steps {
    pub(super) fn new(options: Options) -> Self {
        Self { recorded: options.steps.then(Vec::new), checked: true }
    }

    /// The grammar is asked neither about the reference nor about the result.
    pub(super) fn unchecked() -> Self {
        Self { recorded: None, checked: false }
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

    /// Returns the result of the steps if a grammar of the document accepts it. RFC 1630 has two grammars, and either may.
    pub(super) fn end(
        self,
        grammar: Grammar,
        url: String,
        warning: Option<Warning>,
    ) -> Result<Resolution, ResolveError> {
        let other = match grammar.facts().resolution {
            Some(Rule::Rfc1630 { other }) => Some(other),
            _ => None,
        };
        if self.checked && !grammar.accepts(&url) && !other.is_some_and(|other| other.accepts(&url)) {
            let error = Box::new(grammar.refusal(&url));
            return Err(ResolveError::Refused { result: url, error });
        }
        Ok(Resolution { target: Target::Url(url), steps: self.recorded.unwrap_or_default(), warning })
    }

    /// Returns a URL that the grammar is known to accept.
    pub(super) fn accepted(self, url: &str) -> Resolution {
        Resolution { target: Target::Url(url.to_owned()), steps: self.recorded.unwrap_or_default(), warning: None }
    }
}

/// The present parts, in one line.
pub(super) fn show_parts<const N: usize>(parts: [(&'static str, Option<&str>); N]) -> impl fmt::Display {
    shown(move |f| {
        let there = parts.iter().filter_map(|&(name, part)| Some((name, part?)));
        there.enumerate().try_for_each(|(at, (name, part))| {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{name} {:?}", part)
        })
    })
}
