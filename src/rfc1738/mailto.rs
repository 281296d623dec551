//! Mail, section 3.5.

use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::octets;
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::checked::{Checked, Delimiters::Mailbox};
use crate::request::error::RequestError;
use crate::request::steps::Request;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{display, read_only};
use crate::text::Text;

read_only! {
    /// `mailtourl`, section 3.5.
    ///
    /// ```text
    /// mailtourl      = "mailto:" encoded822addr
    /// encoded822addr = 1*xchar               ; further defined in RFC822
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct MailtoUrl<'i> {
        /// The address, encoded.
        pub encoded822addr: Text<'i>,
    }
}

display! {
    MailtoUrl, s, f => write!(f, "mailto:{}", s.encoded822addr);
}

impl<'i> SchemeUrl<'i> for MailtoUrl<'i> {
    const SCHEME: &'static str = "mailto";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self { encoded822addr: captures.required(Rule::encoded822addr) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).path(self.encoded822addr.as_str())
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Mailto { address: octets(self.encoded822addr) })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Mailto { address } = parts else { return Ok(None) };
        Ok(Some(format!("mailto:{}", writer.part("encoded822addr", address)?)))
    }

    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        Ok(Request::Mailto { address: Checked::decoded("encoded822addr", Mailbox, self.encoded822addr)? })
    }
}
