//! Reads the plain parts of a parsed URL.

use super::plain::{Account, Authority, Item, Parts, Site};
use crate::parsed::{Parsed, Value};
use crate::shared::{Hostport, Login};
use crate::text::{Digits, Octets, Text};
use crate::{rfc1630, rfc1738, rfc1808, rfc3986, uri};

pub(super) fn parts(parsed: &Parsed<'_>) -> Option<Parts> {
    match parsed.value()? {
        Value::Rfc1738(url) => second(url),
        Value::Rfc1738Generic(url) => other(url),
        Value::Rfc1630(url) => first(&url.address, None),
        Value::Rfc1630Fragment(url) => first(&url.uri, url.fragmentid),
        Value::Rfc1808(url) => Some(forerunner(url)),
        Value::Uri(reference) => third(reference),
        Value::Rfc3986(reference) => rfc3986(reference),
    }
}

fn octets(text: Text<'_>) -> Octets {
    Octets(text.octets().into_owned())
}

fn all<'i>(segments: impl Iterator<Item = Text<'i>>) -> Vec<Octets> {
    segments.map(octets).collect()
}

fn number(digits: Digits<'_>) -> Option<u64> {
    digits.to().ok()
}

fn site(hostport: Hostport<'_>) -> Option<Site> {
    let port = match hostport.port {
        Some(port) => Some(port.to().ok()?),
        None => None,
    };
    Some(Site { host: hostport.host.as_str().to_owned(), port })
}

fn account(login: Login<'_>) -> Option<Account> {
    login.user.map(|user| Account { user: octets(user), password: login.password.map(octets) })
}

fn second(url: &rfc1738::Url<'_>) -> Option<Parts> {
    use rfc1738::{Grouppart, Url, WaisUrl};
    Some(match *url {
        Url::Http(url) => Parts::Http {
            site: site(url.hostport)?,
            path: url.hpath.map(|path| all(path.segments())),
            search: url.search.map(octets),
        },
        Url::Ftp(url) => Parts::Ftp {
            account: account(url.login),
            site: site(url.login.hostport)?,
            path: url.fpath.map(|path| all(path.segments())),
            ftptype: url.ftptype.map(|code| code.to_string()),
        },
        Url::Gopher(url) => {
            let item = match url.item {
                Some(item) => Some(Item {
                    gtype: *octets(item.gtype).0.first()?,
                    selector: octets(item.selector),
                    search: item.search.map(|search| octets(search.search)),
                    gopher_plus: item.search.and_then(|search| search.gopher_plus_string).map(octets),
                }),
                None => None,
            };
            Parts::Gopher { site: site(url.hostport)?, item }
        }
        Url::Mailto(url) => Parts::Mailto { address: octets(url.encoded822addr) },
        Url::News(url) => match url.grouppart {
            Grouppart::All => Parts::Newsgroup("*".to_owned()),
            Grouppart::Group(group) => Parts::Newsgroup(group.to_owned()),
            Grouppart::Article(article) => {
                Parts::Article { unique: octets(article.unique), host: article.host.as_str().to_owned() }
            }
        },
        Url::Nntp(url) => Parts::Nntp {
            site: Some(site(url.hostport)?),
            group: url.group.to_owned(),
            article: url.digits.and_then(number),
        },
        Url::Telnet(url) => Parts::Telnet { account: account(url.login), site: site(url.login.hostport)? },
        Url::Wais(WaisUrl::Waisdatabase(url)) => {
            Parts::Wais { site: site(url.hostport)?, database: octets(url.database), search: None }
        }
        Url::Wais(WaisUrl::Waisindex(url)) => {
            Parts::Wais { site: site(url.hostport)?, database: octets(url.database), search: Some(octets(url.search)) }
        }
        Url::Wais(WaisUrl::Waisdoc(url)) => Parts::Waisdoc {
            site: site(url.hostport)?,
            database: octets(url.database),
            wtype: octets(url.wtype),
            wpath: octets(url.wpath),
        },
        Url::File(url) => {
            Parts::File { host: url.host.map(|host| host.as_str().to_owned()), path: all(url.fpath.segments()) }
        }
        Url::Prospero(url) => Parts::Prospero {
            site: site(url.hostport)?,
            hsoname: all(url.ppath.segments()),
            version: None,
            attributes: None,
            fields: url.fields.iter().map(|field| (octets(field.fieldname), octets(field.fieldvalue))).collect(),
        },
        Url::Other(url) => other(&url)?,
    })
}

