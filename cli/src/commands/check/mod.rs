//! `check`: checks many URLs, one per line, with all grammars.

mod args;
mod checker;
mod counts;
pub mod filter;
mod readings;
mod record;
mod summary;
mod tally;
mod verdicts;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use uri_lineage::language::{Agreement, ByteTable};
use uri_lineage::{Component, Grammar};

pub use self::args::Args;
use self::args::{Format, SummaryFormat};
use self::checker::{Checker, Counted};
use self::summary::Summary;
use self::tally::Tally;
use crate::engine;
use crate::failure::{self, Failure};
use crate::list::ObjectWriter;
use crate::options::given::Given;
use crate::output::Output;
use crate::output::text::columns;
use crate::schema::{Column, Described};

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    let mut columns: Vec<Column> = record::table().map(Column::new).collect();
    let some = |column: &&mut Column| [record::FILE, record::AGREE, record::UNEXAMINED].contains(&column.name);
    columns.iter_mut().filter(some).for_each(|column| column.optional = true);
    let mut summary: Vec<Column> = counts::COLUMNS.map(Column::new).into();
    summary.iter_mut().filter(some).for_each(|column| column.optional = true);
    all.record::<record::Line>().record::<counts::OfGrammar<'_>>().format("json", "array").format("jsonl", "lines");
    all.table("records", columns).table("summary", summary);
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut shelf = args.grammars.shelf()?;
    let grammars = shelf.list()?;
    let filter = args.filter.read(&mut shelf, &grammars)?;
    let owns = shelf.owns();
    let of_lines = if args.list { Format::List } else { Format::Text };
    let format = args.format.or((args.list || args.summary.is_none()).then_some(of_lines));
    let machine = format.is_none() && args.summary.is_some_and(|format| format != SummaryFormat::Text);
    // URLs for other programs are written unchanged.
    let unchanged = format == Some(Format::List) && !io::stdout().is_terminal();
    let people = matches!(format, None | Some(Format::Text | Format::List)) && !machine;
    let mut output = Output::new(people && !unchanged);
    let input = args.files.input()?;
    // The digest of a long line is one for the built-in grammars.
    let input = if owns.is_empty() { input } else { input.whole() };
    let writer = record::Writer {
        colours: output.colours(),
        format,
        end: input.end(),
        files: input.several(),
        cells: args.cells,
        long: args.long || input.given(),
        agree: &args.agree,
        width: grammars.iter().map(|given| columns(given.name())).max().unwrap_or_default().max(WIDTH),
        unexamined: grammars.iter().any(Given::has_unexamined),
    };
    // The counts end a summary for people, and a list on a terminal.
    let summed = args.summary == Some(SummaryFormat::Text);
    let on_terminal = format == Some(Format::Text) && !input.given() && io::stdout().is_terminal();
    let tells = summed || args.summary.is_none() && on_terminal;
    let agreement = agreement(args, &grammars)?;
    let counted = || Counted {
        satisfied: true,
        tally: tells.then(Tally::default),
        summary: args.summary.map(|_| Summary::new(&grammars, input.several())),
    };
    let asked = checker::Selected { args, filter: &filter, grammars: &grammars, owns: &owns };
    let checker = || Checker::new(&asked, &writer, agreement.as_ref(), counted());
    let mut objects = ObjectWriter::new(&mut output.out, format == Some(Format::Json));
    writer.header(&mut objects)?;
    let (Counted { satisfied, tally, summary }, unread) = engine::run(&input, checker, &mut objects)?;
    objects.end()?;
    if let (Some(form), Some(summary)) = (args.summary, summary) {
        let summary = summary.written(form, args.top, args.cells)?;
        match format {
            // A summary for programs has no escapes for people, as the records have.
            Some(Format::Text | Format::List) if form != SummaryFormat::Text => {
                output.out.flush()?;
                let mut unchanged = Output::new(false);
                unchanged.out.write_all(&summary)?;
                unchanged.out.flush()?;
            }
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
    if !failure::report(&unread) {
        return Ok(ExitCode::from(2));
    }
    Ok(if satisfied { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The least width of the names of grammars: that of the longest id.
const WIDTH: usize = 15;

/// The strings that all grammars accept and read alike, if requested.
fn agreement(args: &Args, grammars: &[Given]) -> Result<Option<ByteTable>, Failure> {
    if args.agree.is_empty() {
        let told = !args.filter.agreeing();
        return told.then_some(None).ok_or_else(|| Failure::Usage("--only alike and unlike need --agree".to_owned()));
    }
    let failed = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
    let built_in: Option<Vec<Grammar>> = grammars.iter().map(Given::built_in).collect();
    let agreement = match built_in {
        Some(grammars) => Agreement::new(&grammars, &args.agree),
        None => {
            let spans = grammars.iter().map(|given| match given {
                Given::BuiltIn(grammar) => grammar.spans(Component::ALL).map(Vec::from).map_err(|error| failed(&error)),
                Given::Own(own) => own.spans().map(<[_]>::to_vec).map_err(|error| failed(error)),
            });
            let spans = spans.collect::<Result<Vec<_>, _>>()?;
            Agreement::of_spans(&spans, &Component::ALL, &args.agree, false)
        }
    };
    Ok(Some(agreement.map_err(|error| failed(&error))?.table().clone()))
}
