//! Extracts URLs from running text: draft 02, section 1.3; RFC 1738, Appendix; the URI draft of
//! 1997, Appendix B; RFC 2396, Appendix E; RFC 3986, Appendix C.
//!
//! URLs occur in angle brackets, with or without the prefix `URL:`, in double quotes, or between
//! white space. In angle brackets and quotes they may be broken across lines; "the whitespace
//! should be ignored when extracting". An empty line ends a URL. The marks at the beginning of a
//! quoted mail's lines are not part of it.
//!
//! Between white space, marks on both sides (`*http://a/*`) are not part of a URL, nor are
//! brackets, and a comma in front of another URL ends a URL. Beyond US-ASCII, punctuation and
//! controls end a URL; other characters are part of it, since they may be part of its host. In
//! [markup](Extractor::markup) character references are decoded.
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

mod brackets;
mod join;
mod marks;
mod markup;
mod split_point;

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;

use crate::base::bytes::{count, first};
use crate::base::scheme::in_scheme;
use crate::base::utf8::{Utf8, length_of};
use brackets::Brackets;
use join::{is_known_scheme, join, join_value};
pub use marks::LONGEST;
use marks::{BRACKETS, HEAD, delimits, ends, first_character, is_bare, is_bracket, is_enclosing, may_start_after};
use marks::{is_leading, is_quotation, is_typographic, separates};
pub use split_point::split_point;

/// A URL in running text. Text that is unchanged is borrowed from the input.
///
/// ```
/// use uri_lineage::extract::Extractor;
///
/// let text = "See <http://ds.internic.net/instructions/over-\n view.html>.";
/// let found = Extractor::new(text.as_bytes()).next().unwrap()?;
/// assert_eq!((found.line, found.column), (1, 5));
/// assert_eq!(found.url, "http://ds.internic.net/instructions/over-view.html");
/// assert_eq!(found.without_hyphen.unwrap(), "http://ds.internic.net/instructions/overview.html");
/// # Ok::<(), std::io::Error>(())
/// ```
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
    reader: R,
    buffer: Vec<u8>,
    /// The bytes that are read at once.
    piece: Vec<u8>,
    /// The current position: the number of bytes of the buffer that were examined.
    position: usize,
    ended: bool,
    line: u64,
    column: u64,
    /// The progress in decoding the current character.
    character: Utf8,
    /// Whether a URL may begin here, because the preceding byte is not part of another word.
    may_start: bool,
    /// Whether the current word is too long to be a URL.
    overlong: bool,
    /// The number of quotation marks of mail at the beginning of this line.
    quotation_marks: usize,
    /// Whether only such marks precede the current position in this line.
    leading: bool,
    /// The enclosing mark directly in front of the current position, if any.
    enclosing: EnclosingMark,
    /// Whether a colon is directly in front of the current position.
    after_colon: bool,
    /// Whether the text is markup.
    markup: bool,
}

regular_bnf::debug_fields!(Extractor<R> { line, column, markup });

impl<R: Read> Extractor<R> {
    /// An extractor at the beginning of a text.
    pub fn new(reader: R) -> Self {
        Self::after_lines(0, reader)
    }

