//! Composition of the URIs of the documents of one scheme.

use super::error::ComposeError;
use super::parts::{self, Item, Parts};
use super::reader::octets;
use super::server::{Account, Endpoint};
use super::writer::{Composed, Writer};
use crate::ast::rfc3986::{Authority, Host};
use crate::ast::text::{Digits, Octets, Text};
use crate::grammar::SchemeDocument;
use crate::scheme::*;

/// The plain parts of a URI.
pub(super) fn read(uri: &SchemeUri<'_>) -> Option<Parts> {
    match uri {
        SchemeUri::Http(uri) => read_http(uri),
        SchemeUri::Gopher(uri) => read_gopher(uri),
        SchemeUri::Mailto(uri) => Some(read_mailto(uri)),
        SchemeUri::News(uri) => read_news(uri),
        SchemeUri::Nntp(uri) => Some(Parts::Nntp(parts::Nntp {
            endpoint: Some(server(uri.server)?),
            group: text(uri.group)?,
            article: number(uri.article_number)?,
        })),
        SchemeUri::Telnet(uri) => Some(Parts::Telnet(parts::Telnet {
            account: uri.user.map(|user| Account { user: octets(user), password: uri.password.map(octets) }),
            endpoint: endpoint(uri.host, uri.port)?,
        })),
        SchemeUri::Wais(uri) => read_wais(uri),
        SchemeUri::Prospero(uri) => Some(Parts::Prospero(parts::Prospero {
            endpoint: endpoint(uri.host, uri.port)?,
            hsoname: segments(uri.hsoname.as_str()),
            version: None,
            attributes: None,
            fields: uri.fields().map(|field| (octets(field.field), octets(field.value))).collect(),
        })),
        SchemeUri::File(uri) if uri.userinfo.is_none() && uri.unc_host.is_none() && uri.drive.is_none() => {
            let path = uri.path.as_str().strip_prefix('/')?;
            Some(Parts::File(parts::File { host: uri.host.map(|host| host.as_str().to_owned()), path: segments(path) }))
        }
        SchemeUri::Urn(urn) if [urn.r_component, urn.q_component, urn.f_component] == [None; 3] => {
            Some(Parts::Urn(parts::Urn { nid: urn.nid.to_owned(), nss: octets(urn.nss) }))
        }
        // Drives, hosts of UNC strings, components of a URN, and references have no plain parts.
        SchemeUri::File(_) | SchemeUri::Urn(_) | SchemeUri::Reference(_) => None,
    }
}

/// A server; `None` if its port is empty or too large.
fn endpoint(host: Host<'_>, port: Option<Digits<'_>>) -> Option<Endpoint> {
    Some(Endpoint { host: host.as_str().to_owned(), port: number(port)? })
}

fn server(authority: Authority<'_>) -> Option<Endpoint> {
    endpoint(authority.host, authority.port).filter(|_| authority.userinfo.is_none())
}

/// A number that may be absent; the outer `None` if it is empty or too large.
fn number<T: std::str::FromStr>(digits: Option<Digits<'_>>) -> Option<Option<T>> {
    match digits {
        Some(digits) => Some(Some(digits.as_str().parse().ok()?)),
        None => Some(None),
    }
}

/// The decoded text of a part; `None` if it is not UTF-8.
fn text(part: Text<'_>) -> Option<String> {
    String::from_utf8(part.octets().into_owned()).ok()
}

/// The decoded segments of a path without its first slash.
fn segments(path: &str) -> Vec<Octets> {
    path.split('/').map(|segment| octets(segment.into())).collect()
}

fn read_http(uri: &HttpUri<'_>) -> Option<Parts> {
    let endpoint = endpoint(uri.host, uri.port).filter(|_| uri.userinfo.is_none())?;
    let path = uri.path.as_str().strip_prefix('/').map(segments);
    let query = uri.query.map(octets);
    Some(if uri.is_secure() {
        Parts::Https(parts::Https { endpoint, path, query })
    } else {
        Parts::Http(parts::Http { endpoint, path, query })
    })
}

fn read_gopher(uri: &GopherUri<'_>) -> Option<Parts> {
    let item = match uri.gophertype {
        Some(gtype) => Some(Item {
            gtype: char::from(*octets(gtype).0.first()?),
            selector: octets(uri.selector.unwrap_or_default()),
            search: uri.search.map(octets),
            gopher_plus_string: uri.gopher_plus_string.map(octets),
        }),
        None => None,
    };
    Some(Parts::Gopher(parts::Gopher { endpoint: endpoint(uri.host, uri.port)?, item }))
}

