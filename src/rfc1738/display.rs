//! `Display`: every struct writes its input, character for character.

use std::fmt::{self, Display};

use super::Url;
use super::urls::*;
use crate::shared::{behind, display, shown};

impl NntpUrl<'_> {
    /// The text after the host: the group and the number of the article.
    pub(super) fn article_path(&self) -> impl Display + '_ {
        shown(|f| {
            f.write_str(self.group)?;
            behind(f, "/", self.digits)
        })
    }
}

impl ProsperoUrl<'_> {
    /// The text after the host: the object's name and fields.
    pub(super) fn link(&self) -> impl Display + '_ {
        shown(|f| write!(f, "{}{}", self.ppath, self.fields))
    }
}

display! {
    Url, s, f => match s {
        Self::Http(u) => u.fmt(f),
        Self::Ftp(u) => u.fmt(f),
        Self::News(u) => u.fmt(f),
        Self::Nntp(u) => u.fmt(f),
        Self::Telnet(u) => u.fmt(f),
        Self::Gopher(u) => u.fmt(f),
        Self::Wais(u) => u.fmt(f),
        Self::Mailto(u) => u.fmt(f),
        Self::File(u) => u.fmt(f),
        Self::Prospero(u) => u.fmt(f),
        Self::Other(u) => u.fmt(f),
    };
    HttpUrl, s, f => {
        write!(f, "http://{}", s.hostport)?;
        behind(f, "/", s.hpath)?;
        behind(f, "?", s.search)
    };
    FtpUrl, s, f => {
        write!(f, "ftp://{}", s.login)?;
        behind(f, "/", s.fpath)?;
        behind(f, ";type=", s.ftptype)
    };
    FileUrl, s, f => {
        f.write_str("file://")?;
        behind(f, "", s.host)?;
        write!(f, "/{}", s.fpath)
    };
    GopherUrl, s, f => {
        write!(f, "gopher://{}{}", s.hostport, if s.slash { "/" } else { "" })?;
        behind(f, "", s.item)
    };
    GopherItem, s, f => {
        write!(f, "{}{}", s.gtype, s.selector)?;
        behind(f, "%09", s.search)
    };
    GopherSearch, s, f => {
        s.search.fmt(f)?;
        behind(f, "%09", s.gopher_plus_string)
    };
    MailtoUrl, s, f => write!(f, "mailto:{}", s.encoded822addr);
    NewsUrl, s, f => write!(f, "news:{}", s.grouppart);
    Grouppart, s, f => match s {
        Self::All => f.write_str("*"),
        Self::Group(group) => f.write_str(group),
        Self::Article(article) => article.fmt(f),
    };
    Article, s, f => write!(f, "{}@{}", s.unique, s.host);
    NntpUrl, s, f => write!(f, "nntp://{}/{}", s.hostport, s.article_path());
    TelnetUrl, s, f => write!(f, "telnet://{}{}", s.login, if s.slash { "/" } else { "" });
    WaisUrl, s, f => match s {
        Self::Waisdatabase(u) => u.fmt(f),
        Self::Waisindex(u) => u.fmt(f),
        Self::Waisdoc(u) => u.fmt(f),
    };
    Waisdatabase, s, f => write!(f, "wais://{}/{}", s.hostport, s.database);
    Waisindex, s, f => write!(f, "wais://{}/{}?{}", s.hostport, s.database, s.search);
    Waisdoc, s, f => write!(f, "wais://{}/{}/{}/{}", s.hostport, s.database, s.wtype, s.wpath);
    ProsperoUrl, s, f => write!(f, "prospero://{}/{}", s.hostport, s.link());
    Fields, s, f => f.write_str(s.0);
    Fieldspec, s, f => write!(f, ";{}={}", s.fieldname, s.fieldvalue);
    GenericUrl, s, f => write!(f, "{}:{}", s.scheme, s.schemepart);
    Schemepart, s, f => match s {
        Self::Ip(part) => part.fmt(f),
        Self::Text(text) => text.fmt(f),
    };
    IpSchemepart, s, f => {
        write!(f, "//{}", s.login)?;
        behind(f, "/", s.urlpath)
    };
}

impl Display for Ftptype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::I => "I",
            Self::D => "D",
            Self::LowerA => "a",
            Self::LowerI => "i",
            Self::LowerD => "d",
        })
    }
}
