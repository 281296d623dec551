//! `learn`: learns a model of a parser that is a command.

mod domain;
mod report;

use std::process::ExitCode;
use std::time::Duration;

use uri_lineage::language::{AutomatonTable, Effort, LearnError, Learned, Learner};
use uri_lineage::{Component, Grammar};

use self::domain::DomainArgs;
use crate::failure::Failure;
use crate::model::teacher::ParserTeacher;
use crate::model::{LearnedModel, Model, VERDICT};
use crate::options::names::seconds;
use crate::options::sides::ComponentArgs;
use crate::options::source::text_file;
use crate::output::{Output, bar};
use crate::parser::process::Parser;

/// Learn a model of a parser in any programming language: a file that every command reads as a
/// grammar
///
/// The command reads and answers strings as that of conform does; a component may also be two
/// offsets in the string, in bytes. The model is a deterministic automaton for the verdict, and one
/// for each component with marks around it. It is learned by active automata learning: from the
/// parser's answers about strings that the learner chooses. Where a parser changes what it reads,
/// the place of a value is found by replacing texts in the string.
///
/// A model agrees with every answer of the parser, but is no proof. It is exact for strings of
/// US-ASCII if the parser has no more states than the model; the report names the number, and what
/// was tried to find more. Strings in which a component could not be located, and strings that the
/// parser did not answer, are excluded from the model, and counted.
///
/// Addresses in brackets, numbers as hosts and punycode make models large. --token keeps one text
/// for all of a kind, and --without leaves strings out. All commands leave them out of both sides
/// when they compare the model.
///
/// Exit status: 0 if a model is written, 1 if the parser has too many states or does not always
/// answer alike, 2 if the command cannot run.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage learn --component host --token '[::1]' --without % -o node.model -- node examples/conform/url.mjs
  uri-lineage differential node.model rfc3986 --component host
  uri-lineage learn --resume node.model -o node.model")]
pub struct Args {
    /// The command that runs the parser, with its arguments
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "resume")]
    command: Vec<String>,
    /// The file of the model
    #[arg(long, short, value_name = "FILE")]
    output: String,
    /// The name and version of the parser [default: the command]
    #[arg(long, value_name = "TEXT")]
    parser: Option<String>,
    /// Goes on with a model: its command, strings and components, and the strings that showed that
    /// it was wrong
    #[arg(long, value_name = "FILE", conflicts_with_all = ["command", "token", "without", "scheme", "within", "matching"])]
    resume: Option<String>,
    /// Also tries the strings of a file, one a line, for example those that showed that a model is
    /// wrong
    #[arg(long, value_name = "FILE")]
    strings: Option<String>,
    #[command(flatten)]
    components: ComponentArgs,
    #[command(flatten)]
    domain: DomainArgs,
    /// The greatest number of states of each automaton
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    states: usize,
    /// How many strings are tried at random after the last that showed a model to be wrong
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    random: usize,
    /// The seed of the random choice
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    timeout: Duration,
}

/// Texts of which strings at random are made: delimiters and forms that parsers treat in their own
/// ways.
const PIECES: [&str; 20] = [
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
];

/// The grammars whose suites are tried.
const SUITES: [Grammar; 2] = [Grammar::Rfc3986, Grammar::Whatwg];

/// How many strings are asked again at the end.
const ASKED_AGAIN: usize = 1_000;

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut model = match &args.resume {
        Some(file) => Model::read(file, &text_file(file)?)?,
        None => {
            let name = args.parser.clone().unwrap_or_else(|| args.command.join(" "));
            Model::new(name, args.command.clone(), args.domain.read()?)
        }
    };
    let components = learned_components(&model, &args.components);
    let mut strings = std::mem::take(&mut model.counterexamples);
    if let Some(file) = &args.strings {
        strings.extend(text_file(file)?.lines().map(str::to_owned));
    }
    strings.extend(suite_strings(&components)?);
    model.learned.clear();

    let domain = model.domain.language().map_err(|error| Failure::Usage(error.to_string()))?;
    let effort = Effort {
        states: args.states,
        random: args.random,
        seed: args.seed,
        pieces: PIECES.map(str::to_owned).into(),
        ..Effort::default()
    };
    let command = model.command.clone();
    let bar = bar(0, "{spinner} {msg} strings asked, {elapsed}").with_message("0");
    let teacher = ParserTeacher::new(Parser::new(&command, args.timeout), bar.clone());
    let mut learner = Learner::new(teacher, domain.as_ref(), effort);
    let verdict = learner.language(&strings).map(|learned| {
        let table = AutomatonTable::from_language(&learned.model);
        record(VERDICT, learned, table, &mut model)
    });
    let mut outcome = verdict.map(|learned| model.learned.push(learned));
    for component in components {
        if outcome.is_err() {
            break;
        }
        outcome = learner.spans(component as usize, &[]).map(|learned| {
            let table = AutomatonTable::from_spans(&learned.model);
            let learned = record(component.name(), learned, table, &mut model);
            model.learned.push(learned);
        });
    }
    let changed = match &outcome {
        Ok(()) => learner.changed(ASKED_AGAIN),
        Err(_) => Ok(Vec::new()),
    };
    let teacher = learner.teacher();
    bar.finish_and_clear();
    match outcome {
        Err(LearnError::Teacher(failure)) => return Err(failure),
        Err(error) => return report::too_large(&error.to_string()),
        Ok(()) => {}
    }
    model.changed = changed?;
    model.asked_again = ASKED_AGAIN;
    model.count(teacher);
    model.write(&args.output)?;
    report::model(&args.output, &model, Output::new(true))
}

/// The components to learn: those that the user names, else those of the model that is resumed,
/// else all.
fn learned_components(model: &Model, named: &ComponentArgs) -> Vec<Component> {
    if model.learned.is_empty() || !named.is_default() {
        return named.list();
    }
    let is_learned = |component: &Component| model.learned.iter().any(|learned| learned.of == component.name());
    Component::ALL.into_iter().filter(is_learned).collect()
}

/// The strings of the suites of verdicts and components.
fn suite_strings(components: &[Component]) -> Result<Vec<String>, Failure> {
    let mut strings = Vec::new();
    for grammar in SUITES {
        for &component in components {
            let [spans] = grammar.spans([component]).map_err(|error| Failure::Usage(error.to_string()))?;
            strings.extend(spans.cover());
        }
    }
    strings.retain(|string| string.is_ascii());
    strings.sort_unstable_by_key(|string| string.len());
    strings.dedup();
    Ok(strings)
}

/// What is written of something that was learned.
fn record<M>(of: &str, learned: Learned<M>, automaton: AutomatonTable, model: &mut Model) -> LearnedModel {
    model.counterexamples.extend(learned.counterexamples);
    let oracles = learned.oracles.iter();
    LearnedModel {
        of: of.to_owned(),
        states: learned.states,
        has_one_more: learned.has_one_more,
        automaton,
        unknown: AutomatonTable::from_language(&learned.unknown),
        oracles: oracles.map(|did| (did.oracle.name().to_owned(), [did.strings, did.counterexamples])).collect(),
    }
}
