//! `lineage`: one production through all generations.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::language::correspondence;
use uri_lineage::regular_bnf::{Bnf, GrammarError, Language, Relation, Side};
use uri_lineage::scheme::schemes;
use uri_lineage::{Date, DocumentGrammar, Grammar, Reading, SchemeDocument};

use crate::commands::diff::{Causes, ComparedDocuments, ComparedNames, causes, verb, write_causes};
use crate::failure::Failure;
use crate::options::complete;
use crate::options::names::suggest;
use crate::options::source::{NotationArgs, ReadingArg, ReadingArgs, Source};
use crate::output::text::quoted;
use crate::output::{Format, Output};
use crate::schema::OutputDescription;
use crate::schema::types::GrammarName;

/// Follow one production or scheme through all generations, in order of date
///
/// For each grammar that has the production, or a corresponding one of another name: its text as
/// printed, the relation of its language to that of the previous grammar, and every cause why they
/// differ, with shortest strings that show it. A scheme is followed through the documents that
/// define it alone, such as RFC 6068. With --after a production of your own is the last generation.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage lineage hostname
  uri-lineage lineage gopher
  uri-lineage lineage port --after my.abnf:port
  uri-lineage lineage --reading published --format json hostname")]
pub struct Args {
    /// The name of a production in any of the grammars, or a scheme
    #[arg(value_name = "PRODUCTION|SCHEME")]
    #[arg(add = complete::grammar_productions())]
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
struct GenerationRecord {
    /// The grammar.
    #[schemars(with = "GrammarName")]
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
    change: Option<GenerationChange>,
}

/// The relation of a production to that of the previous grammar, with shortest strings that show
/// it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Change")]
struct GenerationChange {
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
    #[serde(flatten)]
    causes: Causes,
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<GenerationRecord>().format("json", "array");
}

/// The production of a grammar that corresponds to a name: the production of that name, or else one
/// that [corresponds](correspondence) to it.
pub fn counterpart<'b>(bnf: &'b Bnf, name: &str) -> Option<&'b str> {
    let definition = std::iter::once(name).chain(correspondence().of(name)).find_map(|name| bnf.get(name))?;
    Some(&definition.name)
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let scheme = scheme_of(&args.name);
    let name = match (defined_name(&args.name), scheme) {
        (Ok(name), _) => name,
        // The name is a production of a document of the scheme, or no grammar of all URLs has the scheme.
        (Err(_), Some(scheme)) => defined_name(scheme).unwrap_or(scheme),
        (Err(error), None) => return Err(error),
    };
    let output = Output::new(args.format == Format::Text);
    let mut lineage = Lineage { generations: Vec::new(), previous: None };
    for grammar in Grammar::all() {
        if let Some(production) = counterpart(grammar.bnf(args.reading.reading.into()), name) {
            lineage.add_document(DocumentGrammar::Grammar(grammar), args.reading.reading, production)?;
        }
    }
    for document in scheme.into_iter().flat_map(SchemeDocument::of_scheme) {
        let production = scheme.and_then(|scheme| document.production_of(scheme)).unwrap_or_default();
        lineage.add_document(DocumentGrammar::Scheme(document), args.reading.reading, production)?;
    }
    let sources = args.after.iter().map(|text| Source::read(text, ReadingArg::Corrected, &args.notation));
    let sources: Vec<Source> = sources.collect::<Result<_, _>>()?;
    for source in &sources {
        lineage.add_source(source, name)?;
    }
    if lineage.generations.is_empty() {
        return Err(Failure::Usage(format!("no grammar defines `{name}` in this reading")));
    }
    match args.format {
        Format::Json => output.json(&lineage.generations),
        Format::Text => write_text(&lineage.generations, scheme, output),
    }
}

/// The scheme that a name means: by itself, or as that of its production in RFC 1738 or in a document of
/// the scheme.
fn scheme_of(name: &str) -> Option<&'static str> {
    schemes().find(|scheme| {
        let of_first_documents = names_in_first_documents(scheme);
        let of_its_own = SchemeDocument::of_scheme(scheme).filter_map(|document| document.production_of(scheme));
        let mut names = of_first_documents.iter().map(String::as_str).chain(of_its_own);
        names.any(|known| known.eq_ignore_ascii_case(name))
    })
}

/// The names that the first documents give to the production of a scheme, after the name of the scheme.
fn names_in_first_documents(scheme: &str) -> [String; 3] {
    ["", "address", "url"].map(|suffix| format!("{scheme}{suffix}"))
}

/// The latest document for a scheme, for people.
pub fn in_force(scheme: &str) -> String {
    match SchemeDocument::in_force(scheme) {
        Some(document) => format!("{} is the latest document for `{scheme}`", document.document()),
        None => format!("RFC 1738 still has the latest definition of `{scheme}`"),
    }
}

/// The name of a production that some grammar defines, from a name or a scheme in the arguments.
/// A name in the same case comes first: names of ABNF are the same in either case, and the others
/// are not.
fn defined_name(text: &str) -> Result<&'static str, Failure> {
    let bnfs = Grammar::all().map(|grammar| grammar.bnf(Reading::Corrected));
    let defined: Vec<&'static str> =
        bnfs.flat_map(Bnf::productions).map(|definition| definition.name.as_str()).collect();
    let names = names_in_first_documents(text);
    let same = names.iter().find_map(|name| defined.iter().find(|defined| **defined == name));
    let similar = names.iter().find_map(|name| defined.iter().find(|defined| defined.eq_ignore_ascii_case(name)));
    match same.or(similar) {
        Some(name) => Ok(name),
        None => {
            let error = format!("no grammar has a production or a scheme named `{text}`");
            Err(Failure::Usage(suggest(&error, text, defined)))
        }
    }
}

