//! The causes for which several grammars read a string differently: one source for `differential`
//! and `agree`.

mod cause;
mod record;
mod sentence;

pub use self::cause::{Cause, Split, find};
pub use self::record::{SplitReading, Why};
