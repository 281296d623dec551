//! The Andrew File System: a historical note of the documents, without a request.

use super::path as paths;
use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::segments;
use crate::compose::writer::Writer;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Hostname, Path, display, read_only};

read_only! {
    /// `afsaddress`.
    ///
    /// ```text
    /// afsaddress             a f s : / / cellname / path
    /// cellname               hostname
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct AfsAddress<'i> {
        /// The cell.
        pub cellname: Hostname<'i>,
        /// The path in it.
        pub path: Path<'i>,
    }
}

display! {
    AfsAddress, s, f => write!(f, "afs://{}/{}", s.cellname, s.path);
}

impl<'i> SchemeUrl<'i> for AfsAddress<'i> {
    const SCHEME: &'static str = "afs";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self { cellname: Hostname(captures.required(Rule::cellname)), path: Path(captures.required(Rule::path)) }
    }

    fn components(&self) -> Components<'i> {
        Components { host: Some(self.cellname.text()), ..Components::new(Self::SCHEME).path(self.path) }
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Afs { cellname: self.cellname.text().as_str().to_owned(), path: segments(self.path) })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Afs { cellname, path } = parts else { return Ok(None) };
        Ok(Some(format!("afs://{cellname}/{}", paths::write(writer, path)?)))
    }
}
