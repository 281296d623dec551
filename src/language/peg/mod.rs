//! Parsing expression grammars as pest writes them: what its files say, free of pest's own syntax tree.
//!
//! The [proof](crate::language::proof) and the [generator](crate::language::generate) of the parsers read the same
//! expressions. Letters are those of US-ASCII, and one that stands for all other characters.

mod bdd;
mod bounds;
mod expr;
mod marks;
mod read;
mod simplify;
mod states;
mod symbols;

pub(crate) use bdd::{Bdd, FALSE};
#[cfg(test)]
pub(crate) use expr::Kind;
#[cfg(test)]
pub(crate) use expr::{Expr, Set};
pub(crate) use expr::{OTHER, PegError, Rule, SYMBOLS, stem};
pub(crate) use marks::{CLOSE, MarkError, Marks, OPEN};
pub(crate) use read::read;
#[cfg(test)]
pub(crate) use simplify::Facts;
pub(crate) use simplify::{silent, simplify};
pub(crate) use states::States;
