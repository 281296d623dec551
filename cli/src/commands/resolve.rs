//! `resolve` and `relative`: resolves references against a base, and finds references for targets.

use std::io::{self, Write};
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Grammar;
use uri_lineage::resolve::{self, LeadingDots, Options, Resolution, ResolveError, Step, Target};
use uri_lineage::whatwg::{Url, UrlError};

use crate::browser;
use crate::failure::Failure;
use crate::list::ListArgs;
use crate::list::pairs::{self, PairArgs, PairError, PairResult};
use crate::options::GrammarArgs;
use crate::options::documents::{AnsweringDocument, SelectedDocument};
use crate::output::screen::Colours;
use crate::output::text::plain;
use crate::schema::OutputDescription;
use crate::warnings::warning_text;

/// Resolve a relative reference against a base, as each document defines it
///
/// Definitions are in draft 02 (section 1.2), RFC 1630 ("Partial (relative) form"), RFC 1808
/// (section 4), the URL draft of 1997 (section 4.2), RFC 2396 with RFC 2732 (section 5.2) and RFC
/// 3986 (section 5.2); without --grammar all of these are used, and the parser of the URL Standard,
/// as browsers do it (`whatwg`, section 4.4). A result that the document's own grammar refuses is an
/// error. A warning is shown where a path becomes an authority (`..//b` against `x:/a/b`).
///
/// Exit status: 0 if every selected grammar returns a result, 1 if one does not, 2 for a usage
/// error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage resolve http://a/b/c/d ../g
  uri-lineage resolve --grammar rfc1630 magic://a/b/c//d/e/f /g --steps
  uri-lineage resolve --grammar uri-1997 http://a/b ../../g --leading remove
  uri-lineage resolve --format json http://a/b/c/d '#s'
  uri-lineage resolve --format jsonl http://a/b/c/d < references.txt
  uri-lineage resolve --pairs --file pairs.tsv")]
pub struct Args {
    /// The base of the references
    #[arg(value_name = "BASE", required_unless_present = "pairs")]
    first: Option<String>,
    #[command(flatten)]
    pairs: PairArgs,
    #[command(flatten)]
    grammars: GrammarArgs,
    /// Show the steps of the algorithm, with the document's numbers
    #[arg(long)]
    steps: bool,
    /// How to treat a `..` that remains at the beginning of a path (1997, section 4.2, and RFC
    /// 2396, section 5.2, step 6 g)
    #[arg(long, value_enum, default_value_t = LeadingArg::Keep)]
    leading: LeadingArg,
    /// Treat a reference whose scheme is the base's as relative (RFC 2396, section 5.2, step 3; RFC
    /// 3986, section 5.2.2)
    #[arg(long)]
    backward_compatible: bool,
    /// Follow the wording of draft 02 and RFC 1630 where their examples or a related text
    /// contradict it
    #[arg(long)]
    wording: bool,
    #[command(flatten)]
    list: ListArgs,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum LeadingArg {
    /// Keep it
    Keep,
    /// Remove it
    Remove,
    /// Fail with an error
    Refuse,
}

/// Find the shortest reference that resolves to a target against a base
///
/// Each result is verified: it resolves to the target, and no path becomes an authority in the
/// process. Without --grammar the documents that define references answer, and the parser of the URL
/// Standard.
///
/// Exit status: 0 if every selected grammar returns a result, 1 if one does not, 2 for a usage
/// error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage relative http://a/b/c/d http://a/b/g
  uri-lineage relative --grammar uri-1997 --format json http://a/b/c/d http://x/y")]
pub struct RelativeArgs {
    /// The base of the references
    #[arg(value_name = "BASE", required_unless_present = "pairs")]
    first: Option<String>,
    #[command(flatten)]
    pairs: PairArgs,
    #[command(flatten)]
    grammars: GrammarArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// The selected grammars, or all whose documents define relative references, and the URL Standard.
fn selected_grammars(args: &GrammarArgs) -> Vec<SelectedDocument> {
    let mut grammars = args.list();
    if args.is_default() {
        grammars.retain(|grammar| grammar.defines_references());
        grammars.push(browser::GRAMMAR);
    }
    grammars.into_iter().map(|grammar| SelectedDocument::Document(grammar.into())).collect()
}

/// A base as its document, or a browser, reads it.
enum ReadBase<'t> {
    Document(resolve::Base<'t>),
    Browser(Url),
}

impl<'t> ReadBase<'t> {
    fn new(base: AnsweringDocument<'t>) -> Result<Self, PairError> {
        let text = base.uri;
        let Some(grammar) = base.document.grammar() else {
            return Err(PairError::new(format!("{} resolves no references", base.document), None));
        };
        if grammar == browser::GRAMMAR {
            grammar.parse(text)?;
            return Ok(Self::Browser(Url::parse(text).map_err(|error| failed("base URL", &error))?));
        }
        Ok(Self::Document(resolve::Base::new(&grammar.base(text)?)?))
    }
}

/// Why the parser of the URL Standard fails on a text.
fn failed(what: &str, error: &UrlError) -> PairError {
    PairError::new(format!("invalid {what}: {error}"), None)
}

impl From<ResolveError> for PairError {
    fn from(error: ResolveError) -> Self {
        let (before, refusal) = error.parts();
        Self::new(before, refusal.cloned())
    }
}

/// The target of a reference.
#[derive(Serialize, JsonSchema)]
struct Resolved {
    /// The URL to which the reference resolves; absent if that is the current document.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// Always true: the reference refers to the current document; absent if it resolves to a URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_document: Option<bool>,
    /// The fragment of the current document, if the reference has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    fragment: Option<String>,
    /// The steps of the algorithm, with --steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Step>>,
    /// Why the result is misleading: a path became an authority. A list, as in other records;
    /// absent if there is no warning.
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<[String; 1]>,
}

impl Resolved {
    fn new(grammar: Grammar, resolution: Resolution, steps: bool) -> Self {
        let warnings = resolution.warning.map(|warning| [warning_text(grammar, warning)]);
        let (result, same_document, fragment) = match resolution.target {
            Target::Url(url) => (Some(url), None, None),
            Target::SameDocument { fragment } => (None, Some(true), fragment),
        };
        Self { result, same_document, fragment, steps: steps.then_some(resolution.steps), warnings }
    }

