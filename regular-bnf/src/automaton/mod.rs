//! Automata over characters, built from productions.
//!
//! A production becomes a [nondeterministic automaton](nfa) in one pass over the productions that
//! it uses. From this a [deterministic automaton](dfa) is built completely, or [lazily](lazy), as
//! inputs reach its states.
//!
//! A step reads one character, not one byte, so that no state is inside a character: a text is
//! always refused at the first byte of a character, and every string that is found is text.
//! Characters beyond US-ASCII that an automaton does not distinguish are one symbol of its
//! [alphabet].

pub mod alphabet;
mod build;
mod bytes;
pub(crate) mod cheapest;
pub mod dfa;
#[cfg(feature = "language")]
pub(crate) mod ignoring;
pub mod lazy;
pub(crate) mod live;
#[cfg(feature = "language")]
mod members;
pub mod nfa;
mod partition;
mod predecessors;
#[cfg(feature = "language")]
pub(crate) mod ranked;
#[cfg(feature = "language")]
pub(crate) mod regex;
#[cfg(feature = "language")]
pub(crate) mod search;
#[cfg(feature = "language")]
pub(crate) mod subsets;
#[cfg(feature = "language")]
pub(crate) mod symbol_set;
#[cfg(feature = "language")]
pub mod table;
pub(crate) mod transitions;

pub use crate::characters::{READABLE, effort, shortest_first};

/// A map whose keys are states or sets of states: small, many, and made by the automaton itself, so
/// that no hash that resists an attacker is needed. Without features the crate does not depend on
/// another hash.
#[cfg(feature = "language")]
type Map<K, V> = rustc_hash::FxHashMap<K, V>;
#[cfg(not(feature = "language"))]
type Map<K, V> = std::collections::HashMap<K, V>;

/// The number of US-ASCII characters.
pub const ALPHABET: usize = 128;

/// An automaton would have more states, or need more steps to build, than the limits allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the automaton would have more states, or need more steps to build, than the limits allow")]
pub struct TooLarge;
