//! Decides questions about two derivations of one string, as questions about languages with marks.

mod ambiguity;
mod derivation;
mod search;

pub use ambiguity::Ambiguity;
pub use derivation::Derivation;
#[cfg(feature = "peg")]
pub(crate) use search::{BEGIN, END, Found, Hand, Move, classes, found};
