//! Mail.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostname, display, read_only};
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `mailtoaddress`. Split at the last `@` with a host name after it.
    ///
    /// ```text
    /// mailtoaddress          m a i l t o : xalphas @ hostname
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("mailto:timbl@info.cern.ch")?;
    /// assert!(matches!(url.address(), Address::Mailto(mailto) if mailto.hostname() == "info.cern.ch"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct MailtoAddress<'i> {
        /// The text in front of the `@`.
        pub xalphas: Text<'i>,
        /// The text after it.
        pub hostname: Hostname<'i>,
    }
}

display! {
    MailtoAddress, s, f => write!(f, "mailto:{}@{}", s.xalphas, s.hostname);
}

impl MailtoAddress<'_> {
    /// The decoded address.
    pub(crate) fn octets(&self) -> Vec<u8> {
        [&*self.xalphas.octets(), b"@", &*self.hostname.text().octets()].concat()
    }
}

impl<'i> SchemeUrl<'i> for MailtoAddress<'i> {
    const SCHEME: &'static str = "mailto";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self { xalphas: captures.required(Rule::xalphas), hostname: Hostname(captures.required(Rule::hostname)) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).path(format!("{}@{}", self.xalphas, self.hostname))
    }
}
