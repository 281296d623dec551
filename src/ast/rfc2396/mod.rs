//! The third generation: the drafts of December 1997 that split URI from URL syntax, RFC 2396 and
//! RFC 2732.
//!
//! They divide a reference into scheme, authority, path, query and fragment, as the regular
//! expression of their Appendix B does; so does RFC 3986, whose structs are in
//! [`rfc3986`](crate::ast::rfc3986), since its productions have other names. The structs here use
//! the names of RFC 2396; their documentation lists the names of other documents.
//!
//! ```
//! use uri_lineage::rfc2396::UriReference;
//!
//! let UriReference::Urn(name) = UriReference::parse_1997("urn:isbn:0451450523")? else { panic!() };
//! assert_eq!((name.nid(), name.nss().as_str()), ("isbn", "0451450523"));
//! # Ok::<(), uri_lineage::Error>(())
//! ```

mod build;
mod display;
mod groups;
mod reference;

pub use groups::Groups;
pub use reference::{
    AbsoluteUri, Authority, Hierarchy, Host, Hostport, NetPath, Path, Reference, RegName, RelativeUri, Segment, Server,
    Uri, UriReference, UriReferenceBuf, UrnReference,
};

use crate::ast::components::Components;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::refusal::error::Error;

impl<'i> UriReference<'i> {
    /// Parses with the production `URI-reference` of [`Grammar::Rfc2732`].
    ///
    /// # Errors
    ///
    /// If `URI-reference` does not match the whole input.
    pub fn parse_rfc2732(input: &'i str) -> Result<Self, Error> {
        Self::parse_by(Grammar::Rfc2732, input)
    }

    /// Parses with the production `URI-reference` of [`Grammar::Rfc2396`].
    ///
    /// # Errors
    ///
    /// If `URI-reference` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        Self::parse_by(Grammar::Rfc2396, input)
    }

    /// Parses with the production `URI-reference` of [`Grammar::Uri1997`].
    ///
    /// # Errors
    ///
    /// If `URI-reference` does not match the whole input.
    pub fn parse_1997(input: &'i str) -> Result<Self, Error> {
        Self::parse_by(Grammar::Uri1997, input)
    }

    fn parse_by(grammar: Grammar, input: &'i str) -> Result<Self, Error> {
        crate::ast::typed::parse(grammar, &[Rule::URI_reference], input)
    }
}

impl<'i> UriReference<'i> {
    /// The whole text, unchanged from the input.
    pub fn as_str(&self) -> &'i str {
        match self {
            Self::Uri(reference) => reference.text,
            Self::Urn(urn) => urn.text,
        }
    }

    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        match *self {
            Self::Uri(reference) => reference.components(),
            Self::Urn(urn) => Components::new("urn").path(&urn.text["urn:".len()..]),
        }
    }
}

impl<'i> Reference<'i> {
    /// The components, under the names that all generations share.
    ///
    /// The five components are those of the regular expression of Appendix B; an empty reference
    /// has an empty path.
    pub fn components(&self) -> Components<'i> {
        let (scheme, relative) = match self.uri {
            Some(Uri::Absolute(uri)) => (Some(uri.scheme), uri.relative),
            Some(Uri::Relative(uri)) => (uri.mistaken_scheme, uri),
            None => return Components { fragment: self.fragment, ..Components::default().path("") },
        };
        let components = Components { scheme, query: relative.query, fragment: self.fragment, ..Components::default() };
        let path = relative.hierarchy.path();
        let components = components.path(path.as_str());
        let Hierarchy::NetPath(NetPath { authority, .. }) = relative.hierarchy else { return components };
        match authority {
            Authority::Server(server) => {
                let hostport = server.hostport;
                // An empty server has an empty host.
                let host = hostport.map_or("", |hostport| hostport.host.as_str());
                let port = hostport.and_then(|hostport| hostport.port);
                Components { user: server.userinfo, host: Some(host.into()), port, ..components }
            }
            Authority::RegName(name) => Components { host: Some(name.text), ..components },
        }
    }
}

#[cfg(feature = "serde")]
crate::ast::whole_text::record! {
    UriReference, reference, serializer => match reference {
        UriReference::Uri(reference) => reference.record().serialize(serializer),
        UriReference::Urn(urn) => urn.record().serialize(serializer),
    }
}
