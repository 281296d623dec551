//! Learning a model of a parser.

use std::time::Duration;

use uri_lineage::language::{AutomatonTable, Effort, Language, LearnError, Learned, Learner};
use uri_lineage::{Component, Grammar};

use super::teacher::ParserTeacher;
use super::{LearnedModel, Model, VERDICT};
use crate::failure::Failure;
use crate::output::{bar, text};
use crate::parser::process::{Parser, TIMEOUT};

/// Texts of which strings at random are made: delimiters and forms that parsers treat in their own
/// ways.
const PIECES: [&str; 24] = [
    "http:",
    "https:",
    "file:",
    "//",
    "///",
    "@",
    ":80",
    ":",
    "?",
    "#",
    "/..",
    "%2e",
    "%41",
    "[::1]",
    "\\",
    "127.1",
    "0x7f",
    "localhost",
    " ",
    "\t",
    ":65535",
    ":65536",
    ":99999",
    ":00080",
];

/// The grammars whose suites are tried.
const SUITES: [Grammar; 2] = [Grammar::Rfc3986, Grammar::Whatwg];

/// How many strings are asked again at the end.
const ASKED_AGAIN: usize = 1_000;

/// How much is tried to learn a model.
pub struct LearnOptions {
    /// The greatest number of states.
    pub states: usize,
    /// How many strings are tried at random after the last that showed the model to be wrong.
    pub random: usize,
    /// The seed of the random choice.
    pub seed: u64,
    /// How long the parser may take for an answer.
    pub timeout: Duration,
}

impl Default for LearnOptions {
    fn default() -> Self {
        Self { states: 500, random: 100_000, seed: 0, timeout: TIMEOUT }
    }
}

impl Model {
    /// Learns the verdict and some components. Some strings are tried beside those of suites, and
    /// those that showed that the model was wrong before.
    pub fn learn(
        &mut self,
        components: &[Component],
        strings: &[String],
        options: &LearnOptions,
    ) -> Result<(), Failure> {
        let mut tried = std::mem::take(&mut self.counterexamples);
        tried.extend_from_slice(strings);
        tried.extend(suite_strings(components)?);
        self.learned.clear();
        let domain = self.domain.language()?;
        if domain.as_ref().is_some_and(Language::is_empty) {
            return Err(Failure::Usage("no string is left to ask about: the options exclude all".to_owned()));
        }
        let effort = Effort {
            states: options.states,
            random: options.random,
            seed: options.seed,
            pieces: PIECES.map(str::to_owned).into(),
            ..Effort::default()
        };
        let command = self.command.clone();
        let bar = bar(0, "{spinner} {msg} strings asked, {elapsed}").with_message("0");
        let teacher = ParserTeacher::new(Parser::new(&command, options.timeout), bar.clone());
        let mut learner = Learner::new(teacher, domain.as_ref(), effort);
        let learned = learner.language(&tried).map_err(failure)?;
        let table = AutomatonTable::from_language(&learned.model);
        self.add(VERDICT, learned, table);
        for &component in components {
            let learned = learner.spans(component as usize, &[]).map_err(failure)?;
            let table = AutomatonTable::from_spans(&learned.model);
            self.add(component.name(), learned, table);
        }
        if !learner.teacher().has_answered {
            let command = self.command.join(" ");
            let why = "no answer can be read; conform reports what is wrong with each";
            return Err(Failure::Usage(format!("{command}: {why}")));
        }
        self.changed = learner.changed(ASKED_AGAIN)?;
        self.asked_again = ASKED_AGAIN;
        self.count(learner.teacher());
        bar.finish_and_clear();
        Ok(())
    }

    /// Adds what was learned.
    fn add<M>(&mut self, of: &str, learned: Learned<M>, automaton: AutomatonTable) {
        self.counterexamples.extend(learned.counterexamples);
        let oracles = learned.oracles.iter();
        self.learned.push(LearnedModel {
            of: of.to_owned(),
            states: learned.states,
            has_one_more: learned.has_one_more,
            automaton,
            unknown: AutomatonTable::from_language(&learned.unknown),
            oracles: oracles.map(|did| (did.oracle.name().to_owned(), [did.strings, did.counterexamples])).collect(),
        });
    }
}

/// The strings of the suites of components.
fn suite_strings(components: &[Component]) -> Result<Vec<String>, Failure> {
    let mut strings = Vec::new();
    for grammar in SUITES {
        for &component in components {
            let [spans] = grammar.spans([component]).map_err(|error| Failure::Usage(error.to_string()))?;
            strings.extend(spans.cover());
        }
    }
    strings.retain(|string| string.is_ascii());
    strings.sort_unstable_by(|left, right| (left.len(), left).cmp(&(right.len(), right)));
    strings.dedup();
    Ok(strings)
}

/// Why a parser cannot be learned, and what may help.
fn failure(error: LearnError<Failure>) -> Failure {
    /// A text in strings that make models large, and the option that helps.
    const HELP: [(&str, &str); 4] = [
        ("[", "--token '[::1]' keeps one address in brackets"),
        ("xn--", "--without xn-- leaves out punycode"),
        ("%", "--without % leaves out percent-encoding"),
        ("0", r"--matching '^([^0-9]|:[0-9]{1,5}([^0-9]|$)|\[::1\])*$' keeps numbers to ports"),
    ];
    let message = text::plain(&error.to_string()).into_owned();
    let longest = match error {
        LearnError::Teacher(failure) => return failure,
        LearnError::TooManyStates { longest, .. } => longest,
        LearnError::TooLarge(_) | LearnError::Control => return Failure::Usage(message),
    };
    let helps = |(part, _): &&(&str, &str)| longest.iter().any(|string| string.contains(part));
    let help: Vec<&str> = HELP.iter().filter(helps).map(|(_, help)| *help).collect();
    let help = if help.is_empty() { "--states raises the limit".to_owned() } else { help.join("; ") };
    Failure::Usage(format!("{message}; {help}"))
}
