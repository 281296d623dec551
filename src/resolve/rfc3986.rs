//! The algorithm of RFC 3986, section 5.2, which RFC 3987 applies to IRIs (section 6.5).

use std::borrow::Cow;

use super::dots;
use super::generic::{reference, show};
use super::resolution::{Options, Resolution, ResolveError, Steps};
use crate::ast::rfc2396::Groups;
use crate::grammar::Grammar;
use crate::warning::Warning;

pub(super) fn resolve(
    grammar: Grammar,
    base: &Groups<'_>,
    text: &str,
    options: Options,
    mut steps: Steps<'_>,
) -> Result<Resolution, ResolveError> {
    let mut uri = reference(grammar, text, &mut steps)?;
    steps.add("5.2.2: the reference, split into its components", show(&uri));
    if options.backward_compatible && uri.scheme == base.scheme {
        uri.scheme = None;
        steps.add("5.2.2: the scheme is the base's and is removed", show(&uri));
    }
    let (merged, path, result);
    if uri.scheme.is_some() || uri.authority.is_some() {
        path = dots::segments(uri.path);
        result = Groups { scheme: uri.scheme.or(base.scheme), path: &path, ..uri };
        steps.add("5.2.4: it has a scheme or an authority: the dot segments of its path are removed", &path);
    } else if uri.path.is_empty() {
        result = Groups { query: uri.query.or(base.query), fragment: uri.fragment, ..*base };
        steps.add("5.2.2: its path is empty: the path is the base's, and so is an absent query", show(&result));
    } else {
        merged = if uri.path.starts_with('/') { Cow::Borrowed(uri.path) } else { Cow::Owned(merge(base, uri.path)) };
        if merged != uri.path {
            steps.add("5.2.3: the base's path up to its last slash, then the reference's path", &merged);
        }
        path = dots::segments(&merged);
        steps.add("5.2.4: the dot segments are removed", &path);
        result = Groups { scheme: base.scheme, authority: base.authority, path: &path, ..uri };
    }
    steps.add("5.3: the components joined", result);
    steps.finish(grammar, result.pieces().as_flattened(), Warning::of_path(result.authority.is_some(), result.path))
}

/// Section 5.2.3.
fn merge(base: &Groups<'_>, path: &str) -> String {
    match base.path.rfind('/') {
        None if base.authority.is_some() => format!("/{path}"),
        slash => format!("{}{path}", slash.map_or("", |slash| &base.path[..=slash])),
    }
}
