//! `diff`: the exact changes between two productions or two grammars.

use std::cmp::Ordering;
use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Grammar;
use uri_lineage::language::{
    CauseKind, Comparison, Divergence, Divergences, GrammarDiff, Language, LanguageError, MatchedPair, Relation,
    RepetitionBounds, Side, correspondence,
};
use uri_lineage::published::Bnf;

use crate::failure::Failure;
use crate::options::complete;
use crate::options::source::{Source, SourceArgs};
use crate::output::text::{columns, plain, quoted};
use crate::output::{Format, Output};
use crate::schema::Described;

/// Compare two productions or two grammars: find the strings that only one of them accepts
///
/// LEFT and RIGHT are a grammar's id or the path of a file, optionally with `:production` after it.
/// The result is decided on the languages, not on the text; a witness is a shortest string that
/// shows the difference. If only one of them names a production, the other one is the production of
/// the same name, or the main rule of a pest grammar.
///
/// For two productions, every cause of the difference is shown once: a sentence, a shortest string
/// of the difference with this cause, a caret at the place where only one of them can continue, and
/// the productions that both are reading there. Every string of the difference belongs to exactly
/// one cause. Of two grammars of this program the later one is the subject.
///
/// For two grammars, the output lists first the productions whose text and language changed, then
/// those whose language changed only because a production that they use changed. Productions of
/// equal language are omitted, except in JSON.
///
/// Exit status: 0 if the languages are equal, 1 if they differ, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage diff rfc1738:hostname uri-1997:hostname
  uri-lineage diff url-draft-03 rfc1630
  uri-lineage diff --reading published rfc1738:fpath my.bnf:path
  uri-lineage diff rfc3986:port --regex '[0-9]{1,5}' --flavour python")]
