//! HTTP: the only scheme that RFC 3986 defines, in its sections 3.2.2 and 6.2.3.

use super::error::RequestError;
use super::fields::{port, word};
use super::protocols;
use super::steps::{Request, Server};
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
    let Some(authority) = authority else { return Err(RequestError::Undefined(grammar)) };
    let port = port("http", authority.port().filter(|port| !port.as_str().is_empty()))?;
    let server = Server { host: word("host", authority.host().as_str().into())?, port };
    let url = text.split_once('#').map_or(text, |(url, _)| url);
    let Some(user) = authority.userinfo() else { return protocols::http(server, url) };
    let (scheme, hierarchy) = url.split_at("http://".len());
    protocols::http(server, &[scheme, &hierarchy[user.as_str().len() + "@".len()..]].concat())
}
