//! The third generation: the drafts of December 1997 that split URI from URL syntax.
//!
//! Sections are those of draft-fielding-url-syntax-03 unless the URI draft is named.

mod build;
mod components;
mod display;
mod reference;

pub use components::Components;
pub use reference::{
    AbsoluteUrl, Authority, Hierarchy, Host, Hostport, Path, RelativeUrl, Segment, Server, Site, UriReference, Url,
    UrlReference, UrnReference,
};

use crate::error::Error;
use crate::grammar::Grammar;
use crate::view::{View, Viewed};

impl<'i> UriReference<'i> {
    /// Parses by the production `URI-reference` of [`Grammar::Uri1997`].
    ///
    /// # Errors
    ///
    /// Where `URI-reference` does not take all of the input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        // What is no `URN-reference` is a `URL-reference`, and one look says so more quickly than a parser.
        let start = if input.starts_with("urn:") { "URI-reference" } else { "URL-reference" };
        let tree = Grammar::Uri1997.outline(&[start], input)?;
        Self::build(tree.root()).ok_or_else(|| Grammar::Uri1997.not_built(input))
    }
}

impl<'i> Viewed<'i> for UriReference<'i> {
    fn view(&self) -> View<'i> {
        match *self {
            Self::Url(reference) => reference.view(),
            Self::Urn(urn) => View::of("urn").path(urn.to_string().split_off("urn:".len())),
        }
    }
}

impl<'i> Viewed<'i> for UrlReference<'i> {
    /// The five components are those of the regular expression of Appendix B; an empty reference has an empty path.
    fn view(&self) -> View<'i> {
        let (scheme, relative) = match self.url {
            Some(Url::Absolute(url)) => (Some(url.scheme), url.relative),
            Some(Url::Relative(url)) => (url.mistaken_scheme, url),
            None => return View { fragment: self.fragment, ..View::default().path("") },
        };
        let view = View { scheme, query: relative.query, fragment: self.fragment, ..View::default() };
        match relative.hierarchy {
            Hierarchy::NetPath { site, abs_path } => {
                let view = view.path(abs_path.map_or("", |path| path.text().as_str()));
                match site {
                    Site::Server(server) => View {
                        user: server.userinfo,
                        host: Some(server.hostport.host.as_str().into()),
                        port: server.hostport.port,
                        ..view
                    },
                    Site::Authority(authority) => View { host: Some(authority.0), ..view },
                }
            }
            Hierarchy::AbsPath(path) | Hierarchy::RelPath(path) => view.path(path.text().as_str()),
        }
    }
}
