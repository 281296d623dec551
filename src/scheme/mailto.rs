//! `mailto`: RFC 2368 and RFC 6068, section 2 of both.

use super::typed::{scheme_uri, text};
use crate::ast::components::Components;
use crate::ast::shared::read_only;
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::generated::scheme_entry;
use crate::grammar::SchemeDocument;
use crate::parse::tree::Tree;

read_only! {
    /// A URI of `mailto`: RFC 6068, section 2, and RFC 2368, section 2, with other names.
    ///
    /// ```text
    /// mailtoURI    = "mailto:" [ to ] [ hfields ]
    /// to           = addr-spec *("," addr-spec )
    /// hfields      = "?" hfield *( "&" hfield )
    /// hfield       = hfname "=" hfvalue
    /// ```
    ///
    /// ```
    /// use uri_lineage::scheme::MailtoUri;
    ///
    /// let uri = MailtoUri::parse("mailto:a@h,%22b@,c%22@h?Subject=caf%C3%A9&body=x")?;
    /// let addresses: Vec<_> = uri.addresses().iter().map(|address| address.local_part().as_str()).collect();
    /// assert_eq!(addresses, ["a", "%22b@,c%22"]);
    /// assert_eq!(uri.header_field("subject").unwrap().decode().unwrap(), "café");
    /// assert_eq!(uri.header_fields().map(|field| field.hfname().as_str()).collect::<Vec<_>>(), ["Subject", "body"]);
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct MailtoUri<'i> {
        text,
        record,
        /// The document that accepted it.
        #[cfg_attr(feature = "serde", serde(skip))]
        pub document: SchemeDocument,
        /// `to`: the addresses, with commas between them. By RFC 2368 the commas are escaped too.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub to: Option<Text<'i>>,
        /// `hfields`, without the question mark: header fields with ampersands between them. RFC 2368
        /// calls them `headers`.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub hfields: Option<Text<'i>>,
    }
}

read_only! {
    /// `addr-spec`: an address.
    ///
    /// ```text
    /// addr-spec    = local-part "@" domain
    /// local-part   = dot-atom-text / quoted-string
    /// domain       = dot-atom-text / "[" *dtext-no-obs "]"
    /// ```
    ///
    /// ```
    /// use uri_lineage::scheme::MailtoUri;
    ///
    /// let addresses = MailtoUri::parse("mailto:%22not%40me%22@example.org")?.addresses();
    /// assert_eq!(addresses[0].local_part().decode().unwrap(), r#""not@me""#);
    /// assert_eq!(addresses[0].domain(), "example.org");
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct AddrSpec<'i> {
        /// The text in front of the `@`. Decoded, it may be a quoted string.
        #[cfg_attr(feature = "serde", serde(rename = "local-part"))]
        pub local_part: Text<'i>,
        /// The text after it. Decoded, it may be an address in brackets, or a domain in Unicode.
        pub domain: Text<'i>,
    }
}

read_only! {
    /// `hfield`: a header field of the message. `body` is its body.
    ///
    /// ```text
    /// hfield       = hfname "=" hfvalue
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct HeaderField<'i> {
        /// The name, in which case means nothing.
        pub hfname: Text<'i>,
        /// The value.
        pub hfvalue: Text<'i>,
    }
}

scheme_uri!(MailtoUri Rfc6068 "mailtoURI");

impl HeaderField<'_> {
    /// Whether a client must ignore the field (RFC 6068, section 3): it would name the originator, the
    /// date, the way of the message or its MIME encoding.
    ///
    /// ```
    /// use uri_lineage::scheme::MailtoUri;
    ///
    /// let uri = MailtoUri::parse("mailto:a@h?from=b@h&Content-Type=text%2Fhtml&subject=x")?;
    /// let ignored: Vec<_> = uri.header_fields().map(|field| field.must_be_ignored()).collect();
    /// assert_eq!(ignored, [true, true, false]);
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    pub fn must_be_ignored(&self) -> bool {
        const NAMES: [&str; 8] =
            ["from", "sender", "reply-to", "date", "apparently-to", "return-path", "received", "mime-version"];
        let name = self.hfname.octets().to_ascii_lowercase();
        NAMES.iter().any(|ignored| name == ignored.as_bytes())
            || name.starts_with(b"resent-")
            || name.starts_with(b"content-")
    }

    /// Whether the field is one of those that are believed to be safe and useful (RFC 6068, section
    /// 4): `subject`, `keywords` and `body`.
    pub fn is_believed_safe(&self) -> bool {
        ["subject", "keywords", "body"].iter().any(|safe| self.is_named(safe))
    }

    /// Whether the field has a name, in any case and with escapes decoded.
    pub fn is_named(&self, name: &str) -> bool {
        self.hfname.octets().eq_ignore_ascii_case(name.as_bytes())
    }
}

impl<'i> MailtoUri<'i> {
    pub(super) fn build(tree: &Tree<'i>) -> Self {
        let document =
            if tree.root().rule() == Rule::mailtoURL { SchemeDocument::Rfc2368 } else { SchemeDocument::Rfc6068 };
        let hfields = text(tree, Rule::hfields).or_else(|| text(tree, Rule::headers));
        let hfields = hfields.and_then(|fields| fields.as_str().strip_prefix('?')).map(Text::from);
        Self { text: tree.input(), document, to: text(tree, Rule::to), hfields }
    }

    /// The addresses of `to`. By RFC 2368 they are encoded as a whole, and this is empty.
    pub fn addresses(&self) -> Vec<AddrSpec<'i>> {
        let (Some(to), SchemeDocument::Rfc6068) = (self.to, self.document) else { return Vec::new() };
        let Some(tree) = scheme_entry(self.document, "to").and_then(|entry| Tree::parse(entry, to.as_str()).ok())
        else {
            return Vec::new();
        };
        let addresses = tree.root().children().filter_map(|address| {
            let local_part = address.child("local-part")?.text().into();
            Some(AddrSpec { local_part, domain: address.child("domain")?.text().into() })
        });
        addresses.collect()
    }

    /// The header fields, in order.
    pub fn header_fields(&self) -> impl Iterator<Item = HeaderField<'i>> + use<'i> {
        let fields = self.hfields.into_iter().flat_map(|fields| fields.as_str().split('&'));
        let fields = fields.filter_map(|field| field.split_once('='));
        fields.map(|(hfname, hfvalue)| HeaderField { hfname: hfname.into(), hfvalue: hfvalue.into() })
    }

    /// The value of the first header field with a name, in any case and with escapes decoded.
    pub fn header_field(&self, name: &str) -> Option<Text<'i>> {
        self.header_fields().find(|field| field.is_named(name)).map(|field| field.hfvalue)
    }

    pub(super) fn components(&self) -> Components<'i> {
        let components = Components::new(&self.text[.."mailto".len()]);
        components.path(self.to.unwrap_or_default().as_str()).query(self.hfields)
    }
}
