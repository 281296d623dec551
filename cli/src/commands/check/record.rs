//! The result of checking one line, and its formats.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::rc::Rc;

use schemars::JsonSchema;
use uri_lineage::whatwg::UrlError;
use uri_lineage::{Component, Forgiven, Member, Refusal};

use super::args::LineFormat;
use super::https::as_http;
use super::readings::ComponentReadings;
use super::verdicts::{LineVerdicts, OutcomeKind, Verdict, VerdictFormat, VerdictOutcome};
use crate::browser::{self, ValidationErrorRecord};
use crate::citation::{CiteArgs, CitedRule, RULE, SOURCE};
use crate::failure::Failure;
use crate::hints::accepting_hint;
use crate::list::place::{Place, UNREAD, UnreadRecord};
use crate::options::url_grammar::UrlGrammar;
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
pub struct LineRecord {
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
    /// Why the parser of the URL Standard fails, by the standard's name, if `whatwg` is selected;
    /// absent if it does not, and for a line that is not shown whole or is not UTF-8.
    #[schemars(skip_serializing_if = "Option::is_none")]
    validation_error: Option<ValidationErrorRecord>,
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
    /// With --cite, the rules that the grammars that refuse the line were reading; absent if there
    /// are none.
    #[schemars(with = "ByGrammar<CitedRule>", skip_serializing_if = "Option::is_none")]
    cited: Option<()>,
}

/// The column that is present if several files are read.
const FILE: &str = "file";

/// The column of the number of a line.
const LINE: &str = "line";

/// The column that is present with --agree.
const AGREE: &str = "agree";

/// The column that is present if the grammar of the URL Standard's parser is selected.
const VALIDATION_ERROR: &str = "validation_error";

/// The columns that are absent from some tables.
pub const OPTIONAL: [&str; 5] = [FILE, AGREE, VALIDATION_ERROR, SOURCE, RULE];

/// The columns in front of the reason.
const FRONT: [(&str, &str); 6] = [
    (FILE, "The file; present if several files are read."),
    (LINE, "The number of the line in its file, from 1."),
    ("input", "The line without its end; from 128 KiB on, its first 64 KiB."),
    ("grammar", "The grammar."),
    ("accepted", "`true` if the grammar accepts the line, else `false`."),
    ("production", "The production that accepts the line, or that was being matched where it is refused."),
];

/// The columns after the refusal.
const BACK: [(&str, &str); 7] = [
    ("forgiven", "The deviations that were forgiven, with --forgive; semicolons separate several."),
    ("warnings", "The document's warnings about the line, with --advice; semicolons separate several."),
    (AGREE, "Whether all grammars read the components alike, with --agree; empty if a grammar refuses the line."),
    (
        SOURCE,
        "The document and the section of the production that was being read where the grammar refuses the line; the file of a grammar of \
         one's own. Present with --cite.",
    ),
    (RULE, "The rule of that production, as it is printed or as it is corrected. Present with --cite."),
    (
        VALIDATION_ERROR,
        "Why the parser of the URL Standard fails, by the standard's name and with the place; empty in rows of other grammars. Present if \
         `whatwg` is selected.",
    ),
    (UNREAD, "Why the record cannot be read; empty if it can. Such a record has one row, with its place alone."),
];

/// The number of members of a refusal that are among the columns in front: the grammar and the
/// production.
const SHARED: usize = 2;

/// The columns of a table: one row per input line and grammar, and one per record that cannot be
/// read. From the reason on, those of a refusal are empty if the line is accepted.
pub fn table() -> impl Iterator<Item = (&'static str, &'static str)> {
    FRONT.into_iter().chain(Refusal::MEMBERS[SHARED..].iter().copied()).chain(BACK)
}

/// One line and the verdict of each grammar.
pub struct LineResult<'l> {
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
    pub warnings: Vec<(UrlGrammar, Vec<String>)>,
    /// Why the parser of the URL Standard fails, if its grammar is selected.
    pub failure: Option<UrlError>,
    /// The verdict of each grammar.
    pub verdicts: &'l LineVerdicts,
    /// The offset of the refusal, for each grammar that refuses the line.
    pub offsets: &'l [usize],
    /// The places of the refusals for people; empty if they are not requested or not known.
    pub shown: &'l [String],
    /// Whether all grammars read the components of --agree alike, if this is known.
    pub alike: Option<bool>,
    /// How they read the components that they read differently.
    pub readings: Vec<ComponentReadings>,
}

