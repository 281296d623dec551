//! References of RFC 1808 and the third generation, which define no schemes.

use super::parts::{self, Parts};
use super::reader::octets;
use super::server::{Authority, Endpoint};
use super::writer::{Composed, Writer};
use crate::ast::rfc2396::{Hierarchy, NetPath, Uri, UriReference};
use crate::ast::text::{Digits, Octets, Text};
use crate::ast::{rfc1808, rfc2396, rfc3986};

/// Reads a URL of RFC 1808. The params belong to the path, as in the documents since 1997.
pub(super) fn read_rfc1808(url: &rfc1808::Url<'_>) -> Parts {
    let path = url.components().path.unwrap_or_default();
    let (absolute, path) = segments(Text::from(&*path));
    Parts::Reference(parts::Reference {
        scheme: url.scheme().map(str::to_owned),
        authority: url.net_loc().map(|name| Authority::Name(octets(name))),
        absolute,
        path,
        query: url.query().map(octets),
        fragment: url.fragment().map(octets),
    })
}

/// Reads a reference of 1997, RFC 2396 or RFC 2732.
pub(super) fn read_uri(reference: &UriReference<'_>) -> Option<Parts> {
    let reference = match *reference {
        UriReference::Urn(urn) => {
            return Some(Parts::Urn(parts::Urn { nid: urn.nid.to_owned(), nss: octets(urn.nss) }));
        }
        UriReference::Uri(reference) => reference,
    };
    let fragment = reference.fragment.map(octets);
    let (scheme, relative) = match reference.uri {
        Some(Uri::Absolute(uri)) => (Some(uri.scheme.to_owned()), uri.relative),
        Some(Uri::Relative(uri)) => (None, uri),
        None => {
            let path = vec![Octets::default()];
            let (scheme, authority, query) = (None, None, None);
            return Some(Parts::Reference(parts::Reference {
                scheme,
                authority,
                absolute: false,
                path,
                query,
                fragment,
            }));
        }
    };
    let authority = match relative.hierarchy {
        Hierarchy::NetPath(NetPath { authority, .. }) => Some(match authority {
            rfc2396::Authority::Server(rfc2396::Server { userinfo, hostport: Some(at) }) => {
                server(userinfo, at.host.as_str(), at.port)?
            }
            rfc2396::Authority::Server(_) => Authority::Name(Octets::default()),
            rfc2396::Authority::RegName(name) => Authority::Name(octets(name.text())),
        }),
        _ => None,
    };
    let (absolute, path) = segments(relative.hierarchy.path());
    Some(Parts::Reference(parts::Reference {
        scheme,
        authority,
        absolute,
        path,
        query: relative.query.map(octets),
        fragment,
    }))
}

/// Reads a reference of RFC 3986 or RFC 3987.
pub(super) fn read_rfc3986(reference: &rfc3986::UriReference<'_>) -> Option<Parts> {
    let authority = match reference.authority() {
        Some(at) => Some(server(at.userinfo(), at.host().as_str(), at.port())?),
        None => None,
    };
    let (absolute, path) = segments(reference.path().text());
    let (query, fragment) = (reference.query().map(octets), reference.fragment().map(octets));
    Some(Parts::Reference(parts::Reference {
        scheme: reference.scheme().map(str::to_owned),
        authority,
        absolute,
        path,
        query,
        fragment,
    }))
}

/// A server; `None` if its port is empty or too large.
fn server(userinfo: Option<Text<'_>>, host: &str, port: Option<Digits<'_>>) -> Option<Authority> {
    let port = match port {
        Some(port) => Some(port.parse().ok()?),
        None => None,
    };
    Some(Authority::Server(userinfo.map(octets), Endpoint { host: host.to_owned(), port }))
}

/// Whether a path begins with a slash, and its segments after that slash.
fn segments(path: Text<'_>) -> (bool, Vec<Octets>) {
    let path = path.as_str();
    let relative = path.strip_prefix('/');
    let segments = relative.unwrap_or(path).split('/').map(|segment| octets(segment.into())).collect();
    (relative.is_some(), segments)
}

/// The first of these productions that the grammar has, or the last.
fn first_defined<const N: usize>(writer: &Writer, names: [&'static str; N]) -> &'static str {
    names.into_iter().find(|name| writer.has(name)).unwrap_or(names[N - 1])
}

/// Writes a reference from plain parts.
pub(super) fn write(writer: &Writer, parts: &Parts) -> Composed {
    Ok(match parts {
        Parts::Reference(parts::Reference { scheme, authority, absolute, path, query, fragment }) => {
            let scheme = scheme.as_ref().map(|scheme| format!("{scheme}:")).unwrap_or_default();
            let authority = match authority {
                Some(Authority::Server(..)) if !writer.has("port") => {
                    return writer.inexpressible("it does not divide a net_loc: give it a name");
                }
                Some(Authority::Server(userinfo, endpoint)) => {
                    let userinfo = match userinfo {
                        Some(userinfo) => {
                            writer.part(first_defined(writer, ["iuserinfo", "userinfo"]), userinfo)? + "@"
                        }
                        None => String::new(),
                    };
                    format!("//{userinfo}{}", writer.endpoint(endpoint))
                }
                Some(Authority::Name(name)) => {
                    let names = ["net_loc", "reg_name", "iauthority", "authority"];
                    format!("//{}", writer.part(first_defined(writer, names), name)?)
                }
                None => String::new(),
            };
            let slash = if *absolute { "/" } else { "" };
            let path = writer.path(first_defined(writer, ["ipchar", "pchar"]), path)?;
            let query = writer.marked_part("?", first_defined(writer, ["iquery", "query"]), query)?;
            let fragment = writer.marked_part("#", first_defined(writer, ["ifragment", "fragment"]), fragment)?;
            format!("{scheme}{authority}{slash}{path}{query}{fragment}")
        }
        Parts::Urn(parts::Urn { .. }) if !writer.has("URN-nss") => {
            return writer.inexpressible("it has no URNs of its own: write a reference");
        }
        Parts::Urn(parts::Urn { nid, nss }) => format!("urn:{nid}:{}", writer.part("URN-nss", nss)?),
        _ => return writer.inexpressible("it defines no schemes: write `Parts::reference()`"),
    })
}
