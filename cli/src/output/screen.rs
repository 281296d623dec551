//! Standard output for people: no character of an input controls the terminal.

use std::fmt;
use std::io::{self, Stdout, Write};

use anstyle::{AnsiColor, Style};
use uri_lineage::regular_bnf::is_invisible;

use super::bytes::{all_bytes, is_printable, prefix_length};

/// Writes text to standard output. Characters that are invisible or act on a terminal are escaped,
/// from any source. Output for programs is written unchanged.
pub struct Screen {
    out: Stdout,
    /// Whether the output is text for people.
    text: bool,
    /// Whether output is suppressed.
    quiet: bool,
    colours: Colours,
    /// The beginning of a character whose end is not written yet.
    incomplete: Vec<u8>,
}

/// Whether a byte is written to standard output unchanged.
#[inline]
fn is_safe(byte: u8) -> bool {
    is_printable(byte) | matches!(byte, b'\n' | b'\t')
}

/// Whether a character controls a terminal, or is invisible.
fn is_escaped(c: char) -> bool {
    is_invisible(c) && !matches!(c, '\n' | '\t')
}

fn push_char(c: char, out: &mut Vec<u8>) {
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.quiet {
            return Ok(bytes.len());
        }
        if !self.text || self.incomplete.is_empty() && all_bytes(bytes, is_safe) {
            return self.out.write(bytes);
        }
        let escaped = self.escaped(bytes);
        self.out.write_all(&escaped)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Screen {
    pub fn new(out: Stdout, text: bool, quiet: bool, colours: Colours) -> Self {
        Self { out, text, quiet, colours, incomplete: Vec::new() }
    }

    /// The bytes with styles and escapes in place of the characters that need them.
    fn escaped(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut shown = Vec::with_capacity(bytes.len());
        let mut remaining = bytes;
        while !remaining.is_empty() {
            let safe = prefix_length(remaining, is_safe);
            if safe > 0 {
                // A safe byte does not continue a character: the incomplete bytes are invalid.
                self.push_incomplete(&mut shown, true);
                shown.extend_from_slice(&remaining[..safe]);
            }
            let unsafe_length = remaining[safe..].iter().take_while(|&&byte| !is_safe(byte)).count();
            self.incomplete.extend_from_slice(&remaining[safe..safe + unsafe_length]);
            self.push_incomplete(&mut shown, false);
            remaining = &remaining[safe + unsafe_length..];
        }
        shown
    }

    /// Moves the incomplete bytes to `shown`, except the beginning of a character that may
    /// continue. If the text `ends` there, moves all of them.
    fn push_incomplete(&mut self, shown: &mut Vec<u8>, ends: bool) {
        let tail = self.incomplete.utf8_chunks().last().map_or(&[][..], |last| last.invalid());
        let may_continue = !ends && str::from_utf8(tail).is_err_and(|error| error.error_len().is_none());
        let length = self.incomplete.len() - if may_continue { tail.len() } else { 0 };
        for c in String::from_utf8_lossy(&self.incomplete[..length]).chars() {
            match Mark::from_char(c).filter(|_| self.colours.0) {
                Some(mark) => shown.extend_from_slice(mark.sequence().as_bytes()),
                None if is_escaped(c) => shown.extend(c.escape_default().map(|c| c as u8)),
                None => push_char(c, shown),
            }
        }
        self.incomplete.drain(..length);
    }
}

/// A mark in a text where a style begins or ends. The marks are noncharacters, which have no other
/// meaning, so that no input creates escape sequences.
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

    fn from_char(c: char) -> Option<Self> {
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
        if let Some(mark) = self.mark {
            push_char(mark.char(), out);
        }
        out.extend_from_slice(self.text.as_ref().as_bytes());
        if self.mark.is_some() {
            push_char(Mark::End.char(), out);
        }
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
    fn the_pieces_of_a_text_do_not_change_its_display() {
        let colours = Colours(false);
        let long = [&b"a long line of printable characters "[..], b"\xE2\x82\xAC, and its end\n"].concat();
        let pieces: [&[u8]; 9] =
            [b"a\tb\n", "é".as_bytes(), "€\u{202E}".as_bytes(), b"\x1B[1m", b"\xFF", b"\xE2\x82", b"", b"\x7F", &long];
        for text in pieces.iter().flat_map(|first| pieces.iter().map(|second| [*first, *second].concat())) {
            let mut expected = String::new();
            for c in String::from_utf8_lossy(&text).chars() {
                if is_escaped(c) { expected.extend(c.escape_default()) } else { expected.push(c) }
            }
            for cut in 0..=text.len() {
                let mut screen =
                    Screen { out: io::stdout(), text: true, quiet: false, colours, incomplete: Vec::new() };
                let mut shown = screen.escaped(&text[..cut]);
                shown.extend(screen.escaped(&text[cut..]));
                screen.push_incomplete(&mut shown, true);
                assert_eq!(String::from_utf8(shown).unwrap(), expected, "{text:?} cut at {cut}");
            }
        }
    }
}
