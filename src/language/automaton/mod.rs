//! Automata over US-ASCII, made from productions: without the features, for exact errors; with `language`, for languages.
//!
//! A production becomes a [nondeterministic automaton](nfa) in one pass over the productions that it reaches. From it a
//! [deterministic one](dfa) is made whole, where a question needs all of it, or [state by state](walk), as inputs ask for.

mod build;
pub(crate) mod dfa;
#[cfg(feature = "language")]
mod members;
pub(crate) mod nfa;
pub(crate) mod walk;

/// How many characters there are.
pub(crate) const ALPHABET: usize = 128;

/// How hard a character is to read: letters, then digits, then capitals, then marks.
pub(crate) fn effort(c: u8) -> u32 {
    match c {
        b'a'..=b'z' => 0,
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 4,
        b'!'..=b'~' => 16,
        _ => 64,
    }
}

/// An automaton would be larger, or take more steps to make, than the limits allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooLarge;
