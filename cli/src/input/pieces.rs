//! Reads a file that may consist of compressed members, and knows where each begins.

use std::io::{self, Read};

use super::open::Source;
use super::warc::begins_record;

/// How many bytes are read at once.
const SIZE: usize = 1 << 16;

/// How many bytes show whether a member begins with a record.
const HEAD: usize = 6;

/// A position in a file, for messages.
pub struct Place {
    offset: u64,
    /// Whether the offset is that of decompressed data.
    decompressed: bool,
}

impl std::fmt::Display for Place {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}{}", self.offset, if self.decompressed { " of the decompressed data" } else { "" })
    }
}

/// Reads a file that may consist of compressed members. A member that begins with a record of WARC
/// is a boundary, where data ends until [`begin_member`](Self::begin_member).
pub struct MemberReader {
    read: Box<dyn Source>,
    /// Bytes of one member that were read.
    bytes: Vec<u8>,
    /// How many of them were used.
    used: usize,
    /// The offset of the first of them in the decompressed data.
    offset: u64,
    /// Whether the first of them begins a member.
    begins: bool,
    /// Whether they are behind a boundary.
    bounded: bool,
    /// The offset of their member in the file, if it is compressed.
    member: Option<u64>,
    /// Bytes of the next member that were read.
    next: Vec<u8>,
    ended: bool,
}

impl MemberReader {
    /// Reads a file; `first` was already read from it.
    pub fn new(first: Vec<u8>, read: Box<dyn Source>) -> Self {
        let member = read.member();
        let (begins, ended) = (true, false);
        Self { read, bytes: first, used: 0, offset: 0, begins, bounded: false, member, next: Vec::new(), ended }
    }

    /// Passes a boundary at the current position.
    pub fn begin_member(&mut self) {
        self.bounded = false;
    }

    /// The current position: that of the member in the file if it begins here.
    pub fn place(&self) -> Place {
        match self.member {
            Some(offset) if self.begins && self.used == 0 => Place { offset, decompressed: false },
            member => Place { offset: self.offset + self.used as u64, decompressed: member.is_some() },
        }
    }

    /// Whether there are bytes in front of the next boundary.
    pub fn has_more(&mut self) -> io::Result<bool> {
        Ok(!self.peek(1)?.is_empty())
    }

    /// The next bytes: at least `length`, unless a member or the file ends before; none at a
    /// boundary.
    pub fn peek(&mut self, length: usize) -> io::Result<&[u8]> {
        if self.used == self.bytes.len() && !self.bounded {
            self.offset += self.used as u64;
            self.bytes.clear();
            self.used = 0;
            let is_first = self.offset == 0;
            self.begins = is_first || !self.next.is_empty();
            if !self.next.is_empty() {
                self.bytes.append(&mut self.next);
                self.member = self.read.member();
            }
            self.read_more(HEAD)?;
            self.bounded = self.begins && !is_first && begins_record(&self.bytes);
        }
        if self.bounded {
            return Ok(&[]);
        }
        self.read_more(length)?;
        Ok(&self.bytes[self.used..])
    }

    /// Reads until `length` bytes are available, or the member or the file ends.
    fn read_more(&mut self, length: usize) -> io::Result<()> {
        while self.bytes.len() - self.used < length && self.next.is_empty() && !self.ended {
            if self.used > 0 {
                self.bytes.drain(..self.used);
                self.offset += self.used as u64;
                (self.used, self.begins) = (0, false);
            }
            let mut piece = vec![0; SIZE];
            let read = self.read.read(&mut piece)?;
            piece.truncate(read);
            self.ended = read == 0;
            let member = self.read.member();
            if member == self.member || self.ended {
                self.bytes.append(&mut piece);
            } else if self.bytes.is_empty() {
                (self.bytes, self.member, self.begins) = (piece, member, true);
            } else {
                self.next = piece;
            }
        }
        Ok(())
    }

    /// Passes a number of bytes. Returns how many of them are absent.
    pub fn skip(&mut self, mut length: u64) -> io::Result<u64> {
        while length > 0 {
            let available = self.peek(1)?.len() as u64;
            if available == 0 {
                break;
            }
            let passed = available.min(length);
            self.used += passed as usize;
            length -= passed;
        }
        Ok(length)
    }

    /// Reads a line with its end, but at most `length` bytes. Returns how many were read.
    pub fn read_line(&mut self, length: u64, line: &mut Vec<u8>) -> io::Result<u64> {
        let mut left = length;
        while left > 0 && line.last() != Some(&b'\n') {
            let available = self.peek(1)?;
            let available = &available[..available.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
            if available.is_empty() {
                break;
            }
            let read = memchr::memchr(b'\n', available).map_or(available.len(), |newline| newline + 1);
            line.extend_from_slice(&available[..read]);
            self.used += read;
            left -= read as u64;
        }
        Ok(length - left)
    }

    /// Passes a line with its end.
    pub fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let available = self.peek(1)?;
            let newline = memchr::memchr(b'\n', available);
            let length = newline.map_or(available.len(), |newline| newline + 1);
            self.used += length;
            if newline.is_some() || length == 0 {
                return Ok(());
            }
        }
    }
}
