//! `check`: many URLs, one a line, against the grammars.

pub mod filter;
mod judge;
mod record;
mod said;
mod summary;
mod tally;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use self::filter::FilterArgs;
use self::judge::{Counted, Judge};
use self::summary::Summary;
use crate::cells::Cells;
use crate::engine;
use crate::failure::{self, Failure};
use crate::input::FileArgs;
use crate::list::Sink;
use crate::options::{ForgiveArgs, GrammarArgs};
use crate::output::Output;
use crate::schema::{Column, Described};

/// Check URLs, one a line: which grammar accepts which, by which production, and where and why it is refused
///
/// Blank lines are skipped and counted. A line that is not UTF-8 is refused at its first bad byte. A line of more than 128
/// KiB is judged as any other, and shown in part: of its text the first 64 KiB, without warnings and without a picture of the
/// place; the name of a long scheme is shortened.
///
/// On a terminal a list ends with how many lines all grammars accept, some, and none.
///
/// Exit status 0 when every line satisfies --require, 1 when some line does not, 2 for bad usage or a file that cannot
/// be read.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage check urls.txt
  uri-lineage check --summary urls.txt
  uri-lineage check --grammar rfc1738 --format jsonl < urls.txt
  uri-lineage check -l --in rfc1738 --not-in uri-1997 urls.txt
  uri-lineage check --only disagree --reason national-character urls.txt
  uri-lineage check --grammar rfc1630 --grammar rfc1738 --require all urls.txt")]
pub struct Args {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    grammars: GrammarArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// How to show the result of each line [default: text; with --summary alone: not at all]
    #[arg(long, short, value_enum)]
    format: Option<Format>,
    /// Write the URLs alone, one a line
    #[arg(long, short, conflicts_with_all = ["format", "long"])]
    list: bool,
    /// As text: a line for each grammar, and what it says [default for URLs given by --url]
    #[arg(long)]
    long: bool,
    #[command(flatten)]
    cells: Cells,
    /// End with a summary: for each grammar, how many lines it accepts, by which production, and why it refuses the others
    ///
    /// With --format json, jsonl or csv it goes to standard error.
    #[arg(long, short, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    summary: Option<SummaryFormat>,
    /// How many reasons the summary has for each grammar
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
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
    /// The URLs alone
    #[value(skip)]
    List,
    /// One JSON array: an object for each line of the input
    Json,
    /// JSON Lines: an object a line of the input
    Jsonl,
    /// Comma-separated values: a row for each line of the input and grammar
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum SummaryFormat {
    /// A table for people
    Text,
    /// One JSON array: an object for each grammar
    Json,
    /// JSON Lines: an object a grammar
    Jsonl,
    /// Comma-separated values: a row for each production and reason
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Require {
    /// Some grammar accepts the line
    Any,
    /// Every grammar asked for accepts the line
    All,
}

/// What programs read of it.
pub fn describe(all: &mut Described) {
    let mut columns: Vec<Column> = record::COLUMNS.map(Column::new).into();
    columns.iter_mut().filter(|column| column.name == record::FILE).for_each(|column| column.optional = true);
    all.record::<record::Line>().record::<summary::OfGrammar>().format("json", "array").format("jsonl", "lines");
    all.table("records", columns).table("summary", summary::COLUMNS.map(Column::new).into());
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let grammars = args.grammars.list();
    let of_lines = if args.list { Format::List } else { Format::Text };
    let format = args.format.or((args.list || args.summary.is_none()).then_some(of_lines));
    let machine = format.is_none() && args.summary.is_some_and(|format| format != SummaryFormat::Text);
    let mut output = Output::new(matches!(format, None | Some(Format::Text | Format::List)) && !machine);
    let input = args.files.input()?;
    let writer = record::Writer {
        colours: output.colours(),
        format,
        files: input.several(),
        cells: args.cells,
        long: args.long || input.given(),
    };
    let summary = || args.summary.map(|_| Summary::new(&grammars, input.several()));
    let judge = || Judge::new(args, &writer, &grammars, summary());
    let people = matches!(format, None | Some(Format::Text | Format::List)) && !machine;
    let mut sink = Sink::new(&mut output.out, format == Some(Format::Json));
    writer.header(&mut sink)?;
    let (Counted { satisfied, tally, summary }, unread) = engine::run(&input, judge, &mut sink)?;
    sink.end()?;
    if let (Some(form), Some(summary)) = (args.summary, summary) {
        let summary = summary.written(form, args.top, args.cells)?;
        match format {
            None | Some(Format::Text | Format::List) => output.out.write_all(&summary)?,
            Some(Format::Json | Format::Jsonl | Format::Csv) => {
                output.out.flush()?;
                _ = anstream::stderr().write_all(&summary);
            }
        }
    }
    let text = args.summary == Some(SummaryFormat::Text);
    let listed = format == Some(Format::Text) && !input.given() && io::stdout().is_terminal();
    match (text, people) {
        (true, false) => _ = write!(anstream::stderr(), "{}", tally.line(&grammars)),
        (true, true) => write!(output.out, "{}", tally.line(&grammars))?,
        (false, _) if listed && args.summary.is_none() => write!(output.out, "{}", tally.line(&grammars))?,
        (false, _) => {}
    }
    output.out.flush()?;
    if !failure::told(&unread) {
        return Ok(ExitCode::from(2));
    }
    Ok(if satisfied { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
