//! `claims`: statements of the documents about their own grammars.

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::claims::{Claim, claims};

use crate::failure::Failure;
use crate::output::text::code;
use crate::output::text::quoted;
use crate::output::{DocumentFormat as Format, Output};
use crate::schema::Described;

/// Check statements of the documents about their own grammars, each with its place in the text
///
/// A statement that is false has a shortest string that shows it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage claims --findings
  uri-lineage claims --format json")]
pub struct Args {
    /// Show only the statements that are false
    #[arg(long)]
    findings: bool,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<Claim>().format("json", "array");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let wanted = |claim: &Claim| !args.findings || claim.holds == Some(false);
    let claims: Vec<Claim> = claims().into_iter().filter(wanted).collect();
    let mut output = Output::new(args.format == Format::Text);
    match args.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut output.out, &claims)?;
            writeln!(output.out)?;
        }
        Format::Text => claims.iter().try_for_each(|claim| text(&mut output, claim))?,
        Format::Markdown => claims.iter().try_for_each(|claim| markdown(&mut output, claim))?,
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn text(output: &mut Output, claim: &Claim) -> Result<(), Failure> {
    let verdict = match claim.holds {
        Some(true) => output.good("holds"),
        Some(false) => output.bad("does not hold"),
        None => output.bold("undecided"),
    };
    writeln!(output.out, "{}, {}: {}", claim.document, claim.place, claim.says)?;
    let shown: Vec<String> =
        claim.witnesses.iter().map(|witness| quoted(witness)).chain(claim.undecided.clone()).collect();
    let colon = if shown.is_empty() { "" } else { ": " };
    writeln!(output.out, "  {}: {verdict}{colon}{}", claim.question, shown.join(", "))?;
    Ok(())
}

fn markdown(output: &mut Output, claim: &Claim) -> Result<(), Failure> {
    let verdict = match claim.holds {
        Some(true) => "holds",
        Some(false) => "does not hold",
        None => "cannot be decided",
    };
    // The other formats have the long lists of examples.
    const MOST: usize = 6;
    let more = claim.witnesses.len().saturating_sub(MOST);
    let more = (more > 0).then(|| format!("and {more} more"));
    let witnesses = claim.witnesses.iter().take(MOST).map(|text| code(text));
    let shown: Vec<String> = witnesses.chain(more).chain(claim.undecided.clone()).collect();
    let colon = if shown.is_empty() { "" } else { ": " };
    let Claim { document, place, says, question, .. } = claim;
    writeln!(output.out, "- **{document}**, {place}: {says}. *{question}*: {verdict}{colon}{}", shown.join(", "))?;
    Ok(())
}
