//! Gopher. Draft 02 writes a search after a question mark; draft 03 and RFC 1630 after an encoded
//! tab of the `gcommand`.

use super::search::Search;
use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostport, Path, display, read_only, write_marked};
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `gopheraddress`.
    ///
    /// In draft 03 and RFC 1630:
    ///
    /// ```text
    /// gopheraddress          g o p h e r : / / hostport [/ gtype [ gcommand ] ]
    /// gtype                  xalpha
    /// gcommand               path
    /// ```
    ///
    /// In draft 02:
    ///
    /// ```text
    /// gopheraddress          g o p h e r : // hostport [/ gtype [selector]][? search]
    /// selector               path
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("gopher://gopher.micro.umn.edu")?;
    /// assert!(matches!(url.address(), Address::Gopher(gopher) if gopher.item().is_none()));
    /// let url = Url::parse_draft_02("gopher://host/7a_gopher_selector?foobar")?;
    /// assert!(matches!(url.address(), Address::Gopher(gopher) if gopher.search().unwrap() == "foobar"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct GopherAddress<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The item, unless it is the server's top directory.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub item: Option<GopherItem<'i>>,
        /// The words of a query; only in draft 02.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Search<'i>>,
    }
}

read_only! {
    /// The item of a gopher address.
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// fn is_search(url: &Url) -> bool {
    ///     matches!(url.address(), Address::Gopher(gopher) if gopher.item().is_some_and(|item| item.gtype() == "7"))
    /// }
    ///
    /// assert!(is_search(&Url::parse("gopher://host/7a_gopher_selector%09foobar")?));
    /// assert!(!is_search(&Url::parse("gopher://host/0a_gopher_selector")?));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct GopherItem<'i> {
        /// The type: one character, an escape counting as one.
        pub gtype: Text<'i>,
        /// The text that is sent to the server.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub command: Command<'i>,
    }
}

/// The text that is sent to a Gopher server.
///
/// ```
/// use uri_lineage::rfc1630::{Address, Command, Url};
///
/// fn command<'i>(url: &Url<'i>) -> Option<Command<'i>> {
///     let Address::Gopher(gopher) = url.address() else { return None };
///     Some(gopher.item()?.command())
/// }
///
/// let url = Url::parse_draft_03("gopher://host/0a_gopher_selector%09%09!")?;
/// assert!(matches!(command(&url), Some(Command::Gcommand(text)) if text == "a_gopher_selector%09%09!"));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Command<'i> {
    /// `gcommand`, in draft 03 and RFC 1630: the selector with any search and Gopher+ syntax.
    Gcommand(Path<'i>),
    /// `selector`, in draft 02.
    Selector(Path<'i>),
}

crate::ast::borrowing::borrowing! { Command: Gcommand(path), Selector(path); }

impl<'i> Command<'i> {
    /// The selector, and the text after the first two encoded tabs of a `gcommand`: a search and a
    /// Gopher+ string.
    ///
    /// A `selector` of draft 02 has neither.
    pub(crate) fn divided(self) -> (Text<'i>, Option<Text<'i>>, Option<Text<'i>>) {
        match self {
            Self::Selector(selector) => (selector.text(), None, None),
            Self::Gcommand(command) => {
                let mut parts = command.text().as_str().splitn(3, "%09").map(Text::from);
                (parts.next().unwrap_or_default(), parts.next(), parts.next())
            }
        }
    }
}

display! {
    GopherAddress, s, f => {
        write!(f, "gopher://{}", s.hostport)?;
        write_marked(f, "/", s.item)?;
        write_marked(f, "?", s.search)
    };
    GopherItem, s, f => write!(f, "{}{}", s.gtype, s.command);
    Command, s, f => match s {
        Self::Gcommand(path) | Self::Selector(path) => path.fmt(f),
    };
}

impl<'i> GopherItem<'i> {
    /// Builds from the spans of an address that may contain an item.
    #[inline]
    fn build(captures: &Captures<'i>) -> Option<Self> {
        let command = match captures.text(Rule::gcommand).map(Path) {
            Some(command) => Command::Gcommand(command),
            None => Command::Selector(Path(captures.text(Rule::selector)?)),
        };
        Some(Self { gtype: captures.text(Rule::gtype)?, command })
    }
}

impl<'i> GopherAddress<'i> {
    /// The address without its search, and the search, unless a Gopher+ string follows it.
    pub(crate) fn without_search(self) -> Option<(Self, Text<'i>)> {
        let item = self.item?;
        match (self.search, item.command.divided()) {
            (Some(search), _) => Some((Self { search: None, ..self }, search.text())),
            (None, (selector, Some(search), None)) => {
                let command = Command::Gcommand(Path(selector));
                Some((Self { item: Some(GopherItem { command, ..item }), ..self }, search))
            }
            _ => None,
        }
    }
}

impl<'i> SchemeUrl<'i> for GopherAddress<'i> {
    const SCHEME: &'static str = "gopher";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self { hostport: Hostport::build(captures), item: GopherItem::build(captures), search: Search::build(captures) }
    }

    fn components(&self) -> Components<'i> {
        let components = Components::new(Self::SCHEME).at(self.hostport).query(self.search.map(Search::text));
        Components { path: self.item.map(|item| item.to_string().into()), ..components }
    }
}
