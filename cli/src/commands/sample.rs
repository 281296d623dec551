//! `sample`: strings of a language, and strings just outside it.

use std::io::Write;
use std::process::ExitCode;

use crate::failure::Failure;
use crate::list::vector::{MEMBERS, VectorRecord, write_line};
use crate::list::{List, ListArgs, columns};
use crate::options::complete;
use crate::options::source::SourceArgs;
use crate::output::Output;

/// Write random members of a production's language, or near misses, one per line
///
/// In text output, a string that contains a line end or another invisible character, or that begins
/// with a quotation mark, is written as a JSON string. The machine-readable formats have the same
/// members as those of vectors.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage sample rfc1738:hostport
  uri-lineage sample --refused -n 5 --seed 7 rfc1738:httpurl
  uri-lineage sample -n 1000 --format jsonl rfc3986:URI")]
pub struct Args {
    /// A grammar's id or a file, optionally with a production after a colon [default: the grammar's
    /// main production]
    #[arg(value_name = "GRAMMAR[:PRODUCTION]", required_unless_present = "regex")]
    #[arg(add = complete::sources())]
    source: Option<String>,
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

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let source = args.sources.read_one(args.source.as_deref())?;
    let production = &*source.main_production();
    let language = source.language(production)?;
    if language.members().next().is_none() {
        return Err(Failure::Usage(format!("{} has no members: its language is empty", source.title_of(production))));
    }
    let list = List::new(&args.list, columns(MEMBERS.iter().copied()));
    let mut sink = list.begin_output(Output::new(list.is_text()).out)?;
    let strings: Box<dyn Iterator<Item = String>> =
        if args.refused { Box::new(language.near_misses(args.seed)) } else { Box::new(language.sample(args.seed)) };
    let mut written = Vec::new();
    for input in strings.take(args.n) {
        written.clear();
        if list.is_text() {
            write_line(&input, &mut written)?
        } else {
            list.object(&VectorRecord { input: &input, valid: !args.refused, production }, &mut written)?
        }
        sink.write_all(&written)?;
    }
    sink.end()?;
    Ok(ExitCode::SUCCESS)
}
