//! Decides questions about two derivations of one string, as questions about languages with marks.

mod ambiguity;
mod derivation;
mod exchange;
mod parting;
mod paths;
mod search;

pub use ambiguity::Ambiguity;
pub(crate) use ambiguity::defined;
#[cfg(feature = "peg")]
pub(crate) use ambiguity::marking;
pub use derivation::Derivation;
pub use parting::{AmbiguityCause, DerivationDifference};
#[cfg(feature = "peg")]
pub(crate) use search::{BEGIN, END, MarkSide, Markings, Move, alike_marks, classes, markings};
