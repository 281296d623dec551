//! Which wrong implementations a test suite lets pass.

mod finder;
mod splits;
mod verdicts;

pub use splits::{EscapingSplit, SplitAudit, SplitFault};
pub use verdicts::{Audit, EscapingVerdict};
