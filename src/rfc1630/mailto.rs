//! Mail.

use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::checked::{Checked, Delimiters::Mailbox};
use crate::request::error::RequestError;
use crate::request::steps::Request;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Hostname, display, read_only};
use crate::text::{Octets, Text};

read_only! {
    /// `mailtoaddress`. Split at the last `@` with a host name after it.
    ///
    /// ```text
    /// mailtoaddress          m a i l t o : xalphas @ hostname
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
    fn octets(&self) -> Vec<u8> {
        [&*self.xalphas.octets(), b"@", &*self.hostname.text().octets()].concat()
    }
}

impl<'i> SchemeUrl<'i> for MailtoAddress<'i> {
    const SCHEME: &'static str = "mailto";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self { xalphas: captures.required(Rule::xalphas), hostname: Hostname(captures.required(Rule::hostname)) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).path(format!("{}@{}", self.xalphas, self.hostname))
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Mailto { address: Octets(self.octets()) })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Mailto { address } = parts else { return Ok(None) };
        let mut halves = address.0.rsplitn(2, |&octet| octet == b'@').map(Octets::from);
        let (Some(host), Some(local)) = (halves.next(), halves.next()) else {
            return writer.unsayable("its mail addresses have an @");
        };
        Ok(Some(format!("mailto:{}@{}", writer.part("xalphas", &local)?, writer.part("xalphas", &host)?)))
    }

    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        Ok(Request::Mailto { address: Checked::new("mailtoaddress", Mailbox, self.octets())? })
    }
}
