//! Decides questions about BNF, ABNF and pest grammars as regular languages.
//!
//! A [`Bnf`] is read from the text of a grammar. Each of its productions has a [`Language`], a
//! minimal deterministic automaton. The answers are exact, not sampled:
//!
//! - *Do two grammars accept the same strings?* [`Language::compare`], with shortest witnesses;
//!   [`Divergences`] lists every place at which one grammar can continue and the other cannot;
//!   [`GrammarDiff`] compares all productions.
//! - *Is a grammar ambiguous?* [`Ambiguity`], with a shortest string and two derivations of it.
//! - *Which strings test an implementation?* [`Language::sample`], [`Language::near_misses`], and
//!   the complete suite of the W-method, [`Language::suite`]. [`Explainer`] explains how an
//!   implementation differs, [`Audit`] decides which wrong implementations a suite lets pass.
//! - *Does a pest rule accept exactly its production?* [`Prover`] (feature `peg`). [`Generator`]
//!   generates parsers from rules, as Rust text.
//! - *What is wrong with a grammar?* [`Linter`](lint::Linter): names, alternatives that never
//!   matter, ambiguity, what is lost if it is read in order, and more.
//! - *Do two grammars split a string in the same way?* [`Spans`] and [`Differential`] (feature
//!   `peg`).
//! - *Which strings do several parsers split in the same way?* [`Spans::alike`]; [`fewest`] finds
//!   requirements that exclude the others.
//! - *How does a language look elsewhere?* [`Language::to_pattern`], [`Language::to_abnf`],
//!   [`Language::to_pest`], and a [`ByteTable`] for filters, also as Rust text.
//! - *What does a pest rule accept?* [`Language::of_pest`] (feature `peg`); [`Ignored`] adds
//!   characters that a parser removes from its input.
//!
//! ```
//! # #[cfg(feature = "language")] {
//! use regular_bnf::{Bnf, Language};
//!
//! let bnf = Bnf::read("version = number 2( \".\" number )\nnumber = \"0\" / %x31-39 *DIGIT\n")?;
//! let version = Language::new(&bnf, "version")?;
//! assert!(version.contains("1.12.0") && !version.contains("1.02.0"));
//! assert_eq!(version.members().next().as_deref(), Some("0.0.0"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The characters of a language are those of Unicode; offsets are in bytes of UTF-8, and lengths of
//! strings, where *shortest* is meant, in characters. It is safe to read untrusted grammars: limits
//! on the numbers of states and steps bound the work, independently of time, and larger grammars
//! fail with [`LanguageError::TooLarge`].
//!
//! Without features the crate reads notations, builds [automata](automaton) lazily, and has the
//! runtime of generated [parsers](parser). It then depends only on thiserror.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(feature = "language"),
    allow(dead_code, unused_imports, reason = "without the feature little looks at automata")
)]

/// Implements `Debug` with some fields of a type. The others are tables and caches, which say
/// nothing to a reader.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_fields {
    ($type:ident $(<$($parameter:tt),+>)? { $($field:ident),* }) => {
        impl$(<$($parameter),+>)? ::std::fmt::Debug for $type$(<$($parameter),+>)? {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_struct(stringify!($type))$(.field(stringify!($field), &self.$field))*.finish_non_exhaustive()
            }
        }
    };
}

// Generated files use this name of the crate.
extern crate self as regular_bnf;
// The code that pest_derive generates names `std` this way, since pest is used without its feature
// `std`.
#[cfg(feature = "language")]
extern crate alloc;

pub mod automaton;
mod bnf;
mod characters;
mod limits;
pub mod parser;

#[cfg(feature = "peg")]
mod codegen;
#[cfg(feature = "language")]
mod conformance;
#[cfg(feature = "language")]
mod language;
#[cfg(feature = "language")]
pub mod lint;
#[cfg(feature = "language")]
mod marks;
#[cfg(feature = "peg")]
mod peg;
#[cfg(feature = "peg")]
mod regex;
#[cfg(feature = "peg")]
mod spans;

#[cfg(feature = "language")]
pub use self::{
    automaton::regex::RegexError,
    conformance::{
        Deviation, Explainer, Feature,
        audit::{Audit, EscapingVerdict},
    },
    language::{
        Language,
        byte_table::ByteTable,
        compare::{Comparison, Relation},
        diff::{Correspondence, GrammarDiff, MatchReason, MatchedPair},
        divergence::{CauseKind, Divergence, Divergences, RepetitionBounds, Side},
        import::{
            Citation, Import, ImportError, Imported, Lookup, RepeatedProduction, WantedProduction, cited_document,
        },
        pattern::pattern,
        requirements::{FewestRequirements, Requirement, fewest},
        sample::TestVector,
    },
    marks::{Ambiguity, AmbiguityCause, Derivation, DerivationDifference},
};
#[cfg(feature = "peg")]
pub use self::{
    codegen::Generator,
    conformance::audit::{EscapingSplit, SplitAudit, SplitFault},
    peg::{Proof, ProofError, ProofOutcome, Prover, prove_all, rule_name, rule_stem},
    regex::{Flavour, Regex, UnknownFlavour},
    spans::{
        Refused, Spans,
        agreement::ContentCondition,
        differential::{Border, Differential, Differentials, GrammarSide, SplitCause, SplitClass},
        readings::Disagreement,
    },
};
pub use bnf::{
    AbnfVariant, Bnf, BnfError, CORE, Definition, Expr, InvalidPlace, LanguageError, Lists, Notation, NotationError,
    Place, Point, definitions, extract,
};
pub use characters::{CharSet, Ignored, KeptText, is_invisible, visible};
pub use limits::{LIMITS, Limits};

/// Runs the README's examples.
#[cfg(all(doctest, feature = "language"))]
#[doc = include_str!("../README.md")]
struct Readme;
