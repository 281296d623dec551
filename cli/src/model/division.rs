//! Where the components of a string are by its delimiters, and whether a parser's values are the
//! texts that are there.
//!
//! Parsers return what they read, not where it is. Most values are the text between two delimiters,
//! perhaps in another case or with other escapes. A division in which every value is such a text
//! explains the whole string, so that nothing is left to guess.

use std::ops::Range;

use uri_lineage::Component;

/// The spans of the components in a string, by its delimiters.
pub struct Division {
    /// In the order of [`Component::ALL`].
    pub spans: [Option<Range<usize>>; Component::ALL.len()],
    rules: Rules,
}

/// How a parser finds the delimiters.
#[derive(Clone, Copy)]
struct Rules {
    /// A backslash is a slash.
    has_backslashes: bool,
    /// How an authority begins.
    authority: AuthorityBegin,
    removed: Removed,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AuthorityBegin {
    /// After two slashes.
    TwoSlashes,
    /// After any number of slashes, or none.
    AnySlashes,
    /// There is none.
    Never,
    /// There is none, but two slashes and the letter of a drive.
    SlashesAndDrive,
}

/// Which characters a parser removes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Removed {
    Nothing,
    /// Tabs and line ends, and control characters and spaces at the beginning.
    AtBeginning,
    /// Tabs and line ends, and control characters and spaces at both ends.
    AtBothEnds,
}

/// The rules that are tried, the usual ones first.
fn all_rules() -> impl Iterator<Item = Rules> {
    use AuthorityBegin::{AnySlashes, Never, SlashesAndDrive, TwoSlashes};
    let authorities =
        [(TwoSlashes, false), (TwoSlashes, true), (AnySlashes, true), (Never, false), (SlashesAndDrive, true)];
    [Removed::Nothing, Removed::AtBothEnds, Removed::AtBeginning].into_iter().flat_map(move |removed| {
        authorities.map(|(authority, has_backslashes)| Rules { has_backslashes, authority, removed })
    })
}

impl Division {
    /// The ways to divide a string, the usual ones first. If the parser finds no scheme, none is
    /// divided off.
    pub fn all(string: &str, has_scheme: bool) -> impl Iterator<Item = Self> {
        all_rules().map(move |rules| Self::by(string, has_scheme, rules))
    }

    fn by(string: &str, has_scheme: bool, rules: Rules) -> Self {
        // The characters that count, each with its offset.
        let is_at_beginning = |c: u8| rules.removes() && c <= b' ';
        let is_at_end = |c: u8| rules.removed == Removed::AtBothEnds && c <= b' ';
        let bytes = string.as_bytes();
        let first = bytes.iter().position(|&c| !is_at_beginning(c)).unwrap_or(bytes.len());
        let last = bytes.iter().rposition(|&c| !is_at_end(c)).map_or(first, |at| first.max(at + 1));
        let kept: Vec<usize> = (first..last).filter(|&at| !rules.is_removed(bytes[at])).collect();
        let text: Vec<u8> = kept.iter().map(|&at| bytes[at]).collect();
        let [scheme, user, host, port, path, query, fragment] = divide(&text, has_scheme, rules);
        // An empty component is directly after the character before it.
        let original = |span: Range<usize>| {
            let after = |at: usize| at.checked_sub(1).map_or(0, |before| kept[before] + 1);
            if span.is_empty() { after(span.start)..after(span.start) } else { kept[span.start]..after(span.end) }
        };
        Self { spans: [scheme, user, host, port, path, query, fragment].map(|span| span.map(original)), rules }
    }
}

impl Rules {
    /// Whether tabs and line ends are removed.
    fn removes(self) -> bool {
        self.removed != Removed::Nothing
    }

    /// Whether a character is removed anywhere.
    fn is_removed(self, c: u8) -> bool {
        self.removes() && matches!(c, b'\t' | b'\n' | b'\r')
    }

    fn is_slash(self, c: u8) -> bool {
        c == b'/' || (self.has_backslashes && c == b'\\')
    }
}

/// Divides a text, in the order of [`Component::ALL`].
fn divide(text: &[u8], has_scheme: bool, rules: Rules) -> [Option<Range<usize>>; Component::ALL.len()] {
    let is_slash = |c: u8| rules.is_slash(c);
    let find = |from: usize, to: usize, test: &dyn Fn(u8) -> bool| {
        text[from..to].iter().position(|&c| test(c)).map_or(to, |at| from + at)
    };
    let mut at = 0;
    let colon = find(0, text.len(), &|c| c == b':');
    let scheme = (has_scheme && colon < text.len()).then_some(0..colon);
    if scheme.is_some() {
        at = colon + 1;
    }
    let slashes = text[at..].iter().take_while(|&&c| is_slash(c)).count();
    let authority = match rules.authority {
        AuthorityBegin::TwoSlashes if slashes >= 2 => Some(at + 2),
        AuthorityBegin::AnySlashes => Some(at + slashes),
        _ => None,
    };
    if rules.authority == AuthorityBegin::SlashesAndDrive && slashes == 2 && begins_with_drive(&text[at + 2..]) {
        at += 2;
    }
    let (mut user, mut host, mut port) = (None, None, None);
    if let Some(begin) = authority {
        let end = find(begin, text.len(), &|c| is_slash(c) || c == b'?' || c == b'#');
        let mut begin_host = begin;
        if let Some(sign) = text[begin..end].iter().rposition(|&c| c == b'@') {
            user = Some(begin..begin + sign);
            begin_host = begin + sign + 1;
        }
        let bracket = text[begin_host..end].iter().rposition(|&c| c == b']').map_or(begin_host, |at| begin_host + at);
        let colon = text[bracket..end].iter().rposition(|&c| c == b':').map(|at| bracket + at);
        host = Some(begin_host..colon.unwrap_or(end));
        port = colon.map(|colon| colon + 1..end);
        at = end;
    }
    let end_of_path = find(at, text.len(), &|c| c == b'?' || c == b'#');
    let end_of_query = find(end_of_path, text.len(), &|c| c == b'#');
    let query = (end_of_query > end_of_path).then_some(end_of_path + 1..end_of_query);
    let fragment = (end_of_query < text.len()).then_some(end_of_query + 1..text.len());
    [scheme, user, host, port, Some(at..end_of_path), query, fragment]
}

