//! Running texts, divided into pieces that are searched independently.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;

use uri_lineage::extract::{ExtractedUrl, Extractor, split_point};

use crate::engine::{Piece, Pieces};
use crate::failure::Failure;
use crate::input::{self, BLOCK, open};

/// How much of a text is read to find a place where it may be cut, in bytes.
const MOST: usize = 2 * BLOCK;

/// A piece of a text.
pub struct TextPiece {
    pub file: Arc<str>,
    /// The number of lines of the text in front of this piece.
    lines: u64,
    markup: bool,
    content: TextContent,
    /// How much was read, in bytes.
    read: usize,
}

/// A piece before or after the search.
enum TextContent {
    /// A piece cut so that no URL crosses its ends.
    Cut(Vec<u8>),
    /// The URLs that were already found in it.
    Searched(Vec<ExtractedUrl<'static>>),
}

impl TextPiece {
    /// Calls a function for each URL in the piece; line numbers are those of the whole text.
    pub fn for_each_url(&self, mut visit: impl FnMut(&ExtractedUrl<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
        match &self.content {
            TextContent::Searched(urls) => urls.iter().try_for_each(visit),
            TextContent::Cut(bytes) => {
                let mut extractor = Extractor::after_lines(self.lines, bytes.as_slice()).markup(self.markup);
                // Reading from memory cannot fail.
                while let Ok(Some(url)) = extractor.find() {
                    visit(&url)?;
                }
                Ok(())
            }
        }
    }
}

impl Piece for TextPiece {
    fn len(&self) -> usize {
        self.read
    }

    fn into_buffer(self) -> Vec<u8> {
        match self.content {
            TextContent::Cut(bytes) => bytes,
            TextContent::Searched(_) => Vec::new(),
        }
    }
}

/// Texts that are read one after another.
pub struct TextPieces {
    files: VecDeque<PathBuf>,
    markup: bool,
    open: Option<OpenText>,
    /// Why the previous text is not read further.
    failure: Option<Failure>,
}

/// A text that is being read.
struct OpenText {
    name: Arc<str>,
    /// The number of lines of it that have been returned.
    lines: u64,
    mode: SearchMode,
}

/// How a text is searched.
enum SearchMode {
    /// Cut where possible. `carry` has the bytes after the last cut.
    Cut { read: Box<dyn Read + Send>, carry: Vec<u8> },
    /// Searched while it is read, since it cannot be cut.
    Searched(Box<Extractor<Gate>>),
}

impl TextPieces {
    /// The texts in files, which are HTML or SGML with `markup`.
    pub fn new(files: Vec<PathBuf>, markup: bool) -> Self {
        Self { files: files.into(), markup, open: None, failure: None }
    }
}

impl Pieces for TextPieces {
    type Item = TextPiece;

    fn size(&self) -> Option<u64> {
        input::size(&self.files)
    }

    /// The result of one read. It is shown without waiting for the next read.
    fn next(&mut self, mut buffer: Vec<u8>) -> Result<Option<TextPiece>, Failure> {
        loop {
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            let Some(open) = &mut self.open else {
                let Some(path) = self.files.pop_front() else { return Ok(None) };
                let (name, read) = open(&path)?;
                let mode = SearchMode::Cut { read, carry: Vec::new() };
                self.open = Some(OpenText { name: name.into(), lines: 0, mode });
                continue;
            };
            let (file, lines) = (Arc::clone(&open.name), open.lines);
            let Some(read) = open.read(&mut buffer, self.markup, &mut self.failure) else { continue };
            if read.is_last {
                self.open = None;
            }
            return Ok(Some(TextPiece { file, lines, markup: self.markup, content: read.content, read: read.length }));
        }
    }
}

/// The result of one read of a text.
struct TextRead {
    content: TextContent,
    /// How much was read, in bytes.
    length: usize,
    /// Whether the text has ended.
    is_last: bool,
}

impl OpenText {
    /// Reads once, into `buffer`. Returns `None` if more must be read to cut the text, or if it is
    /// searched from now on. An error in a text that is searched is put into `failure`.
    fn read(&mut self, buffer: &mut Vec<u8>, markup: bool, failure: &mut Option<Failure>) -> Option<TextRead> {
        match &mut self.mode {
            SearchMode::Searched(extractor) => {
                extractor.get_mut().length = None;
                let (mut urls, mut is_last) = (Vec::new(), true);
                for result in &mut **extractor {
                    match result {
                        Ok(url) => urls.push(url),
                        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                            is_last = false;
                            break;
                        }
                        Err(error) => *failure = Some(Failure::Input { name: self.name.to_string(), error }),
                    }
                }
                let length = extractor.get_mut().length.unwrap_or_default();
                Some(TextRead { content: TextContent::Searched(urls), length, is_last })
            }
            SearchMode::Cut { read, carry } => {
                buffer.clear();
                let (cut, is_last) = match fill(read, buffer, carry) {
                    Ok(0) => (buffer.len(), true),
                    Ok(_) => (split_point(buffer).unwrap_or_default(), false),
                    Err(error) => {
                        let read = Cursor::new(std::mem::take(buffer)).chain(FailingRead(Some(error)));
                        self.mode = SearchMode::searched(self.lines, markup, read);
                        return None;
                    }
                };
                if cut == 0 && !is_last {
                    if buffer.len() >= MOST {
                        let read = std::mem::replace(read, Box::new(io::empty()));
                        let read = Cursor::new(std::mem::take(buffer)).chain(read);
                        self.mode = SearchMode::searched(self.lines, markup, read);
                    } else {
                        carry.append(buffer);
                    }
                    return None;
                }
                carry.extend_from_slice(&buffer[cut..]);
                buffer.truncate(cut);
                self.lines += memchr::memchr_iter(b'\n', buffer).count() as u64;
                Some(TextRead { content: TextContent::Cut(std::mem::take(buffer)), length: cut, is_last })
            }
        }
    }
}

impl SearchMode {
    fn searched(lines: u64, markup: bool, read: impl Read + Send + 'static) -> Self {
        let gate = Gate { read: Box::new(read), length: None };
        Self::Searched(Box::new(Extractor::after_lines(lines, gate).markup(markup)))
    }
}

/// Reads once, and appends to the carried bytes. Returns how much was read.
fn fill(read: &mut impl Read, buffer: &mut Vec<u8>, carry: &mut Vec<u8>) -> io::Result<usize> {
    buffer.append(carry);
    let filled = buffer.len();
    buffer.resize(filled + BLOCK, 0);
    let length = read.read(&mut buffer[filled..]);
    buffer.truncate(filled + *length.as_ref().unwrap_or(&0));
    length
}

/// An input that reads once, and then returns `WouldBlock`.
struct Gate {
    read: Box<dyn Read + Send>,
    /// How much was read, in bytes.
    length: Option<usize>,
}

impl Read for Gate {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.length.is_some() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let length = self.read.read(buffer).map_err(|error| match error.kind() {
            // Only the gate itself may return this.
            io::ErrorKind::WouldBlock => io::Error::other(error),
            _ => error,
        })?;
        self.length = Some(length);
        Ok(length)
    }
}

/// An input that fails.
struct FailingRead(Option<io::Error>);

impl Read for FailingRead {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
