//! Parses a URL as each URL standard since 1993 defines it, and shows exactly where two of those
//! standards disagree.
//!
//! ```
//! use uri_lineage::{Grammar, rfc1738, rfc3986};
//!
//! let text = "ftp://0?@a"; // In RFC 1738 a user name may contain `?`.
//! let rfc1738::Url::Ftp(url) = rfc1738::Url::parse(text)? else { panic!() };
//! assert!(url.login().hostport().host() == "a");
//! let url = rfc3986::UriReference::parse(text)?;
//! assert!(url.authority().is_some_and(|authority| authority.host() == "0"));
//!
//! let error = Grammar::Rfc1738.parse("http://host/~me").unwrap_err();
//! assert_eq!((error.production(), error.offset()), ("httpurl", 12));
//! assert_eq!(error.advice_text().to_string(), "`~` is `national`: write %7E");
//! # Ok::<(), uri_lineage::Error>(())
//! ```
//!
//! Parsed values borrow from the input and are read-only. Parsing takes linear time and bounded
//! stack for every input, and never panics. Offsets count bytes. The folder `guide` of the
//! repository has a page for each task, and explains the program `uri-lineage`.
//!
//! # Types
//!
//! ```text
//! &str ─┬─ rfc3986::UriReference::parse ─► a struct of the standard: its productions are methods
//!       │                                     │ components()   the parts, by the same names for all
//!       │                                     │ as_str()       the text; into_owned() keeps it: UriReferenceBuf
//!       │                                     │ record()       the parts as JSON (serde), by their printed names
//!       ├─ Grammar::parse ──────────────► Parsed: by a standard chosen at run time; value() is such a struct
//!       ├─ Classifier::classify ────────► Classification: what each of the standards says
//!       ├─ whatwg::Url::parse ──────────► whatwg::Url: what a browser makes of it
//!       └─ or an Error: offset() and expected(), plain() and caret() for people, reason() for counts
//! ```
//!
//! # Modules
//!
//! | to | use |
//! |---|---|
//! | parse by a known standard | its module, such as [`rfc3986`] or [`rfc1738`]; see [below](#standards) |
//! | parse by a standard that the user selects | [`Grammar`], [`Parsed`], [`Components`] |
//! | parse by the document of one scheme, such as RFC 6068 for `mailto` | [`scheme`], [`SchemeDocument`] |
//! | keep a value without its input | [`Owned`], [`OwnedParsed`] |
//! | show why a URL is refused | [`Error`], [`Reason`], [`Refusal`] |
//! | resolve a relative reference, or compute one | [`resolve`] |
//! | compare and normalize URLs | [`Grammar::same`], [`Grammar::normalize`]; [`equivalence`] |
//! | find URLs in running text | [`extract`] |
//! | build a URL from unescaped parts | [`compose`] |
//! | rewrite a URL for another standard | [`convert`] |
//! | know what a client sends for a URL | [`request`] |
//! | report dangers, forgive mistakes | [`warnings`], [`forgive`] |
//! | show text with invisible characters | [`regular_bnf::visible`] |
//! | check many URLs by all standards at once | [`classifier`] |
//! | read and compare the grammars themselves | `Grammar::bnf`, [`regular_bnf`], `language` and `claims`, with the feature `compare` |
//! | read, resolve and serialize URLs as browsers do | [`whatwg`] |
//! | find where two standards read a host differently, test a parser of one's own, prove the parsers | `language::ReadingDifferences`, `regular_bnf::conform` and `Grammar::prove`, with the feature `compare` |
//!
//! # Standards
//!
//! | grammar | document | parse with |
//! |---|---|---|
//! | [`Grammar::UrlDraft02`] | draft-ietf-uri-url-02, 1993 | [`rfc1630::Url::parse_draft_02`] |
//! | [`Grammar::UrlDraft03`] | draft-ietf-uri-url-03, March 1994 | [`rfc1630::Url::parse_draft_03`] |
//! | [`Grammar::Rfc1630Generic`] | RFC 1630, June 1994, generic syntax | [`rfc1630::FragmentAddress::parse`] |
//! | [`Grammar::Rfc1630`] | RFC 1630, June 1994, specific schemes | [`rfc1630::Url::parse`] |
//! | [`Grammar::Rfc1738`] | RFC 1738, December 1994 | [`rfc1738::Url::parse`] |
//! | [`Grammar::Rfc1808`] | RFC 1808, June 1995 | [`rfc1808::Url::parse`] |
//! | [`Grammar::Uri1997`] | the two drafts of December 1997 | [`rfc2396::UriReference::parse_1997`] |
//! | [`Grammar::Rfc2396`] | RFC 2396, August 1998 | [`rfc2396::UriReference::parse`] |
//! | [`Grammar::Rfc2732`] | RFC 2732, December 1999 | [`rfc2396::UriReference::parse_rfc2732`] |
//! | [`Grammar::Rfc3986`] | RFC 3986, January 2005 | [`rfc3986::UriReference::parse`] |
//! | [`Grammar::Rfc3987`] | RFC 3987, January 2005 | [`rfc3987::IriReference::parse`] |
//! | [`Grammar::WhatwgValid`] | the URL Standard, valid URL strings | [`whatwg::UrlString::parse_valid`] |
//! | [`Grammar::Whatwg`] | the URL Standard, its parser | [`whatwg::Url::parse`]; [`whatwg::UrlString::parse`] for the text as it is written |
//!
//! Each parser is generated from a transcription of its document (the folder `grammar/`). A proof
//! shows that each rule accepts exactly the language of its production.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `serde` | `Serialize` and `Deserialize` of URLs as strings; `record` of each, its parts under the productions' names |
//! | `schema` | JSON Schemas of these |
//! | `compare` | the grammars as data: exact comparisons, proofs, differentials, agreement, and the toolkit's `lint` |
//! | `idna` | Unicode's IDNA processing in [`whatwg`] and in [verdicts](classifier), by the crate idna |
//! | `reference` | the parsers of pest_derive, to compare with |

