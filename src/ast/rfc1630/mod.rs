//! The first generation: draft 02, draft 03 and RFC 1630, whose grammars share the names of their
//! productions.
//!
//! The four grammars differ only in their characters and in a few productions, so they share one
//! set of structs. The documentation of a field notes if only some grammars have it.
//!
//! ```
//! use uri_lineage::rfc1630::{Address, Url};
//!
//! let url = Url::parse("gopher://gopher.micro.umn.edu/11/")?;
//! let Address::Gopher(gopher) = url.address() else { panic!() };
//! assert_eq!(gopher.item().unwrap().gtype().as_str(), "1");
//! # Ok::<(), uri_lineage::Error>(())
//! ```

mod address;
mod afs;
mod ftp;
mod generic;
mod gopher;
mod http;
mod mailto;
mod message;
mod news;
mod prospero;
mod search;
mod telnet;
mod wais;

pub use address::Address;
pub(crate) use address::{SCHEMES, each_address, plus_is_space};
pub use afs::AfsAddress;
pub use ftp::{Formcode, FtpAddress, Ftptype};
pub use generic::Generic;
pub use gopher::{Command, GopherAddress, GopherItem};
pub use http::HttpAddress;
pub use mailto::MailtoAddress;
pub use message::{AddrSpec, Article, CidAddress, MidAddress};
pub use news::{Group, Groupart, NewsAddress, NntpAddress};
pub use prospero::ProsperoAddress;
pub use search::Search;
pub use telnet::TelnetAddress;
pub use wais::{Document, WaisAddress, Waisdoc, Waisindex, Wpath, WpathField};

use crate::ast::components::Components;
use crate::ast::shared::read_only;
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, Captures, Place};
use crate::refusal::error::Error;

read_only! {
    /// `prefixedurl` or `url`.
    ///
    /// `TryFrom`, `FromStr` and `Deserialize` parse with [`Grammar::Rfc1630`].
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("url:news:comp.infosystems.www")?;
    /// assert_eq!(url.prefix(), Some("url:"));
    /// assert!(matches!(url.address(), Address::News(_)));
    /// assert_eq!(url.to_string(), "url:news:comp.infosystems.www");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Url<'i> {
        text,
        /// The grammar that parsed it.
        pub grammar: Grammar,
        /// The prefix, unchanged from the input: `url:`, in draft 03 also `URL:`.
        pub prefix: Option<&'i str>,
        /// The text after the prefix.
        pub address: Address<'i>,
    }
}

// The record of the address, or, with a prefix, that of a `prefixedurl` that contains the address as
// its `url`.
#[cfg(feature = "serde")]
crate::ast::whole_text::record! {
    Url, url, serializer => {
        use serde::ser::SerializeMap;
        if url.prefix.is_none() {
            return url.address.serialize(serializer);
        }
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("production", "prefixedurl")?;
        map.serialize_entry("url", &url.address)?;
        map.end()
    }
}

/// A URL that owns its text.
///
/// ```
/// use uri_lineage::rfc1630::UrlBuf;
///
/// let url: UrlBuf = "url:ftp://info.cern.ch/pub".parse()?;
/// assert_eq!((url.prefix(), url.scheme()), (Some("url:"), Some("ftp")));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub type UrlBuf = crate::ast::owned::Owned<Url<'static>>;

/// A `fragmentaddress` that owns its text.
///
/// ```
/// use uri_lineage::rfc1630::FragmentAddressBuf;
///
/// let address: FragmentAddressBuf = "http://www.myu.edu/org/admin/people#andy".parse()?;
/// assert_eq!(address.components().path.unwrap(), "//www.myu.edu/org/admin/people");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub type FragmentAddressBuf = crate::ast::owned::Owned<FragmentAddress<'static>>;

impl<'i> Url<'i> {
    /// Parses with [`Grammar::Rfc1630`].
    ///
    /// # Errors
    ///
    /// If neither `prefixedurl` nor `url` matches the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        Self::parse_by(Grammar::Rfc1630, input)
    }

    /// Parses with [`Grammar::UrlDraft02`].
    ///
    /// # Errors
    ///
    /// If neither `prefixedurl` nor `url` matches the whole input.
    pub fn parse_draft_02(input: &'i str) -> Result<Self, Error> {
        Self::parse_by(Grammar::UrlDraft02, input)
    }

    /// Parses with [`Grammar::UrlDraft03`].
    ///
    /// # Errors
    ///
    /// If neither `prefixedurl` nor `url` matches the whole input.
    pub fn parse_draft_03(input: &'i str) -> Result<Self, Error> {
        Self::parse_by(Grammar::UrlDraft03, input)
    }

    fn parse_by(grammar: Grammar, input: &'i str) -> Result<Self, Error> {
        crate::ast::typed::parse(grammar, &[Rule::prefixedurl, Rule::url], input)
    }
}

read_only! {
    /// `fragmentaddress` or `uri`: the entry productions of RFC 1630's generic grammar, which draft
    /// 02 has too.
    ///
    /// `TryFrom`, `FromStr` and `Deserialize` parse with [`Grammar::Rfc1630Generic`].
    ///
    /// ```
    /// use uri_lineage::rfc1630::FragmentAddress;
    ///
    /// let address = FragmentAddress::parse("http://www.myu.edu/org/admin/people#andy")?;
    /// assert_eq!(address.fragmentid().unwrap().as_str(), "andy");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct FragmentAddress<'i> {
        text,
        record,
        /// The grammar that parsed it.
        #[cfg_attr(feature = "serde", serde(skip))]
        pub grammar: Grammar,
        /// The address. In RFC 1630's generic grammar it is always [`Address::Uri`].
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub uri: Address<'i>,
        /// The text after the hash sign.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub fragmentid: Option<Text<'i>>,
    }
}

impl<'i> FragmentAddress<'i> {
    /// Parses with [`Grammar::Rfc1630Generic`].
    ///
    /// # Errors
    ///
    /// If `fragmentaddress` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        Self::parse_by(Grammar::Rfc1630Generic, input)
    }

    /// Parses with [`Grammar::UrlDraft02`].
    ///
    /// # Errors
    ///
    /// If `fragmentaddress` does not match the whole input.
    pub fn parse_draft_02(input: &'i str) -> Result<Self, Error> {
        Self::parse_by(Grammar::UrlDraft02, input)
    }

    fn parse_by(grammar: Grammar, input: &'i str) -> Result<Self, Error> {
        crate::ast::typed::parse(grammar, &[Rule::fragmentaddress], input)
    }
}

impl<'i> Build<'i> for Url<'i> {
    fn is_built_from(captures: &Captures<'i>) -> bool {
        captures.rule_at(Place::Alternative).is_some()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>, grammar: Grammar) -> Self {
        let prefix = match captures.rule() {
            Rule::prefixedurl => captures.span(Rule::url).map(|(start, _)| &captures.input()[..start]),
            _ => None,
        };
        Self { text: captures.whole(), grammar, prefix, address: Address::build(captures) }
    }
}

impl<'i> Build<'i> for FragmentAddress<'i> {
    fn is_built_from(captures: &Captures<'i>) -> bool {
        matches!(captures.rule(), Rule::fragmentaddress | Rule::uri)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>, grammar: Grammar) -> Self {
        Self {
            text: captures.whole(),
            grammar,
            uri: Address::build(captures),
            fragmentid: captures.text(Rule::fragmentid),
        }
    }
}

impl<'i> Url<'i> {
    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        self.address.components()
    }
}

impl<'i> FragmentAddress<'i> {
    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        Components { fragment: self.fragmentid, ..self.uri.components() }
    }
}
