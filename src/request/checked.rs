//! Octets that a client may send: they contain no delimiter of their field.

use std::fmt;

use super::error::RequestError;
use crate::ast::text::{Octets, Text};

/// The delimiters of a field in a protocol. The field cannot contain them.
#[derive(Clone, Copy)]
pub(crate) enum Delimiters {
    /// The field extends to the end of a line: FTP arguments, selectors, names.
    Line,
    /// The field is one word of a line, or is enclosed in angle brackets: hosts, groups, message
    /// identifiers, HTTP paths.
    Word,
    /// The field is one mail address of RFC 822, section 6.1: an unquoted comma begins another
    /// address, and an unquoted space or angle bracket ends it.
    Mailbox,
    /// The field is the name of a header field of RFC 5322, section 3.6.8: a colon ends it.
    HeaderName,
    /// The field is a line of a text, which may contain a TAB.
    TextLine,
}

impl Delimiters {
    /// The first octet that would end the field, and its offset.
    pub fn find(self, octets: &[u8]) -> Option<(u8, usize)> {
        // No protocol here has a field that may contain one of these octets.
        const CONTROLS: &[u8] = b"\0\t\n\r";
        // Very few fields contain a delimiter. Without an early exit the compiler vectorizes the
        // comparison.
        let may_occur =
            octets.iter().fold(false, |any, &octet| any | (octet <= b' ') | (octet == b'<') | (octet == b'>'));
        match self {
            Self::Mailbox => first_of(CONTROLS, octets).or_else(|| Self::outside_quotes(octets)),
            Self::HeaderName => {
                let ends = |octet: &u8| !octet.is_ascii_graphic() || *octet == b':';
                octets.iter().position(ends).map(|offset| (octets[offset], offset))
            }
            _ if !may_occur => None,
            Self::Line => first_of(CONTROLS, octets),
            Self::TextLine => first_of(b"\0\n\r", octets),
            Self::Word => first_of(CONTROLS, octets).or_else(|| first_of(b" <>", octets)),
        }
    }

    fn outside_quotes(octets: &[u8]) -> Option<(u8, usize)> {
        let (mut quoted, mut escaped) = (false, false);
        for (offset, &octet) in octets.iter().enumerate() {
            match octet {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => quoted = !quoted,
                b' ' | b'<' | b'>' | b',' if !quoted => return Some((octet, offset)),
                _ => {}
            }
        }
        // An unclosed quotation would extend into the text that the client sends next.
        let unclosed = if escaped { Some(b'\\') } else { quoted.then_some(b'"') };
        unclosed.map(|octet| (octet, octets.len()))
    }
}

/// The first octet that is one of some delimiters, and its offset.
fn first_of(delimiters: &[u8], octets: &[u8]) -> Option<(u8, usize)> {
    octets.iter().position(|octet| delimiters.contains(octet)).map(|offset| (octets[offset], offset))
}

/// Octets that a client may send: fields of a URL without the delimiters of the field, and the
/// protocol's own words between them.
///
/// A [`Request`](super::Request) contains no other octets: only the library constructs values of
/// this type. A field contains no NUL, TAB, LF or CR, but a line of a message's body may contain a TAB; a
/// field that is a word of a line contains no space and no angle bracket either.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::request::{Request, request};
///
/// let Request::News { commands, .. } = Grammar::Rfc1738.request("news:1%2B2@host")? else { panic!() };
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

    /// A checked field. `part` is the production of the field.
    pub(crate) fn new(
        part: &'static str,
        delimiters: Delimiters,
        octets: impl Into<Vec<u8>>,
    ) -> Result<Self, RequestError> {
        let octets = octets.into();
        match delimiters.find(&octets) {
            Some((octet, _)) => Err(RequestError::BreaksOut { part, octet }),
            None => Ok(Self(Octets(octets))),
        }
    }

    /// A checked field from the decoded octets of a text.
    pub(crate) fn decoded(part: &'static str, delimiters: Delimiters, text: Text<'_>) -> Result<Self, RequestError> {
        Self::new(part, delimiters, text.octets())
    }

    /// The protocol's own words.
    pub(crate) fn from_words(words: &'static str) -> Self {
        Self(words.into())
    }

    /// Appends the protocol's own words.
    pub(crate) fn with(mut self, words: &'static str) -> Self {
        self.0.0.extend_from_slice(words.as_bytes());
        self
    }

    /// Appends a field.
    pub(crate) fn and(mut self, field: &Self) -> Self {
        self.0.0.extend_from_slice(field.as_bytes());
        self
    }
}

/// Writes the octets as [`Octets`](crate::Octets) are written.
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
