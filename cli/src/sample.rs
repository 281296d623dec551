//! `sample` and `vectors`: strings of a language, and strings just outside.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use crate::failure::Failure;
use crate::output::Output;
use crate::source::SourceArgs;

/// Write members of a production's language by chance, or near misses, one a line
///
/// A string that holds a line end or another control character is written as a JSON string.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage sample rfc1738:hostport
  uri-lineage sample --refused -n 5 --seed 7 rfc1738:httpurl")]
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
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let source = args.sources.read(&args.source)?;
    let language = source.language(&source.main_production())?;
    let mut output = Output::new(true);
    let strings: Box<dyn Iterator<Item = String>> = match args.refused {
        true => Box::new(language.near_misses(args.seed)),
        false => Box::new(language.sample(args.seed)),
    };
    for string in strings.take(args.n) {
        match string.chars().any(char::is_control) {
            true => writeln!(output.out, "{}", json!(string))?,
            false => writeln!(output.out, "{string}")?,
        }
    }
    output.out.flush()?;
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
        let line = json!({ "input": vector.input, "valid": vector.valid, "production": production });
        writeln!(output.out, "{line}")?;
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}
