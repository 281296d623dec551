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

mod error;
mod file;
mod gopher;
mod http;
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
pub use mailto::{AddrSpec, HeaderField, MailtoUri};
pub use news::{MessageId, NewsItem, NewsUri, NntpUri};
pub use prospero::{ProsperoField, ProsperoUri};
pub use telnet::TelnetUri;
pub use uri::SchemeUri;
pub use urn::Urn;
pub use wais::{WaisDocument, WaisUri};

#[cfg(feature = "compare")]
use regular_bnf::{Bnf, GrammarError, Proof, Spans, rule_name};

use crate::ast::rfc1738;
use crate::base::component::Component;
use crate::base::scheme::scheme as scheme_of;
use crate::generated::scheme_entry;
use crate::grammar::SchemeDocument;
#[cfg(feature = "compare")]
use crate::grammar::published::{ProductionSource, Reading};
use crate::parse::tree::Tree;
#[cfg(feature = "compare")]
use crate::proof::prove_rules;

/// The schemes that a document of one scheme or RFC 1738 defines, in small letters.
///
/// ```
/// use uri_lineage::{SchemeDocument, scheme};
///
/// // RFC 1738 is in force for one of them.
/// let of_rfc1738: Vec<&str> = scheme::schemes().filter(|scheme| SchemeDocument::in_force(scheme).is_none()).collect();
/// assert_eq!(of_rfc1738, ["ftp"]);
/// ```
pub fn schemes() -> impl Iterator<Item = &'static str> {
    let in_force = SchemeDocument::ALL.iter().filter(|document| document.is_in_force());
    in_force.flat_map(|document| document.schemes()).copied().chain(schemes_of_rfc1738())
}

/// The schemes of which RFC 1738 is in force.
pub(crate) fn schemes_of_rfc1738() -> impl Iterator<Item = &'static str> {
    rfc1738::SCHEMES.into_iter().filter(|scheme| SchemeDocument::in_force(scheme).is_none())
}

impl SchemeDocument {
    /// The document in force for the scheme of a URL, the text that it reads, and the fragment after
    /// that text, which may follow a URI of any scheme (RFC 3986, section 4.3). `None` if RFC 1738 is in
    /// force, or if no document of this library defines the scheme.
    ///
    /// ```
    /// use uri_lineage::SchemeDocument::{self, Rfc8141, Rfc9110};
    ///
    /// assert_eq!(SchemeDocument::in_force_for("http://h/#a"), Some((Rfc9110, "http://h/", Some("a"))));
    /// // The fragment of a URN is part of its document.
    /// assert_eq!(SchemeDocument::in_force_for("urn:a:b#c"), Some((Rfc8141, "urn:a:b#c", None)));
    /// ```
    pub fn in_force_for(url: &str) -> Option<(Self, &str, Option<&str>)> {
        let document = Self::in_force(scheme_of(url)?)?;
        let divided = url.split_once('#').filter(|_| !document.has(Component::Fragment));
        let (uri, fragment) = divided.map_or((url, None), |(uri, fragment)| (uri, Some(fragment)));
        Some((document, uri, fragment))
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

    /// The spans of some components in all strings that this document accepts, as
    /// [`Grammar::spans`](crate::Grammar::spans) finds them.
    ///
    /// ```
    /// use uri_lineage::{Component, SchemeDocument};
    ///
    /// let [paths] = SchemeDocument::Rfc4266.spans([Component::Path])?;
    /// assert_eq!(paths.in_string("gopher://h/7s%09find"), Ok(Some(11..13)));
    /// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`], which does not occur for the documents of this library.
    #[cfg(feature = "compare")]
    pub fn spans<const N: usize>(self, components: [Component; N]) -> Result<[Spans; N], GrammarError> {
        self.spans_of(self.main_production(), components)
    }

    /// The spans in all strings that one production of this document accepts.
    ///
    /// # Errors
    ///
    /// [`GrammarError::NoRule`] if the document has no such production.
    #[cfg(feature = "compare")]
    pub fn spans_of<const N: usize>(
        self,
        production: &str,
        components: [Component; N],
    ) -> Result<[Spans; N], GrammarError> {
        let places = components.map(|component| self.places().get(component));
        match Spans::from_pest(self.pest(), &[&rule_name(production)], places) {
            // The error names the production as the caller does.
            Err(GrammarError::NoRule(_)) => Err(GrammarError::NoRule(production.to_owned())),
            spans => spans,
        }
    }

    /// Proves every rule of this document's pest grammar that is written for a production, as
    /// [`Grammar::prove`](crate::Grammar::prove) does.
    ///
    /// # Errors
    ///
    /// If the pest grammar or a production cannot be analysed.
    #[cfg(feature = "compare")]
    pub fn prove(self) -> Result<Vec<Proof>, GrammarError> {
        prove_rules(self.pest(), self.bnf(Reading::Corrected))
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
    pub fn source(self, production: &str) -> ProductionSource {
        productions::source(self, production)
    }
}
