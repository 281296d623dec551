//! Why there is no request for a URL.

use super::gopher_plus::GopherPlusError;
use crate::grammar::Grammar;
use crate::refusal::error::Error;

/// Why there is no request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The grammar refuses the URL.
    #[error(transparent)]
    Refused(Box<Error>),
    /// The document does not specify the client's request for this URL.
    #[error("{0} does not specify what a client does with such a URL")]
    Undefined(Grammar),
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
