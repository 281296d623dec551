//! `grammars`: the six.

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::Grammar;

use crate::failure::Failure;
use crate::output::{Output, table};

/// List the six grammars: document, date and entry productions
#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> Result<ExitCode, Failure> {
    let mut output = Output::new(true);
    let rows = Grammar::ALL.map(|grammar| {
        vec![
            grammar.id().to_owned(),
            grammar.date().to_owned(),
            format!("{}, {}", grammar.document(), grammar.section()),
            grammar.entry_productions().join(" "),
        ]
    });
    output.out.write_all(table(&["grammar", "date", "document", "entry productions"], rows, &[]).as_bytes())?;
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}
