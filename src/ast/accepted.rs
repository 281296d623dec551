//! URLs that a grammar has accepted, in any form.

use std::fmt;

use crate::ast::parsed::{OwnedParsed, Parsed};
use crate::ast::{rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, rfc3987, whatwg};
use crate::grammar::Grammar;

/// A URL that a grammar has accepted: a [`Parsed`], an [`OwnedParsed`], or a typed URL, which knows
/// its grammar. The operations accept each of them: [`normalize`](crate::equivalence::normalize),
/// [`request`](crate::request::request), [`resolve`](fn@crate::resolve::resolve),
/// [`warnings`](crate::warnings) and others.
///
/// ```
/// use uri_lineage::equivalence::{EquivalenceRule, normalize};
/// use uri_lineage::{rfc1738, rfc2396, warnings};
///
/// let all = EquivalenceRule::ALL;
/// let url = rfc1738::Url::parse("http://host:80/%7Ea")?;
/// assert_eq!(normalize(&url, all).text, "http://host/%7Ea");
/// // The same struct, by the rules of two documents.
/// let text = "http://host/%7Ea";
/// assert_eq!(normalize(&rfc2396::UriReference::parse_1997(text)?, all).text, "http://host/~a");
/// assert!(warnings(&rfc2396::UriReference::parse("http://user:pass@host/")?).len() == 1);
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub trait Accepted {
    /// Calls a function with the parse of the URL. A typed URL is parsed again from its text, in
    /// linear time.
    fn with_parsed<R>(&self, function: impl FnOnce(&Parsed<'_>) -> R) -> R;
}

impl Accepted for Parsed<'_> {
    fn with_parsed<R>(&self, function: impl FnOnce(&Parsed<'_>) -> R) -> R {
        function(self)
    }
}

impl Accepted for OwnedParsed {
    fn with_parsed<R>(&self, function: impl FnOnce(&Parsed<'_>) -> R) -> R {
        function(&self.get())
    }
}

impl<T: Accepted> Accepted for &T {
    fn with_parsed<R>(&self, function: impl FnOnce(&Parsed<'_>) -> R) -> R {
        (*self).with_parsed(function)
    }
}

/// Parses a typed URL again: with the entry productions, or with its own production, if no entry
/// production leads to it.
fn with_typed<R>(
    grammar: Grammar,
    production: &str,
    url: &impl fmt::Display,
    function: impl FnOnce(&Parsed<'_>) -> R,
) -> R {
    let text = url.to_string();
    let parsed = grammar.parse(&text).ok().or_else(|| grammar.production(production)?.parse(&text).ok());
    function(&parsed.expect("a typed URL is written as its production accepted it"))
}

/// Implements the trait for typed URLs, each with its production.
macro_rules! typed {
    ($($module:ident::$name:ident, $url:ident => $production:expr;)*) => {$(
        impl Accepted for $module::$name<'_> {
            fn with_parsed<R>(&self, function: impl FnOnce(&Parsed<'_>) -> R) -> R {
                let $url = self;
                with_typed(self.grammar(), $production, self, function)
            }
        }
    )*};
}

typed! {
    rfc1630::Url, url => url.address().production();
    rfc1630::FragmentAddress, _address => "fragmentaddress";
    rfc1738::Url, _url => "url";
    rfc1738::GenericUrl, _url => "genericurl";
    rfc1808::Url, _url => "URL";
    rfc2396::UriReference, _reference => "URI-reference";
    rfc3986::UriReference, _reference => "URI-reference";
    rfc3987::IriReference, _iri => "IRI-reference";
    whatwg::UrlString, _url => "URL";
}

/// Implements `grammar` for typed URLs of one document.
macro_rules! of_one_document {
    ($($module:ident::$name:ident: $grammar:ident;)*) => {$(
        impl $module::$name<'_> {
            /// The grammar that accepted the URL.
            pub fn grammar(&self) -> Grammar {
                Grammar::$grammar
            }
        }
    )*};
}

of_one_document! {
    rfc1738::Url: Rfc1738;
    rfc1738::GenericUrl: Rfc1738;
    rfc1808::Url: Rfc1808;
    rfc3986::UriReference: Rfc3986;
    rfc3987::IriReference: Rfc3987;
}

impl rfc2396::UriReference<'_> {
    /// The grammar that accepted the reference.
    pub fn grammar(&self) -> Grammar {
        match self {
            Self::Uri(reference) => reference.grammar(),
            Self::Urn(_) => Grammar::Uri1997,
        }
    }
}

/// Implements `scheme` for typed URLs whose schemes are in structs of their own.
macro_rules! with_scheme {
    ($($module:ident::$name:ident)*) => {$(
        impl<'i> $module::$name<'i> {
            /// The scheme, as it is written; `None` for a relative reference.
            pub fn scheme(&self) -> Option<&'i str> {
                self.components().scheme
            }
        }
    )*};
}

with_scheme! { rfc1630::Url rfc1630::FragmentAddress rfc1738::Url rfc2396::UriReference }
