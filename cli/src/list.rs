//! What a command says of each URL of a list, in all formats.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::cells::Cells;
use crate::engine::{self, Pieces, Source, Work};
use crate::failure::{self, Failure};
use crate::input::Input;
use crate::json;
use crate::output::Output;

/// How to show what is said of each URL.
#[derive(clap::Args)]
pub struct ListArgs {
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,
    #[command(flatten)]
    cells: Cells,
}

/// How a command shows what it says of each URL of a list.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ListFormat {
    /// For people
    #[value(alias = "tree")]
    Text,
    /// One JSON array
    Json,
    /// JSON Lines: an object a line
    Jsonl,
    /// Comma-separated values: a row for each object
    Csv,
}

/// What a refusal has a column for, besides its message.
pub const REFUSAL: [&str; 6] = ["reason", "offset", "found", "class", "expected", "advice"];

/// Writes objects in a format.
pub struct List {
    pub format: ListFormat,
    /// The columns of a table: a name, and the place in the object.
    columns: Vec<(&'static str, String)>,
    cells: Cells,
}

impl List {
    /// A table has a column for each of these members, and for what a member says of a refusal.
    pub fn new(args: &ListArgs, members: &[&'static str], refusal: Option<&str>) -> Self {
        let members = members.iter().map(|&name| (name, format!("/{name}")));
        let of = |place| REFUSAL.iter().map(move |&name| (name, format!("/{place}/{name}")));
        let columns = members.chain(refusal.into_iter().flat_map(of)).collect();
        Self { format: args.format, columns, cells: args.cells }
    }

    /// Whether it is for people.
    pub fn text(&self) -> bool {
        self.format == ListFormat::Text
    }

    /// Whether each object names its URL: there may be several, or there is a column for it.
    pub fn names(&self, input: &Input) -> bool {
        input.single().is_none() || self.format == ListFormat::Csv
    }

    /// Writes what stands before all objects.
    pub fn begin<W: Write>(&self, mut out: W) -> io::Result<Sink<W>> {
        if self.format == ListFormat::Csv {
            out.write_all(&self.cells.row(self.columns.iter().map(|(name, _)| *name)))?;
        }
        Ok(Sink { out, array: self.format == ListFormat::Json, begun: false })
    }

    /// Writes an object for a [sink](Self::begin): a member of an array with a comma before it, a line, or a row.
    pub fn object(&self, object: &impl Serialize, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self.format {
            ListFormat::Json => {
                out.push(b',');
                for line in serde_json::to_string_pretty(object)?.lines() {
                    write!(out, "\n  {line}")?;
                }
            }
            ListFormat::Text | ListFormat::Jsonl => {
                json::write(object, out)?;
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

    /// Works on a list, and ends the output. Gives what was counted, and whether all inputs could be read.
    pub fn work<S: Source, W: Work<Piece = <S::Pieces as Pieces>::Piece>>(
        &self,
        input: &S,
        worker: impl Fn() -> W + Sync,
        mut output: Output,
    ) -> Result<(W::Counted, bool), Failure> {
        let mut sink = self.begin(&mut output.out)?;
        let (counted, unread) = engine::run(input, worker, &mut sink)?;
        sink.end()?;
        Ok((counted, failure::told(&unread)))
    }
}

/// Where whole objects go. Of JSON they are an array.
pub struct Sink<W> {
    out: W,
    array: bool,
    /// Whether the array has begun.
    begun: bool,
}

impl<W: Write> Sink<W> {
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

impl<W: Write> Write for Sink<W> {
    /// Whole objects. The comma before the first of all gives way to the bracket that begins the array.
    fn write(&mut self, objects: &[u8]) -> io::Result<usize> {
        match objects.split_first() {
            Some((_, rest)) if self.array && !self.begun => {
                self.begun = true;
                self.out.write_all(b"[")?;
                self.out.write_all(rest)?;
            }
            _ => self.out.write_all(objects)?,
        }
        Ok(objects.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A value as a cell: texts as they are, several with semicolons between them, and what has an inner order as JSON.
fn cell(value: Option<&Value>) -> Cow<'_, str> {
    match value {
        None | Some(Value::Null) => "".into(),
        Some(Value::String(text)) => text.into(),
        Some(Value::Array(all)) if all.iter().all(Value::is_string) => {
            all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; ").into()
        }
        Some(other) => other.to_string().into(),
    }
}
