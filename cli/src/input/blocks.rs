//! Divides an input into blocks of whole records.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use super::form::RecordForm;
use super::long::{LongLine, LongLineReader};
use super::open::open;
use super::size;
use uri_lineage::NotUtf8;

use crate::engine::{Faults, Piece, Pieces};
use crate::failure::Failure;
use crate::output::report;

/// The maximum length of a block. A longer line does not fit into a block.
pub const BLOCK: usize = 1 << 17;
/// The size of a read. Several lines fit into it, and their output fits into the processor's cache.
const READ: usize = 1 << 16;
/// The maximum length of a record that is read whole, for commands and forms that need the whole
/// record. A longer record is skipped, and is a fault.
pub const WHOLE: usize = 1 << 20;
/// The maximum number of lines in a block: the output for short lines is many times as long.
const LINES: usize = 1 << 10;

/// A file that is being read.
struct OpenInput {
    name: Arc<str>,
    read: Box<dyn Read + Send>,
    ended: bool,
    /// Why reading ended early. The whole records in front of the damage are returned first.
    failure: Option<Failure>,
    /// Whether no block of it has been returned.
    is_new: bool,
    form: RecordForm,
}

/// Reads the inputs block by block.
pub struct Blocks {
    /// The URLs of the arguments, until they are returned.
    urls: Option<Vec<u8>>,
    files: VecDeque<PathBuf>,
    form: RecordForm,
    longest: usize,
    open: Option<OpenInput>,
    /// Bytes that were read and begin the next block.
    carry: Vec<u8>,
    /// The number of inputs that have been opened.
    opened: usize,
    /// The number of the next block's first line.
    line: u64,
}

/// Some records of one input.
pub struct Block {
    /// The name of the input.
    pub file: Arc<str>,
    /// The index of the input.
    pub order: usize,
    /// The number of the first record, from 1.
    pub line: u64,
    /// The form of the records.
    pub form: RecordForm,
    /// The records, or one record that does not fit into a block.
    pub content: BlockContent,
    /// Whether a long record is a fault, so that all records are counted.
    pub limited: bool,
}

/// The content of a block.
pub enum BlockContent {
    /// Whole records with their ends.
    Records(Vec<u8>),
    /// One long line, whose digest was computed while it was read.
    Long(Box<LongLine>),
    /// One record that is longer than [`WHOLE`] and was skipped. It has this many bytes without the
    /// blanks around it.
    Skipped(usize),
}

/// A record that was read, or why it cannot be read.
pub struct ReadRecord<T> {
    /// The number of the record in its input, from 1.
    pub number: u64,
    pub content: Result<T, String>,
}

/// A record.
#[derive(Clone, Copy)]
struct RawRecord<'b> {
    bytes: &'b [u8],
    /// The record as text, if its whole block is UTF-8. To test a block takes much less time than
    /// to test its records one by one.
    text: Option<&'b str>,
}

impl<'b> RawRecord<'b> {
    /// A URL that is in the record.
    #[inline]
    fn url(self, bytes: Cow<'b, [u8]>) -> RecordUrl<'b> {
        let is_whole_record = matches!(bytes, Cow::Borrowed(url) if url.len() == self.bytes.len());
        RecordUrl { bytes, text: self.text.filter(|_| is_whole_record), is_absent: false }
    }
}

/// The URL of a record.
pub struct RecordUrl<'b> {
    /// The URL, which need not be UTF-8.
    pub bytes: Cow<'b, [u8]>,
    /// The same as text, if the URL is known to be UTF-8.
    text: Option<&'b str>,
    /// Whether the record is neither blank nor a header, and has no URL.
    pub is_absent: bool,
}

impl<'b> From<&'b [u8]> for RecordUrl<'b> {
    fn from(bytes: &'b [u8]) -> Self {
        Self { bytes: bytes.into(), text: None, is_absent: false }
    }
}

impl<'b> RecordUrl<'b> {
    /// The URL as text.
    #[inline]
    pub fn text(&self) -> Result<&str, NotUtf8> {
        self.text.map_or_else(|| NotUtf8::text(&self.bytes), Ok)
    }

