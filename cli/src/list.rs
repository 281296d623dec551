//! What a command says of each URL of a list, in all formats.

use std::borrow::Cow;
use std::io::Write;

use serde::Serialize;
use serde_json::Value;

use crate::cells::Cells;
use crate::engine::{self, Work};
use crate::failure::{self, Failure};
use crate::input::Input;
use crate::output::{Array, Output};

/// How to show what is said of each URL.
#[derive(clap::Args)]
pub struct ListArgs {
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,
    /// With --format csv, put a quote before cells that a spreadsheet would run as formulas
    #[arg(long)]
    csv_safe: bool,
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
const REFUSAL: [&str; 6] = ["reason", "offset", "found", "class", "expected", "advice"];

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
        Self { format: args.format, columns, cells: Cells { safe: args.csv_safe } }
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
    pub fn header(&self, out: &mut impl Write) -> std::io::Result<()> {
        match self.format {
            ListFormat::Csv => out.write_all(&self.cells.row(self.columns.iter().map(|(name, _)| *name))),
            ListFormat::Text | ListFormat::Json | ListFormat::Jsonl => Ok(()),
        }
    }

    /// Writes an object: a [member](Array::member) of an array, a line, or a row.
    pub fn object(&self, object: &impl Serialize, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self.format {
            ListFormat::Json => Array::member(object, out)?,
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

    /// Works on a list, and ends the output. Gives what was counted, and whether all inputs could be read.
    pub fn work<W: Work>(
        &self,
        input: &Input,
        worker: impl Fn() -> W + Sync,
        mut output: Output,
    ) -> Result<(W, bool), Failure> {
        self.header(&mut output.out)?;
        let (counted, unread) = match self.format {
            ListFormat::Text | ListFormat::Jsonl | ListFormat::Csv => engine::run(input, worker, &mut output.out)?,
            ListFormat::Json => {
                let mut array = Array::new(&mut output.out);
                let ended = engine::run(input, worker, &mut array)?;
                array.end()?;
                ended
            }
        };
        output.out.flush()?;
        Ok((counted, failure::told(&unread)))
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
