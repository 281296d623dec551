//! `check`: checks many URLs, one per line, with all grammars.

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
use self::tally::Tally;
use crate::cells::Cells;
use crate::engine;
use crate::failure::{self, Failure};
use crate::input::FileArgs;
use crate::list::Sink;
use crate::options::{ForgiveArgs, GrammarArgs};
use crate::output::Output;
use crate::schema::{Column, Described};

/// Check URLs, one per line: which grammars accept each URL, with which production, and where and why the others refuse it
///
/// Blank lines are skipped and counted. A line that is not UTF-8 is refused at its first invalid byte. A line of more than 128
/// KiB is checked whole; output is truncated: it shows the first 64 KiB of the text, omits warnings and the excerpt with the
/// caret, and shortens the name of a long scheme.
///
/// On a terminal, a list ends with three counts: lines that all grammars accept, that some accept, and that none accepts.
///
/// Exit status: 0 if every line satisfies --require, 1 if some line does not, 2 for a usage error or an unreadable file.
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
    /// Output format for each line [default: text; with --summary alone, results of lines are not shown]
    #[arg(long, short, value_enum)]
    format: Option<Format>,
    /// Write only the URLs, one per line
    #[arg(long, short, conflicts_with_all = ["format", "long"])]
    list: bool,
    /// In text output, write one line per grammar with its result [default for URLs of --url]
    #[arg(long)]
    long: bool,
    #[command(flatten)]
    cells: Cells,
    /// End with a summary: for each grammar, the number of lines that it accepts, by production, and that it refuses, by reason
    ///
    /// With --format json, jsonl or csv, the summary goes to standard error.
    #[arg(long, short, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    summary: Option<SummaryFormat>,
    /// Number of reasons per grammar in the summary
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Show the warnings of the documents' security sections, for each grammar that accepts a line
    #[arg(long)]
    advice: bool,
    #[command(flatten)]
    forgive: ForgiveArgs,
    /// The condition for every line: some selected grammar accepts it, or all of them do
    #[arg(long, value_enum, default_value_t = Require::Any)]
    require: Require,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for people
    Text,
    /// Only the URLs
    #[value(skip)]
    List,
    /// One JSON array with an object per input line
    Json,
    /// JSON Lines: one object per input line
    Jsonl,
    /// Comma-separated values: one row per input line and grammar
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum SummaryFormat {
    /// A text table for people
    Text,
    /// One JSON array with an object per grammar
    Json,
    /// JSON Lines: one object per grammar
    Jsonl,
    /// Comma-separated values: one row per production and per reason
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Require {
    /// Some selected grammar accepts the line
    Any,
    /// Every selected grammar accepts the line
    All,
}

/// Describes the machine-readable output.
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
    // The counts end a summary for people, and a list on a terminal.
    let summed = args.summary == Some(SummaryFormat::Text);
    let on_terminal = format == Some(Format::Text) && !input.given() && io::stdout().is_terminal();
    let tells = summed || args.summary.is_none() && on_terminal;
    let counted = || Counted {
        satisfied: true,
        tally: tells.then(Tally::default),
        summary: args.summary.map(|_| Summary::new(&grammars, input.several())),
    };
    let judge = || Judge::new(args, &writer, &grammars, counted());
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
    match tally.map(|tally| tally.line(&grammars)) {
        Some(line) if people => output.out.write_all(line.as_bytes())?,
        // Standard output has records for programs.
        Some(line) => _ = anstream::stderr().write_all(line.as_bytes()),
        None => {}
    }
    output.out.flush()?;
    if !failure::told(&unread) {
        return Ok(ExitCode::from(2));
    }
    Ok(if satisfied { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
