//! Extracts URLs from running text: draft 02, section 1.3; RFC 1738, Appendix; the URI draft of
//! 1997, Appendix B; RFC 2396, Appendix E; RFC 3986, Appendix C.
//!
//! URLs occur in angle brackets, with or without the prefix `URL:`, in double quotes, or between
//! white space. In angle brackets and quotes they may be broken across lines; "the whitespace
//! should be ignored when extracting". An empty line ends a URL. The marks at the beginning of a
//! quoted mail's lines are not part of it.
//!
//! Between white space, marks on both sides (`*http://a/*`) are not part of a URL, nor are
//! brackets, and a comma in front of another URL ends a URL. In [markup](Extractor::markup)
//! character references are decoded.
//!
//! Outside of `<URL: ...>` a word in front of a colon is a scheme if one of the grammars has a
//! production for it, or if `//` follows the colon. In angle brackets `/` is sufficient.
//!
//! ```
//! use uri_lineage::extract::Extractor;
//!
//! let mut found = Extractor::new(&b"See <URL:http://a/b\n c> or ftp://d/."[..]);
//! assert_eq!(found.next().unwrap()?.url, "http://a/bc");
//! assert_eq!(found.next().unwrap()?.url, "ftp://d/");
//! # Ok::<(), std::io::Error>(())
//! ```

mod join;
mod marks;
mod markup;
mod split_point;

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;

use crate::bytes::{count, first};
use crate::forgive::{in_scheme, scheme};
use crate::utf8::Utf8;
use join::{join, known, prefix};
pub use marks::LONGEST;
use marks::{HEAD, delimits, ends, is_bare, is_enclosing, is_fresh_after, is_leading, is_quotation, is_typographic};
pub use split_point::split_point;

/// A URL in running text. Text that is unchanged is borrowed from the input.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExtractedUrl<'t> {
    /// The line in which the URL begins, from 1.
    pub line: u64,
    /// The column at which the URL begins, in characters, from 1. If there is a bracket or quote,
    /// this is its column.
    pub column: u64,
    /// The text as printed, with brackets, quotes, prefix and white space. Invalid UTF-8 is
    /// replaced.
    pub raw: Cow<'t, str>,
    /// The URL alone.
    pub url: Cow<'t, str>,
    /// The URL without the hyphens at line breaks, if it has such: they "may or may not actually be
    /// part of the URL".
    pub without_hyphen: Option<String>,
}

impl ExtractedUrl<'_> {
    /// Converts to a value that owns its text.
    pub fn into_owned(self) -> ExtractedUrl<'static> {
        let Self { line, column, raw, url, without_hyphen } = self;
        let [raw, url] = [raw, url].map(|text| Cow::Owned(text.into_owned()));
        ExtractedUrl { line, column, raw, url, without_hyphen }
    }
}

/// Finds URLs in a stream. It buffers at most a few times [`LONGEST`] bytes, whatever the length of
/// the text, and reads no more of the text than is necessary to find the end of a URL.
///
/// An error ends the iteration, except for the kind [`WouldBlock`](io::ErrorKind::WouldBlock): a
/// later call continues.
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
    /// The bytes that are read at once.
    piece: Vec<u8>,
    /// The number of bytes of the buffer that were examined.
    at: usize,
    ended: bool,
    line: u64,
    column: u64,
    /// The progress in decoding the current character.
    character: Utf8,
    /// Whether a URL may begin here, because the preceding byte is not part of another word.
    fresh: bool,
    /// Whether the current word is too long to be a URL.
    overlong: bool,
    /// The number of quotation marks of mail at the beginning of this line.
    quoted: usize,
    /// Whether only such marks precede the current position in this line.
    leading: bool,
    /// The enclosing mark directly in front of the current position, and the number of times it
    /// occurs there.
    enclosing: (u8, usize),
    /// Whether a colon is directly in front of the current position.
    colon: bool,
    /// Whether the text is markup.
    markup: bool,
}

regular_bnf::debug_fields!(Extractor<R> { line, column, markup });

impl<R: Read> Extractor<R> {
    /// An extractor at the beginning of a text.
    pub fn new(read: R) -> Self {
        Self::behind(0, read)
    }

