//! `ambiguity`: strings that the productions of a document derive in two ways.

mod decisions;
mod question;
mod records;
mod text;

use std::collections::HashSet;
use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use uri_lineage::regular_bnf::{Ambiguity, AmbiguityCause, Bnf, Derivation, GrammarError};

pub use self::decisions::{DecisionGroup, groups};
use self::question::{Ambiguities, DecidedProduction, Question};
use self::records::AmbiguityRecord;
pub use self::records::DerivationTree;
use crate::failure::Failure;
use crate::options::complete;
use crate::options::source::{Source, SourceArgs, no_production};
use crate::output::{DocumentFormat as Format, Output};
use crate::parallel;
use crate::schema::OutputDescription;

/// Find strings that a document's own productions derive in two ways
///
/// Reports each decision that two derivations of one string make differently: alternatives,
/// optional elements and repetitions, with a shortest string and the document's statement about it.
/// Most differ in place: some production matches other text. The others differ in structure alone.
/// For each production, the command also decides whether two derivations have it in different
/// places; --all shows these productions. All results are decided on the productions, for all
/// strings; no parser is involved. For a single production it also shows both derivations of a
/// string.
///
/// If a document uses undefined productions, only strings that do not use them are examined. A
/// string with two derivations there has both under any definition; if there is no such string, the
/// result is undecided.
///
/// Exit status: 0 if no string has two derivations, 1 if one has, 2 for a usage error, or if no
/// such string is found and some productions are undecided.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage ambiguity rfc3986
  uri-lineage ambiguity rfc1738 selector
  uri-lineage ambiguity own.abnf:url
  uri-lineage ambiguity --reading published --format json rfc3986:reg-name")]
pub struct Args {
    /// A grammar's id and one of its productions, or the path of a file and an entry production
    #[arg(value_name = "GRAMMAR[:PRODUCTION]", required_unless_present = "regex")]
    #[arg(add = complete::sources())]
    grammar: Option<String>,
    /// One of its productions [default: all that are reachable from the entry productions]
    #[arg(value_name = "PRODUCTION")]
    #[arg(add = complete::grammar_productions())]
    production: Option<String>,
    /// A production that a whole string may match; may be repeated [default: the grammar's entry
    /// productions; for a file, the productions that no other production uses, so that all are
    /// examined]
    #[arg(long, value_name = "PRODUCTION", value_delimiter = ',', add = complete::grammar_productions())]
    entry: Vec<String>,
    /// Also list the productions that two derivations have in different places
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    sources: SourceArgs,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<AmbiguityRecord<'_>>().format("json", "array");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let source = args.sources.read_one(args.grammar.as_deref())?;
    let question = Question::from_args(args, &source)?;
    let answer = question.decide()?;
    let mut output = Output::new(args.format == Format::Text);
    match args.format {
        Format::Json => {
            let records =
                answer.productions.iter().map(|decided| AmbiguityRecord::new(&source, decided, &answer.causes));
            serde_json::to_writer(&mut output.out, &records.collect::<Vec<_>>())?;
            writeln!(output.out)?;
        }
        Format::Markdown => text::markdown(&mut output, &source, &answer.causes)?,
        Format::Text => text::text(&mut output, &question, &answer, args.all)?,
    }
    output.out.flush()?;
    Ok(answer.exit_code())
}

impl<'a> Question<'a> {
    fn from_args(args: &'a Args, source: &'a Source) -> Result<Self, Failure> {
        let bnf = &source.bnf;
        // Any production of a file may be the entry; a document has entry productions of its own.
        let (entry_of_file, named) = match source.built_in {
            None if args.entry.is_empty() => (source.production.as_deref(), None),
            _ => (None, source.production.as_deref()),
        };
        if args.production.is_some() && named.is_some() {
            return Err(Failure::Usage("name one production; see --help".to_owned()));
        }
        let selected = args.production.as_deref().or(named);
        let mut entries: Vec<&str> = args.entry.iter().map(String::as_str).chain(entry_of_file).collect();
        if let Some(unknown) = entries.iter().find(|name| bnf.get(name).is_none()) {
            return Err(no_production(&source.name, bnf, unknown));
        }
        if entries.is_empty() {
            entries = source.entries().to_vec();
        }
        if entries.is_empty() {
            entries = roots(bnf);
        }
        let mut productions = Ambiguity::productions(bnf, &entries);
        if let Some(name) = selected {
            if bnf.get(name).is_none() {
                return Err(no_production(&source.name, bnf, name));
            }
            if !productions.contains(&name) {
                return Err(Failure::Usage(format!("{name} occurs in no string of {}", entries.join(" or "))));
            }
            productions = vec![name];
        }
        Ok(Self { source, entries, is_entry_of_file: entry_of_file.is_some(), selected, productions })
    }

