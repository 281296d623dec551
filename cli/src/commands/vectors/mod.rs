//! `vectors`: conformance suites, and which wrong parsers a suite lets pass.

mod audit;
mod code;
mod splits;
mod suite;

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::Component;
use uri_lineage::regular_bnf::{GrammarError, Language, Spans, TestVector};

use self::code::Code;
use self::splits::{AuditedSplits, SplitVector};
use crate::failure::Failure;
use crate::list::vector::{MEMBERS, VectorRecord, write_line};
use crate::list::{List, ListFormat, columns};
use crate::options::complete;
use crate::options::source::{Source, SourceArgs};
use crate::output::Output;
use crate::output::bytes::{self, all_bytes};
use crate::output::cells::Cells;
use crate::schema::OutputDescription;

/// Write a conformance suite for a parser of a production: strings that it must accept or refuse
///
/// Strings of printable characters come first. In text output, `+` marks a string that the
/// production accepts, `-` one that it refuses; a string that contains an invisible character, or
/// begins with a quotation mark, is written as a JSON string. If an implementation accepts and
/// refuses all strings as marked, and an automaton with no more states than the production's
/// minimal one describes it, then it accepts exactly the production's language (W-method).
///
/// For a production of more than 1,000 states, such as `whatwg`, a complete suite is too large. The
/// suite is then bounded, and a message on standard error reports this: the suite reaches each
/// state by its shortest string, tries each step from it once, and completes one step to each next
/// state to a shortest member. A parser that goes on in a wrong state may pass.
///
/// With --audit, the command decides which wrong parsers pass a suite of your own. A wrong parser
/// is the minimal automaton with one fault: a step that leads to another state, or a state whose
/// acceptance is inverted. The suite is a JSON file of JSON-Schema-Test-Suite, JSON Lines with the
/// members `input` and `valid`, lines (a string, a tab, and `valid` or `invalid`), or the text that
/// this command writes.
///
/// With --components, the strings have components: each is a JSON object with `input`, `valid` and
/// a member for each component that the grammar has, as a parser answers `conform`. The suite is
/// then complete for the place of each component; the audit decides which wrong splits pass. If a
/// string has no member for a component, only its verdict counts for that component.
///
/// Exit status with --audit: 0 if the suite finds every fault and its verdicts are those of the
/// grammar, 1 if not, 2 for a usage or I/O error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage vectors rfc1738:hostname > hostname.jsonl
  uri-lineage vectors rfc3986:port --limit 5 --format text
  uri-lineage vectors rfc3986:scheme --format pytest > test_scheme.py
  uri-lineage vectors rfc3986:URI --audit my.suite.json
  uri-lineage vectors rfc3986:URI --audit my.suite.json --minimal
  uri-lineage vectors rfc3986:URI --audit my.splits.jsonl --components")]
pub struct Args {
    /// A grammar's id or a file, optionally with a production after a colon [default: the grammar's
    /// main production]
    #[arg(value_name = "GRAMMAR[:PRODUCTION]", required_unless_present = "regex")]
    #[arg(add = complete::sources())]
    source: Option<String>,
    #[command(flatten)]
    sources: SourceArgs,
    /// How many states more than the minimal automaton a parser may have; each multiplies the suite
    /// by the number of characters
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "audit")]
    states: usize,
    /// Decide which wrong parsers pass this suite
    #[arg(long, value_name = "SUITE")]
    audit: Option<String>,
    /// Write a small set of strings that completes the suite, in any format: with them it finds
    /// every fault. The choice is greedy, so a smaller set may exist
    #[arg(long, requires = "audit")]
    minimal: bool,
    /// Write or audit strings with the text of each component
    #[arg(long, conflicts_with = "states")]
    components: bool,
    /// Maximum number of strings, or of groups of faults in text; an incomplete suite proves
    /// nothing [default: all; 20 groups]
    #[arg(long, short = 'n', value_name = "N")]
    limit: Option<usize>,
    /// Output format [default: jsonl; text with --audit]
    #[arg(long, short, value_enum)]
    format: Option<SuiteFormat>,
    #[command(flatten)]
    cells: Cells,
}

