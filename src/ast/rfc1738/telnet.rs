//! Telnet, section 3.8.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Login, display, read_only};
use crate::parse::captures::CapturedSpans;

read_only! {
    /// `telneturl`, section 3.8.
    ///
    /// ```text
    /// telneturl      = "telnet://" login [ "/" ]
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct TelnetUrl<'i> {
        /// The server and the login.
        pub login: Login<'i>,
        /// Whether the last slash is present: it "may be omitted".
        #[cfg_attr(feature = "serde", serde(skip))]
        pub slash: bool,
    }
}

display! {
    TelnetUrl, s, f => write!(f, "telnet://{}{}", s.login, if s.slash { "/" } else { "" });
}

impl<'i> SchemeUrl<'i> for TelnetUrl<'i> {
    const SCHEME: &'static str = "telnet";

    #[inline]
    fn build(captures: &impl CapturedSpans<'i>) -> Self {
        Self { login: Login::build(captures), slash: captures.whole().ends_with('/') }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).login(self.login)
    }
}
