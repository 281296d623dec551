//! `resolve` and `relative`: references against a base, and back.

use std::io::Write;
use std::process::ExitCode;

use serde_json::{Map, Value, json};
use uri_lineage::Grammar;
use uri_lineage::resolve::{Leading, Options, Resolution, ResolveError, Target};

use crate::failure::Failure;
use crate::options::GrammarArgs;
use crate::output::{Format, Output, json_array, plain};

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
  uri-lineage resolve --format json http://a/b/c/d '#s'")]
pub struct Args {
    /// The absolute URL that the reference is relative to
    base: String,
    /// The reference; the empty one is a reference too
    #[arg(allow_hyphen_values = true)]
    reference: String,
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
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
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

/// Find the shortest reference that stands for a target, seen from a base
///
/// What is found has been resolved again, and gives the target. Exit status as that of resolve.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage relative http://a/b/c/d http://a/b/g
  uri-lineage relative --grammar uri-1997 --format json http://a/b/c/d http://x/y")]
pub struct RelativeArgs {
    /// The absolute URL that the reference is to be relative to
    base: String,
    /// The URL that it is to stand for
    target: String,
    #[command(flatten)]
    grammars: GrammarArgs,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
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
    let found = |grammar: Grammar| (grammar, grammar.resolve(&args.base, &args.reference, options));
    let results: Vec<_> = grammars(&args.grammars).into_iter().map(found).collect();
    let given = [("base", &args.base), ("reference", &args.reference)];
    show(args.format, &given, &results, |found: &Resolution, object| {
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
            Target::Url(url) => plain(url),
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
    let found = |grammar: Grammar| (grammar, grammar.relative(&args.base, &args.target));
    let results: Vec<_> = grammars(&args.grammars).into_iter().map(found).collect();
    let given = [("base", &args.base), ("target", &args.target)];
    show(args.format, &given, &results, |reference: &String, object| {
        object.insert("result".to_owned(), json!(reference));
        plain(reference)
    })
}

/// Shows results, one a grammar: `put` adds them to an object and gives them as text.
fn show<T>(
    format: Format,
    given: &[(&str, &String)],
    results: &[(Grammar, Result<T, ResolveError>)],
    put: impl Fn(&T, &mut Map<String, Value>) -> String,
) -> Result<ExitCode, Failure> {
    let mut output = Output::new(format == Format::Text);
    let mut objects = Vec::new();
    for (grammar, result) in results {
        let mut object = Map::from_iter([("grammar".to_owned(), json!(grammar.id()))]);
        object.extend(given.iter().map(|(name, value)| ((*name).to_owned(), json!(value))));
        let text = match result {
            Ok(found) => put(found, &mut object),
            Err(error) => {
                object.insert("error".to_owned(), json!(error.to_string()));
                if let ResolveError::Base(why) | ResolveError::Reference(why) = error {
                    object.insert("refusal".to_owned(), json!(why));
                }
                output.bad(format!("error: {}", plain(&error.to_string())))
            }
        };
        match format {
            Format::Text => writeln!(output.out, "{grammar:<16} {text}")?,
            Format::Json => objects.push(Value::Object(object)),
        }
    }
    json_array(&mut output, format, &objects)?;
    Ok(if results.iter().all(|(_, result)| result.is_ok()) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
