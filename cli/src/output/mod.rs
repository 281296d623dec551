//! Standard output: buffered, coloured only on a terminal that supports colour.

pub mod bytes;
pub mod cache;
pub mod cells;
pub mod diagram;
pub mod lines;
pub mod screen;
pub mod small_table;
pub mod template;
pub mod text;

use std::fmt;
use std::io::{self, Stdout, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use self::lines::LineWriter;
use self::screen::{Colours, Painted, Screen};
use self::text::plain;
use crate::common::{is_quiet, shows_progress};
use crate::failure::Failure;

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
    if !shows_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}

/// Writes a message to standard error, on one line.
pub fn report(message: &impl fmt::Display) {
    // If standard error is closed, the exit status still reports a failure.
    _ = writeln!(anstream::stderr(), "uri-lineage: {}", plain(&message.to_string()));
}

/// Reports inputs that could not be read, after the other inputs were processed. Returns whether
/// all inputs could be read.
pub fn report_unread(unread: &[Failure]) -> bool {
    unread.iter().for_each(report);
    unread.is_empty()
}

/// Standard output, and its colours.
pub struct Output {
    /// The destination. Flush it before the program ends.
    pub out: LineWriter<Screen>,
    colours: Colours,
}

impl Output {
    /// Output for people (`text`) or for programs. Respects `NO_COLOR` and similar variables.
    pub fn new(text: bool) -> Self {
        let stdout = io::stdout();
        widen(&stdout);
        let colours = Colours::new(text && AutoStream::choice(&stdout) != ColorChoice::Never);
        let screen = Screen::new(stdout, text, is_quiet(), colours);
        Self { out: LineWriter::new(screen), colours }
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

/// Enlarges a pipe's buffer, so that its two ends wait less for each other. Changes nothing but
/// pipes.
#[cfg(target_os = "linux")]
fn widen(out: &Stdout) {
    const PIPE: usize = 1 << 20;
    _ = rustix::pipe::fcntl_setpipe_size(out, PIPE);
}

#[cfg(not(target_os = "linux"))]
fn widen(_: &Stdout) {}
