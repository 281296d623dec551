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
pub use self::requirement::Requirement;
pub use self::split_sentence::{readings_sentence, split_sentence};
#[doc(hidden)]
pub use crate::refusal::content::RefusalKey;
#[doc(hidden)]
pub use crate::refusal::prebuilt_writer::generated as generated_refusals;
#[doc(hidden)]
pub use crate::refusal::tables;
