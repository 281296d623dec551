//! Standard output: buffered, coloured only on a terminal that supports colour.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Stdout, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use uri_lineage::visible::is_invisible;
use uri_lineage::{Advice, Error};

use crate::bytes::{all, begin, printable};
use crate::failure::Failure;
use crate::options::{progress, quiet};
use crate::records::Records;

/// The output formats of a command.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Text for people
    Text,
    /// JSON
    Json,
}

/// The output formats of a command whose output can be part of a document.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum DocumentFormat {
    /// Text for people
    Text,
    /// An array of objects
    Json,
    /// Markdown for documents
    Markdown,
}

/// A progress bar on standard error, if enabled. It is hidden if standard error is not a terminal.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    if !progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}

/// Text as code in a document.
pub fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// Standard output, and its colours.
pub struct Output {
    /// The destination. Flush it before the program ends.
    pub out: Records<Screen>,
    colours: Colours,
}

impl Output {
    /// Output for people (`text`) or for programs. Respects `NO_COLOR` and similar variables.
    pub fn new(text: bool) -> Self {
        let stdout = io::stdout();
        widen(&stdout);
        let colours = Colours(text && AutoStream::choice(&stdout) != ColorChoice::Never);
        let screen = Screen { out: stdout, text, quiet: quiet(), colours, held: Vec::new() };
        Self { out: Records::new(screen), colours }
    }

    pub fn colours(&self) -> Colours {
        self.colours
    }

    /// Writes one JSON document, and ends the output.
    pub fn json(mut self, document: &impl Serialize) -> Result<ExitCode, Failure> {
        serde_json::to_writer_pretty(&mut self.out, document)?;
        self.out.write_all(b"\n")?;
        self.out.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    /// A heading.
    pub fn bold<T: fmt::Display>(&self, text: T) -> Painted<T> {
        self.colours.bold(text)
    }

    /// An accepted input.
    pub fn good<T: fmt::Display>(&self, text: T) -> Painted<T> {
        self.colours.good(text)
    }

    /// A refused input.
    pub fn bad<T: fmt::Display>(&self, text: T) -> Painted<T> {
        self.colours.bad(text)
    }
}

/// Enlarges a pipe's buffer, so that its two ends wait less for each other. Changes nothing but pipes.
#[cfg(target_os = "linux")]
fn widen(out: &Stdout) {
    const PIPE: usize = 1 << 20;
    _ = rustix::pipe::fcntl_setpipe_size(out, PIPE);
}

#[cfg(not(target_os = "linux"))]
fn widen(_: &Stdout) {}

/// Why a grammar refuses an input at a place, with a hint if `--forgive` helps.
pub fn said_at(error: &Error, place: impl fmt::Display) -> String {
    let helps =
        matches!(error.advice(), Some(Advice::SchemeCase { forgivable: true } | Advice::Prefix { forgivable: true }));
    format!("{}{}", error.message_at(place), if helps { " (--forgive accepts it)" } else { "" })
}

/// Writes a value that consists of text, numbers and lists of them.
pub fn json(value: &(impl serde::Serialize + ?Sized), out: &mut Vec<u8>) {
    // Neither serialising such a value nor writing to a vector can fail.
    _ = serde_json::to_writer(out, value);
}

/// Writes values separated by commas.
pub fn listed<T>(
    values: impl IntoIterator<Item = T>,
    comma: &[u8],
    out: &mut Vec<u8>,
    mut write: impl FnMut(T, &mut Vec<u8>),
) {
    for (at, value) in values.into_iter().enumerate() {
        if at > 0 {
            out.extend_from_slice(comma);
        }
        write(value, out);
    }
}

/// Writes text, padded with spaces to a width.
pub fn padded(text: &str, width: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
    out.extend(std::iter::repeat_n(b' ', width.saturating_sub(text.len())));
}

/// Text on one line. Characters that are invisible or act on a terminal are escaped.
pub fn plain(text: &str) -> Cow<'_, str> {
    if all(text.as_bytes(), printable) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if is_invisible(c) => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown.into()
}

/// Writes all text to standard output. Characters that are invisible or act on a terminal are escaped, from any source. Output
/// for programs is written unchanged.
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

    /// Shows the held bytes, except the beginning of a character whose rest comes later; if the output `ends` there, shows all.
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

/// The beginning or the end of a style in a text: noncharacters with no other meaning, so that user input cannot create escape
/// sequences.
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

/// A table without lines. Columns are aligned; those in `right` to the right.
pub fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>, right: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if !header.is_empty() {
        table.set_header(header.to_vec());
    }
    rows.into_iter().for_each(|row| {
        table.add_row(row);
    });
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if right.contains(&at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
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
