//! `lint`: what is wrong with the user's grammars, or likely to be.

pub mod found;
mod sarif;

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::regular_bnf::lint::{Finding, Lint, Linter, Report, Rules, Severity};
use uri_lineage::regular_bnf::{Bnf, Language};

use self::found::{FindingRecord, Linted, findings, message};
use crate::failure::Failure;
use crate::options::complete;
use crate::options::lints::{self, LintSelection};
use crate::options::names::find_by_name;
use crate::options::regex::{PATTERN, Pattern, PatternText, is_regex};
use crate::options::source::{GrammarText, NotationArgs, ReadingArg, Source, text_file};
use crate::output::text::plain;
use crate::output::{Output, report_unread};
use crate::parallel;
use crate::schema::OutputDescription;

/// Find errors in grammars of your own
///
/// Reads BNF, ABNF, pest grammars from files whose names end in .pest, and regular expressions,
/// with --regex or from files whose names end in .regex. Every finding has a place, a name and, if
/// it is about strings, a shortest string that shows it. Every lint is decided for all strings; a
/// grammar that is too large to decide is reported. `explain --lint NAME` describes a lint with an
/// example, and `explain --lint all` every lint.
///
/// A grammar is read from its entries: by default the productions or rules that no other uses, or
/// the first if these do not reach it. What is imported is not an entry.
///
/// Exit status: 0 if no finding is an error, 1 if one is, 2 for a usage error or a file that cannot
/// be read. After an unreadable file the other files are still processed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage lint grammar/rfc3986.bnf
  uri-lineage lint my.abnf my.pest --deny warning
  uri-lineage lint my.abnf --entry my-uri --within rfc3986:URI
  uri-lineage lint --extract draft.txt --import rfc3986
  uri-lineage lint --regex '(?!-)[a-z]+|end' --flavour ecmascript
  uri-lineage lint my.abnf --old my.abnf.orig --format sarif > lint.sarif")]
pub struct Args {
    /// Files with grammars
    #[arg(value_name = "FILE", required_unless_present = "regex")]
    #[arg(add = complete::files())]
    files: Vec<String>,
    /// A regular expression, or a file that has one; may be repeated. Columns are those of the
    /// expression
    #[arg(long, value_name = "PATTERN|FILE")]
    regex: Vec<String>,
    /// An entry: a production or rule from which whole strings are read; may be repeated [default:
    /// those that no other uses]. A file without any of these is read from its default entries
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    entry: Vec<String>,
    /// Require that the entries accept only strings of this production, of a built-in grammar or of
    /// a file
    #[arg(long, value_name = "GRAMMAR[:PRODUCTION]")]
    #[arg(add = complete::sources())]
    within: Option<String>,
    /// The old version of the file or expression: report for each production a string that only the
    /// new or only the old version accepts
    #[arg(long, value_name = "FILE")]
    #[arg(add = complete::files())]
    old: Option<String>,
    /// Treat findings as errors: a lint's name, or `warning` or `note` for all of at least that
    /// severity. Separate several with commas, or repeat the option
    #[arg(long, value_name = "LINT", value_delimiter = ',', value_parser = lints::lint_or_severity)]
    #[arg(add = complete::lints(&["warning", "note"]))]
    deny: Vec<LintSelection>,
    /// Do not report findings of a lint. Separate several with commas, or repeat the option
    #[arg(long, value_name = "LINT", value_delimiter = ',', value_parser = find_by_name::<Lint>)]
    #[arg(add = complete::lints(&[]))]
    allow: Vec<Lint>,
    #[command(flatten)]
    notation: NotationArgs,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = LintFormat::Text)]
    format: LintFormat,
}

/// The output formats.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LintFormat {
    /// A line for each finding: FILE:LINE:COLUMN: NAME: TEXT
    Text,
    /// A JSON object for each finding
    Jsonl,
    /// SARIF 2.1.0, for code hosts
    Sarif,
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<FindingRecord<'_>>().format("jsonl", "lines");
}