impl Division {
    /// Whether a parser's value is a text as it is written, in another case, with other escapes or
    /// slashes, with `_` for control characters, without the brackets of an address, with a slash in
    /// front of a path, or without zeros in front of a port.
    pub fn is_spelled(&self, component: Component, value: &str, text: &str) -> bool {
        let text_read: Vec<u8> = text.bytes().filter(|&c| !self.rules.is_removed(c)).collect();
        if is_spelled(value, &text_read) {
            return true;
        }
        match component {
            Component::Host => is_in_brackets(text, value),
            Component::Port => is_same_number(value, &text_read),
            Component::Path => is_spelled(value, &[b"/", text_read.as_slice()].concat()),
            _ => false,
        }
    }

    /// Whether a parser's value is a path without its segments of dots.
    pub fn is_without_dots(&self, value: &str, path: &str) -> bool {
        let path: Vec<u8> = path.bytes().filter(|&c| !self.rules.is_removed(c)).collect();
        without_dots(&path, self.rules).iter().any(|path| is_spelled(value, path))
    }
}

/// Whether a text is a number, perhaps with zeros in front.
pub fn is_same_number(number: &str, text: &[u8]) -> bool {
    let zeros = text.strip_suffix(number.as_bytes());
    !number.is_empty() && zeros.is_some_and(|zeros| zeros.iter().all(|&c| c == b'0'))
}

/// Whether a text begins with the letter of a drive and what follows it.
fn begins_with_drive(text: &[u8]) -> bool {
    matches!(text, [letter, b':' | b'|', ..] if letter.is_ascii_alphabetic())
}

/// A path with a slash in front, without its segments of dots, and without those that `..` removes;
/// also if `..` does not remove a segment in front that begins with the letter of a drive.
fn without_dots(path: &[u8], rules: Rules) -> [Vec<u8>; 2] {
    let path = if path.first().is_some_and(|&c| rules.is_slash(c)) { &path[1..] } else { path };
    let segments: Vec<&[u8]> = path.split(|&c| rules.is_slash(c)).collect();
    [false, true].map(|keeps_drive| {
        let mut kept: Vec<&[u8]> = Vec::new();
        for (at, segment) in segments.iter().enumerate() {
            match count_dots(segment) {
                0 => kept.push(segment),
                1 => {}
                _ if keeps_drive && matches!(kept[..], [first] if begins_with_drive(first)) => {}
                _ => _ = kept.pop(),
            }
            if at + 1 == segments.len() && count_dots(segment) > 0 {
                kept.push(b"");
            }
        }
        kept.iter().flat_map(|segment| [b"/", *segment].concat()).collect()
    })
}

/// The number of dots of a segment that has nothing else, perhaps in escapes, and at most two;
/// otherwise 0.
pub fn count_dots(segment: &[u8]) -> usize {
    let segment = segment.to_ascii_lowercase();
    let mut dots = 0;
    let mut rest = segment.as_slice();
    while let [b'.', after @ ..] | [b'%', b'2', b'e', after @ ..] = rest {
        (dots, rest) = (dots + 1, after);
    }
    if rest.is_empty() && dots <= 2 { dots } else { 0 }
}

fn is_spelled(value: &str, text: &[u8]) -> bool {
    let (mut value, mut text) = (value.as_bytes(), text);
    // A path that is not written is the root.
    if value == b"/" && text.is_empty() {
        return true;
    }
    loop {
        match (value, text) {
            ([], []) => return true,
            ([v, rest @ ..], [t, other @ ..]) if is_same(*v, *t) => (value, text) = (rest, other),
            ([b'%', high, low, rest @ ..], [t, other @ ..]) if is_escaped(*high, *low, *t) => {
                (value, text) = (rest, other)
            }
            ([v, rest @ ..], [b'%', high, low, other @ ..]) if is_escaped(*high, *low, *v) => {
                (value, text) = (rest, other)
            }
            _ => return false,
        }
    }
}

/// Whether a text is a value in brackets.
pub fn is_in_brackets(text: &str, value: &str) -> bool {
    text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) == Some(value)
}

fn is_same(left: u8, right: u8) -> bool {
    left.eq_ignore_ascii_case(&right)
        || matches!((left, right), (b'/', b'\\') | (b':', b'|'))
        || (left == b'_' && right.is_ascii_control())
}

fn is_escaped(high: u8, low: u8, c: u8) -> bool {
    let digit = |c: u8| char::from(c).to_digit(16);
    digit(high)
        .zip(digit(low))
        .is_some_and(|(high, low)| u8::try_from(16 * high + low).is_ok_and(|escaped| escaped.eq_ignore_ascii_case(&c)))
}
