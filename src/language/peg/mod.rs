//! Parsing expression grammars as pest writes them: what its files say, free of pest's own syntax tree.
//!
//! The [proof](crate::language::proof) and the [generator](crate::language::generate) of the parsers read the same
//! expressions. Letters are those of US-ASCII, and one that stands for all other characters.

mod bounds;
mod expr;
mod read;
mod simplify;

#[cfg(test)]
pub(crate) use expr::Kind;
pub(crate) use expr::{Expr, OTHER, PegError, Rule, SYMBOLS, Set, stem};
pub(crate) use read::read;
#[cfg(test)]
pub(crate) use simplify::Facts;
pub(crate) use simplify::{silent, simplify};
