//! HTTP: the only scheme that RFC 3986 defines, in its sections 3.2.2 and 6.2.3.

use super::error::RequestError;
use super::fields::server;
use super::protocols;
use super::steps::Request;
use crate::ast::rfc3986::UriReference;
use crate::grammar::Grammar;

/// The client's request for an `http` URI; `text` is the text of the reference. The document
/// requires a host (3.2.2), an empty port is the default (3.2.3), and a fragment is not sent
/// (3.5). Nor is user information: RFC 9110, section 4.2.4, prohibits it in a message.
pub(super) fn of_reference(
    reference: &UriReference<'_>,
    grammar: Grammar,
    text: &str,
) -> Result<Request, RequestError> {
    let is_http = reference.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"));
    let authority = reference.authority().filter(|authority| is_http && !authority.host().as_str().is_empty());
    let Some(authority) = authority else { return Err(RequestError::undefined(grammar, text)) };
    let server = server("http", authority.host().as_str(), authority.port())?;
    let url = text.split_once('#').map_or(text, |(url, _)| url);
    protocols::http(server, &protocols::without_userinfo(url, authority.userinfo()))
}
