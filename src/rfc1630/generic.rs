//! The generic syntax of any scheme, in draft 02 and in RFC 1630's generic grammar. It has no
//! requests.

use super::search::{self, Search};
use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::segments;
use crate::compose::writer::Writer;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Path, display, read_only, write_marked};
use crate::text::Text;

read_only! {
    /// `generic` in draft 02, `uri` in RFC 1630's generic grammar.
    ///
    /// ```text
    /// generic                scheme : path [ ? search ]
    /// scheme                 ialpha
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Generic<'i> {
        /// The text in front of the first colon.
        pub scheme: Text<'i>,
        /// The text after the colon, including a slash at its beginning.
        pub path: Path<'i>,
        /// The words of a query.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Search<'i>>,
    }
}

display! {
    Generic, s, f => {
        write!(f, "{}:{}", s.scheme, s.path)?;
        write_marked(f, "?", s.search)
    };
}

impl<'i> SchemeUrl<'i> for Generic<'i> {
    const SCHEME: &'static str = "";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self {
            scheme: captures.required(Rule::scheme),
            path: Path(captures.required(Rule::path)),
            search: Search::build(captures),
        }
    }

    fn components(&self) -> Components<'i> {
        Components::new(self.scheme.as_str()).path(self.path).query(self.search.map(Search::text))
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Generic {
            scheme: self.scheme.as_str().to_owned(),
            path: segments(self.path),
            search: self.search.map(Search::octets),
            fragment: None,
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Generic { scheme, path, search, fragment } = parts else { return Ok(None) };
        let fragment = writer.marked_part("#", "xalphas", fragment)?;
        let path = writer.path("xpalphas", path)?;
        Ok(Some(format!("{scheme}:{path}{}{fragment}", search::write(writer, search)?)))
    }
}
