//! Divides a base and a reference into the components of the third generation.

use std::fmt;

use super::resolution::{Accepts, ResolveError, Steps, show_parts};
use crate::ast::parsed::Parsed;
use crate::ast::rfc2396::{Groups, Hierarchy, Uri, UriReference};
use crate::ast::value::Value;
use crate::grammar::{Grammar, ResolutionAlgorithm};
use crate::refusal::error::Error;

/// The components of a base.
pub(super) fn base_groups<'i>(base: &Parsed<'i>) -> Result<Groups<'i>, ResolveError> {
    match base.value() {
        Value::Uri(UriReference::Urn(_)) => Err(ResolveError::UnsuitableBase("it is a URN")),
        Value::Uri(UriReference::Uri(uri)) if matches!(uri.uri(), Some(Uri::Absolute(_))) => {
            Ok(Groups::new(base.input()))
        }
        Value::Rfc3986(reference) if reference.scheme().is_some() => Ok(Groups::new(base.input())),
        Value::Rfc3987(reference) if reference.scheme().is_some() => Ok(Groups::new(base.input())),
        _ => Err(ResolveError::UnsuitableBase("it has no scheme")),
    }
}

/// Whether a base has an `opaque_part` (RFC 2396, section 3), against which relative references are
/// undefined. In 1997 "a parser of relative URL references will view a URL as a generic-URL"
/// (section 3.2), and RFC 3986 has no opaque URIs.
pub(super) fn is_opaque(base: &Parsed<'_>) -> bool {
    let Value::Uri(UriReference::Uri(uri)) = base.value() else { return false };
    matches!(uri.uri(), Some(Uri::Absolute(uri)) if matches!(uri.relative().hierarchy(), Hierarchy::OpaquePart(_)))
}

/// The components of a reference.
pub(super) fn reference<'t>(
    grammar: Grammar,
    text: &'t str,
    steps: &mut Steps<'_>,
) -> Result<Groups<'t>, ResolveError> {
    if is_reference(grammar, text, &mut |grammar, text| steps.accepts(grammar, text)) {
        Ok(Groups::new(text))
    } else {
        Err(steps.refused(|| ResolveError::Reference(Box::new(Error::from_grammar(grammar, text)))))
    }
}

/// Whether the grammar accepts a reference.
pub(super) fn is_reference(grammar: Grammar, text: &str, accepts: Accepts<'_>) -> bool {
    // RFC 2396 has no production for a query alone, but its section 5.2 and its Appendix C.1
    // resolve one (`?y`).
    let is_query = grammar.facts().resolution == Some(ResolutionAlgorithm::Rfc2396) && text.starts_with('?');
    accepts(grammar, text) || is_query && accepts(grammar, &format!("a{text}"))
}

/// The components in one line.
pub(super) fn show(groups: &Groups<'_>) -> impl fmt::Display {
    let Groups { scheme, authority, path, query, fragment } = *groups;
    show_parts([
        ("scheme", scheme),
        ("authority", authority),
        ("path", Some(path)),
        ("query", query),
        ("fragment", fragment),
    ])
}
