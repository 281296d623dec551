//! Productions as regular languages: membership, shortest members, exact comparison.
//!
//! All grammars here describe regular languages over US-ASCII. A production becomes a minimal deterministic automaton, on
//! which every question here is decided exactly, not sampled.
//!
//! Grammars of a user's own are bounded by the size of their automata, never by time: what is larger ends in
//! [`LanguageError::TooLarge`].
//!
//! ```
//! # #[cfg(feature = "language")] {
//! use uri_lineage::Grammar;
//! use uri_lineage::language::Language;
//! use uri_lineage::published::{Bnf, Reading};
//!
//! let url = Language::of(Bnf::of(Grammar::Rfc1738, Reading::Corrected), "httpurl")?;
//! assert_eq!(url.members().next().as_deref(), Some("http://a"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Errors read automata of productions in every build; the rest needs a feature.
#![cfg_attr(
    not(feature = "language"),
    allow(dead_code, unused_imports, reason = "without the feature only errors look here")
)]

pub(crate) mod automaton;
pub(crate) mod diagnose;
pub(crate) mod furthest;

#[cfg(feature = "language")]
mod ambiguity;
#[cfg(feature = "language")]
mod characters;
#[cfg(feature = "language")]
pub mod claims;
#[cfg(feature = "classifier")]
pub mod classifier;
pub mod convert;
#[cfg(feature = "proof")]
pub mod proof;
pub mod published;
#[cfg(feature = "proof")]
pub mod reference;

#[cfg(feature = "language")]
mod compare;
#[cfg(feature = "language")]
mod derivation;
#[cfg(feature = "language")]
mod diff;
#[cfg(feature = "proof")]
mod differential;
#[cfg(feature = "language")]
mod divergence;
#[cfg(all(test, feature = "proof"))]
mod generate;
#[cfg(feature = "language")]
mod marked;
#[cfg(feature = "language")]
mod named;
#[cfg(feature = "language")]
mod pattern;
#[cfg(feature = "proof")]
pub(crate) mod peg;
#[cfg(feature = "language")]
mod regular;
#[cfg(feature = "language")]
mod sample;
#[cfg(feature = "proof")]
mod spans;

#[cfg(feature = "language")]
pub use self::{
    ambiguity::Ambiguity,
    characters::{Characters, Part, Standing, UnknownPart},
    compare::{Comparison, Relation},
    derivation::Derivation,
    diff::{GrammarDiff, Match, Pair, corresponding},
    divergence::{Divergence, Divergences, Side},
    pattern::pattern,
    published::LanguageError,
    regular::Language,
    sample::Vector,
};
#[cfg(feature = "proof")]
pub use self::{
    differential::Differential,
    spans::{Component, Spans, UnknownComponent},
};
