//! Questions about two readings of one string, as questions about languages with marks in them.

mod ambiguity;
mod derivation;
mod search;

pub use ambiguity::Ambiguity;
pub use derivation::Derivation;
pub(crate) use search::{BEGIN, END, Found, Hand, Judge, shortest};
