//! The comparison of two productions, with every cause why they differ.

use std::io::Write;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use uri_lineage::regular_bnf::{Comparison, Divergence, GrammarError, Language, Relation, Side};

use super::args::Args;
use super::cause::{CauseRecord, Causes, causes, write_causes};
use super::mentions::{ComparedDocuments, later_side};
use super::sentence::{ComparedNames, verb};
use super::unplaced::{unplaced, write_unplaced};
use crate::failure::Failure;
use crate::options::source::Source;
use crate::output::text::quoted;
use crate::output::{Format, Output};

/// Two compared productions.
struct ProductionDiff {
    /// The grammar and the production of each side.
    names: [String; 2],
    /// The grammar of each side.
    grammars: [String; 2],
    /// The side whose document is later, if one is.
    later: Option<Side>,
    /// The productions that a document uses and does not define, which have no strings here.
    undefined: Vec<String>,
    comparison: Comparison,
    /// The strings that only the left accepts.
    left_only: Language,
    /// The strings that only the right accepts.
    right_only: Language,
    /// The strings that both accept.
    both: Language,
    /// Every cause why they differ; `None` if causes are not requested, or if the productions have
    /// too many states together.
    causes: Option<Causes>,
    /// The changes of productions that both use, where none of the causes is in these.
    unplaced: Vec<Divergence>,
}

/// Compares two productions and writes the result. Returns whether they are equal.
pub fn compare(args: &Args, output: &mut Output, left: &mut Source, right: &mut Source) -> Result<bool, Failure> {
    let diff = ProductionDiff::new(args, left, right)?;
    match args.format {
        Format::Json => diff.json(args.witnesses, output)?,
        Format::Text => diff.text(args.witnesses, output)?,
    }
    Ok(diff.comparison.relation == Relation::Equal)
}

impl ProductionDiff {
    fn new(args: &Args, left: &mut Source, right: &mut Source) -> Result<Self, Failure> {
        let (left_name, right_name) = (production_to_compare(left, right), production_to_compare(right, left));
        let mut undefined = Vec::new();
        for (source, name) in [(&mut *left, &left_name), (&mut *right, &right_name)] {
            let names = source.leave_out_undefined(name).into_iter();
            undefined.extend(names.map(|name| source.title_of(&name)));
        }
        let (mut left_language, mut right_language) = (left.language(&left_name)?, right.language(&right_name)?);
        // Only strings of which models of parsers say something are compared, and their states have no
        // names by which a cause could be told.
        let models = || [&*left, &*right].into_iter().filter_map(Source::model);
        for model in models() {
            let known = model.known(&[])?;
            left_language = left_language.intersection(&known)?;
            right_language = right_language.intersection(&known)?;
        }
        let is_brief = args.brief || models().next().is_some();
        let comparison = left_language.compare(&right_language)?;
        let divergences = if is_brief { None } else { causes((&left.bnf, &left_name), (&right.bnf, &right_name))? };
        let unplaced = match &divergences {
            Some(all) if !args.silent => unplaced(all, &left.bnf, &right.bnf)?,
            _ => Vec::new(),
        };
        let documents = ComparedDocuments::new((left.built_in, &left_name), (right.built_in, &right_name));
        if args.silent && documents.is_none() {
            return Err(Failure::Usage(
                "--silent needs two documents of this program, one of which is later".to_owned(),
            ));
        }
        let causes = divergences.map(|all| Causes::new(&all, args.witnesses, documents.as_ref()));
        let mut causes = causes.transpose()?;
        if let Some(causes) = &mut causes {
            if args.silent {
                causes.list.retain(CauseRecord::is_silent);
                causes.others.clear();
            }
            if let Some(level) = args.by {
                level.group(&mut causes.list, [(left.built_in, &left_name), (right.built_in, &right_name)]);
            }
        }
        Ok(Self {
            names: [left.title_of(&left_name), right.title_of(&right_name)],
            grammars: [left.name.clone(), right.name.clone()],
            later: left.built_in.zip(right.built_in).and_then(|(left, right)| later_side(left, right)),
            undefined,
            comparison,
            left_only: left_language.difference(&right_language)?,
            right_only: right_language.difference(&left_language)?,
            both: left_language.intersection(&right_language)?,
            causes,
            unplaced,
        })
    }

