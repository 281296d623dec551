//! `check`: checks many URLs, one per line, with all grammars.

mod args;
mod checker;
mod counts;
pub mod filter;
mod https;
mod readings;
mod record;
mod summary;
mod tally;
mod verdicts;

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use uri_lineage::language::Agreement;
use uri_lineage::{Component, Grammar};

pub use self::args::Args;
use self::args::{LineFormat, SummaryFormat};
use self::checker::{CheckCounts, CheckSelection, Checker};
use self::record::ResultWriter;
use self::summary::CheckSummary;
use self::tally::Tally;
use crate::browser;
use crate::engine;
use crate::failure::Failure;
use crate::list::ObjectWriter;
use crate::list::place::UnreadRecord;
use crate::options::url_grammar::UrlGrammar;
use crate::output::text;
use crate::output::{Output, report_unread};
use crate::schema::{Column, OutputDescription};

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description
        .record::<record::LineRecord>()
        .record::<UnreadRecord<'_>>()
        .record::<counts::GrammarSummary<'_>>()
        .format("json", "array")
        .format("jsonl", "lines")
        .table("records", columns(record::table()))
        .table("summary", columns(counts::COLUMNS));
}

/// Columns by their names and descriptions. Some are absent from some tables.
fn columns(columns: impl IntoIterator<Item = (&'static str, &'static str)>) -> Vec<Column> {
    let columns = columns.into_iter().map(|(name, description)| Column {
        optional: record::OPTIONAL.contains(&name),
        ..Column::new((name, description))
    });
    columns.collect()
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut loader = args.grammars.loader()?;
    let mut grammars = loader.list()?;
    if args.schemes {
        let schemes = loader.schemes()?;
        // It may be among the selected grammars too.
        if !grammars.contains(&schemes) {
            grammars.push(schemes);
        }
    }
    let filter = args.filter.read(&mut loader, &grammars)?;
    let user_grammars = loader.user_grammars();
    // A summary of the grammars that are used by default tells the documents in force too.
    let by_scheme = if args.summary.is_some() && args.grammars.is_default() && !args.schemes {
        Some(loader.schemes()?)
    } else {
        None
    };
    let selection = CheckSelection {
        args,
        filter: &filter,
        grammars: &grammars,
        user_grammars: &user_grammars,
        by_scheme: by_scheme.as_ref().and_then(UrlGrammar::user_grammar),
    };
    let summarised: Vec<UrlGrammar> = grammars.iter().chain(&by_scheme).cloned().collect();
    let input = args.files.input()?;
    // The digest of a long line is one for the built-in grammars.
    let input = if user_grammars.is_empty() { input } else { input.with_whole_records() };
    let formats = OutputFormats::new(args, input.is_arguments());
    let mut output = Output::new(formats.is_for_people && !formats.is_unchanged);
    let writer = ResultWriter {
        colours: output.colours(),
        format: formats.lines,
        end: input.end(),
        files: input.has_several(),
        cells: args.cells,
        long: args.long || args.cite.is_set() || input.is_arguments(),
        cite: args.cite,
        agree: &args.agree,
        width: grammars.iter().map(|grammar| text::columns(grammar.name())).max().unwrap_or_default().max(WIDTH),
        has_whatwg: grammars.iter().any(|grammar| grammar.built_in() == Some(browser::GRAMMAR)),
        hints: args.grammars.is_default(),
    };
    let agreement = agreement(args, &grammars)?;
    let mut objects = ObjectWriter::new(&mut output.out, formats.lines == Some(LineFormat::Json));
    writer.header(&mut objects)?;
    let (CheckCounts { satisfied, tally, summary }, unread) = engine::run(
        input.blocks(),
        || {
            let counts = CheckCounts {
                satisfied: true,
                tally: formats.has_tally.then(Tally::default),
                summary: args.summary.map(|_| CheckSummary::new(&summarised, input.has_several())),
            };
            Checker::new(&selection, &writer, agreement.as_ref(), counts)
        },
        &mut objects,
    )?;
    objects.end()?;
    if let Some(summary) = summary {
        write_summary(args, &summary, &formats, &mut output)?;
    }
    match tally.map(|tally| tally.line(&grammars)) {
        Some(line) if formats.is_for_people => output.out.write_all(line.as_bytes())?,
        // Standard output has records for programs.
        Some(line) => _ = anstream::stderr().write_all(line.as_bytes()),
        None => {}
    }
    output.out.flush()?;
    if !report_unread(&unread) {
        return Ok(ExitCode::from(2));
    }
    Ok(if satisfied { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The least width of the names of grammars: that of the longest id.
const WIDTH: usize = 15;

/// The parts of the output, and their formats.
struct OutputFormats {
    /// The format of the results of lines; `None` if they are not shown.
    lines: Option<LineFormat>,
    /// Whether people read the output.
    is_for_people: bool,
    /// Whether the output has only URLs for another program, which are written unchanged.
    is_unchanged: bool,
    /// Whether the output ends with the number of accepted lines: after a summary for people, and
    /// after a list on a terminal.
    has_tally: bool,
}

impl OutputFormats {
    /// `has_urls` is whether the arguments have the URLs.
    fn new(args: &Args, has_urls: bool) -> Self {
        let default = if args.list { LineFormat::List } else { LineFormat::Text };
        let lines = args.format.or((args.list || args.summary.is_none()).then_some(default));
        let has_summary_alone = lines.is_none() && args.summary.is_some_and(|format| format != SummaryFormat::Text);
        let is_terminal = io::stdout().is_terminal();
        let is_text_on_terminal = lines == Some(LineFormat::Text) && !has_urls && is_terminal;
        Self {
            lines,
            is_for_people: matches!(lines, None | Some(LineFormat::Text | LineFormat::List)) && !has_summary_alone,
            is_unchanged: lines == Some(LineFormat::List) && !is_terminal,
            has_tally: match args.summary {
                Some(format) => format == SummaryFormat::Text,
                None => is_text_on_terminal,
            },
        }
    }
}

/// Writes the summary after the results of lines.
fn write_summary(
    args: &Args,
    summary: &CheckSummary,
    formats: &OutputFormats,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(format) = args.summary else { return Ok(()) };
    let summary = summary.written(format, args.top, args.cells)?;
    match formats.lines {
        // A summary for programs has no escapes for people, as the records have.
        Some(LineFormat::Text | LineFormat::List) if format != SummaryFormat::Text => {
            output.out.flush()?;
            let mut unchanged = Output::new(false);
            unchanged.out.write_all(&summary)?;
            unchanged.out.flush()?;
        }
        None | Some(LineFormat::Text | LineFormat::List) => output.out.write_all(&summary)?,
        Some(LineFormat::Json | LineFormat::Jsonl | LineFormat::Csv) => {
            output.out.flush()?;
            _ = anstream::stderr().write_all(&summary);
        }
    }
    Ok(())
}

/// The strings that all grammars accept and read alike, if requested.
fn agreement(args: &Args, grammars: &[UrlGrammar]) -> Result<Option<Agreement>, Failure> {
    if args.agree.is_empty() {
        if args.filter.needs_agreement() {
            return Err(Failure::Usage("--only alike and unlike need --agree".to_owned()));
        }
        return Ok(None);
    }
    let built_in: Option<Vec<Grammar>> = grammars.iter().map(UrlGrammar::built_in).collect();
    let agreement = match built_in {
        Some(grammars) => Agreement::new(&grammars, &args.agree),
        None => {
            let spans = grammars.iter().map(|grammar| match grammar {
                UrlGrammar::BuiltIn(grammar) => {
                    grammar.spans(Component::ALL).map(Vec::from).map_err(|error| failure(&error))
                }
                UrlGrammar::User(grammar) => grammar.spans().map(<[_]>::to_vec).map_err(|error| failure(error)),
            });
            let spans = spans.collect::<Result<Vec<_>, Failure>>()?;
            let grammars: Vec<_> = grammars.iter().map(UrlGrammar::built_in).collect();
            Agreement::of_spans(&spans, &grammars, &Component::ALL, &args.agree, false)
        }
    };
    agreement.map(Some).map_err(|error| failure(&error))
}

fn failure(error: &dyn Display) -> Failure {
    Failure::Usage(error.to_string())
}
