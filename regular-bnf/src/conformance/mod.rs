//! How an implementation differs from a production, in words, from the strings that it judges otherwise.
//!
//! Nothing is known of the implementation but its verdicts. A *deviation* is a feature of strings: an empty port, a character in
//! a production. It fits if the implementation judges otherwise all strings with the feature, as far as it has judged them.
//! The deviations are chosen greedily: next comes the one that fits and explains most of the strings that are left; of equally good
//! ones the simplest, in the innermost production.

mod cover;
mod deviation;
mod explainer;
mod members;
mod outsiders;
mod probes;
mod traits;

pub use self::deviation::{Deviation, Feature};
pub use self::explainer::Explainer;
