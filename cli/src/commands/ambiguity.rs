//! `ambiguity`: strings that the productions of a document derive in two ways.

use std::collections::HashSet;
use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Grammar;
use uri_lineage::claims::on_derivations;
use uri_lineage::language::{Ambiguity, Derivation, LanguageError};
use uri_lineage::published::Bnf;

use crate::failure::Failure;
use crate::options::complete;
use crate::options::source::{Source, SourceArgs, no_production};
use crate::output::text::code;
use crate::output::text::quoted;
use crate::output::{DocumentFormat as Format, Output};
use crate::parallel::each;
use crate::schema::Described;
use crate::schema::types::Span;

/// Find strings that a document's own productions derive in two ways
///
/// For each production reachable from the entry productions, reports a shortest string with two derivations in which the
/// production has different spans, or that no such string exists. Both results are decided on the productions, for all strings;
/// no parser is involved. The output reports where the derivations differ, and the document's statement about it. For a single
/// production it shows both derivations.
///
/// If a document uses undefined productions, only strings that do not use them are examined. A string with two derivations there
/// has both under any definition; if there is no such string, the result is undecided.
///
/// Exit status: 0 if no production is ambiguous, 1 if one is, 2 for a usage error, or if none is found and some are undecided.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage ambiguity rfc3986
  uri-lineage ambiguity rfc1738 selector
  uri-lineage ambiguity --reading published --format json rfc3986:reg-name")]
pub struct Args {
    /// A grammar's id or the path of a file
    #[arg(value_name = "GRAMMAR[:PRODUCTION]")]
    #[arg(add = complete::sources())]
    grammar: String,
    /// One of its productions [default: all that are reachable from the entry productions]
    #[arg(value_name = "PRODUCTION")]
    #[arg(add = complete::named())]
    production: Option<String>,
    /// A production that a whole string may match; may be repeated [default: the grammar's entry productions; for a file, the
    /// productions that no other production uses, so that all are examined]
    #[arg(long, value_name = "PRODUCTION", value_delimiter = ',', add = complete::named())]
    entry: Vec<String>,
    #[command(flatten)]
    sources: SourceArgs,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<Record<'_>>().format("json", "array");
}

/// Where two derivations differ: a production, and the continuation of each derivation there.
type Parting<'a> = (&'a str, [String; 2]);

/// The result for one production.
type Decided<'a> = (&'a str, Result<Option<Ambiguity>, LanguageError>);

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let source = args.sources.read(&args.grammar)?;
    let asked = match (&args.production, &source.production) {
        (Some(_), Some(_)) => return Err(Failure::Usage("name one production; see --help".to_owned())),
        (one, other) => one.as_ref().or(other.as_ref()),
    };
    if let Some(unknown) = args.entry.iter().find(|name| source.bnf.get(name).is_none()) {
        return Err(no_production(&source.name, &source.bnf, unknown));
    }
    let entries: Vec<&str> = match source.grammar {
        _ if !args.entry.is_empty() => args.entry.iter().map(String::as_str).collect(),
        Some(grammar) => grammar.entry_productions().to_vec(),
        None => roots(&source.bnf),
    };
    let mut productions = Ambiguity::productions(&source.bnf, &entries);
    if let Some(asked) = asked {
        if source.bnf.get(asked).is_none() {
            return Err(no_production(&source.name, &source.bnf, asked));
        }
        if !productions.contains(&asked.as_str()) {
            return Err(Failure::Usage(format!("{asked} occurs in no string of {}", entries.join(" or "))));
        }
        productions = vec![asked];
    }
    let reached = entries.iter().map(|&entry| {
        let mut reached = HashSet::new();
        reach(&source.bnf, entry, &mut reached);
        (entry, reached)
    });
    let reached: Vec<(&str, HashSet<&str>)> = reached.collect();
    // An undecided entry production makes only the productions that it reaches undecided.
    let decide = |production| {
        let from = reached.iter().filter(|(_, all)| all.contains(production)).map(|(entry, _)| *entry);
        (production, Ambiguity::of(&source.bnf, &from.collect::<Vec<_>>(), production))
    };
    let decided: Vec<Decided<'_>> = each("productions", productions, decide);
    if let [(_, Err(error))] = &decided[..] {
        return Err(Failure::Usage(format!("{}: {error}", source.name)));
    }
    let found: Vec<&Ambiguity> = decided.iter().filter_map(|(_, found)| found.as_ref().ok()?.as_ref()).collect();
    let mut output = Output::new(args.format == Format::Text);
    match args.format {
        Format::Json => {
            let records = decided.iter().map(|decided| Record::new(&source, decided));
            serde_json::to_writer(&mut output.out, &records.collect::<Vec<_>>())?;
            writeln!(output.out)?;
        }
        Format::Markdown => markdown(&mut output, &source, &found)?,
        Format::Text => {
            let entries = entries.join(" and ");
            writeln!(
                output.out,
                "{}, from {entries}: {} of {} productions ambiguous",
                output.bold(&source.name),
                found.len(),
                decided.len()
            )?;
            match (&found[..], asked) {
                ([one], Some(_)) => whole(&mut output, &source, one)?,
                _ => partings(&mut output, &source, &found)?,
            }
            for (production, error) in decided.iter().filter_map(|(name, found)| Some((name, found.as_ref().err()?))) {
                writeln!(output.out, "undecided: {production}: {error}")?;
            }
        }
    }
    output.out.flush()?;
    let undecided = decided.iter().any(|(_, found)| found.is_err());
    Ok(match found[..] {
        [_, ..] => ExitCode::FAILURE,
        [] if undecided => ExitCode::from(2),
        [] => ExitCode::SUCCESS,
    })
}