fn read_mailto(uri: &MailtoUri<'_>) -> Parts {
    let to = match uri.document {
        SchemeDocument::Rfc2368 => uri.to.map(octets).into_iter().collect(),
        _ => uri.addresses().into_iter().map(address).collect(),
    };
    let fields = uri.header_fields().map(|field| (octets(field.hfname), octets(field.hfvalue)));
    Parts::Mailto(parts::Mailto { to, fields: fields.collect() })
}

fn address(address: AddrSpec<'_>) -> Octets {
    Octets([&address.local_part.octets()[..], b"@", &address.domain.octets()].concat())
}

fn read_news(uri: &NewsUri<'_>) -> Option<Parts> {
    // `snews` has the same parts and another scheme.
    if !uri.scheme.eq_ignore_ascii_case("news") {
        return None;
    }
    let endpoint = match uri.server {
        Some(authority) => Some(server(authority)?),
        None => None,
    };
    Some(match uri.item {
        NewsItem::Article(MessageId { id_left, id_right }) => {
            Parts::Article(parts::Article { endpoint, unique: octets(id_left), host: text(id_right)? })
        }
        NewsItem::Newsgroups(groups) => Parts::Newsgroup(parts::Newsgroup { endpoint, group: text(groups)? }),
    })
}

fn read_wais(uri: &WaisUri<'_>) -> Option<Parts> {
    let (endpoint, database) = (endpoint(uri.host, uri.port)?, octets(uri.database));
    Some(match uri.document {
        Some(WaisDocument { wtype, wpath }) => {
            Parts::Waisdoc(parts::Waisdoc { endpoint, database, wtype: octets(wtype), wpath: octets(wpath) })
        }
        None => Parts::Wais(parts::Wais { endpoint, database, search: uri.search.map(octets) }),
    })
}

/// Writes a URI of a document from plain parts.
pub(super) fn write(writer: &Writer, document: SchemeDocument, parts: &Parts) -> Composed {
    let of_scheme = |scheme| document.has_scheme(scheme);
    match parts {
        Parts::Http(parts::Http { endpoint, path, query }) if of_scheme("http") => {
            write_http(writer, "http", endpoint, path, query)
        }
        Parts::Https(parts::Https { endpoint, path, query }) if of_scheme("https") => {
            write_http(writer, "https", endpoint, path, query)
        }
        Parts::Gopher(parts::Gopher { endpoint, item }) if of_scheme("gopher") => {
            write_gopher(writer, endpoint, item.as_ref())
        }
        Parts::Mailto(parts::Mailto { to, fields }) if of_scheme("mailto") => {
            write_mailto(writer, document, to, fields)
        }
        Parts::Newsgroup(parts::Newsgroup { endpoint, group }) if of_scheme("news") => {
            let group = writer.part("newsgroups", &group.as_str().into())?;
            Ok(format!("news:{}{group}", at(writer, endpoint.as_ref())))
        }
        Parts::Article(parts::Article { endpoint, unique, host }) if of_scheme("news") => {
            let left = writer.part("id-left", unique)?;
            let right = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
                Some(literal) => format!("%5B{}%5D", writer.part("mdtext", &literal.into())?),
                None => writer.part("id-right", &host.as_str().into())?,
            };
            Ok(format!("news:{}{left}@{right}", at(writer, endpoint.as_ref())))
        }
        Parts::Nntp(parts::Nntp { endpoint: Some(endpoint), group, article }) if of_scheme("nntp") => {
            let article = article.map(|number| format!("/{number}")).unwrap_or_default();
            let group = writer.part("group", &group.as_str().into())?;
            Ok(format!("nntp:{}{group}{article}", at(writer, Some(endpoint))))
        }
        Parts::Telnet(parts::Telnet { account, endpoint }) if of_scheme("telnet") => {
            Ok(format!("telnet://{}", writer.login(account, endpoint)?))
        }
        Parts::Wais(parts::Wais { endpoint, database, search }) if of_scheme("wais") => {
            let (endpoint, database) = (writer.endpoint(endpoint), writer.part("database", database)?);
            Ok(format!("wais://{endpoint}/{database}{}", writer.marked_part("?", "search", search)?))
        }
        Parts::Waisdoc(parts::Waisdoc { endpoint, database, wtype, wpath }) if of_scheme("wais") => {
            let (database, wtype) = (writer.part("database", database)?, writer.part("wtype", wtype)?);
            let wpath = writer.part("wpath", wpath)?;
            Ok(format!("wais://{}/{database}/{wtype}/{wpath}", writer.endpoint(endpoint)))
        }
        Parts::Prospero(parts::Prospero { endpoint, hsoname, version: None, attributes: None, fields })
            if of_scheme("prospero") =>
        {
            let mut text = format!("prospero://{}/{}", writer.endpoint(endpoint), writer.path("value", hsoname)?);
            for (field, value) in fields {
                text += &format!(";{}={}", writer.part("field", field)?, writer.part("value", value)?);
            }
            Ok(text)
        }
        Parts::File(parts::File { host, path }) if of_scheme("file") => {
            Ok(format!("file://{}/{}", host.as_deref().unwrap_or_default(), writer.path("segment", path)?))
        }
        Parts::Urn(parts::Urn { nid, nss }) if of_scheme("urn") => {
            Ok(format!("urn:{nid}:{}", writer.part("NSS", nss)?))
        }
        _ => writer.inexpressible("it has no such URL"),
    }
}

