//! The partial forms of the first generation: draft 02, section 1.2, and RFC 1630, "Partial
//! (relative) form".

use std::borrow::Cow;
use std::fmt;

use super::dots;
use super::resolution::{Options, Resolution, ResolveError, Steps};
use crate::ast::parsed::Parsed;
use crate::ast::value::Value;
use crate::base::visible::shown;
use crate::grammar::Grammar;
use crate::warning::Warning;

/// A base, divided into the parts that the rules name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Divided<'b> {
    grammar: Grammar,
    /// The base without its prefix, search and fragment.
    text: &'b str,
    /// The scheme with its colon.
    scheme: &'b str,
    /// The host, if present, with the slashes in front of it.
    site: &'b str,
    /// The text after the site, without search and fragment.
    path: &'b str,
}

impl<'b> Divided<'b> {
    /// Divides a base, which must be a URL.
    pub(super) fn new(base: &Parsed<'b>) -> Result<Self, ResolveError> {
        let (Value::Rfc1630(_) | Value::Rfc1630Fragment(_), text) = (base.value(), base.input()) else {
            return Err(ResolveError::UnsuitableBase("it is not a URL"));
        };
        let text = text.split(['?', '#']).next().unwrap_or_default();
        let text = bare(text);
        let Some(colon) = text.find(':') else { return Err(ResolveError::UnsuitableBase("it has no scheme")) };
        let (scheme, hierarchy) = text.split_at(colon + 1);
        let site_length = match hierarchy.strip_prefix("//") {
            Some(host) => 2 + host.find('/').unwrap_or(host.len()),
            None => 0,
        };
        let (site, path) = hierarchy.split_at(site_length);
        Ok(Self { grammar: base.grammar(), text, scheme, site, path })
    }
}

/// A base without its prefix (`URL:`), which is not a scheme.
pub(super) fn bare(base: &str) -> &str {
    let bare = base.strip_prefix("url:").or_else(|| base.strip_prefix("URL:"));
    bare.filter(|bare| is_full(bare)).unwrap_or(base)
}

/// Whether a reference has a scheme: "a full form must have a colon and that colon must occur
/// before any slash".
fn is_full(reference: &str) -> bool {
    reference.bytes().find(|byte| matches!(byte, b':' | b'/')) == Some(b':')
}

/// Splits a reference into its path and the suffix of search and fragment, which the rules do not
/// change.
fn split_path(reference: &str) -> (&str, &str) {
    let end = reference.bytes().position(|byte| matches!(byte, b'?' | b'#'));
    reference.split_at(end.unwrap_or(reference.len()))
}

pub(super) fn draft02(
    base: &Divided<'_>,
    reference: &str,
    options: Options,
    mut steps: Steps<'_>,
) -> Result<Resolution, ResolveError> {
    if is_full(reference) {
        steps.add("1.2: a full form: a colon precedes any slash", reference);
        return steps.finish(base.grammar, &[reference], None);
    }
    if reference.starts_with("//") {
        let result = [base.scheme, reference];
        steps.add("1.2: host and path are present; the scheme is the base's", joined(&result));
        return steps.finish(base.grammar, &result, None);
    }
    let (path, suffix) = split_path(reference);
    if path.starts_with('/') {
        let result = [base.scheme, base.site, reference];
        steps.add("1.2: a leading slash: the path is absolute", joined(&result));
        return steps.finish(base.grammar, &result, None);
    }
    let merged = append(base, path, &mut steps);
    let path = if options.wording { as_worded(&merged).into() } else { without_last(remove(&merged)) };
    let rule = if options.wording {
        "1.2: each `xxx/..` and `/.` removed, following the wording"
    } else {
        "1.2: each `xxx/../` and `/.` removed, and a last `xxx/..`"
    };
    steps.add(rule, &path);
    finish(base, &path, suffix, steps)
}

