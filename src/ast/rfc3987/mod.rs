//! RFC 3987: IRIs, which are the URIs of RFC 3986 with the characters of Unicode.
//!
//! The syntax has the same parts as RFC 3986's, so the parts are the structs of
//! [`rfc3986`](crate::ast::rfc3986). RFC 3987 names its productions as RFC 3986 does, with an `i`
//! in front (section 2.2); a serialized reference has these names.
//!
//! ```
//! use uri_lineage::rfc3987::IriReference;
//!
//! let iri = IriReference::parse("http://www.example.org/Dürst?q#é")?;
//! assert_eq!(iri.authority().unwrap().host().as_str(), "www.example.org");
//! assert_eq!(iri.path().text().as_str(), "/Dürst");
//! assert_eq!(iri.to_uri(), "http://www.example.org/D%C3%BCrst?q#%C3%A9");
//! # Ok::<(), uri_lineage::Error>(())
//! ```

mod names;

use percent_encoding::{CONTROLS, utf8_percent_encode};

use crate::ast::components::Components;
use crate::ast::rfc3986::{Authority, HierPart, Path, UriReference};
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, Captures};
use crate::refusal::error::Error;

crate::ast::borrowing::borrowing! { IriReference; }
crate::ast::whole_text::whole_text! { IriReference }

/// A reference that owns its text.
///
/// ```
/// use uri_lineage::rfc3987::IriReferenceBuf;
///
/// let iri: IriReferenceBuf = "http://résumé.example.org".parse()?;
/// assert_eq!(iri.authority().unwrap().host(), "résumé.example.org");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub type IriReferenceBuf = crate::ast::owned::Owned<IriReference<'static>>;

crate::ast::whole_text::parts_of_owned! {
    IriReference {
        authority: Option<Authority<'_>>,
        path: Path<'_>,
        query: Option<Text<'_>>,
        fragment: Option<Text<'_>>,
        to_uri: String,
    }
}

/// `IRI-reference`, section 2.2: an `IRI` or an `irelative-ref`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IriReference<'i>(UriReference<'i>);

impl<'i> IriReference<'i> {
    /// Parses with the production `IRI-reference` of [`Grammar::Rfc3987`].
    ///
    /// # Errors
    ///
    /// If `IRI-reference` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        crate::ast::typed::parse(Grammar::Rfc3987, &[Rule::IRI_reference], input)
    }

    /// The parts, which are those of RFC 3986.
    pub fn parts(&self) -> UriReference<'i> {
        self.0
    }

    /// The whole text, unchanged from the input.
    pub fn as_str(&self) -> &'i str {
        self.0.as_str()
    }

    /// The scheme, of an `IRI`.
    pub fn scheme(&self) -> Option<&'i str> {
        self.0.scheme()
    }

    /// `ihier-part` or `irelative-part`: the authority and the path.
    pub fn part(&self) -> HierPart<'i> {
        self.0.part()
    }

    /// `iauthority`, after two slashes.
    pub fn authority(&self) -> Option<Authority<'i>> {
        self.0.authority()
    }

    /// The path, which may be empty.
    pub fn path(&self) -> Path<'i> {
        self.0.path()
    }

    /// `iquery`, without its question mark.
    pub fn query(&self) -> Option<Text<'i>> {
        self.0.query()
    }

    /// `ifragment`, without its number sign.
    pub fn fragment(&self) -> Option<Text<'i>> {
        self.0.fragment()
    }

    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        self.0.components()
    }

    /// The URI reference of RFC 3986 to which section 3.1 maps this reference: the octets of each
    /// character beyond US-ASCII in UTF-8, each as an escape. A URI reference is mapped to itself.
    ///
    /// The host is mapped like all other parts. The section also permits its labels to be converted
    /// by IDNA, which this library does not do.
    ///
    /// ```
    /// use uri_lineage::rfc3987::IriReference;
    ///
    /// let uri = |iri| IriReference::parse(iri).map(|iri| iri.to_uri());
    /// assert_eq!(uri("http://www.example.org/red%09ros\u{E9}#red")?, "http://www.example.org/red%09ros%C3%A9#red");
    /// assert_eq!(uri("http://example.com/\u{10300}")?, "http://example.com/%F0%90%8C%80");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    pub fn to_uri(&self) -> String {
        // All characters of an IRI that are not US-ASCII are of `ucschar` or `iprivate`, and it has
        // no control characters.
        utf8_percent_encode(self.as_str(), CONTROLS).to_string()
    }
}

impl<'i> Build<'i> for IriReference<'i> {
    fn is_built_from(captures: &Captures<'i>) -> bool {
        UriReference::is_built_from(captures)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>, grammar: Grammar) -> Self {
        Self(UriReference::build(captures, grammar))
    }
}
