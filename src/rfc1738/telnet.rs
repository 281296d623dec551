//! Telnet, section 3.8.

use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::{account, endpoint};
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::error::RequestError;
use crate::request::protocols;
use crate::request::steps::Request;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Login, display, read_only};

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
    fn build(captures: &impl Found<'i>) -> Self {
        Self { login: Login::build(captures), slash: captures.whole().ends_with('/') }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).login(self.login)
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Telnet { account: account(self.login), endpoint: endpoint(self.login.hostport)? })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Telnet { account, endpoint } = parts else { return Ok(None) };
        Ok(Some(format!("telnet://{}", writer.login(account, endpoint)?)))
    }

    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        protocols::telnet(self.login)
    }
}
