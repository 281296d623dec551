//! The partial forms of the first generation: draft 02, section 1.2, and RFC 1630, "Partial (relative) form".

use super::dots;
use super::resolution::{Options, Resolution, ResolveError, Steps};
use crate::grammar::Grammar;
use crate::parsed::{Parsed, Value};
use crate::warning::Warning;

/// A base, divided into the parts that the rules name.
struct Base<'b> {
    grammar: Grammar,
    /// The scheme with its colon.
    scheme: &'b str,
    /// The host, if present, with the slashes in front of it.
    site: &'b str,
    /// The rest, without search and fragment.
    path: &'b str,
}

impl<'b> Base<'b> {
    /// Divides a base, which must be a URL.
    fn read(base: &Parsed<'b>) -> Result<Self, ResolveError> {
        let (Value::Rfc1630(_) | Value::Rfc1630Fragment(_), text) = (base.value(), base.input()) else {
            return Err(ResolveError::NoBase("it is not a URL"));
        };
        let text = text.split(['?', '#']).next().unwrap_or_default();
        let text = bare(text);
        let Some(colon) = text.find(':') else { return Err(ResolveError::NoBase("it has no scheme")) };
        let (scheme, rest) = text.split_at(colon + 1);
        let site = match rest.strip_prefix("//") {
            Some(behind) => 2 + behind.find('/').unwrap_or(behind.len()),
            None => 0,
        };
        let (site, path) = rest.split_at(site);
        Ok(Self { grammar: base.grammar(), scheme, site, path })
    }

    /// The text of all parts.
    fn whole(&self) -> String {
        [self.scheme, self.site, self.path].concat()
    }
}

/// A base without its prefix (`URL:`), which is not a scheme.
pub(super) fn bare(base: &str) -> &str {
    let bare = base.strip_prefix("url:").or_else(|| base.strip_prefix("URL:"));
    bare.filter(|bare| full(bare)).unwrap_or(base)
}

/// Whether a reference has a scheme: "a full form must have a colon and that colon must occur before any slash".
fn full(reference: &str) -> bool {
    reference.find([':', '/']).is_some_and(|at| reference[at..].starts_with(':'))
}

/// Splits a reference into its path and its search and fragment, which the rules do not change.
fn cut(reference: &str) -> (&str, &str) {
    reference.split_at(reference.find(['?', '#']).unwrap_or(reference.len()))
}

pub(super) fn draft02(
    base: &Parsed<'_>,
    reference: &str,
    options: Options,
    mut steps: Steps,
) -> Result<Resolution, ResolveError> {
    let base = Base::read(base)?;
    if full(reference) {
        steps.add("1.2: a full form: a colon precedes any slash", reference);
        return steps.end(base.grammar, reference.to_owned(), None);
    }
    if reference.starts_with("//") {
        let result = [base.scheme, reference].concat();
        steps.add("1.2: host and path are present; the scheme is the base's", &result);
        return steps.end(base.grammar, result, None);
    }
    let (path, rest) = cut(reference);
    if path.starts_with('/') {
        let result = [base.scheme, base.site, reference].concat();
        steps.add("1.2: a leading slash: the path is absolute", &result);
        return steps.end(base.grammar, result, None);
    }
    let merged = append(&base, path, &mut steps);
    let path = if options.wording { as_worded(&merged) } else { without_last(remove(&merged)) };
    let rule = match options.wording {
        true => "1.2: each `xxx/..` and `/.` removed, following the wording",
        false => "1.2: each `xxx/../` and `/.` removed, and a last `xxx/..`",
    };
    steps.add(rule, &path);
    finish(&base, &path, rest, steps)
}

pub(super) fn rfc1630(
    base: &Parsed<'_>,
    reference: &str,
    options: Options,
    mut steps: Steps,
) -> Result<Resolution, ResolveError> {
    let base = Base::read(base)?;
    if full(reference) {
        steps.add("an absolute form: a colon precedes any slash", reference);
        return steps.end(base.grammar, reference.to_owned(), None);
    }
    let slashes = reference.bytes().take_while(|&byte| byte == b'/').count();
    if slashes > 0 {
        let whole = base.whole();
        let at = run_of(&whole, slashes, options.wording).ok_or(ResolveError::Slashes(slashes))?;
        steps.add("the base up to the first run of exactly as many slashes", &whole[..at]);
        let result = [&whole[..at], reference].concat();
        steps.add("the partial form appended", &result);
        return steps.end(base.grammar, result, None);
    }
    let (path, rest) = cut(reference);
    // According to the wording, a host that is not followed by a slash occurs after the rightmost slash, and is removed.
    if options.wording && base.path.is_empty() && !base.site.is_empty() {
        let base = Base { site: "//", ..base };
        steps.add("the base up to its rightmost slash", base.whole());
        return finish(&base, &remove(path), rest, steps);
    }
    let merged = append(&base, path, &mut steps);
    let path = remove(&merged);
    steps.add("each `xxx/../` and `/.` removed", &path);
    finish(&base, &path, rest, steps)
}

/// The offset of the first run of exactly this many slashes; with `wording`, of the first that no longer run follows.
fn run_of(text: &str, slashes: usize, wording: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut runs = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..].iter().take_while(|&&byte| byte == b'/').count();
        if length > 0 {
            runs.push((at, length));
        }
        at += length.max(1);
    }
    let after = runs.iter().rposition(|&(_, length)| wording && length > slashes).map_or(0, |last| last + 1);
    runs[after..].iter().find(|&&(_, length)| length == slashes).map(|&(at, _)| at)
}

/// Replaces the last part of the base's path with the reference's path.
fn append(base: &Base<'_>, path: &str, steps: &mut Steps) -> String {
    let kept = base.path.rfind('/').map_or("", |slash| &base.path[..=slash]);
    steps.add("the base's path up to its last slash", kept);
    // A host is followed by a slash, even if the path is empty.
    let slash = if kept.is_empty() && !base.site.is_empty() { "/" } else { "" };
    let merged = [kept, slash, path].concat();
    steps.add("the partial form in place of the rest", &merged);
    merged
}

/// The removals of RFC 1630.
fn remove(path: &str) -> String {
    if !dots::may_occur(path) {
        return path.to_owned();
    }
    let path = dots::double(&dots::single(path));
    // A last `/.` is removed with its slash; the draft of 1997 keeps the slash.
    path.strip_suffix("/.").unwrap_or(&path).to_owned()
}

/// A path without a last `..` and the segment in front of it.
fn without_last(path: String) -> String {
    if path.ends_with("..") { dots::last_double(&path) } else { path }
}

/// The removals of draft 02 to the letter: `a/b/..` followed by any text becomes `a/` followed by that text.
fn as_worded(path: &str) -> String {
    let path = dots::single(path);
    let path = path.strip_suffix("/.").unwrap_or(&path);
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        // No element precedes a slash at the beginning.
        let element = |before: &&str| *before != ".." && (kept.len() > 1 || !before.is_empty());
        match kept.last() {
            Some(before) if segment == ".." && element(before) => {
                kept.pop();
                kept.push("");
            }
            _ => kept.push(segment),
        }
    }
    kept.join("/")
}

fn finish(base: &Base<'_>, path: &str, rest: &str, mut steps: Steps) -> Result<Resolution, ResolveError> {
    let result = [base.scheme, base.site, path, rest].concat();
    steps.add("all together", &result);
    steps.end(base.grammar, result, Warning::of_path(!base.site.is_empty(), path))
}