#![cfg_attr(docsrs, feature(doc_cfg))]

// The code that pest_derive generates names `std` this way, since pest is used without its feature
// `std`.
#[cfg(feature = "reference")]
extern crate alloc;

mod ast;
mod base;
#[cfg(test)]
#[path = "../tests/it/common/combinations.rs"]
mod combinations;
#[cfg(feature = "compare")]
mod document_grammar;
mod generated;
mod grammar;
mod operations;
mod parse;
#[cfg(feature = "compare")]
mod proof;
mod refusal;
#[cfg(test)]
#[allow(dead_code, reason = "the integration tests share it")]
#[path = "../tests/it/common/sample.rs"]
mod sample;
mod warning;

#[cfg(feature = "compare")]
pub mod changes;
#[cfg(feature = "compare")]
pub mod claims;
pub mod classifier;
pub mod compose;
pub mod convert;
pub mod equivalence;
pub mod extract;
#[cfg(feature = "compare")]
pub mod language;
// The unit tests do without it: what pest_derive generates takes more than a third of the time to compile.
#[cfg(all(feature = "reference", not(test)))]
pub mod reference;
pub mod request;
pub mod resolve;
pub mod scheme;
mod url_standard;
pub mod whatwg;

pub use ast::accepted::Accepted;
pub use ast::borrowing::Borrowing;
pub use ast::components::Components;
pub use ast::owned::Owned;
pub use ast::parsed::{OwnedParsed, Parsed};
pub use ast::shared::{Host, Hostname, Hostport, Login, Path};
pub use ast::text::{Digits, Octets, Text};
pub use ast::value::Value;
pub use ast::{rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, rfc3987};
pub use base::component::{Component, Part};
pub use base::scheme::{DefaultPort, default_port};
#[cfg(feature = "compare")]
pub use grammar::published::{ProductionSource, Reading};
pub use grammar::{Date, DocumentGrammar, Generation, Grammar, SchemeDocument};
pub use parse::production::Production;
pub use parse::tree::{Node, Tree};
#[doc(hidden)]
pub use refusal::error::ErrorKey;
pub use refusal::error::{Advice, Error, Expected, NotUtf8};
pub use refusal::forgive::{Forgiven, forgive};
pub use refusal::reason::Reason;
pub use refusal::record::{Member, Refusal};
pub use regular_bnf;
pub use warning::{Warning, warnings};

/// Runs the README's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Runs the examples of the guide's pages about this library.
#[cfg(doctest)]
#[doc = include_str!("../guide/library.md")]
#[doc = include_str!("../guide/schemes.md")]
struct Guide;