    fn into_text(self) -> Result<Cow<'b, str>, String> {
        match (self.text, self.bytes) {
            (Some(text), _) => Ok(Cow::Borrowed(text)),
            (None, Cow::Borrowed(bytes)) => NotUtf8::text(bytes).map(Cow::Borrowed),
            (None, Cow::Owned(bytes)) => NotUtf8::text(&bytes).map(|text| Cow::Owned(text.to_owned())),
        }
        .map_err(|error| error.to_string())
    }
}

impl Piece for Block {
    fn len(&self) -> usize {
        match &self.content {
            BlockContent::Records(bytes) => bytes.len(),
            BlockContent::Long(line) => line.digest.len(),
            BlockContent::Skipped(length) => *length,
        }
    }

    fn into_buffer(self) -> Vec<u8> {
        match self.content {
            BlockContent::Records(bytes) => bytes,
            BlockContent::Long(line) => line.kept,
            BlockContent::Skipped(_) => Vec::new(),
        }
    }
}

impl Block {
    /// The records unchanged, each with its number. A long record is omitted.
    fn records(&self) -> impl Iterator<Item = (u64, RawRecord<'_>)> {
        let bytes: &[u8] = match &self.content {
            BlockContent::Records(bytes) => bytes,
            BlockContent::Long(_) | BlockContent::Skipped(_) => &[],
        };
        let (end, form) = (self.form.end(), &self.form);
        // In columns no URL is a whole record, whose text would be that of the URL.
        let text = if form.has_columns() { None } else { str::from_utf8(bytes).ok() };
        let mut start = 0;
        let ends = memchr::memchr_iter(end, bytes);
        let ends = ends.chain((!bytes.is_empty() && !bytes.ends_with(&[end])).then_some(bytes.len()));
        let records = ends.map(move |end| {
            let record = &bytes[start..end];
            // A carriage return at the end of the input is not a line end.
            let line = if form.null || end == bytes.len() { None } else { record.strip_suffix(b"\r") };
            let bytes = line.unwrap_or(record);
            let text = text.and_then(|text| text.get(start..start + bytes.len()));
            start = end + 1;
            RawRecord { bytes, text }
        });
        (self.line..).zip(records)
    }

    /// The message about a record that cannot be read.
    pub fn fault(&self, line: u64, message: String) -> String {
        at_line(&self.file, line, &message)
    }

    /// The record that was skipped, if this block is one, which is also added to the faults.
    fn skipped<T>(&self, faults: &mut Faults) -> Option<ReadRecord<T>> {
        let BlockContent::Skipped(_) = self.content else { return None };
        let message = format!("the record is longer than {WHOLE} bytes");
        faults.add(|| self.fault(self.line, message.clone()));
        Some(ReadRecord { number: self.line, content: Err(message) })
    }

    /// Adds a record to the faults if it is damaged, though its URL can be read. Returns whether it
    /// is.
    fn report_problem(&self, number: u64, record: RawRecord<'_>, faults: &mut Faults) -> bool {
        let problem = self.form.problem(record.bytes);
        let is_damaged = problem.is_some();
        if let Some(problem) = problem {
            faults.add(|| self.fault(number, problem));
        }
        is_damaged
    }

    /// The URLs; the URL of a blank record is empty. Records without a URL are also added to the
    /// faults.
    pub fn urls<'b>(&'b self, faults: &'b mut Faults) -> impl Iterator<Item = ReadRecord<RecordUrl<'b>>> {
        let skipped = self.skipped(faults);
        let read = self.records().map(move |(number, record)| {
            let url = self.form.url(record.bytes);
            let is_reported = self.report_problem(number, record, faults);
            match &url {
                Ok(_) if is_reported => {}
                Ok(url) if self.limited && !self.form.skips(url) => faults.pass(),
                Ok(_) => {}
                Err(error) => faults.add(|| self.fault(number, error.to_string())),
            }
            let content = url.map_err(|error| error.to_string()).map(|url| {
                let mut url = record.url(url);
                url.is_absent = url.bytes.is_empty() && self.form.lacks_url(record.bytes);
                url
            });
            ReadRecord { number, content }
        });
        skipped.into_iter().chain(read)
    }

