//! Opens files and standard input, compressed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::path::PathBuf;

use flate2::Crc;
use flate2::bufread::{DeflateDecoder, GzDecoder};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};
use uri_lineage::Grammar;

use crate::failure::Failure;

const GZIP: [u8; 2] = [0x1F, 0x8B];
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// The magic number of a skippable frame of zstd (RFC 8878, section 3.1.2) without the lower four
/// bits of its first byte.
const SKIPPABLE: [u8; 4] = [0x50, 0x2A, 0x4D, 0x18];
/// Compressed formats that are not supported, each with the program that decompresses it; a
/// question mark is any digit.
const UNSUPPORTED: [([u8; 6], &str); 2] = [(*b"\xFD7zXZ\0", "xz"), (*b"BZh?1A", "bzip2")];

/// The magic number of the skippable frame with the dictionary of a `.warc.zst` file.
const DICTIONARY: u32 = 0x184D_2A5D;
/// The first bytes of a dictionary (RFC 8878, section 5).
const DICTIONARY_CONTENT: [u8; 4] = [0x37, 0xA4, 0x30, 0xEC];
/// The maximum length of a dictionary, in bytes.
const LONGEST_DICTIONARY: u64 = 16 << 20;

/// A file that is decompressed. A read returns bytes of one member only.
pub trait Source: Read + Send {
    /// The offset in the file of the compressed member that the last read returned bytes of; `None`
    /// if the file is not compressed.
    fn member(&self) -> Option<u64> {
        None
    }
}

impl Source for Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>> {}

/// Opens a file by its name, or standard input for `-`, and returns its name too. Decompresses gzip
/// and zstd, which are detected from the first bytes. No read from it is interrupted.
pub fn open(path: &PathBuf) -> Result<(String, Box<dyn Source>), Failure> {
    let name = path.display().to_string();
    match open_named(path, &name) {
        Ok(read) => Ok((name, read)),
        Err(error) => Err(Failure::Input { name, error }),
    }
}

fn open_named(path: &PathBuf, name: &str) -> io::Result<Box<dyn Source>> {
    let mut read: Box<dyn Read + Send> = match name {
        "-" => Box::new(RetriedRead(io::stdin())),
        _ => Box::new(RetriedRead(File::open(path).map_err(|error| {
            let hint = "this is a URL, not the name of a file: pass it with --url";
            if is_url_with_scheme(name) { io::Error::new(error.kind(), hint) } else { error }
        })?)),
    };
    let mut first = [0; 6];
    let mut length = 0;
    // A pipe may return fewer bytes than requested. Do not wait for more once the bytes cannot be a
    // magic number.
    while may_become_magic(&first[..length]) {
        match read.read(&mut first[length..])? {
            0 => break,
            read => length += read,
        }
    }
    if let Some((_, program)) = UNSUPPORTED.iter().find(|(magic, _)| length == magic.len() && begins(magic, &first)) {
        let hint = format!("it is compressed with {program}: decompress it first, for example with `{program} -dc`");
        return Err(io::Error::new(io::ErrorKind::Unsupported, hint));
    }
    let file = Cursor::new(first[..length].to_vec()).chain(read);
    Ok(match &first[..length] {
        magic if magic.starts_with(&GZIP) => Box::new(GzipMembers::new(whole_file(file))),
        magic if is_zstd(magic) => Box::new(ZstdFrames {
            file: whole_file(file),
            decoder: FrameDecoder::new().into(),
            inside: false,
            member: 0,
        }),
        _ => Box::new(file),
    })
}

/// Whether some grammar accepts a text that has a colon.
pub fn is_url_with_scheme(text: &str) -> bool {
    text.contains(':') && Grammar::all().any(|grammar| grammar.accepts(text))
}

/// Whether these bytes are a proper prefix of a magic number.
fn may_become_magic(first: &[u8]) -> bool {
    magics().any(|magic| magic.len() > first.len() && begins(magic, first))
        || SKIPPABLE.len() > first.len() && begins_skippable(first)
}

/// The magic numbers of compressed files.
fn magics() -> impl Iterator<Item = &'static [u8]> {
    [&GZIP[..], &ZSTD].into_iter().chain(UNSUPPORTED.iter().map(|(magic, _)| &magic[..]))
}

