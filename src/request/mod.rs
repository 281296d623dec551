//! What a client does with a URL: the commands, the line or the name that it stands for, scheme by scheme.
//!
//! Sections are those of RFC 1738; the documents of the first generation say the same in fewer words, and where they say
//! something else, it is said here. What came after defines no schemes; by RFC 3986 `http` is asked for as its sections 3.2 and
//! 3.3 divide any URI.
//!
//! ```
//! use uri_lineage::Grammar;
//! use uri_lineage::request::Request;
//!
//! let Request::Gopher { sends, .. } = Grammar::Rfc1738.request("gopher://host/0sel")? else { panic!() };
//! assert_eq!(sends.as_bytes(), b"sel\r\n");
//! # Ok::<(), uri_lineage::request::RequestError>(())
//! ```

mod build;
mod checked;
mod error;
mod gopher;
mod gopher_plus;
mod steps;

pub use checked::Checked;
pub use error::RequestError;
pub use gopher_plus::{GopherPlus, GopherPlusError};
pub use steps::{FtpStep, Password, Request, Server};

use crate::grammar::{Generation, Grammar};
use crate::parsed::Parsed;

/// What a client does with a URL.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::request::{Request, request};
///
/// let url = Grammar::Rfc1738.parse("ftp://host.dom/etc/motd;type=a")?;
/// let Request::Ftp { user, steps, .. } = request(&url)? else { panic!() };
/// assert_eq!(user.to_string(), "anonymous");
/// let steps: Vec<String> = steps.iter().map(|step| step.to_string()).collect();
/// assert_eq!(steps, ["CWD etc", "TYPE a", "RETR motd"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Where the document does not say what to do with the URL, or an octet in it would break out of its field in the
/// protocol, against which the security sections warn.
pub fn request(url: &Parsed<'_>) -> Result<Request, RequestError> {
    build::request(url.grammar(), url.value(), url.input())
}

impl Grammar {
    /// What a client does with the URL that this grammar reads in a text: [`request`].
    ///
    /// # Errors
    ///
    /// Those of [`request`], and where the grammar does not accept the text.
    pub fn request(self, url: &str) -> Result<Request, RequestError> {
        let value = self.value(url).map_err(|error| RequestError::Refused(Box::new(error)))?;
        build::request(self, Some(&value), url)
    }

    /// Whether the document of this grammar says what a client does with some URL.
    pub fn requests(self) -> bool {
        matches!(self.generation(), Generation::First | Generation::Second) || self.facts().http
    }
}

/// What a client does with a URL that a grammar is known to accept, sooner: it is not parsed where the document says nothing.
#[cfg(feature = "classifier")]
pub(crate) fn request_accepted(grammar: Grammar, url: &str) -> Result<Request, RequestError> {
    if grammar.requests() { grammar.request(url) } else { Err(RequestError::Undefined(grammar)) }
}
