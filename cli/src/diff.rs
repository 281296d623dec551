//! `diff`: what changed between two productions or two grammars, exactly.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::language::{
    Comparison, Divergence, Divergences, GrammarDiff, Language, LanguageError, Pair, Relation, Side, correspondence,
};
use uri_lineage::published::Bnf;

use crate::complete;
use crate::failure::Failure;
use crate::output::{Format, Output};
use crate::schema::Described;
use crate::source::{Source, SourceArgs};

/// Compare two productions or two grammars: which strings does only one of them take?
///
/// LEFT and RIGHT are a grammar's id or the path of a file, with `:production` after it or not. The answer is
/// decided on the languages, not on the text; a witness is a shortest string that shows the difference.
///
/// Of two productions every reason is shown, each once: what can stand at a place by one of them alone, the innermost
/// productions that are read there, and a shortest string of the difference, with a caret at the place.
///
/// Of two grammars those productions come first whose text and language changed, then those whose language changed by what they use
/// alone. Productions of equal language are left out; JSON has them.
///
/// Exit status 0 when the languages are equal, 1 when not, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage diff rfc1738:hostname uri-1997:hostname
  uri-lineage diff url-draft-03 rfc1630
  uri-lineage diff --reading published rfc1738:fpath my.bnf:path")]
pub struct Args {
    /// A grammar, or a production of one
    #[arg(value_name = "LEFT")]
    #[arg(add = complete::sources())]
    left: String,
    /// Another
    #[arg(value_name = "RIGHT")]
    #[arg(add = complete::sources())]
    right: String,
    #[command(flatten)]
    sources: SourceArgs,
    /// Of two productions show shortest strings of each kind alone, and no reasons
    #[arg(long)]
    brief: bool,
    /// How many witnesses of each kind to show for two productions, with --brief or without
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    witnesses: usize,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What programs read of it.
pub fn describe(all: &mut Described) {
    all.record::<WithMore<'_>>().record::<Grammars<'_>>().format("json", "record");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let left = args.sources.read(&args.left)?;
    let right = args.sources.read(&args.right)?;
    let mut output = Output::new(args.format == Format::Text);
    let equal = match (&left.production, &right.production) {
        (None, None) => grammars(args, &mut output, &left, &right)?,
        _ => productions(args, &mut output, &left, &right)?,
    };
    output.out.flush()?;
    Ok(if equal { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn productions(args: &Args, output: &mut Output, left: &Source, right: &Source) -> Result<bool, Failure> {
    // One production alone stands against that of the same name.
    let name =
        |own: &Source, other: &Source| own.production.clone().or_else(|| other.production.clone()).unwrap_or_default();
    let (left_name, right_name) = (name(left, right), name(right, left));
    let (left_language, right_language) = (left.language(&left_name)?, right.language(&right_name)?);
    let comparison = left_language.compare(&right_language)?;
    let divergences = match args.brief {
        true => None,
        false => reasons((&left.bnf, &left_name), (&right.bnf, &right_name))?,
    };
    let (left_name, right_name) = (left.named(&left_name), right.named(&right_name));
    let equal = comparison.relation == Relation::Equal;
    let more = [
        ("left_only", left_language.without(&right_language)?),
        ("right_only", right_language.without(&left_language)?),
        ("both", left_language.and(&right_language)?),
    ];
    match args.format {
        Format::Json => {
            let comparison = Compared::new(left_name, right_name, &Ok(comparison));
            let more = (args.witnesses > 1).then_some(More { languages: &more, witnesses: args.witnesses });
            let divergences = divergences.as_ref().map(Divergences::list);
            serde_json::to_writer(&mut output.out, &WithMore { comparison, more, divergences })?;
            writeln!(output.out)?;
        }
        Format::Text => {
            let relation = comparison.relation;
            writeln!(output.out, "{left_name} {} {right_name}", output.bold(verb(relation)))?;
            for (name, witnesses) in more {
                let label = match name {
                    "left_only" => &left_name,
                    "right_only" => &right_name,
                    _ => "both",
                };
                let only = if name == "both" { "" } else { "only " };
                // Reasons have witnesses of their own.
                let shown =
                    if divergences.is_some() && args.witnesses == 1 && name != "both" { 0 } else { args.witnesses };
                for witness in witnesses.members().take(shown) {
                    writeln!(output.out, "  {only}{label}: {}", quoted(&witness))?;
                }
            }
            let names = [left_name.as_str(), right_name.as_str()];
            divergences.iter().try_for_each(|all| explained(output, names, all.list(), "  "))?;
        }
    }
    Ok(equal)
}

/// Two productions, and every reason why they differ.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Productions")]
struct WithMore<'a> {
    #[serde(flatten)]
    comparison: Compared,
    /// Shortest strings of each kind, with --witnesses; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Members>")]
    more: Option<More<'a>>,
    /// Every reason why the languages differ; absent with --brief, and where they have too many states together.
    #[serde(skip_serializing_if = "Option::is_none")]
    divergences: Option<&'a [Divergence]>,
}

/// Every reason why two productions differ; none, which is said, where they have too many states together to tell all.
pub fn reasons(left: (&Bnf, &str), right: (&Bnf, &str)) -> Result<Option<Divergences>, LanguageError> {
    match Divergences::of(left, right, correspondence()) {
        Err(error @ LanguageError::TooLarge(_)) => {
            // What cannot be told is no reason to stop.
            _ = writeln!(anstream::stderr(), "uri-lineage: no reasons are shown: {error}");
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Reasons for people: which side goes on with what, where, and a string with a caret at the place.
pub fn explained(output: &mut Output, names: [&str; 2], all: &[Divergence], indent: &str) -> Result<(), Failure> {
    if let [_, _, ..] = all {
        writeln!(output.out, "{indent}{} reasons:", all.len())?;
    }
    for Divergence { side, left_production, right_production, bytes, offset, witness } in all {
        let name = names[usize::from(*side == Side::Right)];
        let place = match left_production == right_production {
            true => left_production.clone(),
            false => format!("{left_production} / {right_production}"),
        };
        let what: Vec<&str> = bytes.iter().map(String::as_str).collect();
        writeln!(output.out, "{indent}only {name}: {} in {}", what.join(", "), output.bold(place))?;
        // What would act on a terminal is shown as an escape, a sign for a sign.
        let shown: String = witness.chars().map(|c| if c.is_ascii_graphic() { c } else { '\u{FFFD}' }).collect();
        let shown = if witness.is_empty() { "(the empty string)" } else { &shown };
        writeln!(output.out, "{indent}  | {shown}\n{indent}  | {:offset$}{}", "", output.bad("^"))?;
    }
    Ok(())
}

/// What `More` writes.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "it describes what is written")]
struct Members {
    /// Strings that only the left takes.
    left_only: Vec<String>,
    /// Strings that only the right takes.
    right_only: Vec<String>,
    /// Strings that both take.
    both: Vec<String>,
}

/// The first witnesses of each kind, each written as it is found.
struct More<'a> {
    languages: &'a [(&'static str, Language)],
    witnesses: usize,
}

impl serde::Serialize for More<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Shown<'a>(&'a Language, usize);
        impl serde::Serialize for Shown<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.members().take(self.1))
            }
        }
        serializer.collect_map(self.languages.iter().map(|(name, all)| (name, Shown(all, self.witnesses))))
    }
}

