//! Decides questions about BNF, ABNF and pest grammars as regular languages.
//!
//! ```
//! # #[cfg(feature = "language")] {
//! use regular_bnf::{Bnf, Language, Relation};
//!
//! let bnf = Bnf::read("version = number 2( \".\" number )\nnumber = \"0\" / %x31-39 *DIGIT\n")?;
//! let version = Language::new(&bnf, "version")?;
//! assert!(version.contains("1.12.0") && !version.contains("1.02.0"));
//! assert_eq!(version.members().next().as_deref(), Some("0.0.0"));
//!
//! let comparison = version.compare(&Language::matching("^[0-9]+([.][0-9]+)*$")?)?;
//! assert_eq!(comparison.relation, Relation::Narrower);
//! assert_eq!(comparison.right_only.as_deref(), Some("0"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The answers are exact, not sampled: each production has a minimal deterministic automaton.
//!
//! | question | items |
//! |---|---|
//! | What does a grammar define? | [`Bnf`], [`Definition`], [`Expr`], [`Notation`], [`extract`] |
//! | Which characters? | [`CharSet`], [`Ignored`], [`visible`] |
//! | Which state follows? | [`LazyDfa`](automaton::lazy::LazyDfa), [`Dfa`](automaton::dfa::Dfa) |
//! | Do two grammars accept the same strings? | [`Language::compare`], [`Divergences`], [`GrammarDiff`] |
//! | Which strings does a language have? | [`Language::members`], [`Language::sample`] |
//! | Which strings test an implementation? | [`Language::suite`], [`Language::near_misses`] |
//! | How is a language a grammar again? | [`Language::to_abnf`], [`Language::to_pest`] |
//! | How do other programs read it? | [`Language::to_pattern`], [`ByteTable`] |
//! | Which requirements exclude some strings? | [`fewest`], [`Requirement`] |
//! | Is a grammar ambiguous? | [`AmbiguityCause::exists`], and where: [`AmbiguityCause`], [`Ambiguity`] |
//! | How does an implementation differ, and what does a suite let pass? | [`conform`], [`Explainer`], [`Audit`] |
//! | What does a program accept that only answers about strings? | [`Learner`], [`Teacher`] |
//! | What is wrong with a grammar? | [`Linter`](lint::Linter) |
//! | What does a pest rule accept? Exactly its production? | [`Language::from_pest`], [`Prover`] |
//! | Do grammars split a string in the same way? | [`Spans`], [`Differential`], [`Spans::alike`] |
//! | What does a regular expression match? | [`Regex`] |
//! | Which parser does a pest grammar have? | [`Generator`], and its runtime, [`parser`] |
//!
//! Witnesses are shortest strings. The characters of a language are those of Unicode; offsets are
//! in bytes of UTF-8, and lengths of strings, where *shortest* is meant, in characters. It is safe
//! to read untrusted grammars: [limits](LIMITS) on the numbers of states and steps bound the work,
//! independently of time, and larger grammars fail with [`GrammarError::TooLarge`].
//!
//! Without features the crate has [`Bnf`], [`CharSet`], [`automaton`] and [`parser`], and depends
//! only on thiserror. The feature `language` adds languages, ambiguity, conformance and lints,
//! and pest grammars, spans and regular expressions.

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
mod named;
pub mod parser;

#[cfg(feature = "language")]
mod codegen;
#[cfg(feature = "language")]
mod conformance;
#[cfg(feature = "language")]
mod language;
#[cfg(feature = "language")]
mod learning;
#[cfg(feature = "language")]
pub mod lint;
#[cfg(feature = "language")]
mod marks;
#[cfg(feature = "language")]
mod peg;
#[cfg(feature = "language")]
mod regex;
#[cfg(feature = "language")]
mod spans;

#[cfg(feature = "language")]
pub use self::{
    automaton::regex::RegexError,
    codegen::{Generator, ParserBase},
    conformance::{
        ConformanceReport, Deviation, Explainer, Feature, TestOptions, TestStrings,
        audit::{Audit, EscapingSplit, EscapingVerdict, SplitAudit, SplitFault},
        conform,
    },
    language::{
        Language,
        byte_table::ByteTable,
        compare::{Comparison, Relation},
        diff::{Correspondence, GrammarDiff, MatchReason, MatchedPair},
        divergence::{CauseKind, Divergence, Divergences, RepetitionBounds, Side},
        import::{
            AssumedDocument, Citation, Import, ImportError, Imported, Lookup, ProductionDifference, RepeatedProduction,
            WantedProduction, cited_document,
        },
        pattern::pattern,
        requirements::{FewestRequirements, Requirement, fewest},
        sample::TestVector,
        spelled::Spelling,
    },
    learning::{
        Learned, Learner,
        effort::{Effort, Oracle, OracleRecord},
        teacher::{Answer, LearnError, Part, Teacher},
    },
    marks::{Ambiguity, AmbiguityCause, Derivation, DerivationDifference},
    peg::{Proof, ProofOutcome, Prover, prove_all, rule_name, rule_stem},
    regex::{Flavour, Regex},
    spans::{
        Refused, Spans,
        agreement::ContentCondition,
        differential::{Border, Differential, Differentials, GrammarSide, SplitCause, SplitClass, SplitOptions},
        readings::{Disagreement, SpanComparison},
        table::{AutomatonTable, InvalidTable},
    },
};
pub use bnf::{
    AbnfVariant, Bnf, CORE, Definition, Expr, ExtractedRules, GrammarError, InvalidPlace, Lists, Notation,
    NotationError, OmittedRule, Place, Point, definitions, extract,
};
pub use characters::{CharSet, Ignored, KeptText, is_invisible, visible};
pub use limits::{LIMITS, Limits, MAX_LIMIT_FACTOR, limits, raise_limits};
pub use named::UnknownName;
#[doc(hidden)]
pub use named::find_by_name;

/// Runs the README's examples.
#[cfg(all(doctest, feature = "language"))]
#[doc = include_str!("../README.md")]
struct Readme;
