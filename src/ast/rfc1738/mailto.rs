//! Mail, section 3.5.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::read_only;
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `mailtourl`, section 3.5.
    ///
    /// ```text
    /// mailtourl      = "mailto:" encoded822addr
    /// encoded822addr = 1*xchar               ; further defined in RFC822
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::MailtoUrl;
    ///
    /// let url = MailtoUrl::parse("mailto:user%25host@gateway.dom")?;
    /// assert_eq!(url.encoded822addr(), "user%25host@gateway.dom");
    /// assert_eq!(url.encoded822addr().decode_latin1(), "user%host@gateway.dom");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct MailtoUrl<'i> {
        text,
        record,
        /// The address, encoded.
        pub encoded822addr: Text<'i>,
    }
}

impl<'i> SchemeUrl<'i> for MailtoUrl<'i> {
    const SCHEME: &'static str = "mailto";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self { text: captures.whole(), encoded822addr: captures.required(Rule::encoded822addr) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).path(self.encoded822addr.as_str())
    }
}
