//! The URLs of one scheme in one generation, to and from plain parts.

use super::error::ComposeError;
use super::parts::Parts;
use super::writer::Writer;

/// A struct of the typed layer that has plain parts.
pub(super) trait Composable {
    /// The plain parts; `None` if a number is too large for them.
    fn parts(&self) -> Option<Parts>;

    /// Writes the URL from plain parts; `None` if they are those of another scheme.
    ///
    /// # Errors
    ///
    /// If the grammar has no such URL or part.
    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError>;
}
