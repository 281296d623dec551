//! URLs between two marks, joined from several lines.

use super::marks::{is_bare, is_quotation};
use crate::forgive::{behind_prefix, scheme};
use crate::{rfc1630, rfc1738};

/// The URL between two marks; and the URL without the hyphens at line breaks, if there are such.
/// Each line may begin with up to `quoted` quotation marks.
pub(super) fn join(inside: &str, quoted: usize, brackets: bool) -> Option<(String, Option<String>)> {
    let unquoted = |line: &'_ str| -> String {
        let mut rest = line.trim();
        for _ in 0..quoted {
            let Some(behind) = rest.strip_prefix(|mark| u8::try_from(mark).is_ok_and(is_quotation)) else { break };
            rest = behind.trim_start();
        }
        rest.to_owned()
    };
    let mut lines = inside.lines();
    let first = lines.next()?.to_owned();
    let mut lines: Vec<String> = [first].into_iter().chain(lines.map(unquoted)).collect();
    // The marks may occur on lines of their own.
    while lines.len() > 1 && lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let whole = lines.join("\n");
    let (prefixed, text) = prefix(&whole);
    let scheme = scheme(text)?;
    let behind = &text[scheme.len() + 1..];
    if text.contains(|c: char| c.is_control() && !c.is_whitespace()) || is_bare(behind.trim().as_bytes()) {
        return None;
    }
    let mut lines = text.lines();
    if !prefixed {
        // Detects prose between two marks: a word in front of a colon; blanks next to the marks or,
        // in quotes, between words. In brackets a URL may contain blanks: draft 02 permits them,
        // and printers insert them.
        let blank = |line: &str| line.trim().contains(char::is_whitespace);
        let hugged = !whole.starts_with(char::is_whitespace) && !whole.trim_end_matches('\n').ends_with([' ', '\t']);
        let blanks = text.lines().any(blank) && !(brackets && behind.starts_with("//"));
        let prose = brackets && !hugged || blanks || behind.starts_with(char::is_whitespace);
        if prose || !(known(scheme.as_bytes()) || behind.starts_with("//") || brackets && behind.starts_with('/')) {
            return None;
        }
    }
    // An empty line ends a URL that is broken across lines.
    if lines.any(|line| line.trim().is_empty()) {
        return None;
    }
    let join = |hyphens: bool| -> String {
        let mut lines = text.lines().map(|line| line.split_whitespace().collect::<String>()).peekable();
        let mut url = String::new();
        while let Some(mut line) = lines.next() {
            if !hyphens && lines.peek().is_some() && line.ends_with('-') {
                line.pop();
            }
            url.push_str(&line);
        }
        url
    };
    let (url, without) = (join(true), join(false));
    let without_hyphen = (url != without).then_some(without);
    Some((url, without_hyphen))
}

/// Whether one of the grammars has a production of its own for this scheme. Otherwise it may be an
/// ordinary word in front of a colon.
pub(super) fn known(scheme: &[u8]) -> bool {
    let mut all = rfc1738::SCHEMES.iter().chain(&rfc1630::SCHEMES).chain(&["urn"]);
    all.any(|known| known.as_bytes().eq_ignore_ascii_case(scheme))
}

/// Whether the text has the prefix `URL:`, and the text after it.
pub(super) fn prefix(text: &str) -> (bool, &str) {
    let text = text.trim_start();
    let behind = behind_prefix(text, char::is_whitespace);
    (behind.is_some(), behind.unwrap_or(text))
}
