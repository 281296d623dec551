//! `lineage`: one production through all generations.

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::Grammar;
use uri_lineage::language::{Language, Relation, corresponding};
use uri_lineage::published::{Bnf, Reading};

use crate::diff::{quoted, verb};
use crate::failure::Failure;
use crate::output::Output;

/// Follow one production through all generations, in order of date
///
/// For each grammar that has it, under this name or one that plays the same part: its text as printed, how its
/// language stands to the one before, and the shortest strings that show it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage lineage hostname
  uri-lineage lineage gopher")]
pub struct Args {
    /// A production by its name in any of the grammars, or a scheme
    #[arg(value_name = "PRODUCTION|SCHEME")]
    name: String,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let has = |name: &str| Grammar::ALL.iter().any(|&grammar| Bnf::of(grammar, Reading::Corrected).get(name).is_some());
    let names = [args.name.clone(), format!("{}address", args.name), format!("{}url", args.name)];
    let Some(name) = names.iter().find(|name| has(name)) else {
        return Err(Failure::Usage(format!("no grammar has a production or a scheme named `{}`", args.name)));
    };
    let mut output = Output::new(true);
    let mut before: Option<(String, Language)> = None;
    for grammar in Grammar::ALL {
        let bnf = Bnf::of(grammar, Reading::Corrected);
        let Some(own) = std::iter::once(name.as_str()).chain(corresponding(name)).find(|name| bnf.get(name).is_some())
        else {
            continue;
        };
        let full = format!("{grammar}:{own}");
        writeln!(output.out, "{}  {}", output.bold(&full), grammar.date())?;
        let printed = Bnf::of(grammar, Reading::Published).get(own).map(|definition| definition.text.as_str());
        let corrected = bnf.get(own).map(|definition| definition.text.as_str());
        printed.unwrap_or("(not defined)").lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
        if let Some(corrected) = corrected.filter(|text| Some(*text) != printed) {
            writeln!(output.out, "  corrected:")?;
            corrected.lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
        }
        let language = Language::of(bnf, own)?;
        if let Some((earlier, earlier_language)) = &before {
            let comparison = language.compare(earlier_language)?;
            writeln!(output.out, "  {} {earlier}", verb(comparison.relation))?;
            for (label, witness) in [("new", &comparison.left_only), ("gone", &comparison.right_only)] {
                if let Some(witness) = witness {
                    writeln!(output.out, "    {label}: {}", quoted(witness))?;
                }
            }
            if comparison.relation == Relation::Overlapping
                && let Some(both) = &comparison.both
            {
                writeln!(output.out, "    both: {}", quoted(both))?;
            }
        }
        writeln!(output.out)?;
        before = Some((full, language));
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}
