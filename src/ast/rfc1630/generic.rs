//! The generic syntax of any scheme, in draft 02 and in RFC 1630's generic grammar. It has no
//! requests.

use super::search::Search;
use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Path, display, read_only, write_marked};
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `generic` in draft 02, `uri` in RFC 1630's generic grammar.
    ///
    /// ```text
    /// generic                scheme : path [ ? search ]
    /// scheme                 ialpha
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, FragmentAddress};
    ///
    /// let address = FragmentAddress::parse("urn:/iana/dns/ch/cern/cn/techdoc/94/1642-3")?;
    /// assert!(matches!(address.uri(), Address::Uri(uri) if uri.scheme() == "urn"));
    /// assert_eq!(address.components().path.unwrap(), "/iana/dns/ch/cern/cn/techdoc/94/1642-3");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
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

display! {
    Generic, s, f => {
        write!(f, "{}:{}", s.scheme, s.path)?;
        write_marked(f, "?", s.search)
    };
}

impl<'i> SchemeUrl<'i> for Generic<'i> {
    const SCHEME: &'static str = "";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self {
            scheme: captures.required(Rule::scheme),
            path: Path(captures.required(Rule::path)),
            search: Search::build(captures),
        }
    }

    fn components(&self) -> Components<'i> {
        Components::new(self.scheme.as_str()).path(self.path).query(self.search.map(Search::text))
    }
}