/// Productions from which all others are reachable: those that no other uses, and the first of each cycle that these do not
/// reach.
fn roots(bnf: &Bnf) -> Vec<&str> {
    let names = || bnf.productions().iter().map(|definition| definition.name.as_str());
    let used: HashSet<&str> = names().flat_map(|name| uses(bnf, name).filter(move |other| *other != name)).collect();
    let (mut roots, mut reached) = (Vec::new(), HashSet::new());
    for root in names().filter(|name| !used.contains(name)).chain(names()) {
        if !reached.contains(root) {
            roots.push(root);
            reach(bnf, root, &mut reached);
        }
    }
    roots
}

/// The productions that a production uses, by the names under which they are defined.
fn uses<'b>(bnf: &'b Bnf, name: &str) -> impl Iterator<Item = &'b str> + use<'b> {
    bnf.uses(name).into_iter().filter_map(|name| bnf.get(name)).map(|definition| definition.name.as_str())
}

/// Adds a production, and all that it uses.
fn reach<'b>(bnf: &'b Bnf, root: &str, reached: &mut HashSet<&'b str>) {
    let mut waiting: Vec<&str> = bnf.get(root).map(|definition| definition.name.as_str()).into_iter().collect();
    while let Some(name) = waiting.pop() {
        if reached.insert(name) {
            waiting.extend(uses(bnf, name));
        }
    }
}

/// Where two derivations differ: the production in which they do, and the continuation of each there.
fn parting(found: &Ambiguity) -> Option<Parting<'_>> {
    let [left, right] = found.derivations.as_ref()?;
    let [left, right] = left.parting(right);
    let names = |all: &Derivation| {
        let mut names: Vec<String> = Vec::new();
        for part in &all.parts {
            match names.last_mut() {
                // Of several similar places the first is used.
                Some(last) if last.trim_end_matches(" ...") == part.production => {
                    *last = format!("{} ...", part.production)
                }
                _ => names.push(part.production.clone()),
            }
        }
        if names.is_empty() { "no production".to_owned() } else { names.join(" ") }
    };
    let mut ways = [names(left), names(right)];
    ways.sort();
    Some((&left.production, ways))
}

/// The statements of a grammar's document about productions, each once.
pub fn said(grammar: Option<Grammar>, productions: &[&str]) -> Vec<String> {
    let Some(grammar) = grammar else { return Vec::new() };
    let mut all: Vec<_> = productions.iter().flat_map(|production| on_derivations(grammar, production)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|(place, says)| format!("{}, {place}: {says}", grammar.document())).collect()
}

/// Productions that are ambiguous for one reason.
pub struct Group<'a> {
    parting: Option<Parting<'a>>,
    /// Each string with the productions that it shows, the shortest first.
    pub strings: Vec<(&'a str, Vec<&'a str>)>,
}

/// All ambiguous productions, grouped by where their derivations differ; groups with short strings first.
pub fn groups<'a>(found: &[&'a Ambiguity]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for one in found {
        let parting = parting(one);
        let at = groups.iter().position(|group| group.parting == parting).unwrap_or_else(|| {
            groups.push(Group { parting, strings: Vec::new() });
            groups.len() - 1
        });
        let strings = &mut groups[at].strings;
        match strings.iter_mut().find(|(witness, _)| *witness == one.witness) {
            Some((_, names)) => names.push(&one.production),
            None => strings.push((&one.witness, vec![&one.production])),
        }
    }
    groups.iter_mut().for_each(|group| group.strings.sort_by_key(|(witness, _)| witness.len()));
    groups.sort_by_key(|group| group.strings.first().map(|(witness, _)| witness.len()));
    groups
}

impl Group<'_> {
    /// Where the derivations differ.
    pub fn heading(&self) -> String {
        match &self.parting {
            Some((production, [left, right])) => format!("in {production}: {left}, or {right}"),
            None => "too long to show".to_owned(),
        }
    }

    /// The productions that have different spans.
    pub fn productions(&self) -> Vec<&str> {
        self.strings.iter().flat_map(|(_, names)| names).copied().collect()
    }
}

fn partings(output: &mut Output, source: &Source, found: &[&Ambiguity]) -> Result<(), Failure> {
    for group in groups(found) {
        writeln!(output.out, "{}", output.bold(group.heading()))?;
        for (witness, names) in &group.strings {
            writeln!(output.out, "  {}: {}", quoted(witness), names.join(", "))?;
        }
        for line in said(source.grammar, &group.productions()) {
            writeln!(output.out, "  {line}")?;
        }
    }
    Ok(())
}

