//! Section 4.4, "URL parsing": the states of the basic URL parser, without an encoding and a state
//! override.
//!
//! A state is a function here, which begins at the position in the input where the standard enters
//! the state. Where the standard reads one code point after another into a buffer, the function
//! takes the text up to the delimiter that ends the state.

use percent_encoding::{CONTROLS, utf8_percent_encode};

use super::error::{ErrorSink, UrlError, ValidationError};
use super::host::{HostParser, invalid_units};
use super::input::{ErrorReporter, Input};
use super::percent::{FRAGMENT, PATH, QUERY, SPECIAL_QUERY, USERINFO};
use super::record::Url;
use super::scheme::SchemeKind;

/// A run of the basic URL parser.
pub(super) struct Parser<'i, S> {
    text: &'i str,
    /// The index in the text that the standard calls the pointer.
    position: usize,
    base: Option<&'i Url>,
    kind: SchemeKind,
    url: Url,
    errors: ErrorReporter<'i, S>,
}

type Parsed = Result<(), UrlError>;

/// Whether each byte is one of a set.
type ByteSet = [bool; 256];

const fn byte_set(bytes: &[u8]) -> ByteSet {
    let mut set = [false; 256];
    let mut index = 0;
    while index < bytes.len() {
        set[bytes[index] as usize] = true;
        index += 1;
    }
    set
}

/// The bytes of a scheme.
static SCHEME: ByteSet = byte_set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.");
static SEGMENT_ENDS: ByteSet = byte_set(b"/?#");
static SPECIAL_SEGMENT_ENDS: ByteSet = byte_set(b"/\\?#");

impl<'i, S: ErrorSink> Parser<'i, S> {
    /// The basic URL parser.
    pub fn parse(input: &'i Input<'i>, base: Option<&'i Url>, sink: &'i mut S) -> Result<Url, UrlError> {
        let text = &*input.text;
        let (kind, url) = (SchemeKind::NotSpecial, Url::empty());
        let errors = ErrorReporter { input, start: 0, sink };
        let mut parser = Self { text, position: 0, base, kind, url, errors };
        parser.scheme_start_state()?;
        Ok(parser.url)
    }

    /// Adds the errors of the characters between two indices that are no URL units.
    fn add_units(&mut self, from: usize, to: usize) {
        if S::RECORDS {
            for index in invalid_units(&self.text[from..to]) {
                self.errors.add(ValidationError::InvalidUrlUnit, from + index);
            }
        }
    }

