//! What the languages of the grammars say of each other: where two documents read a URL differently,
//! and which URLs pass a filter and reach another host.
//!
//! A production is a [`Language`](regular_bnf::Language) of the crate [`regular_bnf`], which compares any
//! two grammars:
//!
//! ```
//! use uri_lineage::regular_bnf::Language;
//! use uri_lineage::{Grammar, Reading};
//!
//! let url = Language::new(Grammar::Rfc1738.bnf(Reading::Corrected), "httpurl")?;
//! assert_eq!(url.members().next().as_deref(), Some("http://a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`conform`](regular_bnf::conform) compares a parser of one's own with a production. For a part of a
//! production, write a production of your own, with the names of the document:
//!
//! ```
//! use uri_lineage::regular_bnf::{Bnf, conform};
//! use uri_lineage::{Grammar, Reading};
//!
//! // RFC 3986 has `authority = [ userinfo "@" ] host [ ":" port ]`.
//! let port = Bnf::abnf("colon-port = [ \":\" port ]\n")?.completed_from(Grammar::Rfc3986.bnf(Reading::Corrected), &[]);
//! let report = conform(&port, "colon-port", |text| {
//!     text.is_empty() || text.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
//! })?;
//! for deviation in report.refused.iter().chain(&report.accepted) {
//!     println!("{deviation}: {:?}", deviation.witness);
//! }
//! assert!(report.refused.iter().any(|deviation| deviation.witness == ":"), "the port may be empty");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreement;
mod bypass;
mod characters;
mod comparison;
mod correspondence;
mod host_set;
mod host_spelling;
mod imports;
mod in_force;
mod network;
mod number_hosts;
mod reading_differences;
mod recognizer;
mod requirement;
pub(crate) mod spans;
mod special_purpose;
mod split_sentence;

pub use self::agreement::{Agreement, Explanation};
pub use self::bypass::{Bypass, BypassCause, Client, HostForm, Targets};
pub use self::characters::{Characters, Usage};
pub use self::correspondence::correspondence;
pub use self::host_set::{HostRule, HostSet, InvalidHostRule, Reached};
pub use self::imports::Imports;
pub use self::in_force::in_force_bnf;
pub use self::network::{InvalidNetwork, Network};
pub use self::number_hosts::{NumberHostClass, NumberHosts};
pub use self::reading_differences::{ComponentReading, ReadingCause, ReadingDifference, ReadingDifferences};
pub use self::recognizer::{Recognizer, RecognizerError};
pub use self::requirement::ReadingRequirement;
pub use self::split_sentence::{readings_sentence, split_sentence};
#[doc(hidden)]
pub use crate::refusal::content::RefusalKey;
#[doc(hidden)]
pub use crate::refusal::prebuilt_writer::generated as generated_refusals;
#[doc(hidden)]
pub use crate::refusal::tables;
