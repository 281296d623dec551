//! The table at the end: for each grammar the lines that it accepts, by production, and the lines that it refuses, by reason.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use uri_lineage::classifier::{Classifier, Context, Contexts, Stop, Verdicts};
use uri_lineage::language::{Refused, RefusedKey};
use uri_lineage::{Grammar, NotUtf8, Reason};

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
const KEPT: usize = 4096;

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
    fn key(&self) -> (usize, u64) {
        (self.order, self.line)
    }
}

/// A count, and the first of the counted lines as an example.
#[derive(Clone)]
struct Example {
    count: u64,
    place: LineLocation,
    /// The beginning of the line.
    text: Box<[u8]>,
}

/// Counts over all lines.
pub struct Summary {
    grammars: Vec<Given>,
    /// Whether there are several files, so that an example names its file.
    several: bool,
    /// For each state of the classifier, and each byte at which lines stopped in it (`None` at the end of the line), these lines by their
    /// reasons. Each line has one end, and the state there determines its verdicts.
    places: HashMap<(u32, Option<u8>), Vec<At>>,
    /// For each production of the user, by its number, the lines that it refuses alike, with the reason; or that it accepts.
    owns: HashMap<(usize, OwnStop), (Option<Reason>, Example)>,
}

/// How a production of the user reads a line.
#[derive(Clone, PartialEq, Eq, Hash)]
enum OwnStop {
    Accepts,
    NotUtf8,
    Refuses(RefusedKey),
}

/// Lines that stopped at one byte in one state, for the same reasons.
struct At {
    /// Further context on which a reason depends; `None` if nothing is refused, or the line is not UTF-8.
    context: Option<Context>,
    /// The grammars that refuse a line there, and why.
    reasons: Vec<(Grammar, Reason)>,
    example: Example,
}

impl Summary {
    pub fn new(grammars: &[Given], several: bool) -> Self {
        Self { grammars: grammars.to_vec(), several, places: HashMap::new(), owns: HashMap::new() }
    }

    /// Counts a line that a production of the user accepts or refuses, and of which `shown` is kept.
    pub fn own(
        &mut self,
        index: usize,
        refused: Result<Option<Refused<'_>>, NotUtf8>,
        place: (usize, u64),
        file: &Arc<str>,
        shown: &[u8],
    ) {
        let stop = match &refused {
            Err(_) => OwnStop::NotUtf8,
            Ok(None) => OwnStop::Accepts,
            Ok(Some(refused)) => OwnStop::Refuses(refused.key().clone()),
        };
        let example = || {
            let place = LineLocation { order: place.0, file: Arc::clone(file), line: place.1 };
            (place, shown[..shown.len().min(KEPT)].into())
        };
        match self.owns.get_mut(&(index, stop.clone())) {
            Some((_, known)) => known.add(1, place, example),
            None => {
                let reason = match refused {
                    Err(_) => Some(Reason::NonAscii),
                    Ok(refused) => refused.map(|refused| refused.reason()),
                };
                let (place, text) = example();
                self.owns.insert((index, stop), (reason, Example { count: 1, place, text }));
            }
        }
    }

