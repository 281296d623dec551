//! Files and standard input, as blocks of whole lines.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::PathBuf;
use std::sync::Arc;

use uri_lineage::classifier::{Classifier, Walk};

use crate::failure::Failure;

/// How much is read at once. Several lines fit in, and several blocks into the processor's cache.
const BLOCK: usize = 1 << 18;
/// How much of a line that fits in no block is kept: all of it is judged, but it is not shown in full.
const KEPT: usize = 1 << 16;

/// The longest line that commands take whole.
const LONGEST: usize = 1 << 20;

/// Does something for the URL of the command line or, without one, for each line of standard input that is not blank; and
/// with `None` where the input pauses. A line ends with LF or CR LF.
pub fn each_uri(uri: Option<&str>, mut act: impl FnMut(Option<&str>) -> Result<(), Failure>) -> Result<(), Failure> {
    if let Some(uri) = uri {
        return act(Some(uri));
    }
    let failed = |error| Failure::Input { name: "-".to_owned(), error };
    let mut stdin = io::BufReader::with_capacity(BLOCK, io::stdin().lock());
    let mut line = Vec::new();
    for number in 1u64.. {
        if !stdin.buffer().contains(&b'\n') {
            act(None)?;
        }
        line.clear();
        let read = stdin.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line).map_err(failed)?;
        if read == 0 {
            break;
        }
        if read > LONGEST {
            return Err(Failure::Usage(format!("line {number} of standard input is longer than {LONGEST} bytes")));
        }
        let text = match line.strip_suffix(b"\n") {
            Some(text) => text.strip_suffix(b"\r").unwrap_or(text),
            None => &line,
        };
        let text = String::from_utf8_lossy(text);
        if !text.trim().is_empty() {
            act(Some(&text))?;
        }
    }
    Ok(())
}

/// The inputs to read, one after another.
#[derive(clap::Args)]
pub struct Files {
    /// Files to read, one URL a line; standard input without a file or for `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Files {
    /// Whether records must say of which file they are.
    pub fn several(&self) -> bool {
        self.files.len() > 1
    }

    /// How many bytes there are to read, if all inputs are files that know their size.
    pub fn size(&self) -> Option<u64> {
        let size = |path: &PathBuf| path.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len());
        match self.files.as_slice() {
            [] => None,
            files => files.iter().map(size).sum(),
        }
    }

    /// Begins to read.
    pub fn blocks(&self) -> Blocks {
        let stdin = self.files.is_empty().then(|| PathBuf::from("-"));
        Blocks {
            files: stdin.into_iter().chain(self.files.iter().cloned()).collect(),
            open: None,
            carry: Vec::new(),
            opened: 0,
            line: 1,
        }
    }
}

/// A file that is being read.
struct Open {
    name: Arc<str>,
    read: Box<dyn Read + Send>,
    ended: bool,
}

/// Reads the inputs block by block.
pub struct Blocks {
    files: VecDeque<PathBuf>,
    open: Option<Open>,
    /// What was read and begins the next block.
    carry: Vec<u8>,
    /// How many inputs have been opened.
    opened: usize,
    /// The number of the next block's first line.
    line: u64,
}

/// Some lines of one input.
pub struct Block {
    /// The name of the input, ...
    pub file: Arc<str>,
    /// ... and its place among the inputs.
    pub order: usize,
    /// The number of the first line, from 1.
    pub line: u64,
    /// The lines with their ends, or one line that fits in no block.
    pub content: Content,
}

/// What a block holds.
pub enum Content {
    /// Whole lines.
    Lines(Vec<u8>),
    /// One line that was judged while it was read.
    Long(LongLine),
}

impl Content {
    /// How many bytes of the input it stands for.
    pub fn len(&self) -> usize {
        match self {
            Self::Lines(bytes) => bytes.len(),
            Self::Long(line) => line.length,
        }
    }

    /// What can be filled anew.
    pub fn into_buffer(self) -> Vec<u8> {
        match self {
            Self::Lines(bytes) => bytes,
            Self::Long(line) => line.kept,
        }
    }
}

/// A line that is too long to be held.
pub struct LongLine {
    /// Its beginning.
    pub kept: Vec<u8>,
    /// How long it is in bytes, without its end.
    pub length: usize,
    /// Its way through the automaton.
    pub walk: Walk<'static>,
    /// The offset of the first byte that is not UTF-8, if it is in what is kept.
    pub invalid: Option<usize>,
    /// Whether there is nothing but white space in it.
    pub blank: bool,
}

