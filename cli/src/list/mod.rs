//! The result of a command for each URL of a list, in all formats.

pub mod each;
pub mod pairs;
pub mod place;
mod refused;
pub mod vector;
pub mod verdicts;

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;
use uri_lineage::Refusal;

use crate::citation::{CiteArgs, cited_columns};
use crate::engine::{self, Pieces, Work};
use crate::failure::Failure;
use crate::output::cells::Cells;
use crate::output::{Output, report_unread};

/// Options for the format of the results.
#[derive(clap::Args)]
pub struct ListArgs {
    /// Output format
    #[arg(long, short, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,
    #[command(flatten)]
    cells: Cells,
}

/// The output formats of a list of results.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ListFormat {
    /// Text for people
    #[value(alias = "tree")]
    Text,
    /// One JSON array; without its end if a signal ends the program
    Json,
    /// JSON Lines: one object per line
    Jsonl,
    /// Comma-separated values: one row per object
    Csv,
}

/// The members of a refusal that have columns: all but those that a table has already.
fn refusal_members() -> impl Iterator<Item = &'static str> {
    Refusal::MEMBERS.iter().map(|(name, _)| *name).filter(|name| !["grammar", "production", "message"].contains(name))
}

/// The columns of a table, each a name and the place in the object: these members, and the members
/// of the refusal, which is at `refusal`, and those of the rule that it cites.
pub fn refusal_columns(members: &[&'static str], refusal: &str, cite: CiteArgs) -> Vec<(&'static str, String)> {
    let refusal = refusal_members().map(|name| (name, format!("/{refusal}/{name}")));
    let cited = cite.is_set().then(cited_columns).into_iter().flatten();
    columns(members.iter().copied()).into_iter().chain(refusal).chain(cited).collect()
}

/// The columns of a table, each a name and the place in the object: these members.
pub fn columns(members: impl IntoIterator<Item = &'static str>) -> Vec<(&'static str, String)> {
    members.into_iter().map(|name| (name, format!("/{name}"))).collect()
}

/// Writes objects in a format.
pub struct List {
    pub format: ListFormat,
    /// The columns of a table: a name, and the place in the object.
    columns: Vec<(&'static str, String)>,
    cells: Cells,
    /// Whether each object names its file.
    several_files: bool,
    /// Whether each object names its line and its URL: if there may be several, or if these have
    /// columns.
    several_urls: bool,
}

impl List {
    /// A list of objects that do not belong to records of an input. A table has these [`columns`].
    pub fn new(args: &ListArgs, columns: Vec<(&'static str, String)>) -> Self {
        Self::with_format(args.format, args.cells, columns)
    }

    /// Makes a list in a format, of objects that do not belong to records of an input.
    pub fn with_format(format: ListFormat, cells: Cells, columns: Vec<(&'static str, String)>) -> Self {
        Self { format, columns, cells, several_files: false, several_urls: false }
    }

    /// Whether the format is text.
    pub fn is_text(&self) -> bool {
        self.format == ListFormat::Text
    }

    /// Whether each object names its URL.
    pub fn names_urls(&self) -> bool {
        self.several_urls
    }

    /// Writes the part in front of all objects.
    pub fn begin_output<W: Write>(&self, mut out: W) -> io::Result<ObjectWriter<W>> {
        if self.format == ListFormat::Csv {
            out.write_all(&self.cells.row(self.columns.iter().map(|(name, _)| *name)))?;
        }
        Ok(ObjectWriter::new(out, self.format == ListFormat::Json))
    }

    /// Writes an object for a [sink](Self::begin_output): an array element with a comma in front, a
    /// line, or a row.
    pub fn object(&self, object: &impl Serialize, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self.format {
            ListFormat::Json => {
                out.push(b',');
                for line in serde_json::to_string_pretty(object)?.lines() {
                    write!(out, "\n  {line}")?;
                }
            }
            ListFormat::Text | ListFormat::Jsonl => {
                serde_json::to_writer(&mut *out, object)?;
                out.push(b'\n');
            }
            ListFormat::Csv => {
                let object = serde_json::to_value(object)?;
                let cells: Vec<Cow<str>> = self.columns.iter().map(|(_, place)| cell(object.pointer(place))).collect();
                out.extend(self.cells.row(cells.iter().map(AsRef::as_ref)));
            }
        }
        Ok(())
    }

    /// Processes a list and ends the output. Returns the output of the workers, and whether all
    /// inputs could be read.
    pub fn process<P: Pieces, W: Work<P::Item>>(
        &self,
        pieces: P,
        new_worker: impl Fn() -> W + Sync,
        mut output: Output,
    ) -> Result<(W::Output, bool), Failure> {
        let mut sink = self.begin_output(&mut output.out)?;
        let (merged, unread) = engine::run(pieces, new_worker, &mut sink)?;
        sink.end()?;
        Ok((merged, report_unread(&unread)))
    }
}

/// Receives whole objects. In JSON they form an array.
pub struct ObjectWriter<W> {
    out: W,
    array: bool,
    /// Whether the array has begun.
    begun: bool,
}

impl<W: Write> ObjectWriter<W> {
    /// In an array, each object has a comma in front.
    pub fn new(out: W, array: bool) -> Self {
        Self { out, array, begun: false }
    }

    /// Ends the output.
    pub fn end(mut self) -> io::Result<()> {
        match (self.array, self.begun) {
            (false, _) => {}
            (true, true) => self.out.write_all(b"\n]\n")?,
            (true, false) => self.out.write_all(b"[]\n")?,
        }
        self.out.flush()
    }
}

impl<W: Write> Write for ObjectWriter<W> {
    /// Writes whole objects. The bracket that begins the array replaces the comma in front of the
    /// first object.
    fn write(&mut self, objects: &[u8]) -> io::Result<usize> {
        match objects.split_first() {
            Some((_, tail)) if self.array && !self.begun => {
                self.begun = true;
                self.out.write_all(b"[")?;
                self.out.write_all(tail)?;
            }
            _ => self.out.write_all(objects)?,
        }
        Ok(objects.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A value as a cell: texts unchanged, several texts separated by semicolons, and structured values
/// as JSON.
fn cell(value: Option<&Value>) -> Cow<'_, str> {
    match value {
        None | Some(Value::Null) => "".into(),
        Some(Value::String(text)) => text.into(),
        Some(Value::Array(texts)) if texts.iter().all(Value::is_string) => {
            texts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; ").into()
        }
        Some(value) => value.to_string().into(),
    }
}
