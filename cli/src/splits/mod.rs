//! The causes for which several grammars read a string differently: one source for `differential`
//! and `agree`.

mod difference;
mod record;

pub use self::difference::{Split, SplitDifference, addresses, find};
pub use self::record::{SplitExplanation, SplitReading};
