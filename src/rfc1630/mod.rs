//! The first generation: draft 02, draft 03 and RFC 1630, whose grammars share the names of their productions.
//!
//! The four grammars differ in their characters and in few productions, so one set of structs serves them all. A
//! field that only some of them have says so.

mod address;
mod build;
mod display;
mod parts;

pub use address::{
    Address, AfsAddress, CidAddress, FtpAddress, Generic, GopherAddress, HttpAddress, MailtoAddress, MidAddress,
    NewsAddress, NntpAddress, ProsperoAddress, TelnetAddress, WaisAddress, Waisdoc, Waisindex,
};
pub use parts::{
    AddrSpec, Article, Command, Document, Formcode, Ftptype, GopherItem, Group, Groupart, Search, Wpath, WpathField,
};

use crate::error::Error;
use crate::grammar::Grammar;
use crate::text::Text;
use crate::view::{View, Viewed};

/// `prefixedurl` or `url`.
///
/// ```
/// use uri_lineage::rfc1630::{Address, Url};
///
/// let url = Url::parse("url:news:comp.infosystems.www")?;
/// assert_eq!(url.prefix, Some("url:"));
/// assert!(matches!(url.address, Address::News(_)));
/// assert_eq!(url.to_string(), "url:news:comp.infosystems.www");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Url<'i> {
    /// The prefix as it stands there: `url:`, in draft 03 also `URL:`.
    pub prefix: Option<&'i str>,
    /// What stands behind it.
    pub address: Address<'i>,
}

impl<'i> Url<'i> {
    /// Parses by [`Grammar::Rfc1630`].
    ///
    /// # Errors
    ///
    /// Where neither `prefixedurl` nor `url` takes all of the input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        Self::parse_as(Grammar::Rfc1630, input)
    }

    /// Parses by a grammar of this generation.
    ///
    /// # Errors
    ///
    /// Where neither `prefixedurl` nor `url` takes all of the input, or the grammar has no such productions.
    pub fn parse_as(grammar: Grammar, input: &'i str) -> Result<Self, Error> {
        let tree = grammar.outline(&["prefixedurl", "url"], input)?;
        Self::build(tree.root()).ok_or_else(|| grammar.not_built(input))
    }
}

/// `fragmentaddress` or `uri`: the entry productions of RFC 1630's generic grammar, which draft 02 has too.
///
/// ```
/// use uri_lineage::rfc1630::FragmentAddress;
///
/// let address = FragmentAddress::parse("http://www.myu.edu/org/admin/people#andy")?;
/// assert_eq!(address.fragmentid.unwrap().as_str(), "andy");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FragmentAddress<'i> {
    /// The address. In RFC 1630's generic grammar it is always [`Address::Generic`].
    pub uri: Address<'i>,
    /// What stands behind the hash sign.
    pub fragmentid: Option<Text<'i>>,
}

impl<'i> FragmentAddress<'i> {
    /// Parses by [`Grammar::Rfc1630Generic`].
    ///
    /// # Errors
    ///
    /// Where `fragmentaddress` does not take all of the input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        Self::parse_as(Grammar::Rfc1630Generic, input)
    }

    /// Parses by a grammar of this generation.
    ///
    /// # Errors
    ///
    /// Where `fragmentaddress` does not take all of the input, or the grammar has no such production.
    pub fn parse_as(grammar: Grammar, input: &'i str) -> Result<Self, Error> {
        let tree = grammar.outline(&["fragmentaddress"], input)?;
        Self::build(tree.root()).ok_or_else(|| grammar.not_built(input))
    }
}

impl<'i> Viewed<'i> for Url<'i> {
    fn view(&self) -> View<'i> {
        self.address.view()
    }
}

impl<'i> Viewed<'i> for FragmentAddress<'i> {
    fn view(&self) -> View<'i> {
        View { fragment: self.fragmentid, ..self.uri.view() }
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use serde::ser::SerializeMap;
    use serde::{Serialize, Serializer};

    use super::{FragmentAddress, Url};

    /// Without a prefix the address itself; with one `prefix` and, under its production's name, the address.
    impl Serialize for Url<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let Some(prefix) = self.prefix else { return self.address.serialize(serializer) };
            let mut map = serializer.serialize_map(Some(2))?;
            map.serialize_entry("prefix", prefix)?;
            map.serialize_entry(self.address.production(), &self.address)?;
            map.end()
        }
    }

    /// Without a fragment the address itself; with one the address under its production's name, and `fragmentid`.
    impl Serialize for FragmentAddress<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let Some(fragmentid) = self.fragmentid else { return self.uri.serialize(serializer) };
            let mut map = serializer.serialize_map(Some(2))?;
            map.serialize_entry(self.uri.production(), &self.uri)?;
            map.serialize_entry("fragmentid", &fragmentid)?;
            map.end()
        }
    }
}
