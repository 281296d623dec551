//! The table at the end: for each grammar what it accepts, by which production, and why it refuses the rest.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use uri_lineage::Grammar;
use uri_lineage::classifier::{Classifier, Stop, Verdicts};

use crate::output::{plain, table};

/// How many reasons are shown for one grammar.
const REASONS: usize = 10;
/// How much of an example is shown.
const SHOWN: usize = 60;

/// How much of a line is kept as an example.
const KEPT: usize = 4096;

/// Where a line stands: in which of the files, and at which line, from 1.
#[derive(Clone)]
pub struct Place {
    /// The place of the file among those given.
    pub order: usize,
    /// Its name.
    pub file: Arc<str>,
    pub line: u64,
}

impl Place {
    fn key(&self) -> (usize, u64) {
        (self.order, self.line)
    }
}

/// How often, and one line for all: the first.
#[derive(Clone)]
struct Example {
    count: u64,
    place: Place,
    /// The beginning of the line.
    text: Box<[u8]>,
}

/// Counts over all lines.
pub struct Summary {
    grammars: Vec<Grammar>,
    /// Whether there are several files, so that an example must say of which it is.
    several: bool,
    /// Lines that were skipped.
    pub blank: u64,
    /// For each state of the automaton at which bytes lines stopped in it, or at the end. Each line has ended once, and
    /// the place tells its verdict.
    places: Vec<Vec<(Option<u8>, Example)>>,
}

impl Summary {
    pub fn new(grammars: &[Grammar], several: bool) -> Self {
        Self { grammars: grammars.to_vec(), several, blank: 0, places: Vec::new() }
    }

    /// The grammars asked for.
    pub fn grammars(&self) -> impl Iterator<Item = Grammar> + '_ {
        self.grammars.iter().copied()
    }

    /// Counts a place where a line stopped.
    #[inline]
    pub fn stop(&mut self, stop: Stop, place: (usize, u64), file: &Arc<str>, text: &[u8]) {
        let place_of = || Place { order: place.0, file: Arc::clone(file), line: place.1 };
        self.add(stop, 1, place, || (place_of(), text[..text.len().min(KEPT)].into()));
    }

    #[inline]
    fn add(&mut self, stop: Stop, count: u64, key: (usize, u64), example: impl FnOnce() -> (Place, Box<[u8]>)) {
        let state = stop.state as usize;
        if self.places.len() <= state {
            self.places.resize_with(state + 1, Vec::new);
        }
        let places = &mut self.places[state];
        match places.iter_mut().find(|(byte, _)| *byte == stop.byte) {
            Some((_, known)) => known.add(count, key, example),
            None => {
                let (place, text) = example();
                places.push((stop.byte, Example { count, place, text }));
            }
        }
    }

    /// The places where lines stopped.
    fn places(&self) -> impl Iterator<Item = (Stop, &Example)> {
        self.places.iter().zip(0..).flat_map(|(places, state)| {
            places.iter().map(move |(byte, example)| (Stop { offset: 0, state, byte: *byte }, example))
        })
    }

    /// Adds the counts of another part of the input.
    pub fn merge(&mut self, other: Self) {
        self.blank += other.blank;
        for (stop, example) in other.places() {
            self.add(stop, example.count, example.place.key(), || (example.place.clone(), example.text.clone()));
        }
    }

    /// What was said of lines, and how often.
    fn verdicts(&self) -> impl Iterator<Item = (Verdicts, u64)> {
        let ends = self.places().filter(|(stop, _)| stop.byte.is_none());
        ends.map(|(stop, example)| (Classifier::get().verdict(stop), example.count))
    }

    /// Whether every line satisfies: some grammar accepts it, or all do.
    pub fn satisfies(&self, all: bool) -> bool {
        self.verdicts().all(|(verdict, _)| match all {
            true => self.grammars().all(|grammar| verdict.accepts(grammar)),
            false => self.grammars().any(|grammar| verdict.accepts(grammar)),
        })
    }

    /// The reasons for which a grammar refuses, each with its count and an example.
    fn reasons(&self, grammar: Grammar) -> Vec<(String, Example)> {
        let mut reasons: BTreeMap<String, Example> = BTreeMap::new();
        let refuses = |stop: Stop| Classifier::get().refusing(stop).any(|other| other == grammar);
        for (_, example) in self.places().filter(|(stop, _)| refuses(*stop)) {
            let known = reasons
                .entry(reason(grammar, &example.text))
                .or_insert_with(|| Example { count: 0, ..example.clone() });
            known.add(example.count, example.place.key(), || (example.place.clone(), example.text.clone()));
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, example)| (Reverse(example.count), example.place.key()));
        reasons
    }
}

