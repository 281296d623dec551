//! The URLs of one scheme in one generation, and the request for them.

use super::error::RequestError;
use super::steps::Request;
use crate::grammar::Grammar;

/// A struct of the typed layer for which a document may specify the client's request.
pub(super) trait Requestable {
    /// The client's request. `text` is the text of the URL without prefix and fragment.
    ///
    /// # Errors
    ///
    /// If the document does not specify the request, or if an octet would end its field in the
    /// protocol.
    fn request(&self, grammar: Grammar, text: &str) -> Result<Request, RequestError> {
        Err(RequestError::undefined(grammar, text))
    }
}
