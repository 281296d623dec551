//! The algorithm of the URL draft of December 1997, section 4.2, and of RFC 2396, section 5.2. Both
//! number the same steps.

use super::dots;
use super::generic::{reference, show};
use super::resolution::{LeadingDots, Options, Resolution, ResolveError, Steps};
use crate::ast::rfc2396::Groups;
use crate::grammar::Grammar;
use crate::warning::Warning;

pub(super) fn resolve(
    grammar: Grammar,
    base: &Groups<'_>,
    opaque: bool,
    text: &str,
    options: Options,
    mut steps: Steps<'_>,
) -> Result<Resolution, ResolveError> {
    let mut uri = reference(grammar, text, &mut steps)?;
    steps.add("1: the reference, split into its components", show(&uri));
    if let Groups { scheme: None, authority: None, query: None, path: "", fragment } = uri {
        let fragment = fragment.map(str::to_owned);
        steps.add("2: it has at most a fragment: it refers to the current document", text);
        return Ok(steps.same_document(fragment));
    }
    // Only "if ... the scheme is known to always use the <hier_part> syntax".
    if options.backward_compatible && !opaque && uri.scheme == base.scheme && uri.authority.is_none() {
        uri.scheme = None;
        steps.add("3: the scheme is the base's and is removed", show(&uri));
    }
    if uri.scheme.is_some() {
        steps.add("3: it has a scheme: it is absolute", text);
        return steps.finish_accepted(text);
    }
    // A relative reference is relative "within a hierarchical name space" (RFC 2396, section 1.2),
    // and an opaque part has no segments.
    if opaque {
        return Err(ResolveError::UnsuitableBase("it is opaque: no slash follows its scheme"));
    }
    let mut result = Groups { scheme: base.scheme, ..uri };
    steps.add("3: the scheme is the base's", show(&result));
    let path;
    if result.authority.is_some() {
        steps.add("4: it has an authority: its path does not change", show(&result));
    } else {
        result.authority = base.authority;
        steps.add("4: the authority is the base's", show(&result));
        if result.path.starts_with('/') {
            steps.add("5: its path begins with a slash and does not change", show(&result));
        } else {
            path = merge(base.path, result.path, options.leading, &mut steps)?;
            result.path = &path;
        }
    }
    steps.add("7: the components joined", result);
    steps.finish(grammar, result.pieces().as_flattened(), Warning::of_path(result.authority.is_some(), result.path))
}

/// Step 6.
fn merge(base: &str, path: &str, leading: LeadingDots, steps: &mut Steps<'_>) -> Result<String, ResolveError> {
    let mut buffer = base.rfind('/').map_or(String::new(), |slash| base[..=slash].to_owned());
    steps.add("6a: the base's path up to its last slash", &buffer);
    buffer.push_str(path);
    steps.add("6b: the reference's path appended", &buffer);
    let rules = [
        "6c: each `./` removed",
        "6d: a last `.` removed",
        "6e: each `<segment>/../` removed",
        "6f: a last `<segment>/..` removed",
    ];
    for (rule, removal) in dots::removals(rules) {
        if dots::may_occur(&buffer) {
            buffer = removal(&buffer);
        }
        steps.add(rule, &buffer);
    }
    let without = dots::without_leading(&buffer);
    if without.len() < buffer.len() {
        match leading {
            LeadingDots::Keep => steps.add("6g: the `..` left at the beginning is kept", &buffer),
            LeadingDots::Remove => {
                buffer = without.to_owned();
                steps.add("6g: the `..` left at the beginning is removed", &buffer);
            }
            LeadingDots::Refuse => return Err(ResolveError::LeadingDots(buffer)),
        }
    }
    steps.add("6h: the path", &buffer);
    Ok(buffer)
}