    /// The URLs as text; blank records are omitted. Records without a URL, or whose URL is not
    /// UTF-8, are also added to the faults.
    pub fn texts<'b, 'f>(
        &'b self,
        faults: &'f mut Faults,
    ) -> impl Iterator<Item = ReadRecord<Cow<'b, str>>> + use<'b, 'f> {
        self.read_records(faults, |record| {
            let url = self.form.url(record.bytes).map_err(|error| error.to_string())?;
            if self.form.skips(&url) { Ok(None) } else { record.url(url).into_text().map(Some) }
        })
    }

    /// The records that are pairs, as text. Other records are also added to the faults.
    pub fn pairs<'b, 'f>(
        &'b self,
        faults: &'f mut Faults,
    ) -> impl Iterator<Item = ReadRecord<[Cow<'b, str>; 2]>> + use<'b, 'f> {
        self.read_records(faults, |record| {
            if self.form.skips(record.bytes) {
                return Ok(None);
            }
            let [left, right] = self.form.pair(record.bytes).map_err(|error| error.to_string())?;
            Ok(Some([record.url(left).into_text()?, record.url(right).into_text()?]))
        })
    }

    /// What `read` returns for the records; it returns `None` for a record to be skipped. Records
    /// that cannot be read are also added to the faults.
    fn read_records<'b, 'f, T, R>(
        &'b self,
        faults: &'f mut Faults,
        read: R,
    ) -> impl Iterator<Item = ReadRecord<T>> + use<'b, 'f, T, R>
    where
        R: Fn(RawRecord<'b>) -> Result<Option<T>, String>,
    {
        let skipped = self.skipped(faults);
        let read = self.records().filter_map(move |(number, record)| {
            let content = match read(record) {
                Ok(value) => {
                    let is_reported = self.report_problem(number, record, faults);
                    let value = value?;
                    if !is_reported {
                        faults.pass();
                    }
                    Ok(value)
                }
                Err(message) => {
                    faults.add(|| self.fault(number, message.clone()));
                    Err(message)
                }
            };
            Some(ReadRecord { number, content })
        });
        skipped.into_iter().chain(read)
    }
}

impl Blocks {
    pub(super) fn new(urls: &[String], files: &[PathBuf], form: &RecordForm, longest: usize) -> Self {
        // Arguments cannot contain NUL.
        let arguments = urls.iter().flat_map(|url| [url.as_bytes(), b"\0"]).collect::<Vec<_>>().concat();
        Self {
            urls: (!urls.is_empty()).then_some(arguments),
            files: files.iter().cloned().collect(),
            form: form.clone(),
            longest,
            open: None,
            carry: Vec::new(),
            opened: 0,
            line: 1,
        }
    }

    /// The block of the URLs that are arguments.
    fn arguments(&mut self, urls: Vec<u8>) -> Block {
        self.opened += 1;
        let (file, form) = ("arguments".into(), self.form.argument());
        let (content, limited) = (BlockContent::Records(urls), self.longest > BLOCK);
        Block { file, order: self.opened, line: 1, form, content, limited }
    }

    /// Opens the next file. Returns false after the last.
    fn open_next(&mut self) -> Result<bool, Failure> {
        let Some(path) = self.files.pop_front() else { return Ok(false) };
        self.opened += 1;
        self.open = Some(OpenInput::new(&path, &self.form)?);
        self.line = 1;
        Ok(true)
    }

    /// The block of a long line, which begins with `buffer`; `None` if the input is damaged before
    /// the line ends.
    fn long_line(&mut self, buffer: &mut Vec<u8>, limited: bool) -> Option<Block> {
        let open = self.open.as_mut()?;
        let (file, form) = (Arc::clone(&open.name), open.form.clone());
        let line = open.long_line(buffer, &mut self.carry)?;
        let content = BlockContent::from_long_line(line, &form, limited);
        self.line += 1;
        Some(Block { file, order: self.opened, line: self.line - 1, form, content, limited })
    }

