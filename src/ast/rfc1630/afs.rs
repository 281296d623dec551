//! The Andrew File System: a historical note of the documents, without a request.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostname, Path, display, read_only};
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `afsaddress`.
    ///
    /// ```text
    /// afsaddress             a f s : / / cellname / path
    /// cellname               hostname
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    /// use uri_lineage::{Grammar, Value};
    ///
    /// fn cell(url: &Url) -> Option<String> {
    ///     let Address::Afs(afs) = url.address() else { return None };
    ///     Some(afs.cellname().to_string())
    /// }
    ///
    /// let parsed = Grammar::Rfc1630.production("afsaddress").unwrap().parse("afs://cell.name/a/path")?;
    /// assert!(matches!(parsed.value(), Value::Rfc1630(url) if cell(url).unwrap() == "cell.name"));
    /// # Ok::<(), uri_lineage::Error>(())
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
    fn build(captures: &Captures<'i>) -> Self {
        Self { cellname: Hostname(captures.required(Rule::cellname)), path: Path(captures.required(Rule::path)) }
    }

    fn components(&self) -> Components<'i> {
        Components { host: Some(self.cellname.text()), ..Components::new(Self::SCHEME).path(self.path) }
    }
}
