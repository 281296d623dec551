//! The result of checking one line, and its formats.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::rc::Rc;

use schemars::JsonSchema;
use uri_lineage::{Component, Forgiven, Grammar, Member, Refusal};

use super::args::Format;
use super::readings::Readings;
use super::verdicts::{Form, LineVerdicts, Outcome, Verdict};
use crate::failure::Failure;
use crate::options::given::UNEXAMINED_HOST;
use crate::output::cells::Cells;
use crate::output::screen::Colours;
use crate::output::template::{Sink, Template};
use crate::output::text::{json, listed, plain, quoted};
use crate::refusal::json_template;
use crate::schema::types::ByGrammar;

/// The JSON record of an input line. It is written piece by piece; this struct is never
/// constructed.
#[derive(JsonSchema)]
#[schemars(rename = "Record", description = "The verdicts of the grammars on one line of the input.")]
#[allow(dead_code, reason = "it describes what is written")]
pub struct Line {
    /// The file, if there are several; `-` for standard input.
    #[schemars(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The number of the line in its file, from 1.
    line: u64,
    /// The line without its end; from 128 KiB on, its first 64 KiB. Bytes that are not UTF-8 are
    /// shown as U+FFFD.
    input: String,
    /// How many bytes the line has; absent if `input` is the whole line.
    #[schemars(skip_serializing_if = "Option::is_none")]
    bytes: Option<usize>,
    /// The grammars that accept the line, each with its production.
    #[schemars(with = "ByGrammar<String>")]
    accepted: (),
    /// The grammars that refuse the line, each with the reason.
    #[schemars(with = "ByGrammar<Refusal>")]
    refused: (),
    /// The grammars that accept the line unexamined: only Unicode's IDNA processing (UTS 46)
    /// decides whether its host is a domain. Absent if there are none.
    #[schemars(skip_serializing_if = "Option::is_none")]
    unexamined: Option<Vec<Grammar>>,
    /// The deviations that were forgiven, with --forgive; absent if there are none.
    #[schemars(skip_serializing_if = "Option::is_none")]
    forgiven: Option<Vec<String>>,
    /// The documents' warnings about the line, with --advice, from the grammars that accept it;
    /// absent if there are none.
    #[schemars(with = "ByGrammar<Vec<String>>", skip_serializing_if = "Option::is_none")]
    warnings: Option<()>,
    /// With --agree, whether the grammars read the components alike; absent if a grammar refuses
    /// the line, or if it is not shown whole.
    #[schemars(skip_serializing_if = "Option::is_none")]
    agree: Option<bool>,
    /// With --agree, how each grammar reads the components that they read differently, by
    /// component; `null` is an absent one. Absent if they read all of them alike, or if `agree` is
    /// absent.
    #[schemars(with = "BTreeMap<String, ByGrammar<Option<String>>>", skip_serializing_if = "Option::is_none")]
    readings: Option<()>,
}

/// The column that is present if several files are read.
pub const FILE: &str = "file";

/// The column that is present with --agree.
pub const AGREE: &str = "agree";

/// The column that is present if a selected grammar accepts hosts unexamined.
pub const UNEXAMINED: &str = "unexamined";

/// The columns in front of the reason.
const FRONT: [(&str, &str); 6] = [
    (FILE, "The file; present if several files are read."),
    ("line", "The number of the line in its file, from 1."),
    ("input", "The line without its end; from 128 KiB on, its first 64 KiB."),
    ("grammar", "The grammar."),
    ("accepted", "`true` if the grammar accepts the line, else `false`."),
    ("production", "The production that accepts the line, or that was being matched where it is refused."),
];

/// The columns after the refusal.
const BACK: [(&str, &str); 4] = [
    (
        UNEXAMINED,
        "`true` if the grammar accepts the line unexamined: only Unicode's IDNA processing decides whether its host is a domain. Present \
         if a grammar of the URL Standard is selected.",
    ),
    ("forgiven", "The deviations that were forgiven, with --forgive; semicolons separate several."),
    ("warnings", "The document's warnings about the line, with --advice; semicolons separate several."),
    (AGREE, "Whether all grammars read the components alike, with --agree; empty if a grammar refuses the line."),
];

/// The number of members of a refusal that are among the columns in front: the grammar and the
/// production.
const SHARED: usize = 2;

/// The columns of a table: one row per input line and grammar. From the reason on, those of a
/// refusal are empty if the line is accepted.
pub fn table() -> impl Iterator<Item = (&'static str, &'static str)> {
    FRONT.into_iter().chain(Refusal::MEMBERS[SHARED..].iter().copied()).chain(BACK)
}

