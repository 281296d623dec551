//! Files, section 3.10.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Host, Path, display, read_only, write_marked};
use crate::generated::rule::Rule;
use crate::parse::captures::{CapturedSpans, Place};

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
    fn build(captures: &impl CapturedSpans<'i>) -> Self {
        Self {
            host: captures.rule_at(Place::Host).map(|_| Host::build(captures)),
            fpath: Path(captures.required(Rule::fpath)),
        }
    }

    fn components(&self) -> Components<'i> {
        let components = Components::new(Self::SCHEME).path(self.fpath);
        Components { host: self.host.map(|host| host.as_str().into()), ..components }
    }
}
