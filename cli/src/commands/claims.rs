//! `claims`: statements of the documents about their own grammars.

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::DocumentGrammar;
use uri_lineage::claims::{Claim, claims};

use crate::failure::Failure;
use crate::options::documents::DocumentGrammarArgs;
use crate::output::text::code;
use crate::output::{DocumentFormat as Format, Output};
use crate::schema::OutputDescription;

/// Check statements of the documents about their own grammars, each with its place in the text and
/// the words of the document
///
/// A statement that is false has a shortest string that shows it. `--grammar` selects the
/// statements of whole documents: with `rfc8089` also those about the variants of RFC 8089.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage claims --findings
  uri-lineage claims --findings --grammar rfc1738,rfc6068
  uri-lineage claims --format json")]
pub struct Args {
    /// Show only the statements that are false
    #[arg(long)]
    findings: bool,
    #[command(flatten)]
    grammars: DocumentGrammarArgs,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<Claim>().format("json", "array");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut claims = claims();
    let documents: Vec<&str> = args.grammars.list().into_iter().map(DocumentGrammar::document).collect();
    claims.retain(|claim| documents.contains(&claim.document));
    if args.findings {
        claims.retain(|claim| claim.holds == Some(false));
    }
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
    writeln!(output.out, "  > {}", claim.quotation)?;
    let explanation: String = claim.but.iter().chain(&claim.undecided).map(|text| format!(": {text}")).collect();
    writeln!(output.out, "  {}: {verdict}{explanation}", claim.question)?;
    Ok(())
}

fn markdown(output: &mut Output, claim: &Claim) -> Result<(), Failure> {
    let Claim { document, place, quotation, says, question, but, undecided, .. } = claim;
    write!(output.out, "- **{document}**, {place}: {says} ({}). ", code(quotation))?;
    match (but, undecided) {
        (Some(but), _) => writeln!(output.out, "But {but}.")?,
        (_, Some(error)) => writeln!(output.out, "*{question}* cannot be decided: {error}.")?,
        _ => writeln!(output.out, "*{question}* holds.")?,
    }
    Ok(())
}
