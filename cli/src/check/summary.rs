//! The table at the end: grammar by accepted, refused, per production.

use std::collections::BTreeMap;
use std::fmt;

use uri_lineage::Grammar;

use super::record::Record;
use crate::output::table;

/// Counts over all lines.
pub struct Summary {
    lines: u64,
    /// Lines that were skipped.
    pub blank: u64,
    grammars: Vec<Counts>,
}

struct Counts {
    grammar: Grammar,
    accepted: BTreeMap<&'static str, u64>,
    refused: u64,
}

impl Summary {
    pub fn new(grammars: &[Grammar]) -> Self {
        let counts = |&grammar: &Grammar| Counts { grammar, accepted: BTreeMap::new(), refused: 0 };
        Self { lines: 0, blank: 0, grammars: grammars.iter().map(counts).collect() }
    }

    pub fn add(&mut self, record: &Record<'_>) {
        self.lines += 1;
        for (counts, (_, verdict)) in self.grammars.iter_mut().zip(&record.verdicts) {
            match verdict {
                Ok(production) => *counts.accepted.entry(production).or_default() += 1,
                Err(_) => counts.refused += 1,
            }
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = Vec::new();
        for Counts { grammar, accepted, refused } in &self.grammars {
            let total: u64 = accepted.values().sum();
            rows.push(vec![grammar.to_string(), total.to_string(), refused.to_string()]);
            let mut productions: Vec<_> = accepted.iter().collect();
            productions.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), **name));
            rows.extend(
                productions.into_iter().map(|(name, n)| vec![format!("  {name}"), n.to_string(), String::new()]),
            );
        }
        f.write_str(&table(&["grammar", "accepted", "refused"], rows, &[1, 2]))?;
        let plural = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        writeln!(f, "\n{} checked, {} skipped", plural(self.lines, "line"), plural(self.blank, "blank line"))
    }
}