    /// Closes the input. Returns why reading it ended early, if it did.
    fn close(&mut self) -> Result<(), Failure> {
        self.open.take().and_then(|open| open.failure).map_or(Ok(()), Err)
    }
}

impl Pieces for Blocks {
    type Item = Block;

    fn size(&self) -> Option<u64> {
        size(&self.files)
    }

    fn next(&mut self, mut buffer: Vec<u8>) -> Result<Option<Block>, Failure> {
        if let Some(urls) = self.urls.take() {
            return Ok(Some(self.arguments(urls)));
        }
        let mut size = READ;
        loop {
            let Some(open) = &mut self.open else {
                if !self.open_next()? {
                    return Ok(None);
                }
                continue;
            };
            open.read_records(&mut buffer, &mut self.carry, size, &mut self.line);
            let longest = if open.form.has_columns() { self.longest.max(WHOLE) } else { self.longest };
            let limited = longest > BLOCK;
            if buffer.is_empty() {
                if open.ended {
                    self.close()?;
                }
                continue;
            }
            let (mut lines, mut end) = match whole_records(&buffer, open.form.end()) {
                Some(records) => records,
                // The damage cut the record: its end is unknown.
                None if open.failure.is_some() => {
                    self.close()?;
                    continue;
                }
                None if open.ended => (0, buffer.len()),
                None if buffer.len() < longest => {
                    size = longest;
                    self.carry.append(&mut buffer);
                    continue;
                }
                None => match self.long_line(&mut buffer, limited) {
                    Some(block) => return Ok(Some(block)),
                    None => {
                        self.close()?;
                        continue;
                    }
                },
            };
            if let Some(header) = open.form.header_in(&buffer[..end]) {
                if header == 0 && open.remove_header(&mut buffer, &mut self.line) {
                    self.carry.append(&mut buffer);
                    continue;
                }
                // The records in front of the header are a block of their own.
                if header > 0 {
                    (lines, end) = (memchr::memchr_iter(open.form.end(), &buffer[..header]).count() as u64, header);
                }
            }
            self.carry.extend_from_slice(&buffer[end..]);
            buffer.truncate(end);
            let (file, form) = (Arc::clone(&open.name), open.form.clone());
            let (line, content) = (self.line, BlockContent::Records(buffer));
            self.line += lines;
            return Ok(Some(Block { file, order: self.opened, line, form, content, limited }));
        }
    }
}

impl BlockContent {
    /// A line that does not fit into a block; `limited` if long records are faults.
    fn from_long_line(line: LongLineReader, form: &RecordForm, limited: bool) -> Self {
        match line.end() {
            Ok(line) if limited => Self::Skipped(line.digest.len()),
            Ok(line) => Self::Long(Box::new(line)),
            // Blanks may separate columns, also at the ends of the record.
            Err(line) if form.has_columns() => Self::Skipped(line.len()),
            // Without its blanks the line is not long. A blank line is one record.
            Err(line) if line.is_empty() => Self::Records(vec![form.end()]),
            Err(line) => Self::Records(line),
        }
    }
}

impl OpenInput {
    fn new(path: &PathBuf, form: &RecordForm) -> Result<Self, Failure> {
        let (name, read) = open(path)?;
        match form.unpacked(read) {
            Ok((read, form)) => Ok(Self { name: name.into(), read, ended: false, failure: None, is_new: true, form }),
            Err(error) => Err(Failure::Input { name, error }),
        }
    }

    /// Removes a byte order mark and a header from the beginning of the input, and detects the
    /// form.
    fn begin_input(&mut self, buffer: &mut Vec<u8>, line: &mut u64) {
        self.is_new = false;
        if !self.form.null && buffer.starts_with(b"\xEF\xBB\xBF") {
            buffer.drain(..3);
        }
        if self.form.expects_header() {
            if let Err(message) = self.pass_header(buffer, line) {
                let error = std::io::Error::new(std::io::ErrorKind::InvalidData, message);
                self.failure = Some(Failure::Input { name: self.name.to_string(), error });
                self.ended = true;
                buffer.clear();
            }
            return;
        }
        self.remove_header(buffer, line);
        if let Some(index) = self.form.resembles_cdx(buffer) {
            report(&at_line(&self.name, *line + index as u64, "this looks like CDX: use --input cdx"));
        }
    }