impl LineResult<'_> {
    /// The warnings of one grammar.
    fn warnings(&self, grammar: &UrlGrammar) -> impl Iterator<Item = &str> {
        let warnings = self.warnings.iter().filter(move |(warning_grammar, _)| warning_grammar == grammar);
        warnings.flat_map(|(_, texts)| texts).map(String::as_str)
    }

    /// The mark of a truncated line.
    fn cut(&self) -> String {
        self.length.map(|length| format!("... ({length} bytes)")).unwrap_or_default()
    }
}

/// Writes the results of lines in one format.
pub struct ResultWriter<'a> {
    pub colours: Colours,
    pub format: Option<LineFormat>,
    /// The byte that ends each URL of a list.
    pub end: u8,
    /// Whether a record names its file.
    pub files: bool,
    pub cells: Cells,
    /// Whether text has a line for each grammar.
    pub long: bool,
    /// Whether each refusal cites the rule that was being read.
    pub cite: CiteArgs,
    /// The components that are compared.
    pub agree: &'a [Component],
    /// The width of the names of grammars.
    pub width: usize,
    /// Whether the grammar of the URL Standard's parser is selected.
    pub has_whatwg: bool,
    /// Whether to hint at other grammars where all refuse a line.
    pub hints: bool,
}

impl VerdictFormat for ResultWriter<'_> {
    /// JSON: a member of `accepted`. CSV: the cells from `grammar` to the last of the refusal.
    fn accepted(&self, grammar: &str, production: &str) -> Vec<u8> {
        match self.format {
            Some(LineFormat::Json | LineFormat::Jsonl) => {
                let mut out = Vec::new();
                json(grammar, &mut out);
                out.push(b':');
                json(production, &mut out);
                out
            }
            Some(LineFormat::Csv) => {
                let empty = Refusal::MEMBERS[SHARED..].iter().map(|_| "");
                self.cells.cells([grammar, "true", production].into_iter().chain(empty))
            }
            None | Some(LineFormat::Text | LineFormat::List) => Vec::new(),
        }
    }

    /// JSON: a member of `refused`. CSV: the cells from `grammar` to the last of the refusal.
    fn refused(&self, refusal: &Refusal, message: &Template) -> Template {
        let mut out = Template::default();
        match self.format {
            Some(LineFormat::Json | LineFormat::Jsonl) => {
                out.json(&*refusal.grammar);
                out.text(b":");
                json_template(refusal, message, &mut out);
            }
            Some(LineFormat::Csv) => {
                for (index, member) in refusal.members().enumerate() {
                    match member {
                        Member::Offset(_) => {
                            out.offset();
                            out.text(b",");
                        }
                        Member::Message(_) => out.template(&self.cells.template(message), 0),
                        member => out.text(&self.cells.cells([member.to_string().as_str()])),
                    }
                    out.text(if index == 0 { b"false," } else { b"" });
                }
            }
            None | Some(LineFormat::Text | LineFormat::List) => {}
        }
        out
    }

    fn citation(&self, grammar: &UrlGrammar, production: &str) -> Option<CitedRule> {
        self.cite.rule_in(grammar, production)
    }

    /// JSON: the members `accepted` and `refused`. Text: the grammars that accept the line,
    /// and those that refuse it, by reason. CSV has a row for each.
    fn together(&self, verdicts: &[Rc<Verdict>], sink: &mut impl Sink) {
        match self.format {
            Some(LineFormat::Json | LineFormat::Jsonl) => members(verdicts, sink),
            Some(LineFormat::Text) if !self.long => self.groups(verdicts, sink),
            None | Some(LineFormat::Text | LineFormat::List | LineFormat::Csv) => {}
        }
    }
}

