//! The second generation: RFC 1738, section 5.
//!
//! ```
//! use uri_lineage::rfc1738::Url;
//!
//! let Url::Http(url) = Url::parse("http://www.w3.org:80/a?b")? else { panic!() };
//! assert_eq!(url.hostport().port().unwrap().to::<u16>()?, 80);
//! assert_eq!(url.search().unwrap().as_str(), "b");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod display;
mod urls;

pub use urls::{
    Article, Fields, Fieldspec, FileUrl, FtpUrl, Ftptype, GenericUrl, GopherItem, GopherSearch, GopherUrl, Grouppart,
    HttpUrl, IpSchemepart, MailtoUrl, NewsUrl, NntpUrl, ProsperoUrl, Schemepart, TelnetUrl, WaisUrl, Waisdatabase,
    Waisdoc, Waisindex,
};

use crate::components::Components;
use crate::error::Error;
use crate::grammar::Grammar;
use crate::rule::Rule;

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

crate::owned::borrowing! {
    Url: Http(u), Ftp(u), News(u), Nntp(u), Telnet(u), Gopher(u), Wais(u), Mailto(u), File(u), Prospero(u), Other(u);
}

impl<'i> Url<'i> {
    /// Parses with the production `url` of [`Grammar::Rfc1738`].
    ///
    /// # Errors
    ///
    /// If `url` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        Grammar::Rfc1738.typed(&[Rule::url], input, Self::build)
    }
}

impl<'i> GenericUrl<'i> {
    /// Parses with the production `genericurl` of [`Grammar::Rfc1738`], whatever the scheme.
    ///
    /// # Errors
    ///
    /// If `genericurl` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        Grammar::Rfc1738.typed(&[Rule::genericurl], input, Self::build)
    }
}

impl<'i> Url<'i> {
    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        match *self {
            Self::Http(u) => {
                Components { path: u.hpath.map(Into::into), ..Components::of("http").at(u.hostport).query(u.search) }
            }
            Self::Ftp(u) => Components { path: u.fpath.map(Into::into), ..Components::of("ftp").login(u.login) },
            Self::News(u) => Components::of("news").path(u.grouppart.to_string()),
            Self::Nntp(u) => Components::of("nntp").at(u.hostport).path(u.article_path().to_string()),
            Self::Telnet(u) => Components::of("telnet").login(u.login),
            Self::Gopher(u) => Components {
                path: u.item.map(|item| format!("{}{}", item.gtype, item.selector).into()),
                query: u.item.and_then(|item| item.search).map(|search| search.search),
                ..Components::of("gopher").at(u.hostport)
            },
            Self::Wais(WaisUrl::Waisdatabase(u)) => Components::of("wais").at(u.hostport).path(u.database.as_str()),
            Self::Wais(WaisUrl::Waisindex(u)) => {
                Components::of("wais").at(u.hostport).path(u.database.as_str()).query(Some(u.search))
            }
            Self::Wais(WaisUrl::Waisdoc(u)) => {
                Components::of("wais").at(u.hostport).path(format!("{}/{}/{}", u.database, u.wtype, u.wpath))
            }
            Self::Mailto(u) => Components::of("mailto").path(u.encoded822addr.as_str()),
            Self::File(u) => {
                Components { host: u.host.map(|host| host.as_str().into()), ..Components::of("file").path(u.fpath) }
            }
            Self::Prospero(u) => Components::of("prospero").at(u.hostport).path(u.link().to_string()),
            Self::Other(u) => u.components(),
        }
    }
}

impl<'i> GenericUrl<'i> {
    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        let view = Components::of(self.scheme);
        match self.schemepart {
            Schemepart::Ip(part) => {
                Components { path: part.urlpath.map(|path| path.as_str().into()), ..view.login(part.login) }
            }
            Schemepart::Text(text) => view.path(text.as_str()),
        }
    }
}
