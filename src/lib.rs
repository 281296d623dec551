//! URLs parsed exactly as each historical standard defined them.
//!
//! Five documents defined URLs from 1993 to 1997, before the web settled. Five more led to the
//! standards of today for URIs and IRIs. Their eleven grammars, and two of the URL Standard that
//! browsers follow, are transcribed production by production into pest grammars (the folder
//! `grammar/`). A thin typed layer maps the parse trees to structs that borrow from the input.
//!
//! # Parse a URL
//!
//! ```
//! use uri_lineage::rfc1738::Url;
//!
//! let Url::Ftp(url) = Url::parse("ftp://myname@host.dom/%2Fetc/motd;type=a")? else { panic!() };
//! assert!(url.login().user().is_some_and(|user| user == "myname"));
//! let directory = url.fpath().unwrap().segments().next().unwrap();
//! assert_eq!((directory.as_str(), &*directory.to_utf8().unwrap()), ("%2Fetc", "/etc"));
//! # Ok::<(), uri_lineage::Error>(())
//! ```
//!
//! # See why a URL is refused
//!
//! ```
//! use uri_lineage::{Grammar, Reason};
//!
//! let error = Grammar::Rfc1738.parse("http://host/~me").unwrap_err();
//! assert_eq!((error.offset(), error.reason()), (12, Reason::NationalCharacter));
//! assert_eq!(error.advice_text().to_string(), "`~` is `national`: write %7E");
//! ```
//!
//! # Compare two generations
//!
//! ```
//! use uri_lineage::Grammar;
//!
//! let host = |grammar: Grammar| grammar.parse("ftp://0?@a").map(|url| url.value().components().host);
//! assert!(host(Grammar::Rfc1738)?.is_some_and(|host| host == "a"));
//! assert!(host(Grammar::Rfc3986)?.is_some_and(|host| host == "0"));
//! # Ok::<(), uri_lineage::Error>(())
//! ```
//!
//! # The grammars
//!
//! | grammar | document | typed entry |
//! |---|---|---|
//! | [`Grammar::UrlDraft02`] | draft-ietf-uri-url-02, 1993 | [`rfc1630::Url::parse_draft_02`] |
//! | [`Grammar::UrlDraft03`] | draft-ietf-uri-url-03, March 1994 | [`rfc1630::Url::parse_draft_03`] |
//! | [`Grammar::Rfc1630Generic`] | RFC 1630, June 1994, generic syntax | [`rfc1630::FragmentAddress::parse`] |
//! | [`Grammar::Rfc1630`] | RFC 1630, June 1994, specific schemes | [`rfc1630::Url::parse`] |
//! | [`Grammar::Rfc1738`] | RFC 1738, December 1994 | [`rfc1738::Url::parse`] |
//! | [`Grammar::Rfc1808`] | RFC 1808, June 1995 | [`rfc1808::Url::parse`] |
//! | [`Grammar::Uri1997`] | the two drafts of December 1997 | [`uri::UriReference::parse_1997`] |
//! | [`Grammar::Rfc2396`] | RFC 2396, August 1998 | [`uri::UriReference::parse_rfc2396`] |
//! | [`Grammar::Rfc2732`] | RFC 2732, December 1999 | [`uri::UriReference::parse_rfc2732`] |
//! | [`Grammar::Rfc3986`] | RFC 3986, January 2005 | [`rfc3986::UriReference::parse`] |
//! | [`Grammar::Rfc3987`] | RFC 3987, January 2005 | [`rfc3987::IriReference::parse`] |
//! | [`Grammar::WhatwgValid`] | the WHATWG's URL Standard, valid URL strings | [`whatwg::Url::parse_valid`] |
//! | [`Grammar::Whatwg`] | the WHATWG's URL Standard, its parser | [`whatwg::Url::parse`] |
//!
//! # More
//!
//! The library also implements the procedures of the documents: it [`resolve`]s relative
//! references, tests whether two strings are equivalent URLs ([`normal`]), [`extract`]s URLs from
//! running text, returns the client's [`request`] for a URL, [`compose`]s URLs from plain parts,
//! reports [`warnings`], [`forgive`]s common mistakes, and [`convert`]s URLs to another generation.
//!
//! Parsing takes linear time and bounded stack for every input. Offsets count bytes.
//!
//! The feature `serde` implements `Serialize` for every struct, with the productions' printed names
//! as field names, and `Deserialize` for URLs, from their text. The feature `schema` has JSON
//! Schemas of the records that commands write. The feature `classifier` tests an input against all
//! grammars in one pass, `language` compares grammars, `proof` proves the transcriptions and has
//! the toolkit's `lint`, and `reference` has pest_derive's parsers.

#![cfg_attr(docsrs, feature(doc_cfg))]

// The code that pest_derive generates names `std` this way, since pest is used without its feature
// `std`.
#[cfg(feature = "reference")]
extern crate alloc;

mod accepted;
mod address;
mod authority;
mod bytes;
mod captures;
mod component;
mod components;
mod context;
mod error;
mod forgive;
mod from_text;
mod grammar;
mod message;
mod named;
mod owned;
mod parsed;
mod parsers;
mod production;
#[cfg(feature = "language")]
pub mod published;
#[cfg(not(feature = "language"))]
mod published;
mod reason;
mod refusal;
#[rustfmt::skip]
mod rule;
#[cfg(test)]
#[allow(dead_code, reason = "the integration tests share it")]
#[path = "../tests/it/common/sample.rs"]
mod sample;
mod scheme;
mod scheme_url;
mod shared;
mod text;
mod tree;
mod utf8;
mod warning;

#[cfg(feature = "language")]
pub mod claims;
#[cfg(feature = "classifier")]
pub mod classifier;
pub mod compose;
pub mod convert;
pub mod extract;
#[cfg(feature = "language")]
pub mod language;
#[cfg(not(feature = "language"))]
mod language;
pub mod normal;
#[cfg(feature = "proof")]
pub mod proof;
#[cfg(feature = "reference")]
pub mod reference;
pub mod request;
pub mod resolve;
pub mod rfc1630;
pub mod rfc1738;
pub mod rfc1808;
pub mod rfc3986;
pub mod rfc3987;
pub mod uri;
pub mod visible;
pub mod whatwg;

pub use accepted::Accepted;
pub use component::{Component, Part, UnknownComponent, UnknownPart};
pub use components::Components;
#[doc(hidden)]
pub use error::CacheKey;
pub use error::{Advice, Error, Expected, NotUtf8};
pub use forgive::{Forgiven, forgive};
pub use grammar::{Date, Generation, Grammar, UnknownGrammar};
pub use owned::{Borrowing, Owned};
pub use parsed::{OwnedParsed, Parsed, Value};
pub use production::Production;
pub use reason::{Reason, UnknownReason};
pub use refusal::{Member, Refusal};
#[cfg(feature = "proof")]
pub use regular_bnf::lint;
pub use regular_bnf::{CharSet, Ignored, KeptText};
pub use scheme::{DefaultPort, default_port};
pub use shared::{Host, Hostname, Hostport, Login, Path};
pub use text::{Digits, Octets, Text};
pub use tree::{Node, Tree};
pub use warning::{Warning, warnings};

/// Runs the README's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Runs the guide's examples.
#[cfg(doctest)]
#[doc = include_str!("../GUIDE.md")]
struct Guide;
