//! `resolve` and `relative`: references against a base, and back.

use std::io::Write;
use std::process::ExitCode;

use serde_json::{Map, Value, json};
use uri_lineage::Grammar;
use uri_lineage::resolve::{Leading, Options, Resolution, ResolveError, Target};

use crate::each::listed;
use crate::engine::{Work, Written};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::options::GrammarArgs;
use crate::output::{Colours, ListFormat, Output, plain};

/// Resolve a relative reference against a base, as each document that defines this says
///
/// Draft 02 (section 1.2), RFC 1630 ("Partial (relative) form") and the URL draft of 1997 (section 4.2) define it; without
/// --grammar all of these are asked.
///
/// Exit status 0 when every grammar asked for gives a result, 1 when one does not, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage resolve http://a/b/c/d ../g
  uri-lineage resolve --grammar rfc1630 magic://a/b/c//d/e/f /g --steps
  uri-lineage resolve --grammar uri-1997 http://a/b ../../g --leading remove
  uri-lineage resolve --format json http://a/b/c/d '#s'
  uri-lineage resolve --format jsonl http://a/b/c/d < references.txt
  uri-lineage resolve --pairs --file pairs.tsv")]
pub struct Args {
    #[command(flatten)]
    pairs: PairArgs,
    #[command(flatten)]
    grammars: GrammarArgs,
    /// Show the work, step by step, as the document counts the steps
    #[arg(long)]
    steps: bool,
    /// What to do with a `..` that is left at the beginning of a path (1997, section 4.2, step 6 g)
    #[arg(long, value_enum, default_value_t = LeadingArg::Keep)]
    leading: LeadingArg,
    /// Follow the wording of draft 02 and RFC 1630 where their examples or a sibling text contradict it
    #[arg(long)]
    wording: bool,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum LeadingArg {
    /// It stays
    Keep,
    /// It is removed
    Remove,
    /// It is an error
    Refuse,
}

/// A base, and what is seen from it.
#[derive(clap::Args)]
struct PairArgs {
    /// The absolute URL that is the base
    #[arg(value_name = "BASE", required_unless_present = "pairs")]
    base: Option<String>,
    #[command(flatten)]
    list: UrlArgs,
    /// Each record is a pair: the base, a tab, and what is seen from it
    #[arg(long, conflicts_with_all = ["base", "field", "records"])]
    pairs: bool,
}

/// Find the shortest reference that stands for a target, seen from a base
///
/// What is found has been resolved again, and gives the target. Exit status as that of resolve.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage relative http://a/b/c/d http://a/b/g
  uri-lineage relative --grammar uri-1997 --format json http://a/b/c/d http://x/y")]
pub struct RelativeArgs {
    #[command(flatten)]
    pairs: PairArgs,
    #[command(flatten)]
    grammars: GrammarArgs,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,
}

/// The grammars asked for, or all whose documents define relative references.
fn grammars(args: &GrammarArgs) -> Vec<Grammar> {
    let asked = args.asked();
    args.list().into_iter().filter(|&grammar| asked || grammar.resolves()).collect()
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let leading = match args.leading {
        LeadingArg::Keep => Leading::Keep,
        LeadingArg::Remove => Leading::Remove,
        LeadingArg::Refuse => Leading::Refuse,
    };
    let options = Options { leading, wording: args.wording };
    let found = |grammar: Grammar, base: &str, reference: &str| grammar.resolve(base, reference, options);
    let grammars = grammars(&args.grammars);
    each(&args.pairs, "reference", &grammars, args.format, found, |found: &Resolution, object| {
        match &found.target {
            Target::Url(url) => object.insert("result".to_owned(), json!(url)),
            Target::SameDocument { fragment } => {
                object.insert("same_document".to_owned(), json!(true));
                fragment.as_ref().and_then(|fragment| object.insert("fragment".to_owned(), json!(fragment)))
            }
        };
        if args.steps {
            object.insert("steps".to_owned(), json!(found.steps));
        }
        let mut text = match &found.target {
            Target::Url(url) => plain(url).into_owned(),
            same @ Target::SameDocument { .. } => format!("(current document){}", plain(&same.to_string())),
        };
        if args.steps {
            found
                .steps
                .iter()
                .for_each(|step| text.push_str(&format!("\n  {}\n    {}", step.rule, plain(&step.result))));
        }
        text
    })
}

pub fn relative(args: &RelativeArgs) -> Result<ExitCode, Failure> {
    let found = |grammar: Grammar, base: &str, target: &str| grammar.relative(base, target);
    let grammars = grammars(&args.grammars);
    each(&args.pairs, "target", &grammars, args.format, found, |reference: &String, object| {
        object.insert("result".to_owned(), json!(reference));
        plain(reference).into_owned()
    })
}

/// Finds something for each pair by each grammar: `put` adds it to an object and gives it as text. `name` is what the second
/// of a pair is called.
fn each<T>(
    args: &PairArgs,
    name: &'static str,
    grammars: &[Grammar],
    format: ListFormat,
    found: impl Fn(Grammar, &str, &str) -> Result<T, ResolveError> + Sync,
    put: impl Fn(&T, &mut Map<String, Value>) -> String + Sync,
) -> Result<ExitCode, Failure> {
    let output = Output::new(format == ListFormat::Text);
    let input = args.list.input()?.whole();
    let (several, colours) = (input.single().is_none(), output.colours());
    let worker = || Pairs { args, name, grammars, format, several, colours, all: true, found: &found, put: &put };
    let (pairs, read) = listed(&input, format, worker, output)?;
    Ok(match (read, pairs.all) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

struct Pairs<'a, F, P> {
    args: &'a PairArgs,
    name: &'static str,
    grammars: &'a [Grammar],
    format: ListFormat,
    /// Whether there may be several pairs, so that each needs a heading.
    several: bool,
    colours: Colours,
    /// Whether all was found.
    all: bool,
    found: &'a F,
    put: &'a P,
}

impl<T, F, P> Work for Pairs<'_, F, P>
where
    F: Fn(Grammar, &str, &str) -> Result<T, ResolveError> + Sync,
    P: Fn(&T, &mut Map<String, Value>) -> String + Sync,
{
    fn block(&mut self, block: &Block, written: &mut Written) -> Result<(), Failure> {
        for (line, record) in block.texts() {
            let (base, second) = match &self.args.base {
                Some(base) => (base.as_str(), &*record),
                None => record.split_once('\t').ok_or_else(|| {
                    let file = plain(&block.file);
                    Failure::Usage(format!("{file}:{line}: no pair, which would have a tab between its parts"))
                })?,
            };
            self.pair(base, second, &mut written.out)?;
        }
        Ok(())
    }

    fn merge(&mut self, other: Self) {
        self.all &= other.all;
    }
}

impl<T, F, P> Pairs<'_, F, P>
where
    F: Fn(Grammar, &str, &str) -> Result<T, ResolveError> + Sync,
    P: Fn(&T, &mut Map<String, Value>) -> String + Sync,
{
    fn pair(&mut self, base: &str, second: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        if self.several && self.format == ListFormat::Text {
            let pair = if self.args.pairs { format!("{} {}", plain(base), plain(second)) } else { plain(second).into_owned() };
            writeln!(out, "{}", self.colours.bold(pair))?;
        }
        for &grammar in self.grammars {
            let mut object = Map::from_iter([
                ("grammar".to_owned(), json!(grammar.id())),
                ("base".to_owned(), json!(base)),
                (self.name.to_owned(), json!(second)),
            ]);
            let found = (self.found)(grammar, base, second);
            self.all &= found.is_ok();
            let text = match &found {
                Ok(found) => (self.put)(found, &mut object),
                Err(error) => {
                    object.insert("error".to_owned(), json!(error.to_string()));
                    if let ResolveError::Base(why) | ResolveError::Reference(why) = error {
                        object.insert("refusal".to_owned(), json!(why));
                    }
                    self.colours.bad(format!("error: {}", plain(&error.to_string()))).to_string()
                }
            };
            match self.format {
                ListFormat::Text => writeln!(out, "{grammar:<16} {text}")?,
                format => format.object(&object, out)?,
            }
        }
        Ok(())
    }
}
