//! `agree`: the strings that several grammars accept and read alike.

mod answer;
mod args;
mod records;
mod written;

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::Component;
use uri_lineage::language::Agreement;

use self::answer::Answer;
pub use self::args::Args;
use self::args::Format;
use crate::failure::Failure;
use crate::output::Output;
use crate::schema::Described;
use crate::splits;

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<records::Record<'_>>().format("jsonl", "lines");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let sources = args.pest.sources(&args.grammars);
    if sources.len() < 2 {
        return Err(Failure::Usage(
            "expected two grammars or more, which may be --pest FILE or --regex PATTERN; see --help".to_owned(),
        ));
    }
    let compared = args.components.list();
    let explains = matches!(args.format, Format::Text | Format::Jsonl);
    // Requirements may name other components.
    let read = if explains { Component::ALL.to_vec() } else { compared.clone() };
    let mut sides = args.pest.read(sources, &read, &args.selection.notation)?;
    let names: Vec<String> = sides.iter().map(|side| side.name.clone()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let too_large = |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", names.join(", ")));
    if let Some(selected) = args.selection.language()? {
        for spans in &mut sides[0].spans {
            *spans = spans.within(&selected).map_err(|error| too_large(&error))?;
        }
    }
    let all: Vec<_> = sides.iter().map(|side| side.spans.clone()).collect();
    let agreement = Agreement::of_spans(&all, &read, &compared, args.strict).map_err(|error| too_large(&error))?;
    let mut output = Output::new(args.format == Format::Text);
    if !explains {
        let about = about(&names, &compared, args);
        written::write(&agreement, &about, args.format, &mut output)?;
        output.out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut causes = splits::find(&sides, (&read, &compared), args.strict, args.witnesses)?;
    causes.sort_by_key(|cause| cause.strings.first().map_or(0, |split| split.string.chars().count()));
    let explanation = agreement.explanation().map_err(|error| too_large(&error))?;
    let selection = args.selection.options();
    let answer = Answer { sides: &sides, compared, selection, strict: args.strict, agreement, causes, explanation };
    match args.format {
        Format::Jsonl => records::write(&answer, &mut output.out)?,
        _ => answer.text(&mut output)?,
    }
    output.out.flush()?;
    Ok(if answer.causes.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is written, in words: the grammars, the components, and the options on which the set
/// depends.
fn about(names: &[&str], compared: &[Component], args: &Args) -> String {
    let components: Vec<&str> = compared.iter().map(|component| component.name()).collect();
    let mut options = args.selection.options();
    options.extend(args.strict.then(|| "--strict".to_owned()));
    let options = if options.is_empty() { String::new() } else { format!(" ({})", options.join(" ")) };
    format!("The strings that {} accept and read alike{options}: {}.", names.join(", "), components.join(", "))
}