    /// An extractor for a piece of a text that was cut at a [`split_point`]; `lines` is the number
    /// of lines in front of the piece.
    ///
    /// ```
    /// use uri_lineage::extract::Extractor;
    ///
    /// let found = Extractor::after_lines(8, &b"\nSee http://a/"[..]).next().unwrap()?;
    /// assert_eq!((found.line, found.column), (10, 5));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn after_lines(lines: u64, reader: R) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            piece: Vec::new(),
            position: 0,
            ended: false,
            line: lines + 1,
            column: 1,
            character: Utf8::Between,
            may_start: true,
            overlong: false,
            quotation_marks: 0,
            leading: true,
            enclosing: EnclosingMark::default(),
            after_colon: false,
            markup: false,
        }
    }

    /// Sets whether the text is HTML or SGML. If so, character references in a URL are decoded
    /// (`&amp;`, `&tilde;`, `&#126;`), and references to marks that no URL contains end a URL
    /// between white space (`&gt;`). The quoted value of an attribute for URLs, such as `href`, is a
    /// URL as a whole, including blanks. Lines, columns and `raw` refer to the source.
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
        &mut self.reader
    }

    /// Reads once, as many bytes as are available.
    fn read_more(&mut self) -> io::Result<()> {
        if self.position > LONGEST {
            // What is in front of a URL decides on its end.
            self.buffer.drain(..self.position - HEAD);
            self.position = HEAD;
        }
        self.piece.resize(2 * LONGEST, 0);
        let read = loop {
            match self.reader.read(&mut self.piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.buffer.extend_from_slice(&self.piece[..read]);
        self.ended = read == 0;
        Ok(())
    }

    /// The index, relative to the current position, of the first byte in `from..limit` for which
    /// `stop` returns true. Reads until it has found the byte, or reached the limit or the end.
    fn scan(&mut self, mut from: usize, limit: usize, stop: impl Fn(u8) -> bool) -> io::Result<Option<usize>> {
        loop {
            let ahead = self.ahead();
            let end = ahead.len().min(limit);
            if let Some(index) = ahead.get(from..end).and_then(|ahead| first(ahead, &stop)) {
                return Ok(Some(from + index));
            }
            if self.ended || end == limit {
                return Ok(None);
            }
            from = end.max(from);
            self.read_more()?;
        }
    }

    /// Advances by a number of bytes, and counts lines and characters.
    fn advance(&mut self, bytes: usize) {
        if bytes == 0 {
            return;
        }
        let passed = &self.buffer[self.position..self.position + bytes];
        let lines = count(passed, |byte| byte == b'\n');
        let mut last_line = passed;
        if lines > 0 {
            let start = passed.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
            last_line = &passed[start..];
            (self.line, self.column, self.character) = (self.line + lines as u64, 1, Utf8::Between);
            (self.quotation_marks, self.leading) = (0, true);
        }
        if self.character == Utf8::Between && last_line.is_ascii() {
            self.column += last_line.len() as u64;
        } else {
            let characters = last_line.iter().filter(|byte| begins_character(&mut self.character, **byte));
            self.column += characters.count() as u64;
        }
        if self.leading {
            let leading = &last_line[..last_line.iter().take_while(|&&byte| is_leading(byte)).count()];
            self.quotation_marks += leading.iter().filter(|&&byte| is_quotation(byte)).count();
            self.leading = leading.len() == last_line.len();
        }
        let last = passed[bytes - 1];
        self.enclosing = if is_enclosing(last) {
            let run = passed.iter().rev().take_while(|&&byte| byte == last).count();
            let before = if run == bytes && self.enclosing.mark == last { self.enclosing.count } else { 0 };
            EnclosingMark { mark: last, count: before + run }
        } else {
            EnclosingMark::default()
        };
        self.after_colon = last == b':';
        self.position += bytes;
    }

    /// Advances to a place where a URL may begin: a mark that may open one, or a word in front of a
    /// colon. Returns `None` if the buffer has neither; a word at its end that may still become a
    /// scheme stays in the buffer.
    fn find_start(&mut self) -> Option<UrlStart> {
        loop {
            let ahead = self.ahead();
            let markup = self.markup;
            let end = first(ahead, |byte| {
                (byte == b':') | (byte == b'<') | (byte == b'"') | is_typographic(byte) | (markup & (byte == b'\''))
            })
            .unwrap_or(ahead.len());
            // A word that is too long is not a scheme.
            let word = ahead[..end].iter().rev().take(HEAD).take_while(|&&byte| in_scheme(byte)).count();
            let start = end - word;
            let may_start = start.checked_sub(1).map_or(self.may_start, |before| may_start_after(ahead[before]));
            // In front of a scheme, dots, hyphens and plus signs are marks of the text.
            let marks = ahead[start..end].iter().take_while(|byte| !byte.is_ascii_alphanumeric()).count();
            match ahead.get(end).copied() {
                Some(b':') if may_start && word < HEAD && marks < word => {
                    self.advance(start + marks);
                    self.may_start = true;
                    return Some(UrlStart::Word(word - marks));
                }
                // A word that begins no URL may introduce one (`See:http://a/`).
                Some(b':') => {
                    self.advance(end + 1);
                    self.may_start = true;
                }
                Some(mark) => {
                    self.advance(end);
                    self.may_start = may_start;
                    return Some(UrlStart::Mark(mark));
                }
                None => {
                    self.advance(start);
                    self.may_start = may_start;
                    return None;
                }
            }
        }
    }

    /// The buffered text after the current position.
    fn ahead(&self) -> &[u8] {
        &self.buffer[self.position..]
    }

    /// The text of the line directly in front of the current position, at most [`HEAD`] bytes.
    fn line_before(&self) -> &[u8] {
        let before = &self.buffer[self.position.saturating_sub(HEAD)..self.position];
        &before[before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)..]
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
            self.position = 0;
        }
        let Some(UrlSpan { length, url }) = span? else { return Ok(None) };
        let (line, column, start) = (self.line, self.column, self.position);
        match url {
            // A word in US-ASCII.
            SpanContent::Part(_) if self.ahead()[..length].is_ascii() => {
                (self.position, self.column, self.leading) = (start + length, column + length as u64, false);
                self.character = Utf8::Between;
            }
            SpanContent::Part(_) | SpanContent::Joined(..) | SpanContent::Value(_) => self.advance(length),
        }
        (self.may_start, self.enclosing, self.after_colon) = (true, EnclosingMark::default(), false);
        let text = &self.buffer[start..start + length];
        let (raw, url, without_hyphen) = match url {
            SpanContent::Part(part) => {
                (String::from_utf8_lossy(text), self.decoded(String::from_utf8_lossy(&text[part])), None)
            }
            SpanContent::Value(value) => (String::from_utf8_lossy(text), markup::decode_value(value.into()), None),
            SpanContent::Joined(url, without_hyphen) => {
                let without_hyphen = without_hyphen.map(|url| self.decoded(url.into()).into_owned());
                (String::from_utf8_lossy(text), self.decoded(url.into()), without_hyphen)
            }
        };
        Ok(Some(ExtractedUrl { line, column, raw, url, without_hyphen }))
    }

    /// A URL with its character references decoded, if the text is markup.
    fn decoded<'t>(&self, url: Cow<'t, str>) -> Cow<'t, str> {
        if self.markup { markup::decode(url) } else { url }
    }

    fn search(&mut self) -> io::Result<Option<UrlSpan>> {
        loop {
            if self.overlong {
                // Only US-ASCII ends such a word: its remainder is not examined again.
                let end = first(self.ahead(), |byte| ends(byte) & byte.is_ascii());
                self.advance(end.unwrap_or(self.ahead().len()));
                self.overlong = end.is_none();
            }
            let url_start = if self.overlong { None } else { self.find_start() };
            let Some(url_start) = url_start else {
                if self.ended {
                    return Ok(None);
                }
                self.read_more()?;
                continue;
            };
            let span = match url_start {
                UrlStart::Mark(b'<') => self.delimited_url("<", ">")?,
                UrlStart::Mark(quote @ (b'"' | b'\'')) => self.quoted_url(quote)?,
                UrlStart::Mark(_) => self.typographic_url()?,
                UrlStart::Word(colon) => self.bare_url(colon)?,
            };
            if span.is_some() {
                return Ok(span);
            }
            // No URL begins in the middle of a word. Typographic marks and spaces are not US-ASCII,
            // nor are the letters of scripts without spaces.
            self.may_start = may_start_after(self.ahead()[0]);
            self.advance(1);
        }
    }

    /// A URL in typewriter quotes: the value of an attribute, or a URL that double quotes enclose.
    fn quoted_url(&mut self, quote: u8) -> io::Result<Option<UrlSpan>> {
        if self.markup
            && markup::precedes_value(self.line_before())
            && let Some(value) = self.attribute_url(quote)?
        {
            return Ok(Some(value));
        }
        // A single quote encloses a URL as other marks do, which `bare_url` removes.
        if quote == b'"' { self.delimited_url("\"", "\"") } else { Ok(None) }
    }

    /// The value of an attribute whose values are URLs, if it is a URL with a scheme.
    fn attribute_url(&mut self, quote: u8) -> io::Result<Option<UrlSpan>> {
        // Without its second quote the value would contain the next tag.
        let ends_value = |byte| (byte == quote) | (byte == b'<');
        let head = self.scan(1, 1 + HEAD, |byte| (byte == b':') | ends_value(byte))?;
        if head.is_none_or(|index| self.ahead()[index] != b':') {
            return Ok(None);
        }
        let end = self.scan(1, LONGEST, ends_value)?;
        let Some(end) = end.filter(|&end| self.ahead()[end] == quote) else { return Ok(None) };
        let url = join_value(&String::from_utf8_lossy(&self.ahead()[1..end]));
        Ok(url.map(|url| UrlSpan { length: end + 1, url: SpanContent::Value(url) }))
    }

    /// A URL in typographic quotes.
    fn typographic_url(&mut self) -> io::Result<Option<UrlSpan>> {
        const PAIRS: [(&str, &str); 6] = [("“", "”"), ("„", "“"), ("„", "”"), ("«", "»"), ("‘", "’"), ("‹", "›")];
        for (open, close) in PAIRS {
            self.scan(open.len(), open.len() + 1, |_| true)?;
            if self.ahead().starts_with(open.as_bytes())
                && let Some(span) = self.delimited_url(open, close)?
            {
                return Ok(Some(span));
            }
        }
        Ok(None)
    }

    /// A URL between two marks.
    fn delimited_url(&mut self, open: &str, close: &str) -> io::Result<Option<UrlSpan>> {
        let start = open.len();
        // Without a scheme at the beginning this is not a URL, and its end need not be searched.
        if self
            .scan(start, start + HEAD, |byte| (byte == b':') | delimits(byte))?
            .is_none_or(|index| delimits(self.ahead()[index]))
        {
            return Ok(None);
        }
        let (first, last) = (open.as_bytes()[open.len() - 1], close.as_bytes()[close.len() - 1]);
        // The closing mark may also occur at the beginnings of lines in a quoted mail.
        let (quoted, mut from) = (self.quotation_marks, start);
        // The text up to `counted` is part of `line_start`.
        let (mut line_start, mut counted) = (LineStart::FirstLine, start);
        let length = loop {
            let end = self.scan(from, LONGEST, |byte| delimits(byte) | (byte == last) | (byte == first))?;
            let Some(end) = end else { return Ok(None) };
            // A second opening mark ends the search, so that no text is searched twice. A byte of a
            // mark may also be a byte of another character.
            let scanned = &self.ahead()[start..=end];
            if !scanned.ends_with(close.as_bytes()) && !delimits(scanned[scanned.len() - 1]) {
                if scanned.ends_with(open.as_bytes()) {
                    return Ok(None);
                }
                from = end + 1;
                continue;
            }
            line_start = line_start.after(&self.ahead()[counted..end]);
            counted = end;
            match line_start {
                LineStart::Leading { marks } if self.ahead()[end] == b'>' && marks < quoted => from = end + 1,
                _ => break end + 1,
            }
        };
        let inside = &self.ahead()[start..length];
        let Some(inside) = inside.strip_suffix(close.as_bytes()) else { return Ok(None) };
        let inside = String::from_utf8_lossy(inside);
        let joined = join(&inside, quoted, open == "<");
        Ok(joined.map(|(url, without_hyphen)| UrlSpan { length, url: SpanContent::Joined(url, without_hyphen) }))
    }

    /// The index in `from..limit` of the first character that ends a URL between white space, or of
    /// the first byte for which `stop` returns true. Reads until it has found one, or reached the
    /// limit or the end.
    fn word_end(&mut self, mut from: usize, limit: usize, stop: impl Fn(u8) -> bool) -> io::Result<Option<usize>> {
        loop {
            let Some(index) = self.scan(from, limit, |byte| ends(byte) | stop(byte))? else { return Ok(None) };
            let byte = self.ahead()[index];
            if byte.is_ascii() {
                return Ok(Some(index));
            }
            // Reads until the whole character is in the buffer.
            self.scan(index + 1, index + length_of(byte), |byte| byte.is_ascii())?;
            match first_character(&self.ahead()[index..]) {
                Some((character, length)) if !separates(character) => from = index + length,
                _ => return Ok(Some(index)),
            }
        }
    }

    /// The end of a URL that white space ends: the index of that white space, of a comma in front
    /// of another URL, or of the bracket that closes the text in which the URL occurs.
    fn bare_end(&mut self, mut from: usize) -> io::Result<Option<usize>> {
        let markup = self.markup;
        let mut brackets = Brackets::after(self.line_before());
        loop {
            let end =
                self.word_end(from, LONGEST, |byte| (byte == b',') | (markup & (byte == b'&')) | is_bracket(byte))?;
            let Some(end) = end else { return Ok(None) };
            let ends_url = match self.ahead()[end] {
                b',' => self.begins_url(end + 1)?,
                b'&' => {
                    let reference = self.text_at(end, markup::LONGEST)?;
                    markup::delimits(reference)
                }
                byte if is_bracket(byte) => brackets.closes_enclosing(byte),
                _ => true,
            };
            if ends_url {
                return Ok(Some(end));
            }
            from = end + 1;
        }
    }

    /// The text at an index, up to the end of a word, and at most `length` bytes.
    fn text_at(&mut self, start: usize, length: usize) -> io::Result<&[u8]> {
        let end = self.word_end(start, start + length, |_| false)?;
        let ahead = self.ahead();
        Ok(&ahead[start..end.unwrap_or(ahead.len().min(start + length))])
    }

    /// Whether a URL begins at an index: a word in front of a colon, as at the beginning of a URL
    /// between white space.
    fn begins_url(&mut self, start: usize) -> io::Result<bool> {
        let head = self.text_at(start, 2 * HEAD)?;
        let (word, after_word) = head.split_at(head.iter().take(HEAD).take_while(|&&byte| in_scheme(byte)).count());
        if word.len() >= HEAD || !word.first().is_some_and(u8::is_ascii_alphanumeric) {
            return Ok(false);
        }
        let Some(after_colon) = after_word.strip_prefix(b":") else { return Ok(false) };
        let may_be_scheme =
            after_colon.starts_with(b"//") || is_known_scheme(word) || word.eq_ignore_ascii_case(b"url");
        Ok(may_be_scheme && !is_bare(after_colon))
    }

    /// Whether a word with a colon at this index is the scheme or the prefix of a URL.
    fn introduces_url(&mut self, colon: usize) -> io::Result<bool> {
        let length = self.text_at(colon + 1, HEAD)?.len();
        let (word, after_word) = self.ahead().split_at(colon);
        let after_colon = &after_word[1..=length];
        Ok(if word.eq_ignore_ascii_case(b"url") {
            continues_after_scheme(after_colon)
        } else {
            (after_colon.starts_with(b"//") || is_known_scheme(word) && !self.after_colon) && !is_bare(after_colon)
        })
    }

    /// A URL that white space ends, with a colon at this index.
    fn bare_url(&mut self, colon: usize) -> io::Result<Option<UrlSpan>> {
        if !self.introduces_url(colon)? {
            return Ok(None);
        }
        let end = self.bare_end(colon + 1)?;
        let Some(length) = end.or((self.ahead().len() < LONGEST).then_some(self.ahead().len())) else {
            self.overlong = true;
            return Ok(None);
        };
        let has_prefix = self.ahead()[..colon].eq_ignore_ascii_case(b"url");
        let text = self.without_last_marks(&self.ahead()[..length]);
        let (is_url, start) = if has_prefix {
            (text.get(colon + 1..).is_some_and(continues_after_scheme), colon + 1)
        } else {
            (text.get(colon + 1..).is_some_and(|after_colon| !is_bare(after_colon)), 0)
        };
        Ok(is_url.then_some(UrlSpan { length: text.len(), url: SpanContent::Part(start..text.len()) }))
    }

    /// A URL that white space ends, without the marks at its end. They belong to the sentence, and
    /// so does a bracket or another mark that was opened in front of the URL.
    fn without_last_marks<'t>(&self, token: &'t [u8]) -> &'t [u8] {
        let mut text = token;
        let mut surpluses: Option<[usize; 3]> = None;
        let EnclosingMark { mark, count: mut opened } = self.enclosing;
        while let Some((&last, before)) = text.split_last() {
            if let Some(pair) = BRACKETS.iter().position(|[_, close]| *close == last) {
                let surplus =
                    &mut surpluses.get_or_insert_with(|| BRACKETS.map(|pair| surplus_closing(token, &pair)))[pair];
                if *surplus == 0 {
                    break;
                }
                *surplus -= 1;
            } else if last == mark && opened > 0 {
                opened -= 1;
            } else if last == b';' && self.ends_with_reference(text)
                || !matches!(last, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'')
            {
                break;
            }
            text = before;
        }
        text
    }

    /// Whether a text of markup ends with a character reference.
    fn ends_with_reference(&self, text: &[u8]) -> bool {
        let tail = &text[text.len().saturating_sub(markup::LONGEST)..];
        self.markup && markup::ends(tail)
    }
}

