//! The number of lines that all grammars accept, that some accept, and that none accepts.

use super::verdicts::Accepts;
use crate::options::given::Given;

/// Counts of all lines that are shown or counted.
#[derive(Default)]
pub struct Tally {
    all: u64,
    some: u64,
    none: u64,
    /// Lines that were skipped.
    pub blank: u64,
}

impl Tally {
    /// Counts lines with these verdicts.
    #[inline]
    pub fn add(&mut self, grammars: &[Given], accepts: Accepts, lines: u64) {
        let has = |given: &Given| accepts.has(given);
        // Most lines are accepted by one of the first grammars.
        let count = match grammars.iter().any(has) {
            false => &mut self.none,
            true if grammars.iter().all(has) => &mut self.all,
            true => &mut self.some,
        };
        *count += lines;
    }

    /// Adds the counts of another part of the input.
    pub fn merge(&mut self, other: &Self) {
        self.all += other.all;
        self.some += other.some;
        self.none += other.none;
        self.blank += other.blank;
    }

    /// The counts as a line for people, with its line end.
    pub fn line(&self, grammars: &[Given]) -> String {
        let Self { all, some, none, blank } = self;
        let plural = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let verdicts = match grammars {
            [_] => format!("{all} accepted, {none} refused"),
            _ => format!("{all} accepted by all grammars, {some} by some, {none} by none"),
        };
        let lines = plural(all + some + none, "line");
        format!("{lines} checked: {verdicts}; {} skipped\n", plural(*blank, "blank line"))
    }
}
