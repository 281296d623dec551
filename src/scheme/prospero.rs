//! `prospero`: RFC 4157, section 2.

use super::typed::{host, port, scheme_uri, text};
use crate::ast::components::Components;
use crate::ast::rfc3986::Host;
use crate::ast::shared::read_only;
use crate::ast::text::{Digits, Text};
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

read_only! {
    /// A URI of `prospero`: RFC 4157, section 2, which has only prose.
    ///
    /// ```text
    /// prospero-url  = "prospero://" host [ ":" port ] "/" hsoname *( ";" field "=" value )
    /// ```
    ///
    /// ```
    /// use uri_lineage::scheme::ProsperoUri;
    ///
    /// let uri = ProsperoUri::parse("prospero://h//pros/name;OBJECT-VERSION=2")?;
    /// assert_eq!(uri.hsoname().as_str(), "/pros/name");
    /// let fields: Vec<_> = uri.fields().map(|field| (field.field().as_str(), field.value().as_str())).collect();
    /// assert_eq!(fields, [("OBJECT-VERSION", "2")]);
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ProsperoUri<'i> {
        text,
        record,
        /// The server.
        pub host: Host<'i>,
        /// The port; without it the port is 1525.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub port: Option<Digits<'i>>,
        /// The name of the object, in which slashes mean nothing to a client.
        pub hsoname: Text<'i>,
        /// The fields after the name, with semicolons between them.
        #[cfg_attr(feature = "serde", serde(rename = "fields", skip_serializing_if = "Option::is_none"))]
        pub field_list: Option<Text<'i>>,
    }
}

read_only! {
    /// A field of a Prospero link, and its value.
    ///
    /// ```
    /// use uri_lineage::scheme::ProsperoUri;
    ///
    /// let uri = ProsperoUri::parse("prospero://example.com//pros/name;a=1;b=2%3B3")?;
    /// let field = uri.fields().find(|field| field.field() == "b").unwrap();
    /// assert_eq!(field.value().decode().unwrap(), "2;3");
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct ProsperoField<'i> {
        /// The name of the field.
        pub field: Text<'i>,
        /// Its value.
        pub value: Text<'i>,
    }
}

scheme_uri!(ProsperoUri Rfc4157 "prospero-url");

impl<'i> ProsperoUri<'i> {
    pub(super) fn build(tree: &Tree<'i>) -> Self {
        Self {
            text: tree.input(),
            host: host(tree, Rule::host),
            port: port(tree),
            hsoname: text(tree, Rule::hsoname).unwrap_or_default(),
            field_list: after_host(tree.input()).split_once(';').map(|(_, fields)| fields.into()),
        }
    }

    /// The fields after the name, in order.
    pub fn fields(&self) -> impl Iterator<Item = ProsperoField<'i>> + use<'i> {
        let fields = self.field_list.into_iter().flat_map(|fields| fields.as_str().split(';'));
        let fields = fields.filter_map(|field| field.split_once('='));
        fields.map(|(field, value)| ProsperoField { field: field.into(), value: value.into() })
    }

    pub(super) fn components(&self) -> Components<'i> {
        Components {
            host: Some(self.host.as_str().into()),
            port: self.port,
            ..Components::new(&self.text[.."prospero".len()]).path(after_host(self.text))
        }
    }
}

/// The text after the host of a URI: the name, in which no semicolon occurs, and the fields.
fn after_host(uri: &str) -> &str {
    uri.splitn(4, '/').nth(3).unwrap_or_default()
}
