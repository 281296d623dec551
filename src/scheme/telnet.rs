//! `telnet`: RFC 4248, section 2.

use super::typed::{host, port, scheme_uri, text};
use crate::ast::components::Components;
use crate::ast::rfc3986::Host;
use crate::ast::shared::read_only;
use crate::ast::text::{Digits, Text};
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

read_only! {
    /// A URI of `telnet`: RFC 4248, section 2, which has only prose.
    ///
    /// ```text
    /// telnet-url = "telnet://" [ user [ ":" password ] "@" ] host [ ":" port ] [ "/" ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::scheme::TelnetUri;
    ///
    /// let uri = TelnetUri::parse("telnet://user:a:b@h:23/")?;
    /// assert_eq!((uri.user().unwrap().as_str(), uri.password().unwrap().as_str()), ("user", "a:b"));
    /// assert_eq!((uri.host().as_str(), uri.port().unwrap().as_str()), ("h", "23"));
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TelnetUri<'i> {
        text,
        record,
        /// The user name, of which a client only tells its user.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub user: Option<Text<'i>>,
        /// The password; absent if the user is.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub password: Option<Text<'i>>,
        /// The host.
        pub host: Host<'i>,
        /// The port; without it the port is 23.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub port: Option<Digits<'i>>,
    }
}

scheme_uri!(TelnetUri Rfc4248 "telnet-url");

impl<'i> TelnetUri<'i> {
    pub(super) fn build(tree: &Tree<'i>) -> Self {
        Self {
            text: tree.input(),
            user: text(tree, Rule::user),
            password: text(tree, Rule::password),
            host: host(tree, Rule::host),
            port: port(tree),
        }
    }

    pub(super) fn components(&self) -> Components<'i> {
        Components {
            user: self.user,
            password: self.password,
            host: Some(self.host.as_str().into()),
            port: self.port,
            ..Components::new(&self.text[.."telnet".len()])
        }
    }
}
