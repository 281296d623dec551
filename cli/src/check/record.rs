//! What the grammars say of one line, and how it is written.

use std::borrow::Cow;
use std::io::Write;

use serde::ser::{Serialize, SerializeMap, Serializer};
use uri_lineage::{Error, Forgiven, Grammar};

use super::Format;
use crate::failure::Failure;
use crate::output::{Colours, plain, said};

/// Why a line was refused.
pub struct Refusal {
    /// Bytes from the beginning of the line.
    pub offset: usize,
    pub message: String,
}

impl Refusal {
    /// What a grammar says.
    pub fn of(error: &Error) -> Self {
        Self { offset: error.offset(), message: said(error) }
    }

    /// For a line that is not UTF-8, and where it is not.
    pub fn not_utf8(line: &[u8], offset: usize) -> Self {
        let byte = line.get(offset).copied().unwrap_or_default();
        Self {
            offset,
            message: format!("the byte {byte:02X} at byte {offset} is not UTF-8; as data it is written %{byte:02X}"),
        }
    }
}

/// One line and what each grammar says of it.
pub struct Record<'l> {
    pub file: &'l str,
    pub line: u64,
    pub input: Cow<'l, str>,
    /// How long the line is, if `input` is not all of it.
    pub length: Option<usize>,
    /// What was forgiven.
    pub forgiven: Vec<Forgiven>,
    /// What the documents warn of in the line.
    pub advice: Vec<(Grammar, Vec<String>)>,
    /// The production that accepted the line, or why none did.
    pub verdicts: Vec<(Grammar, Result<&'static str, Refusal>)>,
}

/// Writes records in one format.
pub struct Writer {
    colours: Colours,
    format: Option<Format>,
    /// Whether a record says of which file it is.
    files: bool,
}

impl Writer {
    pub fn new(colours: Colours, format: Option<Format>, files: bool) -> Self {
        Self { colours, format, files }
    }

    /// Whether there are records at all.
    pub fn writes(&self) -> bool {
        self.format.is_some()
    }

    /// Writes the header, where the format has one.
    pub fn header(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.format == Some(Format::Csv) {
            let header = ["line", "input", "grammar", "production", "offset", "message"];
            let file = self.files.then_some("file");
            csv::Writer::from_writer(out).write_record(file.into_iter().chain(header))?;
        }
        Ok(())
    }

    pub fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self.format {
            None => Ok(()),
            Some(Format::Text) => self.text(record, out),
            Some(Format::Jsonl) => {
                serde_json::to_writer(&mut *out, &Json { record, file: self.files })?;
                Ok(writeln!(out)?)
            }
            Some(Format::Csv) => self.csv(record, out),
        }
    }

    fn text(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let place = if self.files { format!("{}:{}", record.file, record.line) } else { record.line.to_string() };
        let cut = record.length.map(|length| format!("... ({length} bytes)")).unwrap_or_default();
        writeln!(out, "{place}: {}{cut}", self.colours.bold(plain(&record.input)))?;
        for what in &record.forgiven {
            writeln!(out, "  forgiven: {what}")?;
        }
        for (grammar, verdict) in &record.verdicts {
            let verdict = match verdict {
                Ok(production) => self.colours.good(production),
                Err(refusal) => format!("{}: {}", self.colours.bad("refused"), refusal.message),
            };
            writeln!(out, "  {grammar:<15}  {verdict}")?;
            let advice = record.advice.iter().filter(|(other, _)| other == grammar);
            for warning in advice.flat_map(|(_, warnings)| warnings) {
                writeln!(out, "  {:<15}  {}: {warning}", "", self.colours.bad("warning"))?;
            }
        }
        Ok(())
    }

    fn csv(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let mut writer = csv::Writer::from_writer(out);
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
        if let Some(length) = record.length {
            map.serialize_entry("bytes", &length)?;
        }
        let accepted =
            record.verdicts.iter().filter_map(|(grammar, verdict)| Some((grammar.id(), verdict.as_ref().ok()?)));
        let refused =
            record.verdicts.iter().filter_map(|(grammar, verdict)| Some((grammar.id(), verdict.as_ref().err()?)));
        map.serialize_entry("accepted", &Map(accepted))?;
        map.serialize_entry("refused", &Map(refused))?;
        if !record.forgiven.is_empty() {
            map.serialize_entry("forgiven", &record.forgiven.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        }
        if !record.advice.is_empty() {
            map.serialize_entry(
                "advice",
                &Map(record.advice.iter().map(|(grammar, warnings)| (grammar.id(), warnings))),
            )?;
        }
        map.end()
    }
}

/// Pairs as a JSON object.
struct Map<I>(I);

impl<K: Serialize, V: Serialize, I: Iterator<Item = (K, V)> + Clone> Serialize for Map<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.clone())
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
