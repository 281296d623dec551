//! The general syntax of any scheme, section 2.1.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Login, display, read_only, write_marked};
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, Captures};
use crate::refusal::error::Error;

read_only! {
    /// `genericurl`: the general syntax of any scheme, section 2.1.
    ///
    /// ```text
    /// genericurl     = scheme ":" schemepart
    /// otherurl       = ( scheme - predefined ) ":" schemepart
    /// scheme         = 1*[ lowalpha | digit | "+" | "-" | "." ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::{GenericUrl, HttpUrl};
    ///
    /// let text = "http://www.w3.org:http/";
    /// assert!(HttpUrl::parse(text).is_err());
    /// let url = GenericUrl::parse(text)?;
    /// assert_eq!((url.scheme(), url.schemepart().to_string().as_str()), ("http", "//www.w3.org:http/"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GenericUrl<'i> {
        text,
        record,
        /// The scheme.
        pub scheme: &'i str,
        /// The text after the colon.
        pub schemepart: Schemepart<'i>,
    }
}

/// `schemepart`.
///
/// ```text
/// schemepart     = *xchar | ip-schemepart
/// ```
///
/// ```
/// use uri_lineage::rfc1738::{GenericUrl, Schemepart};
///
/// let schemepart = |text| GenericUrl::parse(text).unwrap().schemepart();
/// assert!(matches!(schemepart("afs://cell.name/a/path"), Schemepart::Ip(_)));
/// assert!(matches!(schemepart("urn:/iana/dns/ch"), Schemepart::Text(text) if text == "/iana/dns/ch"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Schemepart<'i> {
    /// `ip-schemepart`: the common Internet scheme syntax, section 3.1.
    Ip(IpSchemepart<'i>),
    /// Any other text.
    Text(Text<'i>),
}

crate::ast::borrowing::borrowing! { Schemepart: Ip(part), Text(text); }

read_only! {
    /// `ip-schemepart`, section 3.1.
    ///
    /// ```text
    /// ip-schemepart  = "//" login [ "/" urlpath ]
    /// urlpath        = *xchar    ; depends on protocol see section 3.1
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::{GenericUrl, Schemepart};
    ///
    /// let url = GenericUrl::parse("tn3270://guest@host.dom:23/session")?;
    /// assert!(matches!(url.schemepart(), Schemepart::Ip(part) if part.login().user().unwrap() == "guest"));
    /// assert!(matches!(url.schemepart(), Schemepart::Ip(part) if part.urlpath().unwrap() == "session"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct IpSchemepart<'i> {
        /// The server and the login.
        pub login: Login<'i>,
        /// The text after the slash.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub urlpath: Option<Text<'i>>,
    }
}

display! {
    Schemepart, s, f => match s {
        Self::Ip(part) => part.fmt(f),
        Self::Text(text) => text.fmt(f),
    };
    IpSchemepart, s, f => {
        write!(f, "//{}", s.login)?;
        write_marked(f, "/", s.urlpath)
    };
}

impl<'i> GenericUrl<'i> {
    /// Parses with the production `genericurl` of [`Grammar::Rfc1738`], whatever the scheme.
    ///
    /// # Errors
    ///
    /// If `genericurl` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        crate::ast::typed::parse(Grammar::Rfc1738, &[Rule::genericurl], input)
    }

    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        SchemeUrl::components(self)
    }
}

impl<'i> Build<'i> for GenericUrl<'i> {
    fn is_built_from(captures: &Captures<'i>) -> bool {
        captures.rule() == Rule::genericurl
    }

    #[inline]
    fn build(captures: &Captures<'i>, _: Grammar) -> Self {
        SchemeUrl::build(captures)
    }
}

/// Its document does not define requests for other schemes.
impl<'i> SchemeUrl<'i> for GenericUrl<'i> {
    const SCHEME: &'static str = "";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        let schemepart = match captures.span(Rule::ip_schemepart) {
            None => Schemepart::Text(captures.required(Rule::schemepart)),
            Some(_) => {
                Schemepart::Ip(IpSchemepart { login: Login::build(captures), urlpath: captures.text(Rule::urlpath) })
            }
        };
        Self { text: captures.whole(), scheme: captures.required(Rule::scheme), schemepart }
    }

    fn components(&self) -> Components<'i> {
        let components = Components::new(self.scheme);
        match self.schemepart {
            Schemepart::Ip(part) => {
                Components { path: part.urlpath.map(|path| path.as_str().into()), ..components.login(part.login) }
            }
            Schemepart::Text(text) => components.path(text.as_str()),
        }
    }
}
