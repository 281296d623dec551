//! The documents that define the URLs of one scheme: their list, their facts and their productions.

mod documents;
mod facts;
mod list;

pub use list::SchemeDocument;
pub(crate) use list::each_scheme_document;

use super::date::Date;
#[cfg(feature = "compare")]
use super::facts::Places;
use super::list::Grammar;
use crate::base::component::Component;
pub(crate) use facts::EquivalencesOfBase;
use facts::Facts;

/// Defines the methods that return the data of a document: its id, its texts and its facts.
macro_rules! data_methods {
    ($($(#[$doc:meta])* $name:ident $facts:ident $module:ident $id:literal $pest:literal;)*) => {
        impl SchemeDocument {
            /// All documents: those of a scheme stand together, in order of date.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The id, which commands and data use: `rfc6068`, ...
            pub fn id(self) -> &'static str {
                match self {$(
                    Self::$name => $id,
                )*}
            }

            /// The transcription: the text of the `.pest` file, which has the rules of the document
            /// alone.
            #[cfg(feature = "compare")]
            pub(crate) fn own_pest(self) -> &'static str {
                match self {$(
                    Self::$name => include_str!(concat!("../../../", $pest)),
                )*}
            }

            /// The texts of the productions as printed, and of the corrections.
            pub(crate) fn bnf_files(self) -> [&'static str; 2] {
                match self {$(
                    Self::$name => [
                        include_str!(concat!("../../../grammar/schemes/", $id, ".bnf")),
                        include_str!(concat!("../../../grammar/schemes/", $id, ".corrections.bnf")),
                    ],
                )*}
            }

            pub(crate) fn facts(self) -> &'static Facts {
                match self {$(
                    Self::$name => const { &documents::$facts },
                )*}
            }
        }
    };
}
each_scheme_document!(data_methods);

impl SchemeDocument {
    /// The documents of a scheme, in any case, in order of date, without variants.
    ///
    /// RFC 1738 and the documents before it define schemes too; they are [grammars](Grammar) of all
    /// URLs.
    ///
    /// ```
    /// use uri_lineage::SchemeDocument;
    ///
    /// assert_eq!(SchemeDocument::of_scheme("SNEWS").collect::<Vec<_>>(), [SchemeDocument::Rfc5538]);
    /// // RFC 1738 is still the only one.
    /// assert_eq!(SchemeDocument::of_scheme("ftp").count(), 0);
    /// ```
    pub fn of_scheme(scheme: &str) -> impl Iterator<Item = Self> {
        let of_scheme = Self::ALL.iter().copied().filter(move |document| document.has_scheme(scheme));
        of_scheme.filter(|document| document.variant_of().is_none())
    }

    /// The document that is in force for a scheme, in any case: the last one that defines it. `None` if
    /// it is RFC 1738, or if this library has none.
    pub fn in_force(scheme: &str) -> Option<Self> {
        Self::of_scheme(scheme).last()
    }

    /// Whether the document defines a scheme, in any case.
    pub fn has_scheme(self, scheme: &str) -> bool {
        self.schemes().iter().any(|name| name.eq_ignore_ascii_case(scheme))
    }

    /// The common name of the document: `RFC 6068`.
    pub fn document(self) -> &'static str {
        self.facts().document.name
    }

    /// The part of the document that has the productions, or the prose from which they are written.
    pub fn section(self) -> &'static str {
        self.facts().document.section
    }

    /// The date of the document.
    pub fn date(self) -> Date {
        self.facts().document.date
    }

    /// The title of the document.
    pub fn title(self) -> &'static str {
        self.facts().document.title
    }

    /// A description of the document, in one sentence, with code between grave accents.
    pub fn about(self) -> &'static str {
        self.facts().document.about
    }

    /// The document's best-known property, with code between grave accents.
    pub fn known_for(self) -> &'static str {
        self.facts().document.known_for
    }

    /// The grammar of all URLs over which the document is laid: it has the productions that the
    /// document cites.
    pub fn base(self) -> Grammar {
        self.facts().base
    }

    /// The document of which this is a variant that an appendix prints: it replaces some of its
    /// productions.
    pub fn variant_of(self) -> Option<Self> {
        self.facts().variant_of
    }

    /// The schemes that the document defines, in small letters; none if it is about URLs of any
    /// scheme.
    pub fn schemes(self) -> &'static [&'static str] {
        self.facts().schemes
    }

    /// The entry production of a scheme, in any case.
    ///
    /// ```
    /// use uri_lineage::SchemeDocument;
    ///
    /// assert_eq!(SchemeDocument::Rfc5538.production_of("nntp"), Some("nntpURL"));
    /// assert_eq!(SchemeDocument::Rfc5538.production_of("gopher"), None);
    /// ```
    pub fn production_of(self, scheme: &str) -> Option<&'static str> {
        let mut schemes = self.schemes().iter().zip(self.entry_productions());
        schemes.find(|(name, _)| name.eq_ignore_ascii_case(scheme)).map(|(_, production)| *production)
    }

    /// Whether the document has only prose, from which the productions are written.
    pub fn is_from_prose(self) -> bool {
        self.facts().from_prose
    }

    /// Whether the document is in force for its schemes.
    pub fn is_in_force(self) -> bool {
        self.schemes().iter().any(|scheme| Self::in_force(scheme) == Some(self))
    }

    /// The entry productions, by their names: the document accepts an input that one of them
    /// matches.
    pub fn entry_productions(self) -> &'static [&'static str] {
        self.facts().entries
    }

    /// The production that matches all URLs of the document, the default of commands.
    pub fn main_production(self) -> &'static str {
        self.facts().main_entry
    }

    /// Whether the document specifies what a client does with its URLs: RFC 8141 leaves it to each
    /// namespace, and RFC 6874 is about URLs of any scheme.
    pub fn defines_requests(self) -> bool {
        self.facts().defines_requests
    }

    /// Whether any string that this document accepts has a component.
    pub fn has(self, component: Component) -> bool {
        !self.facts().places.get(component).is_empty()
    }

    /// The places of the components.
    #[cfg(feature = "compare")]
    pub(crate) fn places(self) -> &'static Places {
        &self.facts().places
    }
}
