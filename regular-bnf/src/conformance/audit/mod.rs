//! Which wrong implementations a test suite lets pass.

mod finder;
#[cfg(feature = "peg")]
mod splits;
mod verdicts;

#[cfg(feature = "peg")]
pub use splits::{EscapingSplit, SplitAudit, SplitFault};
pub use verdicts::{Audit, EscapingVerdict};