/// Whether a text begins with a scheme and continues with more than slashes.
fn continues_after_scheme(text: &[u8]) -> bool {
    let scheme = text.iter().take_while(|&&byte| in_scheme(byte)).count();
    scheme > 0 && text[scheme..].strip_prefix(b":").is_some_and(|after_colon| !is_bare(after_colon))
}

/// The number by which the closing brackets in a text exceed the opening ones; 0 if they do not.
fn surplus_closing(text: &[u8], &[open, close]: &[u8; 2]) -> usize {
    count(text, |byte| byte == close).saturating_sub(count(text, |byte| byte == open))
}

/// The beginning of the current line of a text between two marks.
#[derive(Clone, Copy)]
enum LineStart {
    /// The line is the first, in which the text begins.
    FirstLine,
    /// The line has only blanks and quotation marks so far.
    Leading { marks: usize },
    /// The line has other text.
    Text,
}

impl LineStart {
    /// The beginning of the last line of a further text.
    fn after(self, text: &[u8]) -> Self {
        let (start, line) = match text.iter().rposition(|&byte| byte == b'\n') {
            Some(newline) => (Self::Leading { marks: 0 }, &text[newline + 1..]),
            None => (self, text),
        };
        match start {
            Self::Leading { marks } if line.iter().all(|&byte| is_leading(byte)) => {
                Self::Leading { marks: marks + count(line, is_quotation) }
            }
            Self::Leading { .. } => Self::Text,
            Self::FirstLine | Self::Text => start,
        }
    }
}

