//! `ambiguity`: strings that the productions of a document derive in two ways.

use std::collections::HashSet;
use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Grammar;
use uri_lineage::claims::{on_derivations, on_ways};
use uri_lineage::language::{Ambiguity, AmbiguityCause, Derivation, DerivationDifference, LanguageError};
use uri_lineage::published::Bnf;

use crate::failure::Failure;
use crate::options::complete;
use crate::options::source::{Source, SourceArgs, no_production};
use crate::output::text::{code, quoted};
use crate::output::{DocumentFormat as Format, Output};
use crate::parallel::each;
use crate::schema::Described;
use crate::schema::types::Span;

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
    #[arg(add = complete::named())]
    production: Option<String>,
    /// A production that a whole string may match; may be repeated [default: the grammar's entry
    /// productions; for a file, the productions that no other production uses, so that all are
    /// examined]
    #[arg(long, value_name = "PRODUCTION", value_delimiter = ',', add = complete::named())]
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
pub fn describe(all: &mut Described) {
    all.record::<Record<'_>>().format("json", "array");
}

/// The result for one production.
type Decided<'a> = (&'a str, Result<Option<Ambiguity>, LanguageError>);

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let [source] = args.sources.all([args.grammar.as_deref()])?;
    // Any production of a file may be the entry; a document has its own.
    let (entry, named) = match source.grammar {
        None if args.entry.is_empty() => (source.production.as_ref(), None),
        _ => (None, source.production.as_ref()),
    };
    let asked = match (&args.production, named) {
        (Some(_), Some(_)) => return Err(Failure::Usage("name one production; see --help".to_owned())),
        (one, other) => one.as_ref().or(other),
    };
    if let Some(unknown) = entry.into_iter().chain(&args.entry).find(|name| source.bnf.get(name).is_none()) {
        return Err(no_production(&source.name, &source.bnf, unknown));
    }
    let entries: Vec<&str> = match source.grammar {
        _ if !args.entry.is_empty() => args.entry.iter().map(String::as_str).collect(),
        None if entry.is_some() => entry.into_iter().map(String::as_str).collect(),
        _ if !source.entries().is_empty() => source.entries().to_vec(),
        _ => roots(&source.bnf),
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
    if let [(_, Err(error)), rest @ ..] = &decided[..]
        && (rest.is_empty() || entry.is_some() && rest.iter().all(|(_, found)| found.is_err()))
    {
        return Err(Failure::Usage(format!("{}: {error}", source.name)));
    }
    let found: Vec<&Ambiguity> = decided.iter().filter_map(|(_, found)| found.as_ref().ok()?.as_ref()).collect();
    let (mut partings, unknown) = all_partings(&source.bnf, &entries);
    partings.retain(|parting| asked.is_none_or(|asked| concerns(parting, asked)));
    let mut output = Output::new(args.format == Format::Text);
    match args.format {
        Format::Json => {
            let records = decided.iter().map(|decided| Record::new(&source, decided, &partings));
            serde_json::to_writer(&mut output.out, &records.collect::<Vec<_>>())?;
            writeln!(output.out)?;
        }
        Format::Markdown => markdown(&mut output, &source, &partings)?,
        Format::Text => {
            let entries = entries.join(" and ");
            write!(output.out, "{}, from {entries}: ", output.bold(&source.name))?;
            match (asked, found.is_empty()) {
                (Some(asked), true) => write!(output.out, "{asked} always in the same place")?,
                (Some(asked), false) => write!(output.out, "{asked} in different places")?,
                (None, _) => {
                    write!(output.out, "{} of {} productions in different places", found.len(), decided.len())?;
                }
            }
            // Ambiguities of structure are not counted by productions.
            match partings.iter().filter(|parting| parting.differs == DerivationDifference::Structure).count() {
                0 => {}
                1 => write!(output.out, "; 1 decision in structure alone")?,
                count => write!(output.out, "; {count} decisions in structure alone")?,
            }
            writeln!(output.out)?;
            let groups = groups(&partings);
            match asked {
                Some(asked) => single(&mut output, &source, asked, found.first().copied(), groups)?,
                None => causes(&mut output, &source, &groups)?,
            }
            if args.all {
                places(&mut output, &found)?;
            }
            for (production, error) in decided.iter().filter_map(|(name, found)| Some((name, found.as_ref().err()?))) {
                writeln!(output.out, "undecided: {production}: {error}")?;
            }
            for error in
                unknown.iter().filter(|error| !decided.iter().any(|(_, found)| found.as_ref().err() == Some(error)))
            {
                writeln!(output.out, "undecided: {error}")?;
            }
        }
    }
    output.out.flush()?;
    let undecided = !unknown.is_empty() || decided.iter().any(|(_, found)| found.is_err());
    Ok(match (&found[..], &partings[..]) {
        ([], []) if undecided => ExitCode::from(2),
        ([], []) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// The decisions at which derivations from any of some entry productions part, those with short
/// strings first; and why they cannot be found for some.
pub fn all_partings(bnf: &Bnf, entries: &[&str]) -> (Vec<AmbiguityCause>, Vec<LanguageError>) {
    let (mut all, mut errors) = (Vec::new(), Vec::new());
    for found in each("entry productions", entries.to_vec(), |entry| AmbiguityCause::all(bnf, &[entry])) {
        match found {
            Ok(found) => all.extend(found),
            Err(error) => errors.push(error),
        }
    }
    errors.dedup();
    let mut all = AmbiguityCause::shortest(all);
    all.sort_by_key(|parting| parting.differs);
    (all, errors)
}

/// Whether a parting is about a production: it contains the decision, or only one derivation has it
/// in some place, empty places included.
fn concerns(parting: &AmbiguityCause, production: &str) -> bool {
    fn places<'d>(node: &'d Derivation, production: &str, all: &mut HashSet<&'d Range<usize>>) {
        if node.production == production {
            all.insert(&node.span);
        }
        node.parts.iter().for_each(|part| places(part, production, all));
    }
    let of = |derivation| {
        let mut all = HashSet::new();
        places(derivation, production, &mut all);
        all
    };
    [&parting.production, &parting.within].contains(&&production.to_owned())
        || parting.derivations.as_ref().is_some_and(|[left, right]| of(left) != of(right))
}

/// Productions from which all others are reachable: those that no other uses, and the first of each
/// cycle that these do not reach.
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

/// Where two derivations differ: the production in which they do, and the continuation of each
/// there.
fn parting(found: &Ambiguity) -> Option<(&str, [String; 2])> {
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

/// The statements of a grammar's document about two ways to derive a production, each once.
fn said(grammar: Option<Grammar>, production: &str, ways: [&str; 2]) -> Vec<String> {
    let Some(grammar) = grammar else { return Vec::new() };
    let mut all: Vec<_> = on_ways(grammar, production, ways).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|(place, says)| format!("{}, {place}: {says}", grammar.document())).collect()
}

/// Decisions with one cause: a choice between two ways, or all decisions that move the ends of the
/// parts of one production.
pub struct Group<'a>(Vec<&'a AmbiguityCause>);

/// Decisions by their causes.
pub fn groups(partings: &[AmbiguityCause]) -> Vec<Group<'_>> {
    let moves = |parting: &AmbiguityCause| parting.within != parting.production;
    let mut groups: Vec<Group<'_>> = Vec::new();
    for parting in partings {
        let same = |Group(all): &&mut Group<'_>| {
            all.iter().all(|other| {
                moves(other) && moves(parting) && (other.differs, &other.within) == (parting.differs, &parting.within)
            })
        };
        match groups.iter_mut().find(same) {
            Some(Group(all)) => all.push(parting),
            None => groups.push(Group(vec![parting])),
        }
    }
    groups
}

