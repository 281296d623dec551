//! The warnings that every document of all URLs may give.

use super::kind::Warning;
use crate::ast::accepted::Accepted;
use crate::ast::components::Components;
use crate::ast::parsed::Parsed;
use crate::ast::text::Text;
use crate::ast::value::Value;
use crate::base::escape::escaped_octet;
use crate::base::scheme::{default_port, has_forms, is_local, legitimate_octets};
use crate::base::visible::is_bidi_formatting;

/// The warnings of a grammar's document that apply to a URL.
///
/// ```
/// use uri_lineage::{Grammar, Warning, warnings};
///
/// let parsed = Grammar::Rfc1738.parse("gopher://host:25/0HELO%0AMAIL")?;
/// let found = warnings(&parsed);
/// assert_eq!(found, [Warning::Port { port: 25, default: 70 }, Warning::Delimiter { octet: 0x0A, offset: 22 }]);
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub fn warnings(url: &impl Accepted) -> Vec<Warning> {
    url.with_parsed(warnings_of_parsed)
}

fn warnings_of_parsed(parsed: &Parsed<'_>) -> Vec<Warning> {
    let mut view = parsed.value().components();
    if let Value::Rfc1808(_) = parsed.value() {
        divide(&mut view);
    }
    let mut warnings = warnings_of_components(&view, parsed.input(), || crate::request::request(parsed).is_ok());
    let is_server = view.scheme == Some("news") && view.path.as_deref().is_some_and(reads_server);
    warnings.extend(is_server.then_some(Warning::NewsServer));
    // Delimiters are a danger in every generation, even if the document does not mention them.
    warnings
        .retain(|warning| warning.section(parsed.grammar()).is_some() || matches!(warning, Warning::Delimiter { .. }));
    warnings
}

/// Whether RFC 5538 reads a server at the beginning of an article of RFC 1738.
fn reads_server(article: &str) -> bool {
    article.strip_prefix("//").is_some_and(|rest| rest.contains('/'))
}

/// The warnings about the components and the text of a URL. `has_request` tells whether a client sends
/// something for it.
pub(super) fn warnings_of_components(
    view: &Components<'_>,
    text: &str,
    has_request: impl FnOnce() -> bool,
) -> Vec<Warning> {
    let scheme = view.scheme.unwrap_or_default().to_ascii_lowercase();
    let mut warnings = Vec::new();
    // Since 1997 there is only user information, in which some schemes write a password after a
    // colon (1997, section 6).
    let user = view.user.map_or("", |user| user.as_str());
    let has_password = view.password.is_some() || user.contains(':');
    warnings.extend(has_password.then_some(Warning::Password));
    if let (Some(port), Some(default)) = (view.port.and_then(|port| port.parse::<u16>().ok()), default_port(&scheme))
        && port != default
    {
        warnings.push(Warning::Port { port, default });
    }
    let mut delimiters: Vec<_> = escaped_octets(text)
        .filter(|(octet, _)| b"\t\r\n\0".contains(octet) && !legitimate_octets(&scheme).contains(octet))
        .collect();
    // In a form, line ends are legitimate. A URL with other delimiters has no request.
    if has_forms(&scheme) && !delimiters.is_empty() && has_request() {
        delimiters.clear();
    }
    warnings.extend(delimiters.into_iter().map(|(octet, offset)| Warning::Delimiter { octet, offset }));
    let host = view.host.map_or("", |host| host.as_str());
    warnings.extend((is_local(&scheme) && !matches!(host, "" | "localhost")).then_some(Warning::FileHost));
    warnings.extend(is_rare(host).then_some(Warning::RareAddress));
    warnings.extend(looks_like_host(user).then_some(Warning::Misleading));
    let path = view.path.as_deref().unwrap_or_default();
    warnings.extend(looks_like_port(&scheme, view.host.is_some(), path).then_some(Warning::HostAsScheme));
    let formatting = text.char_indices().filter(|(_, character)| is_bidi_formatting(*character));
    warnings.extend(formatting.map(|(offset, character)| Warning::Formatting { character, offset }));
    warnings
}

/// The octets of the escapes in a text, each with its offset.
pub(super) fn escaped_octets(text: &str) -> impl Iterator<Item = (u8, usize)> {
    text.match_indices('%').filter_map(|(offset, _)| Some((escaped_octet(&text.as_bytes()[offset..])?, offset)))
}

/// Divides a `net_loc` into user, password, host and port, by RFC 1738, section 3.1, to which RFC
/// 1808 refers.
fn divide(view: &mut Components<'_>) {
    let Some(net_loc) = view.host.map(|host| host.as_str()) else { return };
    let (login, hostport) =
        net_loc.rsplit_once('@').map_or((None, net_loc), |(login, hostport)| (Some(login), hostport));
    view.user = login.map(Text::from);
    if let Some((host, port)) =
        hostport.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()))
    {
        (view.host, view.port) = (Some(host.into()), Some(port.into()));
    }
}

/// Whether a name stands for a number, or up to four numbers separated by dots, but is not an
/// address of four decimal octets. Programs that read addresses decode escapes first.
fn is_rare(host: &str) -> bool {
    let decoded = percent_encoding::percent_decode_str(host).decode_utf8_lossy();
    let mut parts = decoded.strip_suffix('.').unwrap_or(&decoded).split('.');
    parts.clone().count() <= 4 && parts.all(is_number) && host.parse::<std::net::Ipv4Addr>().is_err()
}

/// Whether a part of a name is a number, decimal, octal or hexadecimal.
fn is_number(part: &str) -> bool {
    let (digits, radix) = match part.strip_prefix("0x").or_else(|| part.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (part, 10),
    };
    !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix))
}

/// Whether the path after a scheme looks like a port, with or without a path after it. In some
/// schemes it is the number of a telephone, a message or an article.
fn looks_like_port(scheme: &str, has_host: bool, path: &str) -> bool {
    const NUMBERED: [&str; 10] = ["fax", "hdl", "modem", "news", "nntp", "pmid", "sip", "sips", "sms", "tel"];
    let port = path.split('/').next().unwrap_or_default();
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0);
    !scheme.is_empty() && !has_host && is_port && !NUMBERED.contains(&scheme)
}

/// Whether a text begins with two or more labels, after which no label character follows.
fn looks_like_host(user: &str) -> bool {
    let name = user.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.')).next().unwrap_or_default();
    name.split('.').count() > 1 && name.split('.').all(|label| !label.is_empty())
}