    fn json(&self, witnesses: usize, output: &mut Output) -> Result<(), Failure> {
        let [left, right] = self.names.clone();
        let witnesses_by_kind = WitnessesByKind {
            left_only: FirstMembers { language: &self.left_only, count: witnesses },
            right_only: FirstMembers { language: &self.right_only, count: witnesses },
            both: FirstMembers { language: &self.both, count: witnesses },
        };
        let record = ProductionsRecord {
            comparison: RelationRecord::new(left, right, Ok(&self.comparison)),
            more: (self.causes.is_none() && witnesses > 1).then_some(witnesses_by_kind),
            causes: self.causes.as_ref(),
            unplaced: &self.unplaced,
            undefined: &self.undefined,
        };
        serde_json::to_writer(&mut output.out, &record)?;
        writeln!(output.out)?;
        Ok(())
    }

    fn text(&self, witnesses: usize, output: &mut Output) -> Result<(), Failure> {
        let [left, right] = &self.names;
        writeln!(output.out, "{left} {} {right}", output.bold(verb(self.comparison.relation)))?;
        for undefined in &self.undefined {
            writeln!(output.out, "  `{undefined}` is not defined, or only described in words: it has no strings here")?;
        }
        // Causes have witnesses of the differences.
        let (of_differences, of_both) = if self.causes.is_some() { (0, 1) } else { (witnesses, witnesses) };
        for (label, language, count) in [
            (format!("only {left}"), &self.left_only, of_differences),
            (format!("only {right}"), &self.right_only, of_differences),
            ("both".to_owned(), &self.both, of_both),
        ] {
            for witness in language.members().take(count) {
                writeln!(output.out, "  {label}: {}", quoted(&witness))?;
            }
        }
        let names = ComparedNames { names: [left, right], later: self.later };
        self.causes.iter().try_for_each(|causes| write_causes(output, &names, causes, "  "))?;
        let names = ComparedNames { names: self.grammars.each_ref().map(String::as_str), later: self.later };
        write_unplaced(output, &names, &self.unplaced)
    }
}

/// The production of `source` that is compared. A production that only one side names is compared
/// with the production of the same name.
fn production_to_compare(source: &Source, opposite: &Source) -> String {
    if source.has_productions() && opposite.has_productions() {
        source.production.clone().or_else(|| opposite.production.clone()).unwrap_or_default()
    } else {
        source.main_production()
    }
}

/// Two productions, and every cause why they differ.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Productions")]
pub struct ProductionsRecord<'a> {
    #[serde(flatten)]
    comparison: RelationRecord,
    /// Shortest strings of each kind, with --brief and --witnesses; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<WitnessesByKind<'a>>,
    /// Every cause why the languages differ; absent with --brief, and if they have too many states
    /// together.
    #[serde(flatten)]
    causes: Option<&'a Causes>,
    /// The causes why productions differ that both use, where none of the causes above is in these
    /// productions: their strings are accepted in another production, or are refused further on. Absent
    /// if there are none.
    #[serde(skip_serializing_if = "<[Divergence]>::is_empty")]
    unplaced: &'a [Divergence],
    /// With --reading published, the productions that a document uses and does not define, or only
    /// describes in words, each with its grammar: they have no strings here. Absent if there are
    /// none.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    undefined: &'a [String],
}

/// The first witnesses of each kind.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Members", description = "The first strings of each kind.")]
struct WitnessesByKind<'a> {
    /// Strings that only the left accepts.
    #[schemars(with = "Vec<String>")]
    left_only: FirstMembers<'a>,
    /// Strings that only the right accepts.
    #[schemars(with = "Vec<String>")]
    right_only: FirstMembers<'a>,
    /// Strings that both accept.
    #[schemars(with = "Vec<String>")]
    both: FirstMembers<'a>,
}

/// The first members of a language, each written as it is found.
struct FirstMembers<'a> {
    language: &'a Language,
    count: usize,
}

impl Serialize for FirstMembers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.language.members().take(self.count))
    }
}

/// The relation between two productions.
#[derive(Serialize, JsonSchema)]
pub struct RelationRecord {
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

impl RelationRecord {
    pub fn new(left: String, right: String, comparison: Result<&Comparison, &GrammarError>) -> Self {
        let error = comparison.err().map(ToString::to_string);
        let comparison = comparison.ok();
        Self {
            left,
            right,
            relation: comparison.map(|comparison| comparison.relation),
            left_only: comparison.and_then(|comparison| comparison.left_only.clone()),
            right_only: comparison.and_then(|comparison| comparison.right_only.clone()),
            both: comparison.and_then(|comparison| comparison.both.clone()),
            error,
        }
    }
}