fn grammars(args: &Args, output: &mut Output, left: &Source, right: &Source) -> Result<bool, Failure> {
    let diff = GrammarDiff::of(&left.bnf, &right.bnf, correspondence());
    match args.format {
        Format::Json => {
            let pairs = diff.pairs.iter().map(|pair| Matched {
                change: Change::of(left, right, pair),
                compared: Compared::new(left.named(&pair.left), right.named(&pair.right), &pair.comparison),
            });
            let (only_left, only_right) = (&diff.only_left, &diff.only_right);
            let object = Grammars { productions: pairs.collect(), only_left, only_right };
            serde_json::to_writer(&mut output.out, &object)?;
            writeln!(output.out)?;
        }
        Format::Text => text(output, left, right, &diff)?,
    }
    Ok(diff.is_equal())
}

fn text(output: &mut Output, left: &Source, right: &Source, diff: &GrammarDiff) -> Result<(), Failure> {
    let of = |change: Change| diff.pairs.iter().filter(move |pair| Change::of(left, right, pair) == change);
    let names = |pair: &Pair| match pair.left == pair.right {
        true => pair.left.clone(),
        false => format!("{} / {}", pair.left, pair.right),
    };
    let how = |pair: &Pair| relation(pair).map_or_else(|| "undecided".to_owned(), |relation| relation.to_string());
    for pair in of(Change::Text) {
        let (names, how) = (names(pair), how(pair));
        writeln!(output.out, "{}: {how}", output.bold(names))?;
        match &pair.comparison {
            Ok(comparison) => {
                for (source, witness) in [(left, &comparison.left_only), (right, &comparison.right_only)] {
                    if let Some(witness) = witness {
                        writeln!(output.out, "  only {}: {}", source.name, quoted(witness))?;
                    }
                }
                if comparison.relation == Relation::Overlapping
                    && let Some(both) = &comparison.both
                {
                    writeln!(output.out, "  both: {}", quoted(both))?;
                }
            }
            Err(error) => writeln!(output.out, "  {error}")?,
        }
        for (source, name) in [(left, &pair.left), (right, &pair.right)] {
            let text = source.bnf.get(name).map(|definition| definition.text.as_str()).unwrap_or_default();
            text.lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
        }
        writeln!(output.out)?;
    }
    if of(Change::Inherited).next().is_some() {
        writeln!(output.out, "{}:", output.bold("changed by what they use alone"))?;
        for pair in of(Change::Inherited) {
            write!(output.out, "  {}: {}", names(pair), how(pair))?;
            if let Ok(comparison) = &pair.comparison {
                for (source, witness) in [(left, &comparison.left_only), (right, &comparison.right_only)] {
                    if let Some(witness) = witness {
                        write!(output.out, "; only {}: {}", source.name, quoted(witness))?;
                    }
                }
            }
            writeln!(output.out)?;
        }
        writeln!(output.out)?;
    }
    let renamed: Vec<String> = of(Change::Renamed).map(names).collect();
    if !renamed.is_empty() {
        writeln!(output.out, "{}: {}", output.bold("renamed"), renamed.join(", "))?;
    }
    for (label, names) in [("gone", &diff.only_left), ("added", &diff.only_right)] {
        if !names.is_empty() {
            writeln!(output.out, "{}: {}", output.bold(label), names.join(", "))?;
        }
    }
    Ok(())
}

