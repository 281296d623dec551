//! The second generation: RFC 1738, section 5.

mod build;
mod display;
mod urls;

pub use urls::{
    Article, Fields, Fieldspec, FileUrl, FtpUrl, Ftptype, GenericUrl, GopherItem, GopherSearch, GopherUrl, Grouppart,
    HttpUrl, IpSchemepart, MailtoUrl, NewsUrl, NntpUrl, ProsperoUrl, Schemepart, TelnetUrl, WaisUrl, Waisdatabase,
    Waisdoc, Waisindex,
};

use crate::error::Error;
use crate::grammar::Grammar;
use crate::view::{View, Viewed};

/// `url`: one of the ten predefined schemes, or another.
///
/// ```
/// use uri_lineage::rfc1738::Url;
///
/// let Url::Gopher(url) = Url::parse("gopher://host/7sel%09foobar")? else { panic!() };
/// let item = url.item().unwrap();
/// assert_eq!((item.gtype().as_str(), item.selector().as_str()), ("7", "sel"));
/// assert_eq!(item.search().unwrap().search().as_str(), "foobar");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "production"))]
#[non_exhaustive]
pub enum Url<'i> {
    /// `httpurl`, section 3.3.
    #[cfg_attr(feature = "serde", serde(rename = "httpurl"))]
    Http(HttpUrl<'i>),
    /// `ftpurl`, section 3.2.
    #[cfg_attr(feature = "serde", serde(rename = "ftpurl"))]
    Ftp(FtpUrl<'i>),
    /// `newsurl`, section 3.6.
    #[cfg_attr(feature = "serde", serde(rename = "newsurl"))]
    News(NewsUrl<'i>),
    /// `nntpurl`, section 3.7.
    #[cfg_attr(feature = "serde", serde(rename = "nntpurl"))]
    Nntp(NntpUrl<'i>),
    /// `telneturl`, section 3.8.
    #[cfg_attr(feature = "serde", serde(rename = "telneturl"))]
    Telnet(TelnetUrl<'i>),
    /// `gopherurl`, section 3.4.
    #[cfg_attr(feature = "serde", serde(rename = "gopherurl"))]
    Gopher(GopherUrl<'i>),
    /// `waisurl`, section 3.9.
    #[cfg_attr(feature = "serde", serde(rename = "waisurl"))]
    Wais(WaisUrl<'i>),
    /// `mailtourl`, section 3.5.
    #[cfg_attr(feature = "serde", serde(rename = "mailtourl"))]
    Mailto(MailtoUrl<'i>),
    /// `fileurl`, section 3.10.
    #[cfg_attr(feature = "serde", serde(rename = "fileurl"))]
    File(FileUrl<'i>),
    /// `prosperourl`, section 3.11.
    #[cfg_attr(feature = "serde", serde(rename = "prosperourl"))]
    Prospero(ProsperoUrl<'i>),
    /// `otherurl`: the general syntax, for a scheme that is not predefined.
    #[cfg_attr(feature = "serde", serde(rename = "otherurl"))]
    Other(GenericUrl<'i>),
}

impl<'i> Url<'i> {
    /// Parses by the production `url` of [`Grammar::Rfc1738`].
    ///
    /// # Errors
    ///
    /// Where `url` does not take all of the input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        let tree = Grammar::Rfc1738.outline(&["url"], input)?;
        Self::build(tree.root()).ok_or_else(|| Grammar::Rfc1738.not_built(input))
    }
}

impl<'i> GenericUrl<'i> {
    /// Parses by the production `genericurl` of [`Grammar::Rfc1738`], whatever the scheme.
    ///
    /// # Errors
    ///
    /// Where `genericurl` does not take all of the input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        let tree = Grammar::Rfc1738.outline(&["genericurl"], input)?;
        Self::build(tree.root()).ok_or_else(|| Grammar::Rfc1738.not_built(input))
    }
}

impl<'i> Viewed<'i> for Url<'i> {
    fn view(&self) -> View<'i> {
        match *self {
            Self::Http(u) => View { path: u.hpath.map(Into::into), ..View::of("http").at(u.hostport).query(u.search) },
            Self::Ftp(u) => View { path: u.fpath.map(Into::into), ..View::of("ftp").login(u.login) },
            Self::News(u) => View::of("news").path(u.grouppart.to_string()),
            Self::Nntp(u) => View::of("nntp").at(u.hostport).path(u.article_path().to_string()),
            Self::Telnet(u) => View::of("telnet").login(u.login),
            Self::Gopher(u) => View {
                path: u.item.map(|item| format!("{}{}", item.gtype, item.selector).into()),
                query: u.item.and_then(|item| item.search).map(|search| search.search),
                ..View::of("gopher").at(u.hostport)
            },
            Self::Wais(WaisUrl::Waisdatabase(u)) => View::of("wais").at(u.hostport).path(u.database.as_str()),
            Self::Wais(WaisUrl::Waisindex(u)) => {
                View::of("wais").at(u.hostport).path(u.database.as_str()).query(Some(u.search))
            }
            Self::Wais(WaisUrl::Waisdoc(u)) => {
                View::of("wais").at(u.hostport).path(format!("{}/{}/{}", u.database, u.wtype, u.wpath))
            }
            Self::Mailto(u) => View::of("mailto").path(u.encoded822addr.as_str()),
            Self::File(u) => View { host: u.host.map(|host| host.as_str().into()), ..View::of("file").path(u.fpath) },
            Self::Prospero(u) => View::of("prospero").at(u.hostport).path(u.link().to_string()),
            Self::Other(u) => u.view(),
        }
    }
}

impl<'i> Viewed<'i> for GenericUrl<'i> {
    fn view(&self) -> View<'i> {
        let view = View::of(self.scheme);
        match self.schemepart {
            Schemepart::Ip(part) => {
                View { path: part.urlpath.map(|path| path.as_str().into()), ..view.login(part.login) }
            }
            Schemepart::Text(text) => view.path(text.as_str()),
        }
    }
}