fn other(url: &rfc1738::GenericUrl<'_>) -> Option<Parts> {
    let part = match url.schemepart {
        rfc1738::Schemepart::Ip(part) => part,
        rfc1738::Schemepart::Text(text) => {
            return Some(Parts::Opaque { scheme: url.scheme.to_owned(), schemepart: octets(text) });
        }
    };
    Some(Parts::Other {
        scheme: url.scheme.to_owned(),
        account: account(part.login),
        site: site(part.login.hostport)?,
        urlpath: part.urlpath.map(octets),
    })
}

fn first(address: &rfc1630::Address<'_>, fragment: Option<Text<'_>>) -> Option<Parts> {
    use rfc1630::{Address, Document, Groupart, WaisAddress};
    let host = |host: crate::shared::Host<'_>| host.as_str().to_owned();
    if let (Some(_), false) = (fragment, matches!(address, Address::Generic(_) | Address::Uri(_))) {
        return None;
    }
    Some(match *address {
        Address::Http(url) => Parts::Http {
            site: site(url.hostport)?,
            path: url.path.map(|path| all(path.segments())),
            search: url.search.map(rfc1630::Search::octets),
        },
        Address::Ftp(url) => Parts::Ftp {
            account: account(url.login),
            site: site(url.login.hostport)?,
            path: Some(all(url.path.segments())),
            ftptype: url.ftptype.map(|code| code.to_string()),
        },
        Address::Gopher(url) => {
            let item = match url.item {
                Some(item) => {
                    let gtype = *octets(item.gtype).0.first()?;
                    let (selector, search, plus) = item.command.divided();
                    Some(Item {
                        gtype,
                        selector: octets(selector),
                        search: url.search.map(rfc1630::Search::octets).or(search.map(octets)),
                        gopher_plus: plus.map(octets),
                    })
                }
                None => None,
            };
            Parts::Gopher { site: site(url.hostport)?, item }
        }
        Address::Mailto(url) => {
            Parts::Mailto { address: Octets([&*url.xalphas.octets(), b"@", &*url.hostname.text().octets()].concat()) }
        }
        Address::News(url) => match url.groupart {
            Groupart::All => Parts::Newsgroup("*".to_owned()),
            Groupart::Group(group) => Parts::Newsgroup(group.text().as_str().to_owned()),
            Groupart::Article(article) => Parts::Article { unique: octets(article.xalphas), host: host(article.host) },
        },
        Address::Nntp(url) => {
            Parts::Nntp { site: None, group: url.group.text().as_str().to_owned(), article: Some(number(url.digits)?) }
        }
        Address::Telnet(url) => Parts::Telnet { account: account(url.login), site: site(url.login.hostport)? },
        Address::Wais(WaisAddress::Waisindex(url)) => Parts::Wais {
            site: site(url.hostport)?,
            database: octets(url.database),
            search: url.search.map(rfc1630::Search::octets),
        },
        Address::Wais(WaisAddress::Waisdoc(url)) => {
            let (site, database, wtype) = (site(url.hostport)?, octets(url.database), octets(url.wtype));
            match url.document {
                Document::Path(path) => Parts::Waisdoc { site, database, wtype, wpath: octets(path.text()) },
                Document::Wpath(path) => {
                    let field =
                        |field: rfc1630::WpathField<'_>| Some((number(field.digits)?, all(field.path.segments())));
                    Parts::WaisFields {
                        site,
                        database,
                        wtype,
                        fields: path.fields().map(field).collect::<Option<_>>()?,
                    }
                }
            }
        }
        Address::Prospero(url) => Parts::Prospero {
            site: site(url.hostport)?,
            hsoname: all(url.hsoname.segments()),
            version: match url.version {
                Some(version) => Some(number(version)?),
                None => None,
            },
            attributes: url.attributes.map(str::to_owned),
            fields: Vec::new(),
        },
        Address::Mid(url) => Parts::Mid { unique: octets(url.addr_spec.xalphas), host: host(url.addr_spec.host) },
        Address::Cid(url) => {
            Parts::Cid { unique: octets(url.content_identifier.xalphas), host: host(url.content_identifier.host) }
        }
        Address::Afs(url) => {
            Parts::Afs { cellname: url.cellname.text().as_str().to_owned(), path: all(url.path.segments()) }
        }
        Address::Generic(url) | Address::Uri(url) => Parts::Generic {
            scheme: url.scheme.as_str().to_owned(),
            path: all(url.path.segments()),
            search: url.search.map(rfc1630::Search::octets),
            fragment: fragment.map(octets),
        },
    })
}

