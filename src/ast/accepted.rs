//! URLs that a grammar has accepted, in any form.

use std::cmp::Ordering;

use crate::ast::borrowing::Borrowing;
use crate::ast::components::Components;
use crate::ast::from_text::from_text;
use crate::ast::owned::Owned;
use crate::ast::parsed::{OwnedParsed, Parsed};
use crate::ast::typed_url::TypedUrl;
use crate::ast::{rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, rfc3987, whatwg};
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::refusal::error::Error;

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
fn with_typed<R>(grammar: Grammar, production: &str, text: &str, function: impl FnOnce(&Parsed<'_>) -> R) -> R {
    let mut productions = grammar.starts(text).chain(grammar.production(production));
    let parsed = productions.find_map(|production| Parsed::with_production(production, text));
    function(&parsed.expect("a typed URL has the text that its production accepted"))
}

/// Implements what all typed URLs can do: each with its production and its grammar.
macro_rules! typed_urls {
    ($($module:ident::$name:ident, $url:ident => $production:expr, $grammar:expr;)*) => {$(
        impl Accepted for $module::$name<'_> {
            fn with_parsed<R>(&self, function: impl FnOnce(&Parsed<'_>) -> R) -> R {
                let $url = self;
                with_typed($grammar, $production, self.as_str(), function)
            }
        }

        impl<'i> TypedUrl<'i> for $module::$name<'i> {
            fn url_grammar(&self) -> Grammar {
                let $url = self;
                $grammar
            }

            fn url_components(&self) -> Components<'i> {
                self.components()
            }
        }

        /// By the text, then by the grammar.
        impl PartialOrd for $module::$name<'_> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        /// By the text, then by the grammar.
        impl Ord for $module::$name<'_> {
            fn cmp(&self, other: &Self) -> Ordering {
                let by_text = (self.as_str(), self.url_grammar()).cmp(&(other.as_str(), other.url_grammar()));
                if by_text.is_ne() || self == other {
                    return by_text;
                }
                // A production that is no entry may divide the same text otherwise.
                format!("{self:?}").cmp(&format!("{other:?}"))
            }
        }

        from_text! { $module::$name parse Error; }
    )*};
}

typed_urls! {
    rfc1630::Url, url => url.address().production(), url.grammar();
    rfc1630::FragmentAddress, address => "fragmentaddress", address.grammar();
    rfc1738::Url, _url => "url", Grammar::Rfc1738;
    rfc1738::GenericUrl, _url => "genericurl", Grammar::Rfc1738;
    rfc1808::Url, _url => "URL", Grammar::Rfc1808;
    rfc2396::UriReference, reference => "URI-reference", reference.grammar();
    rfc3986::UriReference, _reference => "URI-reference", Grammar::Rfc3986;
    rfc3986::Uri, _uri => "URI", Grammar::Rfc3986;
    rfc3987::IriReference, _iri => "IRI-reference", Grammar::Rfc3987;
    whatwg::UrlString, url => "URL", url.grammar();
}

/// A typed URL that owns its text.
impl<T: Borrowing<'static>> Accepted for Owned<T>
where
    for<'o> T::From<'o>: Accepted,
{
    fn with_parsed<R>(&self, function: impl FnOnce(&Parsed<'_>) -> R) -> R {
        self.get().with_parsed(function)
    }
}

/// Implements `grammar` for typed URLs of one document.
macro_rules! of_one_document {
    ($($module:ident::$name:ident)*) => {$(
        impl $module::$name<'_> {
            /// The grammar that accepted the URL.
            pub fn grammar(&self) -> Grammar {
                self.url_grammar()
            }
        }
    )*};
}

of_one_document! {
    rfc1738::Url rfc1738::GenericUrl rfc1808::Url rfc3986::UriReference rfc3986::Uri rfc3987::IriReference
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

/// Implements all this for the URLs of one scheme of RFC 1738.
macro_rules! urls_of_one_scheme {
    ($($variant:ident $name:ident $buf:ident $rule:ident $url:literal $part:literal;)*) => {
        typed_urls! { $(rfc1738::$name, _url => Rule::$rule.name(), Grammar::Rfc1738;)* }
        of_one_document! { $(rfc1738::$name)* }
        with_scheme! { $(rfc1738::$name)* }
    };
}
rfc1738::each_scheme!(urls_of_one_scheme);
