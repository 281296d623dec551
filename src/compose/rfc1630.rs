//! Composition of the URLs of the first generation.

use super::composable::Composable;
use super::error::ComposeError;
use super::parts::{self, Parts};
use super::reader::{account, endpoint, number, octets, segments};
use super::writer::{Composed, Writer};
use crate::ast::rfc1630::*;
use crate::ast::text::Octets;
use crate::grammar::GopherDialect;

/// The plain parts of a URL; `None` if a number is too large for them.
pub(super) fn read(url: &Url<'_>) -> Option<Parts> {
    read_address(&url.address)
}

/// The plain parts; `None` if a number is too large for them, or if a fragment follows the address
/// of a known scheme.
pub(super) fn read_fragment_address(address: &FragmentAddress<'_>) -> Option<Parts> {
    let mut parts = read_address(&address.uri)?;
    if let Some(fragmentid) = address.fragmentid {
        let Parts::Generic(parts::Generic { fragment, .. }) = &mut parts else { return None };
        *fragment = Some(octets(fragmentid));
    }
    Some(parts)
}

fn read_address(address: &Address<'_>) -> Option<Parts> {
    each_address!(address, address => address.parts())
}

/// Writes an address from plain parts.
pub(super) fn write(writer: &Writer, parts: &Parts) -> Composed {
    if !writer.has("httpaddress") && !matches!(parts, Parts::Generic(parts::Generic { .. })) {
        return writer.inexpressible("it is generic, and has no schemes");
    }
    let schemes = [
        HttpAddress::write,
        FtpAddress::write,
        AfsAddress::write,
        NewsAddress::write,
        NntpAddress::write,
        ProsperoAddress::write,
        TelnetAddress::write,
        GopherAddress::write,
        WaisAddress::write,
        MailtoAddress::write,
        MidAddress::write,
        CidAddress::write,
        Generic::write,
    ];
    for write in schemes {
        if let Some(text) = write(writer, parts)? {
            return Ok(text);
        }
    }
    writer.inexpressible("it has no such URL")
}

/// The production of a segment.
fn segment_production(writer: &Writer) -> &'static str {
    if writer.has("segment") { "segment" } else { "xpalphas" }
}

/// Writes segments with slashes between them.
fn write_segments(writer: &Writer, segments: &[Octets]) -> Composed {
    writer.path(segment_production(writer), segments)
}

/// Writes a slash and the segments, if there is a path.
fn write_after_slash(writer: &Writer, path: &Option<Vec<Octets>>) -> Composed {
    writer.slash_path(segment_production(writer), path)
}

/// Writes octets, whose slashes divide segments.
fn write_divided(writer: &Writer, octets: &Octets) -> Composed {
    let segments: Vec<Octets> = octets.0.split(|&octet| octet == b'/').map(Octets::from).collect();
    write_segments(writer, &segments)
}

/// Writes octets, whose slashes are data.
fn write_segment(writer: &Writer, octets: &Octets) -> Composed {
    writer.part(segment_production(writer), octets)
}

/// Writes a question mark and words with plus signs between them.
fn write_search(writer: &Writer, search: &Option<Octets>) -> Composed {
    let Some(search) = search else { return Ok(String::new()) };
    let mut words = Vec::new();
    for word in search.0.split(|&octet| octet == b' ') {
        // A plus sign between words means a space; a plus sign in a word is escaped.
        words.push(writer.part("xalphas", &Octets(word.to_vec()))?.replace('+', "%2B"));
    }
    Ok(format!("?{}", words.join("+")))
}

impl Composable for HttpAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Http(parts::Http {
            endpoint: endpoint(self.hostport)?,
            path: self.path.map(segments),
            query: self.search.map(Search::octets),
        }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Http(parts::Http { endpoint, path, query }) = parts else { return Ok(None) };
        let path = write_after_slash(writer, path)?;
        Ok(Some(format!("http://{}{path}{}", writer.endpoint(endpoint), write_search(writer, query)?)))
    }
}

impl Composable for FtpAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Ftp(parts::Ftp {
            account: account(self.login),
            endpoint: endpoint(self.login.hostport)?,
            path: Some(segments(self.path)),
            ftptype: self.ftptype.map(|code| code.to_string()),
        }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Ftp(parts::Ftp { account, endpoint, path, ftptype }) = parts else { return Ok(None) };
        let Some(path) = path else { return writer.inexpressible("its ftp addresses have a path") };
        if ftptype.is_some() && !writer.has("ftptype") {
            return writer.inexpressible("it has no type codes");
        }
        let ftptype = ftptype.as_ref().map(|code| format!(";type={code}")).unwrap_or_default();
        Ok(Some(format!("ftp://{}/{}{ftptype}", writer.login(account, endpoint)?, write_segments(writer, path)?)))
    }
}

