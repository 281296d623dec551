//! The algorithm of RFC 1808, section 4. Absent and empty components are equivalent (sections 2.4.1
//! to 2.4.5), in the reference and in the result.

use std::fmt;

use super::dots;
use super::resolution::{Resolution, ResolveError, Steps, show_parts};
use crate::ast::parsed::Parsed;
use crate::ast::rfc1808::Division;
use crate::ast::text::Text;
use crate::ast::value::Value;
use crate::grammar::Grammar;
use crate::refusal::error::Error;
use crate::warning::Warning;

/// The components of a base.
pub(super) fn base_url<'i>(base: &Parsed<'i>) -> Result<Division<'i>, ResolveError> {
    match base.value() {
        Value::Rfc1808(url) if url.scheme().is_some() => Ok(url.division()),
        _ => Err(ResolveError::UnsuitableBase("it has no scheme")),
    }
}

/// The base is given as its text and its components.
pub(super) fn resolve(
    grammar: Grammar,
    (base_text, base): (&str, &Division<'_>),
    text: &str,
    mut steps: Steps<'_>,
) -> Result<Resolution, ResolveError> {
    if !steps.accepts(grammar, text) {
        return Err(steps.refused(|| ResolveError::Reference(Box::new(Error::from_grammar(grammar, text)))));
    }
    let mut url = Division::new(text);
    steps.add("2: the reference, split into its parts", show(&url));
    if url.without_empty() == Division::new("") {
        steps.add("2a: it is empty: the result is the whole base", base_text);
        return steps.finish_accepted(base_text);
    }
    if url.scheme.is_some() {
        steps.add("2b: it has a scheme: it is absolute", text);
        return steps.finish_accepted(text);
    }
    url = Division { scheme: base.scheme, ..url.without_empty() };
    steps.add("2c: the scheme is the base's", show(&url));
    let path;
    if url.net_loc.is_some_and(|name| !name.as_str().is_empty()) {
        steps.add("3: it has a net_loc: its path does not change", show(&url));
    } else {
        // An empty net_loc must be written in front of a path that begins with two slashes.
        url.net_loc = base.net_loc.or(url.net_loc);
        steps.add("3: the net_loc is the base's", show(&url));
        if url.path.as_str().starts_with('/') {
            steps.add("4: its path begins with a slash and does not change", show(&url));
        } else if url.path.as_str().is_empty() {
            url.path = base.path;
            let inherited = base.without_empty();
            if url.params.is_none() {
                url.params = inherited.params;
                if url.query.is_none() {
                    url.query = inherited.query;
                }
            }
            steps.add(
                "5: its path is empty: the path is the base's, and so are absent params and an absent query",
                show(&url),
            );
        } else {
            path = merge(base.path.as_str(), url.path.as_str(), &mut steps);
            url.path = (&*path).into();
        }
    }
    // An empty net_loc is an absent one, and what follows it would become the net_loc.
    if !url.path.as_str().starts_with('/') {
        url.net_loc = url.net_loc.filter(|name| !name.as_str().is_empty());
    }
    steps.add("7: the parts joined", url);
    // A net_loc ends at a slash, and nowhere else (section 2.4.3).
    let after_net_loc = match url.path.as_str() {
        "" if url.params.is_some() => ";",
        "" if url.query.is_some() => "?",
        path => path,
    };
    let warning = Warning::of_path(url.net_loc.is_some(), after_net_loc);
    steps.finish(grammar, url.pieces().as_flattened(), warning)
}

/// Step 6.
fn merge(base: &str, path: &str, steps: &mut Steps<'_>) -> String {
    let mut buffer = base.rfind('/').map_or(String::new(), |slash| base[..=slash].to_owned()) + path;
    steps.add("6: the base's path up to its last slash, then the reference's path", &buffer);
    for (rule, removal) in dots::removals([
        "6a: each `./` removed",
        "6b: a last `.` removed",
        "6c: each `<segment>/../` removed",
        "6d: a last `<segment>/..` removed",
    ]) {
        if dots::may_occur(&buffer) {
            buffer = removal(&buffer);
        }
        steps.add(rule, &buffer);
    }
    buffer
}

fn show(url: &Division<'_>) -> impl fmt::Display {
    let Division { scheme, net_loc, path, params, query, fragment } = *url;
    show_parts([
        ("scheme", scheme),
        ("net_loc", net_loc.map(Text::as_str)),
        ("path", Some(path.as_str())),
        ("params", params.map(Text::as_str)),
        ("query", query.map(Text::as_str)),
        ("fragment", fragment.map(Text::as_str)),
    ])
}