impl Group<'_> {
    /// The decision in words; `shown` writes an expression.
    pub fn heading(&self, shown: impl Fn(&str) -> String) -> String {
        let Self(all) = self;
        let Some(parting) = all.first() else { return String::new() };
        let alone = if parting.differs == DerivationDifference::Structure { ", in structure alone" } else { "" };
        let within = shown(&parting.within);
        if parting.within == parting.production {
            let [one, other] = parting.ways.each_ref().map(|way| shown(way));
            return if one == other {
                format!("in {within}: {one}, which is written twice{alone}")
            } else {
                format!("in {within}: {one}, or {other}{alone}")
            };
        }
        let mut names: Vec<String> = Vec::new();
        for parting in all {
            let name = shown(&parting.production);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        format!("in {within}: the end of {}{alone}", names.join(", of "))
    }

    /// A shortest string.
    pub fn witness(&self) -> &str {
        self.0.first().map_or("", |parting| &parting.witness)
    }

    /// A shortest string, and both of its derivations.
    fn derivations(&self) -> Option<(&str, &[Derivation; 2])> {
        let first = self.0.first()?;
        Some((&first.witness, first.derivations.as_ref()?))
    }

    /// The statements of the grammar's document.
    pub fn said(&self, grammar: Option<Grammar>) -> Vec<String> {
        match self.0.first() {
            // The statements are about places.
            Some(parting) if parting.differs == DerivationDifference::Structure => Vec::new(),
            Some(parting) if parting.within == parting.production => {
                said(grammar, &parting.production, parting.ways.each_ref().map(String::as_str))
            }
            Some(parting) => said(grammar, &parting.within, ["", ""]),
            None => Vec::new(),
        }
    }
}

