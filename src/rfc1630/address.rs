//! The addresses, one for each scheme.

use super::parts::{AddrSpec, Document, Ftptype, GopherItem, Group, Groupart, Search};
use crate::components::Components;
use crate::shared::read_only;
use crate::shared::{Hostname, Hostport, Login, Path};
use crate::text::{Digits, Text};

/// An alternative of `url`, or the generic `uri`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "production"))]
#[non_exhaustive]
pub enum Address<'i> {
    /// `httpaddress`.
    #[cfg_attr(feature = "serde", serde(rename = "httpaddress"))]
    Http(HttpAddress<'i>),
    /// `ftpaddress`.
    #[cfg_attr(feature = "serde", serde(rename = "ftpaddress"))]
    Ftp(FtpAddress<'i>),
    /// `afsaddress`: a historical note in the documents, unreachable from the entry productions.
    #[cfg_attr(feature = "serde", serde(rename = "afsaddress"))]
    Afs(AfsAddress<'i>),
    /// `newsaddress`.
    #[cfg_attr(feature = "serde", serde(rename = "newsaddress"))]
    News(NewsAddress<'i>),
    /// `nntpaddress`.
    #[cfg_attr(feature = "serde", serde(rename = "nntpaddress"))]
    Nntp(NntpAddress<'i>),
    /// `prosperoaddress`.
    #[cfg_attr(feature = "serde", serde(rename = "prosperoaddress"))]
    Prospero(ProsperoAddress<'i>),
    /// `telnetaddress`.
    #[cfg_attr(feature = "serde", serde(rename = "telnetaddress"))]
    Telnet(TelnetAddress<'i>),
    /// `gopheraddress`.
    #[cfg_attr(feature = "serde", serde(rename = "gopheraddress"))]
    Gopher(GopherAddress<'i>),
    /// `waisaddress`.
    #[cfg_attr(feature = "serde", serde(rename = "waisaddress"))]
    Wais(WaisAddress<'i>),
    /// `mailtoaddress`.
    #[cfg_attr(feature = "serde", serde(rename = "mailtoaddress"))]
    Mailto(MailtoAddress<'i>),
    /// `midaddress`; not in draft 02.
    #[cfg_attr(feature = "serde", serde(rename = "midaddress"))]
    Mid(MidAddress<'i>),
    /// `cidaddress`; not in draft 02.
    #[cfg_attr(feature = "serde", serde(rename = "cidaddress"))]
    Cid(CidAddress<'i>),
    /// `generic` in draft 02.
    #[cfg_attr(feature = "serde", serde(rename = "generic"))]
    Generic(Generic<'i>),
    /// `uri` in RFC 1630's generic grammar.
    #[cfg_attr(feature = "serde", serde(rename = "uri"))]
    Uri(Generic<'i>),
}

crate::owned::borrowing! {
    Address: Http(a), Ftp(a), Afs(a), News(a), Nntp(a), Prospero(a), Telnet(a), Gopher(a), Wais(a), Mailto(a), Mid(a), Cid(a),
        Generic(a), Uri(a);
    WaisAddress: Waisindex(a), Waisdoc(a);
}

impl Address<'_> {
    /// The printed name of the production.
    pub fn production(&self) -> &'static str {
        match self {
            Self::Http(_) => "httpaddress",
            Self::Ftp(_) => "ftpaddress",
            Self::Afs(_) => "afsaddress",
            Self::News(_) => "newsaddress",
            Self::Nntp(_) => "nntpaddress",
            Self::Prospero(_) => "prosperoaddress",
            Self::Telnet(_) => "telnetaddress",
            Self::Gopher(_) => "gopheraddress",
            Self::Wais(_) => "waisaddress",
            Self::Mailto(_) => "mailtoaddress",
            Self::Mid(_) => "midaddress",
            Self::Cid(_) => "cidaddress",
            Self::Generic(_) => "generic",
            Self::Uri(_) => "uri",
        }
    }
}

read_only! {
    /// `httpaddress`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct HttpAddress<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The path, without its first slash.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub path: Option<Path<'i>>,
        /// The words of a query.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Search<'i>>,
    }
}

read_only! {
    /// `ftpaddress`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct FtpAddress<'i> {
        /// The server and the login.
        pub login: Login<'i>,
        /// Directories and a file name.
        pub path: Path<'i>,
        /// The transfer type; never in draft 02.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub ftptype: Option<Ftptype<'i>>,
    }
}

read_only! {
    /// `afsaddress`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct AfsAddress<'i> {
        /// The cell.
        pub cellname: Hostname<'i>,
        /// The path in it.
        pub path: Path<'i>,
    }
}

read_only! {
    /// `newsaddress`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct NewsAddress<'i> {
        /// All groups, a group or an article.
        pub groupart: Groupart<'i>,
    }
}

read_only! {
    /// `nntpaddress`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct NntpAddress<'i> {
        /// The group.
        pub group: Group<'i>,
        /// The number of the article in it.
        pub digits: Digits<'i>,
    }
}

read_only! {
    /// `prosperoaddress`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct ProsperoAddress<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The name of the object on that host.
        pub hsoname: Path<'i>,
        /// The version, after `%00`.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub version: Option<Digits<'i>>,
        /// The text after the version.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub attributes: Option<&'i str>,
    }
}

read_only! {
    /// `telnetaddress`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct TelnetAddress<'i> {
        /// The server and the login.
        pub login: Login<'i>,
    }
}

read_only! {
    /// `gopheraddress`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct GopherAddress<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The item, unless it is the server's top directory.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub item: Option<GopherItem<'i>>,
        /// The words of a query; only in draft 02.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Search<'i>>,
    }
}

/// `waisaddress`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum WaisAddress<'i> {
    /// A database, with an optional query.
    Waisindex(Waisindex<'i>),
    /// A document.
    Waisdoc(Waisdoc<'i>),
}

read_only! {
    /// `waisindex`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Waisindex<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The database.
        pub database: Text<'i>,
        /// The words of a query.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Search<'i>>,
    }
}

read_only! {
    /// `waisdoc`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Waisdoc<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The database.
        pub database: Text<'i>,
        /// The type of the document.
        pub wtype: Text<'i>,
        /// The identifier of the document.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub document: Document<'i>,
    }
}

read_only! {
    /// `mailtoaddress`. Split at the last `@` with a host name after it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct MailtoAddress<'i> {
        /// The text in front of the `@`.
        pub xalphas: Text<'i>,
        /// The text after it.
        pub hostname: Hostname<'i>,
    }
}

read_only! {
    /// `midaddress`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct MidAddress<'i> {
        /// The message identifier.
        #[cfg_attr(feature = "serde", serde(rename = "addr-spec"))]
        pub addr_spec: AddrSpec<'i>,
    }
}

