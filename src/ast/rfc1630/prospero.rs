//! Prospero.

use std::fmt::Display;

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostport, Path, display, read_only, write_marked};
use crate::ast::text::Digits;
use crate::base::visible::shown;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `prosperoaddress`.
    ///
    /// ```text
    /// prosperoaddress        prosperolink
    /// prosperolink           p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]
    /// hsoname                path
    /// version                digits
    /// attributes             attribute [ attributes ]
    /// attribute              alphanums
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("prospero://prospero.isi.edu/pub/prospero%003")?;
    /// assert!(matches!(url.address(), Address::Prospero(link) if link.hsoname() == "pub/prospero"));
    /// assert!(matches!(url.address(), Address::Prospero(link) if link.version().unwrap() == "3"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct ProsperoAddress<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The name of the object on that host.
        pub hsoname: Path<'i>,
        /// The version, after `%00`.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub version: Option<Digits<'i>>,
        /// The text after the version.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub attributes: Option<&'i str>,
    }
}

impl ProsperoAddress<'_> {
    /// The text after the host: the object's name, version and attributes.
    fn object(&self) -> impl Display + '_ {
        shown(|f| {
            self.hsoname.fmt(f)?;
            write_marked(f, "%00", self.version)?;
            write_marked(f, "", self.attributes)
        })
    }
}

display! {
    ProsperoAddress, s, f => write!(f, "prospero://{}/{}", s.hostport, s.object());
}

impl<'i> SchemeUrl<'i> for ProsperoAddress<'i> {
    const SCHEME: &'static str = "prospero";

    /// Builds from the spans of `prosperolink`.
    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self {
            hostport: Hostport::build(captures),
            hsoname: Path(captures.required(Rule::hsoname)),
            version: captures.text(Rule::version),
            attributes: captures.text(Rule::attributes),
        }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).at(self.hostport).path(self.object().to_string())
    }
}
