//! The documents that define the URLs of one scheme, and their typed parses.
//!
//! RFC 1738 defined ten schemes. Each has a history that goes on: a later RFC took over the scheme,
//! and laid it over the generic syntax of its time.
//!
//! ```
//! use uri_lineage::SchemeDocument;
//! use uri_lineage::scheme::{GopherUri, SchemeUri};
//!
//! let documents: Vec<&str> = SchemeDocument::of_scheme("gopher").map(SchemeDocument::id).collect();
//! assert_eq!(documents, ["rfc4266"]);
//! let SchemeUri::Gopher(uri) = SchemeDocument::Rfc4266.parse("gopher://h/7s%09find")? else { panic!() };
//! assert_eq!((uri.gophertype().unwrap().as_str(), uri.search().unwrap().as_str()), ("7", "find"));
//! assert_eq!(GopherUri::parse("gopher://h/7s%09find")?, uri);
//!
//! let error = SchemeDocument::Rfc4266.parse("gopher://u@h/").unwrap_err();
//! assert_eq!((error.production(), error.offset(), error.found()), ("gopher-url", 10, Some('@')));
//! # Ok::<(), uri_lineage::scheme::SchemeError>(())
//! ```

mod documents;
mod error;
pub(crate) mod facts;
mod file;
mod gopher;
mod http;
mod list;
mod mailto;
mod news;
mod productions;
mod prospero;
mod telnet;
mod typed;
mod uri;
mod urn;
mod wais;

pub use error::SchemeError;
pub use file::FileUri;
pub use gopher::GopherUri;
pub use http::HttpUri;
pub(crate) use list::each_scheme_document;
pub use list::{SchemeDocument, UnknownSchemeDocument};
pub use mailto::{AddrSpec, HeaderField, MailtoUri};
pub use news::{MessageId, NewsItem, NewsUri, NntpUri};
pub use prospero::{ProsperoField, ProsperoUri};
pub use telnet::TelnetUri;
pub use uri::SchemeUri;
pub use urn::Urn;
pub use wais::{WaisDocument, WaisUri};

#[cfg(feature = "compare")]
use regular_bnf::{Bnf, Language, LanguageError, ProofError, Spans, prove_all, rule_name};

