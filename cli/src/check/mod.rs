//! `check`: many URLs, one a line, against the grammars.

mod judge;
mod record;
mod summary;

use std::io::Write;
use std::process::ExitCode;

use self::judge::Judge;
use self::summary::Summary;
use crate::engine;
use crate::failure::{self, Failure};
use crate::input::FileArgs;
use crate::options::{ForgiveArgs, GrammarArgs};
use crate::output::Output;

/// Check URLs, one a line: which grammar accepts which, by which production, and where and why it is refused
///
/// Blank lines are skipped and counted. A line that is not UTF-8 is refused at its first bad byte. A line of more than 256
/// KiB is judged whole, and shown in part.
///
/// Exit status 0 when every line satisfies --require, 1 when some line does not, 2 for bad usage or a file that cannot
/// be read.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage check urls.txt
  uri-lineage check --summary urls.txt
  uri-lineage check --grammar rfc1738 --format jsonl < urls.txt
  uri-lineage check --grammar rfc1630 --grammar rfc1738 --require all urls.txt")]
pub struct Args {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    grammars: GrammarArgs,
    /// How to show the result of each line [default: text; with --summary alone: not at all]
    #[arg(long, short, value_enum)]
    format: Option<Format>,
    /// End with a table: for each grammar, how many lines it accepts, by which production, and why it refuses the others
    ///
    /// With --format jsonl or csv the table goes to standard error.
    #[arg(long, short)]
    summary: bool,
    /// Warn of what the security sections warn of, for each grammar that accepts a line
    #[arg(long)]
    advice: bool,
    #[command(flatten)]
    forgive: ForgiveArgs,
    /// What every line must satisfy: some grammar accepts it, or all that were asked for do
    #[arg(long, value_enum, default_value_t = Require::Any)]
    require: Require,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// JSON Lines: an object a line of the input
    Jsonl,
    /// Comma-separated values: a row for each line of the input and grammar
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Require {
    /// Some grammar accepts the line
    Any,
    /// Every grammar asked for accepts the line
    All,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let grammars = args.grammars.list();
    let format = args.format.or((!args.summary).then_some(Format::Text));
    let mut output = Output::new(matches!(format, None | Some(Format::Text)));
    let input = args.files.input()?;
    let writer = record::Writer::new(output.colours(), format, input.several());
    writer.header(&mut output.out)?;
    let judge = || Judge::new(args, &writer, Summary::new(&grammars, input.several()));
    let (judge, unread) = engine::run(&input, judge, &mut output.out)?;
    let summary = judge.summary();
    let satisfied = summary.satisfies(args.require == Require::All);
    if args.summary {
        match format {
            None | Some(Format::Text) => write!(output.out, "{summary}")?,
            Some(Format::Jsonl | Format::Csv) => {
                output.out.flush()?;
                _ = write!(anstream::stderr(), "{summary}");
            }
        }
    }
    output.out.flush()?;
    if !failure::told(&unread) {
        return Ok(ExitCode::from(2));
    }
    Ok(if satisfied { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
