//! The comparison of two whole grammars, production by production.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::language::correspondence;
use uri_lineage::regular_bnf::{GrammarDiff, MatchedPair, Relation};
use uri_lineage::{DocumentGrammar, Grammar};

use super::args::Args;
use super::cause::write_mention;
use super::mentions::{Mention, mentions_between};
use super::productions::RelationRecord;
use crate::failure::Failure;
use crate::options::source::Source;
use crate::output::text::quoted;
use crate::output::{Format, Output};

/// Compares two grammars and writes the result. Returns whether they are equal.
pub fn compare(args: &Args, output: &mut Output, left: &Source, right: &Source) -> Result<bool, Failure> {
    let diff = GrammarDiff::new(&left.bnf, &right.bnf, correspondence());
    match args.format {
        Format::Json => {
            serde_json::to_writer(&mut output.out, &GrammarsRecord::new(left, right, &diff))?;
            writeln!(output.out)?;
        }
        Format::Text => {
            text(output, left, right, &diff)?;
            write_mentions(output, left, right)?;
        }
    }
    Ok(diff.is_equal())
}

fn text(output: &mut Output, left: &Source, right: &Source, diff: &GrammarDiff) -> io::Result<()> {
    let (mut inherited, mut renamed) = (Vec::new(), Vec::new());
    for pair in &diff.pairs {
        match PairChange::new(left, right, pair) {
            PairChange::Text => changed(output, left, right, pair)?,
            PairChange::Inherited => inherited.push(pair),
            PairChange::Renamed => renamed.push(names(pair)),
            PairChange::Equal => {}
        }
    }
    if !inherited.is_empty() {
        writeln!(output.out, "{}:", output.bold("changed by what they use alone"))?;
        for pair in inherited {
            write!(output.out, "  {}: {}", names(pair), relation_word(pair))?;
            for (grammar, witness) in witnesses(left, right, pair) {
                write!(output.out, "; only {grammar}: {}", quoted(witness))?;
            }
            writeln!(output.out)?;
        }
        writeln!(output.out)?;
    }
    if let Some(unprinted) = [left, right].into_iter().find(|source| !prints_productions(source)) {
        writeln!(
            output.out,
            "the URL Standard prints no productions: those of {} are of this program",
            unprinted.name
        )?;
        renamed.clear();
    }
    let (gone, added) = (printed(left, right, &diff.only_left), printed(right, left, &diff.only_right));
    for (label, names) in [("renamed", renamed.join(", ")), ("gone", gone.join(", ")), ("added", added.join(", "))] {
        if !names.is_empty() {
            writeln!(output.out, "{}: {names}", output.bold(label))?;
        }
    }
    Ok(())
}

/// Writes what the documents say of the changes.
fn write_mentions(output: &mut Output, left: &Source, right: &Source) -> Result<(), Failure> {
    let mentions = mentions_between(left.built_in, right.built_in);
    if !mentions.is_empty() {
        writeln!(output.out, "\n{}", output.bold("what the documents say of the changes:"))?;
    }
    mentions.iter().try_for_each(|mention| write_mention(output, mention, ""))
}

/// Whether the productions of a grammar are those that a document prints, or an author wrote.
fn prints_productions(source: &Source) -> bool {
    source.built_in.and_then(DocumentGrammar::grammar).is_none_or(Grammar::prints_productions)
}

/// The productions of a grammar among these that its document prints and that of another does not; others
/// are of its corrections. None if one of the documents prints no productions.
fn printed<'n>(source: &Source, other: &Source, names: &'n [String]) -> Vec<&'n str> {
    if [source, other].into_iter().any(|source| !prints_productions(source)) {
        return Vec::new();
    }
    let elsewhere = other.built_in.map_or(&[][..], DocumentGrammar::uncollected_productions);
    let names = names.iter().map(String::as_str).filter(|name| source.published().get(name).is_some());
    names.filter(|name| !elsewhere.contains(name)).collect()
}