    /// The result of a browser.
    fn joined(url: &Url, steps: bool) -> Self {
        let steps = steps.then(|| vec![Step { rule: "URL parsing (4.4)", result: url.to_string() }]);
        Self { result: Some(url.to_string()), same_document: None, fragment: None, steps, warnings: None }
    }
}

impl PairResult for Resolved {
    const NAMES: [(&str, &str); 2] = [("base", "The base."), ("reference", "The reference.")];
    const MEMBERS: &[&str] = &["result", "same_document", "fragment", "steps", "warnings"];
    type FirstUrl<'t> = ReadBase<'t>;

    fn read(base: AnsweringDocument<'_>) -> Result<ReadBase<'_>, PairError> {
        ReadBase::new(base)
    }

    fn write(&self, colours: Colours, out: &mut Vec<u8>) -> io::Result<()> {
        match (&self.result, &self.fragment) {
            (Some(url), _) => out.extend_from_slice(plain(url).as_bytes()),
            (None, Some(fragment)) => write!(out, "(current document)#{}", plain(fragment))?,
            (None, None) => write!(out, "(current document)")?,
        }
        for step in self.steps.iter().flatten() {
            write!(out, "\n  {}\n    {}", step.rule, plain(&step.result))?;
        }
        for warning in self.warnings.iter().flatten() {
            write!(out, "\n  {}: {warning}", colours.bad("warning"))?;
        }
        Ok(())
    }
}

/// A reference that resolves to a target.
#[derive(Serialize, JsonSchema)]
struct Shortest {
    /// The reference.
    result: String,
}

impl PairResult for Shortest {
    const NAMES: [(&str, &str); 2] =
        [("base", "The base."), ("target", "The URL to which the reference must resolve.")];
    const MEMBERS: &[&str] = &["result"];
    type FirstUrl<'t> = ReadBase<'t>;

    fn read(base: AnsweringDocument<'_>) -> Result<ReadBase<'_>, PairError> {
        ReadBase::new(base)
    }

    fn write(&self, _: Colours, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(plain(&self.result).as_bytes());
        Ok(())
    }
}

/// Describes the machine-readable output of resolve.
pub fn describe(description: &mut OutputDescription) {
    pairs::describe::<Resolved>(description);
}

/// Describes the machine-readable output of relative.
pub fn describe_relative(description: &mut OutputDescription) {
    pairs::describe::<Shortest>(description);
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let leading = match args.leading {
        LeadingArg::Keep => LeadingDots::Keep,
        LeadingArg::Remove => LeadingDots::Remove,
        LeadingArg::Refuse => LeadingDots::Refuse,
    };
    let Args { wording, backward_compatible, steps, .. } = *args;
    let options = Options { leading, wording, backward_compatible, steps };
    let grammars = selected_grammars(&args.grammars);
    pairs::process::<Resolved>(
        &args.pairs,
        args.first.as_deref(),
        &grammars,
        &args.grammars.others(),
        &args.list,
        |base, reference, verdicts| match base {
            ReadBase::Browser(base) => {
                let url = Url::parse_with_base(reference, base).map_err(|error| failed("reference", &error))?;
                Ok(Resolved::joined(&url, args.steps))
            }
            ReadBase::Document(base) => {
                let resolution =
                    base.resolve_by(reference, options, &mut |grammar, text| verdicts.accepts(grammar, text))?;
                Ok(Resolved::new(base.grammar(), resolution, args.steps))
            }
        },
    )
}

pub fn relative(args: &RelativeArgs) -> Result<ExitCode, Failure> {
    let grammars = selected_grammars(&args.grammars);
    pairs::process::<Shortest>(
        &args.pairs,
        args.first.as_deref(),
        &grammars,
        &args.grammars.others(),
        &args.list,
        |base, target, verdicts| {
            let result = match base {
                ReadBase::Browser(base) => {
                    Url::parse(target).map_err(|error| failed("target", &error))?.relative_to(base)
                }
                ReadBase::Document(base) => {
                    base.relative_by(target, &mut |grammar, text| verdicts.accepts(grammar, text))?
                }
            };
            Ok(Shortest { result })
        },
    )
}
