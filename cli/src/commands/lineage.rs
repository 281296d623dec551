//! `lineage`: one production through all generations.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::language::{Comparison, Divergences, Language, LanguageError, Relation, Side, correspondence};
use uri_lineage::published::{Bnf, Reading};
use uri_lineage::{Date, Grammar};

use crate::commands::diff::{Cause, Causes, Names, causes, explained, verb};
use crate::failure::Failure;
use crate::options::complete;
use crate::options::source::ReadingArgs;
use crate::output::text::quoted;
use crate::output::{Format, Output};
use crate::schema::Described;

/// Follow one production through all generations, in order of date
///
/// For each grammar that has the production, or a corresponding one of another name: its text as printed, the relation of its
/// language to that of the previous grammar, and every cause why they differ, with shortest strings that show it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage lineage hostname
  uri-lineage lineage gopher
  uri-lineage lineage --reading published --format json hostname")]
pub struct Args {
    /// The name of a production in any of the grammars, or a scheme
    #[arg(value_name = "PRODUCTION|SCHEME")]
    #[arg(add = complete::named())]
    name: String,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A production in one grammar.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct Generation {
    /// The grammar.
    grammar: Grammar,
    /// Its production.
    production: String,
    /// When its document appeared: a year, or a month and a year.
    #[schemars(with = "&'static str")]
    date: Date,
    /// The production as printed; `null` if the document uses it but does not print it.
    published: Option<&'static str>,
    /// The production with the corrections; `null` if they do not change it.
    corrected: Option<&'static str>,
    /// Why the selected reading describes no language; absent if it describes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The change since the previous grammar; `null` if this is the first.
    change: Option<Change>,
}

/// The relation of a production to that of the previous grammar, with shortest strings that show it.
#[derive(Serialize, JsonSchema)]
struct Change {
    /// The previous grammar and its production, separated by a colon.
    before: String,
    /// The relation of the language to the previous one, as a verb: `is narrower than`.
    relation: String,
    /// A shortest string that is new in the language; `null` if no such string exists.
    new: Option<String>,
    /// A shortest string that is no longer in the language; `null` if no such string exists.
    gone: Option<String>,
    /// A shortest string of both languages, if each has strings that the other lacks; otherwise `null`.
    both: Option<String>,
    /// Every cause why they differ: the left is the previous grammar.
    divergences: Vec<Cause>,
}

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<Generation>().format("json", "array");
}

/// The production of a grammar that corresponds to a name: the production of that name, or else one that
/// [corresponds](correspondence) to it.
pub fn counterpart<'b>(bnf: &'b Bnf, name: &str) -> Option<&'b str> {
    let own = std::iter::once(name).chain(correspondence().of(name)).find_map(|name| bnf.get(name))?;
    Some(&own.name)
}

impl Change {
    fn of(before: &str, comparison: Comparison, divergences: Option<&Divergences>) -> Result<Self, LanguageError> {
        let relation = comparison.relation;
        let both = comparison.both.filter(|_| relation == Relation::Overlapping);
        let (new, gone) = (comparison.left_only, comparison.right_only);
        let divergences = divergences.map(|all| Causes::of(all, 1)).transpose()?.map_or(Vec::new(), |all| all.0);
        Ok(Self { before: before.to_owned(), relation: verb(relation).to_owned(), new, gone, both, divergences })
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let has = |name: &str| Grammar::ALL.iter().any(|&grammar| grammar.bnf(Reading::Corrected).get(name).is_some());
    let names = [args.name.clone(), format!("{}address", args.name), format!("{}url", args.name)];
    let Some(name) = names.iter().find(|name| has(name)) else {
        return Err(Failure::Usage(format!("no grammar has a production or a scheme named `{}`", args.name)));
    };
    let output = Output::new(args.format == Format::Text);
    let mut generations = Vec::new();
    let mut before: Option<(String, Language, &Bnf, &str)> = None;
    for grammar in Grammar::ALL {
        let bnf = grammar.bnf(args.reading.reading.into());
        let Some(own) = counterpart(bnf, name) else { continue };
        let text = |reading| grammar.bnf(reading).get(own).map(|definition| definition.text.as_str());
        let published = text(Reading::Published);
        let mut generation = Generation {
            grammar,
            production: own.to_owned(),
            date: grammar.date(),
            published,
            corrected: text(Reading::Corrected).filter(|text| Some(*text) != published),
            error: None,
            change: None,
        };
        match Language::of(bnf, own) {
            Ok(language) => {
                if let Some((earlier, earlier_language, earlier_bnf, earlier_own)) = &before {
                    let why = causes((earlier_bnf, earlier_own), (bnf, own))?;
                    generation.change = Some(Change::of(earlier, language.compare(earlier_language)?, why.as_ref())?);
                }
                before = Some((format!("{grammar}:{own}"), language, bnf, own));
            }
            Err(error) => generation.error = Some(error.to_string()),
        }
        generations.push(generation);
    }
    match args.format {
        Format::Json => output.json(&generations),
        Format::Text => show(&generations, output),
    }
}

fn show(generations: &[Generation], mut output: Output) -> Result<ExitCode, Failure> {
    for Generation { grammar, production, date, published, corrected, error, change } in generations {
        writeln!(output.out, "{}  {date}", output.bold(format_args!("{grammar}:{production}")))?;
        published.unwrap_or("(not defined)").lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
        if let Some(corrected) = corrected {
            writeln!(output.out, "  corrected:")?;
            corrected.lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
        }
        if let Some(error) = error {
            writeln!(output.out, "  no language: {error}")?;
        }
        if let Some(Change { before, relation, both, divergences, .. }) = change {
            writeln!(output.out, "  {relation} {before}")?;
            if let Some(both) = both {
                writeln!(output.out, "    both: {}", quoted(both))?;
            }
            let own = format!("{grammar}:{production}");
            let names = Names { names: [before, &own], later: Some(Side::Right) };
            explained(&mut output, &names, divergences, "    ")?;
        }
        writeln!(output.out)?;
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}
