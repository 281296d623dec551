//! The third generation: the drafts of December 1997 that split URI from URL syntax.
//!
//! Sections are those of draft-fielding-url-syntax-03 unless the URI draft is named.
//!
//! ```
//! use uri_lineage::uri1997::UriReference;
//!
//! let UriReference::Urn(name) = UriReference::parse("urn:isbn:0451450523")? else { panic!() };
//! assert_eq!((name.nid(), name.nss().as_str()), ("isbn", "0451450523"));
//! # Ok::<(), uri_lineage::Error>(())
//! ```

mod build;
mod display;
mod groups;
mod reference;

pub use groups::Groups;
pub use reference::{
    AbsoluteUrl, Authority, Hierarchy, Host, Hostport, Path, RelativeUrl, Segment, Server, Site, UriReference, Url,
    UrlReference, UrnReference,
};

use crate::components::Components;
use crate::error::Error;
use crate::grammar::Grammar;
use crate::rule::Rule;

impl<'i> UriReference<'i> {
    /// Parses by the production `URI-reference` of [`Grammar::Uri1997`].
    ///
    /// # Errors
    ///
    /// Where `URI-reference` does not accept all of the input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        Grammar::Uri1997.typed(&[Rule::URI_reference], input, Self::build)
    }
}

impl<'i> UriReference<'i> {
    /// The parts under names that all generations share.
    pub fn components(&self) -> Components<'i> {
        match *self {
            Self::Url(reference) => reference.components(),
            Self::Urn(urn) => Components::of("urn").path(urn.to_string().split_off("urn:".len())),
        }
    }
}

impl<'i> UrlReference<'i> {
    /// The parts under names that all generations share.
    ///
    /// The five components are those of the regular expression of Appendix B; an empty reference has an empty path.
    pub fn components(&self) -> Components<'i> {
        let (scheme, relative) = match self.url {
            Some(Url::Absolute(url)) => (Some(url.scheme), url.relative),
            Some(Url::Relative(url)) => (url.mistaken_scheme, url),
            None => return Components { fragment: self.fragment, ..Components::default().path("") },
        };
        let view = Components { scheme, query: relative.query, fragment: self.fragment, ..Components::default() };
        match relative.hierarchy {
            Hierarchy::NetPath { site, abs_path } => {
                let view = view.path(abs_path.map_or("", |path| path.text().as_str()));
                match site {
                    Site::Server(server) => Components {
                        user: server.userinfo,
                        host: Some(server.hostport.host.as_str().into()),
                        port: server.hostport.port,
                        ..view
                    },
                    Site::Authority(authority) => Components { host: Some(authority.0), ..view },
                }
            }
            Hierarchy::AbsPath(path) | Hierarchy::RelPath(path) => view.path(path.text().as_str()),
        }
    }
}
