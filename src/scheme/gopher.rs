//! `gopher`: RFC 4266, section 2.

use super::typed::{host, port, scheme_uri, text};
use crate::ast::components::Components;
use crate::ast::rfc3986::Host;
use crate::ast::shared::read_only;
use crate::ast::text::{Digits, Text};
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

read_only! {
    /// A URI of `gopher`: RFC 4266, section 2.1, which has only prose.
    ///
    /// ```text
    /// gopher-url         = "gopher://" host [ ":" port ] [ "/" [ gopher-path ] ]
    /// gopher-path        = gophertype selector [ "%09" search [ "%09" gopher-plus-string ] ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::scheme::GopherUri;
    ///
    /// let uri = GopherUri::parse("gopher://h:70/11/a%09b%09+")?;
    /// assert_eq!((uri.gophertype().unwrap().as_str(), uri.selector().unwrap().as_str()), ("1", "1/a"));
    /// assert_eq!((uri.search().unwrap().as_str(), uri.gopher_plus_string().unwrap().as_str()), ("b", "+"));
    /// // The type defaults to a directory.
    /// assert!(GopherUri::parse("gopher://h")?.gophertype().is_none());
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GopherUri<'i> {
        text,
        record,
        /// The server.
        pub host: Host<'i>,
        /// The port; without it the port is 70.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub port: Option<Digits<'i>>,
        /// The type of the item: one character, an escape counting as one. Without it the item is the
        /// server's top directory, of type `1`.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub gophertype: Option<Text<'i>>,
        /// The selector string, which may be empty; absent without a type.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub selector: Option<Text<'i>>,
        /// The search string, after the first encoded tab.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Text<'i>>,
        /// `<gopher+_string>`: the text after the second encoded tab. Its parts are those of
        /// [`GopherPlus`](crate::request::GopherPlus).
        #[cfg_attr(feature = "serde", serde(rename = "gopher-plus-string", skip_serializing_if = "Option::is_none"))]
        pub gopher_plus_string: Option<Text<'i>>,
    }
}

scheme_uri!(GopherUri Rfc4266 "gopher-url");

impl<'i> GopherUri<'i> {
    pub(super) fn build(tree: &Tree<'i>) -> Self {
        Self {
            text: tree.input(),
            host: host(tree, Rule::host),
            port: port(tree),
            gophertype: text(tree, Rule::gophertype),
            selector: text(tree, Rule::selector),
            search: text(tree, Rule::search),
            gopher_plus_string: text(tree, Rule::gopher_plus_string__rfc4266),
        }
    }

    pub(super) fn components(&self) -> Components<'i> {
        let item = self.gophertype.zip(self.selector);
        Components {
            host: Some(self.host.as_str().into()),
            port: self.port,
            path: item.map(|(gophertype, selector)| format!("{gophertype}{selector}").into()),
            query: self.search,
            ..Components::new(&self.text[.."gopher".len()])
        }
    }
}
