//! Composition of the URLs of RFC 1738.

use super::composable::Composable;
use super::error::ComposeError;
use super::parts::{self, Parts};
use super::reader::{account, endpoint, number, octets, segments};
use super::writer::{Composed, Writer};
use crate::ast::rfc1738::*;
use crate::ast::text::Octets;

/// The plain parts of a URL; `None` if a number is too large for them.
pub(super) fn read(url: &Url<'_>) -> Option<Parts> {
    each_url!(url, url => url.parts())
}

/// Writes a URL from plain parts.
pub(super) fn write(writer: &Writer, parts: &Parts) -> Composed {
    let schemes = [
        HttpUrl::write,
        FtpUrl::write,
        NewsUrl::write,
        NntpUrl::write,
        TelnetUrl::write,
        GopherUrl::write,
        WaisUrl::write,
        MailtoUrl::write,
        FileUrl::write,
        ProsperoUrl::write,
        GenericUrl::write,
    ];
    for write in schemes {
        if let Some(text) = write(writer, parts)? {
            return Ok(text);
        }
    }
    writer.inexpressible("it has no such URL")
}

impl Composable for HttpUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Http(parts::Http {
            endpoint: endpoint(self.hostport)?,
            path: self.hpath.map(segments),
            query: self.search.map(octets),
        }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Http(parts::Http { endpoint, path, query }) = parts else { return Ok(None) };
        let path = writer.slash_path("hsegment", path)?;
        Ok(Some(format!("http://{}{path}{}", writer.endpoint(endpoint), writer.marked_part("?", "search", query)?)))
    }
}

impl Composable for FtpUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Ftp(parts::Ftp {
            account: account(self.login),
            endpoint: endpoint(self.login.hostport)?,
            path: self.fpath.map(segments),
            ftptype: self.ftptype.map(|code| code.to_string()),
        }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Ftp(parts::Ftp { account, endpoint, path, ftptype }) = parts else { return Ok(None) };
        let path = writer.slash_path("fsegment", path)?;
        let ftptype = ftptype.as_ref().map(|code| format!(";type={code}")).unwrap_or_default();
        Ok(Some(format!("ftp://{}{path}{ftptype}", writer.login(account, endpoint)?)))
    }
}

/// The text in front of the `@` of an article has no production of its own: `article` determines
/// its characters.
fn write_unique(writer: &Writer, unique: &Octets) -> Composed {
    if !writer.has("article") {
        return writer.inexpressible("it has no articles");
    }
    let mut text = String::new();
    for &octet in &unique.0 {
        let character = char::from(octet);
        let is_accepted = octet.is_ascii() && octet != b'%' && writer.accepts("article", &format!("{character}@a"));
        if is_accepted && (!writer.cautious || octet.is_ascii_alphanumeric()) {
            text.push(character)
        } else {
            text += &format!("%{octet:02X}")
        }
    }
    Ok(text)
}

impl Composable for NewsUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(match self.grouppart {
            Grouppart::All => Parts::Newsgroup(parts::Newsgroup { endpoint: None, group: "*".to_owned() }),
            Grouppart::Group(group) => Parts::Newsgroup(parts::Newsgroup { endpoint: None, group: group.to_owned() }),
            Grouppart::Article(article) => Parts::Article(parts::Article {
                endpoint: None,
                unique: octets(article.unique),
                host: article.host.as_str().to_owned(),
            }),
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        Ok(Some(match parts {
            Parts::Newsgroup(parts::Newsgroup { endpoint: Some(_), .. })
            | Parts::Article(parts::Article { endpoint: Some(_), .. }) => {
                return writer.inexpressible("its news URLs name no server");
            }
            Parts::Newsgroup(parts::Newsgroup { endpoint: None, group }) => format!("news:{group}"),
            Parts::Article(parts::Article { endpoint: None, unique: text, host }) => {
                format!("news:{}@{host}", write_unique(writer, text)?)
            }
            _ => return Ok(None),
        }))
    }
}

impl Composable for NntpUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        let article = match self.digits {
            Some(digits) => Some(number(digits)?),
            None => None,
        };
        Some(Parts::Nntp(parts::Nntp {
            endpoint: Some(endpoint(self.hostport)?),
            group: self.group.to_owned(),
            article,
        }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Nntp(parts::Nntp { endpoint, group, article }) = parts else { return Ok(None) };
        let Some(endpoint) = endpoint else { return writer.inexpressible("its nntp URLs name a server") };
        let article = article.map(|number| format!("/{number}")).unwrap_or_default();
        Ok(Some(format!("nntp://{}/{group}{article}", writer.endpoint(endpoint))))
    }
}

impl Composable for TelnetUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Telnet(parts::Telnet { account: account(self.login), endpoint: endpoint(self.login.hostport)? }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Telnet(parts::Telnet { account, endpoint }) = parts else { return Ok(None) };
        Ok(Some(format!("telnet://{}", writer.login(account, endpoint)?)))
    }
}

