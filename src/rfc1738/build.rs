//! From the spans of a tree to the structs.
//!
//! Every function gives `None` only for spans that the grammar does not make.

use super::Url;
use super::urls::*;
use crate::parts::{Host, Hostport, Login, digits, path, text};
use crate::tree::Node;

impl<'i> Url<'i> {
    /// From the span of `url` or of one of its alternatives.
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        let hostport = || Hostport::build(node.child("hostport")?);
        let login = || Login::build(node.child("login")?);
        Some(match node.name() {
            "url" => Self::build(node.children().next()?)?,
            "httpurl" => {
                Self::Http(HttpUrl { hostport: hostport()?, hpath: path(node, "hpath"), search: text(node, "search") })
            }
            "ftpurl" => Self::Ftp(FtpUrl {
                login: login()?,
                fpath: path(node, "fpath"),
                ftptype: node.child("ftptype").and_then(|ftptype| Ftptype::build(ftptype.text())),
            }),
            "newsurl" => Self::News(NewsUrl { grouppart: Grouppart::build(node.child("grouppart")?)? }),
            "nntpurl" => Self::Nntp(NntpUrl {
                hostport: hostport()?,
                group: node.child("group")?.text(),
                digits: digits(node, "digits"),
            }),
            "telneturl" => Self::Telnet(TelnetUrl { login: login()?, slash: node.text().ends_with('/') }),
            "gopherurl" => Self::Gopher(GopherUrl {
                hostport: hostport()?,
                slash: node.child("hostport")?.end() < node.end(),
                item: GopherItem::build(node),
            }),
            "waisurl" => Self::Wais(WaisUrl::build(node.children().next()?)?),
            "mailtourl" => Self::Mailto(MailtoUrl { encoded822addr: text(node, "encoded822addr")? }),
            "fileurl" => {
                Self::File(FileUrl { host: node.child("host").and_then(Host::build), fpath: path(node, "fpath")? })
            }
            "prosperourl" => {
                let ppath = node.child("ppath")?;
                let fields = node.text().get(ppath.end() - node.start()..)?;
                Self::Prospero(ProsperoUrl {
                    hostport: hostport()?,
                    ppath: path(node, "ppath")?,
                    fields: Fields(fields),
                })
            }
            "otherurl" => Self::Other(GenericUrl::build(node.child("genericurl")?)?),
            _ => return None,
        })
    }
}

impl<'i> GenericUrl<'i> {
    /// From the span of `genericurl`.
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        let part = node.child("schemepart")?;
        let schemepart = match part.child("ip-schemepart") {
            None => Schemepart::Text(part.text().into()),
            Some(ip) => {
                Schemepart::Ip(IpSchemepart { login: Login::build(ip.child("login")?)?, urlpath: text(ip, "urlpath") })
            }
        };
        Some(Self { scheme: node.child("scheme")?.text(), schemepart })
    }
}

impl Ftptype {
    fn build(code: &str) -> Option<Self> {
        Some(match code {
            "A" => Self::A,
            "I" => Self::I,
            "D" => Self::D,
            "a" => Self::LowerA,
            "i" => Self::LowerI,
            "d" => Self::LowerD,
            _ => return None,
        })
    }
}

impl<'i> Grouppart<'i> {
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let Some(below) = node.children().next() else { return Some(Self::All) };
        let Some(host) = below.child("host") else { return Some(Self::Group(below.text())) };
        let unique = below.text().get(..host.start() - below.start() - 1)?;
        Some(Self::Article(Article { unique: unique.into(), host: Host::build(host)? }))
    }
}

impl<'i> GopherItem<'i> {
    /// From the span of the URL that holds the item.
    fn build(url: Node<'_, 'i>) -> Option<Self> {
        let search =
            text(url, "search").map(|search| GopherSearch { search, gopher_plus_string: text(url, "gopher+_string") });
        Some(Self { gtype: text(url, "gtype")?, selector: text(url, "selector")?, search })
    }
}

impl<'i> WaisUrl<'i> {
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let hostport = Hostport::build(node.child("hostport")?)?;
        let database = text(node, "database")?;
        Some(match node.name() {
            "waisdoc" => {
                Self::Waisdoc(Waisdoc { hostport, database, wtype: text(node, "wtype")?, wpath: text(node, "wpath")? })
            }
            "waisindex" => Self::Waisindex(Waisindex { hostport, database, search: text(node, "search")? }),
            _ => Self::Waisdatabase(Waisdatabase { hostport, database }),
        })
    }
}