/// One line and the verdict of each grammar.
pub struct Record<'l> {
    pub file: &'l str,
    pub line: u64,
    pub input: Cow<'l, str>,
    /// The same bytes unchanged.
    pub raw: &'l [u8],
    /// The length of the line, if `input` is not the whole line.
    pub length: Option<usize>,
    /// The deviations that were forgiven.
    pub forgiven: &'l [Forgiven],
    /// The documents' warnings about the line.
    pub warnings: Vec<(Grammar, Vec<String>)>,
    /// The verdict of each grammar.
    pub verdicts: &'l LineVerdicts,
    /// The offset of the refusal, for each grammar that refuses the line.
    pub offsets: &'l [usize],
    /// The places of the refusals for people; empty if they are not requested or not known.
    pub shown: &'l [String],
    /// Whether all grammars read the components of --agree alike, if this is known.
    pub alike: Option<bool>,
    /// How they read the components that they read differently.
    pub readings: Vec<Readings>,
}

impl Record<'_> {
    /// The warnings of one grammar.
    fn warnings(&self, grammar: Option<Grammar>) -> impl Iterator<Item = &str> {
        let own = self.warnings.iter().filter(move |(other, _)| Some(*other) == grammar);
        own.flat_map(|(_, warnings)| warnings).map(String::as_str)
    }

    /// The mark of a truncated line.
    fn cut(&self) -> String {
        self.length.map(|length| format!("... ({length} bytes)")).unwrap_or_default()
    }
}

/// Writes records in one format.
pub struct Writer<'a> {
    pub colours: Colours,
    pub format: Option<Format>,
    /// The byte that ends each URL of a list.
    pub end: u8,
    /// Whether a record names its file.
    pub files: bool,
    pub cells: Cells,
    /// Whether text has a line for each grammar.
    pub long: bool,
    /// The components that are compared.
    pub agree: &'a [Component],
    /// The width of the names of grammars.
    pub width: usize,
    /// Whether a selected grammar accepts hosts unexamined.
    pub unexamined: bool,
}

impl Form for Writer<'_> {
    /// JSON: a member of `accepted`. CSV: the cells from `grammar` to `unexamined`.
    fn accepted(&self, grammar: &str, production: &str, unexamined: bool) -> Vec<u8> {
        match self.format {
            Some(Format::Json | Format::Jsonl) => {
                let mut out = Vec::new();
                json(grammar, &mut out);
                out.push(b':');
                json(production, &mut out);
                out
            }
            Some(Format::Csv) => {
                let empty = Refusal::MEMBERS[SHARED..].iter().map(|_| "");
                let unexamined = self.unexamined.then_some(if unexamined { "true" } else { "" });
                self.cells.cells([grammar, "true", production].into_iter().chain(empty).chain(unexamined))
            }
            None | Some(Format::Text | Format::List) => Vec::new(),
        }
    }

    /// JSON: a member of `refused`. CSV: the cells from `grammar` to `unexamined`.
    fn refused(&self, refusal: &Refusal, message: &Template) -> Template {
        let mut out = Template::default();
        match self.format {
            Some(Format::Json | Format::Jsonl) => {
                out.json(&*refusal.grammar);
                out.text(b":");
                json_template(refusal, message, &mut out);
            }
            Some(Format::Csv) => {
                for (at, member) in refusal.members().enumerate() {
                    match member {
                        Member::Offset(_) => {
                            out.offset();
                            out.text(b",");
                        }
                        Member::Message(_) => out.template(&self.cells.template(message), 0),
                        member => out.text(&self.cells.cells([member.to_string().as_str()])),
                    }
                    out.text(if at == 0 { b"false," } else { b"" });
                }
                out.text(if self.unexamined { b"," } else { b"" });
            }
            None | Some(Format::Text | Format::List) => {}
        }
        out
    }

    /// JSON: the members from `accepted` to `unexamined`. Text: the grammars that accept the line,
    /// and those that refuse it, by reason. CSV has a row for each.
    fn together(&self, verdicts: &[Rc<Verdict>], sink: &mut impl Sink) {
        match self.format {
            Some(Format::Json | Format::Jsonl) => members(verdicts, sink),
            Some(Format::Text) if !self.long => self.row(verdicts, sink),
            None | Some(Format::Text | Format::List | Format::Csv) => {}
        }
    }
}

