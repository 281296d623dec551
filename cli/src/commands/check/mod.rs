//! `check`: checks many URLs, one per line, with all grammars.

mod args;
mod checker;
pub mod filter;
mod record;
mod summary;
mod tally;
mod verdicts;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use uri_lineage::Grammar;
use uri_lineage::language::{Agreement, ByteTable};

pub use self::args::Args;
use self::args::{Format, SummaryFormat};
use self::checker::{Checker, Counted};
use self::summary::Summary;
use self::tally::Tally;
use crate::engine;
use crate::failure::{self, Failure};
use crate::list::ObjectWriter;
use crate::output::Output;
use crate::schema::{Column, Described};

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    let mut columns: Vec<Column> = record::table().map(Column::new).collect();
    let some = |column: &&mut Column| [record::FILE, record::AGREE, record::UNEXAMINED].contains(&column.name);
    columns.iter_mut().filter(some).for_each(|column| column.optional = true);
    let mut summary: Vec<Column> = summary::COLUMNS.map(Column::new).into();
    summary.iter_mut().filter(some).for_each(|column| column.optional = true);
    all.record::<record::Line>().record::<summary::OfGrammar>().format("json", "array").format("jsonl", "lines");
    all.table("records", columns).table("summary", summary);
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
        agree: &args.agree,
        unexamined: grammars.iter().any(|grammar| grammar.unexamined().is_some()),
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
    let checker = || Checker::new(args, &writer, &grammars, agreement.as_ref(), counted());
    let people = matches!(format, None | Some(Format::Text | Format::List)) && !machine;
    let mut objects = ObjectWriter::new(&mut output.out, format == Some(Format::Json));
    writer.header(&mut objects)?;
    let (Counted { satisfied, tally, summary }, unread) = engine::run(&input, checker, &mut objects)?;
    objects.end()?;
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
    if !failure::report(&unread) {
        return Ok(ExitCode::from(2));
    }
    Ok(if satisfied { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The strings that all grammars accept and read alike, if requested.
fn agreement(args: &Args, grammars: &[Grammar]) -> Result<Option<ByteTable>, Failure> {
    if args.agree.is_empty() {
        let told = !args.filter.agreeing();
        return told.then_some(None).ok_or_else(|| Failure::Usage("--only alike and unlike need --agree".to_owned()));
    }
    let agreement = Agreement::of(grammars, &args.agree).map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(Some(agreement.table().clone()))
}
