//! The client's request for a URL: the commands, the line or the name that the scheme defines.
//!
//! Section numbers are those of RFC 1738. The documents of the first generation agree with it in
//! fewer words; comments note where they differ. Later documents of all URLs define no schemes. In
//! RFC 3986 only `http` has a request, for which sections 3.2 and 3.3 divide the URI. The documents of
//! one scheme define its requests anew: [`SchemeDocument::request`](crate::SchemeDocument::request).
//!
//! ```
//! use uri_lineage::Grammar;
//! use uri_lineage::request::Request;
//!
//! let Request::Gopher { sends, .. } = Grammar::Rfc1738.request("gopher://host/0sel")? else { panic!() };
//! assert_eq!(sends.as_bytes(), b"sel\r\n");
//! # Ok::<(), uri_lineage::request::RequestError>(())
//! ```

mod checked;
mod error;
mod fields;
mod gopher;
mod gopher_plus;
mod protocols;
mod requestable;
mod rfc1630;
mod rfc1738;
mod rfc3986;
mod schemes;
mod steps;

pub use checked::Checked;
pub use error::RequestError;
pub use gopher_plus::{GopherPlus, GopherPlusError};
pub(crate) use schemes::of_uri;
pub use steps::{FtpStep, Password, Request, Server};

use crate::ast::accepted::Accepted;
use crate::ast::value::Value;
use crate::grammar::{Grammar, SchemeDocument};

/// Returns the client's request for a URL.
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
/// If the document does not specify the request for the URL, or if an octet of the URL would end
/// its field in the protocol, against which the security sections warn.
pub fn request(url: &impl Accepted) -> Result<Request, RequestError> {
    url.with_parsed(|url| request_of_value(url.grammar(), url.value(), url.input()))
}

/// The request for a value; `text` is the text that was parsed.
fn request_of_value(grammar: Grammar, value: &Value<'_>, text: &str) -> Result<Request, RequestError> {
    match value {
        _ if !grammar.defines_requests() => Err(RequestError::undefined(grammar, text)),
        Value::Rfc1630(url) => rfc1630::of_url(url, grammar, text),
        Value::Rfc1630Fragment(address) => rfc1630::of_fragment_address(address, grammar, text),
        Value::Rfc1738(url) => rfc1738::of_url(url, grammar, text),
        Value::Rfc3986(reference) => rfc3986::of_reference(reference, grammar, text),
        // RFC 3987, section 3.1: an IRI locates the resource that its URI locates. In US-ASCII it
        // is its URI.
        Value::Rfc3987(iri) if text.is_ascii() => rfc3986::of_reference(&iri.parts(), grammar, text),
        Value::Rfc3987(iri) => match Grammar::Rfc3986.request(&iri.to_uri()) {
            Err(RequestError::Undefined { in_force, .. }) => {
                Err(RequestError::Undefined { grammar: grammar.into(), in_force })
            }
            result => result,
        },
        _ => Err(RequestError::undefined(grammar, text)),
    }
}

/// Parses a text and returns the client's request for the URL.
pub(crate) fn parse_and_request(grammar: Grammar, url: &str) -> Result<Request, RequestError> {
    let value = grammar.parse_value(url).map_err(|error| RequestError::Refused(Box::new(error)))?;
    request_of_value(grammar, &value, url)
}

/// Parses a text with a document of one scheme and returns the client's request for the URL.
pub(crate) fn parse_and_request_scheme(document: SchemeDocument, url: &str) -> Result<Request, RequestError> {
    schemes::of_uri(document, &document.parse(url)?)
}

/// The client's request for a URL that the grammar is known to accept. If the document specifies no
/// requests, the URL is not parsed, which is faster.
pub(crate) fn request_accepted(grammar: Grammar, url: &str) -> Result<Request, RequestError> {
    if grammar.defines_requests() { grammar.request(url) } else { Err(RequestError::undefined(grammar, url)) }
}