impl ResultWriter<'_> {
    /// Whether records are written at all.
    pub fn writes(&self) -> bool {
        self.format.is_some()
    }

    /// Writes the header, if the format has one.
    pub fn header(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.format == Some(LineFormat::Csv) {
            out.write_all(&self.cells.row(self.columns()))?;
        }
        Ok(())
    }

    /// The columns of the table that is written.
    fn columns(&self) -> impl Iterator<Item = &'static str> {
        let columns = table().map(|(name, _)| name);
        columns.filter(|name| match *name {
            FILE => self.files,
            AGREE => !self.agree.is_empty(),
            VALIDATION_ERROR => self.has_whatwg,
            SOURCE | RULE => self.cite.is_set(),
            _ => true,
        })
    }

    pub fn write(&self, result: &LineResult<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self.format {
            None => Ok(()),
            Some(LineFormat::List) => {
                out.extend_from_slice(result.raw);
                out.push(self.end);
                Ok(())
            }
            Some(LineFormat::Text) if self.long => self.text(result, out),
            Some(LineFormat::Text) => self.line(result, out),
            Some(LineFormat::Json) => {
                out.extend_from_slice(b",\n  ");
                self.object(result, out);
                Ok(())
            }
            Some(LineFormat::Jsonl) => {
                self.object(result, out);
                out.push(b'\n');
                Ok(())
            }
            Some(LineFormat::Csv) => self.csv(result, out),
        }
    }

    /// Writes the record of an input record that cannot be read; for people, and in a list, its fault
    /// says so.
    pub fn write_unread(&self, file: &str, line: u64, reason: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        let record = UnreadRecord { place: Place::new(self.files.then_some(file), Some(line)), unread: reason };
        match self.format {
            None | Some(LineFormat::Text | LineFormat::List) => {}
            Some(LineFormat::Json) => {
                out.extend_from_slice(b",\n  ");
                json(&record, out);
            }
            Some(LineFormat::Jsonl) => {
                json(&record, out);
                out.push(b'\n');
            }
            Some(LineFormat::Csv) => {
                let line = line.to_string();
                out.extend(self.cells.row(self.columns().map(|name| match name {
                    FILE => file,
                    LINE => &line,
                    UNREAD => reason,
                    _ => "",
                })));
            }
        }
        Ok(())
    }

    /// The grammars that accept a line, and those that refuse it, by reason.
    fn groups(&self, verdicts: &[Rc<Verdict>], sink: &mut impl Sink) {
        for (number, kind) in kinds(verdicts).into_iter().enumerate() {
            let verb = match kind {
                OutcomeKind::Accepted => self.colours.good("accepted"),
                OutcomeKind::Refused(_) => self.colours.bad("refused"),
            };
            let separator = if number > 0 { "; " } else { "" };
            sink.text(format!("{separator}{verb} by ").as_bytes());
            let group: Vec<&Rc<Verdict>> = verdicts.iter().filter(|verdict| verdict.kind() == kind).collect();
            if group.len() == verdicts.len() && verdicts.len() > 1 {
                sink.text(b"all");
            } else {
                for (number, verdict) in group.into_iter().enumerate() {
                    sink.text(if number > 0 { b", " } else { b"" });
                    sink.text(plain(verdict.grammar.name()).as_bytes());
                }
            }
            if let OutcomeKind::Refused(reason) = kind {
                sink.text(format!(" ({reason})").as_bytes());
            }
        }
    }

    /// One line: the place, the input, and the verdicts.
    fn line(&self, result: &LineResult<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        if self.files {
            write!(out, "{}:", plain(result.file))?;
        }
        out.extend_from_slice(itoa::Buffer::new().format(result.line).as_bytes());
        out.extend_from_slice(b": ");
        self.colours.bold(plain(&result.input)).write(out);
        out.extend_from_slice(result.cut().as_bytes());
        out.extend_from_slice(b"  ");
        result.verdicts.write(self, result.offsets, out);
        for deviation in result.forgiven {
            write!(out, "; forgiven: {deviation}")?;
        }
        if !result.warnings.is_empty() {
            let ids: Vec<&str> = result.warnings.iter().map(|(grammar, _)| grammar.name()).collect();
            write!(out, "; {} by {}", self.colours.bad("warning"), ids.join(", "))?;
        }
        if let Some(agreement) = self.agreement(result) {
            write!(out, "; {agreement}")?;
        }
        out.push(b'\n');
        Ok(())
    }

    /// How the grammars read the components of --agree, for people.
    fn agreement(&self, result: &LineResult<'_>) -> Option<String> {
        let names: Vec<&str> = self.agree.iter().map(|component| component.name()).collect();
        let manner = if result.alike? { self.colours.good("alike") } else { self.colours.bad("differently") };
        let mut text = format!("{} read {manner}", names.join(", "));
        for (number, readings) in result.readings.iter().enumerate() {
            let separator = if number == 0 { ":" } else { ";" };
            let component = if self.agree.len() > 1 { format!("{} ", readings.component) } else { String::new() };
            text.push_str(&format!("{separator} {component}{}", in_words(readings)));
        }
        Some(text)
    }

    /// A line for the input, and below it a line for each grammar.
    fn text(&self, result: &LineResult<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let place = if self.files { format!("{}:{}", result.file, result.line) } else { result.line.to_string() };
        writeln!(out, "{place}: {}{}", self.colours.bold(plain(&result.input)), result.cut())?;
        for deviation in result.forgiven {
            writeln!(out, "  forgiven: {deviation}")?;
        }
        if let Some(agreement) = self.agreement(result) {
            writeln!(out, "  {agreement}")?;
        }
        let (mut shown, width, mut is_accepted) = (result.shown.iter(), self.width, false);
        for (verdict, offset) in result.verdicts.with_offsets(result.offsets) {
            let grammar = &verdict.grammar;
            match &verdict.outcome {
                VerdictOutcome::Accepted { production } => {
                    is_accepted = true;
                    writeln!(out, "  {grammar:<width$}  {}", self.colours.good(production))?;
                }
                VerdictOutcome::Refused { reason, message, citation } => {
                    write!(out, "  {grammar:<width$}  {}: ", self.colours.bad("refused"))?;
                    match result.failure.filter(|_| grammar.built_in() == Some(browser::GRAMMAR)) {
                        // What the standard calls it says more than how far its grammar can read.
                        Some(error) => write!(out, "{error}")?,
                        None => {
                            write!(out, "{reason}: ")?;
                            message.fill(&[offset], out);
                        }
                    }
                    out.push(b'\n');
                    for line in shown.next().into_iter().flat_map(|shown| shown.lines()) {
                        writeln!(out, "  {:<width$}{line}", "")?;
                    }
                    for line in citation.iter().flat_map(|citation| citation.lines()) {
                        writeln!(out, "  {:<width$}  {line}", "")?;
                    }
                }
            }
            let whole = result.length.is_none().then_some(&*result.input);
            if let Some(note) = grammar.built_in().zip(whole).and_then(|(grammar, url)| as_http(grammar, url)) {
                writeln!(out, "  {:<width$}  {note}", "")?;
            }
            for warning in result.warnings(grammar) {
                writeln!(out, "  {:<width$}  {}: {warning}", "", self.colours.bad("warning"))?;
            }
        }
        let may_hint = self.hints && !is_accepted && result.length.is_none();
        if let Some(hint) = may_hint.then(|| accepting_hint(result.raw)).flatten() {
            writeln!(out, "  hint: {hint}")?;
        }
        Ok(())
    }

    /// A row for each grammar.
    fn csv(&self, result: &LineResult<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let mut forgiven = Cow::from(b",");
        if !result.forgiven.is_empty() {
            let deviations: Vec<String> = result.forgiven.iter().map(ToString::to_string).collect();
            forgiven = self.cells.cells([deviations.join("; ").as_str()]).into();
        }
        // All rows begin with the same cells.
        let start = out.len();
        let file = self.files.then_some(result.file);
        self.cells.put(file.into_iter().chain([itoa::Buffer::new().format(result.line), &result.input]), out);
        let first_cells = start..out.len();
        for (number, (verdict, offset)) in result.verdicts.with_offsets(result.offsets).enumerate() {
            if number > 0 {
                out.extend_from_within(first_cells.clone());
            }
            verdict.written.fill(&[offset], out);
            out.extend_from_slice(&forgiven);
            if !result.warnings.is_empty() {
                let warnings: Vec<&str> = result.warnings(&verdict.grammar).collect();
                let cell = self.cells.cells([warnings.join("; ").as_str()]);
                out.extend_from_slice(cell.strip_suffix(b",").unwrap_or(&cell));
            }
            if !self.agree.is_empty() {
                let cell = result.alike.map_or("", |alike| if alike { "true" } else { "false" });
                write!(out, ",{cell}")?;
            }
            if self.cite.is_set() {
                let cells = verdict.citation().map_or([""; 2], |citation| [&citation.place, &citation.rule]);
                out.push(b',');
                self.cells.put(cells, out);
                // The comma after the last cell is that in front of the next one.
                out.pop();
            }
            if self.has_whatwg {
                let failure = result.failure.filter(|_| verdict.grammar.built_in() == Some(browser::GRAMMAR));
                let text = failure.map(|error| error.to_string()).unwrap_or_default();
                out.push(b',');
                self.cells.put([text.as_str()], out);
                out.pop();
            }
            // A line that is read has no reason for which it is not.
            out.extend_from_slice(b",\n");
        }
        Ok(())
    }

    /// A JSON object.
    fn object(&self, result: &LineResult<'_>, out: &mut Vec<u8>) {
        out.push(b'{');
        Place::new(self.files.then_some(result.file), Some(result.line)).write(out);
        out.extend_from_slice(b"\"input\":");
        json(&*result.input, out);
        if let Some(length) = result.length {
            out.extend_from_slice(b",\"bytes\":");
            json(&length, out);
        }
        result.verdicts.write(self, result.offsets, out);
        if let Some(failure) = result.failure {
            out.extend_from_slice(b",\"validation_error\":");
            json(&ValidationErrorRecord::from(failure), out);
        }
        if !result.forgiven.is_empty() {
            out.extend_from_slice(b",\"forgiven\":[");
            listed(result.forgiven, b",", out, |deviation, out| json(&deviation.to_string(), out));
            out.push(b']');
        }
        if !result.warnings.is_empty() {
            out.extend_from_slice(b",\"warnings\":{");
            listed(&result.warnings, b",", out, |(grammar, warnings), out| {
                json(grammar.name(), out);
                out.push(b':');
                json(warnings, out);
            });
            out.push(b'}');
        }
        if let Some(alike) = result.alike {
            out.extend_from_slice(b",\"agree\":");
            json(&alike, out);
        }
        if !result.readings.is_empty() {
            out.extend_from_slice(b",\"readings\":{");
            listed(&result.readings, b",", out, |readings, out| {
                json(readings.component.name(), out);
                out.extend_from_slice(b":{");
                listed(&readings.texts, b",", out, |(grammar, text), out| {
                    json(grammar.name(), out);
                    out.push(b':');
                    json(text, out);
                });
                out.push(b'}');
            });
            out.push(b'}');
        }
        let verdicts = result.verdicts.verdicts.iter();
        let cited = verdicts.filter_map(|verdict| Some((verdict.grammar.name(), verdict.citation()?)));
        let cited: Vec<(&str, &CitedRule)> = cited.collect();
        if !cited.is_empty() {
            out.extend_from_slice(b",\"cited\":{");
            listed(&cited, b",", out, |(grammar, citation), out| {
                json(grammar, out);
                out.push(b':');
                json(citation, out);
            });
            out.push(b'}');
        }
        out.push(b'}');
    }
}