/// The production within which the entries should be.
struct Outer {
    name: String,
    language: Language,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.old.is_some() && args.files.len() + args.regex.len() > 1 {
        return Err(Failure::Usage("--old is the old version of one file: name one; see --help".to_owned()));
    }
    args.notation.refuse_depth()?;
    let (linted, unread) = lint(args)?;
    require_entries(&args.entry, &linted)?;
    report(args.format, &linted, &unread)?;
    let has_error = findings(&linted).any(|(_, finding)| finding.severity == Severity::Error);
    Ok(if !report_unread(&unread) {
        ExitCode::from(2)
    } else if has_error {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Examines all files and regular expressions. The failures are those of unreadable files.
fn lint(args: &Args) -> Result<(Vec<Linted>, Vec<Failure>), Failure> {
    let outer = args.within.as_deref().map(|text| Outer::read(text, &args.notation)).transpose()?;
    let files = args.files.iter().map(|file| (file.clone(), is_regex(file)));
    let inputs: Vec<_> = files.chain(args.regex.iter().map(|text| (text.clone(), true))).collect();
    let results = parallel::map("files", inputs, |(file, is_regex)| examine(args, outer.as_ref(), file, is_regex));
    let (mut linted, mut unread) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(file) => linted.push(file),
            Err(failure @ Failure::Input { .. }) => unread.push(failure),
            Err(failure) => return Err(failure),
        }
    }
    Ok((linted, unread))
}

/// Requires that some file defines each entry of the arguments. Files without any entry could not
/// be parsed, and do not matter.
fn require_entries(names: &[String], linted: &[Linted]) -> Result<(), Failure> {
    let defined: Vec<&String> = linted.iter().flat_map(|file| &file.entries).collect();
    for name in names {
        if !defined.is_empty() && !defined.iter().any(|entry| entry.eq_ignore_ascii_case(name)) {
            return Err(Failure::Usage(format!("no file defines the entry `{name}`")));
        }
    }
    Ok(())
}

/// Writes the findings.
fn report(format: LintFormat, linted: &[Linted], unread: &[Failure]) -> Result<(), Failure> {
    let mut output = Output::new(format == LintFormat::Text);
    match format {
        LintFormat::Text => {
            for (file, finding) in findings(linted) {
                text(&mut output, file, finding)?;
            }
        }
        LintFormat::Jsonl => {
            for (file, finding) in findings(linted) {
                serde_json::to_writer(&mut output.out, &FindingRecord::new(file, finding))?;
                writeln!(output.out)?;
            }
        }
        LintFormat::Sarif => {
            serde_json::to_writer_pretty(&mut output.out, &sarif::log(linted, unread))?;
            writeln!(output.out)?;
        }
    }
    Ok(output.out.flush()?)
}

fn is_pest(file: &str) -> bool {
    file.ends_with(".pest")
}

impl Outer {
    /// Reads `GRAMMAR[:PRODUCTION]`.
    fn read(text: &str, notation: &NotationArgs) -> Result<Self, Failure> {
        let source = Source::read(text, ReadingArg::Corrected, notation)?;
        let production = source.main_production();
        Ok(Self { name: source.title_of(&production), language: source.language(&production)? })
    }
}

/// Examines one file or regular expression.
fn examine(args: &Args, outer: Option<&Outer>, file: String, is_regex: bool) -> Result<Linted, Failure> {
    let mut text = if is_regex || is_pest(&file) { None } else { Some(args.notation.read_text(&file)?) };
    let document = text.as_mut().map(|text| std::mem::take(&mut text.document)).unwrap_or_default();
    let imports = args.notation.imports(document)?;
    let import = |bnf: &Bnf| imports.complete(bnf);
    let old = args.old.as_deref().map(|old| rules(old, is_regex, &args.notation)).transpose()?;
    let mut linter = args.entry.iter().fold(Linter::new().importing(&import), |linter, name| linter.entry(name));
    if let Some(Outer { name, language }) = outer {
        linter = linter.within(name, language);
    }
    if let Some(old) = &old {
        linter = linter.old(old);
    }
    let (Report { mut findings, entries, .. }, file) = if is_regex {
        let pattern = PatternText::read(&file, &args.notation.regex)?;
        (linter.pattern(pattern.examined(&args.notation.regex)), pattern.name)
    } else if let Some(GrammarText { rules, notation, .. }) = text {
        (linter.bnf(&rules, notation), file)
    } else {
        (linter.pest(&text_file(&file)?), file)
    };
    findings.retain(|finding| !args.allow.contains(&finding.lint));
    for finding in &mut findings {
        if args.deny.iter().any(|denied| denied.contains(finding)) {
            finding.severity = Severity::Error;
        }
    }
    Ok(Linted { file, findings, entries })
}

/// The rules of an old version.
fn rules(file: &str, is_regex: bool, notation: &NotationArgs) -> Result<Rules, Failure> {
    if is_regex {
        return Ok(Rules::from_language(PATTERN, Pattern::read(file, &notation.regex)?.language));
    }
    if is_pest(file) {
        Rules::from_pest(&text_file(file)?).map_err(|error| Failure::Usage(format!("{file}: {error}")))
    } else {
        Ok(Rules::from_bnf(notation.read_unbounded(file)?))
    }
}

fn text(output: &mut Output, file: &str, finding: &Finding) -> Result<(), Failure> {
    let place = format!("{file}:{}:{}:", finding.line, finding.column);
    let name = match finding.severity {
        Severity::Error => output.bad(finding.lint.name()).to_string(),
        _ => finding.lint.name().to_owned(),
    };
    writeln!(output.out, "{} {name}: {}", output.bold(plain(&place)), plain(&message(finding)))?;
    Ok(())
}