impl Composable for AfsAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Afs(parts::Afs { cellname: self.cellname.text().as_str().to_owned(), path: segments(self.path) }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Afs(parts::Afs { cellname, path }) = parts else { return Ok(None) };
        Ok(Some(format!("afs://{cellname}/{}", write_segments(writer, path)?)))
    }
}

impl Composable for NewsAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(match self.groupart {
            Groupart::All => Parts::Newsgroup(parts::Newsgroup { endpoint: None, group: "*".to_owned() }),
            Groupart::Group(group) => {
                Parts::Newsgroup(parts::Newsgroup { endpoint: None, group: group.text().as_str().to_owned() })
            }
            Groupart::Article(article) => Parts::Article(parts::Article {
                endpoint: None,
                unique: octets(article.xalphas),
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
            Parts::Article(parts::Article { endpoint: None, unique, host }) => {
                format!("news:{}@{host}", writer.part("xalphas", unique)?)
            }
            _ => return Ok(None),
        }))
    }
}

impl Composable for NntpAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        let group = self.group.text().as_str().to_owned();
        Some(Parts::Nntp(parts::Nntp { endpoint: None, group, article: Some(number(self.digits)?) }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        match parts {
            Parts::Nntp(parts::Nntp { endpoint: Some(_), .. }) => {
                writer.inexpressible("its nntp addresses name no server")
            }
            Parts::Nntp(parts::Nntp { article: None, .. }) => {
                writer.inexpressible("its nntp addresses name an article")
            }
            Parts::Nntp(parts::Nntp { group, article: Some(article), .. }) => {
                Ok(Some(format!("nntp:{group}/{article}")))
            }
            _ => Ok(None),
        }
    }
}

impl Composable for ProsperoAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Prospero(parts::Prospero {
            endpoint: endpoint(self.hostport)?,
            hsoname: segments(self.hsoname),
            version: match self.version {
                Some(version) => Some(number(version)?),
                None => None,
            },
            attributes: self.attributes.map(str::to_owned),
            fields: Vec::new(),
        }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Prospero(parts::Prospero { endpoint, hsoname, version, attributes, fields }) = parts else {
            return Ok(None);
        };
        if !fields.is_empty() {
            return writer.inexpressible("its prospero addresses have no fields");
        }
        let attributes = attributes.as_deref().unwrap_or_default();
        let version = version.map(|version| format!("%00{version}{attributes}")).unwrap_or_default();
        let hsoname = write_segments(writer, hsoname)?;
        Ok(Some(format!("prospero://{}/{hsoname}{version}", writer.endpoint(endpoint))))
    }
}

impl Composable for TelnetAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Telnet(parts::Telnet { account: account(self.login), endpoint: endpoint(self.login.hostport)? }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Telnet(parts::Telnet { account, endpoint }) = parts else { return Ok(None) };
        Ok(Some(format!("telnet://{}", writer.login(account, endpoint)?)))
    }
}

impl Composable for GopherAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        let item = match self.item {
            Some(item) => {
                let gtype = char::from(*octets(item.gtype).0.first()?);
                let (selector, search, plus) = item.command.divided();
                Some(parts::Item {
                    gtype,
                    selector: octets(selector),
                    search: self.search.map(Search::octets).or(search.map(octets)),
                    gopher_plus_string: plus.map(octets),
                })
            }
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
        let gtype = writer.part("gtype", &item.gtype())?;
        let selector = write_divided(writer, &item.selector)?;
        let tail = if writer.grammar.grammar().and_then(|grammar| grammar.facts().requests.gopher)
            == Some(GopherDialect::Draft02)
        {
            if item.gopher_plus_string.is_some() {
                return writer.inexpressible("it has no Gopher+ strings");
            }
            write_search(writer, &item.search)?
        } else {
            let mut tail = String::new();
            for part in item.search.iter().chain(&item.gopher_plus_string) {
                tail = tail + "%09" + &write_divided(writer, part)?;
            }
            tail
        };
        Ok(Some(format!("gopher://{}/{gtype}{selector}{tail}", writer.endpoint(endpoint))))
    }
}