/// Whether these bytes are a prefix of a magic number, or begin with one.
fn begins(magic: &[u8], first: &[u8]) -> bool {
    magic.iter().zip(first).all(|(magic, byte)| magic == byte || *magic == b'?' && byte.is_ascii_digit())
}

/// Whether these bytes are a prefix of a skippable frame's magic number, or begin with one.
fn begins_skippable(first: &[u8]) -> bool {
    // Only the upper four bits of the first byte count.
    let masks = [0xF0, 0xFF, 0xFF, 0xFF];
    first.iter().zip(masks).zip(SKIPPABLE).all(|((byte, mask), magic)| byte & mask == magic)
}

/// Whether a file with these first bytes is zstd. A skippable frame may come first.
fn is_zstd(first: &[u8]) -> bool {
    first.starts_with(&ZSTD) || first.len() >= SKIPPABLE.len() && begins_skippable(first)
}

/// Repeats reads that were interrupted.
struct RetriedRead<R>(R);

impl<R: Read> Read for RetriedRead<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }
}

/// The size of a file in bytes; `None` if it is not known, as for a compressed file.
pub fn size(path: &PathBuf) -> Option<u64> {
    let size = path.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
    let mut first = Vec::new();
    File::open(path).ok()?.take(ZSTD.len() as u64).read_to_end(&mut first).ok()?;
    (!first.starts_with(&GZIP) && !is_zstd(&first)).then_some(size)
}

type WholeFile = BufReader<CountedRead>;

/// Counts the bytes that are read.
struct CountedRead {
    read: Box<dyn Read + Send>,
    count: u64,
}

impl Read for CountedRead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.read.read(buffer)?;
        self.count += read as u64;
        Ok(read)
    }
}

fn whole_file(read: impl Read + Send + 'static) -> WholeFile {
    BufReader::new(CountedRead { read: Box::new(read), count: 0 })
}

/// The offset of the next byte that is read from a file.
fn offset(file: &WholeFile) -> u64 {
    file.get_ref().count - file.buffer().len() as u64
}

/// The members of a gzip file, one after another. NUL bytes after a member are padding, as for
/// `gzip`. flate2's `MultiGzDecoder` refuses padding, and does not return the bytes in front of
/// damage.
struct GzipMembers {
    /// Decompresses the current member, from the end of its header.
    data: DeflateDecoder<WholeFile>,
    /// The checksum and the length of its data.
    crc: Crc,
    /// Whether the header of a member was read, and not its end.
    inside: bool,
    /// The failure after the bytes that were returned.
    failure: Option<io::Error>,
    ended: bool,
    /// The offset of the current member.
    member: u64,
}

impl GzipMembers {
    fn new(file: WholeFile) -> Self {
        let data = DeflateDecoder::new(file);
        Self { data, crc: Crc::new(), inside: false, failure: None, ended: false, member: 0 }
    }

    /// Reads the next header, if the file has not ended.
    fn begin_member(&mut self) -> io::Result<()> {
        let file = self.data.get_mut();
        loop {
            let bytes = file.fill_buf()?;
            let (length, padding) = (bytes.len(), bytes.iter().take_while(|&&byte| byte == 0).count());
            file.consume(padding);
            if length == 0 {
                self.ended = true;
                return Ok(());
            }
            if padding < length {
                break;
            }
        }
        self.member = offset(file);
        let no_file = CountedRead { read: Box::new(io::empty()), count: 0 };
        let file = std::mem::replace(file, BufReader::with_capacity(0, no_file));
        let mut header = GzDecoder::new(file);
        if header.header().is_none() {
            header.read_exact(&mut [0])?;
        }
        self.data.reset(header.into_inner());
        self.crc.reset();
        self.inside = true;
        Ok(())
    }

    /// Reads the end of a member: its checksum and its length (RFC 1952, section 2.3).
    fn end(&mut self) -> io::Result<()> {
        self.inside = false;
        let mut end = [0; 8];
        self.data.get_mut().read_exact(&mut end)?;
        let [sum, length] = [self.crc.sum(), self.crc.amount()].map(u32::to_le_bytes);
        if end[..4] != sum || end[4..] != length {
            return Err(damaged("its checksum is wrong: it is damaged"));
        }
        Ok(())
    }
}

