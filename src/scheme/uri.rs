//! The URIs of all documents of one scheme.

use super::file::FileUri;
use super::gopher::GopherUri;
use super::http::HttpUri;
use super::mailto::MailtoUri;
use super::news::{NewsUri, NntpUri};
use super::prospero::ProsperoUri;
use super::telnet::TelnetUri;
use super::urn::Urn;
use super::wais::WaisUri;
use crate::ast::components::Components;
use crate::ast::rfc3986::UriReference;
use crate::generated::rule::Rule;
use crate::generated::scheme_entry;
use crate::grammar::Grammar;
use crate::grammar::SchemeDocument;
use crate::parse::captures::{Build, Captures};
use crate::parse::tree::Tree;

/// Defines the type of all URIs from a row for each scheme.
macro_rules! scheme_uris {
    ($($(#[$doc:meta])* $variant:ident $name:ident;)*) => {
        /// A URI that a document of one scheme accepts.
        ///
        /// ```
        /// use uri_lineage::SchemeDocument;
        /// use uri_lineage::scheme::SchemeUri;
        ///
        /// let (document, text, _) = SchemeDocument::in_force_for("mailto:list@example.org?subject=hello").unwrap();
        /// let uri = document.parse(text)?;
        /// assert!(matches!(uri, SchemeUri::Mailto(mail) if mail.header_field("subject").unwrap() == "hello"));
        /// assert_eq!(uri.components().path.unwrap(), "list@example.org");
        /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum SchemeUri<'i> {$(
            $(#[$doc])*
            $variant($name<'i>),
        )*}

        crate::ast::borrowing::borrowing! { SchemeUri: $($variant(uri)),*; }

        impl<'i> SchemeUri<'i> {
            /// The whole text, unchanged from the input.
            pub fn as_str(&self) -> &'i str {
                match self {
                    $(Self::$variant(uri) => uri.as_str(),)*
                }
            }

            /// The components, under the names that all generations share.
            pub fn components(&self) -> Components<'i> {
                match self {
                    $(Self::$variant(uri) => uri.components(),)*
                }
            }
        }

        crate::ast::whole_text::whole_text! { SchemeUri }

        #[cfg(feature = "serde")]
        crate::ast::whole_text::record! {
            SchemeUri, uri, serializer => match uri {
                $(SchemeUri::$variant(uri) => uri.record().serialize(serializer),)*
            }
        }
    };
}

scheme_uris! {
    /// `http` and `https`.
    Http HttpUri;
    /// `gopher`.
    Gopher GopherUri;
    /// `mailto`.
    Mailto MailtoUri;
    /// `news` and `snews`.
    News NewsUri;
    /// `nntp`.
    Nntp NntpUri;
    /// `telnet`.
    Telnet TelnetUri;
    /// `wais`.
    Wais WaisUri;
    /// `prospero`.
    Prospero ProsperoUri;
    /// `file`.
    File FileUri;
    /// `urn`.
    Urn Urn;
    /// Any scheme, or none: RFC 6874.
    Reference UriReference;
}

impl<'i> SchemeUri<'i> {
    /// Builds from the tree of an entry production of a document.
    pub(crate) fn build(document: SchemeDocument, tree: &Tree<'i>) -> Self {
        match document {
            SchemeDocument::Rfc9110 => Self::Http(HttpUri::build(tree)),
            SchemeDocument::Rfc4266 => Self::Gopher(GopherUri::build(tree)),
            SchemeDocument::Rfc2368 | SchemeDocument::Rfc6068 => Self::Mailto(MailtoUri::build(tree)),
            SchemeDocument::Rfc5538 if tree.root().rule() == Rule::nntpURL => Self::Nntp(NntpUri::build(tree)),
            SchemeDocument::Rfc5538 => Self::News(NewsUri::build(tree)),
            SchemeDocument::Rfc4248 => Self::Telnet(TelnetUri::build(tree)),
            SchemeDocument::Rfc4156 => Self::Wais(WaisUri::build(tree)),
            SchemeDocument::Rfc4157 => Self::Prospero(ProsperoUri::build(tree)),
            SchemeDocument::Rfc8089
            | SchemeDocument::Rfc8089User
            | SchemeDocument::Rfc8089Drive
            | SchemeDocument::Rfc8089Bar
            | SchemeDocument::Rfc8089Unc
            | SchemeDocument::Rfc8089All => Self::File(FileUri::build(tree)),
            SchemeDocument::Rfc8141 => Self::Urn(Urn::build(tree)),
            SchemeDocument::Rfc6874 => Self::Reference(reference(tree)),
        }
    }
}

/// The reference that RFC 6874 accepts: it has the parts of RFC 3986's.
fn reference<'i>(tree: &Tree<'i>) -> UriReference<'i> {
    let mut captures = Captures::new(tree.input());
    // The same production has accepted the same text before.
    if let Some(entry) = scheme_entry(SchemeDocument::Rfc6874, tree.root().name()) {
        captures.parse_entry(entry);
    }
    UriReference::build(&captures, Grammar::Rfc3986)
}
