//! Decides questions about two derivations of one string, as questions about languages with marks.

mod ambiguity;
mod cause;
mod derivation;
mod exchange;
mod paths;
mod search;

pub use ambiguity::Ambiguity;
pub(crate) use ambiguity::{defined, marked_twice, marking};
pub use cause::{AmbiguityCause, DerivationDifference};
pub use derivation::Derivation;
pub(crate) use derivation::Deriver;
pub(crate) use search::{MarkSide, MarkedMove, Markings, classes, markings};