    /// Removes the header that the user says is there, and blank lines in front of it. The form is
    /// then that of the records after it.
    fn pass_header(&mut self, buffer: &mut Vec<u8>, line: &mut u64) -> Result<(), String> {
        self.remove_blank_records(buffer, line);
        let end = match memchr::memchr(self.form.end(), buffer) {
            Some(end) => end,
            None if buffer.is_empty() => return Ok(()),
            None if self.ended => buffer.len(),
            None => return Err(format!("its header is longer than {BLOCK} bytes")),
        };
        self.form = self.form.after_header(&buffer[..end])?;
        self.remove_record(buffer, line);
        Ok(())
    }

    /// Removes the blank records at the beginning.
    fn remove_blank_records(&self, buffer: &mut Vec<u8>, line: &mut u64) {
        while !buffer.is_empty() {
            let end = memchr::memchr(self.form.end(), buffer).or(self.ended.then_some(buffer.len()));
            if end.is_none_or(|end| !self.form.skips(&buffer[..end])) {
                break;
            }
            self.remove_record(buffer, line);
        }
    }

    /// Removes the first record, with its end.
    fn remove_record(&self, buffer: &mut Vec<u8>, line: &mut u64) {
        let end = memchr::memchr(self.form.end(), buffer).map_or(buffer.len(), |end| end + 1);
        buffer.drain(..end);
        *line += 1;
    }

    /// Selects the form for the records at the beginning of the buffer, and removes a header that
    /// names their columns. Returns whether there was a header.
    fn remove_header(&mut self, buffer: &mut Vec<u8>, line: &mut u64) -> bool {
        let Some((form, is_header)) = self.form.selected_by(buffer) else { return false };
        if is_header {
            self.remove_blank_records(buffer, line);
            self.remove_record(buffer, line);
        }
        self.form = form;
        is_header
    }

    /// Reads until the buffer holds `size` bytes, or a read has returned a complete line, or to the
    /// end or a failure.
    fn fill(&mut self, buffer: &mut Vec<u8>, size: usize) {
        let mut filled = buffer.len();
        buffer.resize(filled.max(size), 0);
        while filled < buffer.len() && !self.ended {
            match self.read.read(&mut buffer[filled..]) {
                Ok(0) => self.ended = true,
                Ok(read) => {
                    filled += read;
                    // A pipe returns the available bytes: do not delay its lines.
                    if buffer[filled - read..filled].contains(&self.form.end()) && filled < size / 2 {
                        break;
                    }
                }
                Err(error) => {
                    self.failure = Some(Failure::Input { name: self.name.to_string(), error });
                    self.ended = true;
                }
            }
        }
        buffer.truncate(filled);
    }

    /// Replaces the content of `buffer` with `carry`, the bytes that the previous block left, and
    /// the input after them. Whole records that are left do not wait for more input.
    fn read_records(&mut self, buffer: &mut Vec<u8>, carry: &mut Vec<u8>, size: usize, line: &mut u64) {
        buffer.clear();
        buffer.append(carry);
        if memchr::memrchr(self.form.end(), buffer).is_none() {
            self.fill(buffer, size);
        }
        if self.is_new {
            let mut examined = 0;
            while self.form.is_decided_later() && buffer.len() < BLOCK && !self.ended {
                let end = self.form.end();
                let whole = memchr::memrchr(end, &buffer[examined..]).map_or(examined, |last| examined + last);
                let mut records = buffer[examined..whole].split(|&byte| byte == end);
                if records.any(|record| self.form.is_decided_by(record)) {
                    break;
                }
                examined = whole;
                self.fill(buffer, buffer.len() + size);
            }
            self.begin_input(buffer, line);
        }
    }

