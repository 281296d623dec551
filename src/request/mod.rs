//! What a client does with a URL: the commands, the line or the name that it stands for, scheme by scheme.
//!
//! Sections are those of RFC 1738; the documents of the first generation say the same in fewer words, and where they say
//! something else, it is said here. The drafts of 1997 define no schemes.
//!
//! ```
//! use uri_lineage::Grammar;
//! use uri_lineage::request::{Request, request};
//!
//! let Request::Gopher { sends, .. } = request(Grammar::Rfc1738, "gopher://host/0sel")? else { panic!() };
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

use crate::grammar::Grammar;

/// What a client does with a URL.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::request::{Request, request};
///
/// let Request::Ftp { user, steps, .. } = request(Grammar::Rfc1738, "ftp://host.dom/etc/motd;type=a")? else { panic!() };
/// assert_eq!(user.to_string(), "anonymous");
/// let steps: Vec<String> = steps.iter().map(|step| step.to_string()).collect();
/// assert_eq!(steps, ["CWD etc", "TYPE a", "RETR motd"]);
/// # Ok::<(), uri_lineage::request::RequestError>(())
/// ```
///
/// # Errors
///
/// Where the grammar does not take the URL, its document does not say what to do with it, or an octet in it would break out
/// of its field in the protocol, against which the security sections warn.
pub fn request(grammar: Grammar, url: &str) -> Result<Request, RequestError> {
    let parsed = grammar.parse(url).map_err(|error| RequestError::Refused(Box::new(error)))?;
    build::request(&parsed)
}
