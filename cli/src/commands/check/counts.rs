//! The counts of a summary by grammar, and their formats.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use uri_lineage::Reason;

use super::args::SummaryFormat;
use crate::failure::Failure;
use crate::options::url_grammar::UrlGrammar;
use crate::output::cells::Cells;
use crate::output::text::{counted, plain, table};
use crate::schema::types::GrammarName;

/// The maximum length of an example as shown, in characters.
const SHOWN: usize = 60;

/// The maximum length of a line that is kept as an example.
pub const KEPT: usize = 4096;

/// The place of a line: which of the files, and which line, from 1.
#[derive(Clone)]
pub struct LineLocation {
    /// The index of the file in the arguments.
    pub order: usize,
    /// Its name.
    pub file: Arc<str>,
    pub line: u64,
}

impl LineLocation {
    pub fn key(&self) -> (usize, u64) {
        (self.order, self.line)
    }
}

/// A line that is counted: its place, and its text as it is shown.
pub struct LineToCount<'l> {
    /// The index of the file in the arguments.
    pub order: usize,
    pub file: &'l Arc<str>,
    /// The number of the line in its file, from 1.
    pub number: u64,
    pub text: &'l [u8],
}

/// A line as an example.
#[derive(Clone)]
pub struct ExampleLine {
    pub location: LineLocation,
    /// The beginning of the line. It is empty if an earlier line is the example for each of its
    /// reasons: there are too many places and fates of lines to keep a text for each.
    pub text: Box<[u8]>,
}

impl ExampleLine {
    pub fn new(line: &LineToCount<'_>, is_shown: bool) -> Self {
        let location = LineLocation { order: line.order, file: Arc::clone(line.file), line: line.number };
        let length = if is_shown { line.text.len().min(KEPT) } else { 0 };
        Self { location, text: line.text[..length].into() }
    }

    /// Keeps the earlier of two lines.
    pub fn keep_earlier(&mut self, example: Self) {
        if example.location.key() < self.location.key() {
            *self = example;
        }
    }
}

/// The sum of some counts, and the first of all these lines.
#[derive(Clone, Copy)]
pub struct Lines<'s> {
    pub count: u64,
    pub first: &'s ExampleLine,
}

impl Lines<'_> {
    /// Adds other lines.
    pub fn add(&mut self, lines: Self) {
        self.count += lines.count;
        self.first = std::cmp::min_by_key(self.first, lines.first, |first| first.location.key());
    }
}

/// The lines that a grammar refuses, by reason.
pub type RefusalsByReason<'s> = BTreeMap<Reason, Lines<'s>>;

/// Adds lines that are refused for a reason.
pub fn add<'s>(refusals: &mut RefusalsByReason<'s>, reason: Reason, lines: Lines<'s>) {
    refusals.entry(reason).and_modify(|refused| refused.add(lines)).or_insert(lines);
}

/// The lines that a production accepts.
#[derive(Clone, Copy)]
pub struct AcceptedLines<'s> {
    pub production: &'s str,
    pub count: u64,
}

impl<'s> AcceptedLines<'s> {
    /// A production that has accepted no line yet.
    pub fn none(production: &'s str) -> Self {
        Self { production, count: 0 }
    }
}

/// The counts of one grammar.
pub struct GrammarCounts<'s> {
    pub grammar: &'s UrlGrammar,
    /// By the accepting production, the most frequent first.
    pub accepted: Vec<AcceptedLines<'s>>,
    /// By reason, the most frequent first.
    pub refused: Vec<(Reason, Lines<'s>)>,
    /// The lines of schemes of which the grammar says nothing.
    pub other_schemes: Option<Lines<'s>>,
    /// How many lines are too long for a grammar that is not built in.
    pub too_long: u64,
}

