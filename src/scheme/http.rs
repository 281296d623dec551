//! `http` and `https`: RFC 9110, section 4.2.

use super::typed::{host, port, scheme_uri, text};
use crate::ast::components::Components;
use crate::ast::rfc3986::Host;
use crate::ast::shared::read_only;
use crate::ast::text::{Digits, Text};
use crate::base::scheme::is_secure;
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

read_only! {
    /// A URI of `http` or `https`: RFC 9110, sections 4.2.1 and 4.2.2.
    ///
    /// ```text
    /// http-URI  = "http" "://" authority path-abempty [ "?" query ]
    /// https-URI = "https" "://" authority path-abempty [ "?" query ]
    /// ```
    ///
    /// The host is not empty: a recipient must refuse such a URI.
    ///
    /// ```
    /// use uri_lineage::scheme::HttpUri;
    ///
    /// let uri = HttpUri::parse("https://h/a?b")?;
    /// assert_eq!((uri.host().as_str(), uri.path().as_str(), uri.query().unwrap().as_str()), ("h", "/a", "b"));
    /// assert_eq!((uri.default_port(), uri.is_secure()), (443, true));
    /// assert_eq!(HttpUri::parse("http:///a").unwrap_err().offset(), 7);
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HttpUri<'i> {
        text,
        record,
        /// The scheme, in the case of the input.
        pub scheme: &'i str,
        /// `userinfo`: section 4.2.4 has a recipient treat it as an error.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub userinfo: Option<Text<'i>>,
        /// The host, which is not empty.
        pub host: Host<'i>,
        /// The port, which may be empty.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub port: Option<Digits<'i>>,
        /// `path-abempty`: empty, or a slash and segments.
        #[cfg_attr(feature = "serde", serde(rename = "path-abempty"))]
        pub path: Text<'i>,
        /// The query, without its question mark.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub query: Option<Text<'i>>,
    }
}

scheme_uri!(HttpUri Rfc9110 "http-URI" "https-URI");

impl<'i> HttpUri<'i> {
    pub(super) fn build(tree: &Tree<'i>) -> Self {
        let input = tree.input();
        Self {
            text: input,
            scheme: &input[..if tree.root().rule() == Rule::https_URI { "https".len() } else { "http".len() }],
            userinfo: text(tree, Rule::userinfo),
            host: host(tree, Rule::http_host),
            port: port(tree),
            path: text(tree, Rule::path_abempty).unwrap_or_default(),
            query: text(tree, Rule::query),
        }
    }

    /// Whether the scheme is `https`.
    pub fn is_secure(&self) -> bool {
        is_secure(self.scheme)
    }

    /// The port that the scheme has if the URI has none: 80 or 443.
    pub fn default_port(&self) -> u16 {
        if self.is_secure() { 443 } else { 80 }
    }

    pub(super) fn components(&self) -> Components<'i> {
        Components {
            user: self.userinfo,
            host: Some(self.host.as_str().into()),
            port: self.port,
            ..Components::new(self.scheme).path(self.path.as_str()).query(self.query)
        }
    }
}
