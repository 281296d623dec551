//! The grammars as languages: the types of [`regular_bnf`], applied to the productions of this
//! library.
//!
//! ```
//! # #[cfg(feature = "language")] {
//! use uri_lineage::Grammar;
//! use uri_lineage::language::Language;
//! use uri_lineage::published::Reading;
//!
//! let url = Language::new(Grammar::Rfc1738.bnf(Reading::Corrected), "httpurl")?;
//! assert_eq!(url.members().next().as_deref(), Some("http://a"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "proof")]
mod agreement;
#[cfg(feature = "language")]
mod characters;
#[cfg(feature = "language")]
mod correspondence;
#[cfg(feature = "proof")]
mod differentials;
#[cfg(feature = "language")]
mod imports;
#[cfg(feature = "language")]
mod recognizer;
#[cfg(feature = "proof")]
mod requirement;
#[cfg(feature = "proof")]
pub(crate) mod spans;

#[cfg(feature = "proof")]
pub use self::{
    agreement::{Agreement, Explanation},
    requirement::Requirement,
};
#[cfg(feature = "language")]
pub use regular_bnf::automaton::shortest_first;
#[cfg(feature = "language")]
pub use regular_bnf::{
    Ambiguity, AmbiguityCause, AssumedDocument, Audit, ByteTable, CauseKind, CharSet, Citation, Comparison,
    Correspondence, Derivation, DerivationDifference, Deviation, Divergence, Divergences, EscapingVerdict, Explainer,
    Feature, GrammarDiff, Import, ImportError, Imported, LIMITS, Language, LanguageError, Lookup, MAX_LIMIT_FACTOR,
    MatchReason, MatchedPair, ProductionDifference, RegexError, Relation, RepeatedProduction, RepetitionBounds, Side,
    TestVector, WantedProduction, limits, pattern, raise_limits,
};
#[cfg(feature = "proof")]
pub use regular_bnf::{
    Border, Differential, Differentials, Disagreement, EscapingSplit, Flavour, GrammarSide, InvalidPlace, Place, Point,
    Regex, Spans, SplitAudit, SplitCause, SplitClass, SplitFault, UnknownFlavour,
};

#[cfg(feature = "language")]
pub use crate::refusal::tables;

#[cfg(feature = "language")]
pub use self::{
    characters::{Characters, Usage},
    correspondence::correspondence,
    imports::Imports,
    recognizer::{Recognizer, RecognizerError, RecognizerErrorKey},
};
#[cfg(feature = "language")]
#[doc(hidden)]
pub use crate::refusal::prebuilt_writer::generated as generated_refusals;
