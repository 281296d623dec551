//! Why there is no request for a URL.

use super::gopher_plus::GopherPlusError;
use crate::base::visible::shown;
use crate::grammar::{DocumentGrammar, SchemeDocument};
use crate::refusal::error::Error;
use crate::scheme::SchemeError;

/// Why there is no request.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::request::RequestError;
///
/// // A mail server would read two commands.
/// let error = Grammar::Rfc1738.request("gopher://host:25/0HELO%20host%0D%0AMAIL").unwrap_err();
/// assert_eq!(error, RequestError::BreaksOut { part: "selector", octet: b'\r' });
/// assert!(error.to_string().starts_with("the selector contains the octet 0D, which would end its field"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The grammar refuses the URL.
    #[error(transparent)]
    Refused(Box<Error>),
    /// The document of one scheme refuses the URL.
    #[error(transparent)]
    RefusedByScheme(#[from] SchemeError),
    /// The document does not specify the client's request for this URL.
    #[error("{grammar} does not specify what a client does with such a URL{}", after(*.in_force))]
    Undefined {
        /// The document.
        grammar: DocumentGrammar,
        /// The document in force for the scheme of the URL, if it accepts the URL and specifies the
        /// request.
        in_force: Option<SchemeDocument>,
    },
    /// An octet would end its field, and the text after it would become another line, command or
    /// parameter (RFC 1738, section 6: "an extra operation or parameter").
    #[error(
        "the {part} contains the octet {octet:02X}, which would end its field: the text after it would become another line or parameter"
    )]
    BreaksOut {
        /// The production of the field, by its printed name.
        part: &'static str,
        /// The octet.
        octet: u8,
    },
    /// The Gopher+ string is invalid.
    #[error(transparent)]
    GopherPlus(#[from] GopherPlusError),
    /// The port is invalid.
    #[error("`{}` is not a port: ports are 0 to 65535", crate::base::visible::visible(.0))]
    Port(String),
}

impl RequestError {
    /// The error that a document does not specify the client's request for a URL.
    pub(crate) fn undefined(grammar: impl Into<DocumentGrammar>, url: &str) -> Self {
        let grammar = grammar.into();
        let in_force = SchemeDocument::in_force_for(url).filter(|(document, uri, _)| {
            document.defines_requests() && grammar != (*document).into() && document.accepts(uri)
        });
        Self::Undefined { grammar, in_force: in_force.map(|(document, ..)| document) }
    }
}

/// The end of the message that a document does not specify the request: the document that does.
fn after(in_force: Option<SchemeDocument>) -> impl std::fmt::Display {
    shown(move |f| in_force.map_or(Ok(()), |document| write!(f, "; {document} does")))
}
