//! Functions that the integration tests share: samples for long tests, and short strings.

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

/// All strings of at most `longest` characters of an alphabet, shorter strings first.
pub fn short_strings(alphabet: &str, longest: usize) -> impl Iterator<Item = String> {
    let letters: Vec<char> = alphabet.chars().collect();
    (0..=longest).flat_map(move |length| {
        let letters = letters.clone();
        (0..letters.len().pow(length as u32)).map(move |number| {
            let digit = |place| number / letters.len().pow(place as u32) % letters.len();
            (0..length).rev().map(|place| letters[digit(place)]).collect()
        })
    })
}
