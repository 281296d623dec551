//! `diff`: the exact changes between two productions or two grammars.

mod args;
mod cause;
mod grammars;
mod level;
mod mentions;
mod productions;
mod sentence;
mod unplaced;

use std::io::Write;
use std::process::ExitCode;

pub use self::args::Args;
pub use self::cause::{Causes, causes, write_causes};
use self::grammars::GrammarsRecord;
pub use self::mentions::{ComparedDocuments, Mention, Mentions};
use self::productions::ProductionsRecord;
pub use self::sentence::{ComparedNames, verb};
use crate::failure::Failure;
use crate::output::{Format, Output};
use crate::schema::OutputDescription;

/// Whole grammars are compared without causes.
const NEEDS_PRODUCTIONS: &str =
    "--silent and --by select causes, which only two productions have: expected rfc3986:URI, for example";

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<ProductionsRecord<'_>>().record::<GrammarsRecord<'_>>().format("json", "record");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let [mut left, mut right] = args.sources.read_two([args.left.as_deref(), args.right.as_deref()], &args.order)?;
    let mut output = Output::new(args.format == Format::Text);
    let are_equal = match (&left.production, &right.production) {
        (None, None) if args.silent || args.by.is_some() => return Err(Failure::Usage(NEEDS_PRODUCTIONS.to_owned())),
        (None, None) => grammars::compare(args, &mut output, &left, &right)?,
        _ => productions::compare(args, &mut output, &mut left, &mut right)?,
    };
    output.out.flush()?;
    Ok(if are_equal { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