/// The generations of a production, in order.
struct Lineage<'b> {
    generations: Vec<GenerationRecord>,
    /// The last generation that has a language.
    previous: Option<ComparedGeneration<'b>>,
}

/// The production with which that of the next grammar is compared.
struct ComparedGeneration<'b> {
    /// The grammar and the production, separated by a colon.
    name: String,
    /// The grammar, if it is that of a document.
    document: Option<DocumentGrammar>,
    bnf: &'b Bnf,
    production: String,
    language: Language,
}

impl<'b> Lineage<'b> {
    /// Adds a production of a document.
    fn add_document(&mut self, grammar: DocumentGrammar, reading: ReadingArg, production: &str) -> Result<(), Failure> {
        let bnf = grammar.bnf(reading.into());
        let [published, corrected] = [Reading::Published, Reading::Corrected]
            .map(|reading| grammar.bnf(reading).get(production).map(|definition| definition.text.clone()));
        let mut generation = GenerationRecord {
            grammar: grammar.id().to_owned(),
            production: production.to_owned(),
            date: Some(grammar.date()),
            corrected: corrected.filter(|text| Some(text) != published.as_ref()),
            published,
            error: None,
            change: None,
        };
        match Language::new(bnf, production) {
            Ok(language) => {
                let name = format!("{}:{production}", grammar.id());
                let document = Some(grammar);
                generation.change = self.follow(ComparedGeneration {
                    name,
                    document,
                    bnf,
                    production: production.to_owned(),
                    language,
                })?;
            }
            Err(error) => generation.error = Some(error.to_string()),
        }
        self.generations.push(generation);
        Ok(())
    }

    /// Adds the production of a grammar of the user.
    fn add_source(&mut self, source: &'b Source, name: &str) -> Result<(), Failure> {
        // A file may use the name that the documents use.
        let production = match &source.production {
            None => counterpart(&source.bnf, name).map_or_else(|| source.main_production(), str::to_owned),
            Some(production) => production.clone(),
        };
        let language = source.language(&production)?;
        let text = source.bnf.get(&production).map(|definition| definition.text.clone());
        let name = source.title_of(&production);
        let (document, bnf) = (source.built_in, &*source.bnf);
        let current = ComparedGeneration { name, document, bnf, production: production.clone(), language };
        let change = self.follow(current)?;
        self.generations.push(GenerationRecord {
            grammar: source.name.clone(),
            production,
            date: None,
            published: text.filter(|_| source.has_productions()),
            corrected: None,
            error: None,
            change,
        });
        Ok(())
    }

    /// Compares a generation with the previous one, which it then replaces.
    fn follow(&mut self, current: ComparedGeneration<'b>) -> Result<Option<GenerationChange>, Failure> {
        let change = match &self.previous {
            Some(previous) => Some(GenerationChange::new(previous, &current)?),
            None => None,
        };
        self.previous = Some(current);
        Ok(change)
    }
}

impl GenerationChange {
    fn new(previous: &ComparedGeneration<'_>, current: &ComparedGeneration<'_>) -> Result<Self, GrammarError> {
        let divergences = causes((previous.bnf, &previous.production), (current.bnf, &current.production))?;
        let comparison = current.language.compare(&previous.language)?;
        let relation = comparison.relation;
        let documents =
            ComparedDocuments::new((previous.document, &previous.production), (current.document, &current.production));
        let causes = divergences.map(|divergences| Causes::new(&divergences, 1, documents.as_ref())).transpose()?;

        Ok(Self {
            before: previous.name.clone(),
            relation: verb(relation).to_owned(),
            new: comparison.left_only,
            gone: comparison.right_only,
            both: comparison.both.filter(|_| relation == Relation::Overlapping),
            causes: causes.unwrap_or_default(),
        })
    }
}

/// Writes the generations for people.
fn write_text(generations: &[GenerationRecord], scheme: Option<&str>, mut output: Output) -> Result<ExitCode, Failure> {
    for GenerationRecord { grammar, production, date, published, corrected, error, change } in generations {
        let name = format!("{grammar}:{production}");
        let date = date.map(|date| format!("  {date}")).unwrap_or_default();
        writeln!(output.out, "{}{date}", output.bold(&name))?;
        let published = published.as_deref().unwrap_or("(not defined)");
        published.lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
        if let Some(corrected) = corrected {
            writeln!(output.out, "  corrected:")?;
            corrected.lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
        }
        if let Some(error) = error {
            writeln!(output.out, "  no language: {error}")?;
        }
        if let Some(GenerationChange { before, relation, both: common, causes, .. }) = change {
            writeln!(output.out, "  {relation} {before}")?;
            if let Some(common) = common {
                writeln!(output.out, "    both: {}", quoted(common))?;
            }
            let names = ComparedNames { names: [before, &name], later: Some(Side::Right) };
            write_causes(&mut output, &names, causes, "    ")?;
        }
        writeln!(output.out)?;
    }
    if let Some(scheme) = scheme {
        writeln!(output.out, "{}", in_force(scheme))?;
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}
