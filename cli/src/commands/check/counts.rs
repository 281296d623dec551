//! The counts of a summary by grammar, and their formats.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use uri_lineage::Reason;

use super::args::SummaryFormat;
use super::record::UNEXAMINED;
use crate::failure::Failure;
use crate::options::given::Given;
use crate::output::cells::Cells;
use crate::output::text::{plain, table};
use crate::schema::types::Name;

/// The maximum length of an example as shown.
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

/// A line as an example.
#[derive(Clone)]
pub struct Example {
    pub location: LineLocation,
    /// The beginning of the line. It is empty if an earlier line is the example for each of its
    /// reasons: there are too many places and fates of lines to keep a text for each.
    pub text: Box<[u8]>,
}

impl Example {
    pub fn new((order, line): (usize, u64), file: &Arc<str>, text: &[u8], is_shown: bool) -> Self {
        let location = LineLocation { order, file: Arc::clone(file), line };
        let length = if is_shown { text.len().min(KEPT) } else { 0 };
        Self { location, text: text[..length].into() }
    }

    /// Keeps the earlier of two lines.
    pub fn keep_earlier(&mut self, other: Self) {
        if other.location.key() < self.location.key() {
            *self = other;
        }
    }
}

/// The sum of some counts, and the first of all these lines.
#[derive(Clone, Copy)]
pub struct Lines<'s> {
    pub count: u64,
    pub first: &'s Example,
}

impl Lines<'_> {
    /// Adds other lines.
    pub fn add(&mut self, other: Self) {
        self.count += other.count;
        self.first = std::cmp::min_by_key(self.first, other.first, |first| first.location.key());
    }
}

/// The lines that a grammar refuses, by reason.
pub type Reasons<'s> = BTreeMap<Reason, Lines<'s>>;

/// Adds lines that are refused for a reason.
pub fn add<'s>(reasons: &mut Reasons<'s>, reason: Reason, lines: Lines<'s>) {
    reasons.entry(reason).and_modify(|known| known.add(lines)).or_insert(lines);
}

/// The counts of one grammar.
pub struct Counts<'s> {
    pub given: &'s Given,
    /// By the accepting production, the most frequent first, with the number of those that are
    /// accepted unexamined.
    pub accepted: Vec<(&'s str, u64, u64)>,
    /// By reason, the most frequent first.
    pub refused: Vec<(Reason, Lines<'s>)>,
}

impl Counts<'_> {
    fn accepted(&self) -> u64 {
        self.accepted.iter().map(|(_, count, _)| count).sum()
    }

    /// The number of lines that are accepted unexamined; `None` if the grammar accepts none so.
    fn unexamined(&self) -> Option<u64> {
        self.given.has_unexamined().then(|| self.accepted.iter().map(|(_, _, count)| count).sum())
    }

    fn refused(&self) -> u64 {
        self.refused.iter().map(|(_, lines)| lines.count).sum()
    }

    /// A count in percent of all lines.
    fn share(&self, count: u64) -> f64 {
        let all = (self.accepted() + self.refused()).max(1);
        (count as f64 * 1000.0 / all as f64).round() / 10.0
    }
}

