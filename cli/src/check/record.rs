//! What the grammars say of one line, and how it is written.

use std::borrow::Cow;
use std::io::Write;

use serde::ser::{Serialize, SerializeMap, Serializer};
use uri_lineage::Grammar;

use super::Format;
use crate::failure::Failure;
use crate::output::Output;

/// Why a line was refused.
pub struct Refusal {
    /// Bytes from the beginning of the line.
    pub offset: usize,
    pub message: String,
}

/// The production that took a line, or why none did.
pub type Verdict = Result<&'static str, Refusal>;

/// One line and its verdicts.
pub struct Record<'l> {
    file: &'l str,
    line: u64,
    input: Cow<'l, str>,
    pub verdicts: Vec<(Grammar, Verdict)>,
}

impl<'l> Record<'l> {
    /// Judges a line by the grammars.
    pub fn judge(file: &'l str, line: u64, bytes: &'l [u8], grammars: &[Grammar]) -> Self {
        let verdict = |grammar: &Grammar| match std::str::from_utf8(bytes) {
            Ok(text) => match grammar.parse(text) {
                Ok(parsed) => Ok(parsed.production()),
                Err(error) => Err(Refusal { offset: error.offset(), message: error.message().to_string() }),
            },
            Err(error) => {
                let offset = error.valid_up_to();
                let byte = bytes.get(offset).copied().unwrap_or_default();
                Err(Refusal { offset, message: format!("the byte {byte:02X} at byte {offset} is not UTF-8") })
            }
        };
        let verdicts = grammars.iter().map(|grammar| (*grammar, verdict(grammar))).collect();
        Self { file, line, input: String::from_utf8_lossy(bytes), verdicts }
    }
}

/// Writes records in one format.
pub struct Writer {
    output: Output,
    format: Option<Format>,
    /// Whether a record says of which file it is.
    files: bool,
}

impl Writer {
    /// Writes the header, where the format has one.
    pub fn new(mut output: Output, format: Option<Format>, files: bool) -> Result<Self, Failure> {
        if format == Some(Format::Csv) {
            let header = ["line", "input", "grammar", "production", "offset", "message"];
            let file = files.then_some("file");
            csv::Writer::from_writer(&mut output.out).write_record(file.into_iter().chain(header))?;
        }
        Ok(Self { output, format, files })
    }

    pub fn write(&mut self, record: &Record<'_>) -> Result<(), Failure> {
        match self.format {
            None => Ok(()),
            Some(Format::Text) => self.text(record),
            Some(Format::Jsonl) => {
                serde_json::to_writer(&mut self.output.out, &Json { record, file: self.files })?;
                Ok(writeln!(self.output.out)?)
            }
            Some(Format::Csv) => self.csv(record),
        }
    }

    /// Gives back the output, for what comes behind the records.
    pub fn finish(mut self) -> Result<Output, Failure> {
        self.output.out.flush()?;
        Ok(self.output)
    }

    fn text(&mut self, record: &Record<'_>) -> Result<(), Failure> {
        let place = if self.files { format!("{}:{}", record.file, record.line) } else { record.line.to_string() };
        // What is no plain text must not reach the terminal as it is.
        let plain: String = record.input.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
        let input = self.output.bold(plain);
        writeln!(self.output.out, "{place}: {input}")?;
        for (grammar, verdict) in &record.verdicts {
            let verdict = match verdict {
                Ok(production) => self.output.good(production),
                Err(refusal) => format!("{}: {}", self.output.bad("refused"), refusal.message),
            };
            writeln!(self.output.out, "  {grammar:<15}  {verdict}")?;
        }
        Ok(())
    }

    fn csv(&mut self, record: &Record<'_>) -> Result<(), Failure> {
        let mut writer = csv::Writer::from_writer(&mut self.output.out);
        let line = record.line.to_string();
        for (grammar, verdict) in &record.verdicts {
            let (production, offset, message) = match verdict {
                Ok(production) => (*production, String::new(), ""),
                Err(refusal) => ("", refusal.offset.to_string(), refusal.message.as_str()),
            };
            let row = [&line, record.input.as_ref(), grammar.id(), production, &offset, message];
            let file = self.files.then_some(record.file);
            writer.write_record(file.into_iter().chain(row))?;
        }
        Ok(writer.flush()?)
    }
}

/// A record as a JSON object.
struct Json<'r, 'l> {
    record: &'r Record<'l>,
    file: bool,
}

impl Serialize for Json<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = self.record;
        let mut map = serializer.serialize_map(None)?;
        if self.file {
            map.serialize_entry("file", record.file)?;
        }
        map.serialize_entry("line", &record.line)?;
        map.serialize_entry("input", &record.input)?;
        map.serialize_entry("accepted", &Accepted(&record.verdicts))?;
        map.serialize_entry("refused", &Refused(&record.verdicts))?;
        map.end()
    }
}

struct Accepted<'r>(&'r [(Grammar, Verdict)]);

impl Serialize for Accepted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(self.0.iter().filter_map(|(grammar, verdict)| Some((grammar.id(), verdict.as_ref().ok()?))))
    }
}

struct Refused<'r>(&'r [(Grammar, Verdict)]);

impl Serialize for Refused<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(self.0.iter().filter_map(|(grammar, verdict)| Some((grammar.id(), verdict.as_ref().err()?))))
    }
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("offset", &self.offset)?;
        map.serialize_entry("message", &self.message)?;
        map.end()
    }
}
