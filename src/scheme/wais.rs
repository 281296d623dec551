//! `wais`: RFC 4156, section 2.

use super::typed::{host, port, scheme_uri, text};
use crate::ast::components::Components;
use crate::ast::rfc3986::Host;
use crate::ast::shared::read_only;
use crate::ast::text::{Digits, Text};
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

read_only! {
    /// A URI of `wais`: RFC 4156, section 2, which has only prose.
    ///
    /// ```text
    /// wais-url = "wais://" host [ ":" port ] "/" database [ "?" search / "/" wtype "/" wpath ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::scheme::WaisUri;
    ///
    /// let uri = WaisUri::parse("wais://h/d/HTML/1=a;2=b/c")?;
    /// let document = uri.document().unwrap();
    /// assert_eq!((document.wtype().as_str(), document.wpath().as_str()), ("HTML", "1=a;2=b/c"));
    /// assert_eq!(WaisUri::parse("wais://h/d?words")?.search().unwrap().as_str(), "words");
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct WaisUri<'i> {
        text,
        record,
        /// The server.
        pub host: Host<'i>,
        /// The port; without it the port is 210.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub port: Option<Digits<'i>>,
        /// The name of the database.
        pub database: Text<'i>,
        /// The search, of the second form.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Text<'i>>,
        /// The document, of the third form.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub document: Option<WaisDocument<'i>>,
    }
}

read_only! {
    /// A document of a WAIS database.
    ///
    /// ```
    /// use uri_lineage::scheme::WaisUri;
    ///
    /// let document = WaisUri::parse("wais://h/d/TEXT/1%3D2")?.document().unwrap();
    /// assert_eq!(document.wtype(), "TEXT");
    /// assert_eq!(document.wpath().decode().unwrap(), "1=2");
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct WaisDocument<'i> {
        /// The type of the document.
        pub wtype: Text<'i>,
        /// Its identifier, which only the server divides.
        pub wpath: Text<'i>,
    }
}

scheme_uri!(WaisUri Rfc4156 "wais-url");

impl<'i> WaisUri<'i> {
    pub(super) fn build(tree: &Tree<'i>) -> Self {
        let document = text(tree, Rule::wtype).zip(text(tree, Rule::wpath));
        Self {
            text: tree.input(),
            host: host(tree, Rule::host),
            port: port(tree),
            database: text(tree, Rule::database).unwrap_or_default(),
            search: text(tree, Rule::search),
            document: document.map(|(wtype, wpath)| WaisDocument { wtype, wpath }),
        }
    }

    pub(super) fn components(&self) -> Components<'i> {
        let path = match self.document {
            Some(WaisDocument { wtype, wpath }) => format!("{}/{wtype}/{wpath}", self.database).into(),
            None => self.database.as_str().into(),
        };
        Components {
            host: Some(self.host.as_str().into()),
            port: self.port,
            path: Some(path),
            query: self.search,
            ..Components::new(&self.text[.."wais".len()])
        }
    }
}
