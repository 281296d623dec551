//! `sample` and `vectors`: strings of a language, and strings just outside.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::failure::Failure;
use crate::list::{List, ListArgs, columns};
use crate::output::Output;
use crate::schema::Described;
use crate::source::SourceArgs;

/// Write members of a production's language by chance, or near misses, one a line
///
/// As text, a string that holds a line end or another control character is written as a JSON string. For programs there are the
/// members that vectors has.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage sample rfc1738:hostport
  uri-lineage sample --refused -n 5 --seed 7 rfc1738:httpurl
  uri-lineage sample -n 1000 --format jsonl rfc3986:URI")]
pub struct Args {
    /// A grammar's id or a file, perhaps with a production after a colon; without one `url` or what stands for it
    #[arg(value_name = "GRAMMAR[:PRODUCTION]")]
    source: String,
    /// How many
    #[arg(short, value_name = "N", default_value_t = 10)]
    n: usize,
    /// Strings just outside of the language, each one edit from a member
    #[arg(long)]
    refused: bool,
    /// Which strings chance picks: the same seed picks the same
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    sources: SourceArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// A string of a production's language, or one outside.
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

/// What programs read of sample and of vectors.
pub fn describe(all: &mut Described) {
    all.list::<Object<'_>>(&columns(MEMBERS, None));
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let source = args.sources.read(&args.source)?;
    let production = &*source.main_production();
    let language = source.language(production)?;
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
            true if input.chars().any(char::is_control) => writeln!(written, "{}", json!(input))?,
            true => writeln!(written, "{input}")?,
            false => list.object(&Object { input: &input, valid: !args.refused, production }, &mut written)?,
        }
        sink.write_all(&written)?;
    }
    sink.end()?;
    Ok(ExitCode::SUCCESS)
}

/// Write a conformance suite for a parser of a production, as JSON Lines
///
/// Each line is {"input","valid","production"}. Whatever accepts and refuses all inputs as the lines say, and can be
/// described by an automaton with no more states than the production's minimal one, accepts exactly the production's
/// language (W-method).
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage vectors rfc1738:hostname > hostname.jsonl
  uri-lineage vectors uri-1997")]
pub struct VectorArgs {
    /// A grammar's id or a file, perhaps with a production after a colon; without one `url` or what stands for it
    #[arg(value_name = "GRAMMAR[:PRODUCTION]")]
    source: String,
    #[command(flatten)]
    sources: SourceArgs,
}

pub fn vectors(args: &VectorArgs) -> Result<ExitCode, Failure> {
    let source = args.sources.read(&args.source)?;
    let production = source.main_production();
    let language = source.language(&production)?;
    let mut output = Output::new(false);
    for vector in language.vectors()? {
        let line = Object { input: &vector.input, valid: vector.valid, production: &production };
        serde_json::to_writer(&mut output.out, &line)?;
        output.out.write_all(b"\n")?;
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}
