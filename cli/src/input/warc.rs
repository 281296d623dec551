//! Records of web archives: WARC/1.0 and WARC/1.1 (ISO 28500), including WAT.

use std::io::{self, BufRead, BufReader, Read};

/// The maximum length of a record's header, in bytes.
const LONGEST: u64 = 1 << 20;

/// The URIs of the records, one per line: an empty line for a record without a URI.
pub struct Warc {
    read: BufReader<Box<dyn Read + Send>>,
    /// The line end.
    end: u8,
    /// The bytes of the current line.
    line: Vec<u8>,
    /// The number of bytes of the line that have been returned.
    returned: usize,
    /// The number of records that have been read.
    records: u64,
}

impl Warc {
    pub fn new(read: Box<dyn Read + Send>, end: u8) -> Self {
        Self { read: BufReader::new(read), end, line: Vec::new(), returned: 0, records: 0 }
    }

    /// The error for an invalid record.
    fn invalid<T>(&self, reason: &str) -> io::Result<T> {
        let message = format!("record {} is not one of WARC: {reason}", self.records + 1);
        Err(io::Error::new(io::ErrorKind::InvalidData, message))
    }

    /// Reads a header line, without its end; `None` at the end of the input.
    fn header_line(&mut self, left: &mut u64) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = (&mut self.read).take(*left).read_until(b'\n', &mut line)? as u64;
        *left -= read;
        if read == 0 {
            return if *left == 0 { self.invalid("its header is too long") } else { Ok(None) };
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        Ok(Some(text.strip_suffix(b"\r").unwrap_or(text).to_vec()))
    }

    /// Reads the next record, and generates a line from it. Returns whether there was a record.
    fn record(&mut self) -> io::Result<bool> {
        let mut left = LONGEST;
        // Two empty lines end a record.
        let version = loop {
            match self.header_line(&mut left)? {
                None => return Ok(false),
                Some(line) if line.is_empty() => {}
                Some(line) => break line,
            }
        };
        if !version.starts_with(b"WARC/") {
            return self.invalid("it does not begin with its version");
        }
        let (mut uri, mut length) = (Vec::new(), None);
        loop {
            let Some(line) = self.header_line(&mut left)? else { return self.invalid("its header does not end") };
            if line.is_empty() {
                break;
            }
            let Some(colon) = line.iter().position(|&byte| byte == b':') else { continue };
            let value = line[colon + 1..].trim_ascii();
            match line[..colon].to_ascii_lowercase().as_slice() {
                // In WARC/1.0 the URI is in angle brackets.
                b"warc-target-uri" => {
                    let bare = value.strip_prefix(b"<").and_then(|value| value.strip_suffix(b">"));
                    uri = bare.unwrap_or(value).to_vec();
                }
                b"content-length" => length = str::from_utf8(value).ok().and_then(|value| value.parse::<u64>().ok()),
                _ => {}
            }
        }
        let Some(length) = length else { return self.invalid("it has no Content-Length") };
        let skipped = io::copy(&mut (&mut self.read).take(length), &mut io::sink())?;
        if skipped < length {
            return self.invalid("it is cut short");
        }
        self.records += 1;
        uri.retain(|&byte| byte != self.end);
        uri.push(self.end);
        (self.line, self.returned) = (uri, 0);
        Ok(true)
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
