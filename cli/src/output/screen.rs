//! Standard output for people, on which no input can act on a terminal.

use std::fmt;
use std::io::{self, Stdout, Write};

use anstyle::{AnsiColor, Style};
use uri_lineage::visible::is_invisible;

use super::bytes::{all, begin, printable};

/// Writes all text to standard output. Characters that are invisible or act on a terminal are
/// escaped, from any source. Output for programs is written unchanged.
pub struct Screen {
    out: Stdout,
    text: bool,
    /// Whether output is suppressed.
    quiet: bool,
    colours: Colours,
    /// The beginning of a character whose end is not written yet.
    held: Vec<u8>,
}

/// Whether a byte is written to standard output unchanged.
#[inline]
fn passes(byte: u8) -> bool {
    printable(byte) | matches!(byte, b'\n' | b'\t')
}

/// Whether a character acts on a terminal, or is invisible.
fn acts(c: char) -> bool {
    is_invisible(c) && !matches!(c, '\n' | '\t')
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.quiet {
            return Ok(bytes.len());
        }
        if !self.text || self.held.is_empty() && all(bytes, passes) {
            return self.out.write(bytes);
        }
        let shown = self.shown(bytes);
        self.out.write_all(&shown)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Screen {
    pub fn new(out: Stdout, text: bool, quiet: bool, colours: Colours) -> Self {
        Self { out, text, quiet, colours, held: Vec::new() }
    }

    /// The bytes to show. Pieces that need no change are copied.
    fn shown(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut shown = Vec::with_capacity(bytes.len());
        let mut rest = bytes;
        while !rest.is_empty() {
            let passing = begin(rest, passes);
            if passing > 0 {
                // The held bytes are not a character.
                self.show(&mut shown, true);
                shown.extend_from_slice(&rest[..passing]);
            }
            let others = rest[passing..].iter().take_while(|&&byte| !passes(byte)).count();
            self.held.extend_from_slice(&rest[passing..passing + others]);
            self.show(&mut shown, false);
            rest = &rest[passing + others..];
        }
        shown
    }

    /// Shows the held bytes, except the beginning of a character whose rest comes later; if the
    /// output `ends` there, shows all.
    fn show(&mut self, shown: &mut Vec<u8>, ends: bool) {
        let unfinished = |tail: &[u8]| str::from_utf8(tail).is_err_and(|error| error.error_len().is_none());
        let tail = self.held.utf8_chunks().last().map_or(&[][..], |last| last.invalid());
        let whole = self.held.len() - if !ends && unfinished(tail) { tail.len() } else { 0 };
        for c in String::from_utf8_lossy(&self.held[..whole]).chars() {
            match Mark::of(c).filter(|_| self.colours.0) {
                Some(mark) => shown.extend_from_slice(mark.sequence().as_bytes()),
                None if acts(c) => shown.extend(c.escape_default().map(|c| c as u8)),
                None => shown.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        self.held.drain(..whole);
    }
}

/// The beginning or the end of a style in a text: noncharacters with no other meaning, so that user
/// input cannot create escape sequences.
#[derive(Clone, Copy)]
enum Mark {
    Bold,
    Good,
    Bad,
    End,
}

impl Mark {
    const ALL: [(Self, char); 4] =
        [(Self::Bold, '\u{FDD0}'), (Self::Good, '\u{FDD1}'), (Self::Bad, '\u{FDD2}'), (Self::End, '\u{FDD3}')];

    fn of(c: char) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, mark)| *mark == c).map(|(mark, _)| mark)
    }

    fn char(self) -> char {
        Self::ALL[self as usize].1
    }

    fn sequence(self) -> String {
        let style = match self {
            Self::Bold => Style::new().bold(),
            Self::Good => AnsiColor::Green.on_default(),
            Self::Bad => AnsiColor::Red.on_default(),
            Self::End => return format!("{:#}", Style::new().bold()),
        };
        style.to_string()
    }
}

/// Text in a style, if any.
pub struct Painted<T> {
    text: T,
    mark: Option<Mark>,
}

impl<T: AsRef<str>> Painted<T> {
    /// Writes the text, faster than formatting.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mark = |mark: Option<Mark>| mark.map(|mark| mark.char().to_string()).unwrap_or_default();
        out.extend_from_slice(mark(self.mark).as_bytes());
        out.extend_from_slice(self.text.as_ref().as_bytes());
        out.extend_from_slice(mark(self.mark.map(|_| Mark::End)).as_bytes());
    }
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mark {
            Some(mark) => write!(f, "{}{}{}", mark.char(), self.text, Mark::End.char()),
            None => self.text.fmt(f),
        }
    }
}

/// Whether text is coloured.
#[derive(Clone, Copy, Default)]
pub struct Colours(bool);

impl Colours {
    /// Whether to colour.
    pub fn new(on: bool) -> Self {
        Self(on)
    }

    fn paint<T: fmt::Display>(self, mark: Mark, text: T) -> Painted<T> {
        Painted { text, mark: self.0.then_some(mark) }
    }

    /// A heading.
    pub fn bold<T: fmt::Display>(self, text: T) -> Painted<T> {
        self.paint(Mark::Bold, text)
    }

    /// An accepted input.
    pub fn good<T: fmt::Display>(self, text: T) -> Painted<T> {
        self.paint(Mark::Good, text)
    }

    /// A refused input.
    pub fn bad<T: fmt::Display>(self, text: T) -> Painted<T> {
        self.paint(Mark::Bad, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text is shown in the same way, however it is divided into pieces.
    #[test]
    fn pieces_of_a_text_are_shown_as_the_whole() {
        let colours = Colours(false);
        let alone = |text: &[u8]| {
            let shown = |c: char| if acts(c) { c.escape_default().to_string() } else { c.to_string() };
            String::from_utf8_lossy(text).chars().map(shown).collect::<String>()
        };
        let long = [&b"a long line of printable characters "[..], b"\xE2\x82\xAC, and its end\n"].concat();
        let pieces: [&[u8]; 9] =
            [b"a\tb\n", "é".as_bytes(), "€\u{202E}".as_bytes(), b"\x1B[1m", b"\xFF", b"\xE2\x82", b"", b"\x7F", &long];
        for text in pieces.iter().flat_map(|one| pieces.iter().map(|other| [*one, *other].concat())) {
            for cut in 0..=text.len() {
                let mut screen = Screen { out: io::stdout(), text: true, quiet: false, colours, held: Vec::new() };
                let mut shown = screen.shown(&text[..cut]);
                shown.extend(screen.shown(&text[cut..]));
                screen.show(&mut shown, true);
                assert_eq!(String::from_utf8(shown).unwrap(), alone(&text), "{text:?} cut at {cut}");
            }
        }
    }
}
