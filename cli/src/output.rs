//! Standard output: buffered, coloured only on a terminal that wants colour.

use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table, presets};

use uri_lineage::{Advice, Error};

use crate::failure::Failure;

/// How a command shows its result.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// JSON
    Json,
}

/// Standard output, and the colours it may have.
pub struct Output {
    /// Where to write. Flush it before the program ends.
    pub out: BufWriter<Stdout>,
    colours: Colours,
}

impl Output {
    /// `NO_COLOR` and what else speaks of colours is heeded.
    pub fn new() -> Self {
        let stdout = io::stdout();
        let colours = Colours(AutoStream::choice(&stdout) != ColorChoice::Never);
        Self { out: BufWriter::with_capacity(1 << 16, stdout), colours }
    }

    pub fn colours(&self) -> Colours {
        self.colours
    }

    /// A heading.
    pub fn bold(&self, text: impl fmt::Display) -> String {
        self.colours.bold(text)
    }

    /// What was accepted.
    pub fn good(&self, text: impl fmt::Display) -> String {
        self.colours.good(text)
    }

    /// What was refused.
    pub fn bad(&self, text: impl fmt::Display) -> String {
        self.colours.bad(text)
    }
}

/// Ends the output; before that, where JSON is asked for, writes an array.
pub fn json_array<T: serde::Serialize>(output: &mut Output, format: Format, objects: &[T]) -> Result<(), Failure> {
    if format == Format::Json {
        serde_json::to_writer_pretty(&mut output.out, objects)?;
        writeln!(output.out)?;
    }
    Ok(output.out.flush()?)
}

/// Why a grammar refuses an input, with a hint where `--forgive` helps.
pub fn said(error: &Error) -> String {
    let helps =
        matches!(error.advice(), Some(Advice::SchemeCase { forgivable: true } | Advice::Prefix { forgivable: true }));
    format!("{}{}", error.message(), if helps { " (--forgive takes it)" } else { "" })
}

/// Text without what must not reach a terminal as it is.
pub fn plain(text: &str) -> String {
    text.replace(char::is_control, "\u{FFFD}")
}

/// Whether text is coloured.
#[derive(Clone, Copy)]
pub struct Colours(bool);

impl Colours {
    fn paint(self, style: Style, text: impl fmt::Display) -> String {
        if self.0 { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    /// A heading.
    pub fn bold(self, text: impl fmt::Display) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// What was accepted.
    pub fn good(self, text: impl fmt::Display) -> String {
        self.paint(AnsiColor::Green.on_default(), text)
    }

    /// What was refused.
    pub fn bad(self, text: impl fmt::Display) -> String {
        self.paint(AnsiColor::Red.on_default(), text)
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