impl GrammarCounts<'_> {
    fn accepted(&self) -> u64 {
        self.accepted.iter().map(|lines| lines.count).sum()
    }

    fn refused(&self) -> u64 {
        self.refused.iter().map(|(_, lines)| lines.count).sum()
    }

    /// A row of accepted lines.
    fn accepted_row(&self, name: &str, count: u64) -> Vec<String> {
        vec![format!("  {name}"), count.to_string(), String::new(), self.percent(count), String::new()]
    }

    /// A row of refused lines.
    fn refused_row(&self, name: &str, count: u64, example: String) -> Vec<String> {
        vec![format!("  {name}"), String::new(), count.to_string(), self.percent(count), example]
    }

    /// A row of lines that are neither accepted nor refused.
    fn apart_row(&self, count: u64, what: &str, example: String) -> Vec<String> {
        let name = format!("  {} {what}", counted(count, "line"));
        vec![name, String::new(), String::new(), self.percent(count), example]
    }

    /// The cells of a production.
    fn accepted_cells(&self, lines: &AcceptedLines<'_>) -> [String; COLUMNS.len()] {
        let AcceptedLines { production, count } = lines;
        let (grammar, share) = (self.grammar.name(), self.share(*count));
        [grammar, production, "", &count.to_string(), &share.to_string(), "", "", ""].map(str::to_owned)
    }

    /// The cells of a reason.
    fn refused_cells(&self, reason: Reason, Lines { count, first }: &Lines<'_>) -> [String; COLUMNS.len()] {
        let ExampleLine { location: LineLocation { file, line, .. }, text } = first;
        let (grammar, share, input) = (self.grammar.name(), self.share(*count), String::from_utf8_lossy(text));
        let (count, share, line) = (count.to_string(), share.to_string(), line.to_string());
        [grammar, "", reason.name(), &count, &share, file, &line, &input].map(str::to_owned)
    }

    fn percent(&self, count: u64) -> String {
        format!("{:.1} %", self.share(count))
    }

    /// A count in percent of all lines.
    fn share(&self, count: u64) -> f64 {
        let others = self.other_schemes.map_or(0, |lines| lines.count);
        let lines = (self.accepted() + self.refused() + others + self.too_long).max(1);
        (count as f64 * 1000.0 / lines as f64).round() / 10.0
    }
}

