//! How much of a long test runs: a sample, or everything where `URI_LINEAGE_TESTS=all`.

use std::iter::StepBy;

/// Whether long tests try everything.
pub fn tries_everything() -> bool {
    std::env::var_os("URI_LINEAGE_TESTS").is_some_and(|value| value == "all")
}

/// The first of each `part` items, or every item if tests try everything.
pub fn sampled<I: IntoIterator>(items: I, part: usize) -> StepBy<I::IntoIter> {
    items.into_iter().step_by(if tries_everything() { 1 } else { part })
}

/// A `part` of a number of inputs, or all of them if tests try everything.
pub fn share(whole: usize, part: usize) -> usize {
    if tries_everything() { whole } else { whole / part }
}
