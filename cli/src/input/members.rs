//! Reads a file that may consist of compressed members, and knows where each begins.

use std::collections::VecDeque;
use std::io::{self, Read};

use super::open::Source;
use super::version::{HEAD, begins_record};

/// How many bytes are read at once.
const SIZE: usize = 1 << 16;

/// A position in a file, for messages.
pub struct FilePosition {
    offset: u64,
    /// Whether the offset is that of decompressed data.
    decompressed: bool,
}

impl std::fmt::Display for FilePosition {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}{}", self.offset, if self.decompressed { " of the decompressed data" } else { "" })
    }
}

/// Where a compressed member begins.
struct MemberStart {
    /// The offset in the decompressed data.
    decompressed: u64,
    /// The offset in the file.
    in_file: u64,
}

/// Reads a file that may consist of compressed members. A member that begins with a record of WARC
/// is a boundary, where data ends until [`pass_boundary`](Self::pass_boundary).
pub struct MemberReader {
    read: Box<dyn Source>,
    /// Decompressed bytes that were read.
    bytes: Vec<u8>,
    /// How many of them were used.
    used: usize,
    /// The offset of the first of them in the decompressed data.
    offset: u64,
    /// The starts of the members that are not in front of the current position, in order.
    members: VecDeque<MemberStart>,
    /// The offset in the file of the last member that bytes were read of.
    last_member: Option<u64>,
    /// The last boundary that was passed.
    passed_boundary: u64,
    ended: bool,
}

impl MemberReader {
    /// Reads a file; `first` was already read from it.
    pub fn new(first: Vec<u8>, read: Box<dyn Source>) -> Self {
        let last_member = read.member();
        let members = last_member.map(|in_file| MemberStart { decompressed: 0, in_file }).into_iter().collect();
        Self { read, bytes: first, used: 0, offset: 0, members, last_member, passed_boundary: 0, ended: false }
    }

    /// The offset of the next byte in the decompressed data.
    fn position(&self) -> u64 {
        self.offset + self.used as u64
    }

    /// Passes a boundary at the current position.
    pub fn pass_boundary(&mut self) {
        self.passed_boundary = self.position();
    }

    /// The current position: that of the member in the file if it begins here.
    pub fn place(&self) -> FilePosition {
        let position = self.position();
        match self.members.iter().find(|member| member.decompressed >= position) {
            Some(member) if member.decompressed == position => {
                FilePosition { offset: member.in_file, decompressed: false }
            }
            _ => FilePosition { offset: position, decompressed: self.last_member.is_some() },
        }
    }

    /// Whether there are bytes in front of the next boundary.
    pub fn has_more(&mut self) -> io::Result<bool> {
        Ok(!self.peek(1)?.is_empty())
    }

    /// The next bytes: at least `length`, unless a boundary or the end of the file is in front of
    /// them.
    pub fn peek(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.bytes.len() - self.used < length + HEAD && !self.ended {
            self.read_more()?;
        }
        let position = self.position();
        while self.members.front().is_some_and(|member| member.decompressed < position) {
            self.members.pop_front();
        }
        let end = self.members.iter().map(|member| (member.decompressed - self.offset) as usize).find(|&start| {
            // What a member begins with is not known until enough of it was read.
            let head = &self.bytes[start..];
            self.offset + start as u64 != self.passed_boundary
                && (begins_record(head) || head.len() < HEAD && !self.ended)
        });
        Ok(&self.bytes[self.used..end.unwrap_or(self.bytes.len())])
    }

    /// Reads bytes, all of one member.
    fn read_more(&mut self) -> io::Result<()> {
        self.bytes.drain(..self.used);
        self.offset += self.used as u64;
        self.used = 0;
        let length = self.bytes.len();
        self.bytes.resize(length + SIZE, 0);
        let result = self.read.read(&mut self.bytes[length..]);
        self.bytes.truncate(length + *result.as_ref().unwrap_or(&0));
        self.ended = result? == 0;
        let member = self.read.member();
        if let Some(in_file) = member.filter(|_| member != self.last_member && !self.ended) {
            self.members.push_back(MemberStart { decompressed: self.offset + length as u64, in_file });
            self.last_member = member;
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
            let skipped = available.min(length);
            self.used += skipped as usize;
            length -= skipped;
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