fn causes(output: &mut Output, source: &Source, groups: &[Group<'_>]) -> Result<(), Failure> {
    for group in groups {
        writeln!(output.out, "{}", output.bold(group.heading(str::to_owned)))?;
        writeln!(output.out, "  {}", quoted(group.witness()))?;
        for line in group.said(source.grammar) {
            writeln!(output.out, "  {line}")?;
        }
    }
    Ok(())
}

/// The productions that two derivations have in different places, by their shortest strings.
fn places(output: &mut Output, found: &[&Ambiguity]) -> Result<(), Failure> {
    let mut strings: Vec<(&str, Vec<&str>)> = Vec::new();
    for one in found {
        match strings.iter_mut().find(|(witness, _)| *witness == one.witness) {
            Some((_, names)) => names.push(&one.production),
            None => strings.push((&one.witness, vec![&one.production])),
        }
    }
    strings.sort_by_key(|(witness, _)| witness.len());
    writeln!(output.out, "{}", output.bold("in different places"))?;
    for (witness, names) in strings {
        writeln!(output.out, "  {}: {}", quoted(witness), names.join(", "))?;
    }
    Ok(())
}

fn markdown(output: &mut Output, source: &Source, partings: &[AmbiguityCause]) -> Result<(), Failure> {
    for group in groups(partings) {
        let said: String = group.said(source.grammar).iter().map(|line| format!(". {line}")).collect();
        let witness = if group.witness().is_empty() { quoted("") } else { code(group.witness()) };
        writeln!(output.out, "- **{}**, {}: {witness}{said}", source.name, group.heading(code))?;
    }
    Ok(())
}

/// One production: its decisions, and both derivations of a string.
fn single(
    output: &mut Output,
    source: &Source,
    asked: &str,
    found: Option<&Ambiguity>,
    mut groups: Vec<Group<'_>>,
) -> Result<(), Failure> {
    if let Some(found) = found {
        whole(output, source, found)?;
        groups.retain(|other| other.witness() != found.witness);
        return causes(output, source, &groups);
    }
    causes(output, source, &groups)?;
    match groups.first().and_then(Group::derivations) {
        Some((witness, both)) => trees(output, witness, asked, both),
        None => Ok(()),
    }
}

/// One production with both derivations.
fn whole(output: &mut Output, source: &Source, found: &Ambiguity) -> Result<(), Failure> {
    writeln!(output.out, "{}: {}", output.bold(&found.production), quoted(&found.witness))?;
    if let Some((production, [left, right])) = parting(found) {
        writeln!(output.out, "  in {production}: {left}, or {right}")?;
        for line in said(source.grammar, production, [&left, &right]) {
            writeln!(output.out, "  {line}")?;
        }
    }
    let Some(derivations) = &found.derivations else {
        writeln!(output.out, "  too long to show")?;
        return Ok(());
    };
    trees(output, &found.witness, &found.production, derivations)
}

/// Both derivations of a string, in which a production is marked.
fn trees(output: &mut Output, witness: &str, marked: &str, both: &[Derivation; 2]) -> Result<(), Failure> {
    for (number, derivation) in ["one", "the other"].into_iter().zip(both) {
        writeln!(output.out, "{number}:")?;
        tree(output, (witness, marked), derivation, 1)?;
    }
    Ok(())
}

/// A derivation, one production per line. The derivations of single characters are omitted, unless
/// the marked production is in them.
fn tree(output: &mut Output, of: (&str, &str), node: &Derivation, depth: usize) -> Result<(), Failure> {
    let (witness, marked) = of;
    let text = witness.get(node.span.clone()).unwrap_or_default();
    let name = &node.production;
    let label = if name == marked { output.bad(name).to_string() } else { name.clone() };
    writeln!(output.out, "{:1$}{label}  {2}", "", depth * 2, quoted(text))?;
    let alike = |part: &Derivation| node.parts.iter().filter(|other| other.production == part.production).count() > 1;
    let shown = |part: &&Derivation| has(part, marked) || !is_character(part) || !(is_character(node) || alike(part));
    node.parts.iter().filter(shown).try_for_each(|part| tree(output, of, part, depth + 1))
}

/// Whether a production is in a derivation.
fn has(node: &Derivation, production: &str) -> bool {
    node.production == production || node.parts.iter().any(|part| has(part, production))
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
    /// The entry production that derives the witness; this and all members up to `derivations` are
    /// `null` if there is no witness.
    entry: Option<&'a str>,
    /// A shortest string with two derivations.
    witness: Option<&'a str>,
    /// The span of the production in the witness, in each derivation.
    #[schemars(with = "Option<[Vec<Span>; 2]>")]
    spans: Option<[Vec<[usize; 2]>; 2]>,
    /// Both derivations; also `null` if they are too long to show.
    derivations: Option<[Tree<'a>; 2]>,
    /// The document's statements about two ways to derive it: the section and the text.
    said: Vec<[&'static str; 2]>,
    /// The decisions at which two derivations of a string part, in this production or at the ends
    /// of its parts.
    causes: Vec<Cause<'a>>,
    /// Why it cannot be decided; `null` if it can.
    undecided: Option<String>,
}

/// A decision that two derivations of one string make differently.
#[derive(Serialize, JsonSchema)]
struct Cause<'a> {
    /// The production that contains the decision. If it is another one, the decision moves the ends
    /// of this one's parts.
    decision: &'a str,
    /// The two ways, as expressions.
    ways: &'a [String; 2],
    /// Whether the derivations of the string differ in the place of some production, or in
    /// structure alone.
    #[schemars(with = "DifferenceKind")]
    differs: DerivationDifference,
    /// The entry production that derives the string.
    entry: &'a str,
    /// A shortest string with two derivations that part here.
    witness: &'a str,
    /// Both derivations; `null` if a production is recursive at its beginning.
    derivations: Option<[Tree<'a>; 2]>,
}

/// The kind of difference of two derivations.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", rename = "Difference")]
#[allow(dead_code, reason = "it describes the toolkit's type")]
enum DifferenceKind {
    /// In the places of productions.
    Place,
    /// In structure alone.
    Structure,
}

impl<'a> Cause<'a> {
    fn new(parting: &'a AmbiguityCause) -> Self {
        let AmbiguityCause { entry, production, ways, differs, witness, derivations, .. } = parting;
        let derivations = derivations.as_ref().map(|all| all.each_ref().map(Tree::new));
        Self { decision: production, ways, differs: *differs, entry, witness, derivations }
    }
}

/// A derivation: a production, its span, and its children.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Derivation")]
pub struct Tree<'a> {
    /// The production.
    production: &'a str,
    /// Its span in the witness.
    #[schemars(with = "Span")]
    span: [usize; 2],
    /// The productions that it uses there, in order.
    parts: Vec<Tree<'a>>,
}

impl<'a> Tree<'a> {
    pub fn new(node: &'a Derivation) -> Self {
        Self { production: &node.production, span: pair(&node.span), parts: node.parts.iter().map(Self::new).collect() }
    }
}

fn pair(span: &Range<usize>) -> [usize; 2] {
    [span.start, span.end]
}

impl<'a> Record<'a> {
    fn new(source: &'a Source, (production, found): &'a Decided<'a>, partings: &'a [AmbiguityCause]) -> Self {
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
            causes: partings.iter().filter(|parting| parting.within == *production).map(Cause::new).collect(),
            undecided: found.as_ref().err().map(ToString::to_string),
        }
    }
}
