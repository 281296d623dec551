//! `sample` and `vectors`: strings of a language, and strings just outside it.

use std::io::{self, Write};
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use uri_lineage::language::Vector;

use crate::failure::Failure;
use crate::list::{List, ListArgs, ListFormat, columns};
use crate::options::complete;
use crate::options::source::SourceArgs;
use crate::output::Output;
use crate::output::cells::Cells;
use crate::schema::Described;

/// Write random members of a production's language, or near misses, one per line
///
/// In text output, a string that contains a line end or another control character is written as a JSON string. The
/// machine-readable formats have the same members as those of vectors.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage sample rfc1738:hostport
  uri-lineage sample --refused -n 5 --seed 7 rfc1738:httpurl
  uri-lineage sample -n 1000 --format jsonl rfc3986:URI")]
pub struct Args {
    /// A grammar's id or a file, optionally with a production after a colon [default: the grammar's main production]
    #[arg(value_name = "GRAMMAR[:PRODUCTION]")]
    #[arg(add = complete::sources())]
    source: String,
    /// Number of strings
    #[arg(short, value_name = "N", default_value_t = 10)]
    n: usize,
    /// Write strings just outside the language, each one edit away from a member
    #[arg(long)]
    refused: bool,
    /// The seed of the random choice; equal seeds select equal strings
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    sources: SourceArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// A string inside or outside of a production's language.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct Object<'o> {
    /// The string.
    input: &'o str,
    /// Whether the production accepts it.
    valid: bool,
    /// The production.
    production: &'o str,
}

/// The names of its members.
const MEMBERS: &[&str] = &["input", "valid", "production"];

/// Describes the machine-readable output of sample and of vectors.
pub fn describe(all: &mut Described) {
    all.list::<Object<'_>>(&columns(MEMBERS, None));
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let source = args.sources.read(&args.source)?;
    let production = &*source.main_production();
    let language = source.language(production)?;
    if language.members().next().is_none() {
        return Err(Failure::Usage(format!("{} has no members: its language is empty", source.named(production))));
    }
    let list = List::new(&args.list, columns(MEMBERS, None));
    let mut sink = list.begin(Output::new(list.text()).out)?;
    let strings: Box<dyn Iterator<Item = String>> = match args.refused {
        true => Box::new(language.near_misses(args.seed)),
        false => Box::new(language.sample(args.seed)),
    };
    let mut written = Vec::new();
    for input in strings.take(args.n) {
        written.clear();
        match list.text() {
            true => line(&input, &mut written)?,
            false => list.object(&Object { input: &input, valid: !args.refused, production }, &mut written)?,
        }
        sink.write_all(&written)?;
    }
    sink.end()?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a string on a line of its own.
fn line(input: &str, out: &mut Vec<u8>) -> io::Result<()> {
    match input.chars().any(char::is_control) {
        true => writeln!(out, "{}", json!(input)),
        false => writeln!(out, "{input}"),
    }
}

/// Write a conformance suite for a parser of a production: strings that it must accept or refuse
///
/// Strings of printable characters come first. In text output, `+` marks a string that the production accepts, `-` one that it
/// refuses; a string that contains a control character is written as a JSON string. If an implementation accepts and refuses all
/// strings as marked, and an automaton with no more states than the production's minimal one describes it, then it accepts
/// exactly the production's language (W-method).
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage vectors rfc1738:hostname > hostname.jsonl
  uri-lineage vectors rfc3986:port --limit 5 --format text")]
pub struct VectorArgs {
    /// A grammar's id or a file, optionally with a production after a colon [default: the grammar's main production]
    #[arg(value_name = "GRAMMAR[:PRODUCTION]")]
    #[arg(add = complete::sources())]
    source: String,
    #[command(flatten)]
    sources: SourceArgs,
    /// Maximum number of strings; an incomplete suite proves nothing [default: all]
    #[arg(long, short = 'n', value_name = "N")]
    limit: Option<usize>,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = ListFormat::Jsonl)]
    format: ListFormat,
    #[command(flatten)]
    cells: Cells,
}

pub fn vectors(args: &VectorArgs) -> Result<ExitCode, Failure> {
    let source = args.sources.read(&args.source)?;
    let production = source.main_production();
    let language = source.language(&production)?;
    let list = List::of(args.format, args.cells, columns(MEMBERS, None));
    let mut sink = list.begin(Output::new(list.text()).out)?;
    let mut written = Vec::new();
    // The suite is generated twice, because it may be too large for memory.
    let printable = |vector: &Vector| vector.input.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let first = language.suite()?.filter(printable);
    let others = language.suite()?.filter(|vector| !printable(vector));
    for Vector { input, valid } in first.chain(others).take(args.limit.unwrap_or(usize::MAX)) {
        written.clear();
        if list.text() {
            written.extend(if valid { b"+ " } else { b"- " });
            line(&input, &mut written)?;
        } else {
            list.object(&Object { input: &input, valid, production: &production }, &mut written)?;
        }
        sink.write_all(&written)?;
    }
    sink.end()?;
    Ok(ExitCode::SUCCESS)
}