pub(super) fn rfc1630(
    base: &Divided<'_>,
    reference: &str,
    options: Options,
    mut steps: Steps<'_>,
) -> Result<Resolution, ResolveError> {
    if is_full(reference) {
        steps.add("an absolute form: a colon precedes any slash", reference);
        return steps.finish(base.grammar, &[reference], None);
    }
    let slashes = reference.bytes().take_while(|&byte| byte == b'/').count();
    if slashes > 0 {
        let end = run_of(base.text, slashes, options.wording).ok_or(ResolveError::Slashes(slashes))?;
        steps.add("the base up to the first run of exactly as many slashes", &base.text[..end]);
        let result = [&base.text[..end], reference];
        steps.add("the partial form appended", joined(&result));
        return steps.finish(base.grammar, &result, None);
    }
    let (path, suffix) = split_path(reference);
    // According to the wording, a host that is not followed by a slash occurs after the rightmost
    // slash, and is removed.
    if options.wording && base.path.is_empty() && !base.site.is_empty() {
        let base = Divided { site: "//", ..*base };
        steps.add("the base up to its rightmost slash", joined(&[base.scheme, base.site, base.path]));
        return finish(&base, &remove(path), suffix, steps);
    }
    let merged = append(base, path, &mut steps);
    let path = remove(&merged);
    steps.add("each `xxx/../` and `/.` removed", &path);
    finish(base, &path, suffix, steps)
}

/// The offset of the first run of exactly this many slashes; with `wording`, of the first that no
/// longer run follows.
fn run_of(text: &str, slashes: usize, wording: bool) -> Option<usize> {
    let last_longer = runs(text).filter(|&(_, length)| wording && length > slashes).last();
    let minimum = last_longer.map_or(0, |(offset, length)| offset + length);
    runs(text).find(|&(offset, length)| offset >= minimum && length == slashes).map(|(offset, _)| offset)
}

/// The runs of slashes: the offset and the length of each.
fn runs(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end + text[end..].bytes().position(|byte| byte == b'/')?;
        let length = text[start..].bytes().take_while(|&byte| byte == b'/').count();
        end = start + length;
        Some((start, length))
    })
}

/// Replaces the last part of the base's path with the reference's path.
fn append(base: &Divided<'_>, path: &str, steps: &mut Steps<'_>) -> String {
    let directory = base.path.rfind('/').map_or("", |slash| &base.path[..=slash]);
    steps.add("the base's path up to its last slash", directory);
    // A host is followed by a slash, even if the path is empty.
    let slash = if directory.is_empty() && !base.site.is_empty() { "/" } else { "" };
    let merged = [directory, slash, path].concat();
    steps.add("the partial form in place of the rest", &merged);
    merged
}

/// The removals of RFC 1630.
fn remove(path: &str) -> Cow<'_, str> {
    if !dots::may_occur(path) {
        return path.into();
    }
    let mut path = dots::double(&dots::single(path));
    // A last `/.` is removed with its slash; the draft of 1997 keeps the slash.
    path.truncate(path.strip_suffix("/.").unwrap_or(&path).len());
    path.into()
}

/// A path without a last `..` and the segment in front of it.
fn without_last(path: Cow<'_, str>) -> Cow<'_, str> {
    if path.ends_with("..") { dots::last_double(&path).into() } else { path }
}

/// The removals of draft 02 to the letter: `a/b/..` followed by any text becomes `a/` followed by
/// that text.
fn as_worded(path: &str) -> String {
    let path = dots::single(path);
    let path = path.strip_suffix("/.").unwrap_or(&path);
    let mut remaining: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match remaining.last() {
            // No element precedes a slash at the beginning.
            Some(&before) if segment == ".." && before != ".." && (remaining.len() > 1 || !before.is_empty()) => {
                remaining.pop();
                remaining.push("");
            }
            _ => remaining.push(segment),
        }
    }
    remaining.join("/")
}

fn finish(base: &Divided<'_>, path: &str, suffix: &str, mut steps: Steps<'_>) -> Result<Resolution, ResolveError> {
    let result = [base.scheme, base.site, path, suffix];
    steps.add("all together", joined(&result));
    steps.finish(base.grammar, &result, Warning::of_path(!base.site.is_empty(), path))
}

/// The pieces in a row.
fn joined(pieces: &[&str]) -> impl fmt::Display {
    shown(move |f| pieces.iter().try_for_each(|piece| f.write_str(piece)))
}
