//! Decides questions about two derivations of one string, as questions about languages with marks.

mod ambiguity;
mod derivation;
#[cfg(feature = "peg")]
mod differential;
mod search;

pub use ambiguity::Ambiguity;
pub use derivation::Derivation;
#[cfg(feature = "peg")]
pub use differential::Differential;
pub(crate) use search::{BEGIN, END};