impl Blocks {
    /// The next block, or `None` behind the last. Behind a failure comes what the other inputs hold.
    ///
    /// `buffer` is what a block may be made of, to be given back and again.
    pub fn next(&mut self, mut buffer: Vec<u8>) -> Result<Option<Block>, Failure> {
        loop {
            let Some(open) = &mut self.open else {
                let Some(path) = self.files.pop_front() else { return Ok(None) };
                self.opened += 1;
                self.open = Some(Open::new(&path)?);
                self.line = 1;
                continue;
            };
            buffer.clear();
            buffer.append(&mut self.carry);
            if let Err(failure) = open.fill(&mut buffer, BLOCK) {
                self.open = None;
                return Err(failure);
            }
            if buffer.is_empty() {
                self.open = None;
                continue;
            }
            let end = match memchr::memrchr(b'\n', &buffer) {
                Some(newline) => newline + 1,
                None if open.ended => buffer.len(),
                None => {
                    let file = Arc::clone(&open.name);
                    let long = open.long_line(buffer, &mut self.carry)?;
                    self.line += 1;
                    return Ok(Some(Block {
                        file,
                        order: self.opened,
                        line: self.line - 1,
                        content: Content::Long(long),
                    }));
                }
            };
            self.carry.extend_from_slice(&buffer[end..]);
            buffer.truncate(end);
            let line = self.line;
            self.line += memchr::memchr_iter(b'\n', &buffer).count() as u64;
            return Ok(Some(Block {
                file: Arc::clone(&open.name),
                order: self.opened,
                line,
                content: Content::Lines(buffer),
            }));
        }
    }
}

/// A file by its name, or standard input for `-`; and that name.
pub fn open(path: &PathBuf) -> Result<(String, Box<dyn Read + Send>), Failure> {
    let name = path.display().to_string();
    let read: Box<dyn Read + Send> = match name.as_str() {
        "-" => Box::new(io::stdin()),
        _ => Box::new(File::open(path).map_err(|error| Failure::Input { name: name.clone(), error })?),
    };
    Ok((name, read))
}

impl Open {
    fn new(path: &PathBuf) -> Result<Self, Failure> {
        let (name, read) = open(path)?;
        Ok(Self { name: name.into(), read, ended: false })
    }

    /// Reads until the buffer holds `most` bytes or a whole read has come and a line is complete, or to the end.
    fn fill(&mut self, buffer: &mut Vec<u8>, most: usize) -> Result<(), Failure> {
        let mut filled = buffer.len();
        buffer.resize(filled.max(most), 0);
        while filled < buffer.len() && !self.ended {
            match self.read.read(&mut buffer[filled..]) {
                Ok(0) => self.ended = true,
                Ok(read) => {
                    filled += read;
                    // A pipe gives what it has: its lines are not kept waiting for more.
                    if buffer[filled - read..filled].contains(&b'\n') && filled < most / 2 {
                        break;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::Input { name: self.name.to_string(), error }),
            }
        }
        buffer.truncate(filled);
        Ok(())
    }

    /// Walks through a line that begins with `buffer` and goes on; what is behind it goes to `carry`.
    fn long_line(&mut self, mut buffer: Vec<u8>, carry: &mut Vec<u8>) -> Result<LongLine, Failure> {
        let mut kept = buffer[..KEPT.min(buffer.len())].to_vec();
        let invalid =
            std::str::from_utf8(&kept).err().filter(|error| error.error_len().is_some()).map(|e| e.valid_up_to());
        let cut = std::str::from_utf8(&kept).err().filter(|error| error.error_len().is_none()).map(|e| e.valid_up_to());
        kept.truncate(cut.unwrap_or(kept.len()));
        let mut walk = Walk::new(Classifier::get());
        let (mut length, mut blank) = (0, true);
        // A carriage return belongs to the line's end only if a line feed follows.
        let mut held = false;
        loop {
            let newline = memchr::memchr(b'\n', &buffer);
            let piece = &buffer[..newline.unwrap_or(buffer.len())];
            if held && !piece.is_empty() {
                walk.feed(b"\r");
                length += 1;
                held = false;
            }
            let ends = piece.ends_with(b"\r") && (newline.is_some() || !self.ended);
            let piece = if ends { &piece[..piece.len() - 1] } else { piece };
            walk.feed(piece);
            blank &= piece.trim_ascii().is_empty();
            length += piece.len();
            if let Some(newline) = newline {
                carry.extend_from_slice(&buffer[newline + 1..]);
                break;
            }
            held |= ends;
            buffer.clear();
            self.fill(&mut buffer, BLOCK)?;
            if buffer.is_empty() {
                if held {
                    walk.feed(b"\r");
                    length += 1;
                }
                break;
            }
        }
        Ok(LongLine { kept, length, walk, invalid, blank })
    }
}