fn relation(pair: &Pair) -> Option<Relation> {
    pair.comparison.as_ref().ok().map(|comparison| comparison.relation)
}

/// The relation of the left to the right, as a verb.
pub fn verb(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "is equal to",
        Relation::Narrower => "is narrower than",
        Relation::Wider => "is wider than",
        Relation::Overlapping => "overlaps with",
        Relation::Disjoint => "is disjoint from",
    }
}

/// A witness for people: nothing in it is lost or acts on the terminal.
pub fn quoted(witness: &str) -> String {
    match witness {
        "" => "the empty string".to_owned(),
        text if text.chars().all(|c| c.is_ascii_graphic()) => text.to_owned(),
        text => format!("{text:?}"),
    }
}

/// How two productions stand to each other.
#[derive(Serialize, JsonSchema)]
struct Compared {
    /// A grammar and its production, with a colon between.
    left: String,
    /// The other.
    right: String,
    /// How the language of the left stands to that of the right; `null` where that cannot be decided.
    relation: Option<Relation>,
    /// A shortest string that only the left takes; `null` where there is none.
    left_only: Option<String>,
    /// A shortest string that only the right takes; `null` where there is none.
    right_only: Option<String>,
    /// A shortest string that both take; `null` where there is none.
    both: Option<String>,
    /// Why it cannot be decided; absent where it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Two productions of two whole grammars.
#[derive(Serialize, JsonSchema)]
struct Matched {
    #[serde(flatten)]
    compared: Compared,
    /// What changed between them.
    change: Change,
}

/// What changed between two productions.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Change {
    /// The text and the language.
    Text,
    /// The language alone: a production that it uses changed.
    Inherited,
    /// The name alone, and perhaps the text: the languages are equal.
    Renamed,
    /// Nothing, or the text alone: the languages are equal.
    Equal,
}

impl Change {
    fn of(left: &Source, right: &Source, pair: &Pair) -> Self {
        let [one, other] = [(left, &pair.left), (right, &pair.right)].map(|(source, name)| source.bnf.get(name));
        match relation(pair) {
            Some(Relation::Equal) if pair.left == pair.right => Self::Equal,
            Some(Relation::Equal) => Self::Renamed,
            _ if one.map(|it| &it.body) == other.map(|it| &it.body) => Self::Inherited,
            _ => Self::Text,
        }
    }
}

/// Two whole grammars.
#[derive(Serialize, JsonSchema)]
struct Grammars<'a> {
    /// The productions that both have, in the left's order.
    productions: Vec<Matched>,
    /// The productions that only the left has.
    only_left: &'a [String],
    /// The productions that only the right has.
    only_right: &'a [String],
}

impl Compared {
    fn new(left: String, right: String, comparison: &Result<Comparison, LanguageError>) -> Self {
        let (found, error) = match comparison {
            Ok(found) => (Some(found), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let witness = |of: fn(&Comparison) -> &Option<String>| found.and_then(|found| of(found).clone());
        Self {
            left,
            right,
            relation: found.map(|found| found.relation),
            left_only: witness(|found| &found.left_only),
            right_only: witness(|found| &found.right_only),
            both: witness(|found| &found.both),
            error,
        }
    }
}