impl Writer<'_> {
    /// Whether records are written at all.
    pub fn writes(&self) -> bool {
        self.format.is_some()
    }

    /// Writes the header, if the format has one.
    pub fn header(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.format == Some(Format::Csv) {
            let columns = table().map(|(name, _)| name);
            out.write_all(&self.cells.row(columns.filter(|name| match *name {
                FILE => self.files,
                AGREE => !self.agree.is_empty(),
                UNEXAMINED => self.unexamined,
                _ => true,
            })))?;
        }
        Ok(())
    }

    pub fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self.format {
            None => Ok(()),
            Some(Format::List) => {
                out.extend_from_slice(record.raw);
                out.push(self.end);
                Ok(())
            }
            Some(Format::Text) if self.long => self.text(record, out),
            Some(Format::Text) => self.line(record, out),
            Some(Format::Json) => {
                out.extend_from_slice(b",\n  ");
                self.object(record, out);
                Ok(())
            }
            Some(Format::Jsonl) => {
                self.object(record, out);
                out.push(b'\n');
                Ok(())
            }
            Some(Format::Csv) => self.csv(record, out),
        }
    }

    /// The grammars that accept a line, those that accept it unexamined, and those that refuse it,
    /// by reason.
    fn row(&self, verdicts: &[Rc<Verdict>], sink: &mut impl Sink) {
        let said = |verdict: &Verdict| match verdict.outcome {
            Outcome::Accepted(_, unexamined) => (None, unexamined),
            Outcome::Refused(reason, _) => (Some(reason), false),
        };
        // Acceptance first, then the reasons in the order of the grammars.
        let mut all: Vec<_> = verdicts.iter().map(|verdict| said(verdict)).collect();
        all.sort_by_key(|&(reason, unexamined)| (reason.is_some(), unexamined));
        let first = |&(at, one): &(usize, _)| !all[..at].contains(one);
        for (at, &of) in all.iter().enumerate().filter(first).map(|(_, of)| of).enumerate() {
            if at > 0 {
                sink.text(b"; ");
            }
            let verdict = match of {
                (None, false) => self.colours.good("accepted"),
                (None, true) => self.colours.good("accepted unexamined"),
                (Some(_), _) => self.colours.bad("refused"),
            };
            sink.text(format!("{verdict} by ").as_bytes());
            let own = verdicts.iter().filter(|verdict| said(verdict) == of);
            if own.clone().count() == verdicts.len() && verdicts.len() > 1 {
                sink.text(b"all");
            } else {
                for (at, verdict) in own.enumerate() {
                    sink.text(if at > 0 { b", " } else { b"" });
                    sink.text(plain(verdict.given.name()).as_bytes());
                }
            }
            if let (Some(reason), _) = of {
                sink.text(format!(" ({reason})").as_bytes());
            }
        }
    }

    /// One line: the place, the input, and the verdicts.
    fn line(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        if self.files {
            write!(out, "{}:", plain(record.file))?;
        }
        out.extend_from_slice(itoa::Buffer::new().format(record.line).as_bytes());
        out.extend_from_slice(b": ");
        self.colours.bold(plain(&record.input)).write(out);
        out.extend_from_slice(record.cut().as_bytes());
        out.extend_from_slice(b"  ");
        record.verdicts.write(self, record.offsets, out);
        for what in record.forgiven {
            write!(out, "; forgiven: {what}")?;
        }
        if !record.warnings.is_empty() {
            let ids: Vec<&str> = record.warnings.iter().map(|(grammar, _)| grammar.id()).collect();
            write!(out, "; {} by {}", self.colours.bad("warning"), ids.join(", "))?;
        }
        if let Some(read) = self.read(record) {
            write!(out, "; {read}")?;
        }
        out.push(b'\n');
        Ok(())
    }

    /// How the grammars read the components, for people.
    fn read(&self, record: &Record<'_>) -> Option<String> {
        let names: Vec<&str> = self.agree.iter().map(|component| component.name()).collect();
        let read = if record.alike? { self.colours.good("alike") } else { self.colours.bad("differently") };
        let mut all = format!("{} read {read}", names.join(", "));
        for (at, readings) in record.readings.iter().enumerate() {
            let shown = |text: Option<&str>| text.map_or_else(|| "none".to_owned(), quoted);
            let groups = match &readings.groups()[..] {
                [(text, _)] => format!("{} by all, but at different places", shown(*text)),
                groups => {
                    let each = groups.iter().map(|(text, names)| format!("{} by {}", shown(*text), names.join(", ")));
                    each.collect::<Vec<_>>().join("; ")
                }
            };
            let component = if self.agree.len() > 1 { format!("{} ", readings.component) } else { String::new() };
            all.push_str(&format!("{} {component}{groups}", if at == 0 { ":" } else { ";" }));
        }
        Some(all)
    }

    fn text(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let place = if self.files { format!("{}:{}", record.file, record.line) } else { record.line.to_string() };
        writeln!(out, "{place}: {}{}", self.colours.bold(plain(&record.input)), record.cut())?;
        for what in record.forgiven {
            writeln!(out, "  forgiven: {what}")?;
        }
        if let Some(read) = self.read(record) {
            writeln!(out, "  {read}")?;
        }
        let (mut shown, width) = (record.shown.iter(), self.width);
        for (verdict, offset) in record.verdicts.with_offsets(record.offsets) {
            let grammar = &verdict.given;
            match &verdict.outcome {
                Outcome::Accepted(production, unexamined) => {
                    write!(out, "  {grammar:<width$}  {}", self.colours.good(production))?;
                    if *unexamined {
                        write!(out, ", unexamined: {UNEXAMINED_HOST}")?;
                    }
                    out.push(b'\n');
                }
                Outcome::Refused(reason, message) => {
                    write!(out, "  {grammar:<width$}  {}: {reason}: ", self.colours.bad("refused"))?;
                    message.fill(&[offset], out);
                    out.push(b'\n');
                    for line in shown.next().into_iter().flat_map(|shown| shown.lines()) {
                        writeln!(out, "  {:<width$}{line}", "")?;
                    }
                }
            }
            for warning in record.warnings(grammar.built_in()) {
                writeln!(out, "  {:<width$}  {}: {warning}", "", self.colours.bad("warning"))?;
            }
        }
        Ok(())
    }

    /// A row for each grammar.
    fn csv(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let mut forgiven = Cow::from(b",");
        if !record.forgiven.is_empty() {
            let all: Vec<String> = record.forgiven.iter().map(ToString::to_string).collect();
            forgiven = self.cells.cells([all.join("; ").as_str()]).into();
        }
        // All rows begin alike.
        let from = out.len();
        let file = self.files.then_some(record.file);
        self.cells.put(file.into_iter().chain([itoa::Buffer::new().format(record.line), &record.input]), out);
        let place = from..out.len();
        for (at, (verdict, offset)) in record.verdicts.with_offsets(record.offsets).enumerate() {
            if at > 0 {
                out.extend_from_within(place.clone());
            }
            verdict.written.fill(&[offset], out);
            out.extend_from_slice(&forgiven);
            if !record.warnings.is_empty() {
                let warnings: Vec<&str> = record.warnings(verdict.given.built_in()).collect();
                let cell = self.cells.cells([warnings.join("; ").as_str()]);
                out.extend_from_slice(cell.strip_suffix(b",").unwrap_or(&cell));
            }
            if !self.agree.is_empty() {
                let cell = record.alike.map_or("", |alike| if alike { "true" } else { "false" });
                write!(out, ",{cell}")?;
            }
            out.push(b'\n');
        }
        Ok(())
    }

    /// An object.
    fn object(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        out.push(b'{');
        if self.files {
            out.extend_from_slice(b"\"file\":");
            json(record.file, out);
            out.push(b',');
        }
        out.extend_from_slice(b"\"line\":");
        out.extend_from_slice(itoa::Buffer::new().format(record.line).as_bytes());
        out.extend_from_slice(b",\"input\":");
        json(&*record.input, out);
        if let Some(length) = record.length {
            out.extend_from_slice(b",\"bytes\":");
            json(&length, out);
        }
        record.verdicts.write(self, record.offsets, out);
        if !record.forgiven.is_empty() {
            out.extend_from_slice(b",\"forgiven\":[");
            listed(record.forgiven, b",", out, |what, out| json(&what.to_string(), out));
            out.push(b']');
        }
        if !record.warnings.is_empty() {
            out.extend_from_slice(b",\"warnings\":{");
            listed(&record.warnings, b",", out, |(grammar, warnings), out| {
                json(grammar.id(), out);
                out.push(b':');
                json(warnings, out);
            });
            out.push(b'}');
        }
        if let Some(alike) = record.alike {
            out.extend_from_slice(b",\"agree\":");
            json(&alike, out);
        }
        if !record.readings.is_empty() {
            out.extend_from_slice(b",\"readings\":{");
            listed(&record.readings, b",", out, |readings, out| {
                json(readings.component.name(), out);
                out.extend_from_slice(b":{");
                listed(&readings.texts, b",", out, |(given, text), out| {
                    json(given.name(), out);
                    out.push(b':');
                    json(text, out);
                });
                out.push(b'}');
            });
            out.push(b'}');
        }
        out.push(b'}');
    }
}

/// The JSON of all verdicts: `,"accepted":{...},"refused":{...}`, and `,"unexamined":[...]` if some
/// accept the line so.
fn members(verdicts: &[Rc<Verdict>], sink: &mut impl Sink) {
    for (name, accepted) in [(r#","accepted":{"#, true), (r#","refused":{"#, false)] {
        sink.text(name.as_bytes());
        for (at, verdict) in verdicts.iter().filter(|verdict| verdict.reason().is_none() == accepted).enumerate() {
            sink.text(if at > 0 { b"," } else { b"" });
            sink.template(&verdict.written, at);
        }
        sink.text(b"}");
    }
    let unexamined = verdicts.iter().filter(|verdict| verdict.is_unexamined());
    let ids: Vec<&str> = unexamined.map(|verdict| verdict.given.name()).collect();
    if !ids.is_empty() {
        let mut out = br#","unexamined":"#.to_vec();
        json(&ids, &mut out);
        sink.text(&out);
    }
}
