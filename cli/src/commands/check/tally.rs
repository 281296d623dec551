//! The number of lines that all grammars accept, that some accept, and that none accepts.

use super::verdicts::Acceptance;
use crate::options::url_grammar::UrlGrammar;
use crate::output::text::counted;

/// Counts of all lines that are shown or counted.
#[derive(Default)]
pub struct Tally {
    by_all: u64,
    by_some: u64,
    by_none: u64,
    /// Lines of schemes of which the grammars say nothing.
    of_other_schemes: u64,
    /// Blank lines, which were skipped.
    pub blank: u64,
    /// Records without a URL, which were skipped.
    pub without_url: u64,
}

impl Tally {
    /// Counts lines with these verdicts.
    #[inline]
    pub fn add(&mut self, grammars: &[UrlGrammar], acceptance: Acceptance, lines: u64) {
        // Most lines are accepted by one of the first grammars.
        let count = if !acceptance.has_any(grammars) {
            &mut self.by_none
        } else if acceptance.has_all(grammars) {
            &mut self.by_all
        } else {
            &mut self.by_some
        };
        *count += lines;
    }

    /// Counts a line of a scheme of which the grammars say nothing.
    pub fn add_of_other_scheme(&mut self) {
        self.of_other_schemes += 1;
    }

    /// Adds the counts of another part of the input.
    pub fn merge(&mut self, part: &Self) {
        self.by_all += part.by_all;
        self.by_some += part.by_some;
        self.by_none += part.by_none;
        self.of_other_schemes += part.of_other_schemes;
        self.blank += part.blank;
        self.without_url += part.without_url;
    }

    /// The counts as a line for people, with its line end.
    pub fn line(&self, grammars: &[UrlGrammar]) -> String {
        let Self { by_all, by_some, by_none, of_other_schemes, blank, without_url } = self;
        let verdicts = match grammars {
            [_] => format!("{by_all} accepted, {by_none} refused"),
            _ => format!("{by_all} accepted by all grammars, {by_some} by some, {by_none} by none"),
        };
        let verdicts = match of_other_schemes {
            0 => verdicts,
            number => format!("{verdicts}, {number} of other schemes"),
        };
        let lines = counted(by_all + by_some + by_none + of_other_schemes, "line");
        let mut skipped = Vec::new();
        if *without_url == 0 || *blank > 0 {
            skipped.push(counted(*blank, "blank line"));
        }
        if *without_url > 0 {
            skipped.push(counted(*without_url, "record") + " without a URL");
        }
        format!("{lines} checked: {verdicts}; {} skipped\n", skipped.join(" and "))
    }
}