    /// Decides the question. It fails if nothing can be decided about the one production, or about
    /// the one entry production of a file, that the user named.
    fn decide(&self) -> Result<Ambiguities<'a>, Failure> {
        let bnf = &self.source.bnf;
        let reachable: Vec<_> = self.entries.iter().map(|&entry| (entry, reachable(bnf, entry))).collect();
        let productions = parallel::map("productions", self.productions.clone(), |name| {
            // An undecided entry production makes only the productions that it reaches undecided.
            let reaching = reachable.iter().filter(|(_, names)| names.contains(name));
            let entries: Vec<&str> = reaching.map(|(entry, _)| *entry).collect();
            DecidedProduction { name, ambiguity: Ambiguity::find(bnf, &entries, name) }
        });
        if let [DecidedProduction { ambiguity: Err(error), .. }, others @ ..] = &productions[..]
            && others.iter().all(|decided| decided.ambiguity.is_err())
            && (others.is_empty() || self.is_entry_of_file)
        {
            return Err(Failure::Usage(format!("{}: {error}", self.source.name)));
        }
        let (mut causes, errors) = all_causes(bnf, &self.entries);
        causes.retain(|cause| self.selected.is_none_or(|production| concerns(cause, production)));
        Ok(Ambiguities { productions, causes, errors })
    }
}

impl Ambiguities<'_> {
    /// The ambiguities of productions.
    fn ambiguities(&self) -> Vec<&Ambiguity> {
        self.productions.iter().filter_map(DecidedProduction::ambiguity).collect()
    }

    /// Why some productions are undecided, with their names.
    fn undecided(&self) -> impl Iterator<Item = (&str, &GrammarError)> {
        self.productions.iter().filter_map(|decided| Some((decided.name, decided.ambiguity.as_ref().err()?)))
    }

    /// Why decisions cannot be found for some entry productions, unless a production is undecided
    /// for the same reason.
    fn other_errors(&self) -> impl Iterator<Item = &GrammarError> {
        self.errors.iter().filter(|error| self.undecided().all(|(_, reason)| reason != *error))
    }

    fn exit_code(&self) -> ExitCode {
        if !self.causes.is_empty() || !self.ambiguities().is_empty() {
            ExitCode::FAILURE
        } else if !self.errors.is_empty() || self.undecided().next().is_some() {
            ExitCode::from(2)
        } else {
            ExitCode::SUCCESS
        }
    }
}

/// The decisions at which derivations from any of some entry productions part, those with short
/// strings first; and why they cannot be found for some entry productions.
pub fn all_causes(bnf: &Bnf, entries: &[&str]) -> (Vec<AmbiguityCause>, Vec<GrammarError>) {
    let (mut causes, mut errors) = (Vec::new(), Vec::new());
    for result in parallel::map("entry productions", entries.to_vec(), |entry| AmbiguityCause::all(bnf, &[entry])) {
        match result {
            Ok(decisions) => causes.extend(decisions),
            Err(error) => errors.push(error),
        }
    }
    errors.dedup();
    let mut causes = AmbiguityCause::shortest(causes);
    causes.sort_by_key(|cause| cause.differs);
    (causes, errors)
}

/// Whether a cause is about a production: it contains the decision, or only one derivation has it
/// in some place, empty places included.
fn concerns(cause: &AmbiguityCause, production: &str) -> bool {
    cause.production == production
        || cause.within == production
        || cause.derivations.as_ref().is_some_and(|[left, right]| spans(left, production) != spans(right, production))
}

/// The spans at which a derivation has a production.
fn spans<'d>(derivation: &'d Derivation, production: &str) -> HashSet<&'d Range<usize>> {
    let mut spans = HashSet::new();
    let mut waiting = vec![derivation];
    while let Some(derivation) = waiting.pop() {
        if derivation.production == production {
            spans.insert(&derivation.span);
        }
        waiting.extend(&derivation.parts);
    }
    spans
}

/// Productions from which all others are reachable: those that no other uses, and the first of each
/// cycle that these do not reach.
fn roots(bnf: &Bnf) -> Vec<&str> {
    let names: Vec<&str> = bnf.productions().iter().map(|definition| definition.name.as_str()).collect();
    let mut used = HashSet::new();
    for &user in &names {
        used.extend(uses(bnf, user).filter(|&name| name != user));
    }
    let (mut roots, mut reached) = (Vec::new(), HashSet::new());
    let unused = names.iter().filter(|name| !used.contains(*name));
    for &root in unused.chain(&names) {
        if !reached.contains(root) {
            roots.push(root);
            add_reachable(bnf, root, &mut reached);
        }
    }
    roots
}

/// The productions that a production uses, by the names under which they are defined.
fn uses<'b>(bnf: &'b Bnf, name: &str) -> impl Iterator<Item = &'b str> + use<'b> {
    bnf.uses(name).into_iter().filter_map(|name| bnf.get(name)).map(|definition| definition.name.as_str())
}

/// A production, and all productions that it uses, directly or not.
fn reachable<'b>(bnf: &'b Bnf, root: &str) -> HashSet<&'b str> {
    let mut reached = HashSet::new();
    add_reachable(bnf, root, &mut reached);
    reached
}

/// Adds a production, and all productions that it uses, directly or not.
fn add_reachable<'b>(bnf: &'b Bnf, root: &str, reached: &mut HashSet<&'b str>) {
    let mut waiting: Vec<&str> = bnf.get(root).map(|definition| definition.name.as_str()).into_iter().collect();
    while let Some(name) = waiting.pop() {
        if reached.insert(name) {
            waiting.extend(uses(bnf, name));
        }
    }
}
