//! Telnet, section 3.8.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Login, read_only};
use crate::parse::captures::Captures;

read_only! {
    /// `telneturl`, section 3.8.
    ///
    /// ```text
    /// telneturl      = "telnet://" login [ "/" ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::TelnetUrl;
    ///
    /// let url = TelnetUrl::parse("telnet://guest:secret@host.dom:2323")?;
    /// assert_eq!(url.login().password().unwrap(), "secret");
    /// assert_eq!(url.login().hostport().to_string(), "host.dom:2323");
    /// assert!(!url.slash());
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TelnetUrl<'i> {
        text,
        record,
        /// The server and the login.
        pub login: Login<'i>,
        /// Whether the last slash is present: it "may be omitted".
        #[cfg_attr(feature = "serde", serde(skip))]
        pub slash: bool,
    }
}

impl<'i> SchemeUrl<'i> for TelnetUrl<'i> {
    const SCHEME: &'static str = "telnet";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        let text = captures.whole();
        Self { text, login: Login::build(captures), slash: text.ends_with('/') }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).login(self.login)
    }
}
