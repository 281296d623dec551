//! What a client may send: octets that were checked against what delimits them.

use std::fmt;

use super::error::RequestError;
use crate::text::{Octets, Text};

/// What delimits a field of a protocol. An octet that does so cannot stand in the field.
#[derive(Clone, Copy)]
pub(super) enum Delimiters {
    /// The field is the rest of a line: FTP arguments, selectors, names.
    Line,
    /// The field is one word of a line, or stands in angle brackets: hosts, groups, message identifiers, HTTP paths.
    Word,
    /// The field is one mail address by RFC 822, section 6.1: a comma begins another, a space or an angle bracket ends it,
    /// unless it is quoted.
    Mailbox,
}

impl Delimiters {
    /// The first octet that would end the field.
    fn find(self, octets: &[u8]) -> Option<u8> {
        // Hardly any field holds one. Without a way out many are compared at a time.
        let special = |octet: u8| (octet <= b' ') | (octet == b'<') | (octet == b'>');
        let any = octets.iter().fold(false, |any, &octet| any | special(octet));
        // No protocol here has a field that can hold one of these.
        let line = || octets.iter().copied().find(|octet| b"\0\t\n\r".contains(octet));
        match self {
            Self::Mailbox => line().or_else(|| Self::outside_quotes(octets)),
            _ if !any => None,
            Self::Line => line(),
            Self::Word => line().or_else(|| octets.iter().copied().find(|octet| b" <>".contains(octet))),
        }
    }

    fn outside_quotes(octets: &[u8]) -> Option<u8> {
        let (mut quoted, mut escaped) = (false, false);
        for &octet in octets {
            match octet {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => quoted = !quoted,
                b' ' | b'<' | b'>' | b',' if !quoted => return Some(octet),
                _ => {}
            }
        }
        // What is not closed would go on in what the client sends after it.
        if escaped { Some(b'\\') } else { quoted.then_some(b'"') }
    }
}

/// Octets that a client may send: fields of a URL, none of which holds what delimits it, and the protocol's own words
/// between them.
///
/// No other octets get into a [`Request`](super::Request): only this module's parents make values of this type. A field
/// holds no NUL, TAB, LF or CR; one that is a word of a line no space and no angle bracket either.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::request::{Request, request};
///
/// let Request::News { commands } = Grammar::Rfc1738.request("news:1%2B2@host")? else { panic!() };
/// assert_eq!(commands[0].as_bytes(), b"ARTICLE <1+2@host>");
/// assert!(Grammar::Rfc1738.request("news:a%3E%20b@host").is_err());
/// # Ok::<(), uri_lineage::request::RequestError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transparent))]
pub struct Checked(#[cfg_attr(feature = "schema", schemars(with = "String"))] Octets);

impl Checked {
    /// The octets.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0.0
    }

    /// A field. `part` is the production that it comes from.
    pub(super) fn new(
        part: &'static str,
        delimiters: Delimiters,
        octets: impl Into<Vec<u8>>,
    ) -> Result<Self, RequestError> {
        let octets = octets.into();
        match delimiters.find(&octets) {
            Some(octet) => Err(RequestError::BreaksOut { part, octet }),
            None => Ok(Self(Octets(octets))),
        }
    }

    /// A field of what a text stands for.
    pub(super) fn decoded(part: &'static str, delimiters: Delimiters, text: Text<'_>) -> Result<Self, RequestError> {
        Self::new(part, delimiters, text.octets())
    }

    /// The protocol's own words.
    pub(super) fn own(words: &'static str) -> Self {
        Self(words.into())
    }

    /// The same with the protocol's own words after it.
    pub(super) fn with(mut self, words: &'static str) -> Self {
        self.0.0.extend_from_slice(words.as_bytes());
        self
    }

    /// The same with a field after it.
    pub(super) fn and(mut self, field: &Self) -> Self {
        self.0.0.extend_from_slice(field.as_bytes());
        self
    }
}

/// Shows all that is not printable US-ASCII as escapes (`\t`, `\r`, `\n`, `\xe9`).
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
