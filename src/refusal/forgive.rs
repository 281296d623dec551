//! The faults that the documents tell programs to forgive, although the grammars do not.

use std::borrow::Cow;
use std::fmt;

use crate::base::scheme::{PREFIX, after_prefix, scheme};

/// A forgiven fault.
///
/// ```
/// use uri_lineage::{Forgiven, forgive};
///
/// let (url, forgiven) = forgive("FTP://info.cern.ch/pub");
/// assert_eq!((&*url, &forgiven[..]), ("ftp://info.cern.ch/pub", &[Forgiven::SchemeCase][..]));
/// assert_eq!(forgiven[0].to_string(), "capital letters in the scheme");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Forgiven {
    /// `URL:` in front of the URL, in either case, optionally with a space after it (draft 03,
    /// "PrePrefix"; RFC 1738, Appendix; the URI draft of 1997, Appendix B).
    Prefix,
    /// A scheme with capital letters (RFC 1738, section 2.1).
    SchemeCase,
}

impl fmt::Display for Forgiven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Prefix => "the prefix URL:",
            Self::SchemeCase => "capital letters in the scheme",
        })
    }
}

/// Removes the faults that should be forgiven; returns the URL and the faults. The URL need not be
/// valid in any grammar.
///
/// ```
/// use uri_lineage::{Forgiven, Grammar, forgive};
///
/// let (url, forgiven) = forgive("URL: HTTP://host/Path");
/// assert_eq!(url, "http://host/Path");
/// assert_eq!(forgiven, [Forgiven::Prefix, Forgiven::SchemeCase]);
/// assert!(Grammar::Rfc1738.parse(&url).is_ok());
/// ```
pub fn forgive(input: &str) -> (Cow<'_, str>, Vec<Forgiven>) {
    let mut forgiven = Vec::new();
    let mut text = input;
    if let Some(suffix) = after_prefix(text, |c| c == ' ') {
        forgiven.push(Forgiven::Prefix);
        text = suffix;
    }
    match scheme(text).filter(|scheme| has_capitals(scheme)) {
        Some(scheme) => {
            forgiven.push(Forgiven::SchemeCase);
            ((scheme.to_ascii_lowercase() + &text[scheme.len()..]).into(), forgiven)
        }
        None => (text.into(), forgiven),
    }
}

/// The scheme of the result of [`forgive`], as written in the input, and the first fault that is
/// removed.
pub(crate) fn forgiven_scheme(input: &str) -> Option<(&str, Option<Forgiven>)> {
    forgiven_with(input, scheme(input)?)
}

/// Like [`forgiven_scheme`], for an input whose [scheme] is known. In an input with a prefix, the
/// name of the prefix is the first scheme.
pub(crate) fn forgiven_with<'t>(input: &'t str, first: &'t str) -> Option<(&'t str, Option<Forgiven>)> {
    let may_be_prefix = first.len() + ":".len() == PREFIX.len();
    match may_be_prefix.then(|| after_prefix(input, |c| c == ' ')).flatten() {
        Some(suffix) => Some((scheme(suffix)?, Some(Forgiven::Prefix))),
        None => Some((first, has_capitals(first).then_some(Forgiven::SchemeCase))),
    }
}

/// Whether a text has capital letters. No branch depends on where they are, since a scheme is short
/// and the processor cannot predict it.
fn has_capitals(text: &str) -> bool {
    text.bytes().fold(false, |any, byte| any | byte.is_ascii_uppercase())
}