    /// Counts the places where a line stopped: a line with this text, of which `shown` is kept.
    #[inline]
    pub fn stops<'t>(
        &mut self,
        stops: &[Stop],
        place: (usize, u64),
        file: &Arc<str>,
        text: impl Fn() -> Result<&'t str, NotUtf8>,
        shown: &[u8],
    ) {
        // One test of the text serves all its stops.
        let mut contexts = None;
        for &stop in stops {
            let places = self.places.entry((stop.state, stop.byte)).or_default();
            let example = || {
                let place = LineLocation { order: place.0, file: Arc::clone(file), line: place.1 };
                (place, shown[..shown.len().min(KEPT)].into())
            };
            // Only refusals depend on the text.
            let refuses = match places.first_mut() {
                Some(at) if at.reasons.is_empty() => {
                    at.example.add(1, place, example);
                    continue;
                }
                Some(_) => true,
                None => refusing(&self.grammars, stop).next().is_some(),
            };
            let mut context = || {
                let contexts = contexts.get_or_insert_with(|| text().map(Contexts::of));
                contexts.as_mut().ok().map(|contexts| contexts.at(stop.offset))
            };
            let context = if refuses { context() } else { None };
            match places.iter_mut().find(|at| at.context == context) {
                Some(at) => at.example.add(1, place, example),
                None => {
                    let reasons = reasons(refusing(&self.grammars, stop), text());
                    let (place, text) = example();
                    places.push(At { context, reasons, example: Example { count: 1, place, text } });
                }
            }
        }
    }

    /// The places where lines stopped.
    fn places(&self) -> impl Iterator<Item = (Stop, &Example)> {
        self.places.iter().flat_map(|(&(state, byte), places)| {
            places.iter().map(move |at| (Stop { offset: 0, state, byte }, &at.example))
        })
    }

    /// Adds the counts of another part of the input.
    pub fn merge(&mut self, other: Self) {
        for (key, (reason, example)) in other.owns {
            match self.owns.get_mut(&key) {
                Some((_, known)) => {
                    known.add(example.count, example.place.key(), || (example.place.clone(), example.text.clone()));
                }
                None => _ = self.owns.insert(key, (reason, example)),
            }
        }
        for (place, others) in other.places {
            let own = self.places.entry(place).or_default();
            for at in others {
                let Example { count, place, text } = &at.example;
                match own.iter_mut().find(|own| own.context == at.context) {
                    Some(known) => known.example.add(*count, place.key(), || (place.clone(), text.clone())),
                    None => own.push(at),
                }
            }
        }
    }

    /// The verdicts on lines, and how often each occurs.
    fn verdicts(&self) -> impl Iterator<Item = (Verdicts, u64)> {
        let ends = self.places().filter(|(stop, _)| stop.byte.is_none());
        ends.map(|(stop, example)| (Classifier::get().verdicts(stop.state), example.count))
    }

    /// The reasons why a grammar refuses lines, each with its count and an example.
    fn reasons(&self, given: &Given) -> Vec<(Reason, Example)> {
        let refused: Vec<(Reason, &Example)> = match given {
            Given::BuiltIn(grammar) => {
                let own = |at: &'_ At| at.reasons.iter().find(|(other, _)| other == grammar).map(|(_, reason)| *reason);
                self.places.values().flatten().filter_map(|at| Some((own(at)?, &at.example))).collect()
            }
            Given::Own(_) => {
                self.owned(given).filter_map(|(reason, example)| Some((*reason.as_ref()?, example))).collect()
            }
        };
        let mut reasons: BTreeMap<Reason, Example> = BTreeMap::new();
        for (reason, example) in refused {
            let known = reasons.entry(reason).or_insert_with(|| Example { count: 0, ..example.clone() });
            known.add(example.count, example.place.key(), || (example.place.clone(), example.text.clone()));
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, example)| (Reverse(example.count), example.place.key()));
        reasons
    }

    /// The lines that a production of the user has read.
    fn owned(&self, given: &Given) -> impl Iterator<Item = &(Option<Reason>, Example)> {
        let index = given.own().map(|own| own.index);
        self.owns.iter().filter(move |((at, _), _)| Some(*at) == index).map(|(_, counted)| counted)
    }
}

impl Example {
    #[inline]
    fn add(&mut self, count: u64, key: (usize, u64), example: impl FnOnce() -> (LineLocation, Box<[u8]>)) {
        self.count += count;
        if key < self.place.key() {
            (self.place, self.text) = example();
        }
    }
}

/// The selected grammars that refuse an input where it stopped.
fn refusing(selected: &[Given], stop: Stop) -> impl Iterator<Item = Grammar> {
    Classifier::get().refusing(stop).filter(|&grammar| selected.iter().any(|given| given.built_in() == Some(grammar)))
}

/// The reasons why some grammars refuse a line.
fn reasons(refusing: impl Iterator<Item = Grammar>, text: Result<&str, NotUtf8>) -> Vec<(Grammar, Reason)> {
    let Ok(text) = text else { return refusing.map(|grammar| (grammar, Reason::NonAscii)).collect() };
    let verdicts = Classifier::get().classify(text.as_bytes());
    refusing.filter_map(|grammar| Some((grammar, verdicts.refusal(grammar, text)?.reason()))).collect()
}

/// The counts of one grammar.
struct Counts<'s> {
    given: &'s Given,
    /// By the accepting production, the most frequent first, with the number of those that are accepted unexamined.
    accepted: Vec<(&'s str, u64, u64)>,
    /// By reason, the most frequent first.
    refused: Vec<(Reason, Example)>,
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
        self.refused.iter().map(|(_, example)| example.count).sum()
    }

    /// A count in percent of all lines.
    fn share(&self, count: u64) -> f64 {
        let all = (self.accepted() + self.refused()).max(1);
        (count as f64 * 1000.0 / all as f64).round() / 10.0
    }
}