impl Composable for WaisAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(match *self {
            Self::Waisindex(a) => Parts::Wais(parts::Wais {
                endpoint: endpoint(a.hostport)?,
                database: octets(a.database),
                search: a.search.map(Search::octets),
            }),
            Self::Waisdoc(a) => {
                let (endpoint, database, wtype) = (endpoint(a.hostport)?, octets(a.database), octets(a.wtype));
                match a.document {
                    Document::Path(path) => {
                        Parts::Waisdoc(parts::Waisdoc { endpoint, database, wtype, wpath: octets(path.text()) })
                    }
                    Document::Wpath(path) => {
                        let fields = path.fields().map(|field| Some((number(field.digits)?, segments(field.path))));
                        Parts::WaisFields(parts::WaisFields {
                            endpoint,
                            database,
                            wtype,
                            fields: fields.collect::<Option<_>>()?,
                        })
                    }
                }
            }
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let wpath = writer.has("wpath");
        Ok(Some(match parts {
            Parts::Wais(parts::Wais { endpoint, database, search }) => {
                let database = writer.part("database", database)?;
                format!("wais://{}/{database}{}", writer.endpoint(endpoint), write_search(writer, search)?)
            }
            Parts::Waisdoc(parts::Waisdoc { endpoint, database, wtype, wpath: path }) if !wpath => format!(
                "wais://{}/{}/{}/{}",
                writer.endpoint(endpoint),
                writer.part("database", database)?,
                writer.part("wtype", wtype)?,
                write_segment(writer, path)?
            ),
            Parts::WaisFields(parts::WaisFields { endpoint, database, wtype, fields }) if wpath => {
                let (database, wtype) = (writer.part("database", database)?, writer.part("wtype", wtype)?);
                let mut text = format!("wais://{}/{database}/{wtype}/", writer.endpoint(endpoint));
                for (number, path) in fields {
                    text += &format!("{number}={};", write_segments(writer, path)?);
                }
                text
            }
            _ => return Ok(None),
        }))
    }
}

impl Composable for MailtoAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Mailto(parts::Mailto { to: vec![Octets(self.octets())], fields: Vec::new() }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Mailto(parts::Mailto { to, fields }) = parts else { return Ok(None) };
        let ([address], []) = (&to[..], &fields[..]) else {
            return writer.inexpressible("its mailto URLs have one address and no header fields");
        };
        let mut halves = address.0.rsplitn(2, |&octet| octet == b'@').map(Octets::from);
        let (Some(host), Some(local)) = (halves.next(), halves.next()) else {
            return writer.inexpressible("its mail addresses have an @");
        };
        Ok(Some(format!("mailto:{}@{}", writer.part("xalphas", &local)?, writer.part("xalphas", &host)?)))
    }
}

impl Composable for MidAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        let Article { xalphas, host } = self.addr_spec;
        Some(Parts::Mid(parts::Mid { unique: octets(xalphas), host: host.as_str().to_owned() }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        match parts {
            Parts::Mid(parts::Mid { unique, host }) if writer.has("midaddress") => {
                Ok(Some(format!("mid:{}@{host}", writer.part("xalphas", unique)?)))
            }
            _ => Ok(None),
        }
    }
}

impl Composable for CidAddress<'_> {
    fn parts(&self) -> Option<Parts> {
        let Article { xalphas, host } = self.content_identifier;
        Some(Parts::Cid(parts::Cid { unique: octets(xalphas), host: host.as_str().to_owned() }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        match parts {
            Parts::Cid(parts::Cid { unique, host }) if writer.has("cidaddress") => {
                Ok(Some(format!("cid:{}@{host}", writer.part("xalphas", unique)?)))
            }
            _ => Ok(None),
        }
    }
}

impl Composable for Generic<'_> {
    fn parts(&self) -> Option<Parts> {
        Some(Parts::Generic(parts::Generic {
            scheme: self.scheme.as_str().to_owned(),
            path: segments(self.path),
            query: self.search.map(Search::octets),
            fragment: None,
        }))
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Generic(parts::Generic { scheme, path, query, fragment }) = parts else { return Ok(None) };
        let fragment = writer.marked_part("#", "xalphas", fragment)?;
        let path = writer.path("xpalphas", path)?;
        Ok(Some(format!("{scheme}:{path}{}{fragment}", write_search(writer, query)?)))
    }
}
