//! `resolve` and `relative`: references against a base, and back.

use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;
use uri_lineage::resolve::{self, Leading, Options, Resolution, ResolveError, Step, Target};
use uri_lineage::{Error, Grammar, Parsed};

use crate::engine::{Work, Written};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::list::{List, ListArgs};
use crate::options::GrammarArgs;
use crate::output::{Colours, Output, plain};

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
    #[command(flatten)]
    list: ListArgs,
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
    urls: UrlArgs,
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
    #[command(flatten)]
    list: ListArgs,
}

/// The grammars asked for, or all whose documents define relative references.
fn asked(args: &GrammarArgs) -> Vec<Grammar> {
    let asked = args.asked();
    args.list().into_iter().filter(|&grammar| asked || grammar.resolves()).collect()
}

/// What is found for a pair. As JSON it is the members of an object.
trait Found: Serialize {
    /// What the second of a pair is called.
    const SECOND: Second;
    /// The names of the members.
    const MEMBERS: &[&str];

    /// Writes it for people.
    fn write(&self, out: &mut Vec<u8>) -> io::Result<()>;
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Second {
    Reference,
    Target,
}

/// What a reference stands for.
#[derive(Serialize)]
struct Resolved {
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_document: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fragment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Step>>,
}

impl Resolved {
    fn new(found: Resolution, steps: bool) -> Self {
        let (result, same_document, fragment) = match found.target {
            Target::Url(url) => (Some(url), None, None),
            Target::SameDocument { fragment } => (None, Some(true), fragment),
        };
        Self { result, same_document, fragment, steps: steps.then_some(found.steps) }
    }
}

impl Found for Resolved {
    const SECOND: Second = Second::Reference;
    const MEMBERS: &[&str] = &["reference", "result", "same_document", "fragment", "steps"];

    fn write(&self, out: &mut Vec<u8>) -> io::Result<()> {
        match (&self.result, &self.fragment) {
            (Some(url), _) => write!(out, "{}", plain(url))?,
            (None, Some(fragment)) => write!(out, "(current document)#{}", plain(fragment))?,
            (None, None) => write!(out, "(current document)")?,
        }
        for step in self.steps.iter().flatten() {
            write!(out, "\n  {}\n    {}", step.rule, plain(&step.result))?;
        }
        Ok(())
    }
}

/// A reference that stands for a target.
#[derive(Serialize)]
struct Shortest {
    result: String,
}

impl Found for Shortest {
    const SECOND: Second = Second::Target;
    const MEMBERS: &[&str] = &["target", "result"];

    fn write(&self, out: &mut Vec<u8>) -> io::Result<()> {
        write!(out, "{}", plain(&self.result))
    }
}

/// An object of JSON.
#[derive(Serialize)]
struct Object<'o, T> {
    grammar: &'static str,
    base: &'o str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'o str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'o str>,
    #[serde(flatten)]
    found: Option<&'o T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<&'o Error>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let leading = match args.leading {
        LeadingArg::Keep => Leading::Keep,
        LeadingArg::Remove => Leading::Remove,
        LeadingArg::Refuse => Leading::Refuse,
    };
    let options = Options { leading, wording: args.wording };
    let found = |base: &Parsed<'_>, reference: &str| {
        resolve::resolve(base, reference, options).map(|found| Resolved::new(found, args.steps))
    };
    each(&args.pairs, &args.grammars, &args.list, found)
}

pub fn relative(args: &RelativeArgs) -> Result<ExitCode, Failure> {
    let found = |base: &Parsed<'_>, target: &str| resolve::relative(base, target).map(|result| Shortest { result });
    each(&args.pairs, &args.grammars, &args.list, found)
}

/// Finds something for each pair by each grammar.
fn each<T: Found>(
    args: &PairArgs,
    grammars: &GrammarArgs,
    list: &ListArgs,
    found: impl Fn(&Parsed<'_>, &str) -> Result<T, ResolveError> + Sync,
) -> Result<ExitCode, Failure> {
    let list = &List::new(list, &[&["grammar", "base"], T::MEMBERS, &["error"]].concat(), Some("refusal"));
    let output = Output::new(list.text());
    let input = args.urls.input()?.whole();
    let (several, colours, grammars) = (input.single().is_none(), output.colours(), asked(grammars));
    let base = args.base.as_deref().map(|base| bases(&grammars, base));
    let base = base.as_deref();
    let worker = || Pairs { args, grammars: &grammars, base, list, several, colours, all: true, found: &found };
    let (pairs, read) = list.work(&input, worker, output)?;
    Ok(match (read, pairs.all) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

/// A base by one grammar.
type Base<'a> = Result<Parsed<'a>, ResolveError>;

fn bases<'t>(grammars: &[Grammar], base: &'t str) -> Vec<Base<'t>> {
    grammars.iter().map(|grammar| grammar.base(base)).collect()
}

struct Pairs<'a, F> {
    args: &'a PairArgs,
    grammars: &'a [Grammar],
    /// The base of all references by each grammar, if there is one.
    base: Option<&'a [Base<'a>]>,
    list: &'a List,
    /// Whether there may be several pairs, so that each needs a heading.
    several: bool,
    colours: Colours,
    /// Whether all was found.
    all: bool,
    found: &'a F,
}

impl<T: Found, F: Fn(&Parsed<'_>, &str) -> Result<T, ResolveError> + Sync> Work for Pairs<'_, F> {
    fn block(&mut self, block: &Block, written: &mut Written) -> Result<(), Failure> {
        for (line, record) in block.texts() {
            let out = &mut written.out;
            match (&self.args.base, self.base) {
                (Some(text), Some(base)) => self.pair(text, base, &record, out)?,
                _ => {
                    let (text, second) = record.split_once('\t').ok_or_else(|| {
                        let file = plain(&block.file);
                        Failure::Usage(format!("{file}:{line}: no pair, which would have a tab between its parts"))
                    })?;
                    self.pair(text, &bases(self.grammars, text), second, out)?;
                }
            }
        }
        Ok(())
    }

    fn merge(&mut self, other: Self) {
        self.all &= other.all;
    }
}

impl<T: Found, F: Fn(&Parsed<'_>, &str) -> Result<T, ResolveError> + Sync> Pairs<'_, F> {
    fn pair(&mut self, text: &str, bases: &[Base<'_>], second: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        if self.several && self.list.text() {
            match self.args.pairs {
                true => writeln!(out, "{}", self.colours.bold(format_args!("{} {}", plain(text), plain(second))))?,
                false => writeln!(out, "{}", self.colours.bold(plain(second)))?,
            }
        }
        for (grammar, base) in self.grammars.iter().zip(bases) {
            let found = base.as_ref().map_err(Clone::clone).and_then(|base| (self.found)(base, second));
            self.all &= found.is_ok();
            if self.list.text() {
                write!(out, "{grammar:<16} ")?;
                match &found {
                    Ok(found) => found.write(out)?,
                    Err(error) => {
                        let error = error.to_string();
                        write!(out, "{}", self.colours.bad(format_args!("error: {}", plain(&error))))?;
                    }
                }
                out.push(b'\n');
                continue;
            }
            let refusal = match &found {
                Err(ResolveError::Base(why) | ResolveError::Reference(why)) => Some(&**why),
                _ => None,
            };
            let object = Object {
                grammar: grammar.id(),
                base: text,
                reference: (T::SECOND == Second::Reference).then_some(second),
                target: (T::SECOND == Second::Target).then_some(second),
                found: found.as_ref().ok(),
                error: found.as_ref().err().map(ToString::to_string),
                refusal,
            };
            self.list.object(&object, out)?;
        }
        Ok(())
    }
}
