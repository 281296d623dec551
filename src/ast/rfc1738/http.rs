//! HTTP, section 3.3.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostport, Path, read_only};
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `httpurl`, section 3.3.
    ///
    /// ```text
    /// httpurl        = "http://" hostport [ "/" hpath [ "?" search ]]
    /// hpath          = hsegment *[ "/" hsegment ]
    /// hsegment       = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
    /// search         = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::HttpUrl;
    ///
    /// let url = HttpUrl::parse("http://info.my.org/AboutUs/Index/Phonebook?dobbins")?;
    /// assert_eq!(url.hostport().host(), "info.my.org");
    /// assert_eq!(url.hpath().unwrap(), "AboutUs/Index/Phonebook");
    /// assert_eq!(url.search().unwrap(), "dobbins");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HttpUrl<'i> {
        text,
        record,
        /// The server.
        pub hostport: Hostport<'i>,
        /// The path, without its first slash.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub hpath: Option<Path<'i>>,
        /// The query; never without a path.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Text<'i>>,
    }
}

impl<'i> SchemeUrl<'i> for HttpUrl<'i> {
    const SCHEME: &'static str = "http";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self {
            text: captures.whole(),
            hostport: Hostport::build(captures),
            hpath: captures.text(Rule::hpath).map(Path),
            search: captures.text(Rule::search),
        }
    }

    fn components(&self) -> Components<'i> {
        let components = Components::new(Self::SCHEME).at(self.hostport).query(self.search);
        Components { path: self.hpath.map(Into::into), ..components }
    }
}
