//! Fields of requests, from typed parts.

use super::checked::Checked;
use super::checked::Delimiters::{self, Line, Word};
use super::error::RequestError;
use super::steps::Server;
use crate::ast::shared::Hostport;
use crate::ast::text::{Digits, Text};
use crate::base::scheme::{default_port, is_secure};

/// A field that extends to the end of a line.
pub(crate) fn line(part: &'static str, text: Text<'_>) -> Result<Checked, RequestError> {
    Checked::decoded(part, Line, text)
}

/// A field that is a single word.
pub(crate) fn word(part: &'static str, text: Text<'_>) -> Result<Checked, RequestError> {
    Checked::decoded(part, Word, text)
}

/// A field of a part that may be absent.
pub(crate) fn optional(
    part: &'static str,
    delimiters: Delimiters,
    text: Option<Text<'_>>,
) -> Result<Option<Checked>, RequestError> {
    text.map(|text| Checked::decoded(part, delimiters, text)).transpose()
}

/// A host.
pub(crate) fn host(host: &str) -> Result<Checked, RequestError> {
    word("host", host.into())
}

/// The server of a URL of a scheme.
pub(crate) fn server(scheme: &str, host: &str, port: Option<Digits<'_>>) -> Result<Server, RequestError> {
    let port = self::port(scheme, port)?;
    Ok(Server { host: self::host(host)?, port, secure: is_secure(scheme) })
}

/// The server of a URL of a scheme that RFC 1738 or a document before it defines.
pub(crate) fn server_at(scheme: &str, hostport: Hostport<'_>) -> Result<Server, RequestError> {
    server(scheme, hostport.host.as_str(), hostport.port)
}

/// The port of a URL, or the scheme's default port, which an empty port means too.
fn port(scheme: &str, port: Option<Digits<'_>>) -> Result<u16, RequestError> {
    match port.filter(|port| !port.as_str().is_empty()) {
        Some(port) => port.parse().map_err(|_| RequestError::Port(port.as_str().to_owned())),
        None => Ok(default_port(scheme).unwrap_or_default()),
    }
}
