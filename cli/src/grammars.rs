//! `grammars`: all of them.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;
use uri_lineage::Grammar;

use crate::failure::Failure;
use crate::output::{Format, Output};
use crate::table::table;

/// List the grammars: document, date and entry productions
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage grammars
  uri-lineage grammars --format json")]
pub struct Args {
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut output = Output::new(args.format == Format::Text);
    if args.format == Format::Json {
        let all = Grammar::ALL.map(|grammar| {
            json!({
                "grammar": grammar.id(),
                "date": grammar.date(),
                "document": grammar.document(),
                "section": grammar.section(),
                "entry_productions": grammar.entry_productions(),
            })
        });
        return output.json(&all);
    }
    let rows = Grammar::ALL.map(|grammar| {
        vec![
            grammar.id().to_owned(),
            grammar.date().to_owned(),
            format!("{}, {}", grammar.document(), grammar.section()),
            grammar.entry_productions().join(" "),
        ]
    });
    output.out.write_all(table(&["grammar", "date", "document", "entry productions"], &rows, &[]).as_bytes())?;
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}