    /// The text from the position on.
    fn rest(&self) -> &'i str {
        &self.text[self.position..]
    }

    /// The byte at the position; `None` at the end.
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    /// Whether a byte is a slash, or a backslash that the parser reads as a slash.
    fn is_slash(&self, byte: u8) -> bool {
        byte == b'/' || byte == b'\\' && self.kind.is_special()
    }

    /// Passes a slash, or a backslash in its place.
    fn pass_slash(&mut self) -> bool {
        let is_slash = self.next().is_some_and(|byte| self.is_slash(byte));
        if is_slash {
            if self.next() == Some(b'\\') {
                self.errors.add(ValidationError::InvalidReverseSolidus, self.position);
            }
            self.position += 1;
        }
        is_slash
    }

    /// The bytes that end a segment, or an authority.
    fn segment_ends(&self) -> &'static ByteSet {
        if self.kind.is_special() { &SPECIAL_SEGMENT_ENDS } else { &SEGMENT_ENDS }
    }

    /// The index of the next slash, `?` or `#`, or of the end.
    fn end_of_segment(&self) -> usize {
        let ends = self.segment_ends();
        let length = self.rest().bytes().position(|byte| ends[usize::from(byte)]);
        length.map_or(self.text.len(), |length| self.position + length)
    }

    fn scheme_start_state(&mut self) -> Parsed {
        let bytes = self.text.as_bytes();
        let end = bytes.iter().position(|&byte| !SCHEME[usize::from(byte)]);
        match end.filter(|&end| bytes[end] == b':' && bytes[0].is_ascii_alphabetic()) {
            Some(end) => self.scheme_state(end),
            None => self.no_scheme_state(),
        }
    }

    /// The end of the scheme state, at the colon.
    fn scheme_state(&mut self, colon: usize) -> Parsed {
        self.url.set_scheme(&self.text[..colon], self.text.len() - colon);
        self.kind = SchemeKind::of(self.url.scheme());
        self.position = colon + 1;
        match self.kind {
            SchemeKind::File => {
                if !self.rest().starts_with("//") {
                    self.errors.add(ValidationError::SpecialSchemeMissingFollowingSolidus, self.position);
                }
                self.file_state()
            }
            SchemeKind::WithPort(_) => match self.base.filter(|base| base.scheme() == self.url.scheme()) {
                Some(base) => self.special_relative_or_authority_state(base),
                None => self.special_authority_slashes_state(),
            },
            SchemeKind::NotSpecial if self.next() == Some(b'/') => {
                self.position += 1;
                self.path_or_authority_state()
            }
            SchemeKind::NotSpecial => {
                self.opaque_path_state();
                Ok(())
            }
        }
    }

    fn no_scheme_state(&mut self) -> Parsed {
        match self.base {
            Some(base) if base.has_opaque_path() && self.next() == Some(b'#') => {
                self.url.take_through_query(base);
                self.query_or_fragment();
                Ok(())
            }
            Some(base) if !base.has_opaque_path() => {
                self.kind = SchemeKind::of(base.scheme());
                self.url.set_scheme(base.scheme(), base.as_str().len() + self.text.len());
                if self.kind == SchemeKind::File { self.file_state() } else { self.relative_state(base) }
            }
            _ => self.errors.fail(ValidationError::MissingSchemeNonRelativeUrl, 0),
        }
    }

    fn special_relative_or_authority_state(&mut self, base: &Url) -> Parsed {
        if self.rest().starts_with("//") {
            self.position += 2;
            return self.special_authority_ignore_slashes_state();
        }
        self.errors.add(ValidationError::SpecialSchemeMissingFollowingSolidus, self.position);
        self.relative_state(base)
    }

    fn path_or_authority_state(&mut self) -> Parsed {
        if self.next() == Some(b'/') {
            self.position += 1;
            return self.authority_state();
        }
        self.path_state();
        Ok(())
    }

    fn relative_state(&mut self, base: &Url) -> Parsed {
        if self.pass_slash() {
            return self.relative_slash_state(base);
        }
        self.relative_path(base);
        Ok(())
    }

    /// What follows is relative to the path of the base.
    fn relative_path(&mut self, base: &Url) {
        match self.next() {
            None | Some(b'#') => self.url.take_through_query(base),
            Some(b'?') => self.url.take_through_path(base),
            Some(_) => {
                self.url.take_through_path(base);
                if self.kind == SchemeKind::File && starts_with_drive_letter(self.rest()) {
                    self.errors.add(ValidationError::FileInvalidWindowsDriveLetter, self.position);
                    self.url.clear_path();
                } else {
                    self.url.shorten_path(self.kind);
                }
                return self.path_state();
            }
        }
        self.query_or_fragment();
    }

    fn relative_slash_state(&mut self, base: &Url) -> Parsed {
        if self.kind.is_special() && self.pass_slash() {
            return self.special_authority_ignore_slashes_state();
        }
        if self.next() == Some(b'/') {
            self.position += 1;
            return self.authority_state();
        }
        self.url.take_authority(base);
        self.path_state();
        Ok(())
    }

    fn special_authority_slashes_state(&mut self) -> Parsed {
        if self.rest().starts_with("//") {
            self.position += 2;
        } else {
            self.errors.add(ValidationError::SpecialSchemeMissingFollowingSolidus, self.position);
        }
        self.special_authority_ignore_slashes_state()
    }

    fn special_authority_ignore_slashes_state(&mut self) -> Parsed {
        while matches!(self.next(), Some(b'/' | b'\\')) {
            self.errors.add(ValidationError::SpecialSchemeMissingFollowingSolidus, self.position);
            self.position += 1;
        }
        self.authority_state()
    }

    fn authority_state(&mut self) -> Parsed {
        self.url.begin_authority();
        let end = self.end_of_segment();
        let authority = &self.text[self.position..end];
        if let Some(at_sign) = authority.bytes().rposition(|byte| byte == b'@') {
            if S::RECORDS {
                for (index, _) in authority.match_indices('@') {
                    self.errors.add(ValidationError::InvalidCredentials, self.position + index);
                }
            }
            if at_sign + 1 == authority.len() {
                return self.errors.fail(ValidationError::HostMissing, end);
            }
            let credentials = &authority[..at_sign];
            let (username, password) = credentials.split_once(':').unwrap_or((credentials, ""));
            let [username, password] = [username, password].map(|text| utf8_percent_encode(text, USERINFO));
            self.url.set_credentials(username, password);
            self.position += at_sign + 1;
        }
        self.host_state(end)
    }

    /// The host state, and the port state, of an authority that ends at an index.
    fn host_state(&mut self, end: usize) -> Parsed {
        let start = self.position;
        let colon = port_colon(&self.text[start..end]).map(|colon| start + colon);
        let host_end = colon.unwrap_or(end);
        if host_end == start && (colon.is_some() || self.kind.is_special()) {
            return self.errors.fail(ValidationError::HostMissing, start);
        }
        self.host(host_end)?;
        if let Some(colon) = colon {
            self.port_state(colon + 1, end)?;
        }
        self.position = end;
        self.path_start_state();
        Ok(())
    }

    /// Parses the host between the position and an index.
    fn host(&mut self, end: usize) -> Parsed {
        let (start, text) = (self.position, &self.text[self.position..end]);
        let errors = ErrorReporter { input: self.errors.input, start, sink: &mut *self.errors.sink };
        self.url.begin_host();
        let kind = HostParser { errors }.host(text, !self.kind.is_special(), &mut self.url.href)?;
        self.url.end_host(kind);
        Ok(())
    }

    fn port_state(&mut self, start: usize, end: usize) -> Parsed {
        let digits = &self.text[start..end];
        if let Some(index) = digits.bytes().position(|byte| !byte.is_ascii_digit()) {
            return self.errors.fail(ValidationError::PortInvalid, start + index);
        }
        if digits.is_empty() {
            return Ok(());
        }
        let significant = digits.trim_start_matches('0');
        let port = if significant.is_empty() { Ok(0) } else { significant.parse::<u16>() };
        match port {
            Ok(port) => {
                if self.kind != SchemeKind::WithPort(port) {
                    self.url.set_port(port);
                }
                Ok(())
            }
            Err(_) => self.errors.fail(ValidationError::PortOutOfRange, start),
        }
    }

    fn file_state(&mut self) -> Parsed {
        let base = self.base.filter(|base| SchemeKind::of(base.scheme()) == SchemeKind::File);
        if self.pass_slash() {
            return self.file_slash_state(base);
        }
        match base {
            Some(base) => self.relative_path(base),
            None => {
                self.url.set_empty_host();
                self.path_state();
            }
        }
        Ok(())
    }

    fn file_slash_state(&mut self, base: Option<&Url>) -> Parsed {
        if self.pass_slash() {
            return self.file_host_state();
        }
        match base {
            Some(base) => {
                self.url.take_authority(base);
                if !starts_with_drive_letter(self.rest()) {
                    self.url.take_drive_letter(base);
                }
            }
            None => self.url.set_empty_host(),
        }
        self.path_state();
        Ok(())
    }

    fn file_host_state(&mut self) -> Parsed {
        let end = self.end_of_segment();
        let text = &self.text[self.position..end];
        if is_drive_letter(text) {
            self.errors.add(ValidationError::FileInvalidWindowsDriveLetterHost, self.position);
            self.url.set_empty_host();
            self.path_state_after(end);
            return Ok(());
        }
        if text.is_empty() {
            self.url.set_empty_host();
        } else {
            self.url.begin_authority();
            self.host(end)?;
            self.url.clear_localhost();
        }
        self.position = end;
        self.path_start_state();
        Ok(())
    }

    fn path_start_state(&mut self) {
        self.url.begin_path();
        if self.kind.is_special() {
            self.pass_slash();
            return self.path_state();
        }
        match self.next() {
            None | Some(b'?' | b'#') => self.query_or_fragment(),
            Some(byte) => {
                self.position += usize::from(byte == b'/');
                self.path_state();
            }
        }
    }

    /// The path state, at the beginning of a segment.
    fn path_state(&mut self) {
        self.path_state_after(self.position);
    }

    /// The path state, at the beginning of a segment of which another state has read the characters
    /// up to an index.
    fn path_state_after(&mut self, read: usize) {
        loop {
            let end = self.end_of_segment();
            let segment = &self.text[self.position..end];
            self.add_units(self.position.max(read), end);
            self.position = end;
            let ends_in_slash = self.pass_slash();
            let dots = dots(segment);
            if dots == 2 {
                self.url.shorten_path(self.kind);
            }
            if dots == 0 {
                let is_drive = self.kind == SchemeKind::File && self.url.path().is_empty() && is_drive_letter(segment);
                match segment.get(..1).filter(|_| is_drive) {
                    Some(letter) => self.url.push_segment([letter, ":"]),
                    None => self.url.push_segment(utf8_percent_encode(segment, PATH)),
                }
            } else if !ends_in_slash {
                self.url.push_segment([]);
            }
            if !ends_in_slash {
                break;
            }
        }
        self.query_or_fragment();
    }

    fn opaque_path_state(&mut self) {
        let length = self.rest().bytes().position(|byte| matches!(byte, b'?' | b'#'));
        let end = length.map_or(self.text.len(), |length| self.position + length);
        let path = &self.text[self.position..end];
        self.add_units(self.position, end);
        self.position = end;
        // A space in front of a query or fragment is encoded.
        let before_space = path.strip_suffix(' ').filter(|_| length.is_some());
        let space = before_space.map(|_| "%20");
        self.url.set_opaque_path(utf8_percent_encode(before_space.unwrap_or(path), CONTROLS).chain(space));
        self.query_or_fragment();
    }

    /// The query state, the fragment state, or the end of the input.
    fn query_or_fragment(&mut self) {
        self.url.end_path();
        if self.next() == Some(b'?') {
            self.position += 1;
            let end = self.rest().find('#').map_or(self.text.len(), |length| self.position + length);
            let query = &self.text[self.position..end];
            self.add_units(self.position, end);
            let set = if self.kind.is_special() { SPECIAL_QUERY } else { QUERY };
            self.url.set_query(utf8_percent_encode(query, set));
            self.position = end;
        }
        if self.next() == Some(b'#') {
            self.position += 1;
            let fragment = self.rest();
            self.add_units(self.position, self.text.len());
            self.url.set_fragment(utf8_percent_encode(fragment, FRAGMENT));
            self.position = self.text.len();
        }
    }
}

/// The index of the colon in front of a port: the first that is not inside brackets.
fn port_colon(text: &str) -> Option<usize> {
    let mut is_inside_brackets = false;
    text.bytes().position(|byte| {
        match byte {
            b'[' => is_inside_brackets = true,
            b']' => is_inside_brackets = false,
            _ => {}
        }
        byte == b':' && !is_inside_brackets
    })
}

/// How many dots a segment stands for: 1 or 2 if it is a single-dot or double-dot URL path segment,
/// otherwise 0.
fn dots(segment: &str) -> usize {
    let (mut count, mut rest) = (0, segment.as_bytes());
    loop {
        rest = match rest {
            [] => return count,
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] if count < 2 => rest,
            _ => return 0,
        };
        count += 1;
    }
}

/// Whether a text is a Windows drive letter.
fn is_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Whether a text starts with a Windows drive letter.
fn starts_with_drive_letter(text: &str) -> bool {
    let follows = |rest: &[u8]| matches!(rest, [] | [b'/' | b'\\' | b'?' | b'#', ..]);
    matches!(text.as_bytes(), [letter, b':' | b'|', rest @ ..] if letter.is_ascii_alphabetic() && follows(rest))
}
