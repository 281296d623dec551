//! The places of records in the input, which the results for them name.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use super::{List, ListArgs, ListFormat};
use crate::citation::{CITED, RULE, SOURCE};
use crate::engine::PieceOutput;
use crate::failure::Failure;
use crate::input::{Block, Input, ReadRecord};
use crate::output::text::json;
use crate::schema::OutputDescription;

/// The place of a record.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub struct Place<'b> {
    /// The file, if there are several; `-` for standard input, and `arguments` for URLs that are
    /// arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'b str>,
    /// The number of the line or record in its file, from 1; absent if there is only one URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
}

/// The columns of a place.
const PLACE_MEMBERS: [&str; 2] = ["file", "line"];

/// The column of the reason for which a record cannot be read.
pub const UNREAD: &str = "unread";

impl<'b> Place<'b> {
    pub fn new(file: Option<&'b str>, line: Option<u64>) -> Self {
        Self { file, line }
    }

    /// Writes the members of a JSON object, each with a comma after it.
    pub fn write(&self, out: &mut Vec<u8>) {
        if let Some(file) = self.file {
            out.extend_from_slice(b"\"file\":");
            json(file, out);
            out.push(b',');
        }
        if let Some(line) = self.line {
            out.extend_from_slice(b"\"line\":");
            json(&line, out);
            out.push(b',');
        }
    }
}

/// A result, and the place of its record.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct Placed<'b, T> {
    #[serde(flatten)]
    place: Place<'b>,
    #[serde(flatten)]
    result: T,
}

/// A record that cannot be read.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Unread")]
pub struct UnreadRecord<'b> {
    #[serde(flatten)]
    pub place: Place<'b>,
    /// Why the record cannot be read: it has no URL where one must be, it is not UTF-8, or it is
    /// too long.
    pub unread: &'b str,
}

/// Describes the results for the records of an input, in all formats: each with its place, and
/// those that cannot be read. `columns` are those of a result.
pub fn describe<T: JsonSchema>(description: &mut OutputDescription, columns: &[(&'static str, String)]) {
    let place = PLACE_MEMBERS.map(|name| (name, format!("/{name}")));
    let mut table = description.columns::<Placed<'_, T>>(&[&place, columns].concat());
    let optional = table.iter_mut().filter(|column| ["file", CITED, SOURCE, RULE].contains(&column.name));
    optional.for_each(|column| column.optional = true);
    table.extend(description.columns::<UnreadRecord<'_>>(&[(UNREAD, format!("/{UNREAD}"))]));
    description.record::<Placed<'_, T>>().record::<UnreadRecord<'_>>();
    description.format("json", "array").format("jsonl", "lines").table("records", table);
}

impl List {
    /// A list of the results for the records of an input, each with its [place](Place). A
    /// table has these columns beside those of the place.
    pub fn for_input(args: &ListArgs, columns: Vec<(&'static str, String)>, input: &Input) -> Self {
        let several_files = input.has_several();
        let place = PLACE_MEMBERS.iter().filter(|&&name| name != "file" || several_files);
        let place = place.map(|&name| (name, format!("/{name}")));
        let columns = place.chain(columns).chain([(UNREAD, format!("/{UNREAD}"))]).collect();
        let several_urls = input.single().is_none() || args.format == ListFormat::Csv;
        Self { several_files, several_urls, ..Self::new(args, columns) }
    }

    /// Processes the URLs of a block, each with its place.
    pub fn each_url<'b>(
        &self,
        block: &'b Block,
        written: &mut PieceOutput,
        process: impl FnMut(Place<'b>, Cow<'b, str>, &mut PieceOutput) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut faults = std::mem::take(&mut written.faults);
        let processed = self.each_record(block, block.texts(&mut faults), written, process);
        written.faults = faults;
        processed
    }

    /// Processes the pairs of a block, each with its place.
    pub fn each_pair<'b>(
        &self,
        block: &'b Block,
        written: &mut PieceOutput,
        process: impl FnMut(Place<'b>, [Cow<'b, str>; 2], &mut PieceOutput) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut faults = std::mem::take(&mut written.faults);
        let processed = self.each_record(block, block.pairs(&mut faults), written, process);
        written.faults = faults;
        processed
    }

    /// Processes what was read. What cannot be read is an object that says why; for people it is a
    /// fault alone.
    fn each_record<'b, T>(
        &self,
        block: &'b Block,
        records: impl Iterator<Item = ReadRecord<T>>,
        written: &mut PieceOutput,
        mut process: impl FnMut(Place<'b>, T, &mut PieceOutput) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for ReadRecord { number, content } in records {
            let place = Place::new(self.several_files.then_some(&*block.file), self.several_urls.then_some(number));
            match content {
                Ok(content) => process(place, content, written)?,
                Err(_) if self.is_text() => {}
                Err(error) => self.object(&UnreadRecord { place, unread: &error }, &mut written.out)?,
            }
        }
        Ok(())
    }

    /// Writes the result for a record, as [`object`](Self::object) does.
    pub fn write_result<T: Serialize>(&self, place: Place<'_>, result: T, out: &mut Vec<u8>) -> Result<(), Failure> {
        self.object(&Placed { place, result }, out)
    }
}
