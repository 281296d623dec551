//! `Display`: every struct writes its input, character for character.

use std::fmt;

use super::address::*;
use super::parts::*;
use super::{FragmentAddress, Url};
use crate::shared::{behind, display, shown};

impl ProsperoAddress<'_> {
    /// The text after the host: the object's name, version and attributes.
    pub(super) fn object(&self) -> impl fmt::Display + '_ {
        shown(|f| {
            self.hsoname.fmt(f)?;
            behind(f, "%00", self.version)?;
            behind(f, "", self.attributes)
        })
    }
}

use fmt::Display as _;

display! {
    Url, s, f => {
        behind(f, "", s.prefix)?;
        s.address.fmt(f)
    };
    FragmentAddress, s, f => {
        s.uri.fmt(f)?;
        behind(f, "#", s.fragmentid)
    };
    Address, s, f => match s {
        Self::Http(a) => a.fmt(f),
        Self::Ftp(a) => a.fmt(f),
        Self::Afs(a) => a.fmt(f),
        Self::News(a) => a.fmt(f),
        Self::Nntp(a) => a.fmt(f),
        Self::Prospero(a) => a.fmt(f),
        Self::Telnet(a) => a.fmt(f),
        Self::Gopher(a) => a.fmt(f),
        Self::Wais(a) => a.fmt(f),
        Self::Mailto(a) => a.fmt(f),
        Self::Mid(a) => a.fmt(f),
        Self::Cid(a) => a.fmt(f),
        Self::Generic(a) | Self::Uri(a) => a.fmt(f),
    };
    HttpAddress, s, f => {
        write!(f, "http://{}", s.hostport)?;
        behind(f, "/", s.path)?;
        behind(f, "?", s.search)
    };
    FtpAddress, s, f => {
        write!(f, "ftp://{}/{}", s.login, s.path)?;
        behind(f, ";type=", s.ftptype)
    };
    AfsAddress, s, f => write!(f, "afs://{}/{}", s.cellname, s.path);
    NewsAddress, s, f => write!(f, "news:{}", s.groupart);
    NntpAddress, s, f => write!(f, "nntp:{}/{}", s.group, s.digits);
    ProsperoAddress, s, f => write!(f, "prospero://{}/{}", s.hostport, s.object());
    TelnetAddress, s, f => write!(f, "telnet://{}", s.login);
    GopherAddress, s, f => {
        write!(f, "gopher://{}", s.hostport)?;
        behind(f, "/", s.item)?;
        behind(f, "?", s.search)
    };
    WaisAddress, s, f => match s {
        Self::Waisindex(a) => a.fmt(f),
        Self::Waisdoc(a) => a.fmt(f),
    };
    Waisindex, s, f => {
        write!(f, "wais://{}/{}", s.hostport, s.database)?;
        behind(f, "?", s.search)
    };
    Waisdoc, s, f => write!(f, "wais://{}/{}/{}/{}", s.hostport, s.database, s.wtype, s.document);
    MailtoAddress, s, f => write!(f, "mailto:{}@{}", s.xalphas, s.hostname);
    MidAddress, s, f => write!(f, "mid:{}", s.addr_spec);
    CidAddress, s, f => write!(f, "cid:{}", s.content_identifier);
    Generic, s, f => {
        write!(f, "{}:{}", s.scheme, s.path)?;
        behind(f, "?", s.search)
    };
    Search, s, f => s.0.fmt(f);
    Group, s, f => s.0.fmt(f);
    Wpath, s, f => s.0.fmt(f);
    WpathField, s, f => write!(f, "{}={};", s.digits, s.path);
    Article, s, f => write!(f, "{}@{}", s.xalphas, s.host);
    Groupart, s, f => match s {
        Self::All => f.write_str("*"),
        Self::Group(group) => group.fmt(f),
        Self::Article(article) => article.fmt(f),
    };
    GopherItem, s, f => write!(f, "{}{}", s.gtype, s.command);
    Command, s, f => match s {
        Self::Gcommand(path) | Self::Selector(path) => path.fmt(f),
    };
    Document, s, f => match s {
        Self::Wpath(wpath) => wpath.fmt(f),
        Self::Path(path) => path.fmt(f),
    };
    Ftptype, s, f => match s {
        Self::A(formcode) => write!(f, "A{formcode}"),
        Self::E(formcode) => write!(f, "E{formcode}"),
        Self::I => f.write_str("I"),
        Self::L(size) => write!(f, "L{size}"),
    };
}

impl fmt::Display for Formcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