impl Summary {
    fn counts<'s>(&'s self, given: &'s Given) -> Counts<'s> {
        let mut accepted: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        match given {
            Given::BuiltIn(grammar) => {
                for (verdict, count) in self.verdicts() {
                    if let Some(production) = verdict.production(*grammar) {
                        let (all, unexamined) = accepted.entry(production).or_default();
                        *all += count;
                        *unexamined += if verdict.is_unexamined(*grammar) { count } else { 0 };
                    }
                }
            }
            Given::Own(own) => {
                for (_, example) in self.owned(given).filter(|(reason, _)| reason.is_none()) {
                    accepted.entry(own.recognizer.production()).or_default().0 += example.count;
                }
            }
        }
        let mut accepted: Vec<_> =
            accepted.into_iter().map(|(name, (count, unexamined))| (name, count, unexamined)).collect();
        accepted.sort_by_key(|&(name, count, _)| (Reverse(count), name));
        Counts { given, accepted, refused: self.reasons(given) }
    }

    /// The summary in a format, with at most `top` reasons for each grammar.
    pub fn written(&self, format: SummaryFormat, top: usize, cells: Cells) -> Result<Vec<u8>, Failure> {
        let counts: Vec<Counts<'_>> = self.grammars.iter().map(|given| self.counts(given)).collect();
        match format {
            SummaryFormat::Text => Ok(self.table(&counts, top).into_bytes()),
            SummaryFormat::Json => {
                let all: Vec<OfGrammar<'_>> = counts.iter().map(|counts| object(counts, top)).collect();
                let mut out = serde_json::to_vec_pretty(&all)?;
                out.push(b'\n');
                Ok(out)
            }
            SummaryFormat::Jsonl => jsonl(&counts, top),
            SummaryFormat::Csv => Ok(csv(&counts, top, cells)),
        }
    }

    fn table(&self, counts: &[Counts<'_>], top: usize) -> String {
        let mut rows = Vec::new();
        for counts in counts {
            let percent = |count: u64| format!("{:.1} %", counts.share(count));
            let mut row = |name: String, accepted: Option<u64>, refused: Option<u64>, example: String| {
                let cell = |count: Option<u64>| count.map(|count| count.to_string()).unwrap_or_default();
                let share = accepted.or(refused).map(percent).unwrap_or_default();
                rows.push(vec![name, cell(accepted), cell(refused), share, example]);
            };
            row(
                plain(counts.given.name()).into_owned(),
                Some(counts.accepted()),
                Some(counts.refused()),
                String::new(),
            );
            for (name, count, _) in &counts.accepted {
                row(format!("  {name}"), Some(*count), None, String::new());
            }
            if let Some(count) = counts.unexamined().filter(|&count| count > 0) {
                row("  unexamined host".to_owned(), Some(count), None, String::new());
            }
            for (reason, example) in counts.refused.iter().take(top) {
                row(format!("  {reason}"), None, Some(example.count), self.shown(example));
            }
            let rest: u64 = counts.refused.iter().skip(top).map(|(_, example)| example.count).sum();
            if rest > 0 {
                row(format!("  {} more reasons", counts.refused.len() - top), None, Some(rest), String::new());
            }
        }
        let header = ["grammar", "accepted", "refused", "share", "first line"];
        table(&header, rows, &[1, 2, 3]) + "\n"
    }

    /// An example for people.
    fn shown(&self, Example { place, text, .. }: &Example) -> String {
        let text = String::from_utf8_lossy(text);
        let text = plain(&text);
        let shown: String = text.chars().take(SHOWN).collect();
        let tail = if shown.len() < text.len() { "..." } else { "" };
        match self.several {
            true => format!("{}:{}: {shown}{tail}", plain(&place.file), place.line),
            false => format!("{}: {shown}{tail}", place.line),
        }
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
    /// How many of the accepted lines are accepted unexamined: only Unicode's IDNA processing (UTS 46) decides whether their hosts are
    /// domains. Absent if the grammar accepts none unexamined.
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
    let reasons = counts.refused.iter().take(top).map(|(reason, Example { count, place, text })| {
        let input = String::from_utf8_lossy(text).into_owned();
        let first = First { file: place.file.to_string(), line: place.line, input };
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
        for (reason, Example { count, place, text }) in counts.refused.iter().take(top) {
            let (share, count) = (counts.share(*count).to_string(), count.to_string());
            let text = String::from_utf8_lossy(text);
            let line = place.line.to_string();
            out.extend(row([id, "", reason.name(), &count, &share, &place.file, &line, &text, ""]));
        }
    }
    out
}
