//! Builds the structs from the spans of a tree.
//!
//! Every function returns `None` only for spans that the grammar does not produce.

use super::Url;
use super::urls::*;
use crate::rule::Rule;
use crate::shared::{Host, Hostport, Login, digits, path, text};
use crate::tree::Node;

impl<'i> Url<'i> {
    /// Builds from the span of `url` or of one of its alternatives.
    #[inline]
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        let node = if node.rule() == Rule::url { node.children().next()? } else { node };
        let hostport = || Hostport::build(node.part(Rule::hostport)?);
        let login = || Login::build(node.part(Rule::login)?);
        Some(match node.rule() {
            Rule::httpurl => Self::Http(HttpUrl {
                hostport: hostport()?,
                hpath: path(node, Rule::hpath),
                search: text(node, Rule::search),
            }),
            Rule::ftpurl => Self::Ftp(FtpUrl {
                login: login()?,
                fpath: path(node, Rule::fpath),
                ftptype: node.part(Rule::ftptype).and_then(|ftptype| Ftptype::build(ftptype.text())),
            }),
            Rule::newsurl => Self::News(NewsUrl { grouppart: Grouppart::build(node.part(Rule::grouppart)?)? }),
            Rule::nntpurl => Self::Nntp(NntpUrl {
                hostport: hostport()?,
                group: node.part(Rule::group)?.text(),
                digits: digits(node, Rule::digits),
            }),
            Rule::telneturl => Self::Telnet(TelnetUrl { login: login()?, slash: node.text().ends_with('/') }),
            Rule::gopherurl => Self::Gopher(GopherUrl {
                hostport: hostport()?,
                slash: node.part(Rule::hostport)?.end() < node.end(),
                item: GopherItem::build(node),
            }),
            Rule::waisurl => Self::Wais(WaisUrl::build(node.children().next()?)?),
            Rule::mailtourl => Self::Mailto(MailtoUrl { encoded822addr: text(node, Rule::encoded822addr)? }),
            Rule::fileurl => Self::File(FileUrl {
                host: node.part(Rule::host).and_then(Host::build),
                fpath: path(node, Rule::fpath)?,
            }),
            Rule::prosperourl => {
                let ppath = node.part(Rule::ppath)?;
                let fields = node.text().get(ppath.end() - node.start()..)?;
                Self::Prospero(ProsperoUrl {
                    hostport: hostport()?,
                    ppath: path(node, Rule::ppath)?,
                    fields: Fields(fields),
                })
            }
            Rule::otherurl => Self::Other(GenericUrl::build(node.part(Rule::genericurl)?)?),
            _ => return None,
        })
    }
}

impl<'i> GenericUrl<'i> {
    /// Builds from the span of `genericurl`.
    #[inline]
    pub(crate) fn build(node: Node<'_, 'i>) -> Option<Self> {
        let part = node.part(Rule::schemepart)?;
        let schemepart = match part.part(Rule::ip_schemepart) {
            None => Schemepart::Text(part.text().into()),
            Some(ip) => Schemepart::Ip(IpSchemepart {
                login: Login::build(ip.part(Rule::login)?)?,
                urlpath: text(ip, Rule::urlpath),
            }),
        };
        Some(Self { scheme: node.part(Rule::scheme)?.text(), schemepart })
    }
}

impl Ftptype {
    #[inline]
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
    #[inline]
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let Some(below) = node.children().next() else { return Some(Self::All) };
        let Some(host) = below.part(Rule::host) else { return Some(Self::Group(below.text())) };
        let unique = below.text().get(..host.start() - below.start() - 1)?;
        Some(Self::Article(Article { unique: unique.into(), host: Host::build(host)? }))
    }
}

impl<'i> GopherItem<'i> {
    /// Builds from the span of the URL that contains the item.
    #[inline]
    fn build(url: Node<'_, 'i>) -> Option<Self> {
        let search = text(url, Rule::search)
            .map(|search| GopherSearch { search, gopher_plus_string: text(url, Rule::gopher_plus_string) });
        Some(Self { gtype: text(url, Rule::gtype)?, selector: text(url, Rule::selector)?, search })
    }
}

impl<'i> WaisUrl<'i> {
    #[inline]
    fn build(node: Node<'_, 'i>) -> Option<Self> {
        let hostport = Hostport::build(node.part(Rule::hostport)?)?;
        let database = text(node, Rule::database)?;
        Some(match node.rule() {
            Rule::waisdoc => Self::Waisdoc(Waisdoc {
                hostport,
                database,
                wtype: text(node, Rule::wtype)?,
                wpath: text(node, Rule::wpath)?,
            }),
            Rule::waisindex => Self::Waisindex(Waisindex { hostport, database, search: text(node, Rule::search)? }),
            _ => Self::Waisdatabase(Waisdatabase { hostport, database }),
        })
    }
}