    /// An extractor for a piece of a text that was cut at a [`split_point`]; `lines` is the number
    /// of lines in front of the piece.
    ///
    /// ```
    /// use uri_lineage::extract::Extractor;
    ///
    /// let found = Extractor::behind(8, &b"\nSee http://a/"[..]).next().unwrap()?;
    /// assert_eq!((found.line, found.column), (10, 5));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn behind(lines: u64, read: R) -> Self {
        Self {
            read,
            buffer: Vec::new(),
            piece: Vec::new(),
            at: 0,
            ended: false,
            line: lines + 1,
            column: 1,
            character: Utf8::Between,
            fresh: true,
            overlong: false,
            quoted: 0,
            leading: true,
            enclosing: (0, 0),
            colon: false,
            markup: false,
        }
    }

    /// Sets whether the text is HTML or SGML. If so, character references in a URL are decoded
    /// (`&amp;`, `&tilde;`, `&#126;`), and references to marks that no URL contains end a URL
    /// between white space (`&gt;`). Lines, columns and `raw` refer to the source.
    ///
    /// ```
    /// use uri_lineage::extract::Extractor;
    ///
    /// let found = Extractor::new(&b"&lt;http://a/?b&amp;c&gt;"[..]).markup(true).next().unwrap()?;
    /// assert_eq!((&*found.url, &*found.raw), ("http://a/?b&c", "http://a/?b&amp;c"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn markup(mut self, markup: bool) -> Self {
        self.markup = markup;
        self
    }

    /// The reader.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.read
    }

    /// Reads once, as many bytes as are available.
    fn more(&mut self) -> io::Result<()> {
        if self.at > LONGEST {
            self.buffer.drain(..self.at);
            self.at = 0;
        }
        self.piece.resize(2 * LONGEST, 0);
        let read = loop {
            match self.read.read(&mut self.piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.buffer.extend_from_slice(&self.piece[..read]);
        self.ended = read == 0;
        Ok(())
    }

    /// The index, relative to the current position, of the first byte in `from..limit` for which
    /// `stop` returns true. Reads on until the answer is known.
    fn scan(&mut self, mut from: usize, limit: usize, stop: impl Fn(u8) -> bool) -> io::Result<Option<usize>> {
        loop {
            let ahead = self.ahead();
            let end = ahead.len().min(limit);
            if let Some(found) = ahead.get(from..end).and_then(|ahead| first(ahead, &stop)) {
                return Ok(Some(from + found));
            }
            if self.ended || end == limit {
                return Ok(None);
            }
            from = end.max(from);
            self.more()?;
        }
    }

    /// Advances by a number of bytes, and counts lines and characters.
    fn pass(&mut self, bytes: usize) {
        if bytes == 0 {
            return;
        }
        let passed = &self.buffer[self.at..self.at + bytes];
        let lines = count(passed, |byte| byte == b'\n');
        let mut rest = passed;
        if lines > 0 {
            let last = passed.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
            rest = &passed[last..];
            (self.line, self.column, self.character) = (self.line + lines as u64, 1, Utf8::Between);
            (self.quoted, self.leading) = (0, true);
        }
        if self.character == Utf8::Between && rest.is_ascii() {
            self.column += rest.len() as u64;
        } else {
            let begins = |byte: &&u8| begins_character(&mut self.character, **byte);
            self.column += rest.iter().filter(begins).count() as u64;
        }
        if self.leading {
            let leading = &rest[..rest.iter().take_while(|&&byte| is_leading(byte)).count()];
            self.quoted += leading.iter().filter(|&&byte| is_quotation(byte)).count();
            self.leading = leading.len() == rest.len();
        }
        let last = passed[bytes - 1];
        self.enclosing = if is_enclosing(last) {
            let run = passed.iter().rev().take_while(|&&byte| byte == last).count();
            let before = if run == bytes && self.enclosing.0 == last { self.enclosing.1 } else { 0 };
            (last, before + run)
        } else {
            (0, 0)
        };
        self.colon = last == b':';
        self.at += bytes;
    }

    /// Advances to a place where a URL may begin: a mark that may open one, or a word in front of a
    /// colon. Returns `None` if the buffer has neither; a word at its end that may still become a
    /// scheme stays in the buffer.
    fn skip(&mut self) -> Option<Begin> {
        loop {
            let ahead = self.ahead();
            let at = first(ahead, |byte| (byte == b':') | (byte == b'<') | (byte == b'"') | is_typographic(byte))
                .unwrap_or(ahead.len());
            // A word that is too long is not a scheme.
            let word = ahead[..at].iter().rev().take(HEAD).take_while(|&&byte| in_scheme(byte)).count();
            let begin = at - word;
            let fresh = begin.checked_sub(1).map_or(self.fresh, |before| is_fresh_after(ahead[before]));
            // In front of a scheme, dots, hyphens and plus signs are marks of the text.
            let marks = ahead[begin..at].iter().take_while(|byte| !byte.is_ascii_alphanumeric()).count();
            let (pass, fresh, found) = match ahead.get(at) {
                Some(b':') if fresh && word < HEAD && marks < word => {
                    (begin + marks, true, Some(Some(Begin::Word(word - marks))))
                }
                // A word that begins no URL may introduce one (`See:http://a/`).
                Some(b':') => (at + 1, true, None),
                Some(&mark) => (at, fresh, Some(Some(Begin::Mark(mark)))),
                None => (begin, fresh, Some(None)),
            };
            self.pass(pass);
            self.fresh = fresh;
            if let Some(found) = found {
                return found;
            }
        }
    }

    /// The buffered text after the current position.
    fn ahead(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    /// The next URL, borrowed from the buffer; `None` at the end. [`next`](Iterator::next) returns
    /// it with text of its own.
    ///
    /// ```
    /// use uri_lineage::extract::Extractor;
    ///
    /// let mut extractor = Extractor::new(&b"See http://a/ and <URL:http://b/>."[..]);
    /// let mut length = 0;
    /// while let Some(found) = extractor.find()? {
    ///     length += found.url.len();
    /// }
    /// assert_eq!(length, 18);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of the reader.
    pub fn find(&mut self) -> io::Result<Option<ExtractedUrl<'_>>> {
        let span = self.search();
        if span.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::WouldBlock) {
            self.ended = true;
            self.buffer.clear();
            self.at = 0;
        }
        let Some(Span { length, url }) = span? else { return Ok(None) };
        let (line, column, at) = (self.line, self.column, self.at);
        match url {
            // A word in US-ASCII.
            Inside::Part(_) => {
                (self.at, self.column, self.leading) = (at + length, column + length as u64, false);
                self.character = Utf8::Between;
            }
            Inside::Joined(..) => self.pass(length),
        }
        (self.fresh, self.enclosing, self.colon) = (true, (0, 0), false);
        let text = &self.buffer[at..at + length];
        let read = |url| if self.markup { markup::decode(url) } else { url };
        let (raw, url, without_hyphen) = match url {
            Inside::Part(part) => {
                // The text is US-ASCII, since all other bytes end it.
                let raw = str::from_utf8(text).unwrap_or_default();
                (raw.into(), read(raw.get(part).unwrap_or_default().into()), None)
            }
            Inside::Joined(url, without_hyphen) => {
                let without_hyphen = without_hyphen.map(|url| read(url.into()).into_owned());
                (String::from_utf8_lossy(text), read(url.into()), without_hyphen)
            }
        };
        Ok(Some(ExtractedUrl { line, column, raw, url, without_hyphen }))
    }

    fn search(&mut self) -> io::Result<Option<Span>> {
        loop {
            if self.overlong {
                let rest = first(self.ahead(), ends);
                self.pass(rest.unwrap_or(self.ahead().len()));
                self.overlong = rest.is_none();
            }
            let begin = if self.overlong { None } else { self.skip() };
            let Some(begin) = begin else {
                if self.ended {
                    return Ok(None);
                }
                self.more()?;
                continue;
            };
            let span = match begin {
                Begin::Mark(b'<') => self.delimited("<", ">")?,
                Begin::Mark(b'"') => self.delimited("\"", "\"")?,
                Begin::Mark(_) => self.typographic()?,
                Begin::Word(colon) => self.bare(colon)?,
            };
            if span.is_some() {
                return Ok(span);
            }
            // No URL begins in the middle of a word. Typographic marks and spaces are not US-ASCII,
            // nor are the letters of scripts without spaces.
            self.fresh = is_fresh_after(self.ahead()[0]);
            self.pass(1);
        }
    }

    /// A URL in typographic quotes.
    fn typographic(&mut self) -> io::Result<Option<Span>> {
        const PAIRS: [(&str, &str); 6] = [("“", "”"), ("„", "“"), ("„", "”"), ("«", "»"), ("‘", "’"), ("‹", "›")];
        for (open, close) in PAIRS {
            self.scan(open.len(), open.len() + 1, |_| true)?;
            if self.ahead().starts_with(open.as_bytes())
                && let Some(span) = self.delimited(open, close)?
            {
                return Ok(Some(span));
            }
        }
        Ok(None)
    }

    /// A URL between two marks.
    fn delimited(&mut self, open: &str, close: &str) -> io::Result<Option<Span>> {
        let begin = open.len();
        // Without a scheme at the beginning this is not a URL, and its end need not be searched.
        if self
            .scan(begin, begin + HEAD, |byte| (byte == b':') | delimits(byte))?
            .is_none_or(|at| delimits(self.ahead()[at]))
        {
            return Ok(None);
        }
        let (first, last) = (open.as_bytes()[open.len() - 1], close.as_bytes()[close.len() - 1]);
        // The closing mark may also occur at the beginnings of lines in a quoted mail.
        let (quoted, mut from) = (self.quoted, begin);
        // Of the last line: whether only such marks and blanks occur so far, and the number of
        // marks. The text is read up to `counted`.
        let (mut line, mut counted): (Option<(bool, usize)>, usize) = (None, begin);
        let length = loop {
            let ends = |byte| delimits(byte) | (byte == last) | (byte == first);
            let Some(at) = self.scan(from, LONGEST, ends)? else { return Ok(None) };
            // A second opening mark ends the search, so that no text is searched twice. A byte of a
            // mark may also be a byte of another character.
            let till = &self.ahead()[begin..=at];
            if !till.ends_with(close.as_bytes()) && !delimits(till[till.len() - 1]) {
                if till.ends_with(open.as_bytes()) {
                    return Ok(None);
                }
                from = at + 1;
                continue;
            }
            let mut text = &self.ahead()[counted..at];
            if let Some(newline) = text.iter().rposition(|&byte| byte == b'\n') {
                (line, text) = (Some((true, 0)), &text[newline + 1..]);
            }
            if let Some((only, marks)) = &mut line {
                *only &= text.iter().all(|&byte| is_leading(byte));
                *marks += count(text, is_quotation);
            }
            counted = at;
            match line {
                Some((true, marks)) if self.ahead()[at] == b'>' && marks < quoted => from = at + 1,
                _ => break at + 1,
            }
        };
        let inside = &self.ahead()[begin..length];
        let Some(inside) = inside.strip_suffix(close.as_bytes()) else { return Ok(None) };
        let inside = String::from_utf8_lossy(inside);
        let joined = join(&inside, quoted, open == "<");
        Ok(joined.map(|(url, without_hyphen)| Span { length, url: Inside::Joined(url, without_hyphen) }))
    }

    /// The end of a URL that white space ends: the index of that white space, or of a comma in
    /// front of another URL.
    fn bare_end(&mut self, mut from: usize) -> io::Result<Option<usize>> {
        let markup = self.markup;
        let stops = |byte| ends(byte) | (byte == b',') | (markup & (byte == b'&'));
        loop {
            let Some(at) = self.scan(from, LONGEST, stops)? else { return Ok(None) };
            let ended = match self.ahead()[at] {
                b',' => self.begins(at + 1)?,
                b'&' => {
                    let behind = self.head(at, markup::LONGEST)?;
                    str::from_utf8(behind).is_ok_and(markup::delimits)
                }
                _ => true,
            };
            if ended {
                return Ok(Some(at));
            }
            from = at + 1;
        }
    }

    /// The text at an index, up to white space, and at most `length` bytes.
    fn head(&mut self, at: usize, length: usize) -> io::Result<&[u8]> {
        let end = self.scan(at, at + length, ends)?;
        let ahead = self.ahead();
        Ok(&ahead[at..end.unwrap_or(ahead.len().min(at + length))])
    }

    /// Whether a URL begins at an index: a word in front of a colon, as at the beginning of a URL
    /// between white space.
    fn begins(&mut self, at: usize) -> io::Result<bool> {
        let head = self.head(at, 2 * HEAD)?;
        let (word, behind) = head.split_at(head.iter().take(HEAD).take_while(|&&byte| in_scheme(byte)).count());
        let begins = word.len() < HEAD && word.first().is_some_and(u8::is_ascii_alphanumeric);
        let likely = |behind: &[u8]| {
            let named = behind.starts_with(b"//") || known(word) || word.eq_ignore_ascii_case(b"url");
            named && !is_bare(behind)
        };
        Ok(begins && behind.strip_prefix(b":").is_some_and(likely))
    }

    /// A URL that white space ends, with a colon at this index.
    fn bare(&mut self, colon: usize) -> io::Result<Option<Span>> {
        // The text after the colon, as far as the decision needs it.
        let head = colon + 1 + HEAD;
        let end = self.scan(colon + 1, head, ends)?;
        let behind = end.unwrap_or(self.ahead().len().min(head));
        let (begin, behind) = (&self.ahead()[..colon], &self.ahead()[colon + 1..behind]);
        let prefixed = begin.eq_ignore_ascii_case(b"url");
        let likely = if prefixed {
            // The text is US-ASCII, since all other bytes end it.
            let behind = str::from_utf8(behind).unwrap_or_default();
            scheme(behind).is_some_and(|scheme| !is_bare(&behind.as_bytes()[scheme.len() + 1..]))
        } else {
            (behind.starts_with(b"//") || known(begin) && !self.colon) && !is_bare(behind)
        };
        if !likely {
            return Ok(None);
        }
        let end = self.bare_end(colon + 1)?;
        let Some(length) = end.or((self.ahead().len() < LONGEST).then_some(self.ahead().len())) else {
            self.overlong = true;
            return Ok(None);
        };
        let token = &self.ahead()[..length];
        // Marks at the end belong to the sentence, and so does a bracket or another mark that was
        // opened in front of the URL.
        let mut text = token;
        let pairs = [b"()", b"[]", b"{}"];
        let of = |mark: u8| count(token, |byte| byte == mark);
        let surplus = |&[open, close]: &[u8; 2]| of(close).saturating_sub(of(open));
        let mut all: Option<[usize; 3]> = None;
        let (mark, mut opened) = self.enclosing;
        let tail = |text: &'_ [u8]| text.len().saturating_sub(markup::LONGEST);
        // The text is US-ASCII, since all other bytes end it.
        let reference = |text: &[u8]| self.markup && str::from_utf8(&text[tail(text)..]).is_ok_and(markup::ends);
        while let Some((&last, before)) = text.split_last() {
            let pair = pairs.iter().position(|[_, close]| *close == last);
            match pair.map(|pair| &mut all.get_or_insert_with(|| pairs.map(surplus))[pair]) {
                Some(surplus) if *surplus > 0 => *surplus -= 1,
                None if last == mark && opened > 0 => opened -= 1,
                None if last == b';' && reference(text) => break,
                None if matches!(last, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'') => {}
                _ => break,
            }
            text = before;
        }
        let url = if !prefixed {
            Some(0..text.len()).filter(|_| text.get(colon + 1..).is_some_and(|behind| !is_bare(behind)))
        } else {
            // The text is US-ASCII, since all other bytes end it.
            let (_, url) = prefix(str::from_utf8(text).unwrap_or_default());
            let begins = scheme(url).is_some_and(|scheme| !is_bare(&url.as_bytes()[scheme.len() + 1..]));
            begins.then_some(text.len() - url.len()..text.len())
        };
        let length = text.len();
        Ok(url.map(|url| Span { length, url: Inside::Part(url) }))
    }
}

