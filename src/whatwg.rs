//! The WHATWG's URL Standard.
//!
//! A [`Url`] is a URL record: what the standard's parser makes of an input, with a base or without.
//! Hosts are in small letters and addresses are numbers, there are no dot segments, and the rest is
//! percent-encoded as a browser sends it. It has the serialization, the origin and the validation
//! errors.
//!
//! ```
//! use std::net::Ipv4Addr;
//! use uri_lineage::whatwg::{Host, Url, ValidationError};
//!
//! let base = Url::parse("https://example.org/a/b?c")?;
//! assert_eq!(Url::parse_with_base("../d#e", &base)?.as_str(), "https://example.org/d#e");
//! assert_eq!(Url::parse_with_base("///evil.example", &base)?.as_str(), "https://evil.example/");
//!
//! let url = Url::parse("http:\\\\USER@0x7f.1\\x\\..\\y")?;
//! assert_eq!((url.as_str(), url.username()), ("http://USER@127.0.0.1/y", "USER"));
//! assert_eq!(url.host(), Some(Host::Ipv4(Ipv4Addr::LOCALHOST)));
//!
//! let error = Url::parse("https://example.com:port/").unwrap_err();
//! assert_eq!((error.error, error.offset), (ValidationError::PortInvalid, 20));
//! # Ok::<(), uri_lineage::whatwg::UrlError>(())
//! ```
//!
//! With the feature `idna`, Unicode's IDNA processing (UTS 46) decides whether a host beyond
//! US-ASCII is a domain, and writes it in US-ASCII. Without it, such a host is a domain as it is.
//!
//! A [`UrlString`] is the input itself: its parts are unchanged pieces of it, under the names of the
//! grammar's productions. It also parses by the standard's syntax of valid URL strings.
//!
//! ```
//! use uri_lineage::whatwg::UrlString;
//!
//! let url = UrlString::parse("http:\\\\user@a\\..\\b")?;
//! assert_eq!((url.username().unwrap().as_str(), url.host().unwrap().as_str()), ("user", "a"));
//! assert_eq!(url.path().unwrap().as_str(), "\\..\\b");
//! // None of that may be written.
//! assert!(UrlString::parse_valid("http:\\\\user@a\\..\\b").is_err());
//! assert_eq!(UrlString::parse_valid("../b?c")?.query().unwrap().as_str(), "c");
//! # Ok::<(), uri_lineage::Error>(())
//! ```

pub use crate::ast::whatwg::{UrlString, UrlStringBuf};
pub use crate::url_standard::{Host, Url, UrlError, ValidationError};
