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
use crate::options::names::suggest;
use crate::options::source::{NotationArgs, ReadingArg, ReadingArgs, Source};
use crate::output::text::quoted;
use crate::output::{Format, Output};
use crate::schema::Described;
use crate::schema::types::Name;

/// Follow one production through all generations, in order of date
///
/// For each grammar that has the production, or a corresponding one of another name: its text as
/// printed, the relation of its language to that of the previous grammar, and every cause why they
/// differ, with shortest strings that show it. With --after a production of your own is the last
/// generation.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage lineage hostname
  uri-lineage lineage gopher
  uri-lineage lineage port --after my.abnf:port
  uri-lineage lineage --reading published --format json hostname")]
pub struct Args {
    /// The name of a production in any of the grammars, or a scheme
    #[arg(value_name = "PRODUCTION|SCHEME")]
    #[arg(add = complete::named())]
    name: String,
    /// A production of your own, which is compared with the newest of the documents; may be
    /// repeated
    #[arg(long, value_name = "FILE[:PRODUCTION]")]
    #[arg(add = complete::sources())]
    after: Vec<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    notation: NotationArgs,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A production in one grammar.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct Generation {
    /// The grammar.
    #[schemars(with = "Name")]
    grammar: String,
    /// Its production.
    production: String,
    /// When its document appeared: a year, or a month and a year; `null` for a file.
    #[schemars(with = "Option<&'static str>")]
    date: Option<Date>,
    /// The production as printed; `null` if the document uses it but does not print it.
    published: Option<String>,
    /// The production with the corrections; `null` if they do not change it.
    corrected: Option<String>,
    /// Why the selected reading describes no language; absent if it describes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The change since the previous grammar; `null` if this is the first.
    change: Option<Change>,
}

/// The relation of a production to that of the previous grammar, with shortest strings that show
/// it.
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
    /// A shortest string of both languages, if each has strings that the other lacks; otherwise
    /// `null`.
    both: Option<String>,
    /// Every cause why they differ: the left is the previous grammar.
    divergences: Vec<Cause>,
}

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<Generation>().format("json", "array");
}

/// The production of a grammar that corresponds to a name: the production of that name, or else one
/// that [corresponds](correspondence) to it.
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

/// A production that the next one is compared with.
struct Before<'b> {
    name: String,
    bnf: &'b Bnf,
    production: String,
}

impl<'b> Before<'b> {
    /// The record of a production with this language, which then is the one before the next.
    fn generation(
        self,
        grammar: &str,
        published: Option<String>,
        before: &mut Option<(Self, Language)>,
        language: Result<Language, LanguageError>,
    ) -> Result<Generation, Failure> {
        let mut generation = Generation {
            grammar: grammar.to_owned(),
            production: self.production.clone(),
            date: None,
            published,
            corrected: None,
            error: None,
            change: None,
        };
        match language {
            Ok(language) => {
                if let Some((earlier, earlier_language)) = &before {
                    let why = causes((earlier.bnf, &earlier.production), (self.bnf, &self.production))?;
                    let comparison = language.compare(earlier_language)?;
                    generation.change = Some(Change::of(&earlier.name, comparison, why.as_ref())?);
                }
                *before = Some((self, language));
            }
            Err(error) => generation.error = Some(error.to_string()),
        }
        Ok(generation)
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let defined = || {
        let bnfs = Grammar::ALL.into_iter().map(|grammar| grammar.bnf(Reading::Corrected));
        bnfs.flat_map(Bnf::productions).map(|production| &*production.name)
    };
    let suffixes = ["", "address", "url"];
    // The name as a grammar writes it: names of ABNF are the same in either case, and the others
    // are not.
    let named = |same: fn(&str, &str) -> bool| {
        let names = suffixes.map(|suffix| format!("{}{suffix}", args.name));
        names.into_iter().find_map(|name| defined().find(|defined| same(defined, &name)))
    };
    let Some(name) = named(|one, other| one == other).or_else(|| named(str::eq_ignore_ascii_case)) else {
        let error = format!("no grammar has a production or a scheme named `{}`", args.name);
        return Err(Failure::Usage(suggest(&error, &args.name, defined())));
    };
    let output = Output::new(args.format == Format::Text);
    let mut generations = Vec::new();
    let mut before: Option<(Before<'_>, Language)> = None;
    for grammar in Grammar::ALL {
        let bnf = grammar.bnf(args.reading.reading.into());
        let Some(own) = counterpart(bnf, name) else { continue };
        let text = |reading| grammar.bnf(reading).get(own).map(|definition| definition.text.clone());
        let published = text(Reading::Published);
        let corrected = text(Reading::Corrected).filter(|text| Some(text) != published.as_ref());
        let language = Language::new(bnf, own);
        let own = Before { name: format!("{grammar}:{own}"), bnf, production: own.to_owned() };
        let mut generation = own.generation(grammar.id(), published, &mut before, language)?;
        (generation.date, generation.corrected) = (Some(grammar.date()), corrected);
        generations.push(generation);
    }
    let read = |text: &String| Source::read(text, ReadingArg::Corrected, &args.notation);
    let sources: Vec<Source> = args.after.iter().map(read).collect::<Result<_, _>>()?;
    for source in &sources {
        // A file may use the name that the documents use.
        let production = match &source.production {
            None => counterpart(&source.bnf, name).map_or_else(|| source.main_production(), str::to_owned),
            Some(production) => production.clone(),
        };
        let language = source.language(&production)?;
        let text = source.bnf.get(&production).map(|definition| definition.text.clone());
        let text = text.filter(|_| source.has_productions());
        let own = Before { name: source.named(&production), bnf: &source.bnf, production };
        generations.push(own.generation(&source.name, text, &mut before, Ok(language))?);
    }
    if generations.is_empty() {
        return Err(Failure::Usage(format!("no grammar defines `{name}` in this reading")));
    }
    match args.format {
        Format::Json => output.json(&generations),
        Format::Text => show(&generations, output),
    }
}

fn show(generations: &[Generation], mut output: Output) -> Result<ExitCode, Failure> {
    for Generation { grammar, production, date, published, corrected, error, change } in generations {
        let date = date.map(|date| format!("  {date}")).unwrap_or_default();
        writeln!(output.out, "{}{date}", output.bold(format_args!("{grammar}:{production}")))?;
        published
            .as_deref()
            .unwrap_or("(not defined)")
            .lines()
            .try_for_each(|line| writeln!(output.out, "    {line}"))?;
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
