//! The grammars as languages: the types of [`regular_bnf`], applied to the productions of this
//! library.
//!
//! ```
//! use uri_lineage::Grammar;
//! use uri_lineage::language::Language;
//! use uri_lineage::published::Reading;
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
pub use self::reading_differences::{ReadingCause, ReadingDifference, ReadingDifferences};
pub use self::recognizer::{Recognizer, RecognizerError};
pub use self::requirement::Requirement;
pub use self::split_sentence::{readings_sentence, split_sentence};
#[doc(hidden)]
pub use crate::refusal::content::RefusalKey;
#[doc(hidden)]
pub use crate::refusal::prebuilt_writer::generated as generated_refusals;
pub use crate::refusal::tables;
pub use regular_bnf::automaton::shortest_first;
pub use regular_bnf::{
    Ambiguity, AmbiguityCause, Answer, AssumedDocument, Audit, AutomatonTable, Border, ByteTable, CauseKind, CharSet,
    Citation, Comparison, ConformanceReport, Correspondence, Derivation, DerivationDifference, Deviation, Differential,
    Differentials, Disagreement, Divergence, Divergences, Effort, EscapingSplit, EscapingVerdict, Explainer, Feature,
    Flavour, GrammarDiff, GrammarError, GrammarSide, Import, ImportError, Imported, InvalidPlace, InvalidTable, LIMITS,
    Language, LearnError, Learned, Learner, Lookup, MAX_LIMIT_FACTOR, MatchReason, MatchedPair, Oracle, OracleRecord,
    Part, Place, Point, ProductionDifference, Regex, RegexError, Relation, RepeatedProduction, RepetitionBounds, Side,
    SpanComparison, Spans, SplitAudit, SplitCause, SplitClass, SplitFault, SplitOptions, Teacher, TestVector,
    UnknownFlavour, WantedProduction, conform, limits, pattern, raise_limits,
};