    /// Reads a line that begins with `buffer` and continues after it; puts the bytes after the line
    /// into `carry`. `None` if a failure cut the line.
    fn long_line(&mut self, buffer: &mut Vec<u8>, carry: &mut Vec<u8>) -> Option<LongLineReader> {
        let mut line = LongLineReader::new(!self.form.null);
        // A carriage return belongs to the line end only if a line feed follows.
        let mut pending_return = false;
        loop {
            let newline = memchr::memchr(self.form.end(), buffer);
            let piece = &buffer[..newline.unwrap_or(buffer.len())];
            if pending_return && !piece.is_empty() {
                line.feed(b"\r");
                pending_return = false;
            }
            let may_be_line_end = !self.form.null && piece.ends_with(b"\r") && (newline.is_some() || !self.ended);
            line.feed(if may_be_line_end { &piece[..piece.len() - 1] } else { piece });
            if let Some(newline) = newline {
                carry.extend_from_slice(&buffer[newline + 1..]);
                break;
            }
            pending_return |= may_be_line_end;
            buffer.clear();
            self.fill(buffer, BLOCK);
            if buffer.is_empty() {
                if self.failure.is_some() {
                    return None;
                }
                if pending_return {
                    line.feed(b"\r");
                }
                break;
            }
        }
        Some(line)
    }
}

/// A message about a line of a file.
fn at_line(file: &str, line: u64, message: &str) -> String {
    let file = if file == "-" { "standard input" } else { file };
    format!("{file}:{line}: {message}")
}

/// The number of whole records at the beginning of some bytes, at most [`LINES`], and their length
/// in bytes; `None` if the bytes have no whole record.
fn whole_records(bytes: &[u8], end: u8) -> Option<(u64, usize)> {
    /// Counting ends is much faster than finding each.
    const PART: usize = 1 << 10;
    let mut lines = 0;
    for (index, part) in bytes.chunks(PART).enumerate() {
        let count = memchr::memchr_iter(end, part).count();
        if lines + count >= LINES {
            let last = memchr::memchr_iter(end, part).nth(LINES - lines - 1)?;
            return Some((LINES as u64, index * PART + last + 1));
        }
        lines += count;
    }
    Some((lines as u64, memchr::memrchr(end, bytes)? + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The count does not depend on where the ends are in the parts.
    #[test]
    fn whole_records_are_counted_by_parts() {
        for length in (0..40).chain([63, 64, 65, 1023, 1024, 1025]) {
            for count in [0, 1, 2, 3, 700, LINES - 1, LINES, LINES + 1, 3 * LINES] {
                let line = [&b"a".repeat(length)[..], b"\n"].concat();
                for tail in ["", "b"] {
                    let bytes = [&line.repeat(count)[..], tail.as_bytes()].concat();
                    let lines = count.min(LINES);
                    let expected = (lines > 0).then_some((lines as u64, lines * line.len()));
                    assert_eq!(whole_records(&bytes, b'\n'), expected, "{count} lines of {length} bytes");
                }
            }
        }
    }

    /// A URL's text is that of its bytes, whether its block is text or not.
    #[test]
    fn the_text_of_a_url_is_that_of_its_bytes() {
        let lines: [&[u8]; 8] =
            [b"http://a/", b" \xC3\xA9\t", b"\xC3\xA9\r", b"", b"\r", b"\xC3", b"\xA9", b"a,\"b,c\""];
        for number in 0..lines.len().pow(3) * 4 {
            let selected = [0, 1, 2].map(|place| lines[number / lines.len().pow(place) % lines.len()]);
            let end: &[u8] = [&b""[..], b"\n", b"\r", b"\r\n"][number / lines.len().pow(3)];
            let bytes = [&selected.join(&b'\n'), end].concat();
            let content = BlockContent::Records(bytes.clone());
            let block =
                Block { file: "-".into(), order: 0, line: 1, form: RecordForm::default(), content, limited: false };
            let mut faults = Faults::default();
            for url in block.urls(&mut faults).filter_map(|record| record.content.ok()) {
                assert_eq!(url.text(), NotUtf8::text(&url.bytes), "{bytes:?}");
            }
        }
    }
}
