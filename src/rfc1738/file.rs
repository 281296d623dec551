//! Files, section 3.10.

use crate::captures::{Found, Place};
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::segments;
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::checked::Checked;
use crate::request::error::RequestError;
use crate::request::fields::{host, line};
use crate::request::steps::Request;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Host, Path, display, read_only, write_marked};

read_only! {
    /// `fileurl`, section 3.10.
    ///
    /// ```text
    /// fileurl        = "file://" [ host | "localhost" ] "/" fpath
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct FileUrl<'i> {
        /// The host; if absent, or `localhost`, the machine that interprets the URL.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub host: Option<Host<'i>>,
        /// Directories and a file name.
        pub fpath: Path<'i>,
    }
}

display! {
    FileUrl, s, f => {
        f.write_str("file://")?;
        write_marked(f, "", s.host)?;
        write!(f, "/{}", s.fpath)
    };
}

impl<'i> SchemeUrl<'i> for FileUrl<'i> {
    const SCHEME: &'static str = "file";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self {
            host: captures.rule_at(Place::Host).map(|_| Host::build(captures)),
            fpath: Path(captures.required(Rule::fpath)),
        }
    }

    fn components(&self) -> Components<'i> {
        let view = Components::new(Self::SCHEME).path(self.fpath);
        Components { host: self.host.map(|host| host.as_str().into()), ..view }
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::File { host: self.host.map(|host| host.as_str().to_owned()), path: segments(self.fpath) })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::File { host, path } = parts else { return Ok(None) };
        let host = host.as_deref().unwrap_or_default();
        Ok(Some(format!("file://{host}/{}", writer.path("fsegment", path)?)))
    }

    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let mut name = Checked::default();
        for segment in self.fpath.segments() {
            let segment = line("fpath", segment)?;
            // A slash in a name would add a directory.
            if segment.as_bytes().contains(&b'/') {
                return Err(RequestError::BreaksOut { part: "fpath", octet: b'/' });
            }
            name = name.with("/").and(&segment);
        }
        let on = self.host.filter(|on| on.as_str() != "localhost").map(host).transpose()?;
        Ok(Request::File { host: on, name })
    }
}
