//! `conform`: runs a parser on complete suites, and explains how it differs from a grammar.

mod markdown;
mod suites;
mod verdicts;
mod written;

use std::process::ExitCode;
use std::time::Duration;

use uri_lineage::regular_bnf::TestOptions;

use self::suites::Tests;
use self::verdicts::Answers;
use self::written::ConformReport;
pub use self::written::describe;
use crate::failure::Failure;
use crate::model::Model;
use crate::options::complete;
use crate::options::names::seconds;
use crate::options::sides::ComponentArgs;
use crate::options::source::{SourceArgs, text_file};
use crate::output::{Output, bar};
use crate::parser::process::{Parser, ParserFault};

/// Run a parser in any programming language on complete suites of a production, and explain how it
/// differs
///
/// The command reads strings from its standard input, one JSON string a line, and answers each with
/// one JSON object a line, for example {"valid":true,"scheme":"http","host":"a","port":null}.
/// `valid` is required. The components scheme, user, host, port, path, query and fragment are
/// compared if they are members; null means that the component is absent. Each answer must be
/// flushed. Adapters for parsers of nine languages are in `examples/conform/`. The components
/// of `whatwg` are compared as the standard serialises them, since its parser changes what it reads;
/// strings whose hosts are no domains for Unicode's IDNA processing are not tried.
///
/// The strings are the complete suite of the production (see vectors), a suite for each component
/// that the grammar has, random members and near misses, members with numbers and lengths at which
/// programs often have limits, and all strings of at most five of `a1:/@?#`. If a parser passes,
/// and an automaton with no more states describes it, then it accepts exactly the production's
/// language. Where a complete suite is too large, as for `whatwg`, the result reports that the
/// suite is bounded (see vectors). Strings with wrong answers are grouped: each group has an
/// explanation that fits all strings that were tried, and a shortest string.
///
/// A crash, a missing answer and an answer that is not such an object are findings. The command is
/// started again after a crash, at most 10,000 times, and after a hang, at most 100 times. An
/// answer has at most 1 MiB.
///
/// Findings are in order of danger: first a host that the grammar does not read there, then what
/// only the parser accepts, with the host that it reads.
///
/// Exit status: 0 if the parser conforms, 1 if there are findings, 2 if the command cannot run.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage conform rfc3986 --limit 2000 -- python3 examples/conform/urllib_parse.py
  uri-lineage conform rfc3986:port -- sed -uE 's/^\"[0-9]{1,5}\"$/{\"valid\":true}/; t; s/.*/{\"valid\":false}/'
  uri-lineage conform rfc3986 --model my.model
  uri-lineage conform --format junit --timeout 1 rfc1738:url -- node examples/conform/url.mjs > report.xml")]
pub struct Args {
    /// A grammar's id or a file, optionally with a production after a colon [default: the grammar's
    /// main production]
    #[arg(value_name = "GRAMMAR[:PRODUCTION]", required_unless_present = "regex")]
    #[arg(add = complete::sources())]
    source: Option<String>,
    /// The command that runs the parser, with its arguments
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "model")]
    command: Vec<String>,
    /// A model that learn has made, instead of the parser; only strings of which it says something
    /// are tried
    #[arg(long, value_name = "FILE", conflicts_with = "command")]
    model: Option<String>,
    #[command(flatten)]
    sources: SourceArgs,
    /// How many states more than the minimal automaton the parser may have; each multiplies the
    /// suite by the number of characters. If it becomes too large, the number is smaller, and a
    /// message says so
    #[arg(long, value_name = "N", default_value_t = 0)]
    states: usize,
    /// Only the first N strings, shortest first; an incomplete suite proves nothing [default: all]
    #[arg(long, short = 'n', value_name = "N")]
    limit: Option<usize>,
    /// Number of random members, and of random near misses, beside the suites
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    random: usize,
    /// The seed of the random choice
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// A file of strings to try instead of the suites, one a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["states", "random", "seed"])]
    strings: Option<String>,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    timeout: Duration,
    /// Compare only whether the parser accepts a string, not its components
    #[arg(long, conflicts_with = "component")]
    verdicts: bool,
    #[command(flatten)]
    components: ComponentArgs,
    /// An absent component differs from an empty one, and a path with a slash in front from one
    /// without
    #[arg(long)]
    strict: bool,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = ConformFormat::Text)]
    format: ConformFormat,
}

/// The output formats.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ConformFormat {
    /// Text for people
    Text,
    /// JSON Lines: a record for each finding, and a summary
    Jsonl,
    /// JUnit XML for build servers
    Junit,
    /// A report in Markdown, with the rules that decide and commands that show each finding
    Markdown,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let source = args.sources.read_one(args.source.as_deref())?;
    let production = source.main_production();
    let options = TestOptions::default().random(args.random).seed(args.seed);
    let components = if args.verdicts { Vec::new() } else { args.components.list() };
    let tests = match &args.strings {
        Some(file) => Tests::from_file(&source, &production, &components, file)?,
        None => Tests::from_suites(&source, &production, &components, options, args.states)?,
    };
    let model = args.model.as_ref().map(|file| Model::read(file, &text_file(file)?)).transpose()?;
    let tests = match &model {
        Some(model) => tests.within(&model.known(&components)?),
        None => tests,
    };
    let tests = tests.limited(args.limit);
    let strings: Vec<&str> = tests.all.iter().map(|test| test.input.as_str()).collect();
    let bar = bar(strings.len() as u64, "{bar:32} {pos} of {len} strings, {eta} left");
    let mut answers = Answers::new(&tests, args.strict);
    let mut receive = |index: usize, answer: Result<&[u8], ParserFault>| {
        answers.add(index, answer);
        bar.set_position(index as u64 + 1);
    };
    let tried = match &model {
        Some(model) => model.answer_all(&strings, &mut receive)?,
        None => {
            let mut parser = Parser::new(&args.command, args.timeout);
            let tried = parser.run(&strings, &mut receive)?;
            if let (Some(last), Some(fault)) = (strings.len().checked_sub(1), parser.end()) {
                receive(last, Err(fault));
            }
            tried
        }
    };
    bar.finish_and_clear();
    let findings = answers.findings(&source, &production)?;
    let conforms = findings.is_empty() && tried == strings.len();
    let report =
        ConformReport { name: source.title_of(&production), tests: &tests, tried, findings, answers: &answers };
    match args.format {
        ConformFormat::Text => report.text(Output::new(true))?,
        ConformFormat::Jsonl => report.lines(Output::new(false))?,
        ConformFormat::Junit => report.junit(Output::new(false))?,
        ConformFormat::Markdown => {
            let command = model.as_ref().map_or(&args.command, |model| &model.command);
            report.markdown(Output::new(false), command)?;
        }
    }
    Ok(if conforms { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
