//! URLs between two marks, joined from several lines.

use super::marks::{is_bare, is_quotation};
use crate::ast::{rfc1630, rfc1738};
use crate::base::scheme::{after_prefix, scheme};

/// The URL between two marks; and the URL without the hyphens at line breaks, if there are such.
/// Each line may begin with up to `quoted` quotation marks.
pub(super) fn join(inside: &str, quoted: usize, brackets: bool) -> Option<(String, Option<String>)> {
    let mut lines = inside.lines();
    let first = lines.next()?;
    let mut lines: Vec<&str> = [first].into_iter().chain(lines.map(|line| unquoted(line, quoted))).collect();
    // The marks may occur on lines of their own.
    while lines.len() > 1 && lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let enclosed = lines.join("\n");
    let after_prefix = after_prefix(enclosed.trim_start(), char::is_whitespace);
    let text = after_prefix.unwrap_or(enclosed.trim_start());
    let scheme = scheme(text)?;
    let after_scheme = &text[scheme.len() + 1..];
    if text.contains(|c: char| c.is_control() && !c.is_whitespace()) || is_bare(after_scheme.trim().as_bytes()) {
        return None;
    }
    if after_prefix.is_none() && is_prose(&enclosed, scheme, after_scheme, brackets) {
        return None;
    }
    // An empty line ends a URL that is broken across lines.
    if text.lines().any(|line| line.trim().is_empty()) {
        return None;
    }
    let url = join_lines(text, true);
    let without_hyphen = join_lines(text, false);
    let without_hyphen = (url != without_hyphen).then_some(without_hyphen);
    Some((url, without_hyphen))
}

/// The URL that is the value of an attribute. White space around its lines is removed, as between
/// marks; blanks in a line are part of the value.
pub(super) fn join_value(value: &str) -> Option<String> {
    let is_broken = value.contains('\n');
    let value = value.trim();
    let lines: Vec<&str> = value.lines().map(str::trim).collect();
    let url = lines.concat();
    // A line end within the scheme is rather one of other text.
    let scheme = scheme(lines.first()?)?;
    let after_scheme = &url[scheme.len() + 1..];
    let may_be_url = is_known_scheme(scheme.as_bytes()) || after_scheme.starts_with("//");
    // A line end between other marks is more likely to end a value without a closing quote.
    let is_prose = after_scheme.starts_with(char::is_whitespace)
        || is_broken && (lines.contains(&"") || value.contains(['<', '>', '"', '\'']));
    (may_be_url && !is_prose && !is_bare(after_scheme.as_bytes()) && !url.contains(char::is_control)).then_some(url)
}

/// A line without its first quotation marks, at most `count`.
fn unquoted(line: &str, count: usize) -> &str {
    let mut text = line.trim();
    for _ in 0..count {
        let Some(suffix) = text.strip_prefix(|mark| u8::try_from(mark).is_ok_and(is_quotation)) else { break };
        text = suffix.trim_start();
    }
    text
}

/// Whether the text between two marks is prose: a word in front of a colon; blanks next to the
/// marks or, in quotes, between words. In brackets a URL may contain blanks: draft 02 permits them,
/// and printers insert them.
fn is_prose(enclosed: &str, scheme: &str, after_scheme: &str, brackets: bool) -> bool {
    let has_outer_blanks =
        enclosed.starts_with(char::is_whitespace) || enclosed.trim_end_matches('\n').ends_with([' ', '\t']);
    let url = enclosed.trim_start();
    let has_inner_blanks = url.lines().any(|line| line.trim().contains(char::is_whitespace));
    let may_be_url = is_known_scheme(scheme.as_bytes())
        || after_scheme.starts_with("//")
        || brackets && after_scheme.starts_with('/');
    brackets && has_outer_blanks
        || has_inner_blanks && !(brackets && after_scheme.starts_with("//"))
        || after_scheme.starts_with(char::is_whitespace)
        || !may_be_url
}

/// A URL from the lines of a text. Without `hyphens`, those at line breaks are removed.
fn join_lines(text: &str, hyphens: bool) -> String {
    let mut lines = text.lines().map(|line| line.split_whitespace().collect::<String>()).peekable();
    let mut url = String::new();
    while let Some(mut line) = lines.next() {
        if !hyphens && lines.peek().is_some() && line.ends_with('-') {
            line.pop();
        }
        url.push_str(&line);
    }
    url
}

/// Whether one of the grammars has a production of its own for this scheme. Otherwise it may be an
/// ordinary word in front of a colon.
pub(super) fn is_known_scheme(scheme: &[u8]) -> bool {
    let mut schemes = rfc1738::SCHEMES.iter().chain(&rfc1630::SCHEMES).chain(&["urn"]);
    schemes.any(|name| name.as_bytes().eq_ignore_ascii_case(scheme))
}