pub struct Args {
    /// A grammar, or a production of one
    #[arg(value_name = "LEFT")]
    #[arg(add = complete::sources())]
    left: Option<String>,
    /// Another grammar or production, unless --regex is the other
    #[arg(value_name = "RIGHT")]
    #[arg(add = complete::sources())]
    right: Option<String>,
    #[command(flatten)]
    sources: SourceArgs,
    /// For two productions, show only shortest strings of each kind, without causes
    #[arg(long)]
    brief: bool,
    /// Number of strings to show for two productions: of each cause (at most 1,000) or, with
    /// --brief, of each kind
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    witnesses: usize,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<WithMore<'_>>().record::<Grammars<'_>>().format("json", "record");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let [left, right] = args.sources.all([args.left.as_deref(), args.right.as_deref()])?;
    let mut output = Output::new(args.format == Format::Text);
    let equal = match (&left.production, &right.production) {
        (None, None) => grammars(args, &mut output, &left, &right)?,
        _ => productions(args, &mut output, &left, &right)?,
    };
    output.out.flush()?;
    Ok(if equal { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn productions(args: &Args, output: &mut Output, left: &Source, right: &Source) -> Result<bool, Failure> {
    // A production on one side only is compared with the production of the same name.
    let name = |own: &Source, other: &Source| {
        if !(own.has_productions() && other.has_productions()) {
            own.main_production()
        } else {
            own.production.clone().or_else(|| other.production.clone()).unwrap_or_default()
        }
    };
    let (left_name, right_name) = (name(left, right), name(right, left));
    let (left_language, right_language) = (left.language(&left_name)?, right.language(&right_name)?);
    let comparison = left_language.compare(&right_language)?;
    let divergences = if args.brief { None } else { causes((&left.bnf, &left_name), (&right.bnf, &right_name))? };
    let (left_name, right_name) = (left.named(&left_name), right.named(&right_name));
    let equal = comparison.relation == Relation::Equal;
    let more = [
        ("left_only", left_language.difference(&right_language)?),
        ("right_only", right_language.difference(&left_language)?),
        ("both", left_language.intersection(&right_language)?),
    ];
    let causes = divergences.map(|all| Causes::of(&all, args.witnesses)).transpose()?;
    match args.format {
        Format::Json => {
            let comparison = Compared::new(left_name, right_name, &Ok(comparison));
            let more = (causes.is_none() && args.witnesses > 1)
                .then_some(More { languages: &more, witnesses: args.witnesses });
            let divergences = causes.map(|causes| causes.0);
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
                // Causes have witnesses of their own.
                let shown = match (&causes, name) {
                    (None, _) => args.witnesses,
                    (Some(_), "both") => 1,
                    (Some(_), _) => 0,
                };
                for witness in witnesses.members().take(shown) {
                    writeln!(output.out, "  {only}{label}: {}", quoted(&witness))?;
                }
            }
            let names = Names { names: [&left_name, &right_name], later: later(left.grammar, right.grammar) };
            causes.iter().try_for_each(|causes| explained(output, &names, &causes.0, "  "))?;
        }
    }
    Ok(equal)
}

/// Two productions, and every cause why they differ.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Productions")]
struct WithMore<'a> {
    #[serde(flatten)]
    comparison: Compared,
    /// Shortest strings of each kind, with --brief and --witnesses; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Members>")]
    more: Option<More<'a>>,
    /// Every cause why the languages differ; absent with --brief, and if they have too many states
    /// together.
    #[serde(skip_serializing_if = "Option::is_none")]
    divergences: Option<Vec<Cause>>,
}

/// A cause why two productions differ.
#[derive(Serialize, JsonSchema)]
pub struct Cause {
    #[serde(flatten)]
    pub divergence: Divergence,
    /// Shortest strings of the difference with this cause, if more than one was requested;
    /// otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    witnesses: Option<Vec<String>>,
}

/// The greatest number of strings of one cause: they are kept until all are written.
const MOST: usize = 1_000;

/// All causes why two productions differ.
pub struct Causes(pub Vec<Cause>);

impl Causes {
    /// The causes, each with a number of strings.
    pub fn of(all: &Divergences, witnesses: usize) -> Result<Self, LanguageError> {
        let cause = |(at, divergence): (usize, &Divergence)| {
            let witnesses = (witnesses > 1).then(|| all.witnesses(at, witnesses.min(MOST))).transpose()?;
            Ok(Cause { divergence: divergence.clone(), witnesses })
        };
        all.list().iter().enumerate().map(cause).collect::<Result<_, _>>().map(Self)
    }
}

/// The greatest number of parts of a production that a sentence names.
const FEW: usize = 3;

/// The greatest number of characters, and sets of characters, that a sentence names.
const MANY: usize = 16;

/// The names of two compared productions.
pub struct Names<'n> {
    pub names: [&'n str; 2],
    /// The one whose document is later, if one is.
    pub later: Option<Side>,
}

/// The side whose document is later.
fn later(left: Option<Grammar>, right: Option<Grammar>) -> Option<Side> {
    match left?.cmp(&right?) {
        Ordering::Less => Some(Side::Right),
        Ordering::Equal => None,
        Ordering::Greater => Some(Side::Left),
    }
}

impl Names<'_> {
    /// A cause as a sentence: the subject with its verb, and the object.
    pub fn sentence(&self, cause: &Divergence) -> [String; 2] {
        let Divergence { side, kind, accepting, refusing, parts, required, characters, .. } = cause;
        let [left, right] = self.names;
        let (on, off) = if *side == Side::Left { (left, right) } else { (right, left) };
        let (subject, other) = match self.later {
            None => (format!("only {on} accepts"), off),
            Some(later) if later == *side => (format!("{on} also accepts"), off),
            Some(_) => (format!("{off} no longer accepts"), "it"),
        };
        let first = [&cause.left_production, &cause.right_production];
        let also = cause.also.iter().map(|[left, right]| [left, right]);
        let mut places: Vec<String> = Vec::new();
        for [left, right] in std::iter::once(first).chain(also) {
            let place = if left == right { left.clone() } else { format!("{left} / {right}") };
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let own = if *side == Side::Left { first[0] } else { first[1] };
        let place = listed(&places, "and");
        let characters = match characters.len() {
            all if all > MANY => format!("{} and {} more", characters[..MANY].join(", "), all - MANY),
            _ => characters.join(", "),
        };
        let object = match (kind, accepting, refusing) {
            (CauseKind::Characters, None, _) => characters,
            (CauseKind::Characters, Some(_), _) => format!("{characters} in {place}"),
            // A literal of a production that both have.
            (CauseKind::Alternative, Some(accepting), _) if !cause.whole || accepting == own => {
                format!("{characters} in {accepting}")
            }
            (CauseKind::Alternative, Some(accepting), _) => format!("{accepting} in {place}"),
            (CauseKind::Empty, _, Some(refusing)) => format!("an empty {refusing}"),
            (CauseKind::Required, _, Some(refusing)) => {
                let what = match (&parts[..], &required[..]) {
                    ([], []) => refusing.clone(),
                    ([], text) => format!("{} in {refusing}", listed(text, "or")),
                    (parts, _) if parts.len() > FEW => format!("a part of {refusing}"),
                    (parts, _) => listed(parts, "or"),
                };
                format!("{characters} where {other} still requires {what}")
            }
            (CauseKind::Bound, ..) => self.bound(cause, &place),
            (CauseKind::Exception, _, Some(refusing)) => format!("strings that {refusing} excepts"),
            (CauseKind::Order, Some(accepting), _) if places.len() == 1 => {
                format!("{characters} in {accepting} at this place")
            }
            (CauseKind::Order, Some(_), _) => format!("{characters} in {place} at these places"),
            _ => format!("{characters} in {place}"),
        };
        [subject, object]
    }

    /// A bound as an object: the production, and the bounds of both sides, or of the old document
    /// and of the new one.
    fn bound(&self, cause: &Divergence, place: &str) -> String {
        let bound = |repeats: RepetitionBounds| match (cause.whole, repeats) {
            (false, RepetitionBounds { least, .. }) => least.to_string(),
            (true, RepetitionBounds { most: Some(most), .. }) => most.to_string(),
            (true, _) => "any number".to_owned(),
        };
        let how = if cause.whole { "more" } else { "fewer" };
        let Some([left, right]) = cause.bounds.map(|both| both.map(bound)) else {
            return format!("{how} repetitions in {place}");
        };
        let own_first = if cause.side == Side::Left { (&left, &right) } else { (&right, &left) };
        let bounds = match self.later {
            None => format!("the bound is {}, not {}", own_first.0, own_first.1),
            Some(Side::Left) => format!("the bound changed from {right} to {left}"),
            Some(Side::Right) => format!("the bound changed from {left} to {right}"),
        };
        format!("{how} repetitions in {place}: {bounds}")
    }
}

/// A list in words: `a, b and c`.
fn listed(all: &[String], word: &str) -> String {
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Finds every cause why two productions differ. Returns `None`, with a message, if they have too
/// many states together.
pub fn causes(left: (&Bnf, &str), right: (&Bnf, &str)) -> Result<Option<Divergences>, LanguageError> {
    match Divergences::new(left, right, correspondence()) {
        Err(error @ LanguageError::TooLarge(_)) => {
            // A message that cannot be written is no reason to stop.
            _ = writeln!(anstream::stderr(), "uri-lineage: no causes are shown: {error}");
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Writes causes for people: a sentence, a string with a caret at the place, and the productions
/// that are being read there.
pub fn explained(output: &mut Output, names: &Names<'_>, all: &[Cause], indent: &str) -> Result<(), Failure> {
    if let [_, _, ..] = all {
        writeln!(output.out, "{indent}{} causes:", all.len())?;
    }
    for Cause { divergence, witnesses } in all {
        let Divergence { offset, witness, left_derivation, right_derivation, .. } = divergence;
        let [subject, object] = names.sentence(divergence);
        writeln!(output.out, "{indent}{subject} {}", output.bold(object))?;
        // Spaces and control characters are shown as U+FFFD, one sign per character.
        let sign = |c: char| if c.is_ascii() && !c.is_ascii_graphic() { '\u{FFFD}' } else { c };
        let signs = |text: &str| text.chars().map(sign).collect::<String>();
        let offset = columns(&signs(&witness[..*offset]));
        let shown = |witness: &str| {
            if witness.is_empty() { "(the empty string)".to_owned() } else { plain(&signs(witness)).into_owned() }
        };
        writeln!(output.out, "{indent}  | {}\n{indent}  | {:offset$}{}", shown(witness), "", output.bad("^"))?;
        for more in witnesses.iter().flatten().filter(|more| *more != witness) {
            writeln!(output.out, "{indent}  | {}", shown(more))?;
        }
        let [left, right] = [left_derivation, right_derivation].map(|way| way.join(" > "));
        writeln!(output.out, "{indent}  in {left}, {right}")?;
    }
    Ok(())
}

/// The witnesses that `More` writes.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "it describes what is written")]
struct Members {
    /// Strings that only the left accepts.
    left_only: Vec<String>,
    /// Strings that only the right accepts.
    right_only: Vec<String>,
    /// Strings that both accept.
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
    let diff = GrammarDiff::new(&left.bnf, &right.bnf, correspondence());
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
    let names = |pair: &MatchedPair| {
        if pair.left == pair.right { pair.left.clone() } else { format!("{} / {}", pair.left, pair.right) }
    };
    let how =
        |pair: &MatchedPair| relation(pair).map_or_else(|| "undecided".to_owned(), |relation| relation.to_string());
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

fn relation(pair: &MatchedPair) -> Option<Relation> {
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

/// The relation between two productions.
#[derive(Serialize, JsonSchema)]
struct Compared {
    /// A grammar and its production, separated by a colon.
    left: String,
    /// The other grammar and production, separated by a colon.
    right: String,
    /// The relation of the left language to the right; `null` if it cannot be decided.
    relation: Option<Relation>,
    /// A shortest string that only the left accepts; `null` if no such string exists.
    left_only: Option<String>,
    /// A shortest string that only the right accepts; `null` if no such string exists.
    right_only: Option<String>,
    /// A shortest string that both accept; `null` if no such string exists.
    both: Option<String>,
    /// Why the relation cannot be decided; absent if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Two productions of two whole grammars.
#[derive(Serialize, JsonSchema)]
struct Matched {
    #[serde(flatten)]
    compared: Compared,
    /// The change between them.
    change: Change,
}

/// The change between two productions.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Change {
    /// The text and the language.
    Text,
    /// Only the language: a production that it uses changed.
    Inherited,
    /// Only the name, and perhaps the text: the languages are equal.
    Renamed,
    /// Nothing, or only the text: the languages are equal.
    Equal,
}

impl Change {
    fn of(left: &Source, right: &Source, pair: &MatchedPair) -> Self {
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