/// The output formats.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum SuiteFormat {
    /// Text for people
    Text,
    /// One JSON array
    Json,
    /// JSON Lines: one object per line
    Jsonl,
    /// Comma-separated values: one row per object
    Csv,
    /// A test file of JSON-Schema-Test-Suite; the format is the production's name in small letters
    JsonSchema,
    /// A Python module for pytest, whose fixture `accepts` is the parser
    Pytest,
    /// A Rust test, beside which a function `accepts` is the parser
    Rust,
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    crate::list::vector::describe(description);
    audit::describe(description);
    splits::describe(description);
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let source = args.sources.read_one(args.source.as_deref())?;
    let production = source.main_production();
    let language = source.language(&production)?;
    let limit = args.limit.unwrap_or(usize::MAX);
    if args.components {
        return components(args, &source, &production);
    }
    if let Some(name) = &args.audit {
        let audited = audit::Audited::new(&source, &production, &language, suite::TestSuite::read(name)?)?;
        if !args.minimal {
            let format = args.format.unwrap_or(SuiteFormat::Text);
            return match format {
                SuiteFormat::Text => audited.write_text(args.limit.unwrap_or(20)),
                SuiteFormat::Jsonl => audited.write_json_lines(limit),
                _ => Err(Failure::Usage("--audit writes text or jsonl; with --minimal every format".to_owned())),
            };
        }
        let status = audited.status();
        let completing = audited.complete()?.into_iter().take(limit);
        let vectors = completing.map(|input| TestVector { valid: language.contains(&input), input });
        write(args, &source.title_of(&production), &production, vectors)?;
        return Ok(status);
    }
    let mut name = source.title_of(&production);
    let [suite, again] = [Suite::new(&language, args.states)?, Suite::new(&language, args.states)?];
    if suite.bounded {
        let states = language.states();
        anstream::eprintln!("a complete suite for the {states} states of {name} is too large; {BOUNDED}, and {MISSED}");
        name += " (a bounded suite)";
    }
    write(args, &name, &production, printable_first(suite, again).take(limit))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a suite of strings with components, or audits one.
fn components(args: &Args, source: &Source, production: &str) -> Result<ExitCode, Failure> {
    let mut components = source.components(production);
    components.retain(|(_, spans)| spans.occurs());
    if components.is_empty() {
        let name = source.title_of(production);
        return Err(Failure::Usage(format!("{name} has no component whose place in every string can be decided")));
    }
    let limit = args.limit.unwrap_or(usize::MAX);
    let (strings, status) = match &args.audit {
        None => (component_strings(&components, &source.title_of(production))?, ExitCode::SUCCESS),
        Some(name) => {
            let audited = AuditedSplits::new(source, production, &components, &suite::TestSuite::read(name)?)?;
            if !args.minimal {
                return match args.format.unwrap_or(SuiteFormat::Text) {
                    SuiteFormat::Text => audited.write_text(args.limit.unwrap_or(20)),
                    SuiteFormat::Jsonl => audited.write_json_lines(limit),
                    _ => Err(Failure::Usage("--audit writes text or jsonl".to_owned())),
                };
            }
            let status = audited.status();
            (audited.complete()?, status)
        }
    };
    if !matches!(args.format, None | Some(SuiteFormat::Jsonl)) {
        return Err(Failure::Usage("strings with components are written as jsonl".to_owned()));
    }
    let mut strings = strings;
    strings.sort_by_cached_key(|string| (!is_printable(string), string.len(), string.clone()));
    strings.dedup();
    let mut output = Output::new(false);
    for string in strings.into_iter().take(limit) {
        serde_json::to_writer(&mut output.out, &SplitVector::new(string, &components))?;
        writeln!(output.out)?;
    }
    output.out.flush()?;
    Ok(status)
}

