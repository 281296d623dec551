//! `learn`: learns a model of a parser that is a command.

mod domain;
mod report;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use self::domain::DomainArgs;
use crate::failure::Failure;
use crate::model::options::LearnOptions;
use crate::model::{Model, SUFFIX};
use crate::options::names::seconds;
use crate::options::sides::ComponentArgs;
use crate::options::source::text_file;
use crate::output::Output;

/// Learn a model of a parser in any programming language: a file that commands read as a grammar
///
/// The command reads and answers strings as that of conform does; a component may also be two
/// offsets in the string, in bytes. The model is a deterministic automaton for the verdict, and one
/// for each component with marks around it. It is learned by active automata learning: from the
/// parser's answers about strings that the learner chooses. Where a parser changes what it reads,
/// the place of a value is found by replacing texts in the string.
///
/// A model agrees with every answer of the parser, but is no proof. It is exact for strings of
/// US-ASCII if the parser has no more states than the model. The report names the number; where it is
/// one more, the parser must also treat those characters alike that the model treats alike. Strings
/// in which a component could not be located, and strings that the parser did not answer, are
/// excluded from the model, and counted.
///
/// Addresses in brackets, numbers as hosts and punycode make models large. --token keeps one text
/// for all of a kind, and --without leaves strings out. differential, agree and conform leave them
/// out of both sides when they compare the model. For other commands a model is the language of the
/// strings of its domain that the parser accepts.
///
/// A component that would have too many states is left out of the model, and reported.
///
/// Exit status: 0 if a model is written, 1 if it lacks a component or if the parser does not always
/// answer alike, 2 if none is written: the command cannot run, or the verdict alone has too many
/// states.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage learn --component host --token '[::1]' --without % -o node.model -- node examples/conform/url.mjs
  uri-lineage differential node.model rfc3986 --component host
  uri-lineage learn --resume node.model -o node.model")]
pub struct Args {
    /// The command that runs the parser, with its arguments
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "resume")]
    command: Vec<String>,
    /// The file of the model, whose name must end in .model
    #[arg(long, short, value_name = "FILE.model")]
    output: String,
    /// The name and version of the parser [default: the command]
    #[arg(long, value_name = "TEXT")]
    parser: Option<String>,
    /// Learn a model again: with its command, strings, components and options, and with the strings
    /// that showed that it was wrong
    #[arg(long, value_name = "FILE", conflicts_with_all = ["command", "token", "without", "scheme", "within", "matching"])]
    resume: Option<String>,
    /// Also try the strings of a file, one a line, for example those that showed that a model is wrong
    #[arg(long, value_name = "FILE")]
    strings: Option<String>,
    #[command(flatten)]
    components: ComponentArgs,
    #[command(flatten)]
    domain: DomainArgs,
    #[arg(long, value_name = "N")]
    #[arg(help = format!("The greatest number of states of each automaton [default: {}]", LearnOptions::default().states))]
    states: Option<usize>,
    #[arg(long, value_name = "N")]
    #[arg(help = format!(
        "How many strings are tried at random after the last that showed a model to be wrong [default: {}]",
        LearnOptions::default().random
    ))]
    random: Option<usize>,
    #[arg(long, value_name = "S")]
    #[arg(help = format!("The seed of the random choice [default: {}]", LearnOptions::default().seed))]
    seed: Option<u64>,
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    #[arg(help = format!("Seconds to wait for an answer [default: {}]", LearnOptions::default().timeout.as_secs()))]
    timeout: Option<Duration>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    check_output(&args.output)?;
    let mut model = match &args.resume {
        Some(file) => Model::read(file, &text_file(file)?)?,
        None => {
            let name = args.parser.clone().unwrap_or_else(|| args.command.join(" "));
            Model::new(name, args.command.clone(), args.domain.read()?, LearnOptions::default())
        }
    };
    let components = if args.components.is_default() { model.asked_components() } else { None };
    let components = components.unwrap_or_else(|| args.components.list());
    let strings = match &args.strings {
        Some(file) => text_file(file)?.lines().map(str::to_owned).collect(),
        None => Vec::new(),
    };
    args.change(&mut model.options);
    model.learn(&components, &strings)?;
    model.write(&args.output)?;
    report::model(&args.output, &model, Output::new(true))
}

impl Args {
    /// Takes the options that are given.
    fn change(&self, options: &mut LearnOptions) {
        options.states = self.states.unwrap_or(options.states);
        options.random = self.random.unwrap_or(options.random);
        options.seed = self.seed.unwrap_or(options.seed);
        options.timeout = self.timeout.unwrap_or(options.timeout);
    }
}

/// Refuses a file that cannot be written, or that no command would read as a model.
fn check_output(name: &str) -> Result<(), Failure> {
    if !name.ends_with(SUFFIX) {
        return Err(Failure::Usage(format!("{name}: the name of a model ends in {SUFFIX}")));
    }
    let folder = Path::new(name).parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(Failure::Usage(format!("cannot write {name}: there is no such folder")))
        }
        _ => Ok(()),
    }
}
