//! Parsers that are programs, in any programming language.

pub mod answer;
pub mod process;
