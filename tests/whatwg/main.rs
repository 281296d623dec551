//! The WHATWG's URL Standard: the grammar of what its parser reads, held to the standard's algorithms and to implementations.
//!
//! The grammars have no rows yet: the library reads their files here only.
#![cfg(feature = "proof")]

mod components;
mod filter;
mod grammar;
mod node;
mod standard;
mod valid;
mod verdicts;
mod wpt;
mod writing;
