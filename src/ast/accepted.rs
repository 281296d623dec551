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
/// assert!(warnings(&rfc2396::UriReference::parse_rfc2396("http://user:pass@host/")?).len() == 1);
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

/// Implements the trait for typed URLs, each with its grammar and its production.
macro_rules! typed {
    ($($module:ident::$name:ident, $url:ident => $grammar:expr, $production:expr;)*) => {$(
        impl Accepted for $module::$name<'_> {
            fn with_parsed<R>(&self, function: impl FnOnce(&Parsed<'_>) -> R) -> R {
                let $url = self;
                with_typed($grammar, $production, self, function)
            }
        }
    )*};
}

typed! {
    rfc1630::Url, url => url.grammar(), url.address().production();
    rfc1630::FragmentAddress, address => address.grammar(), "fragmentaddress";
    rfc1738::Url, _url => Grammar::Rfc1738, "url";
    rfc1738::GenericUrl, _url => Grammar::Rfc1738, "genericurl";
    rfc1808::Url, _url => Grammar::Rfc1808, "URL";
    rfc2396::UriReference, reference => match reference {
        rfc2396::UriReference::Uri(reference) => reference.grammar(),
        rfc2396::UriReference::Urn(_) => Grammar::Uri1997,
    }, "URI-reference";
    rfc3986::UriReference, _reference => Grammar::Rfc3986, "URI-reference";
    rfc3987::IriReference, _iri => Grammar::Rfc3987, "IRI-reference";
    whatwg::Url, url => url.grammar(), "URL";
}