impl<R: Read> Iterator for Extractor<R> {
    type Item = io::Result<ExtractedUrl<'static>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find().map(|found| found.map(ExtractedUrl::into_owned)).transpose()
    }
}

/// Whether a byte begins a character, given the decoded bytes in front of it. Invalid UTF-8 counts
/// as one character for each replacement character.
fn begins_character(character: &mut Utf8, byte: u8) -> bool {
    let before = *character;
    *character = before.after(byte).0;
    let cut = *character == Utf8::Invalid;
    if cut {
        // The truncated sequence has been counted.
        *character = match Utf8::Between.after(byte).0 {
            Utf8::Invalid => Utf8::Between,
            begun => begun,
        };
    }
    cut || before == Utf8::Between
}

/// A place where a URL may begin.
enum Begin {
    /// A word in front of a colon, with the index of the colon.
    Word(usize),
    /// A mark that may open a URL.
    Mark(u8),
}

/// A URL that begins at the current position.
struct Span {
    /// The length in bytes, including delimiters.
    length: usize,
    url: Inside,
}

/// The URL in the span.
enum Inside {
    /// An unchanged part of the text.
    Part(Range<usize>),
    /// The URL joined from lines; and the URL without their hyphens, if lines end with hyphens.
    Joined(String, Option<String>),
}