/// The strings of suites for all components; reports suites that are bounded.
fn component_strings(components: &[(Component, Spans)], name: &str) -> Result<Vec<String>, Failure> {
    let mut strings = Vec::new();
    for (component, spans) in components {
        let suite = fitting(spans.suite())?;
        if suite.is_none() {
            anstream::eprintln!("a complete suite for the {component} of {name} is too large; {BOUNDED}, and {MISSED}");
        }
        strings.extend(suite.unwrap_or_else(|| spans.cover()));
    }
    Ok(strings)
}

/// Whether a string has only printable US-ASCII characters.
fn is_printable(string: &str) -> bool {
    all_bytes(string.as_bytes(), bytes::is_printable)
}

/// What a bounded suite does.
const BOUNDED: &str = "this one is bounded: it reaches each state and tries each step once";
/// What a bounded suite does not find.
pub const MISSED: &str = "a parser that goes on in a wrong state may pass";

/// The suite of a language.
struct Suite<'l> {
    pub vectors: Box<dyn Iterator<Item = TestVector> + 'l>,
    /// Whether it is [bounded](Language::cover), because a complete one is too large.
    pub bounded: bool,
}

impl<'l> Suite<'l> {
    /// A complete suite for parsers with some states more, if it is not too large. With no states
    /// more, a bounded one replaces it.
    pub fn new(language: &'l Language, more: usize) -> Result<Self, Failure> {
        Ok(match language.suite_beyond(more) {
            Ok(complete) => Self { vectors: Box::new(complete), bounded: false },
            Err(GrammarError::TooLarge(_)) if more == 0 => Self { vectors: Box::new(language.cover()), bounded: true },
            Err(error) => return Err(error.into()),
        })
    }
}

/// A suite, or `None` if it is too large.
fn fitting<T>(suite: Result<T, GrammarError>) -> Result<Option<T>, GrammarError> {
    match suite {
        Err(GrammarError::TooLarge(_)) => Ok(None),
        result => result.map(Some),
    }
}

/// The strings of a suite, those of printable characters first. It is generated twice, because it
/// may be too large for memory.
fn printable_first<'l>(suite: Suite<'l>, again: Suite<'l>) -> impl Iterator<Item = TestVector> + use<'l> {
    let printable = suite.vectors.filter(|vector| is_printable(&vector.input));
    printable.chain(again.vectors.filter(|vector| !is_printable(&vector.input)))
}

/// Writes strings in the selected format.
fn write(args: &Args, name: &str, production: &str, vectors: impl Iterator<Item = TestVector>) -> Result<(), Failure> {
    let (format, code) = match args.format.unwrap_or(SuiteFormat::Jsonl) {
        SuiteFormat::Text => (ListFormat::Text, None),
        SuiteFormat::Json => (ListFormat::Json, None),
        SuiteFormat::Jsonl => (ListFormat::Jsonl, None),
        SuiteFormat::Csv => (ListFormat::Csv, None),
        SuiteFormat::JsonSchema => (ListFormat::Text, Some(Code::JsonSchema)),
        SuiteFormat::Pytest => (ListFormat::Text, Some(Code::Pytest)),
        SuiteFormat::Rust => (ListFormat::Text, Some(Code::Rust)),
    };
    let list = List::with_format(format, args.cells, columns(MEMBERS.iter().copied()));
    // Output for another program has no escapes for people.
    let mut sink = list.begin_output(Output::new(list.is_text() && code.is_none()).out)?;
    let mut written = Vec::new();
    if let Some(code) = code {
        sink.write_all(code.beginning(name, production).as_bytes())?;
    }
    for (index, TestVector { input, valid }) in vectors.enumerate() {
        written.clear();
        if let Some(code) = code {
            code.vector(&input, valid, index == 0, &mut written);
        } else if list.is_text() {
            written.extend(if valid { b"+ " } else { b"- " });
            write_line(&input, &mut written)?;
        } else {
            list.object(&VectorRecord { input: &input, valid, production }, &mut written)?;
        }
        sink.write_all(&written)?;
    }
    if let Some(code) = code {
        sink.write_all(code.ending(production).as_bytes())?;
    }
    Ok(sink.end()?)
}
