//! The URL Standard's parser, with a base and without: URL records, their serialization, and the
//! validation errors.
//!
//! [`whatwg`](crate::whatwg) shows which parts of a text the parser reads, unchanged. A
//! [`UrlRecord`] is what the parser makes of them: hosts in small letters and addresses as numbers,
//! without dot segments, and percent-encoded as a browser sends them. The parser is written state by
//! state, under the standard's names. Tests hold its verdicts to the grammar
//! [`Whatwg`](crate::Grammar::Whatwg), and all of it to a second transcription of the algorithm.
//!
//! ```
//! use std::net::Ipv4Addr;
//! use uri_lineage::url_standard::{Host, UrlRecord, ValidationError};
//!
//! let base = UrlRecord::parse("https://example.org/a/b?c")?;
//! assert_eq!(UrlRecord::parse_with_base("../d#e", &base)?.as_str(), "https://example.org/d#e");
//! assert_eq!(UrlRecord::parse_with_base("///evil.example", &base)?.as_str(), "https://evil.example/");
//!
//! let url = UrlRecord::parse("http:\\\\USER@0x7f.1\\x\\..\\y")?;
//! assert_eq!((url.as_str(), url.username()), ("http://USER@127.0.0.1/y", "USER"));
//! assert_eq!(url.host(), Some(Host::Ipv4(Ipv4Addr::LOCALHOST)));
//!
//! let error = UrlRecord::parse("https://example.com:port/").unwrap_err();
//! assert_eq!((error.error, error.offset), (ValidationError::PortInvalid, 20));
//! # Ok::<(), uri_lineage::url_standard::UrlError>(())
//! ```
//!
//! With the feature `idna`, Unicode's IDNA processing (UTS 46) decides whether a host beyond
//! US-ASCII is a domain, and writes it in US-ASCII. Without it, such a host is a domain as it is.

mod build;
mod error;
mod host;
mod parser;
mod percent;
mod record;
mod relative;
mod scheme;

pub use error::{UrlError, ValidationError};
pub use host::Host;
pub use record::UrlRecord;

use self::error::ErrorSink;
use self::parser::{Input, Parser};

impl UrlRecord {
    /// Parses an input without a base.
    ///
    /// # Errors
    ///
    /// If the parser fails: the validation error that is the failure.
    pub fn parse(input: &str) -> Result<Self, UrlError> {
        parse(input, None, &mut ())
    }

    /// Parses an input relative to a base.
    ///
    /// # Errors
    ///
    /// If the parser fails: the validation error that is the failure.
    ///
    /// ```
    /// use uri_lineage::url_standard::UrlRecord;
    ///
    /// let base = UrlRecord::parse("file://host/C:/a")?;
    /// assert_eq!(UrlRecord::parse_with_base("/b", &base)?.as_str(), "file://host/C:/b");
    /// assert_eq!(UrlRecord::parse_with_base("mailto:a@b", &base)?.as_str(), "mailto:a@b");
    /// # Ok::<(), uri_lineage::url_standard::UrlError>(())
    /// ```
    pub fn parse_with_base(input: &str, base: &Self) -> Result<Self, UrlError> {
        parse(input, Some(base), &mut ())
    }

    /// Parses an input and collects all validation errors, in the order in which the parser meets
    /// them. If it fails, the last one is the failure.
    ///
    /// ```
    /// use uri_lineage::url_standard::{UrlRecord, ValidationError};
    ///
    /// let (url, errors) = UrlRecord::parse_with_errors("https:example.org\\a", None);
    /// assert_eq!(url.unwrap().as_str(), "https://example.org/a");
    /// let names: Vec<&str> = errors.iter().map(|error| error.error.name()).collect();
    /// assert_eq!(names, ["special-scheme-missing-following-solidus", "invalid-reverse-solidus"]);
    /// ```
    pub fn parse_with_errors(input: &str, base: Option<&Self>) -> (Result<Self, UrlError>, Vec<UrlError>) {
        let mut errors = Vec::new();
        let url = parse(input, base, &mut errors);
        (url, errors)
    }
}

fn parse(input: &str, base: Option<&UrlRecord>, errors: &mut impl ErrorSink) -> Result<UrlRecord, UrlError> {
    let input = Input::new(input, errors);
    Parser::parse(&input, base, errors)
}
