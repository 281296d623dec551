//! Standard output: buffered, coloured only on a terminal that wants colour.

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

use crate::failure::Failure;
use crate::options::{progress, quiet};
use crate::records::Records;

/// How a command shows its result.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// JSON
    Json,
}

/// How a command shows what may stand in a document.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum DocumentFormat {
    /// For people
    Text,
    /// An array of objects
    Json,
    /// For a document
    Markdown,
}

/// A progress bar, if there may be one. It goes to standard error, and hides itself where that is no terminal.
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

/// Standard output, and the colours it may have.
pub struct Output {
    /// Where to write. Flush it before the program ends.
    pub out: Records<Screen>,
    colours: Colours,
}

impl Output {
    /// For people (`text`) or for programs. `NO_COLOR` and what else speaks of colours is heeded.
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

    /// Writes one document of JSON, and ends the output.
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

    /// What was accepted.
    pub fn good<T: fmt::Display>(&self, text: T) -> Painted<T> {
        self.colours.good(text)
    }

    /// What was refused.
    pub fn bad<T: fmt::Display>(&self, text: T) -> Painted<T> {
        self.colours.bad(text)
    }
}

/// Lets more into a pipe at once, so that its two ends wait less for each other. Anything but a pipe stays as it is.
#[cfg(target_os = "linux")]
fn widen(out: &Stdout) {
    const PIPE: usize = 1 << 20;
    _ = rustix::pipe::fcntl_setpipe_size(out, PIPE);
}

#[cfg(not(target_os = "linux"))]
fn widen(_: &Stdout) {}

/// Why a grammar refuses an input at a place, with a hint where `--forgive` helps.
pub fn said_at(error: &Error, place: impl fmt::Display) -> String {
    let helps =
        matches!(error.advice(), Some(Advice::SchemeCase { forgivable: true } | Advice::Prefix { forgivable: true }));
    format!("{}{}", error.message_at(place), if helps { " (--forgive takes it)" } else { "" })
}

/// Writes a value that is text, numbers and lists of them.
pub fn json(value: &(impl serde::Serialize + ?Sized), out: &mut Vec<u8>) {
    // Neither such a value nor a vector can fail.
    _ = serde_json::to_writer(out, value);
}

/// Writes values with commas between them.
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

/// Writes text, and spaces up to a width.
pub fn padded(text: &str, width: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
    out.extend(std::iter::repeat_n(b' ', width.saturating_sub(text.len())));
}

/// Text on one line, with what is not seen, or would act on a terminal, as an escape.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
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

/// The way of all text to standard output: what is not seen, or acts on a terminal, is an escape, wherever it comes from. Output for
/// programs passes as it is.
pub struct Screen {
    out: Stdout,
    text: bool,
    /// Whether nothing is written.
    quiet: bool,
    colours: Colours,
    /// The beginning of a character whose end is not written yet.
    held: Vec<u8>,
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let harmless = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        if self.quiet {
            return Ok(bytes.len());
        }
        // Without a way out within a chunk it is compared many bytes at a time.
        let all = |chunk: &[u8]| chunk.iter().fold(true, |all, byte| all & harmless(byte));
        if !self.text || self.held.is_empty() && bytes.chunks(256).all(all) {
            return self.out.write(bytes);
        }
        self.held.extend_from_slice(bytes);
        // Of a character that is not whole yet the rest comes later.
        let whole = match std::str::from_utf8(&self.held) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.held.len(),
        };
        let rest = self.held.split_off(whole);
        let text = String::from_utf8_lossy(&self.held);
        let mut shown = String::with_capacity(text.len());
        for c in text.chars() {
            match Mark::of(c).filter(|_| self.colours.0) {
                Some(mark) => shown.push_str(&mark.sequence()),
                None if is_invisible(c) && !matches!(c, '\n' | '\t') => shown.extend(c.escape_default()),
                None => shown.push(c),
            }
        }
        self.held = rest;
        self.out.write_all(shown.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Where a style begins or ends in a text: characters that stand for nothing else, so that what a user gives can make no
/// sequence of its own.
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

/// Text in a style, if there is one.
pub struct Painted<T> {
    text: T,
    mark: Option<Mark>,
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

    /// What was accepted.
    pub fn good<T: fmt::Display>(self, text: T) -> Painted<T> {
        self.paint(Mark::Good, text)
    }

    /// What was refused.
    pub fn bad<T: fmt::Display>(self, text: T) -> Painted<T> {
        self.paint(Mark::Bad, text)
    }
}

/// A table without lines, its columns aligned; those in `right` to the right.
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
