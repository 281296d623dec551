//! Running texts, divided into pieces that are searched independently.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;

use uri_lineage::extract::{ExtractedUrl, Extractor, split_point};

use crate::engine::{Piece, Pieces, Source};
use crate::failure::Failure;
use crate::input::{self, BLOCK, open};

/// How much of a text is read to find a place where it may be cut, in bytes.
const MOST: usize = 2 * BLOCK;

/// Files of running text.
pub struct Texts {
    pub files: Vec<PathBuf>,
    /// Whether they are HTML or SGML.
    pub markup: bool,
}

impl Source for Texts {
    type Pieces = TextPieces;

    fn pieces(&self) -> TextPieces {
        TextPieces { files: self.files.iter().cloned().collect(), markup: self.markup, open: None, failure: None }
    }

    fn size(&self) -> Option<u64> {
        input::size(&self.files)
    }
}

/// A piece of a text.
pub struct Text {
    pub file: Arc<str>,
    /// How many lines of the text precede this piece.
    lines: u64,
    markup: bool,
    content: Content,
    /// How much was read, in bytes.
    read: usize,
}

enum Content {
    /// A piece cut so that no URL crosses its ends.
    Cut(Vec<u8>),
    /// The URLs that were already found in it.
    Searched(Vec<ExtractedUrl<'static>>),
}

impl Text {
    /// Calls a function for each URL in it; line numbers are those of the whole text.
    pub fn each(&self, mut with: impl FnMut(&ExtractedUrl<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
        match &self.content {
            Content::Searched(found) => found.iter().try_for_each(with),
            Content::Cut(bytes) => {
                let mut extractor = Extractor::behind(self.lines, bytes.as_slice()).markup(self.markup);
                // Reading from memory cannot fail.
                while let Ok(Some(found)) = extractor.find() {
                    with(&found)?;
                }
                Ok(())
            }
        }
    }
}

impl Piece for Text {
    fn len(&self) -> usize {
        self.read
    }

    fn left(self) -> Vec<u8> {
        match self.content {
            Content::Cut(bytes) => bytes,
            Content::Searched(_) => Vec::new(),
        }
    }
}

/// Texts that are read one after another.
pub struct TextPieces {
    files: VecDeque<PathBuf>,
    markup: bool,
    open: Option<Open>,
    /// Why the previous text is not read further.
    failure: Option<Failure>,
}

/// A text that is being read.
struct Open {
    name: Arc<str>,
    /// How many lines of it have been returned.
    lines: u64,
    way: Way,
}

/// How a text is read.
enum Way {
    /// Cut where possible. `carry` has the bytes after the last cut.
    Cut { read: Box<dyn Read + Send>, carry: Vec<u8> },
    /// Searched while it is read, since it cannot be cut.
    Searched(Box<Extractor<Gate>>),
}

impl Pieces for TextPieces {
    type Piece = Text;

    /// The result of one read. It is shown without waiting for the next read.
    fn next(&mut self, mut left: Vec<u8>) -> Result<Option<Text>, Failure> {
        loop {
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            let Some(open) = &mut self.open else {
                let Some(path) = self.files.pop_front() else { return Ok(None) };
                let (name, read) = open(&path)?;
                self.open = Some(Open { name: name.into(), lines: 0, way: Way::Cut { read, carry: Vec::new() } });
                continue;
            };
            let (file, lines) = (Arc::clone(&open.name), open.lines);
            let (content, read, ended) = match &mut open.way {
                Way::Cut { read, carry } => {
                    left.clear();
                    let (cut, ended) = match fill(read, &mut left, carry) {
                        Ok(0) => (left.len(), true),
                        Ok(_) => (split_point(&left).unwrap_or_default(), false),
                        Err(error) => {
                            let read = Cursor::new(std::mem::take(&mut left)).chain(Fails(Some(error)));
                            open.way = Way::searched(lines, self.markup, read);
                            continue;
                        }
                    };
                    if cut == 0 && !ended {
                        match left.len() {
                            MOST.. => {
                                let read = std::mem::replace(read, Box::new(io::empty()));
                                let read = Cursor::new(std::mem::take(&mut left)).chain(read);
                                open.way = Way::searched(lines, self.markup, read);
                            }
                            _ => carry.append(&mut left),
                        }
                        continue;
                    }
                    carry.extend_from_slice(&left[cut..]);
                    left.truncate(cut);
                    open.lines += memchr::memchr_iter(b'\n', &left).count() as u64;
                    (Content::Cut(std::mem::take(&mut left)), cut, ended)
                }
                Way::Searched(extractor) => {
                    extractor.get_mut().given = None;
                    let (mut found, mut ended) = (Vec::new(), true);
                    for next in &mut **extractor {
                        match next {
                            Ok(next) => found.push(next),
                            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                                ended = false;
                                break;
                            }
                            Err(error) => self.failure = Some(Failure::Input { name: file.to_string(), error }),
                        }
                    }
                    (Content::Searched(found), extractor.get_mut().given.unwrap_or_default(), ended)
                }
            };
            if ended {
                self.open = None;
            }
            return Ok(Some(Text { file, lines, markup: self.markup, content, read }));
        }
    }
}

impl Way {
    fn searched(lines: u64, markup: bool, read: impl Read + Send + 'static) -> Self {
        let gate = Gate { read: Box::new(read), given: None };
        Self::Searched(Box::new(Extractor::behind(lines, gate).markup(markup)))
    }
}

/// Reads once, and appends to the carried bytes. Returns how much was read.
fn fill(read: &mut impl Read, buffer: &mut Vec<u8>, carry: &mut Vec<u8>) -> io::Result<usize> {
    buffer.append(carry);
    let filled = buffer.len();
    buffer.resize(filled + BLOCK, 0);
    let given = read.read(&mut buffer[filled..]);
    buffer.truncate(filled + *given.as_ref().unwrap_or(&0));
    given
}

/// An input that reads once, and then returns `WouldBlock`.
struct Gate {
    read: Box<dyn Read + Send>,
    /// How much was read, in bytes.
    given: Option<usize>,
}

impl Read for Gate {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given.is_some() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let given = self.read.read(buffer).map_err(|error| match error.kind() {
            // Only the gate itself may return this.
            io::ErrorKind::WouldBlock => io::Error::other(error),
            _ => error,
        })?;
        self.given = Some(given);
        Ok(given)
    }
}

/// An input that fails.
struct Fails(Option<io::Error>);

impl Read for Fails {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
