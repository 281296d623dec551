//! `agree`: the strings that several grammars accept and read alike.

mod answer;
mod args;
mod records;
mod written;

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use uri_lineage::Component;
use uri_lineage::language::Agreement;

use self::answer::AgreeAnswer;
use self::args::AgreeFormat;
pub use self::args::Args;
use crate::failure::Failure;
use crate::options::sides::Side;
use crate::output::Output;
use crate::schema::OutputDescription;
use crate::splits;

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<records::AgreeRecord<'_>>().format("jsonl", "lines");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let sources = args.pest.sources(&args.grammars, &args.order, &args.selection.notation)?;
    let compared = args.components.comparable(&sources)?;
    let is_explained = matches!(args.format, AgreeFormat::Text | AgreeFormat::Jsonl);
    let is_abnf = args.format == AgreeFormat::Abnf;
    // Requirements may name other components, and so may productions.
    let mut with_spans = if is_explained || is_abnf { Component::ALL.to_vec() } else { compared.clone() };
    let sides = match args.pest.sides(&sources, &with_spans, &args.selection) {
        // Productions need only name those that can be read in all grammars.
        Err(_) if is_abnf => {
            with_spans.clone_from(&compared);
            args.pest.sides(&sources, &with_spans, &args.selection)?
        }
        sides => sides?,
    };
    let names: Vec<String> = sides.iter().map(|side| side.name.clone()).collect();
    let names = names.join(", ");
    let spans: Vec<_> = sides.iter().map(|side| side.spans.clone()).collect();
    let grammars: Vec<_> = sides.iter().map(Side::grammar).collect();
    let agreement = Agreement::of_spans(&spans, &grammars, &with_spans, &compared, args.strict);
    let agreement = agreement.map_err(|error| about_grammars(&names, &error))?;
    let mut output = Output::new(args.format == AgreeFormat::Text);
    if !is_explained {
        written::write(&agreement, &description(&names, &compared, args), args.format, &mut output)?;
        output.out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut causes = splits::find(&sides, (&with_spans, &compared), args.strict, args.witnesses)?;
    causes.sort_by_key(|cause| cause.strings.first().map_or(0, |split| split.string.chars().count()));
    let explanation = agreement.explanation().map_err(|error| about_grammars(&names, &error))?;
    let selection = args.selection.options();
    let answer =
        AgreeAnswer { sides: &sides, compared, selection, strict: args.strict, agreement, causes, explanation };
    match args.format {
        AgreeFormat::Jsonl => records::write(&answer, &mut output.out)?,
        _ => answer.text(&mut output)?,
    }
    output.out.flush()?;
    Ok(if answer.causes.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// An error with the names of the grammars.
fn about_grammars(names: &str, error: &dyn Display) -> Failure {
    Failure::Usage(format!("{names}: {error}"))
}

/// The set that is written, in words: the grammars, the components, and the options on which the
/// set depends.
fn description(names: &str, compared: &[Component], args: &Args) -> String {
    let components: Vec<&str> = compared.iter().map(|component| component.name()).collect();
    let mut options = args.selection.options();
    options.extend(args.strict.then(|| "--strict".to_owned()));
    let options = if options.is_empty() { String::new() } else { format!(" ({})", options.join(" ")) };
    format!("The strings that {names} accept and read alike{options}: {}.", components.join(", "))
}
