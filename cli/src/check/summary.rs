//! The table at the end: for each grammar what it accepts, by which production, and why it refuses the rest.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use rustc_hash::FxHashMap;
use uri_lineage::Grammar;
use uri_lineage::language::{Stop, Verdict};

use crate::output::table;

/// How many reasons are shown for one grammar.
const REASONS: usize = 10;
/// How much of an example is shown.
const SHOWN: usize = 60;

/// What refused inputs have in common that stop in one state of the automaton at one byte, packed for speed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place(u64);

impl Place {
    fn new(grammar: Grammar, stop: Stop) -> Self {
        let byte = stop.byte.map_or(0, |byte| u64::from(byte) + 1);
        Self(u64::from(stop.state) << 32 | byte << 8 | grammar as u64)
    }

    fn is_of(self, grammar: Grammar) -> bool {
        self.0 & 0xFF == grammar as u64
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
    /// There are few different verdicts; the frequent ones stand in front.
    verdicts: Vec<(Verdict, u64)>,
    refused: FxHashMap<Place, Example>,
}

impl Summary {
    pub fn new(grammars: &[Grammar]) -> Self {
        Self { grammars: grammars.to_vec(), blank: 0, verdicts: Vec::new(), refused: FxHashMap::default() }
    }

    /// The grammars asked for.
    pub fn grammars(&self) -> impl Iterator<Item = Grammar> + '_ {
        self.grammars.iter().copied()
    }

    /// Whether all grammars asked for accept.
    pub fn accepted_by_all(&self, verdict: Verdict) -> bool {
        self.grammars().all(|grammar| verdict.accepts(grammar))
    }

    pub fn count(&mut self, verdict: Verdict) {
        match self.verdicts.iter().position(|(known, _)| *known == verdict) {
            Some(at) => {
                self.verdicts[at].1 += 1;
                // What is frequent moves to the front.
                if at > 0 && self.verdicts[at].1 > self.verdicts[at - 1].1 {
                    self.verdicts.swap(at, at - 1);
                }
            }
            None => self.verdicts.push((verdict, 1)),
        }
    }

    /// Counts why grammars refuse a line.
    pub fn refused(&mut self, stops: &[Option<Stop>], line: u64, text: &[u8]) {
        for &grammar in &self.grammars {
            if let Some(stop) = stops[grammar as usize] {
                let example = || Example { count: 0, line, text: text.into() };
                self.refused.entry(Place::new(grammar, stop)).or_insert_with(example).count += 1;
            }
        }
    }

    /// Adds the counts of another part of the input.
    pub fn merge(&mut self, other: Self) {
        self.blank += other.blank;
        for (verdict, count) in other.verdicts {
            match self.verdicts.iter_mut().find(|(known, _)| *known == verdict) {
                Some((_, own)) => *own += count,
                None => self.verdicts.push((verdict, count)),
            }
        }
        for (place, example) in other.refused {
            match self.refused.get_mut(&place) {
                Some(own) => own.join(example),
                None => {
                    self.refused.insert(place, example);
                }
            }
        }
    }

    /// Whether every line satisfies: some grammar accepts it, or all do.
    pub fn satisfies(&self, all: bool) -> bool {
        self.verdicts.iter().all(|(verdict, _)| match all {
            true => self.accepted_by_all(*verdict),
            false => self.grammars().any(|grammar| verdict.accepts(grammar)),
        })
    }

    /// The reasons for which a grammar refuses, each with its count and an example.
    fn reasons(&self, grammar: Grammar) -> Vec<(String, Example)> {
        let mut reasons: BTreeMap<String, Example> = BTreeMap::new();
        for (_, example) in self.refused.iter().filter(|(place, _)| place.is_of(grammar)) {
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
            for (verdict, count) in &self.verdicts {
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
                let text: String = String::from_utf8_lossy(text)
                    .chars()
                    .map(|c| if c.is_control() { '\u{FFFD}' } else { c })
                    .collect();
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
        let lines: u64 = self.verdicts.iter().map(|(_, count)| count).sum();
        let plural = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        writeln!(f, "\n{} checked, {} skipped", plural(lines, "line"), plural(self.blank, "blank line"))
    }
}
