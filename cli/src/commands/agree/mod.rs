//! `agree`: the strings that several grammars accept and read alike.

mod causes;
mod records;
mod written;

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::Component;
use uri_lineage::language::{Agreement, Explanation};

use self::causes::Cause;
use crate::failure::Failure;
use crate::options::complete;
use crate::options::sides::{ComponentArgs, PestArgs, SelectionArgs, Side};
use crate::output::Output;
use crate::output::text::plain;
use crate::schema::Described;

/// Find the strings that several grammars all accept and read alike, and the fewest requirements under which they read all alike
///
/// The set is exact: it has each string that all accept and that `differential` does not report for two of them. Every other string
/// that all accept belongs to a cause: who reads a component as who does. Of each cause a shortest string is shown, shortest first.
///
/// The requirements are the fewest of a fixed list that exclude all of these strings: no occurrence of a character, in the string
/// or in a component; a certain scheme, or not that scheme; `//` after the scheme, or not, or no third slash; no empty component.
/// Each is shown with a string that makes it needed: it satisfies all others. Strings with a scheme and the components remain.
/// Where no set of the list suffices, a string shows it.
///
/// --format selects how the set is written: regex, abnf and pest match the string as a whole; jsonl is the automaton. The ABNF
/// grammar and the pest grammar are decided to have this set before they are written.
///
/// Exit status: with a format that writes the set, 0. Otherwise 0 if all strings that all accept are read alike, 1 if some are
/// not. 2 for a usage error, or if an automaton is too large.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage agree rfc1738 rfc3986 --component host
  uri-lineage agree rfc1738 rfc2396 rfc3986 --scheme http --format regex
  uri-lineage agree rfc2396 rfc3986 --component host,port --format rust > filter.rs
  uri-lineage agree rfc3986 --pest my.pest:url --place 'host=hostport>host'")]
pub struct Args {
    /// Two grammars or more, or productions of them
    #[arg(value_name = "GRAMMAR[:PRODUCTION]")]
    #[arg(add = complete::sources())]
    grammars: Vec<String>,
    #[command(flatten)]
    pest: PestArgs,
    #[command(flatten)]
    components: ComponentArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// Also count it as a difference if a component is absent for one grammar and empty for another
    #[arg(long)]
    strict: bool,
    /// Number of strings of each cause to show
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    witnesses: usize,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for people
    Text,
    /// JSON Lines: the answer, the causes, and the states of the automaton
    Jsonl,
    /// A regular expression that matches the whole string
    Regex,
    /// An ABNF grammar
    Abnf,
    /// A pest grammar
    Pest,
    /// A table in Rust with a function that reads bytes; it needs no crate
    Rust,
}

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<records::Record<'_>>().format("jsonl", "lines");
}

/// The answer.
struct Answer<'a> {
    sides: &'a [Side<'a>],
    compared: Vec<Component>,
    strict: bool,
    agreement: Agreement,
    causes: Vec<Cause>,
    explanation: Explanation,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let sources = args.pest.sources(&args.grammars);
    if sources.len() < 2 {
        return Err(Failure::Usage("expected two grammars or more, which may be --pest FILE; see --help".to_owned()));
    }
    let compared = args.components.list();
    let explains = matches!(args.format, Format::Text | Format::Jsonl);
    // Requirements may name other components.
    let read = if explains { Component::ALL.to_vec() } else { compared.clone() };
    let mut sides = args.pest.read(sources, &read)?;
    let names: Vec<&str> = sides.iter().map(|side| side.name).collect();
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
        written::write(&agreement, &names, &compared, args.format, &mut output)?;
        output.out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let causes = causes::find(&sides, &read, &compared, &agreement, args)?;
    let explanation = agreement.explanation().map_err(|error| too_large(&error))?;
    let answer = Answer { sides: &sides, compared, strict: args.strict, agreement, causes, explanation };
    match args.format {
        Format::Jsonl => records::write(&answer, &mut output.out)?,
        _ => answer.text(&mut output)?,
    }
    output.out.flush()?;
    Ok(if answer.causes.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Answer<'_> {
    fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let some = |language: &uri_lineage::language::Language| language.members().next();
        let compared: Vec<&str> = self.compared.iter().map(|component| component.name()).collect();
        let compared =
            if compared.len() == Component::ALL.len() { "all components".to_owned() } else { compared.join(", ") };
        let (alike, all) = (some(self.agreement.language()), some(self.agreement.accepted()));
        let shown = |string: &String| {
            if string.is_empty() { "the empty string".to_owned() } else { plain(string).into_owned() }
        };
        match (&alike, &all) {
            (_, None) => writeln!(output.out, "no string is accepted by all")?,
            (None, Some(_)) => writeln!(output.out, "{compared}: read alike in no string that all accept")?,
            (Some(_), Some(_)) if self.causes.is_empty() => {
                writeln!(output.out, "{compared}: {}", output.good("read alike in every string that all accept"))?;
            }
            (Some(alike), Some(_)) => {
                let states = self.agreement.language().states();
                let alike = shown(alike);
                writeln!(
                    output.out,
                    "{compared}: read alike in some strings that all accept, such as {alike} ({states} states)"
                )?;
            }
        }
        if self.causes.is_empty() {
            return Ok(());
        }
        let count = self.causes.len();
        writeln!(output.out, "read differently, {count} cause{}, shortest first:", if count == 1 { "" } else { "s" })?;
        for cause in &self.causes {
            cause.text(self.sides, output)?;
        }
        match &self.explanation {
            Explanation::Requirements(all) => {
                writeln!(
                    output.out,
                    "{}, and no fewer suffice:",
                    output.good(format!(
                        "read alike with {} requirement{}",
                        all.len(),
                        if all.len() == 1 { "" } else { "s" }
                    ))
                )?;
                for (requirement, string) in all {
                    writeln!(output.out, "  {requirement}")?;
                    writeln!(output.out, "    needed for {}", shown(string))?;
                }
            }
            Explanation::None(string) => {
                writeln!(
                    output.out,
                    "no requirements suffice: {} satisfies those that can be required",
                    shown(string)
                )?;
            }
            Explanation::AtLeast(least) => {
                writeln!(
                    output.out,
                    "at least {least} requirements are needed: larger sets were not searched to the end"
                )?;
            }
        }
        Ok(())
    }
}