/// A server with the slashes around it.
fn at(writer: &Writer, endpoint: Option<&Endpoint>) -> String {
    endpoint.map(|endpoint| format!("//{}/", writer.endpoint(endpoint))).unwrap_or_default()
}

fn write_http(
    writer: &Writer,
    scheme: &str,
    endpoint: &Endpoint,
    path: &Option<Vec<Octets>>,
    query: &Option<Octets>,
) -> Composed {
    let path = writer.slash_path("segment", path)?;
    Ok(format!("{scheme}://{}{path}{}", writer.endpoint(endpoint), writer.marked_part("?", "query", query)?))
}

fn write_gopher(writer: &Writer, endpoint: &Endpoint, item: Option<&Item>) -> Composed {
    let endpoint = writer.endpoint(endpoint);
    let Some(item) = item else { return Ok(format!("gopher://{endpoint}")) };
    if let Some(why) = item.fault() {
        return writer.inexpressible(why);
    }
    Ok(format!(
        "gopher://{endpoint}/{}{}{}{}",
        writer.part("gophertype", &item.gtype())?,
        writer.part("selector", &item.selector)?,
        writer.marked_part("%09", "search", &item.search)?,
        writer.marked_part("%09", "gopher-plus-string", &item.gopher_plus_string)?
    ))
}

fn write_mailto(writer: &Writer, document: SchemeDocument, to: &[Octets], fields: &[(Octets, Octets)]) -> Composed {
    let (addresses, name, value): (Result<Vec<String>, ComposeError>, _, _) = match document {
        SchemeDocument::Rfc2368 if to.len() > 1 => {
            return writer.inexpressible("it encodes its addresses as a whole: give it one list");
        }
        SchemeDocument::Rfc2368 => (to.iter().map(|list| writer.part("to", list)).collect(), "hname", "hvalue"),
        _ => (to.iter().map(|address| write_address(writer, address)).collect(), "hfname", "hfvalue"),
    };
    let fields: Result<Vec<String>, ComposeError> = fields
        .iter()
        .map(|field| Ok(format!("{}={}", writer.part(name, &field.0)?, writer.part(value, &field.1)?)))
        .collect();
    let fields = fields?.join("&");
    let mark = if fields.is_empty() { "" } else { "?" };
    Ok(format!("mailto:{}{mark}{fields}", addresses?.join(",")))
}

/// An address of RFC 6068: a local part, which may be a quoted string, and a domain, which may be an
/// address in brackets.
fn write_address(writer: &Writer, Octets(address): &Octets) -> Composed {
    let in_brackets = address.iter().position(|octet| *octet == b'[').and_then(|open| open.checked_sub(1));
    let at = in_brackets.filter(|at| address[*at] == b'@').or(address.iter().rposition(|octet| *octet == b'@'));
    let Some(at) = at else { return writer.inexpressible("an address has an `@`") };
    let (local, domain) = (&address[..at], &address[at + 1..]);
    let local = match local.strip_prefix(b"\"").and_then(|content| content.strip_suffix(b"\"")) {
        Some(content) => format!("%22{}%22", escaped_but_unreserved(writer, content)),
        None => writer.part("local-text", &Octets(local.to_vec()))?,
    };
    let domain = match domain.strip_prefix(b"[").and_then(|content| content.strip_suffix(b"]")) {
        Some(content) => format!("%5B{}%5D", writer.part("domain-dtext", &Octets(content.to_vec()))?),
        None => writer.part("domain", &Octets(domain.to_vec()))?,
    };
    Ok(format!("{local}@{domain}"))
}

/// Octets of a quoted string, in which a backslash quotes the next octet.
fn escaped_but_unreserved(writer: &Writer, octets: &[u8]) -> String {
    let write = |octet: &u8| {
        let plain = char::from(*octet).to_string();
        if octet.is_ascii() && writer.accepts("unreserved", &plain) { plain } else { format!("%{octet:02X}") }
    };
    octets.iter().map(write).collect()
}
