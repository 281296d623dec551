//! What the grammars say of one line, and how it is written.

use std::borrow::Cow;
use std::io::Write;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use uri_lineage::{Error, Forgiven, Grammar, Reason};

use super::Format;
use crate::failure::Failure;
use crate::output::{Colours, plain, said};

/// Why a line was refused. What is written of it for programs is the same in all formats, and that of
/// [`Error`](uri_lineage::Error).
#[derive(Serialize)]
pub struct Refusal {
    pub grammar: &'static str,
    pub production: &'static str,
    pub reason: &'static str,
    /// Bytes from the beginning of the line.
    pub offset: usize,
    pub found: Option<char>,
    pub class: Option<&'static str>,
    pub expected: Vec<String>,
    pub advice: Option<String>,
    pub message: String,
    /// The input with a caret below the place, for people.
    #[serde(skip)]
    pub shown: Option<String>,
}

impl Refusal {
    /// What a grammar says of an input; with `shown` its place is shown in it.
    pub fn of(error: &Error, input: &str, shown: bool) -> Box<Self> {
        // After the first line, which is the message.
        let report = shown.then(|| error.report(input).to_string());
        let shown = report.and_then(|report| Some(report.split_once('\n')?.1.to_owned()));
        Box::new(Self {
            grammar: error.grammar().id(),
            production: error.production(),
            reason: error.reason().name(),
            offset: error.offset(),
            found: error.found(),
            class: error.found_class(),
            expected: error.expected().iter().map(ToString::to_string).collect(),
            advice: error.advice().map(|_| error.advice_text().to_string()),
            message: said(error),
            shown,
        })
    }

    /// For bytes that are not there as text.
    pub fn unread(grammar: Grammar, reason: Reason, offset: usize, message: String) -> Box<Self> {
        let (found, class, expected, advice, shown) = (None, None, Vec::new(), None, None);
        let production = grammar.entry_productions().first().copied().unwrap_or_default();
        Box::new(Self {
            grammar: grammar.id(),
            production,
            reason: reason.name(),
            offset,
            found,
            class,
            expected,
            advice,
            message,
            shown,
        })
    }

    /// For a line that is not UTF-8, and where it is not.
    pub fn not_utf8(grammar: Grammar, line: &[u8], offset: usize) -> Box<Self> {
        let byte = line.get(offset).copied().unwrap_or_default();
        let message = format!("the byte {byte:02X} at byte {offset} is not UTF-8; as data it is written %{byte:02X}");
        Self::unread(grammar, Reason::NonAscii, offset, message)
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
    pub warnings: Vec<(Grammar, Vec<String>)>,
    /// The production that accepted the line, or why none did.
    pub verdicts: Vec<(Grammar, Result<&'static str, Box<Refusal>>)>,
}

/// Writes records in one format.
pub struct Writer {
    pub colours: Colours,
    pub format: Option<Format>,
    /// Whether a record says of which file it is.
    pub files: bool,
    /// Whether cells are made safe for spreadsheets.
    pub safe: bool,
    /// Whether text has a line for each grammar.
    pub long: bool,
}

impl Writer {
    /// Whether there are records at all.
    pub fn writes(&self) -> bool {
        self.format.is_some()
    }

    /// Writes the header, where the format has one.
    pub fn header(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.format == Some(Format::Csv) {
            let header = [
                "line",
                "input",
                "grammar",
                "accepted",
                "production",
                "reason",
                "offset",
                "found",
                "class",
                "expected",
                "advice",
                "message",
                "forgiven",
                "warnings",
            ];
            let file = self.files.then_some("file");
            csv::Writer::from_writer(out).write_record(file.into_iter().chain(header))?;
        }
        Ok(())
    }

    /// A cell of a table. One that a spreadsheet would run as a formula gets a quote before it, if that is asked for.
    fn cell<'c>(&self, cell: &'c str) -> Cow<'c, str> {
        let runs = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
        if self.safe && runs { format!("'{cell}").into() } else { cell.into() }
    }

