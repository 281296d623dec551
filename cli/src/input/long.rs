//! Lines that are too long to be held in memory.

use uri_lineage::classifier::Digest;

use super::form::is_blank;

/// How much of such a line is kept to be shown.
const KEPT: usize = 1 << 16;
/// The greatest number of blanks that are stored until the next byte shows whether they end the
/// line.
const BLANKS: usize = 1 << 12;

/// A line that is too long to be held in memory.
pub struct LongLine {
    /// The beginning of the line.
    pub kept: Vec<u8>,
    /// The digest, which is checked instead of the line.
    pub digest: Digest,
    /// Whether the line contains only white space.
    pub blank: bool,
}

/// Whether the beginning of a URL has its whole host, as the URL Standard reads it.
pub fn has_whole_host(beginning: &[u8]) -> bool {
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    let after_scheme = beginning.iter().skip_while(|&&byte| byte != b':').skip(1);
    let mut host = after_scheme.skip_while(|byte| is_slash(byte) || matches!(byte, b'\t' | b'\n' | b'\r'));
    host.any(|byte| is_slash(byte) || matches!(byte, b'?' | b'#'))
}

/// A long line that is being read.
pub struct LongLineReader {
    line: LongLine,
    /// Whether blanks around the line are removed.
    trims: bool,
    /// Blanks that end the line unless more text follows.
    blanks: Vec<u8>,
    /// The digest without the blanks after the text, if there are too many blanks to keep.
    before_blanks: Option<Box<Digest>>,
}

impl LongLineReader {
    /// The state in front of the first byte.
    pub fn new(trims: bool) -> Self {
        let line = LongLine { kept: Vec::new(), digest: Digest::new(), blank: true };
        Self { line, trims, blanks: Vec::new(), before_blanks: None }
    }

    /// Adds the next piece.
    pub fn feed(&mut self, mut piece: &[u8]) {
        if !self.trims {
            return self.push(piece);
        }
        if self.line.digest.is_empty() {
            piece = &piece[piece.iter().take_while(|&&byte| is_blank(byte)).count()..];
        }
        let blanks = piece.iter().rev().take_while(|&&byte| is_blank(byte)).count();
        let (text, blanks) = piece.split_at(piece.len() - blanks);
        if !text.is_empty() {
            self.before_blanks = None;
            self.push_blanks();
            self.push(text);
        }
        self.blanks.extend_from_slice(blanks);
        if self.blanks.len() > BLANKS {
            self.before_blanks.get_or_insert_with(|| Box::new(self.line.digest.clone()));
            self.push_blanks();
        }
    }

    /// Adds the blanks to the line.
    fn push_blanks(&mut self) {
        let blanks = std::mem::take(&mut self.blanks);
        self.push(&blanks);
    }

    fn push(&mut self, bytes: &[u8]) {
        let LongLine { kept, digest, blank } = &mut self.line;
        kept.extend_from_slice(&bytes[..bytes.len().min(KEPT - kept.len())]);
        *blank = *blank && bytes.trim_ascii().is_empty();
        digest.feed(bytes);
    }

    /// The complete line; or an error with its bytes, if all of them were kept.
    pub fn end(mut self) -> Result<LongLine, Vec<u8>> {
        if let Some(digest) = self.before_blanks {
            self.line.digest = *digest;
        }
        let LongLine { kept, digest, .. } = &mut self.line;
        kept.truncate(digest.len());
        if kept.len() == digest.len() {
            return Err(self.line.kept);
        }
        // Characters are not divided.
        let cut = str::from_utf8(kept).err().filter(|error| error.error_len().is_none());
        kept.truncate(cut.map_or(kept.len(), |error| error.valid_up_to()));
        Ok(self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kept part and the digest of a line do not depend on the pieces.
    #[test]
    fn blanks_around_a_line_do_not_count() {
        let url = "http://a/ \t b".repeat(8_000);
        for blanks in [0, 1, 5, BLANKS - 1, BLANKS, BLANKS + 1, 3 * BLANKS] {
            let around = " \t".repeat(blanks).split_off(blanks);
            let text = [&*around, &url, &around].concat();
            for size in [1, 3, 4_096, 5_000, 70_000, text.len()] {
                let mut reading = LongLineReader::new(true);
                text.as_bytes().chunks(size).for_each(|piece| reading.feed(piece));
                let Ok(line) = reading.end() else { panic!("a long line") };
                assert_eq!((line.digest.len(), line.blank), (url.len(), false));
                assert_eq!(line.kept, url.as_bytes()[..KEPT]);
                let mut alone = Digest::new();
                alone.feed(url.as_bytes());
                assert_eq!(line.digest.short(), alone.short());
            }
        }
    }

    #[test]
    fn a_short_line_is_returned_as_bytes() {
        fn read(text: &str, trims: bool) -> Result<(), Vec<u8>> {
            let mut reading = LongLineReader::new(trims);
            text.as_bytes().chunks(1_000).for_each(|piece| reading.feed(piece));
            reading.end().map(|_| ())
        }
        let blanks = " ".repeat(200_000);
        assert_eq!(read(&format!("{blanks}http://a/{blanks}"), true), Err(b"http://a/".to_vec()));
        assert_eq!(read(&blanks, true), Err(Vec::new()));
        assert_eq!(read(&blanks, false), Ok(()));
    }
}
