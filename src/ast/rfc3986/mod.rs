//! RFC 3986, the latest document of the third generation, under its own names: `authority`,
//! `path-abempty`, `reg-name`, ...
//!
//! ```
//! use uri_lineage::rfc3986::{Path, UriReference};
//!
//! let reference = UriReference::parse("http://u@www.ics.uci.edu:80/a;b/c?q#f")?;
//! let authority = reference.authority().unwrap();
//! assert_eq!(authority.userinfo().unwrap().as_str(), "u");
//! assert_eq!(authority.host().as_str(), "www.ics.uci.edu");
//! assert_eq!(authority.port_u16(), Some(80));
//! // Section 3.3: a semicolon means nothing to the generic syntax.
//! assert!(matches!(reference.path(), Path::AbEmpty(_)));
//! assert_eq!(reference.path().segments().map(|segment| segment.as_str()).collect::<Vec<_>>(), ["a;b", "c"]);
//! # Ok::<(), uri_lineage::Error>(())
//! ```

mod build;
mod display;
mod reference;

pub use reference::{
    Authority, HierPart, Host, IpAddress, IpLiteral, Path, RelativeRef, Uri, UriBuf, UriReference, UriReferenceBuf,
};

use crate::ast::components::Components;
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::refusal::error::Error;

impl<'i> Uri<'i> {
    /// Parses with the production `URI` of [`Grammar::Rfc3986`]: not a relative reference.
    ///
    /// # Errors
    ///
    /// If `URI` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        crate::ast::typed::parse(Grammar::Rfc3986, &[Rule::URI], input)
    }

    /// The authority, section 3.2, after two slashes.
    pub fn authority(&self) -> Option<Authority<'i>> {
        self.hier_part.authority
    }

    /// The path, section 3.3, which may be empty.
    pub fn path(&self) -> Path<'i> {
        self.hier_part.path
    }

    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        UriReference::Uri(*self).components()
    }
}

impl<'i> UriReference<'i> {
    /// Parses with the production `URI-reference` of [`Grammar::Rfc3986`].
    ///
    /// # Errors
    ///
    /// If `URI-reference` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        crate::ast::typed::parse(Grammar::Rfc3986, &[Rule::URI_reference], input)
    }

    /// The whole text, unchanged from the input.
    pub fn as_str(&self) -> &'i str {
        match self {
            Self::Uri(uri) => uri.text,
            Self::RelativeRef(reference) => reference.text,
        }
    }

    /// The scheme, of a `URI`.
    pub fn scheme(&self) -> Option<&'i str> {
        match self {
            Self::Uri(uri) => Some(uri.scheme),
            Self::RelativeRef(_) => None,
        }
    }

    /// `hier-part` or `relative-part`: the authority and the path.
    pub fn part(&self) -> HierPart<'i> {
        match self {
            Self::Uri(uri) => uri.hier_part,
            Self::RelativeRef(reference) => reference.relative_part,
        }
    }

    /// The authority, after two slashes.
    pub fn authority(&self) -> Option<Authority<'i>> {
        self.part().authority
    }

    /// The path, which may be empty.
    pub fn path(&self) -> Path<'i> {
        self.part().path
    }

    /// The query, without its question mark.
    pub fn query(&self) -> Option<Text<'i>> {
        match self {
            Self::Uri(uri) => uri.query,
            Self::RelativeRef(reference) => reference.query,
        }
    }

    /// The fragment, without its number sign.
    pub fn fragment(&self) -> Option<Text<'i>> {
        match self {
            Self::Uri(uri) => uri.fragment,
            Self::RelativeRef(reference) => reference.fragment,
        }
    }

    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        let authority = self.authority();
        let components = Components {
            scheme: self.scheme(),
            user: authority.and_then(|authority| authority.userinfo),
            host: authority.map(|authority| authority.host.as_str().into()),
            port: authority.and_then(|authority| authority.port),
            query: self.query(),
            fragment: self.fragment(),
            ..Components::default()
        };
        components.path(self.path().text().as_str())
    }
}

#[cfg(feature = "serde")]
crate::ast::whole_text::record! {
    UriReference, reference, serializer => match reference {
        UriReference::Uri(uri) => uri.record().serialize(serializer),
        UriReference::RelativeRef(reference) => reference.record().serialize(serializer),
    }
}
