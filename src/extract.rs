//! URLs in running text: draft 02, section 1.3; RFC 1738, Appendix; the URI draft of 1997, Appendix B.
//!
//! They stand in angle brackets, with or without the prefix `URL:`, in double quotes, or between white space. In angle
//! brackets and quotes they may be broken across lines; "the whitespace should be ignored when extracting".

use std::io::{self, Read};

use crate::forgive::{behind_prefix, scheme};
use crate::grammar::Grammar;

/// The longest text, in bytes, that is looked at as one URL. What is longer is passed over.
pub const LONGEST: usize = 1 << 16;

/// A URL in running text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Found {
    /// The line in which it begins, from 1.
    pub line: u64,
    /// The character of that line at which it begins, from 1; at the bracket or quote, if there is one.
    pub column: u64,
    /// As it stands in the text, with brackets, quotes, prefix and white space. What is not UTF-8 is replaced.
    pub raw: String,
    /// The URL alone.
    pub url: String,
    /// The URL without the hyphens at which lines were broken: they "may or may not actually be part of the URL".
    pub without_hyphen: Option<String>,
}

/// Finds URLs while it reads. It holds no more than a few times [`LONGEST`] bytes, whatever the length of the text.
///
/// ```
/// use uri_lineage::extract::Extractor;
///
/// let text = "I found it under <URL:ftp://info.cern.ch/pub/www/doc;\n     type=d>.";
/// let found = Extractor::new(text.as_bytes()).next().unwrap()?;
/// assert_eq!(found.url, "ftp://info.cern.ch/pub/www/doc;type=d");
/// assert_eq!((found.line, found.column), (1, 18));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Extractor<R> {
    read: R,
    buffer: Vec<u8>,
    /// How much of the buffer has been looked at.
    at: usize,
    ended: bool,
    line: u64,
    column: u64,
    /// Whether a URL may begin here: what is before it ends nothing else.
    fresh: bool,
}

impl<R: Read> Extractor<R> {
    /// Before the first byte.
    pub fn new(read: R) -> Self {
        Self { read, buffer: Vec::new(), at: 0, ended: false, line: 1, column: 1, fresh: true }
    }

    /// Reads until there is as much before us as one URL can be long, or to the end.
    fn fill(&mut self) -> io::Result<()> {
        if self.ended || self.buffer.len() - self.at > LONGEST {
            return Ok(());
        }
        self.buffer.drain(..self.at);
        self.at = 0;
        while !self.ended && self.buffer.len() <= LONGEST {
            let filled = self.buffer.len();
            self.buffer.resize(filled + 2 * LONGEST, 0);
            let read = match self.read.read(&mut self.buffer[filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(filled),
                Ok(read) => {
                    self.ended = read == 0;
                    Ok(filled + read)
                }
                Err(error) => Err(error),
            };
            self.buffer.truncate(*read.as_ref().unwrap_or(&filled));
            read?;
        }
        Ok(())
    }

    /// Goes on by so many bytes, and counts lines and characters.
    fn pass(&mut self, bytes: usize) {
        for &byte in &self.buffer[self.at..self.at + bytes] {
            match byte {
                b'\n' => (self.line, self.column) = (self.line + 1, 1),
                // Not the first byte of a character.
                0x80..=0xBF => {}
                _ => self.column += 1,
            }
        }
        self.at += bytes;
    }

    /// What stands before us, as far as one URL can be long.
    fn ahead(&self) -> &[u8] {
        let ahead = &self.buffer[self.at..];
        &ahead[..ahead.len().min(LONGEST)]
    }

    fn found(&mut self, span: Span) -> Found {
        let raw = String::from_utf8_lossy(&self.ahead()[..span.length]).into_owned();
        let found =
            Found { line: self.line, column: self.column, raw, url: span.url, without_hyphen: span.without_hyphen };
        self.pass(span.length);
        self.fresh = true;
        found
    }
}

impl<R: Read> Iterator for Extractor<R> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Err(error) = self.fill() {
                self.ended = true;
                self.buffer.clear();
                self.at = 0;
                return Some(Err(error));
            }
            let &first = self.ahead().first()?;
            let span = match first {
                b'<' => delimited(self.ahead(), b'>'),
                b'"' => delimited(self.ahead(), b'"'),
                _ if self.fresh && first.is_ascii_alphanumeric() => bare(self.ahead()),
                _ => None,
            };
            match span {
                Some(span) => return Some(Ok(self.found(span))),
                None if first.is_ascii_alphanumeric() => {
                    // No URL begins in the middle of a word.
                    let word = self.ahead().iter().position(|byte| !byte.is_ascii_alphanumeric());
                    self.pass(word.unwrap_or(self.ahead().len()));
                    self.fresh = false;
                }
                None => {
                    self.fresh = !matches!(first, b'+' | b'-' | b'.' | b'/' | b'@' | b'%' | b'~' | b':' | 0x80..);
                    self.pass(1);
                }
            }
        }
    }
}

