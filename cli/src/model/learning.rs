//! Learning a model of a parser.

use uri_lineage::regular_bnf::{AutomatonTable, Effort, Language, LearnError, Learned, Learner};
use uri_lineage::{Component, Grammar};

use super::teacher::ParserTeacher;
use super::{LearnedModel, Model, VERDICT};
use crate::failure::Failure;
use crate::output::bar;
use crate::output::text::{self, counted};
use crate::parser::process::Parser;

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

/// Ports up to the greatest one and beyond it, of which no two first differ from it in the same digit and
/// direction.
const PORTS: [&str; 10] = ["65535", "65536", "65529", "65540", "65499", "65600", "64999", "66000", "59999", "70000"];

/// Texts in front of a port.
const BEFORE_PORTS: [&str; 3] = ["//:", "//a:", "http://a:"];

/// The grammars whose suites are tried.
const SUITES: [Grammar; 2] = [Grammar::Rfc3986, Grammar::Whatwg];

/// How many strings are asked again at the end.
const ASKED_AGAIN: usize = 1_000;

impl Model {
    /// Learns the verdict and some components, by the options of the model. Some strings are tried beside
    /// those of suites, and those that showed that the model was wrong before. A component whose model
    /// has too many states is left out.
    pub fn learn(&mut self, components: &[Component], strings: &[String]) -> Result<(), Failure> {
        let mut tried = std::mem::take(&mut self.counterexamples);
        tried.extend_from_slice(strings);
        tried.extend(BEFORE_PORTS.iter().flat_map(|before| PORTS.map(|port| format!("{before}{port}"))));
        tried.extend(suite_strings(components)?);
        self.learned.clear();
        self.too_large.clear();
        let domain = self.domain.language()?;
        if domain.as_ref().is_some_and(Language::is_empty) {
            return Err(Failure::Usage("no string is left to ask about: the options exclude all".to_owned()));
        }
        let effort = Effort {
            states: self.options.states,
            random: self.options.random,
            seed: self.options.seed,
            pieces: PIECES.map(str::to_owned).into(),
            ..Effort::default()
        };
        let command = self.command.clone();
        let bar = bar(0, "{spinner} {msg} strings asked, {elapsed}").with_message("0");
        let teacher = ParserTeacher::new(Parser::new(&command, self.options.timeout), bar.clone());
        let mut learner = Learner::new(teacher, domain.as_ref(), effort);
        let learned = match learner.language(&tried) {
            // A parser that answers as it likes seems to have states without end.
            Err(error @ LearnError::TooManyStates { .. }) => {
                let changed = changed_answers(&mut learner)?;
                return Err(if changed.is_empty() { failure(error) } else { unsteady(&command, &changed) });
            }
            learned => learned.map_err(failure)?,
        };
        let table = AutomatonTable::from_language(&learned.model);
        self.add(VERDICT, learned, table);
        for &component in components {
            match learner.spans(component as usize, &[]) {
                Ok(learned) => {
                    let table = AutomatonTable::from_spans(&learned.model);
                    self.add(component.name(), learned, table);
                }
                Err(LearnError::TooManyStates { longest, .. }) => {
                    self.too_large.insert(component.name().to_owned(), longest);
                }
                Err(error) => return Err(failure(error)),
            }
        }
        if !learner.teacher().has_answered {
            let command = self.command.join(" ");
            let why = "no answer can be read; conform reports what is wrong with each";
            return Err(Failure::Usage(format!("{command}: {why}")));
        }
        self.changed = changed_answers(&mut learner)?;
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

/// The strings, of some that are asked again, to which the answer of a fresh process is another.
fn changed_answers(learner: &mut Learner<ParserTeacher<'_>>) -> Result<Vec<String>, Failure> {
    learner.teacher().restart();
    learner.changed(ASKED_AGAIN)
}

/// Why a parser that does not always answer alike has no model.
fn unsteady(command: &[String], changed: &[String]) -> Failure {
    let count = counted(changed.len() as u64, "string");
    let first = changed.first().map(|string| text::quoted(string)).unwrap_or_default();
    Failure::Usage(format!(
        "{}: it does not always answer alike: when {ASKED_AGAIN} were asked again, {count} had another answer, such as {first}",
        command.join(" ")
    ))
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
    let message = text::plain(&error.to_string()).into_owned();
    match error {
        LearnError::Teacher(failure) => failure,
        LearnError::TooManyStates { longest, .. } => Failure::Usage(format!("{message}; {}", advice(&longest))),
        LearnError::TooLarge(_) => Failure::Usage(message),
    }
}

/// What helps against too many states, by the longest strings that lead to them.
pub fn advice(longest: &[String]) -> String {
    /// A text in strings that make models large, and the option that helps.
    const HELP: [(&str, &str); 4] = [
        ("[", "--token '[::1]' keeps one address in brackets"),
        ("xn--", "--without xn-- leaves out punycode"),
        ("%", "--without % leaves out percent-encoding"),
        ("0", r"--matching '^([^0-9]|:[0-9]{1,5}([^0-9]|$)|\[::1\])*$' keeps numbers to ports"),
    ];
    let helps = |(part, _): &&(&str, &str)| longest.iter().any(|string| string.contains(part));
    let help: Vec<&str> = HELP.iter().filter(helps).map(|(_, help)| *help).collect();
    if help.is_empty() { "--states raises the limit".to_owned() } else { help.join("; ") }
}