read_only! {
    /// `cidaddress`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct CidAddress<'i> {
        /// The identifier of the body part.
        #[cfg_attr(feature = "serde", serde(rename = "content-identifier"))]
        pub content_identifier: AddrSpec<'i>,
    }
}

read_only! {
    /// `generic` in draft 02, `uri` in RFC 1630's generic grammar.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Generic<'i> {
        /// The text in front of the first colon.
        pub scheme: Text<'i>,
        /// The text after the colon, including a slash at its beginning.
        pub path: Path<'i>,
        /// The words of a query.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Search<'i>>,
    }
}

impl<'i> Address<'i> {
    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        let words = |search: Option<Search<'i>>| search.map(Search::text);
        match *self {
            Self::Http(a) => Components {
                path: a.path.map(Path::into),
                ..Components::of("http").at(a.hostport).query(words(a.search))
            },
            Self::Ftp(a) => Components::of("ftp").login(a.login).path(a.path),
            Self::Afs(a) => Components { host: Some(a.cellname.text()), ..Components::of("afs").path(a.path) },
            Self::News(a) => Components::of("news").path(a.groupart.to_string()),
            Self::Nntp(a) => Components::of("nntp").path(format!("{}/{}", a.group, a.digits)),
            Self::Prospero(a) => Components::of("prospero").at(a.hostport).path(a.object().to_string()),
            Self::Telnet(a) => Components::of("telnet").login(a.login),
            Self::Gopher(a) => Components {
                path: a.item.map(|item| item.to_string().into()),
                ..Components::of("gopher").at(a.hostport).query(words(a.search))
            },
            Self::Wais(WaisAddress::Waisindex(a)) => {
                Components::of("wais").at(a.hostport).path(a.database.as_str()).query(words(a.search))
            }
            Self::Wais(WaisAddress::Waisdoc(a)) => {
                Components::of("wais").at(a.hostport).path(format!("{}/{}/{}", a.database, a.wtype, a.document))
            }
            Self::Mailto(a) => Components::of("mailto").path(format!("{}@{}", a.xalphas, a.hostname)),
            Self::Mid(a) => Components::of("mid").path(a.addr_spec.to_string()),
            Self::Cid(a) => Components::of("cid").path(a.content_identifier.to_string()),
            Self::Generic(a) | Self::Uri(a) => Components::of(a.scheme.as_str()).path(a.path).query(words(a.search)),
        }
    }
}
