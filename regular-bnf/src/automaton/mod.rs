//! Automata over US-ASCII, made from productions.
//!
//! A production becomes a [nondeterministic automaton](nfa) in one pass over the productions that it reaches. From it a
//! [deterministic one](dfa) is made whole, where a question needs all of it, or [lazily](lazy), as inputs reach its states.

mod build;
pub mod dfa;
pub mod lazy;
#[cfg(feature = "language")]
mod members;
pub mod nfa;
#[cfg(feature = "language")]
pub(crate) mod search;

/// How many characters there are.
pub const ALPHABET: usize = 128;

/// How hard a character is to read: letters, then digits, then capitals, then marks.
pub fn effort(c: u8) -> u32 {
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
pub struct TooLarge;
