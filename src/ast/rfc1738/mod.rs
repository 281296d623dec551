//! The second generation: RFC 1738, section 5.
//!
//! ```
//! use uri_lineage::rfc1738::Url;
//!
//! let Url::Http(url) = Url::parse("http://www.w3.org:80/a?b")? else { panic!() };
//! assert_eq!(url.hostport().port_u16(), Some(80));
//! assert_eq!(url.search().unwrap().as_str(), "b");
//! # Ok::<(), uri_lineage::Error>(())
//! ```

mod file;
mod ftp;
mod gopher;
mod http;
mod mailto;
mod news;
mod other;
mod prospero;
mod telnet;
mod wais;

pub use file::FileUrl;
pub use ftp::{FtpUrl, Ftptype};
pub use gopher::{GopherItem, GopherSearch, GopherUrl};
pub use http::HttpUrl;
pub use mailto::MailtoUrl;
pub use news::{Article, Grouppart, NewsUrl, NntpUrl};
pub use other::{GenericUrl, IpSchemepart, Schemepart};
pub use prospero::{Fields, Fieldspec, ProsperoUrl};
pub use telnet::TelnetUrl;
pub use wais::{WaisUrl, Waisdatabase, Waisdoc, Waisindex};

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, Captures, Place};
use crate::refusal::error::Error;

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
#[non_exhaustive]
pub enum Url<'i> {
    /// `httpurl`, section 3.3.
    Http(HttpUrl<'i>),
    /// `ftpurl`, section 3.2.
    Ftp(FtpUrl<'i>),
    /// `newsurl`, section 3.6.
    News(NewsUrl<'i>),
    /// `nntpurl`, section 3.7.
    Nntp(NntpUrl<'i>),
    /// `telneturl`, section 3.8.
    Telnet(TelnetUrl<'i>),
    /// `gopherurl`, section 3.4.
    Gopher(GopherUrl<'i>),
    /// `waisurl`, section 3.9.
    Wais(WaisUrl<'i>),
    /// `mailtourl`, section 3.5.
    Mailto(MailtoUrl<'i>),
    /// `fileurl`, section 3.10.
    File(FileUrl<'i>),
    /// `prosperourl`, section 3.11.
    Prospero(ProsperoUrl<'i>),
    /// `otherurl`: the general syntax, for a scheme that is not predefined.
    Other(GenericUrl<'i>),
}

crate::ast::borrowing::borrowing! {
    Url: Http(u), Ftp(u), News(u), Nntp(u), Telnet(u), Gopher(u), Wais(u), Mailto(u), File(u), Prospero(u), Other(u);
}

/// Passes the struct of a URL's scheme on.
macro_rules! each_url {
    ($url:expr, $struct:ident => $then:expr) => {
        match $url {
            Url::Http($struct) => $then,
            Url::Ftp($struct) => $then,
            Url::News($struct) => $then,
            Url::Nntp($struct) => $then,
            Url::Telnet($struct) => $then,
            Url::Gopher($struct) => $then,
            Url::Wais($struct) => $then,
            Url::Mailto($struct) => $then,
            Url::File($struct) => $then,
            Url::Prospero($struct) => $then,
            Url::Other($struct) => $then,
        }
    };
}
pub(crate) use each_url;

/// Passes the predefined schemes on: for each the variant of [`Url`], its struct, the name of the struct
/// that owns its text, and the production; then a URL, and a method with what it gives.
macro_rules! each_scheme {
    ($then:ident) => {
        $then! {
            Http HttpUrl HttpUrlBuf httpurl
                "http://info.cern.ch/albert/bertram/marie-claude" r#"hpath().unwrap(), "albert/bertram/marie-claude""#;
            Ftp FtpUrl FtpUrlBuf ftpurl
                "ftp://ds.internic.net/rfc/rfc1436.txt;type=a" r#"fpath().unwrap(), "rfc/rfc1436.txt""#;
            News NewsUrl NewsUrlBuf newsurl
                "news:comp.infosystems.www.misc" r#"grouppart().to_string(), "comp.infosystems.www.misc""#;
            Nntp NntpUrl NntpUrlBuf nntpurl
                "nntp://news.cern.ch:119/alt.hypertext" "hostport().port_u16(), Some(119)";
            Telnet TelnetUrl TelnetUrlBuf telneturl
                "telnet://user:password@host.dom:23/" r#"login().user().unwrap(), "user""#;
            Gopher GopherUrl GopherUrlBuf gopherurl
                "gopher://gopher.micro.umn.edu/00" r#"item().unwrap().gtype(), "0""#;
            Wais WaisUrl WaisUrlBuf waisurl
                "wais://quake.think.com/wais-discussion-archives?lynch" r#"components().query.unwrap(), "lynch""#;
            Mailto MailtoUrl MailtoUrlBuf mailtourl
                "mailto:timbl@info.cern.ch" r#"encoded822addr(), "timbl@info.cern.ch""#;
            File FileUrl FileUrlBuf fileurl
                "file://localhost/etc/motd" r#"fpath(), "etc/motd""#;
            Prospero ProsperoUrl ProsperoUrlBuf prosperourl
                "prospero://host.dom//pros/name" r#"hostport().host(), "host.dom""#;
        }
    };
}
pub(crate) use each_scheme;

/// Implements what the struct of one scheme can do alone.
macro_rules! scheme_urls {
    ($($variant:ident $name:ident $buf:ident $rule:ident $url:literal $part:literal;)*) => {$(
        #[doc = concat!("[`", stringify!($name), "`] with a text of its own.")]
        ///
        /// ```
        #[doc = concat!("use uri_lineage::rfc1738::", stringify!($buf), ";")]
        ///
        #[doc = concat!("let url: ", stringify!($buf), " = \"", $url, "\".parse()?;")]
        #[doc = concat!("assert_eq!(url.", $part, ");")]
        /// # Ok::<(), uri_lineage::Error>(())
        /// ```
        pub type $buf = crate::ast::owned::Owned<$name<'static>>;

        impl<'i> $name<'i> {
            #[doc = concat!("Parses with the production `", stringify!($rule), "` of [`Grammar::Rfc1738`].")]
            ///
            /// # Errors
            ///
            /// If the production does not match the whole input.
            pub fn parse(input: &'i str) -> Result<Self, Error> {
                crate::ast::typed::parse(Grammar::Rfc1738, &[Rule::$rule], input)
            }

            /// The components, under the names that all generations share.
            pub fn components(&self) -> Components<'i> {
                SchemeUrl::components(self)
            }
        }

        impl<'i> Build<'i> for $name<'i> {
            fn is_built_from(captures: &Captures<'i>) -> bool {
                captures.rule() == Rule::$rule
            }

            #[inline]
            fn build(captures: &Captures<'i>, _: Grammar) -> Self {
                SchemeUrl::build(captures)
            }
        }
    )*};
}
each_scheme!(scheme_urls);

/// Implements what depends on the production of a URL's scheme.
macro_rules! url_of_schemes {
    ($($variant:ident $name:ident $buf:ident $rule:ident $url:literal $part:literal;)*) => {
        impl<'i> Build<'i> for Url<'i> {
            fn is_built_from(captures: &Captures<'i>) -> bool {
                // A `genericurl` has a struct of its own; the alternatives of `waisurl` have none.
                captures
                    .rule_at(Place::Alternative)
                    .is_some_and(|rule| !matches!(rule, Rule::genericurl | Rule::waisdoc | Rule::waisindex))
            }

            #[inline]
            fn build(captures: &Captures<'i>, _: Grammar) -> Self {
                match captures.rule_at(Place::Alternative) {
                    $(Some(Rule::$rule) => Self::$variant(SchemeUrl::build(captures)),)*
                    // An `otherurl`.
                    _ => Self::Other(SchemeUrl::build(captures)),
                }
            }
        }

        impl Url<'_> {
            /// The printed name of the production.
            pub fn production(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => Rule::$rule.name(),)*
                    Self::Other(_) => Rule::otherurl.name(),
                }
            }
        }
    };
}
each_scheme!(url_of_schemes);

/// A URL that owns its text.
///
/// ```
/// use uri_lineage::rfc1738::UrlBuf;
///
/// let page = "ftp://ds.internic.net/rfc http://host/~me news:*";
/// let urls: Vec<UrlBuf> = page.split(' ').filter_map(|text| text.parse().ok()).collect();
/// assert_eq!(urls, ["ftp://ds.internic.net/rfc", "news:*"]);
/// ```
pub type UrlBuf = crate::ast::owned::Owned<Url<'static>>;

/// A `genericurl` that owns its text.
///
/// ```
/// use uri_lineage::rfc1738::GenericUrlBuf;
///
/// let url: GenericUrlBuf = "mid:9401141208.AA08@info.cern.ch".parse()?;
/// assert_eq!(url.scheme(), Some("mid"));
/// assert_eq!(url.schemepart().to_string(), "9401141208.AA08@info.cern.ch");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub type GenericUrlBuf = crate::ast::owned::Owned<GenericUrl<'static>>;

crate::ast::whole_text::whole_text! { Url }

#[cfg(feature = "serde")]
crate::ast::whole_text::record! {
    Url, url, serializer => {
        /// The record of a URL, with its production.
        #[derive(serde::Serialize)]
        struct OfProduction<R> {
            production: &'static str,
            #[serde(flatten)]
            record: R,
        }
        let production = url.production();
        each_url!(url, url => serde::Serialize::serialize(&OfProduction { production, record: url.record() }, serializer))
    }
}

impl<'i> Url<'i> {
    /// The whole text, unchanged from the input.
    pub fn as_str(&self) -> &'i str {
        each_url!(self, url => url.as_str())
    }

    /// Parses with the production `url` of [`Grammar::Rfc1738`].
    ///
    /// # Errors
    ///
    /// If `url` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        crate::ast::typed::parse(Grammar::Rfc1738, &[Rule::url], input)
    }

    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        each_url!(self, url => SchemeUrl::components(url))
    }

    /// Whether the grammar has a production for the scheme.
    pub(crate) fn is_predefined(&self) -> bool {
        !matches!(self, Self::Other(_))
    }
}

/// The predefined schemes.
pub(crate) const SCHEMES: [&str; 10] = [
    HttpUrl::SCHEME,
    FtpUrl::SCHEME,
    NewsUrl::SCHEME,
    NntpUrl::SCHEME,
    TelnetUrl::SCHEME,
    GopherUrl::SCHEME,
    WaisUrl::SCHEME,
    MailtoUrl::SCHEME,
    FileUrl::SCHEME,
    ProsperoUrl::SCHEME,
];