impl<R: Read> Iterator for Extractor<R> {
    type Item = io::Result<ExtractedUrl<'static>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find().map(|url| url.map(ExtractedUrl::into_owned)).transpose()
    }
}

/// Whether a byte begins a character, given the decoded bytes in front of it. Invalid UTF-8 counts
/// as one character for each replacement character.
fn begins_character(character: &mut Utf8, byte: u8) -> bool {
    let before = *character;
    *character = before.after(byte).0;
    let is_truncated = *character == Utf8::Invalid;
    if is_truncated {
        // The truncated sequence has been counted.
        *character = match Utf8::Between.after(byte).0 {
            Utf8::Invalid => Utf8::Between,
            state => state,
        };
    }
    is_truncated || before == Utf8::Between
}

/// A mark that encloses a URL on both sides (`*http://a/*`), and how often it occurs there.
#[derive(Clone, Copy, Default)]
struct EnclosingMark {
    mark: u8,
    count: usize,
}

/// A place where a URL may begin.
enum UrlStart {
    /// A word in front of a colon, with the index of the colon.
    Word(usize),
    /// A mark that may open a URL.
    Mark(u8),
}

/// A URL that begins at the current position.
struct UrlSpan {
    /// The length in bytes, including delimiters.
    length: usize,
    url: SpanContent,
}

/// The URL in the span.
enum SpanContent {
    /// An unchanged part of the text.
    Part(Range<usize>),
    /// The value of an attribute.
    Value(String),
    /// The URL joined from lines; and the URL without their hyphens, if lines end with hyphens.
    Joined(String, Option<String>),
}
