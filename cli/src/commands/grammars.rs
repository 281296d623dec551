//! `grammars`: lists all grammars.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::{Date, Grammar};

use crate::failure::Failure;
use crate::output::text::table;
use crate::output::{Format, Output};
use crate::schema::OutputDescription;

/// List the grammars with their documents, dates and entry productions
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage grammars
  uri-lineage grammars --format json")]
pub struct Args {
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A grammar.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct GrammarRecord {
    /// The id of the grammar, which all commands use.
    id: Grammar,
    /// When its document appeared: a year, or a month and a year.
    #[schemars(with = "&'static str")]
    date: Date,
    /// The document.
    document: &'static str,
    /// The section of the document that prints the grammar.
    section: &'static str,
    /// The entry productions, which a whole URL may match.
    entry_productions: &'static [&'static str],
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<GrammarRecord>().format("json", "array");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut output = Output::new(args.format == Format::Text);
    if args.format == Format::Json {
        let records = Grammar::ALL.map(|grammar| GrammarRecord {
            id: grammar,
            date: grammar.date(),
            document: grammar.document(),
            section: grammar.section(),
            entry_productions: grammar.entry_productions(),
        });
        return output.json(&records);
    }
    let rows = Grammar::ALL.map(|grammar| {
        vec![
            grammar.id().to_owned(),
            grammar.date().to_string(),
            format!("{}, {}", grammar.document(), grammar.section()),
            grammar.entry_productions().join(" "),
        ]
    });
    output.out.write_all(table(&["grammar", "date", "document", "entry productions"], rows, &[]).as_bytes())?;
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}
