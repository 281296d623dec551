//! Builds the structs of all four grammars from the spans of a tree.
//!
//! Every function returns `None` only for spans that no grammar of this generation produces.

use super::address::*;
use super::parts::*;
use super::{FragmentAddress, Url};
use crate::rule::Rule;
use crate::shared::{Host, Hostname, Hostport, Login, digits, path, text};
use crate::tree::Node;

impl<'i> Url<'i> {
    /// Builds from the span of `prefixedurl`, `url` or an alternative of it.
    #[inline]
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        match node.part(Rule::url) {
            Some(url) if node.rule() == Rule::prefixedurl => {
                let prefix = node.text().get(..url.start() - node.start());
                Some(Self { prefix, address: Address::build(url)? })
            }
            _ => Some(Self { prefix: None, address: Address::build(node)? }),
        }
    }
}

impl<'i> FragmentAddress<'i> {
    /// Builds from the span of `fragmentaddress` or `uri`.
    #[inline]
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        let uri = node.part(Rule::uri).unwrap_or(node);
        Some(Self { uri: Address::build(uri)?, fragmentid: text(node, Rule::fragmentid) })
    }
}

impl<'i> Address<'i> {
    /// Builds from the span of an alternative of `url`, or of a production that contains one.
    #[inline]
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        let mut node = node;
        // Descends to the alternative.
        loop {
            node = match node.rule() {
                Rule::uri if node.part(Rule::scheme).is_none() => node.part(Rule::url)?,
                Rule::url => node.children().next()?,
                Rule::prosperoaddress => node.part(Rule::prosperolink)?,
                _ => break,
            };
        }
        let hostport = || Hostport::build(node.part(Rule::hostport)?);
        let login = || Login::build(node.part(Rule::login)?);
        Some(match node.rule() {
            Rule::httpaddress => {
                Self::Http(HttpAddress { hostport: hostport()?, path: path(node, Rule::path), search: search(node) })
            }
            Rule::ftpaddress => Self::Ftp(FtpAddress {
                login: login()?,
                path: path(node, Rule::path)?,
                ftptype: node.part(Rule::ftptype).and_then(Ftptype::build),
            }),
            Rule::afsaddress => {
                Self::Afs(AfsAddress { cellname: hostname(node, Rule::cellname)?, path: path(node, Rule::path)? })
            }
            Rule::newsaddress => Self::News(NewsAddress { groupart: Groupart::build(node.part(Rule::groupart)?)? }),
            Rule::nntpaddress => Self::Nntp(NntpAddress { group: group(node)?, digits: digits(node, Rule::digits)? }),
            Rule::prosperolink => Self::Prospero(ProsperoAddress {
                hostport: hostport()?,
                hsoname: path(node, Rule::hsoname)?,
                version: digits(node, Rule::version),
                attributes: node.part(Rule::attributes).map(|attributes| attributes.text()),
            }),
            Rule::telnetaddress => Self::Telnet(TelnetAddress { login: login()? }),
            Rule::gopheraddress => Self::Gopher(GopherAddress {
                hostport: hostport()?,
                item: GopherItem::build(node),
                search: search(node),
            }),
            Rule::waisaddress => Self::Wais(WaisAddress::build(node.children().next()?)?),
            Rule::waisindex | Rule::waisdoc => Self::Wais(WaisAddress::build(node)?),
            Rule::mailtoaddress => Self::Mailto(MailtoAddress {
                xalphas: text(node, Rule::xalphas)?,
                hostname: hostname(node, Rule::hostname)?,
            }),
            Rule::midaddress => Self::Mid(MidAddress { addr_spec: article(node.part(Rule::addr_spec)?)? }),
            Rule::cidaddress => {
                let identifier = node.part(Rule::content_identifier)?.part(Rule::addr_spec)?;
                Self::Cid(CidAddress { content_identifier: article(identifier)? })
            }
            Rule::generic => Self::Generic(Generic::build(node)?),
            Rule::uri => Self::Uri(Generic::build(node)?),
            _ => return None,
        })
    }
}

impl<'i> Generic<'i> {
    #[inline]
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        Some(Self { scheme: text(node, Rule::scheme)?, path: path(node, Rule::path)?, search: search(node) })
    }
}

impl<'i> WaisAddress<'i> {
    #[inline]
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let hostport = Hostport::build(node.part(Rule::hostport)?)?;
        let database = text(node, Rule::database)?;
        Some(match text(node, Rule::wtype) {
            None => Self::Waisindex(Waisindex { hostport, database, search: search(node) }),
            Some(wtype) => Self::Waisdoc(Waisdoc {
                hostport,
                database,
                wtype,
                document: match text(node, Rule::wpath) {
                    Some(wpath) => Document::Wpath(Wpath(wpath)),
                    None => Document::Path(path(node, Rule::path)?),
                },
            }),
        })
    }
}

impl<'i> GopherItem<'i> {
    /// Builds from the span of the address that contains the item.
    #[inline]
    fn build(address: Node<'_, 'i>) -> Option<Self> {
        let command = match path(address, Rule::gcommand) {
            Some(command) => Command::Gcommand(command),
            None => Command::Selector(path(address, Rule::selector)?),
        };
        Some(Self { gtype: text(address, Rule::gtype)?, command })
    }
}

impl<'i> Groupart<'i> {
    #[inline]
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        Some(match node.children().next() {
            None => Self::All,
            Some(below) if below.rule() == Rule::article => Self::Article(article(below)?),
            Some(_) => Self::Group(group(node)?),
        })
    }
}

impl<'i> Ftptype<'i> {
    #[inline]
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let formcode = || {
            Some(match node.part(Rule::formcode)?.text() {
                "N" => Formcode::N,
                "T" => Formcode::T,
                _ => Formcode::C,
            })
        };
        Some(match node.text().as_bytes().first()? {
            b'A' => Self::A(formcode()?),
            b'E' => Self::E(formcode()?),
            b'L' => Self::L(digits(node, Rule::digits)?),
            _ => Self::I,
        })
    }
}

fn article<'i>(node: Node<'_, 'i>) -> Option<Article<'i>> {
    Some(Article { xalphas: text(node, Rule::xalphas)?, host: Host::build(node.part(Rule::host)?)? })
}

fn group<'i>(node: Node<'_, 'i>) -> Option<Group<'i>> {
    text(node, Rule::group).map(Group)
}

fn hostname<'i>(node: Node<'_, 'i>, rule: Rule) -> Option<Hostname<'i>> {
    text(node, rule).map(Hostname)
}

fn search<'i>(node: Node<'_, 'i>) -> Option<Search<'i>> {
    text(node, Rule::search).map(Search)
}
