//! Base and reference as the third generation divides them.

use super::resolution::ResolveError;
use crate::grammar::{Grammar, Resolution as Rule};
use crate::parsed::{Parsed, Value};
use crate::uri::{Groups, Uri, UriReference};

/// A base in its components.
pub(super) fn base<'i>(base: &Parsed<'i>) -> Result<Groups<'i>, ResolveError> {
    match base.value() {
        Some(Value::Uri(UriReference::Urn(_))) => Err(ResolveError::NoBase("it is a URN")),
        Some(Value::Uri(UriReference::Uri(uri))) if matches!(uri.uri(), Some(Uri::Absolute(_))) => {
            Ok(Groups::of(base.input()))
        }
        _ => Err(ResolveError::NoBase("it has no scheme")),
    }
}

/// A reference in its components.
pub(super) fn reference(grammar: Grammar, text: &str) -> Result<Groups<'_>, ResolveError> {
    // RFC 2396 has no production for a query alone, which its section 5.2 and its Appendix C.1 resolve (`?y`).
    let alone = grammar.facts().resolution == Some(Rule::Rfc2396) && text.starts_with('?');
    match grammar.parse(text) {
        Err(error) if !(alone && grammar.accepts(&format!("a{text}"))) => Err(ResolveError::Reference(Box::new(error))),
        _ => Ok(Groups::of(text)),
    }
}

/// The components in a line.
pub(super) fn show(groups: &Groups<'_>) -> String {
    let part = |name, value: Option<&str>| value.map(|value| format!("{name} {value:?}"));
    let Groups { scheme, authority, path, query, fragment } = *groups;
    let parts = [
        part("scheme", scheme),
        part("authority", authority),
        part("path", Some(path)),
        part("query", query),
        part("fragment", fragment),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
