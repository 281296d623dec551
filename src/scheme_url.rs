//! The URLs of one scheme in one generation.

use std::fmt;

use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::error::RequestError;
use crate::request::steps::Request;

/// The URLs of one scheme in one generation. Its struct, its productions and this trait are in one
/// file, which is all that knows the scheme; parsing, composing and requests only select the
/// struct.
pub(crate) trait SchemeUrl<'i>: Sized + fmt::Display {
    /// The scheme, in small letters; empty for the general syntax of all schemes.
    const SCHEME: &'static str;

    /// Builds the struct from the captures of its production.
    fn build(captures: &impl Found<'i>) -> Self;

    /// The components, under the names that all generations share.
    fn components(&self) -> Components<'i>;

    /// The plain parts; `None` if a number is too large for them.
    fn parts(&self) -> Option<Parts>;

    /// Writes the URL from plain parts; `None` if they are those of another scheme.
    ///
    /// # Errors
    ///
    /// If the grammar has no such URL or part.
    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError>;

    /// The client's request. `text` is the text of the URL without prefix and fragment.
    ///
    /// # Errors
    ///
    /// If the document does not specify the request, or if an octet would end its field in the
    /// protocol.
    fn request(&self, grammar: Grammar, text: &str) -> Result<Request, RequestError> {
        let _ = text;
        Err(RequestError::Undefined(grammar))
    }
}
