//! HTTP.

use super::path as paths;
use super::search::{self, Search};
use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::{endpoint, segments};
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::error::RequestError;
use crate::request::fields::server;
use crate::request::protocols;
use crate::request::steps::Request;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Hostport, Path, display, read_only, write_marked};

read_only! {
    /// `httpaddress`.
    ///
    /// ```text
    /// httpaddress            h t t p : / / hostport [ / path ] [ ? search ]
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct HttpAddress<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The path, without its first slash.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub path: Option<Path<'i>>,
        /// The words of a query.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Search<'i>>,
    }
}

display! {
    HttpAddress, s, f => {
        write!(f, "http://{}", s.hostport)?;
        write_marked(f, "/", s.path)?;
        write_marked(f, "?", s.search)
    };
}

impl<'i> SchemeUrl<'i> for HttpAddress<'i> {
    const SCHEME: &'static str = "http";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self {
            hostport: Hostport::build(captures),
            path: captures.text(Rule::path).map(Path),
            search: Search::build(captures),
        }
    }

    fn components(&self) -> Components<'i> {
        let view = Components::new(Self::SCHEME).at(self.hostport).query(self.search.map(Search::text));
        Components { path: self.path.map(Path::into), ..view }
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Http {
            endpoint: endpoint(self.hostport)?,
            path: self.path.map(segments),
            search: self.search.map(Search::octets),
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Http { endpoint, path, search } = parts else { return Ok(None) };
        let path = paths::write_after_slash(writer, path)?;
        Ok(Some(format!("http://{}{path}{}", writer.endpoint(endpoint), search::write(writer, search)?)))
    }

    fn request(&self, _: Grammar, text: &str) -> Result<Request, RequestError> {
        protocols::http(server(Self::SCHEME, self.hostport)?, text)
    }
}
