//! The alternatives of `url`, one for each scheme.

use super::afs::AfsAddress;
use super::ftp::FtpAddress;
use super::generic::Generic;
use super::gopher::GopherAddress;
use super::http::HttpAddress;
use super::mailto::MailtoAddress;
use super::message::{CidAddress, MidAddress};
use super::news::{NewsAddress, NntpAddress};
use super::prospero::ProsperoAddress;
use super::telnet::TelnetAddress;
use super::wais::WaisAddress;
use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::display;
use crate::generated::rule::Rule;
use crate::grammar::{Generation, Grammar};
use crate::parse::captures::{Captures, Place};

/// An alternative of `url`, or the generic `uri`.
///
/// ```
/// use uri_lineage::rfc1630::{Address, Url};
///
/// let address = Url::parse("http://www.my.uni.edu/info/matriculation/enroling.html")?.address();
/// assert!(matches!(address, Address::Http(_)));
/// assert_eq!(address.production(), "httpaddress");
/// assert_eq!(address.components().host.unwrap(), "www.my.uni.edu");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
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

crate::ast::borrowing::borrowing! {
    Address: Http(a), Ftp(a), Afs(a), News(a), Nntp(a), Prospero(a), Telnet(a), Gopher(a), Wais(a), Mailto(a), Mid(a), Cid(a),
        Generic(a), Uri(a);
}

/// Passes the struct of an address's scheme on.
macro_rules! each_address {
    ($address:expr, $struct:ident => $then:expr) => {
        match $address {
            Address::Http($struct) => $then,
            Address::Ftp($struct) => $then,
            Address::Afs($struct) => $then,
            Address::News($struct) => $then,
            Address::Nntp($struct) => $then,
            Address::Prospero($struct) => $then,
            Address::Telnet($struct) => $then,
            Address::Gopher($struct) => $then,
            Address::Wais($struct) => $then,
            Address::Mailto($struct) => $then,
            Address::Mid($struct) => $then,
            Address::Cid($struct) => $then,
            Address::Generic($struct) | Address::Uri($struct) => $then,
        }
    };
}
pub(crate) use each_address;

display! {
    Address, s, f => each_address!(s, address => address.fmt(f));
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

impl<'i> Address<'i> {
    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        each_address!(self, address => address.components())
    }

    /// Whether the grammar has a production for the scheme.
    pub(crate) fn is_predefined(&self) -> bool {
        !matches!(self, Self::Generic(_) | Self::Uri(_))
    }

    /// Builds from the spans of an alternative of `url`, or of a production that contains one.
    #[inline]
    pub(crate) fn build(captures: &Captures<'i>) -> Self {
        match captures.rule_at(Place::Alternative) {
            Some(Rule::httpaddress) => Self::Http(HttpAddress::build(captures)),
            Some(Rule::ftpaddress) => Self::Ftp(FtpAddress::build(captures)),
            Some(Rule::afsaddress) => Self::Afs(AfsAddress::build(captures)),
            Some(Rule::newsaddress) => Self::News(NewsAddress::build(captures)),
            Some(Rule::nntpaddress) => Self::Nntp(NntpAddress::build(captures)),
            Some(Rule::prosperolink) => Self::Prospero(ProsperoAddress::build(captures)),
            Some(Rule::telnetaddress) => Self::Telnet(TelnetAddress::build(captures)),
            Some(Rule::gopheraddress) => Self::Gopher(GopherAddress::build(captures)),
            Some(Rule::waisindex | Rule::waisdoc) => Self::Wais(WaisAddress::build(captures)),
            Some(Rule::mailtoaddress) => Self::Mailto(MailtoAddress::build(captures)),
            Some(Rule::midaddress) => Self::Mid(MidAddress::build(captures)),
            Some(Rule::cidaddress) => Self::Cid(CidAddress::build(captures)),
            Some(Rule::generic) => Self::Generic(Generic::build(captures)),
            // The `uri` of the generic grammar has no alternatives.
            _ => Self::Uri(Generic::build(captures)),
        }
    }
}

/// The schemes that the entry productions reach.
pub(crate) const SCHEMES: [&str; 11] = [
    HttpAddress::SCHEME,
    FtpAddress::SCHEME,
    NewsAddress::SCHEME,
    NntpAddress::SCHEME,
    ProsperoAddress::SCHEME,
    TelnetAddress::SCHEME,
    GopherAddress::SCHEME,
    WaisAddress::SCHEME,
    MailtoAddress::SCHEME,
    MidAddress::SCHEME,
    CidAddress::SCHEME,
];

/// Whether a plus sign in the search of a URL means a space.
///
/// In RFC 1630, "Query strings", it does in every scheme. The drafts only print plus signs between
/// the words of a search. A client of Gopher or WAIS sends one string, with spaces between the
/// words; HTTP sends the search unchanged.
pub(crate) fn plus_is_space(grammar: Grammar, scheme: &str) -> bool {
    let sends_words = [GopherAddress::SCHEME, WaisAddress::SCHEME].contains(&scheme);
    grammar.facts().plus_is_space() || grammar.generation() == Generation::First && sends_words
}
