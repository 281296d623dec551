//! The WHATWG's URL Standard: the grammar of what its parser reads, held to the standard's
//! algorithms and to implementations.
#![cfg(feature = "compare")]

mod code_points;
mod components;
#[cfg(feature = "reference")]
mod derived;
mod filter;
mod grammar;
mod hosts;
mod node;
mod record;
mod standard;
mod valid;
mod verdicts;
mod wpt;
mod writing;