/// The params belong to the path, as in the documents since 1997.
fn forerunner(url: &rfc1808::Url<'_>) -> Parts {
    let path = url.components().path.unwrap_or_default();
    let (absolute, segments) = path.strip_prefix('/').map_or((false, &*path), |rest| (true, rest));
    Parts::Reference {
        scheme: url.scheme().map(str::to_owned),
        authority: url.net_loc().map(|name| Authority::Name(octets(name))),
        absolute,
        path: segments.split('/').map(|segment| octets(segment.into())).collect(),
        query: url.query().map(octets),
        fragment: url.fragment().map(octets),
    }
}

fn third(reference: &uri::UriReference<'_>) -> Option<Parts> {
    use uri::{Authority as Named, Hierarchy, NetPath, Uri, UriReference};
    let reference = match *reference {
        UriReference::Urn(urn) => return Some(Parts::Urn { nid: urn.nid.to_owned(), nss: octets(urn.nss) }),
        UriReference::Uri(reference) => reference,
    };
    let fragment = reference.fragment.map(octets);
    let (scheme, relative) = match reference.uri {
        Some(Uri::Absolute(uri)) => (Some(uri.scheme.to_owned()), uri.relative),
        Some(Uri::Relative(uri)) => (None, uri),
        None => {
            let path = vec![Octets::default()];
            return Some(Parts::Reference {
                scheme: None,
                authority: None,
                absolute: false,
                path,
                query: None,
                fragment,
            });
        }
    };
    let authority = match relative.hierarchy {
        Hierarchy::NetPath(NetPath { authority, .. }) => Some(match authority {
            Named::Server(uri::Server { userinfo, hostport: Some(at) }) => server(userinfo, at.host.as_str(), at.port)?,
            Named::Server(_) => Authority::Name(Octets::default()),
            Named::RegName(name) => Authority::Name(octets(name.text())),
        }),
        _ => None,
    };
    let (absolute, path) = segments(relative.hierarchy.path());
    Some(Parts::Reference { scheme, authority, absolute, path, query: relative.query.map(octets), fragment })
}

fn rfc3986(reference: &rfc3986::UriReference<'_>) -> Option<Parts> {
    let authority = match reference.authority() {
        Some(at) => Some(server(at.userinfo(), at.host().as_str(), at.port())?),
        None => None,
    };
    let (absolute, path) = segments(reference.path().text());
    let (query, fragment) = (reference.query().map(octets), reference.fragment().map(octets));
    Some(Parts::Reference { scheme: reference.scheme().map(str::to_owned), authority, absolute, path, query, fragment })
}

/// A server; `None` if its port is too large.
fn server(userinfo: Option<Text<'_>>, host: &str, port: Option<Digits<'_>>) -> Option<Authority> {
    let port = match port {
        Some(port) => Some(port.to().ok()?),
        None => None,
    };
    Some(Authority::Server(userinfo.map(octets), Site { host: host.to_owned(), port }))
}

/// Whether a path begins with a slash, and its segments after that slash.
fn segments(path: Text<'_>) -> (bool, Vec<Octets>) {
    let path = path.as_str();
    let (absolute, rest) = path.strip_prefix('/').map_or((false, path), |rest| (true, rest));
    (absolute, rest.split('/').map(|segment| octets(segment.into())).collect())
}
