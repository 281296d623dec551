//! Files, section 3.10.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Host, Path, read_only};
use crate::generated::rule::Rule;
use crate::parse::captures::{Captures, Place};

read_only! {
    /// `fileurl`, section 3.10.
    ///
    /// ```text
    /// fileurl        = "file://" [ host | "localhost" ] "/" fpath
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::FileUrl;
    ///
    /// let url = FileUrl::parse("file://vms.host.edu/disk$user/my/notes/note12345.txt")?;
    /// assert_eq!(url.host().unwrap(), "vms.host.edu");
    /// assert!(url.fpath().segments().eq(["disk$user", "my", "notes", "note12345.txt"]));
    /// assert_eq!(FileUrl::parse("file:///etc/motd")?.host(), None);
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct FileUrl<'i> {
        text,
        record,
        /// The host; if absent, or `localhost`, the machine that interprets the URL.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub host: Option<Host<'i>>,
        /// Directories and a file name.
        pub fpath: Path<'i>,
    }
}

impl<'i> SchemeUrl<'i> for FileUrl<'i> {
    const SCHEME: &'static str = "file";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self {
            text: captures.whole(),
            host: captures.rule_at(Place::Host).map(|_| Host::build(captures)),
            fpath: Path(captures.required(Rule::fpath)),
        }
    }

    fn components(&self) -> Components<'i> {
        let components = Components::new(Self::SCHEME).path(self.fpath);
        Components { host: self.host.map(|host| host.as_str().into()), ..components }
    }
}