    fn row<'c>(
        &self,
        writer: &mut csv::Writer<&mut Vec<u8>>,
        cells: impl Iterator<Item = &'c str>,
    ) -> Result<(), Failure> {
        for cell in cells {
            writer.write_field(self.cell(cell).as_bytes())?;
        }
        Ok(writer.write_record(None::<&[u8]>)?)
    }

    pub fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self.format {
            None => Ok(()),
            Some(Format::List) => Ok(writeln!(out, "{}", plain(&record.input))?),
            Some(Format::Text) if self.long => self.text(record, out),
            Some(Format::Text) => self.line(record, out),
            Some(Format::Jsonl) => {
                serde_json::to_writer(&mut *out, &Json { record, file: self.files })?;
                Ok(writeln!(out)?)
            }
            Some(Format::Csv) => self.csv(record, out),
        }
    }

    /// One line: the place, the input, and the grammars that accept it and refuse it, by reason.
    fn line(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let cut = record.length.map(|length| format!("... ({length} bytes)")).unwrap_or_default();
        if self.files {
            write!(out, "{}:", plain(record.file))?;
        }
        write!(out, "{}: {}{cut}", record.line, self.colours.bold(plain(&record.input)))?;
        let mut separator = "  ";
        let ids = |all: &[Grammar]| match all.len() == record.verdicts.len() && all.len() > 1 {
            true => "all".to_owned(),
            false => all.iter().map(|grammar| grammar.id()).collect::<Vec<_>>().join(", "),
        };
        let accepting = record.verdicts.iter().filter(|(_, verdict)| verdict.is_ok());
        let accepting: Vec<Grammar> = accepting.map(|(grammar, _)| *grammar).collect();
        if !accepting.is_empty() {
            write!(out, "{separator}{} by {}", self.colours.good("accepted"), ids(&accepting))?;
            separator = "; ";
        }
        let mut reasons: Vec<(&str, Vec<Grammar>)> = Vec::new();
        for (grammar, verdict) in &record.verdicts {
            let Err(refusal) = verdict else { continue };
            match reasons.iter_mut().find(|(reason, _)| *reason == refusal.reason) {
                Some((_, grammars)) => grammars.push(*grammar),
                None => reasons.push((refusal.reason, vec![*grammar])),
            }
        }
        for (reason, grammars) in reasons {
            write!(out, "{separator}{} by {} ({reason})", self.colours.bad("refused"), ids(&grammars))?;
            separator = "; ";
        }
        for what in &record.forgiven {
            write!(out, "; forgiven: {what}")?;
        }
        if !record.warnings.is_empty() {
            let grammars: Vec<Grammar> = record.warnings.iter().map(|(grammar, _)| *grammar).collect();
            write!(out, "; {} by {}", self.colours.bad("warning"), ids(&grammars))?;
        }
        Ok(writeln!(out)?)
    }

    fn text(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let place = if self.files { format!("{}:{}", record.file, record.line) } else { record.line.to_string() };
        let cut = record.length.map(|length| format!("... ({length} bytes)")).unwrap_or_default();
        writeln!(out, "{place}: {}{cut}", self.colours.bold(plain(&record.input)))?;
        for what in &record.forgiven {
            writeln!(out, "  forgiven: {what}")?;
        }
        for (grammar, verdict) in &record.verdicts {
            match verdict {
                Ok(production) => writeln!(out, "  {grammar:<15}  {}", self.colours.good(production))?,
                Err(refusal) => {
                    let Refusal { message, reason, shown, .. } = &**refusal;
                    writeln!(out, "  {grammar:<15}  {}: {reason}: {message}", self.colours.bad("refused"))?;
                    for line in shown.iter().flat_map(|shown| shown.lines()) {
                        writeln!(out, "  {:<15}{line}", "")?;
                    }
                }
            }
            let warnings = record.warnings.iter().filter(|(other, _)| other == grammar);
            for warning in warnings.flat_map(|(_, warnings)| warnings) {
                writeln!(out, "  {:<15}  {}: {warning}", "", self.colours.bad("warning"))?;
            }
        }
        Ok(())
    }

    fn csv(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let mut writer = csv::Writer::from_writer(out);
        let line = record.line.to_string();
        let forgiven: Vec<String> = record.forgiven.iter().map(ToString::to_string).collect();
        let forgiven = forgiven.join("; ");
        for (grammar, verdict) in &record.verdicts {
            let file = self.files.then_some(record.file);
            let place = file.into_iter().chain([&line, record.input.as_ref(), grammar.id()]);
            let warnings = record.warnings.iter().filter(|(other, _)| other == grammar);
            let warnings = warnings.flat_map(|(_, all)| all).map(String::as_str).collect::<Vec<_>>().join("; ");
            let ends = [forgiven.as_str(), &warnings];
            match verdict {
                Ok(production) => {
                    let row = ["true", production, "", "", "", "", "", "", ""];
                    self.row(&mut writer, place.chain(row).chain(ends))?;
                }
                Err(refusal) => {
                    let offset = refusal.offset.to_string();
                    let found = refusal.found.map(String::from).unwrap_or_default();
                    let expected = refusal.expected.join(" ");
                    let row = [
                        "false",
                        refusal.production,
                        refusal.reason,
                        &offset,
                        &found,
                        refusal.class.unwrap_or_default(),
                        &expected,
                        refusal.advice.as_deref().unwrap_or_default(),
                        &refusal.message,
                    ];
                    self.row(&mut writer, place.chain(row).chain(ends))?;
                }
            }
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
        if !record.warnings.is_empty() {
            map.serialize_entry(
                "warnings",
                &Map(record.warnings.iter().map(|(grammar, warnings)| (grammar.id(), warnings))),
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
