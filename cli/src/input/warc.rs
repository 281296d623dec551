//! Records of web archives: WARC/1.0 and WARC/1.1 (ISO 28500), including WAT.

use std::io::{self, Read};

use super::members::MemberReader;
use super::version::{HEAD, begins_record};

/// The maximum length of a record's header, in bytes.
const LONGEST: u64 = 1 << 20;

/// In front of a line: what is wrong with the record, up to [`URI`]; nothing, if only its URI begins
/// with this byte.
const PROBLEM: u8 = 1;
/// In front of the URI in such a line.
const URI: u8 = 2;

/// The URI in a line from [`Warc`].
pub fn uri(line: &[u8]) -> &[u8] {
    match line.strip_prefix(&[PROBLEM]) {
        Some(line) => line.splitn(2, |&byte| byte == URI).nth(1).unwrap_or_default(),
        None => line,
    }
}

/// What is wrong with the record of a line from [`Warc`].
pub fn problem(line: &[u8]) -> Option<&[u8]> {
    line.strip_prefix(&[PROBLEM])?.split(|&byte| byte == URI).next().filter(|problem| !problem.is_empty())
}

/// The records as lines, each with the URI of a record: an empty line for a record without a URI.
/// A damaged record is reported in its line, and does not hide the records after it.
pub struct Warc {
    read: MemberReader,
    /// The line end.
    end: u8,
    /// The bytes of the current line.
    line: Vec<u8>,
    /// The number of bytes of the line that have been returned.
    returned: usize,
    /// The number of records that have been read.
    records: u64,
}

/// The fields of a record's header that are read, and the first problem of the record.
#[derive(Default)]
struct Header {
    uri: Option<Vec<u8>>,
    /// The length; `Some(None)` if the field is no number.
    length: Option<Option<u64>>,
    problem: Option<String>,
}

impl Warc {
    pub fn new(read: MemberReader, end: u8) -> Self {
        Self { read, end, line: Vec::new(), returned: 0, records: 0 }
    }

    /// Reads the next record and what follows it up to the next one, and generates a line from it.
    /// Returns whether there was a record.
    fn record(&mut self) -> io::Result<bool> {
        self.read.pass_boundary();
        if self.records == 0 {
            self.skip_blank_lines()?;
            if !self.read.has_more()? {
                return Ok(false);
            }
            if !self.at_record()? {
                let message = "record 1 is not one of WARC: it does not begin with its version";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        } else if !self.read.has_more()? {
            return Ok(false);
        }
        self.records += 1;
        let place = self.read.place();
        let header = self.header()?;
        let mut problem = header.problem;
        if let Some(Some(length)) = header.length {
            let absent = self.read.skip(length)?;
            if absent > 0 {
                problem.get_or_insert_with(|| format!("it is cut short: {absent} bytes of its content are absent"));
            }
        }
        if self.skip_to_record()? {
            let message = "other data follows its content: its Content-Length is wrong, or data is damaged";
            problem.get_or_insert_with(|| message.to_owned());
        }
        let mut uri = header.uri.unwrap_or_default();
        uri.retain(|&byte| byte != self.end);
        self.line.clear();
        let problem = problem.map(|problem| format!("record {}, at byte {place}: {problem}", self.records));
        if problem.is_some() || uri.starts_with(&[PROBLEM]) {
            self.line.push(PROBLEM);
            self.line.extend(problem.unwrap_or_default().bytes());
            self.line.push(URI);
        }
        self.line.append(&mut uri);
        self.line.push(self.end);
        self.returned = 0;
        Ok(true)
    }

    /// Reads the header of a record.
    fn header(&mut self) -> io::Result<Header> {
        let mut header = Header::default();
        let mut left = LONGEST;
        let mut field = Vec::new();
        let mut has_surplus_return = false;
        // The version.
        self.header_line(&mut left)?;
        loop {
            let Some(mut line) = self.header_line(&mut left)? else {
                let reason = if left == 0 { "its header is too long" } else { "its header does not end" };
                header.problem.get_or_insert_with(|| reason.to_owned());
                break;
            };
            // A program that wrote the header as text put another return in front of the line end.
            while line.last() == Some(&b'\r') {
                has_surplus_return = true;
                line.pop();
            }
            // A line that begins with a blank continues the field (ISO 28500, section 4).
            if line.first().is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
                field.extend_from_slice(&line);
                continue;
            }
            header.add(&std::mem::replace(&mut field, line));
            if field.is_empty() {
                break;
            }
        }
        header.add(&field);
        let fault = match header.length {
            None => Some("it has no Content-Length"),
            Some(None) => Some("its Content-Length is not a number"),
            Some(Some(_)) => None,
        };
        if let Some(fault) = fault {
            header.problem.get_or_insert_with(|| fault.to_owned());
        }
        if has_surplus_return {
            header.problem.get_or_insert_with(|| "lines of its header end with CR CR LF".to_owned());
        }
        Ok(header)
    }

    /// Reads a line of the header, without its end; `None` if the line does not end.
    fn header_line(&mut self, left: &mut u64) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        *left -= self.read.read_line(*left, &mut line)?;
        if line.pop() != Some(b'\n') {
            return Ok(None);
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(line))
    }

    /// Whether a record begins at the current position.
    fn at_record(&mut self) -> io::Result<bool> {
        Ok(begins_record(self.read.peek(HEAD)?))
    }

    fn skip_blank_lines(&mut self) -> io::Result<()> {
        while self.read.peek(1)?.first().is_some_and(|byte| matches!(byte, b'\r' | b'\n')) {
            self.read.skip(1)?;
        }
        Ok(())
    }

    /// Advances to the next record: a line or a compressed member that begins with a version. Two
    /// empty lines end a record; returns whether other data is in front of the next record.
    fn skip_to_record(&mut self) -> io::Result<bool> {
        let mut has_other = false;
        loop {
            self.skip_blank_lines()?;
            if !self.read.has_more()? || self.at_record()? {
                return Ok(has_other);
            }
            self.read.skip_line()?;
            has_other = true;
        }
    }
}

impl Header {
    /// Adds a field. The first of several counts.
    fn add(&mut self, field: &[u8]) {
        let Some(colon) = field.iter().position(|&byte| byte == b':') else { return };
        let value = field[colon + 1..].trim_ascii();
        match field[..colon].trim_ascii_end().to_ascii_lowercase().as_slice() {
            b"warc-target-uri" => {
                // In WARC/1.0 the URI is in angle brackets.
                let bare = value.strip_prefix(b"<").and_then(|value| value.strip_suffix(b">"));
                let uri = bare.unwrap_or(value).to_vec();
                match self.uri {
                    None => self.uri = Some(uri),
                    Some(_) => self.report_repeated("WARC-Target-URI"),
                }
            }
            b"content-length" => match self.length {
                None => self.length = Some(str::from_utf8(value).ok().and_then(|value| value.parse().ok())),
                Some(_) => self.report_repeated("Content-Length"),
            },
            _ => {}
        }
    }

    fn report_repeated(&mut self, name: &str) {
        self.problem.get_or_insert_with(|| format!("it has several fields {name}: the first counts"));
    }
}

impl Read for Warc {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.returned == self.line.len() && !self.record()? {
            return Ok(0);
        }
        let remaining = &self.line[self.returned..];
        let length = remaining.len().min(buffer.len());
        buffer[..length].copy_from_slice(&remaining[..length]);
        self.returned += length;
        Ok(length)
    }
}
