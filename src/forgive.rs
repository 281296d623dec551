//! What the documents ask programs to forgive, though the grammars do not.

use std::borrow::Cow;
use std::fmt;

/// What was forgiven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Forgiven {
    /// `URL:` before the URL, in either case, perhaps with a space after it (draft 03, "PrePrefix"; RFC 1738, Appendix; the
    /// URI draft of 1997, Appendix B).
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

/// The URL without what is to be forgiven, and what that was. What follows is for a grammar to judge.
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
    if let Some(rest) = behind_prefix(text, |c| c == ' ') {
        forgiven.push(Forgiven::Prefix);
        text = rest;
    }
    match capital_scheme(text) {
        Some(scheme) => {
            forgiven.push(Forgiven::SchemeCase);
            ((scheme.to_ascii_lowercase() + &text[scheme.len()..]).into(), forgiven)
        }
        None => (text.into(), forgiven),
    }
}

/// The first of what [`forgive`] forgives.
pub(crate) fn first_forgiven(input: &str) -> Option<Forgiven> {
    let prefix = behind_prefix(input, |c| c == ' ').map(|_| Forgiven::Prefix);
    prefix.or_else(|| capital_scheme(input).map(|_| Forgiven::SchemeCase))
}

/// The scheme of what [`forgive`] leaves, as it is written in the input.
pub(crate) fn forgiven_scheme(input: &str) -> Option<&str> {
    scheme(behind_prefix(input, |c| c == ' ').unwrap_or(input))
}

/// A scheme with capital letters.
fn capital_scheme(text: &str) -> Option<&str> {
    scheme(text).filter(|scheme| scheme.bytes().any(|byte| byte.is_ascii_uppercase()))
}

/// What stands before the first colon, if it can be a scheme in any case: the characters of RFC 1738, section 2.1.
pub(crate) fn scheme(text: &str) -> Option<&str> {
    let end = text.bytes().position(|byte| !in_scheme(byte)).filter(|&end| end > 0)?;
    (text.as_bytes()[end] == b':').then(|| &text[..end])
}

/// Whether a scheme in any case may hold a byte.
pub(crate) fn in_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-')
}

/// What follows a prefix `URL:` in either case, and after the space there, if that begins with a scheme.
pub(crate) fn behind_prefix(text: &str, space: fn(char) -> bool) -> Option<&str> {
    let (prefix, rest) = text.split_at_checked("url:".len())?;
    if !prefix.eq_ignore_ascii_case("url:") {
        return None;
    }
    let rest = rest.trim_start_matches(space);
    scheme(rest).map(|_| rest)
}
