//! Composes URLs from plain parts; each part is escaped as its production requires.
//!
//! A part consists of plain octets. The production of the part determines which octets are escaped.
//! The composed URL is parsed again and must have the same parts. A URL that the generation cannot
//! express is an error.
//!
//! ```
//! use uri_lineage::Grammar;
//! use uri_lineage::compose::Parts;
//!
//! let parts = Parts::ftp("host.dom").path(["/etc", "a b;c"]);
//! assert_eq!(parts.write(Grammar::Rfc1738)?, "ftp://host.dom/%2Fetc/a%20b%3Bc");
//! # Ok::<(), uri_lineage::compose::ComposeError>(())
//! ```

mod builder;
mod composable;
mod error;
mod parts;
mod reader;
mod reference;
mod rfc1630;
mod rfc1738;
mod schemes;
mod server;
mod writer;

pub use error::ComposeError;
pub use parts::{
    Afs, Article, Cid, File, Ftp, Generic, Gopher, Http, Https, Item, Mailto, Mid, Newsgroup, Nntp, Opaque, Other,
    Parts, Prospero, Reference, Telnet, Urn, Wais, WaisFields, Waisdoc,
};
pub use server::{Account, Authority, Endpoint};

use crate::ast::parsed::Parsed;
use crate::ast::value::Value;
use crate::grammar::{DocumentGrammar, Generation};
use crate::scheme::SchemeUri;
use composable::Composable;
use writer::{Composed, Writer};

impl Parts {
    /// Composes the URL in a grammar.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::compose::Parts;
    ///
    /// let parts = Parts::ftp("host.dom").path(["/etc", "a b;c"]).ftptype("a");
    /// assert_eq!(Parts::from(parts).write(Grammar::Rfc1738)?, "ftp://host.dom/%2Fetc/a%20b%3Bc;type=a");
    /// # Ok::<(), uri_lineage::compose::ComposeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the grammar has no such URL or part, or would parse the composed URL differently.
    pub fn write(&self, grammar: impl Into<DocumentGrammar>) -> Result<String, ComposeError> {
        let grammar = grammar.into();
        // The first attempt has as few escapes as the productions permit. The second escapes every
        // octet that can be escaped, for characters that a part's production accepts although they
        // delimit the part.
        self.attempt(&Writer { grammar, cautious: false }).or_else(|first| {
            let second = self.attempt(&Writer { grammar, cautious: true });
            second.map_err(|second| match second {
                ComposeError::Refused { .. } | ComposeError::RefusedByScheme { .. } => first,
                second => second,
            })
        })
    }

    /// Writes the URL, and checks that the grammar parses the same parts in it.
    fn attempt(&self, writer: &Writer) -> Composed {
        let text = self.text(writer)?;
        let read = match writer.grammar {
            DocumentGrammar::Grammar(grammar) => {
                // No entry production uses `afsaddress`.
                let production = if matches!(self, Self::Afs(_)) { grammar.production("afsaddress") } else { None };
                let parsed = match production {
                    Some(production) => production.parse(&text),
                    None => grammar.parse(&text),
                };
                match parsed {
                    Ok(parsed) => Self::read(&parsed),
                    Err(error) => return Err(ComposeError::Refused { text, error: Box::new(error) }),
                }
            }
            DocumentGrammar::Scheme(document) => match document.parse(&text) {
                Ok(uri) => Self::read_uri(&uri),
                Err(error) => return Err(ComposeError::RefusedByScheme { text, error: Box::new(error) }),
            },
        };
        if read.as_ref() == Some(self) { Ok(text) } else { Err(ComposeError::ParsedDifferently(text)) }
    }

    /// Writes the URL without a check.
    fn text(&self, writer: &Writer) -> Composed {
        let generation = match writer.grammar {
            DocumentGrammar::Grammar(grammar) => grammar.generation(),
            DocumentGrammar::Scheme(document) => return schemes::write(writer, document, self),
        };
        match generation {
            Generation::First => rfc1630::write(writer, self),
            Generation::Second => rfc1738::write(writer, self),
            Generation::Intermediate | Generation::Third => reference::write(writer, self),
            Generation::UrlStandard => writer.inexpressible("the standard composes no URLs of parts"),
        }
    }

    /// The plain parts of a URI of a document of one scheme; `None` if it has none, for example because
    /// its port is too large.
    ///
    /// ```
    /// use uri_lineage::SchemeDocument::Rfc6068;
    /// use uri_lineage::compose::Parts;
    ///
    /// let parts = Parts::mailto().to("a&b@example.org").field("subject", "100 %");
    /// let uri = parts.write(Rfc6068)?;
    /// assert_eq!(uri, "mailto:a&b@example.org?subject=100%20%25");
    /// assert_eq!(Parts::read_uri(&Rfc6068.parse(&uri)?), Some(parts.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_uri(uri: &SchemeUri<'_>) -> Option<Self> {
        schemes::read(uri)
    }

    /// The plain parts of a parsed URL; `None` if it has no plain parts, for example because its
    /// `authority` is not a server.
    pub fn read(parsed: &Parsed<'_>) -> Option<Self> {
        match parsed.value() {
            Value::Rfc1738(url) => rfc1738::read(url),
            Value::Rfc1738Generic(url) => url.parts(),
            Value::Rfc1630(url) => rfc1630::read(url),
            Value::Rfc1630Fragment(address) => rfc1630::read_fragment_address(address),
            Value::Rfc1808(url) => Some(reference::read_rfc1808(url)),
            Value::Uri(reference) => reference::read_uri(reference),
            Value::Rfc3986(reference) => reference::read_rfc3986(reference),
            Value::Rfc3987(reference) => reference::read_rfc3986(&reference.parts()),
            Value::Whatwg(_) | Value::Text(_) => None,
        }
    }
}

/// Implements `write` for the parts of one kind of URL.
macro_rules! write_kinds {
    ($($kind:ident)*) => {$(
        impl $kind {
            /// Composes the URL in a grammar: [`Parts::write`].
            ///
            /// # Errors
            ///
            /// If the grammar has no such URL or part, or would parse the composed URL differently.
            pub fn write(&self, grammar: impl Into<DocumentGrammar>) -> Result<String, ComposeError> {
                Parts::from(self.clone()).write(grammar)
            }
        }
    )*};
}
parts::each_kind!(write_kinds);
