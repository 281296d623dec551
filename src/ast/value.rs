//! The typed parts of an input, whatever grammar accepted it.

use crate::ast::borrowing::borrowing;
use crate::ast::components::Components;
use crate::ast::text::Text;
use crate::ast::{rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, rfc3987, whatwg};
use crate::generated::rule::Rule;
use crate::grammar::{Grammar, Structs};
use crate::parse::captures::{Build, Captures};

/// The typed parts of an input, by generation.
///
/// ```
/// use uri_lineage::{Grammar, Value};
///
/// let value = Grammar::Rfc1738.parse_value("ftp://ds.internic.net/rfc;type=d")?;
/// assert!(matches!(value, Value::Rfc1738(url) if url.production() == "ftpurl"));
/// // Whatever the grammar.
/// assert_eq!(value.components().host.unwrap(), "ds.internic.net");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Value<'i> {
    /// A `url` or `prefixedurl` of the first generation.
    Rfc1630(rfc1630::Url<'i>),
    /// A `fragmentaddress` or `uri` of the first generation.
    Rfc1630Fragment(rfc1630::FragmentAddress<'i>),
    /// A `url` of RFC 1738.
    Rfc1738(rfc1738::Url<'i>),
    /// A URL that only the `genericurl` of RFC 1738 accepts.
    Rfc1738Generic(rfc1738::GenericUrl<'i>),
    /// A `URL` of RFC 1808.
    Rfc1808(rfc1808::Url<'i>),
    /// A `URI-reference` of the drafts of 1997, RFC 2396 or RFC 2732.
    Uri(rfc2396::UriReference<'i>),
    /// A `URI-reference` of RFC 3986.
    Rfc3986(rfc3986::UriReference<'i>),
    /// An `IRI-reference` of RFC 3987.
    Rfc3987(rfc3987::IriReference<'i>),
    /// A `URL` of the WHATWG's parser, or a `valid-URL-string`.
    Whatwg(whatwg::UrlString<'i>),
    /// The text of a production that has no struct of its own, such as `hostport`.
    /// [`Grammar::parse`] never returns it.
    Text(Text<'i>),
}

borrowing! {
    Value: Rfc1630(url), Rfc1630Fragment(address), Rfc1738(url), Rfc1738Generic(url), Rfc1808(url), Uri(reference),
        Rfc3986(reference), Rfc3987(reference), Whatwg(url), Text(text);
}

/// The typed parts, selected by the production that accepted the input.
impl<'i> Build<'i> for Value<'i> {
    fn is_built_from(_: &Captures<'i>) -> bool {
        true
    }

    fn build(captures: &Captures<'i>, grammar: Grammar) -> Self {
        /// The value of a struct; the text if the struct has no value for the production.
        fn value_or_text<'i, T: Build<'i>>(
            captures: &Captures<'i>,
            grammar: Grammar,
            variant: fn(T) -> Value<'i>,
        ) -> Value<'i> {
            if T::is_built_from(captures) {
                variant(T::build(captures, grammar))
            } else {
                Value::Text(captures.whole().into())
            }
        }
        match (grammar.facts().structs, captures.rule()) {
            (Structs::Rfc1630, Rule::fragmentaddress | Rule::uri) => {
                value_or_text(captures, grammar, Self::Rfc1630Fragment)
            }
            (Structs::Rfc1630, _) => value_or_text(captures, grammar, Self::Rfc1630),
            (Structs::Rfc1738, Rule::genericurl) => value_or_text(captures, grammar, Self::Rfc1738Generic),
            (Structs::Rfc1738, _) => value_or_text(captures, grammar, Self::Rfc1738),
            (Structs::Rfc1808, _) => value_or_text(captures, grammar, Self::Rfc1808),
            (Structs::Uri, _) => value_or_text(captures, grammar, Self::Uri),
            (Structs::Rfc3986, _) => value_or_text(captures, grammar, Self::Rfc3986),
            (Structs::Rfc3987, _) => value_or_text(captures, grammar, Self::Rfc3987),
            (Structs::Whatwg, _) => value_or_text(captures, grammar, Self::Whatwg),
        }
    }
}

crate::ast::whole_text::whole_text! { Value }

impl<'i> Value<'i> {
    /// The whole text: the input without the characters that the WHATWG's parser strips at both
    /// ends.
    pub fn as_str(&self) -> &'i str {
        match self {
            Self::Rfc1630(url) => url.as_str(),
            Self::Rfc1630Fragment(address) => address.as_str(),
            Self::Rfc1738(url) => url.as_str(),
            Self::Rfc1738Generic(url) => url.as_str(),
            Self::Rfc1808(url) => url.as_str(),
            Self::Uri(reference) => reference.as_str(),
            Self::Rfc3986(reference) => reference.as_str(),
            Self::Rfc3987(reference) => reference.as_str(),
            Self::Whatwg(url) => url.as_str(),
            Self::Text(text) => text.as_str(),
        }
    }

    /// The components, under the names that all generations share; all absent if there is only
    /// text.
    pub fn components(&self) -> Components<'i> {
        match self {
            Self::Rfc1630(url) => url.components(),
            Self::Rfc1630Fragment(address) => address.components(),
            Self::Rfc1738(url) => url.components(),
            Self::Rfc1738Generic(url) => url.components(),
            Self::Rfc1808(url) => url.components(),
            Self::Uri(reference) => reference.components(),
            Self::Rfc3986(reference) => reference.components(),
            Self::Rfc3987(reference) => reference.components(),
            Self::Whatwg(url) => url.components(),
            Self::Text(_) => Components::default(),
        }
    }
}

#[cfg(feature = "serde")]
crate::ast::whole_text::record! {
    Value, value, serializer => match value {
        Value::Rfc1630(url) => url.record().serialize(serializer),
        Value::Rfc1630Fragment(address) => address.record().serialize(serializer),
        Value::Rfc1738(url) => url.record().serialize(serializer),
        Value::Rfc1738Generic(url) => url.record().serialize(serializer),
        Value::Rfc1808(url) => url.record().serialize(serializer),
        Value::Uri(reference) => reference.record().serialize(serializer),
        Value::Rfc3986(reference) => reference.record().serialize(serializer),
        Value::Rfc3987(reference) => reference.record().serialize(serializer),
        Value::Whatwg(url) => url.record().serialize(serializer),
        Value::Text(text) => text.serialize(serializer),
    }
}
