//! What a reference stands for, and the steps on the way.

use std::fmt;

use crate::error::Error;
use crate::grammar::{Grammar, Resolution as Rule};
use crate::shared::shown;
use crate::warning::Warning;

/// What a reference stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// This URL.
    Url(String),
    /// The current document, or a part of it (1997, section 4.2, and RFC 2396, section 5.2, step 2).
    SameDocument {
        /// What follows the hash sign.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The steps that were taken, in order, if they were [asked for](Options::steps).
    pub steps: Vec<Step>,
    /// Where the steps have turned a path into an authority: [`Warning::PathAsAuthority`].
    pub warning: Option<Warning>,
}

/// What to do with a `..` that is left at the beginning of a path (1997, section 4.2, and RFC 2396, section 5.2, step 6 g).
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
    /// For 1997 and RFC 2396: what to do with a leading `..` that is left.
    pub leading: Leading,
    /// For 1997, RFC 2396 and RFC 3986: a reference whose scheme is the base's is a relative one, as the "loophole" of RFC
    /// 1630 allowed (RFC 2396, section 5.2, step 3; RFC 3986, section 5.2.2).
    pub backward_compatible: bool,
    /// For draft 02 and RFC 1630: go by the wording, where the document's own examples or a sibling text contradict it.
    ///
    /// RFC 1630's rule for slashes asks that no longer run of them follow, which its example `/g` does not heed; draft
    /// 02 removes `xxx/..` and so leaves the slash after it.
    pub wording: bool,
    /// Whether to tell the steps.
    pub steps: bool,
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
    /// The target is no absolute URL, or the algorithm would change its path.
    #[error("no reference stands for the target: it is no absolute URL, or has dot segments")]
    NoTarget,
    /// RFC 1630: the base has no run of exactly so many slashes as the reference begins with.
    #[error("the reference begins with {0} slashes, and the base has no run of exactly so many")]
    Slashes(usize),
    /// The steps give a text that the document's own grammar refuses.
    #[error("the steps give `{}`, which the grammar refuses: {error}", result.escape_debug())]
    Refused {
        /// What the steps give.
        result: String,
        /// Why it is refused.
        #[source]
        error: Box<Error>,
    },
    /// 1997, step 6 g: a `..` is left at the beginning, and it was asked to refuse that.
    #[error("a `..` is left at the beginning of the path `{}`", crate::visible::visible(.0))]
    LeadingDots(String),
}

/// The steps taken so far, if they are to be told.
pub(super) struct Steps(Option<Vec<Step>>);

impl Steps {
    pub(super) fn new(options: Options) -> Self {
        Self(options.steps.then(Vec::new))
    }

    pub(super) fn add(&mut self, rule: &'static str, result: impl fmt::Display) {
        if let Some(steps) = &mut self.0 {
            steps.push(Step { rule, result: result.to_string() });
        }
    }

    /// The current document.
    pub(super) fn same_document(self, fragment: Option<String>) -> Resolution {
        Resolution { target: Target::SameDocument { fragment }, steps: self.0.unwrap_or_default(), warning: None }
    }

    /// The URL that the steps give, if it is one by the grammar of the document; where that has two grammars, by either.
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
        if !grammar.accepts(&url) && !other.is_some_and(|other| other.accepts(&url)) {
            let error = Box::new(grammar.refusal(&url));
            return Err(ResolveError::Refused { result: url, error });
        }
        Ok(Resolution { target: Target::Url(url), steps: self.0.unwrap_or_default(), warning })
    }

    /// A URL that the grammar is known to accept.
    pub(super) fn accepted(self, url: &str) -> Resolution {
        Resolution { target: Target::Url(url.to_owned()), steps: self.0.unwrap_or_default(), warning: None }
    }
}

/// The parts that are there, in a line.
pub(super) fn show_parts<const N: usize>(parts: [(&'static str, Option<&str>); N]) -> impl fmt::Display {
    shown(move |f| {
        let there = parts.iter().filter_map(|&(name, part)| Some((name, part?)));
        there.enumerate().try_for_each(|(at, (name, part))| {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{name} {:?}", part)
        })
    })
}