impl Composable for GopherUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        let item = match self.item {
            Some(item) => Some(parts::Item {
                gtype: char::from(*octets(item.gtype).0.first()?),
                selector: octets(item.selector),
                search: item.search.map(|search| octets(search.search)),
                gopher_plus_string: item.search.and_then(|search| search.gopher_plus_string).map(octets),
            }),
            None => None,
        };
        Some(Parts::Gopher(parts::Gopher { endpoint: endpoint(self.hostport)?, item }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Gopher(parts::Gopher { endpoint, item }) = parts else { return Ok(None) };
        let Some(item) = item else { return Ok(Some(format!("gopher://{}", writer.endpoint(endpoint)))) };
        if let Some(why) = item.fault() {
            return writer.inexpressible(why);
        }
        Ok(Some(format!(
            "gopher://{}/{}{}{}{}",
            writer.endpoint(endpoint),
            writer.part("gtype", &item.gtype())?,
            writer.part("selector", &item.selector)?,
            writer.marked_part("%09", "search", &item.search)?,
            writer.marked_part("%09", "gopher+_string", &item.gopher_plus_string)?
        )))
    }
}

impl Composable for WaisUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(match *self {
            Self::Waisdatabase(u) => {
                Parts::Wais(parts::Wais { endpoint: endpoint(u.hostport)?, database: octets(u.database), search: None })
            }
            Self::Waisindex(u) => Parts::Wais(parts::Wais {
                endpoint: endpoint(u.hostport)?,
                database: octets(u.database),
                search: Some(octets(u.search)),
            }),
            Self::Waisdoc(u) => Parts::Waisdoc(parts::Waisdoc {
                endpoint: endpoint(u.hostport)?,
                database: octets(u.database),
                wtype: octets(u.wtype),
                wpath: octets(u.wpath),
            }),
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        Ok(Some(match parts {
            Parts::Wais(parts::Wais { endpoint, database, search }) => {
                let database = writer.part("database", database)?;
                format!("wais://{}/{database}{}", writer.endpoint(endpoint), writer.marked_part("?", "search", search)?)
            }
            Parts::Waisdoc(parts::Waisdoc { endpoint, database, wtype, wpath }) => format!(
                "wais://{}/{}/{}/{}",
                writer.endpoint(endpoint),
                writer.part("database", database)?,
                writer.part("wtype", wtype)?,
                writer.part("wpath", wpath)?
            ),
            _ => return Ok(None),
        }))
    }
}

impl Composable for MailtoUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Mailto(parts::Mailto { to: vec![octets(self.encoded822addr)], fields: Vec::new() }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Mailto(parts::Mailto { to, fields }) = parts else { return Ok(None) };
        let ([address], []) = (&to[..], &fields[..]) else {
            return writer.inexpressible("its mailto URLs have one address and no header fields");
        };
        Ok(Some(format!("mailto:{}", writer.part("encoded822addr", address)?)))
    }
}

impl Composable for FileUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::File(parts::File {
            host: self.host.map(|host| host.as_str().to_owned()),
            path: segments(self.fpath),
        }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::File(parts::File { host, path }) = parts else { return Ok(None) };
        let host = host.as_deref().unwrap_or_default();
        Ok(Some(format!("file://{host}/{}", writer.path("fsegment", path)?)))
    }
}

impl Composable for ProsperoUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Prospero(parts::Prospero {
            endpoint: endpoint(self.hostport)?,
            hsoname: segments(self.ppath),
            version: None,
            attributes: None,
            fields: self.fields.iter().map(|field| (octets(field.fieldname), octets(field.fieldvalue))).collect(),
        }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Prospero(parts::Prospero { endpoint, hsoname, version, fields, .. }) = parts else {
            return Ok(None);
        };
        if version.is_some() {
            return writer.inexpressible("its prospero URLs have no version");
        }
        let mut text = format!("prospero://{}/{}", writer.endpoint(endpoint), writer.path("psegment", hsoname)?);
        for (name, value) in fields {
            text += &format!(";{}={}", writer.part("fieldname", name)?, writer.part("fieldvalue", value)?);
        }
        Ok(Some(text))
    }
}

impl Composable for GenericUrl<'_> {
    fn parts(&self) -> Option<Parts> {
        let scheme = self.scheme.to_owned();
        Some(match self.schemepart {
            Schemepart::Ip(IpSchemepart { login, urlpath }) => Parts::Other(parts::Other {
                scheme,
                account: account(login),
                endpoint: endpoint(login.hostport)?,
                urlpath: urlpath.map(octets),
            }),
            Schemepart::Text(text) => Parts::Opaque(parts::Opaque { scheme, schemepart: octets(text) }),
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        Ok(Some(match parts {
            Parts::Other(parts::Other { scheme, account, endpoint, urlpath }) => {
                let login = writer.login(account, endpoint)?;
                format!("{scheme}://{login}{}", writer.marked_part("/", "urlpath", urlpath)?)
            }
            Parts::Opaque(parts::Opaque { scheme, schemepart }) => {
                format!("{scheme}:{}", writer.part("schemepart", schemepart)?)
            }
            _ => return Ok(None),
        }))
    }
}
