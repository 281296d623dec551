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
mod code_points;
mod error;
mod host;
mod idna;
mod input;
mod parse;
mod parser;
mod percent;
mod record;
mod relative;
mod scheme;

pub use error::{UrlError, ValidationError};
pub use host::Host;
#[cfg(all(feature = "compare", feature = "idna"))]
pub(crate) use idna::mapped_character;
pub use record::UrlRecord;