/// The counts in a format, with at most `top` reasons for each grammar. With several files,
/// examples name theirs.
pub fn written(
    counts: &[Counts<'_>],
    several: bool,
    format: SummaryFormat,
    top: usize,
    cells: Cells,
) -> Result<Vec<u8>, Failure> {
    match format {
        SummaryFormat::Text => Ok(text(counts, several, top).into_bytes()),
        SummaryFormat::Json => {
            let all: Vec<OfGrammar<'_>> = counts.iter().map(|counts| object(counts, top)).collect();
            let mut out = serde_json::to_vec_pretty(&all)?;
            out.push(b'\n');
            Ok(out)
        }
        SummaryFormat::Jsonl => jsonl(counts, top),
        SummaryFormat::Csv => Ok(csv(counts, top, cells)),
    }
}

/// The counts as a table for people.
fn text(counts: &[Counts<'_>], several: bool, top: usize) -> String {
    let mut rows = Vec::new();
    for counts in counts {
        let percent = |count: u64| format!("{:.1} %", counts.share(count));
        let mut row = |name: String, accepted: Option<u64>, refused: Option<u64>, example: String| {
            let cell = |count: Option<u64>| count.map(|count| count.to_string()).unwrap_or_default();
            let share = accepted.or(refused).map(percent).unwrap_or_default();
            rows.push(vec![name, cell(accepted), cell(refused), share, example]);
        };
        row(plain(counts.given.name()).into_owned(), Some(counts.accepted()), Some(counts.refused()), String::new());
        for (name, count, _) in &counts.accepted {
            row(format!("  {name}"), Some(*count), None, String::new());
        }
        if let Some(count) = counts.unexamined().filter(|&count| count > 0) {
            row("  unexamined host".to_owned(), Some(count), None, String::new());
        }
        for (reason, Lines { count, first }) in counts.refused.iter().take(top) {
            row(format!("  {reason}"), None, Some(*count), shown(first, several));
        }
        let rest: u64 = counts.refused.iter().skip(top).map(|(_, lines)| lines.count).sum();
        if rest > 0 {
            let others = match counts.refused.len() - top {
                1 => "1 more reason".to_owned(),
                others => format!("{others} more reasons"),
            };
            row(format!("  {others}"), None, Some(rest), String::new());
        }
    }
    let header = ["grammar", "accepted", "refused", "share", "first line"];
    table(&header, rows, &[1, 2, 3]) + "\n"
}

/// An example for people. It names its file if there are several.
fn shown(Example { location, text }: &Example, several: bool) -> String {
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
pub struct OfGrammar<'s> {
    /// The grammar.
    #[schemars(with = "Name")]
    grammar: &'s str,
    /// How many lines the grammar accepts.
    accepted: u64,
    /// How many lines the grammar refuses.
    refused: u64,
    /// The productions that accept lines, each with its number of lines, the most frequent first.
    #[schemars(with = "BTreeMap<String, u64>")]
    productions: Map<String, Value>,
    /// How many of the accepted lines are accepted unexamined: only Unicode's IDNA processing (UTS
    /// 46) decides whether their hosts are domains. Absent if the grammar accepts none unexamined.
    #[serde(skip_serializing_if = "Option::is_none")]
    unexamined: Option<u64>,
    /// Why lines are refused, the most frequent first; --top sets how many.
    reasons: Vec<Refusals>,
}

/// Lines that are refused for one reason.
#[derive(Serialize, JsonSchema)]
struct Refusals {
    /// The name of the reason.
    #[schemars(with = "Reason")]
    reason: &'static str,
    /// How many lines are refused for it.
    count: u64,
    /// The share of these lines in all lines, in percent, with one decimal.
    percent: f64,
    /// The first of these lines.
    first: First,
}

/// An example line.
#[derive(Serialize, JsonSchema)]
struct First {
    /// The file; `-` for standard input.
    file: String,
    /// The number of the line in its file, from 1.
    line: u64,
    /// The line, of which at most 4,096 bytes are shown.
    input: String,
}

/// The columns of a table: one row per production and per reason.
pub const COLUMNS: [(&str, &str); 9] = [
    ("grammar", "The grammar."),
    ("production", "The production that accepts the lines; empty where they are refused."),
    ("reason", "The reason for which the lines are refused, by name; empty where they are accepted."),
    ("count", "How many lines these are."),
    ("percent", "How many of all lines these are, in percent, with one digit after the point."),
    ("file", "The file of the first line that is refused for the reason; empty where lines are accepted."),
    ("line", "The number of that line in its file, from 1."),
    ("input", "That line, of which at most 4,096 bytes are shown."),
    (
        UNEXAMINED,
        "How many of the accepted lines are accepted unexamined; empty where lines are refused. Present if a grammar of the URL Standard is \
         selected.",
    ),
];

/// The object of a grammar.
fn object<'s>(counts: &Counts<'s>, top: usize) -> OfGrammar<'s> {
    let reasons =
        counts.refused.iter().take(top).map(|(reason, Lines { count, first: Example { location, text } })| {
            let input = String::from_utf8_lossy(text).into_owned();
            let first = First { file: location.file.to_string(), line: location.line, input };
            Refusals { reason: reason.name(), count: *count, percent: counts.share(*count), first }
        });
    OfGrammar {
        grammar: counts.given.name(),
        accepted: counts.accepted(),
        refused: counts.refused(),
        productions: counts.accepted.iter().map(|&(name, count, _)| (name.to_owned(), count.into())).collect(),
        unexamined: counts.unexamined(),
        reasons: reasons.collect(),
    }
}

fn jsonl(counts: &[Counts<'_>], top: usize) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    for counts in counts {
        serde_json::to_writer(&mut out, &object(counts, top))?;
        writeln!(out)?;
    }
    Ok(out)
}

fn csv(counts: &[Counts<'_>], top: usize, cells: Cells) -> Vec<u8> {
    let unexamined = counts.iter().any(|counts| counts.given.has_unexamined());
    let shown = if unexamined { COLUMNS.len() } else { COLUMNS.len() - 1 };
    let row = |row: [&str; COLUMNS.len()]| cells.row(row.into_iter().take(shown));
    let mut out = row(COLUMNS.map(|(name, _)| name));
    for counts in counts {
        let id = counts.given.name();
        for (name, count, unexamined) in &counts.accepted {
            let (share, count) = (counts.share(*count).to_string(), count.to_string());
            out.extend(row([id, name, "", &count, &share, "", "", "", &unexamined.to_string()]));
        }
        for (reason, Lines { count, first: Example { location, text } }) in counts.refused.iter().take(top) {
            let (share, count) = (counts.share(*count).to_string(), count.to_string());
            let text = String::from_utf8_lossy(text);
            let line = location.line.to_string();
            out.extend(row([id, "", reason.name(), &count, &share, &location.file, &line, &text, ""]));
        }
    }
    out
}
