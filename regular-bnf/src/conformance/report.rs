//! How a parser differs from a production: its answers to a suite, explained.

use std::fmt;

use super::deviation::Deviation;
use super::explainer::Explainer;
use super::strings::TestOptions;
use crate::bnf::{Bnf, GrammarError};

/// Tries a parser on a production, with the [strings](Explainer::test_strings) of default options.
/// `accepts` is the parser, called once for each string.
///
/// ```
/// use regular_bnf::{Bnf, conform};
///
/// let bnf = Bnf::abnf("site = name [ \":\" port ]\nname = 1*%x61-7A\nport = 1*DIGIT\n")?;
/// let report = conform(&bnf, "site", |text| {
///     let (name, port) = text.split_once(':').unwrap_or((text, "0"));
///     !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase()) && port.parse::<u16>().is_ok()
/// })?;
/// assert!(!report.conforms() && report.is_complete);
/// assert!(report.to_string().starts_with("refuses a `port` beyond 65535: `a:65536`\n"), "{report}");
/// // Rust reads a plus sign in front of a number.
/// assert_eq!(report.accepted[0].witness, "a:+0");
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
///
/// # Errors
///
/// If the production or one that it uses is undefined, unreadable, not regular or too large.
pub fn conform(
    bnf: &Bnf,
    production: &str,
    accepts: impl FnMut(&str) -> bool,
) -> Result<ConformanceReport, GrammarError> {
    Ok(Explainer::new(bnf, production)?.conform(accepts))
}

/// What [`conform`] finds.
///
/// ```
/// use regular_bnf::{Bnf, conform};
///
/// let year = Bnf::abnf("year = 4DIGIT\n")?;
/// let report = conform(&year, "year", |text| text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit()))?;
/// assert!(report.conforms() && report.is_complete);
/// assert!(report.to_string().ends_with(" strings tried: exact, if the parser's states are at most 5"));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConformanceReport {
    /// Groups of members that the parser refuses, the largest first.
    pub refused: Vec<Deviation>,
    /// Groups of strings that the parser accepts although they are no members, the largest first.
    pub accepted: Vec<Deviation>,
    /// How many strings were tried.
    pub strings: usize,
    /// Whether the suite is complete: a parser without deviations that has no more states than
    /// `states` accepts exactly the production.
    pub is_complete: bool,
    /// The number of states of the production's minimal automaton.
    pub states: usize,
}

impl ConformanceReport {
    /// Whether the parser gave the right answer for each string.
    pub fn conforms(&self) -> bool {
        self.refused.is_empty() && self.accepted.is_empty()
    }
}

/// A line for each deviation, with a shortest string, and a line with what was tried.
impl fmt::Display for ConformanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (verb, deviations) in [("refuses", &self.refused), ("accepts", &self.accepted)] {
            for deviation in deviations {
                writeln!(f, "{verb} {deviation}: `{}`", deviation.witness.escape_debug())?;
            }
        }
        let Self { strings, states, .. } = self;
        match (self.conforms(), self.is_complete) {
            (true, true) => write!(f, "{strings} strings tried: exact, if the parser's states are at most {states}"),
            (true, false) => write!(f, "{strings} strings tried, not a complete suite: no deviation"),
            (false, _) => write!(f, "{strings} strings tried"),
        }
    }
}

impl Explainer {
    /// Tries a parser on the production, as [`conform`] does.
    pub fn conform(&self, mut accepts: impl FnMut(&str) -> bool) -> ConformanceReport {
        let tests = self.test_strings(TestOptions::default(), &[]);
        let language = &self.language;
        let [mut refused, mut kept, mut accepted, mut excluded] = [const { Vec::new() }; 4];
        for string in &tests.strings {
            match (language.contains(string), accepts(string)) {
                (true, true) => kept.push(string.as_str()),
                (true, false) => refused.push(string.as_str()),
                (false, true) => accepted.push(string.as_str()),
                (false, false) => excluded.push(string.as_str()),
            }
        }
        ConformanceReport {
            refused: self.refused(&refused, &kept),
            accepted: self.accepted(&accepted, &excluded),
            strings: tests.strings.len(),
            is_complete: tests.is_complete,
            states: tests.states,
        }
    }
}