/// A URL that begins where we are.
struct Span {
    /// How many bytes belong to it, delimiters and all.
    length: usize,
    url: String,
    without_hyphen: Option<String>,
}

/// One in angle brackets or double quotes.
fn delimited(ahead: &[u8], close: u8) -> Option<Span> {
    // A scheme comes first, or this is no URL, and need not be searched for its end.
    let head = &ahead[1..ahead.len().min(64)];
    let head: String = head.iter().filter(|byte| !byte.is_ascii_whitespace()).map(|&byte| char::from(byte)).collect();
    let (_, head_url) = prefix(&head);
    let colon = scheme(head_url)?.len();
    if head_url[colon + 1..].is_empty() || head_url[colon + 1..].starts_with(['"', '>']) {
        return None;
    }
    let inside = &ahead[1..];
    let length = inside.iter().position(|byte| matches!(byte, b'<' | b'>' | b'"'))?;
    let inside = (inside[length] == close).then(|| String::from_utf8_lossy(&inside[..length]))?;
    let (prefixed, text) = prefix(inside.trim());
    if text.contains(|c: char| c.is_control() && !c.is_whitespace()) {
        return None;
    }
    // A space behind the colon of a word makes no URL of the words that follow.
    if !prefixed && text.find(':').is_some_and(|colon| text[colon + 1..].starts_with(char::is_whitespace)) {
        return None;
    }
    // In quotes, only white space around a line's end is none of the URL; text with other spaces is a quotation.
    if close == b'"' && text.lines().any(|line| line.trim().contains(char::is_whitespace)) {
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
    Some(Span { length: length + 2, url, without_hyphen })
}

/// One that white space ends.
fn bare(ahead: &[u8]) -> Option<Span> {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control() || matches!(byte, b'<' | b'>' | b'"');
    let colon = ahead.iter().take(64).position(|&byte| byte == b':' || ends(&byte)).filter(|&at| ahead[at] == b':')?;
    let begin = String::from_utf8_lossy(&ahead[..colon]).into_owned() + ":";
    let is_prefix = begin.eq_ignore_ascii_case("url:");
    if !is_prefix && !known(&begin) && !ahead[colon + 1..].starts_with(b"//") {
        return None;
    }
    let length = ahead.iter().position(ends).unwrap_or(ahead.len());
    if length == LONGEST {
        return None;
    }
    let token = String::from_utf8_lossy(&ahead[..length]);
    // Marks at the end belong to the sentence, and so does a bracket that was opened before the URL.
    let mut text = token.as_ref();
    let pairs = [('(', ')'), ('[', ']'), ('{', '}')];
    let mut surplus = pairs.map(|(open, close)| text.matches(close).count().saturating_sub(text.matches(open).count()));
    while let Some(last) = text.chars().last() {
        match pairs.iter().position(|&(_, close)| close == last) {
            Some(pair) if surplus[pair] > 0 => surplus[pair] -= 1,
            None if matches!(last, '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '\u{FFFD}') => {}
            _ => break,
        }
        text = &text[..text.len() - last.len_utf8()];
    }
    let (_, url) = prefix(text);
    let begins = scheme(url).is_some_and(|scheme| url.len() > scheme.len() + 1);
    (begins && text.is_ascii()).then(|| Span { length: text.len(), url: url.to_owned(), without_hyphen: None })
}

/// Whether this is a scheme with its colon for which one of the grammars has a production of its own; else it may as well
/// be a word before a colon.
fn known(begin: &str) -> bool {
    let scheme = begin.trim_end_matches(':').to_ascii_lowercase();
    let production = |grammar: &Grammar| {
        let mut names = grammar.alternatives().iter();
        names.any(|name| name.strip_suffix("url").or_else(|| name.strip_suffix("address")) == Some(&scheme))
    };
    scheme == "urn" || Grammar::ALL.iter().any(production)
}

/// Whether there is a prefix `URL:`, and what stands behind it.
fn prefix(text: &str) -> (bool, &str) {
    let behind = behind_prefix(text, char::is_whitespace);
    (behind.is_some(), behind.unwrap_or(text))
}