impl Source for GzipMembers {
    fn member(&self) -> Option<u64> {
        Some(self.member)
    }
}

impl Read for GzipMembers {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.ended && !buffer.is_empty() {
            if let Some(failure) = self.failure.take() {
                self.ended = true;
                return Err(failure);
            }
            if !self.inside {
                self.failure = self.begin_member().err();
                continue;
            }
            let before = self.data.total_out();
            let read = self.data.read(buffer).unwrap_or_else(|failure| {
                self.failure = Some(failure);
                // The bytes in front of the damage are in the buffer.
                usize::try_from(self.data.total_out() - before).map_or(0, |read| read.min(buffer.len()))
            });
            self.crc.update(&buffer[..read]);
            if read > 0 {
                return Ok(read);
            }
            if self.failure.is_none() {
                self.failure = self.end().err();
            }
        }
        Ok(0)
    }
}

/// The error for a damaged file.
fn damaged(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// The frames of a zstd file, one after another, without those that are skippable.
struct ZstdFrames {
    /// The file from the byte that the decoder reads next.
    file: WholeFile,
    decoder: Box<FrameDecoder>,
    /// Whether the decoder is inside a frame.
    inside: bool,
    /// The offset of the current frame.
    member: u64,
}

impl Source for ZstdFrames {
    fn member(&self) -> Option<u64> {
        Some(self.member)
    }
}

impl ZstdFrames {
    /// Begins the next frame, or skips it.
    fn begin_frame(&mut self) -> io::Result<()> {
        self.member = offset(&self.file);
        match self.decoder.init(&mut self.file) {
            Ok(()) => self.inside = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { magic_number, length })) => {
                let length = u64::from(length);
                if magic_number == DICTIONARY && self.member == 0 && length <= LONGEST_DICTIONARY {
                    return self.read_dictionary(length);
                }
                if io::copy(&mut (&mut self.file).take(length), &mut io::sink())? < length {
                    return Err(damaged("a skippable frame is cut short"));
                }
            }
            Err(FrameDecoderError::DictNotProvided { dict_id }) => {
                let message = format!("it needs the zstd dictionary {dict_id}, which it does not contain");
                return Err(io::Error::new(io::ErrorKind::Unsupported, message));
            }
            Err(_) => return Err(damaged("what follows is no zstd data: it is damaged, or other data is behind it")),
        }
        Ok(())
    }

    /// Reads the dictionary of the other frames, which is the first frame of a file and may itself be
    /// compressed:
    /// <https://iipc.github.io/warc-specifications/specifications/warc-zstd/>. Other data in such a
    /// frame is skipped.
    fn read_dictionary(&mut self, length: u64) -> io::Result<()> {
        let mut content = Vec::new();
        if (&mut self.file).take(length).read_to_end(&mut content)? < length as usize {
            return Err(damaged("a skippable frame is cut short"));
        }
        if content.starts_with(&ZSTD) {
            let mut decoder =
                ruzstd::decoding::StreamingDecoder::new(&*content).map_err(|_| damaged("its dictionary is damaged"))?;
            let mut dictionary = Vec::new();
            (&mut decoder).take(LONGEST_DICTIONARY + 1).read_to_end(&mut dictionary)?;
            if dictionary.len() as u64 > LONGEST_DICTIONARY {
                return Err(damaged("its dictionary is too long"));
            }
            content = dictionary;
        }
        if content.starts_with(&DICTIONARY_CONTENT) {
            let dictionary = Dictionary::decode_dict(&content).map_err(|_| damaged("its dictionary is damaged"))?;
            self.decoder.add_dict(dictionary).map_err(io::Error::other)?;
        }
        Ok(())
    }
}

impl Read for ZstdFrames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.inside {
                while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                    let strategy = BlockDecodingStrategy::UptoBlocks(1);
                    self.decoder.decode_blocks(&mut self.file, strategy).map_err(io::Error::other)?;
                }
                let read = self.decoder.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                self.inside = false;
                // RFC 8878, section 3.1.1: the lower four bytes of the content's XXH64.
                let printed = self.decoder.get_checksum_from_data();
                if printed.is_some() && printed != self.decoder.get_calculated_checksum() {
                    return Err(damaged("its checksum is wrong: it is damaged"));
                }
            }
            if self.file.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.begin_frame()?;
        }
    }
}
