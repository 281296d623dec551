//! HTTP.

use super::search::Search;
use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostport, Path, display, read_only, write_marked};
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `httpaddress`.
    ///
    /// ```text
    /// httpaddress            h t t p : / / hostport [ / path ] [ ? search ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("http://info.my.org/AboutUs/Index/Phonebook?dobbins")?;
    /// assert!(matches!(url.address(), Address::Http(http) if http.search().unwrap() == "dobbins"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
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

display! {
    HttpAddress, s, f => {
        write!(f, "http://{}", s.hostport)?;
        write_marked(f, "/", s.path)?;
        write_marked(f, "?", s.search)
    };
}

impl<'i> SchemeUrl<'i> for HttpAddress<'i> {
    const SCHEME: &'static str = "http";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self {
            hostport: Hostport::build(captures),
            path: captures.text(Rule::path).map(Path),
            search: Search::build(captures),
        }
    }

    fn components(&self) -> Components<'i> {
        let components = Components::new(Self::SCHEME).at(self.hostport).query(self.search.map(Search::text));
        Components { path: self.path.map(Path::into), ..components }
    }
}
