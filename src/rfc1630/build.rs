//! From the spans of a tree to the structs: one builder for the four grammars.
//!
//! Every function gives `None` only for spans that no grammar of this generation makes.

use super::address::*;
use super::parts::*;
use super::{FragmentAddress, Url};
use crate::parts::{Host, Hostname, Hostport, Login, digits, path, text};
use crate::tree::Node;

impl<'i> Url<'i> {
    /// From the span of `prefixedurl`, `url` or an alternative of it.
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        match node.child("url") {
            Some(url) if node.name() == "prefixedurl" => {
                let prefix = node.text().get(..url.start() - node.start());
                Some(Self { prefix, address: Address::build(url)? })
            }
            _ => Some(Self { prefix: None, address: Address::build(node)? }),
        }
    }
}

impl<'i> FragmentAddress<'i> {
    /// From the span of `fragmentaddress` or `uri`.
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        let uri = node.child("uri").unwrap_or(node);
        Some(Self { uri: Address::build(uri)?, fragmentid: text(node, "fragmentid") })
    }
}

impl<'i> Address<'i> {
    /// From the span of an alternative of `url`, or of what holds one.
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        let hostport = || Hostport::build(node.child("hostport")?);
        let login = || Login::build(node.child("login")?);
        Some(match node.name() {
            "uri" if node.child("scheme").is_none() => Self::build(node.child("url")?)?,
            "url" => Self::build(node.children().next()?)?,
            "httpaddress" => {
                Self::Http(HttpAddress { hostport: hostport()?, path: path(node, "path"), search: search(node) })
            }
            "ftpaddress" => Self::Ftp(FtpAddress {
                login: login()?,
                path: path(node, "path")?,
                ftptype: node.child("ftptype").and_then(Ftptype::build),
            }),
            "afsaddress" => Self::Afs(AfsAddress { cellname: hostname(node, "cellname")?, path: path(node, "path")? }),
            "newsaddress" => Self::News(NewsAddress { groupart: Groupart::build(node.child("groupart")?)? }),
            "nntpaddress" => Self::Nntp(NntpAddress { group: group(node)?, digits: digits(node, "digits")? }),
            "prosperoaddress" => Self::build(node.child("prosperolink")?)?,
            "prosperolink" => Self::Prospero(ProsperoAddress {
                hostport: hostport()?,
                hsoname: path(node, "hsoname")?,
                version: digits(node, "version"),
                attributes: node.child("attributes").map(|attributes| attributes.text()),
            }),
            "telnetaddress" => Self::Telnet(TelnetAddress { login: login()? }),
            "gopheraddress" => Self::Gopher(GopherAddress {
                hostport: hostport()?,
                item: GopherItem::build(node),
                search: search(node),
            }),
            "waisaddress" => Self::Wais(WaisAddress::build(node.children().next()?)?),
            "waisindex" | "waisdoc" => Self::Wais(WaisAddress::build(node)?),
            "mailtoaddress" => {
                Self::Mailto(MailtoAddress { xalphas: text(node, "xalphas")?, hostname: hostname(node, "hostname")? })
            }
            "midaddress" => Self::Mid(MidAddress { addr_spec: article(node.child("addr-spec")?)? }),
            "cidaddress" => {
                let identifier = node.child("content-identifier")?.child("addr-spec")?;
                Self::Cid(CidAddress { content_identifier: article(identifier)? })
            }
            "generic" | "uri" => Self::Generic(Generic {
                scheme: text(node, "scheme")?,
                path: path(node, "path")?,
                search: search(node),
            }),
            _ => return None,
        })
    }
}

impl<'i> WaisAddress<'i> {
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let hostport = Hostport::build(node.child("hostport")?)?;
        let database = text(node, "database")?;
        Some(match text(node, "wtype") {
            None => Self::Waisindex(Waisindex { hostport, database, search: search(node) }),
            Some(wtype) => Self::Waisdoc(Waisdoc {
                hostport,
                database,
                wtype,
                document: match text(node, "wpath") {
                    Some(wpath) => Document::Wpath(Wpath(wpath)),
                    None => Document::Path(path(node, "path")?),
                },
            }),
        })
    }
}

impl<'i> GopherItem<'i> {
    /// From the span of the address that holds the item.
    fn build(address: Node<'_, 'i>) -> Option<Self> {
        let command = match path(address, "gcommand") {
            Some(command) => Command::Gcommand(command),
            None => Command::Selector(path(address, "selector")?),
        };
        Some(Self { gtype: text(address, "gtype")?, command })
    }
}

impl<'i> Groupart<'i> {
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        Some(match node.children().next() {
            None => Self::All,
            Some(below) if below.name() == "article" => Self::Article(article(below)?),
            Some(_) => Self::Group(group(node)?),
        })
    }
}

impl<'i> Ftptype<'i> {
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let formcode = || {
            Some(match node.child("formcode")?.text() {
                "N" => Formcode::N,
                "T" => Formcode::T,
                _ => Formcode::C,
            })
        };
        Some(match node.text().as_bytes().first()? {
            b'A' => Self::A(formcode()?),
            b'E' => Self::E(formcode()?),
            b'L' => Self::L(digits(node, "digits")?),
            _ => Self::I,
        })
    }
}

fn article<'i>(node: Node<'_, 'i>) -> Option<Article<'i>> {
    Some(Article { xalphas: text(node, "xalphas")?, host: Host::build(node.child("host")?)? })
}

fn group<'i>(node: Node<'_, 'i>) -> Option<Group<'i>> {
    text(node, "group").map(Group)
}

fn hostname<'i>(node: Node<'_, 'i>, name: &str) -> Option<Hostname<'i>> {
    text(node, name).map(Hostname)
}

fn search<'i>(node: Node<'_, 'i>) -> Option<Search<'i>> {
    text(node, "search").map(Search)
}
