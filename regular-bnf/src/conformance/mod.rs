//! How an implementation differs from a production, in words, from the strings on which they
//! differ.
//!
//! Nothing is known of the implementation but its verdicts. A *deviation* is a feature of strings:
//! an empty port, a character in a production. It fits if the implementation's verdict is wrong for
//! all strings with the feature that it has read. The deviations are chosen greedily: next comes
//! the one that fits and explains most of the strings that are left; of equally good ones the
//! simplest, in the innermost production.

pub(crate) mod audit;
mod cover;
mod deviation;
mod explainer;
mod members;
mod outsiders;
mod probes;
mod report;
mod strings;
mod traits;

pub use self::deviation::{Deviation, Feature};
pub use self::explainer::Explainer;
pub use self::report::{ConformanceReport, conform};
pub use self::strings::{TestOptions, TestStrings};