use crate::base::component::Component;
use crate::generated::scheme_entry;
#[cfg(feature = "compare")]
use crate::grammar::published::{self, Reading};
use crate::grammar::{Date, Grammar};
use crate::parse::tree::Tree;

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

    /// The document that is in force for a scheme, in any case; `None` if it is RFC 1738, or if this
    /// library has none.
    pub fn in_force(scheme: &str) -> Option<Self> {
        Self::of_scheme(scheme).find(|document| document.facts().in_force)
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
        self.facts().in_force
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

    /// Whether an entry production matches the whole input.
    ///
    /// ```
    /// use uri_lineage::SchemeDocument::{Rfc8089, Rfc8089Drive};
    ///
    /// assert!(Rfc8089.accepts("file:///c:/") && !Rfc8089.accepts("file:c:/") && Rfc8089Drive.accepts("file:c:/"));
    /// ```
    pub fn accepts(self, input: &str) -> bool {
        scheme_entry(self, self.main_production()).is_some_and(|entry| entry.accepts(input))
    }

    /// The parse tree of an input, whose root is the entry production that matches it.
    ///
    /// ```
    /// use uri_lineage::SchemeDocument;
    ///
    /// let tree = SchemeDocument::Rfc8141.tree("urn:isbn:0451450523#p1")?;
    /// let name = tree.root().child("assigned-name").unwrap();
    /// assert_eq!(name.child("NID").unwrap().text(), "isbn");
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If no entry production matches the whole input.
    pub fn tree(self, input: &str) -> Result<Tree<'_>, SchemeError> {
        self.tree_of(self.entry_productions(), input)
    }

    /// The parse tree of an input that one of some entry productions matches.
    fn tree_of<'i>(self, entries: &[&str], input: &'i str) -> Result<Tree<'i>, SchemeError> {
        let parsers = entries.iter().filter_map(|name| scheme_entry(self, name));
        let mut trees = parsers.filter_map(|parser| Tree::parse(parser, input).ok());
        trees.next().ok_or_else(|| SchemeError::new(self, entries, input))
    }

    /// Parses an input into the struct of its scheme.
    ///
    /// ```
    /// use uri_lineage::SchemeDocument;
    /// use uri_lineage::scheme::SchemeUri;
    ///
    /// let SchemeUri::File(uri) = SchemeDocument::Rfc8089Drive.parse("file:c:/a")? else { panic!() };
    /// assert_eq!((uri.drive_letter(), uri.path().as_str()), (Some('c'), "/a"));
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If no entry production matches the whole input. The error has the byte offset, and what was
    /// expected there.
    pub fn parse(self, input: &str) -> Result<SchemeUri<'_>, SchemeError> {
        Ok(SchemeUri::build(self, &self.tree(input)?))
    }

    /// The productions, in one reading: those of the document first, then those of its
    /// [base](Self::base) that they use.
    #[cfg(feature = "compare")]
    pub fn bnf(self, reading: Reading) -> &'static Bnf {
        productions::bnf(self, reading)
    }

    /// The transcription: the rules of the document, and those of its base that they use.
    #[cfg(feature = "compare")]
    pub fn pest(self) -> &'static str {
        productions::pest(self)
    }

    /// The document and the section that print a production: those of this document, of its base, or
    /// of a document that it cites.
    ///
    /// ```
    /// use uri_lineage::SchemeDocument;
    ///
    /// let section = |production| SchemeDocument::Rfc6068.source(production).document;
    /// assert_eq!(["hfield", "atext", "pct-encoded"].map(section), ["RFC 6068", "RFC 5322", "RFC 3986"]);
    /// ```
    #[cfg(feature = "compare")]
    pub fn source(self, production: &str) -> published::Source {
        productions::source(self, production)
    }

    /// The spans of some components in all strings that this document accepts, as
    /// [`Grammar::spans`] finds them.
    ///
    /// ```
    /// use uri_lineage::{Component, SchemeDocument};
    ///
    /// let [paths] = SchemeDocument::Rfc4266.spans([Component::Path])?;
    /// assert_eq!(paths.in_string("gopher://h/7s%09find"), Ok(Some(11..13)));
    /// # Ok::<(), uri_lineage::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ProofError::TooLarge`], which does not occur for the documents of this library.
    #[cfg(feature = "compare")]
    pub fn spans<const N: usize>(self, components: [Component; N]) -> Result<[Spans; N], ProofError> {
        self.spans_of(self.main_production(), components)
    }

    /// The spans in all strings that one production of this document accepts.
    ///
    /// # Errors
    ///
    /// [`ProofError::NoRule`] if the document has no such production.
    #[cfg(feature = "compare")]
    pub fn spans_of<const N: usize>(
        self,
        production: &str,
        components: [Component; N],
    ) -> Result<[Spans; N], ProofError> {
        let places = components.map(|component| self.facts().places.get(component));
        match Spans::from_pest(self.pest(), &[&rule_name(production)], places) {
            // The error names the production as the caller does.
            Err(ProofError::NoRule(_)) => Err(ProofError::NoRule(production.to_owned())),
            spans => spans,
        }
    }

    /// Whether any string that this document accepts has a component.
    pub fn has(self, component: Component) -> bool {
        !self.facts().places.get(component).is_empty()
    }

    /// Proves every rule of this document's pest grammar that is written for a production, as
    /// [`Grammar::prove`] does.
    ///
    /// # Errors
    ///
    /// If the pest grammar or a production cannot be analysed.
    #[cfg(feature = "compare")]
    pub fn prove(self) -> Result<Vec<crate::proof::Proof>, ProofError> {
        let bnf = self.bnf(Reading::Corrected);
        prove_all(self.pest(), |rule| {
            let production = bnf.productions().iter().find(|production| rule_name(&production.name) == rule);
            let production = production.ok_or_else(|| LanguageError::NoProduction(rule.to_owned()))?;
            Ok((production.name.clone(), Language::new(bnf, &production.name)?))
        })
    }
}