/// Two productions whose text and language changed: their relation, witnesses, and both texts.
fn changed(output: &mut Output, left: &Source, right: &Source, pair: &MatchedPair) -> io::Result<()> {
    writeln!(output.out, "{}: {}", output.bold(names(pair)), relation_word(pair))?;
    for (grammar, witness) in witnesses(left, right, pair) {
        writeln!(output.out, "  only {grammar}: {}", quoted(witness))?;
    }
    match &pair.comparison {
        Ok(comparison) if comparison.relation == Relation::Overlapping => {
            if let Some(common) = &comparison.both {
                writeln!(output.out, "  both: {}", quoted(common))?;
            }
        }
        Ok(_) => {}
        Err(error) => writeln!(output.out, "  {error}")?,
    }
    for (source, name) in [(left, &pair.left), (right, &pair.right)] {
        let text = source.bnf.get(name).map(|definition| definition.text.as_str()).unwrap_or_default();
        text.lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
        match source.written(name).filter(|_| source.built_in.is_some()) {
            Some(printed) if printed != text => {
                writeln!(output.out, "    (corrected: see `explain {} {name}`; printed is)", source.name)?;
                printed.lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
            }
            None if source.built_in.is_some() => {
                writeln!(output.out, "    (of a correction: see `explain {} {name}`)", source.name)?;
            }
            _ => {}
        }
    }
    writeln!(output.out)
}

/// The name of two productions, or both names.
fn names(pair: &MatchedPair) -> String {
    if pair.left == pair.right { pair.left.clone() } else { format!("{} / {}", pair.left, pair.right) }
}

fn relation(pair: &MatchedPair) -> Option<Relation> {
    pair.comparison.as_ref().ok().map(|comparison| comparison.relation)
}

fn relation_word(pair: &MatchedPair) -> String {
    relation(pair).map_or_else(|| "undecided".to_owned(), |relation| relation.to_string())
}

/// The strings that only one of two productions accepts, each with the name of its grammar.
fn witnesses<'p>(
    left: &'p Source,
    right: &'p Source,
    pair: &'p MatchedPair,
) -> impl Iterator<Item = (&'p str, &'p str)> {
    pair.comparison.iter().flat_map(|comparison| {
        let left = comparison.left_only.as_deref().map(|witness| (left.name.as_str(), witness));
        let right = comparison.right_only.as_deref().map(|witness| (right.name.as_str(), witness));
        left.into_iter().chain(right)
    })
}

/// Two whole grammars.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Grammars")]
pub struct GrammarsRecord<'a> {
    /// The productions that both have, in the left's order.
    productions: Vec<MatchedPairRecord>,
    /// The productions that only the left prints.
    only_left: Vec<&'a str>,
    /// The productions that only the right prints.
    only_right: Vec<&'a str>,
    /// What the documents say of the changes; absent unless both are of documents, of which one is later.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mentions: Vec<Mention>,
}

impl<'a> GrammarsRecord<'a> {
    fn new(left: &Source, right: &Source, diff: &'a GrammarDiff) -> Self {
        let productions = diff.pairs.iter().map(|pair| MatchedPairRecord {
            change: PairChange::new(left, right, pair),
            compared: RelationRecord::new(
                left.title_of(&pair.left),
                right.title_of(&pair.right),
                pair.comparison.as_ref(),
            ),
        });
        Self {
            productions: productions.collect(),
            only_left: printed(left, right, &diff.only_left),
            only_right: printed(right, left, &diff.only_right),
            mentions: mentions_between(left.built_in, right.built_in),
        }
    }
}

/// Two productions of two whole grammars.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Matched")]
struct MatchedPairRecord {
    #[serde(flatten)]
    compared: RelationRecord,
    /// The change between them.
    change: PairChange,
}

/// The change between two productions.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Change")]
enum PairChange {
    /// The text and the language.
    Text,
    /// Only the language: a production that it uses changed.
    Inherited,
    /// Only the name, and perhaps the text: the languages are equal.
    Renamed,
    /// Nothing, or only the text: the languages are equal.
    Equal,
}

impl PairChange {
    fn new(left: &Source, right: &Source, pair: &MatchedPair) -> Self {
        let [left_body, right_body] = [(left, &pair.left), (right, &pair.right)]
            .map(|(source, name)| source.bnf.get(name).map(|definition| &definition.body));
        match relation(pair) {
            Some(Relation::Equal) if pair.left == pair.right => Self::Equal,
            Some(Relation::Equal) => Self::Renamed,
            _ if left_body == right_body => Self::Inherited,
            _ => Self::Text,
        }
    }
}
