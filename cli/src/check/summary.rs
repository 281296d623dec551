//! The table at the end: for each grammar what it accepts, by which production, and why it refuses the rest.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use rustc_hash::FxHashMap;
use uri_lineage::Grammar;
use uri_lineage::language::{Classifier, Stop, Verdict};

use crate::output::{plain, table};

/// How many reasons are shown for one grammar.
const REASONS: usize = 10;
/// How much of an example is shown.
const SHOWN: usize = 60;

/// Where inputs stop in one state of the automaton at one byte, or at the end, packed for speed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place(u64);

impl Place {
    fn new(stop: Stop) -> Self {
        Self(u64::from(stop.state) << 16 | stop.byte.map_or(0, |byte| u64::from(byte) + 1))
    }

    fn stop(self) -> Stop {
        let byte = (self.0 as u16).checked_sub(1).map(|byte| byte as u8);
        Stop { offset: 0, state: (self.0 >> 16) as u32, byte }
    }
}

/// How often, and one line for all: the first.
#[derive(Clone)]
struct Example {
    count: u64,
    line: u64,
    text: Box<[u8]>,
}

/// Counts over all lines.
pub struct Summary {
    grammars: Vec<Grammar>,
    /// Lines that were skipped.
    pub blank: u64,
    /// Where lines stopped. Each has ended once, and that place tells its verdict.
    places: FxHashMap<Place, Example>,
}

impl Summary {
    pub fn new(grammars: &[Grammar]) -> Self {
        Self { grammars: grammars.to_vec(), blank: 0, places: FxHashMap::default() }
    }

    /// The grammars asked for.
    pub fn grammars(&self) -> impl Iterator<Item = Grammar> + '_ {
        self.grammars.iter().copied()
    }

    /// Counts a place where a line stopped.
    pub fn stop(&mut self, stop: Stop, line: u64, text: &[u8]) {
        let known =
            self.places.entry(Place::new(stop)).or_insert_with(|| Example { count: 0, line, text: text.into() });
        known.count += 1;
        if line < known.line {
            (known.line, known.text) = (line, text.into());
        }
    }

    /// Adds the counts of another part of the input.
    pub fn merge(&mut self, other: Self) {
        self.blank += other.blank;
        for (place, example) in other.places {
            match self.places.get_mut(&place) {
                Some(own) => own.join(example),
                None => {
                    self.places.insert(place, example);
                }
            }
        }
    }

    /// What was said of lines, and how often.
    fn verdicts(&self) -> impl Iterator<Item = (Verdict, u64)> {
        let ends = self.places.iter().map(|(place, example)| (place.stop(), example.count));
        ends.filter(|(stop, _)| stop.byte.is_none()).map(|(stop, count)| (Classifier::get().verdict(stop), count))
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
        let refuses = |place: Place| Classifier::get().refusing(place.stop()).any(|other| other == grammar);
        for (_, example) in self.places.iter().filter(|(place, _)| refuses(**place)) {
            match reasons.entry(reason(grammar, &example.text)) {
                std::collections::btree_map::Entry::Occupied(mut known) => known.get_mut().join(example.clone()),
                std::collections::btree_map::Entry::Vacant(free) => {
                    free.insert(example.clone());
                }
            }
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, example)| (Reverse(example.count), example.line));
        reasons
    }
}

impl Example {
    fn join(&mut self, other: Self) {
        self.count += other.count;
        if other.line < self.line {
            (self.line, self.text) = (other.line, other.text);
        }
    }
}

/// A reason in words: by what was found there, as the document classes it, and the production that was being read.
fn reason(grammar: Grammar, text: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(text) else { return "not UTF-8".to_owned() };
    let Err(error) = grammar.check(text) else { return "a line too long to be shown".to_owned() };
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
            for (reason, Example { count, line, text }) in reasons.iter().take(REASONS) {
                let text = plain(&String::from_utf8_lossy(text));
                let shown: String = text.chars().take(SHOWN).collect();
                let tail = if shown.len() < text.len() { "..." } else { "" };
                rows.push(row(
                    format!("  {reason}"),
                    String::new(),
                    count.to_string(),
                    format!("{line}: {shown}{tail}"),
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
