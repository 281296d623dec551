//! Gopher and Gopher+, section 3.4.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostport, display, read_only, write_marked};
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `gopherurl`, section 3.4.
    ///
    /// ```text
    /// gopherurl      = "gopher://" hostport [ "/" [ gtype [ selector
    ///                  [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
    /// gtype          = xchar
    /// selector       = *xchar
    /// gopher+_string = *xchar
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::GopherUrl;
    ///
    /// let url = GopherUrl::parse("gopher://boombox.micro.umn.edu:7070/11/gopher")?;
    /// assert_eq!(url.hostport().port_u16(), Some(7070));
    /// assert_eq!(url.item().unwrap().to_string(), "11/gopher");
    /// assert_eq!(GopherUrl::parse("gopher://boombox.micro.umn.edu/")?.item(), None);
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GopherUrl<'i> {
        text,
        record,
        /// The server.
        pub hostport: Hostport<'i>,
        /// Whether a slash follows the host. With an item it is always present.
        #[cfg_attr(feature = "serde", serde(skip))]
        pub slash: bool,
        /// The item, unless it is the server's top directory.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub item: Option<GopherItem<'i>>,
    }
}

read_only! {
    /// The item of a gopher URL.
    ///
    /// ```
    /// use uri_lineage::rfc1738::GopherUrl;
    ///
    /// let item = GopherUrl::parse("gopher://host/0sel%20one")?.item().unwrap();
    /// assert_eq!(item.gtype(), "0");
    /// assert_eq!(item.selector().decode_latin1(), "sel one");
    /// assert_eq!(item.search(), None);
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct GopherItem<'i> {
        /// The type: one character, an escape counting as one.
        pub gtype: Text<'i>,
        /// The selector string.
        pub selector: Text<'i>,
        /// The text after the first `%09` that begins a search.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub search: Option<GopherSearch<'i>>,
    }
}

read_only! {
    /// The search of a gopher URL, sections 3.4.2 and 3.4.3.
    ///
    /// ```
    /// use uri_lineage::rfc1738::GopherUrl;
    ///
    /// let url = GopherUrl::parse("gopher://host/0sel%09%09!+ABSTRACT%20+SMELL")?;
    /// let search = url.item().unwrap().search().unwrap();
    /// assert_eq!(search.search(), "");
    /// assert_eq!(search.gopher_plus_string().unwrap(), "!+ABSTRACT%20+SMELL");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct GopherSearch<'i> {
        /// The search string; empty if the item has only a Gopher+ string.
        pub search: Text<'i>,
        /// `gopher+_string`: the text after the `%09` that ends the search.
        #[cfg_attr(feature = "serde", serde(rename = "gopher+_string", skip_serializing_if = "Option::is_none"))]
        pub gopher_plus_string: Option<Text<'i>>,
    }
}

display! {
    GopherItem, s, f => {
        write!(f, "{}{}", s.gtype, s.selector)?;
        write_marked(f, "%09", s.search)
    };
    GopherSearch, s, f => {
        s.search.fmt(f)?;
        write_marked(f, "%09", s.gopher_plus_string)
    };
}

impl<'i> GopherItem<'i> {
    /// Builds from the spans of a URL that may contain an item.
    #[inline]
    fn build(captures: &Captures<'i>) -> Option<Self> {
        let search = captures
            .text(Rule::search)
            .map(|search| GopherSearch { search, gopher_plus_string: captures.text(Rule::gopher_plus_string) });
        Some(Self { gtype: captures.text(Rule::gtype)?, selector: captures.text(Rule::selector)?, search })
    }
}

impl<'i> GopherUrl<'i> {
    /// The URL without its search, and the search, unless a Gopher+ string follows it.
    pub(crate) fn without_search(self) -> Option<(&'i str, Text<'i>)> {
        let GopherSearch { search, gopher_plus_string: None } = self.item?.search? else { return None };
        Some((self.text.strip_suffix(search.as_str())?.strip_suffix("%09")?, search))
    }
}

impl<'i> SchemeUrl<'i> for GopherUrl<'i> {
    const SCHEME: &'static str = "gopher";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        let item = GopherItem::build(captures);
        let text = captures.whole();
        Self { text, hostport: Hostport::build(captures), slash: item.is_some() || text.ends_with('/'), item }
    }

    fn components(&self) -> Components<'i> {
        Components {
            path: self.item.map(|item| format!("{}{}", item.gtype, item.selector).into()),
            query: self.item.and_then(|item| item.search).map(|search| search.search),
            ..Components::new(Self::SCHEME).at(self.hostport)
        }
    }
}