impl Example {
    #[inline]
    fn add(&mut self, count: u64, key: (usize, u64), example: impl FnOnce() -> (Place, Box<[u8]>)) {
        self.count += count;
        if key < self.place.key() {
            (self.place, self.text) = example();
        }
    }
}

/// A reason in words: by what was found there, as the document classes it, and the production that was being read.
fn reason(grammar: Grammar, text: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(text) else { return "not UTF-8".to_owned() };
    let Err(error) = grammar.parse(text) else { return "a line too long to be shown".to_owned() };
    let found = match (error.found_class(), error.found()) {
        (Some(class), _) => class.to_owned(),
        (None, None) => "the end".to_owned(),
        (None, Some(c)) if c.is_ascii_graphic() => c.to_string(),
        (None, Some(c)) if c.is_ascii() => format!("{c:?}"),
        (None, Some(_)) => "not US-ASCII".to_owned(),
    };
    format!("{found} in {}", error.production())
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = Vec::new();
        let row =
            |name: String, accepted: String, refused: String, example: String| vec![name, accepted, refused, example];
        for &grammar in &self.grammars {
            let mut accepted: BTreeMap<&str, u64> = BTreeMap::new();
            let mut refused = 0;
            for (verdict, count) in self.verdicts() {
                match verdict.production(grammar) {
                    Some(production) => *accepted.entry(production).or_default() += count,
                    None => refused += count,
                }
            }
            let total: u64 = accepted.values().sum();
            rows.push(row(grammar.to_string(), total.to_string(), refused.to_string(), String::new()));
            let mut productions: Vec<_> = accepted.into_iter().collect();
            productions.sort_by_key(|(name, count)| (Reverse(*count), *name));
            for (name, count) in productions {
                rows.push(row(format!("  {name}"), count.to_string(), String::new(), String::new()));
            }
            let reasons = self.reasons(grammar);
            for (reason, Example { count, place, text }) in reasons.iter().take(REASONS) {
                let text = plain(&String::from_utf8_lossy(text));
                let shown: String = text.chars().take(SHOWN).collect();
                let tail = if shown.len() < text.len() { "..." } else { "" };
                rows.push(row(
                    format!("  {reason}"),
                    String::new(),
                    count.to_string(),
                    match self.several {
                        true => format!("{}:{}: {shown}{tail}", plain(&place.file), place.line),
                        false => format!("{}: {shown}{tail}", place.line),
                    },
                ));
            }
            let rest: u64 = reasons.iter().skip(REASONS).map(|(_, example)| example.count).sum();
            if rest > 0 {
                let more = format!("  {} more reasons", reasons.len() - REASONS);
                rows.push(row(more, String::new(), rest.to_string(), String::new()));
            }
        }
        f.write_str(&table(&["grammar", "accepted", "refused", "first line"], rows, &[1, 2]))?;
        let lines: u64 = self.verdicts().map(|(_, count)| count).sum();
        let plural = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        writeln!(f, "\n{} checked, {} skipped", plural(lines, "line"), plural(self.blank, "blank line"))
    }
}
