//! Telnet.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Login, display, read_only};
use crate::parse::captures::Captures;

read_only! {
    /// `telnetaddress`.
    ///
    /// ```text
    /// telnetaddress          t e l n e t : / / login
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("telnet://guest@info.cern.ch")?;
    /// assert!(matches!(url.address(), Address::Telnet(telnet) if telnet.login().user().unwrap() == "guest"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct TelnetAddress<'i> {
        /// The server and the login.
        pub login: Login<'i>,
    }
}

display! {
    TelnetAddress, s, f => write!(f, "telnet://{}", s.login);
}

impl<'i> SchemeUrl<'i> for TelnetAddress<'i> {
    const SCHEME: &'static str = "telnet";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self { login: Login::build(captures) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).login(self.login)
    }
}
