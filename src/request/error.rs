//! Why a URL stands for no request.

use super::gopher_plus::GopherPlusError;
use crate::error::Error;
use crate::grammar::Grammar;

/// Why there is no request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The grammar does not accept the URL.
    #[error(transparent)]
    Refused(Box<Error>),
    /// The document does not say what a client does with such a URL.
    #[error("{0} does not say what a client does with such a URL")]
    Undefined(Grammar),
    /// An octet would end the field that it stands in: what follows it would be another line, command or parameter
    /// (RFC 1738, section 6: "an extra operation or parameter").
    #[error(
        "the {part} holds the octet {octet:02X}, which would end its field: what follows would be another line or parameter"
    )]
    BreaksOut {
        /// Where it stands, by the production's name.
        part: &'static str,
        /// The octet.
        octet: u8,
    },
    /// The Gopher+ string is none.
    #[error(transparent)]
    GopherPlus(#[from] GopherPlusError),
    /// The port is no port.
    #[error("`{}` is no port: ports go from 0 to 65535", crate::visible::visible(.0))]
    Port(String),
}