/// The counts in a format, with at most `top` reasons for each grammar. With several files,
/// examples name theirs.
pub fn written(
    counts: &[GrammarCounts<'_>],
    several: bool,
    format: SummaryFormat,
    top: usize,
    cells: Cells,
) -> Result<Vec<u8>, Failure> {
    match format {
        SummaryFormat::Text => Ok(text(counts, several, top).into_bytes()),
        SummaryFormat::Json => {
            let summaries: Vec<_> = counts.iter().map(|counts| GrammarSummary::new(counts, top)).collect();
            let mut out = serde_json::to_vec_pretty(&summaries)?;
            out.push(b'\n');
            Ok(out)
        }
        SummaryFormat::Jsonl => jsonl(counts, top),
        SummaryFormat::Csv => Ok(csv(counts, top, cells)),
    }
}

/// The counts as a table for people.
fn text(counts: &[GrammarCounts<'_>], several: bool, top: usize) -> String {
    let header = ["grammar", "accepted", "refused", "share", "first line"];
    let rows = counts.iter().flat_map(|counts| rows(counts, several, top));
    table(&header, rows, &[1, 2, 3]) + "\n"
}

/// The rows of a grammar: its counts, those of its productions, and those of at most `top` reasons.
fn rows(counts: &GrammarCounts<'_>, several: bool, top: usize) -> Vec<Vec<String>> {
    let (accepted, refused) = (counts.accepted(), counts.refused());
    let name = plain(counts.grammar.name()).into_owned();
    let share = counts.percent(accepted);
    let mut rows = vec![vec![name, accepted.to_string(), refused.to_string(), share, String::new()]];
    rows.extend(counts.accepted.iter().map(|lines| counts.accepted_row(lines.production, lines.count)));
    for (reason, Lines { count, first }) in counts.refused.iter().take(top) {
        rows.push(counts.refused_row(reason.name(), *count, shown(first, several)));
    }
    let further: u64 = counts.refused.iter().skip(top).map(|(_, lines)| lines.count).sum();
    if further > 0 {
        let reasons = match counts.refused.len() - top {
            1 => "1 more reason".to_owned(),
            number => format!("{number} more reasons"),
        };
        rows.push(counts.refused_row(&reasons, further, String::new()));
    }
    if let Some(Lines { count, first }) = counts.other_schemes {
        rows.push(counts.apart_row(count, "of other schemes", shown(first, several)));
    }
    if counts.too_long > 0 {
        rows.push(counts.apart_row(counts.too_long, "too long for it", String::new()));
    }
    rows
}

/// An example for people. It names its file if there are several.
fn shown(ExampleLine { location, text }: &ExampleLine, several: bool) -> String {
    let text = String::from_utf8_lossy(text);
    let text = plain(&text);
    let shown: String = text.chars().take(SHOWN).collect();
    let tail = if shown.len() < text.len() { "..." } else { "" };
    if several {
        format!("{}:{}: {shown}{tail}", plain(&location.file), location.line)
    } else {
        format!("{}: {shown}{tail}", location.line)
    }
}

/// The JSON summary of a grammar over all lines.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Summary", description = "With --summary=jsonl: the counts of a grammar for all lines.")]
pub struct GrammarSummary<'s> {
    /// The grammar.
    #[schemars(with = "GrammarName")]
    grammar: &'s str,
    /// How many lines the grammar accepts.
    accepted: u64,
    /// How many lines the grammar refuses.
    refused: u64,
    /// The productions that accept lines, each with its number of lines, the most frequent first.
    #[schemars(with = "BTreeMap<String, u64>")]
    productions: Map<String, Value>,
    /// Why lines are refused, the most frequent first; --top sets how many.
    reasons: Vec<ReasonSummary>,
    /// The lines of other schemes, if the grammar is that of documents of one scheme: they are neither
    /// accepted nor refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_schemes: Option<ReasonSummary>,
    /// How many lines are too long for a grammar that is not built in; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    too_long: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Lines that are refused for one reason.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Refusals")]
struct ReasonSummary {
    /// The name of the reason.
    #[schemars(with = "Reason")]
    reason: &'static str,
    /// How many lines are refused for it.
    count: u64,
    /// The share of these lines in all lines, in percent, with one decimal.
    percent: f64,
    /// The first of these lines.
    first: FirstLine,
}

impl ReasonSummary {
    fn new(counts: &GrammarCounts<'_>, reason: Reason, Lines { count, first }: &Lines<'_>) -> Self {
        Self {
            reason: reason.name(),
            count: *count,
            percent: counts.share(*count),
            first: FirstLine {
                file: first.location.file.to_string(),
                line: first.location.line,
                input: String::from_utf8_lossy(&first.text).into_owned(),
            },
        }
    }
}

/// An example line.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "First")]
struct FirstLine {
    /// The file; `-` for standard input.
    file: String,
    /// The number of the line in its file, from 1.
    line: u64,
    /// The line, of which at most 4,096 bytes are shown.
    input: String,
}

/// The columns of a table: one row per production and per reason.
pub const COLUMNS: [(&str, &str); 8] = [
    ("grammar", "The grammar."),
    ("production", "The production that accepts the lines; empty where they are refused."),
    ("reason", "The reason for which the lines are refused, by name; empty where they are accepted."),
    ("count", "How many lines these are."),
    ("percent", "How many of all lines these are, in percent, with one digit after the point."),
    ("file", "The file of the first line that is refused for the reason; empty where lines are accepted."),
    ("line", "The number of that line in its file, from 1."),
    ("input", "That line, of which at most 4,096 bytes are shown."),
];

impl<'s> GrammarSummary<'s> {
    /// The counts of a grammar, with at most `top` reasons.
    fn new(counts: &GrammarCounts<'s>, top: usize) -> Self {
        let reasons = counts.refused.iter().take(top);
        let reasons = reasons.map(|(reason, lines)| ReasonSummary::new(counts, *reason, lines));
        let other_schemes = counts.other_schemes.as_ref();
        let other_schemes = other_schemes.map(|lines| ReasonSummary::new(counts, Reason::UnknownScheme, lines));
        let productions = counts.accepted.iter().map(|lines| (lines.production.to_owned(), lines.count.into()));
        Self {
            grammar: counts.grammar.name(),
            accepted: counts.accepted(),
            refused: counts.refused(),
            productions: productions.collect(),
            reasons: reasons.collect(),
            other_schemes,
            too_long: counts.too_long,
        }
    }
}

fn jsonl(counts: &[GrammarCounts<'_>], top: usize) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    for counts in counts {
        serde_json::to_writer(&mut out, &GrammarSummary::new(counts, top))?;
        writeln!(out)?;
    }
    Ok(out)
}

fn csv(counts: &[GrammarCounts<'_>], top: usize, cells: Cells) -> Vec<u8> {
    let mut rows: Vec<[String; COLUMNS.len()]> = vec![COLUMNS.map(|(name, _)| name.to_owned())];
    for counts in counts {
        rows.extend(counts.accepted.iter().map(|lines| counts.accepted_cells(lines)));
        rows.extend(counts.refused.iter().take(top).map(|(reason, lines)| counts.refused_cells(*reason, lines)));
        rows.extend(counts.other_schemes.iter().map(|lines| counts.refused_cells(Reason::UnknownScheme, lines)));
    }
    rows.iter().flat_map(|row| cells.row(row.iter().map(String::as_str))).collect()
}
