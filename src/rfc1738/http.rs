//! HTTP, section 3.3.

use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::{endpoint, octets, segments};
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::error::RequestError;
use crate::request::fields::server;
use crate::request::protocols;
use crate::request::steps::Request;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Hostport, Path, display, read_only, write_marked};
use crate::text::Text;

read_only! {
    /// `httpurl`, section 3.3.
    ///
    /// ```text
    /// httpurl        = "http://" hostport [ "/" hpath [ "?" search ]]
    /// hpath          = hsegment *[ "/" hsegment ]
    /// hsegment       = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
    /// search         = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct HttpUrl<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The path, without its first slash.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub hpath: Option<Path<'i>>,
        /// The query; never without a path.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Text<'i>>,
    }
}

display! {
    HttpUrl, s, f => {
        write!(f, "http://{}", s.hostport)?;
        write_marked(f, "/", s.hpath)?;
        write_marked(f, "?", s.search)
    };
}

impl<'i> SchemeUrl<'i> for HttpUrl<'i> {
    const SCHEME: &'static str = "http";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self {
            hostport: Hostport::build(captures),
            hpath: captures.text(Rule::hpath).map(Path),
            search: captures.text(Rule::search),
        }
    }

    fn components(&self) -> Components<'i> {
        let view = Components::new(Self::SCHEME).at(self.hostport).query(self.search);
        Components { path: self.hpath.map(Into::into), ..view }
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Http {
            endpoint: endpoint(self.hostport)?,
            path: self.hpath.map(segments),
            search: self.search.map(octets),
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Http { endpoint, path, search } = parts else { return Ok(None) };
        let path = writer.slash_path("hsegment", path)?;
        Ok(Some(format!("http://{}{path}{}", writer.endpoint(endpoint), writer.marked_part("?", "search", search)?)))
    }

    fn request(&self, _: Grammar, text: &str) -> Result<Request, RequestError> {
        protocols::http(server(Self::SCHEME, self.hostport)?, text)
    }
}