/// The kinds of some verdicts, each once: acceptance first, then the reasons in the order of the
/// grammars.
fn kinds(verdicts: &[Rc<Verdict>]) -> Vec<OutcomeKind> {
    let mut kinds = Vec::new();
    for verdict in verdicts {
        let kind = verdict.kind();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.sort_by_key(|kind| match kind {
        OutcomeKind::Accepted => 0,
        OutcomeKind::Refused(_) => 1,
    });
    kinds
}

/// How each group of grammars reads a component.
fn in_words(readings: &ComponentReadings) -> String {
    let groups = readings.groups();
    let groups = groups.iter().map(|(text, names)| {
        let text = text.map_or_else(|| "none".to_owned(), quoted);
        (text, names.join(", "))
    });
    match &groups.collect::<Vec<_>>()[..] {
        [(text, _)] => format!("{text} by all, but at different places"),
        groups => {
            let groups: Vec<String> = groups.iter().map(|(text, names)| format!("{text} by {names}")).collect();
            groups.join("; ")
        }
    }
}

/// The JSON of all verdicts: `,"accepted":{...},"refused":{...}`.
fn members(verdicts: &[Rc<Verdict>], sink: &mut impl Sink) {
    for (name, is_accepted) in [(r#","accepted":{"#, true), (r#","refused":{"#, false)] {
        sink.text(name.as_bytes());
        let group = verdicts.iter().filter(|verdict| verdict.reason().is_none() == is_accepted);
        for (number, verdict) in group.enumerate() {
            sink.text(if number > 0 { b"," } else { b"" });
            sink.template(&verdict.written, number);
        }
        sink.text(b"}");
    }
}
