//! The URLs of one scheme in one generation.

use std::fmt;

use crate::ast::components::Components;
use crate::parse::captures::Captures;

/// A struct with the URLs of one scheme in one generation.
pub(crate) trait SchemeUrl<'i>: Sized + fmt::Display {
    /// The scheme, in small letters; empty for the general syntax of all schemes.
    const SCHEME: &'static str;

    /// Builds the struct from the captures of its production.
    fn build(captures: &Captures<'i>) -> Self;

    /// The components, under the names that all generations share.
    fn components(&self) -> Components<'i>;
}
