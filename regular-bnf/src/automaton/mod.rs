//! Automata over US-ASCII, built from productions.
//!
//! A production becomes a [nondeterministic automaton](nfa) in one pass over the productions that it uses. From this a
//! [deterministic automaton](dfa) is built completely, or [lazily](lazy), as inputs reach its states.

mod build;
pub mod dfa;
pub mod lazy;
#[cfg(feature = "language")]
mod members;
pub mod nfa;
#[cfg(feature = "language")]
pub(crate) mod search;

/// The number of characters.
pub const ALPHABET: usize = 128;

/// How hard a character is to read: letters are easiest, then digits, then capital letters, then marks.
pub fn effort(c: u8) -> u32 {
    match c {
        b'a'..=b'z' => 0,
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 4,
        b'!'..=b'~' => 16,
        _ => 64,
    }
}

/// An automaton would have more states, or need more steps to build, than the limits allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;