fn markdown(output: &mut Output, source: &Source, found: &[&Ambiguity]) -> Result<(), Failure> {
    for group in groups(found) {
        let strings = group.strings.iter().map(|(witness, names)| format!("{} ({})", code(witness), names.join(", ")));
        let said = said(source.grammar, &group.productions());
        let said = if said.is_empty() { String::new() } else { format!(". {}", said.join("; ")) };
        writeln!(
            output.out,
            "- **{}**, {}: {}{said}",
            source.name,
            group.heading(),
            strings.collect::<Vec<_>>().join(", ")
        )?;
    }
    Ok(())
}

/// One production with both derivations.
fn whole(output: &mut Output, source: &Source, found: &Ambiguity) -> Result<(), Failure> {
    writeln!(output.out, "{}: {}", output.bold(&found.production), quoted(&found.witness))?;
    if let Some((production, [left, right])) = parting(found) {
        writeln!(output.out, "  in {production}: {left}, or {right}")?;
    }
    for line in said(source.grammar, &[&found.production]) {
        writeln!(output.out, "  {line}")?;
    }
    let Some(derivations) = &found.derivations else {
        writeln!(output.out, "  too long to show")?;
        return Ok(());
    };
    for (number, derivation) in ["one", "the other"].into_iter().zip(derivations) {
        writeln!(output.out, "{number}:")?;
        tree(output, found, derivation, 1)?;
    }
    Ok(())
}

/// A derivation, one production per line. The derivations of single characters are omitted.
fn tree(output: &mut Output, found: &Ambiguity, node: &Derivation, depth: usize) -> Result<(), Failure> {
    let text = found.witness.get(node.span.clone()).unwrap_or_default();
    let name = &node.production;
    let label = if *name == found.production { output.bad(name).to_string() } else { name.clone() };
    writeln!(output.out, "{:1$}{label}  {2}", "", depth * 2, quoted(text))?;
    let alike = |part: &Derivation| node.parts.iter().filter(|other| other.production == part.production).count() > 1;
    let shown = |part: &&Derivation| {
        part.production == found.production || !is_character(part) || !(is_character(node) || alike(part))
    };
    node.parts.iter().filter(shown).try_for_each(|part| tree(output, found, part, depth + 1))
}

/// Whether a production matches one character here, and so do all of its children.
fn is_character(node: &Derivation) -> bool {
    node.span.len() == 1 && node.parts.len() <= 1 && node.parts.iter().all(is_character)
}

/// The record of one production.
#[derive(Serialize, JsonSchema)]
#[schemars(description = "Whether a string has two derivations by which a production is in different places.")]
struct Record<'a> {
    /// The grammar, as written in the argument.
    grammar: &'a str,
    /// The production.
    production: &'a str,
    /// Whether there are two derivations; `null` if that cannot be decided.
    ambiguous: Option<bool>,
    /// The entry production that derives the witness; this and all members up to `derivations` are `null` if there is no witness.
    entry: Option<&'a str>,
    /// A shortest string with two derivations.
    witness: Option<&'a str>,
    /// The span of the production in the witness, in each derivation.
    #[schemars(with = "Option<[Vec<Span>; 2]>")]
    spans: Option<[Vec<[usize; 2]>; 2]>,
    /// Both derivations; also `null` if they are too long to show.
    derivations: Option<[Tree<'a>; 2]>,
    /// The document's statement about it: the section and the text.
    said: Vec<[&'static str; 2]>,
    /// Why it cannot be decided; `null` if it can.
    undecided: Option<String>,
}

/// A derivation: a production, its span, and its children.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Derivation")]
struct Tree<'a> {
    /// The production.
    production: &'a str,
    /// Its span in the witness.
    #[schemars(with = "Span")]
    span: [usize; 2],
    /// The productions that it uses there, in order.
    parts: Vec<Tree<'a>>,
}

impl<'a> Tree<'a> {
    fn new(node: &'a Derivation) -> Self {
        Self { production: &node.production, span: pair(&node.span), parts: node.parts.iter().map(Self::new).collect() }
    }
}

fn pair(span: &Range<usize>) -> [usize; 2] {
    [span.start, span.end]
}

impl<'a> Record<'a> {
    fn new(source: &'a Source, (production, found): &'a Decided<'a>) -> Self {
        let one = found.as_ref().ok().and_then(Option::as_ref);
        let said = source
            .grammar
            .map(|grammar| on_derivations(grammar, production).map(|(place, says)| [place, says]).collect());
        Self {
            grammar: &source.name,
            production,
            ambiguous: found.as_ref().ok().map(Option::is_some),
            entry: one.map(|one| &*one.entry),
            witness: one.map(|one| &*one.witness),
            spans: one.map(|one| one.spans.each_ref().map(|spans| spans.iter().map(pair).collect())),
            derivations: one.and_then(|one| Some(one.derivations.as_ref()?.each_ref().map(Tree::new))),
            said: said.unwrap_or_default(),
            undecided: found.as_ref().err().map(ToString::to_string),
        }
    }
}
