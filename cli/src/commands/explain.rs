//! `explain`: a grammar or a production as printed, with the results of its analysis.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::regular_bnf::lint::{Lint, Severity};
use uri_lineage::regular_bnf::{Definition, pattern};
use uri_lineage::{Date, DocumentGrammar, Grammar, ProductionSource as Printed, Reason};

use crate::commands::lint::found::message;
use crate::failure::Failure;
use crate::options::complete;
use crate::options::names::find_by_name;
use crate::options::source::{NotationArgs, ReadingArg, Source, is_pest, no_production};
use crate::output::diagram::diagram;
use crate::output::text::{plain, quoted, table};
use crate::output::{Format, Output};
use crate::schema::OutputDescription;
use crate::schema::types::GrammarName;

/// Show a grammar or a production as printed in the document
///
/// For a production: its text and section, its correction with the evidence, the productions that
/// it uses and that use it, the three shortest members, and its language as a regular expression
/// for other tools.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage explain rfc1738
  uri-lineage explain rfc1738 gopherurl
  uri-lineage explain uri-1997:hostname --svg hostname.svg
  uri-lineage explain --format json rfc3986:authority
  uri-lineage explain --reason national-character
  uri-lineage explain --lint ordered-choice")]
pub struct Args {
    /// A grammar's id, or the path of a file
    #[arg(value_name = "GRAMMAR", required_unless_present_any = ["reason", "lint"])]
    #[arg(add = complete::sources())]
    grammar: Option<String>,
    /// One of its productions
    #[arg(value_name = "PRODUCTION")]
    #[arg(add = complete::grammar_productions())]
    production: Option<String>,
    /// Write a railroad diagram of the production to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Explain a reason for a refusal, with the sections of each document that concern it; `all`
    /// explains every reason
    #[arg(long, value_name = "REASON", value_parser = reasons, conflicts_with_all = ["grammar", "svg"])]
    #[arg(add = complete::reasons(&["all"]))]
    reason: Option<ReasonsToExplain>,
    /// Explain a lint of the command `lint`, with an example; `all` explains every lint
    #[arg(long, value_name = "LINT", value_parser = lints, conflicts_with_all = ["grammar", "svg", "reason"])]
    #[arg(add = complete::lints(&["all"]))]
    lint: Option<LintsToExplain>,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    notation: NotationArgs,
}

/// Describes the records: of a production, of a grammar, of reasons, of lints.
pub fn describe(description: &mut OutputDescription) {
    description
        .record::<ProductionExplanation<'_>>()
        .record::<GrammarExplanation<'_>>()
        .record::<Vec<ReasonExplanation>>()
        .record::<Vec<LintExplanation>>()
        .format("json", "record");
}

/// One reason, or all.
#[derive(Clone)]
struct ReasonsToExplain(Vec<Reason>);

fn reasons(name: &str) -> Result<ReasonsToExplain, String> {
    match name {
        "all" => Ok(ReasonsToExplain(Reason::ALL.to_vec())),
        name => find_by_name(name).map(|reason| ReasonsToExplain(vec![reason])),
    }
}

/// One lint, or all.
#[derive(Clone)]
struct LintsToExplain(Vec<Lint>);

fn lints(name: &str) -> Result<LintsToExplain, String> {
    match name {
        "all" => Ok(LintsToExplain(Lint::ALL.to_vec())),
        name => find_by_name(name).map(|lint| LintsToExplain(vec![lint])),
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(LintsToExplain(lints)) = &args.lint {
        let explanations: Vec<_> = lints.iter().copied().map(LintExplanation::new).collect();
        return report_all(args.format, &explanations, LintExplanation::write);
    }
    if let Some(ReasonsToExplain(reasons)) = &args.reason {
        let explanations: Vec<_> = reasons.iter().copied().map(ReasonExplanation::new).collect();
        return report_all(args.format, &explanations, ReasonExplanation::write);
    }
    let (source, production) = source_and_production(args)?;
    let Some(name) = &production else {
        if args.svg.is_some() {
            let name = &source.name;
            return Err(Failure::Usage(format!("--svg draws one production: name it, as in {name}:PRODUCTION")));
        }
        return report(args.format, &GrammarExplanation::new(&source), GrammarExplanation::write);
    };
    let explanation = ProductionExplanation::new(&source, name)?;
    if let Some(file) = &args.svg {
        draw(file, &source, name)?;
    }
    report(args.format, &explanation, |explanation, output| explanation.write(&source, output))
}

/// The grammar that the arguments name, and its production, if they name one.
fn source_and_production(args: &Args) -> Result<(Source, Option<String>), Failure> {
    let grammar = args.grammar.as_deref().unwrap_or_default();
    match &args.production {
        // The productions of a pest grammar are those of one of its rules.
        Some(rule) if is_pest(grammar) => {
            let source = Source::read(&format!("{grammar}:{rule}"), ReadingArg::Corrected, &args.notation)?;
            let production = source.production.clone();
            Ok((source, production))
        }
        production => {
            let source = Source::read(grammar, ReadingArg::Corrected, &args.notation)?;
            let production = production.clone().or_else(|| source.production.clone());
            Ok((source, production))
        }
    }
}

/// Writes one explanation in a format; `write` writes it for people.
fn report<T: Serialize>(
    format: Format,
    explanation: &T,
    write: impl FnOnce(&T, &mut Output) -> io::Result<()>,
) -> Result<ExitCode, Failure> {
    let mut output = Output::new(format == Format::Text);
    if format == Format::Json {
        return output.json(explanation);
    }
    write(explanation, &mut output)?;
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Writes several explanations, for people with a blank line between two.
fn report_all<T: Serialize>(
    format: Format,
    explanations: &[T],
    write: impl Fn(&T, &mut Output) -> io::Result<()>,
) -> Result<ExitCode, Failure> {
    report(format, &explanations, |explanations, output| {
        for (number, explanation) in explanations.iter().enumerate() {
            if number > 0 {
                writeln!(output.out)?;
            }
            write(explanation, output)?;
        }
        Ok(())
    })
}

/// The meaning of a reason.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Meaning")]
struct ReasonExplanation {
    /// The name of the reason.
    #[schemars(with = "Reason")]
    reason: &'static str,
    /// The meaning.
    text: &'static str,
    /// The places in the documents that concern it.
    sections: Vec<DocumentSection>,
}

/// A place in a document.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SectionOfDocument")]
struct DocumentSection {
    /// The grammar.
    #[schemars(with = "GrammarName")]
    grammar: &'static str,
    /// The document.
    document: &'static str,
    /// The section of the document.
    section: &'static str,
    /// The section of the text that defines the production, if the other one only collects the
    /// grammar.
    #[serde(skip_serializing_if = "Option::is_none")]
    defining_section: Option<&'static str>,
}

impl DocumentSection {
    /// The document and its sections, for people.
    fn words(&self) -> String {
        let defining = self.defining_section.map(|section| format!("{section} and ")).unwrap_or_default();
        format!("{}, {defining}{}", self.document, self.section)
    }
}

impl ReasonExplanation {
    fn new(reason: Reason) -> Self {
        let sections = Grammar::all().map(|grammar| DocumentSection {
            grammar: grammar.id(),
            document: grammar.document(),
            section: reason.section(grammar),
            defining_section: None,
        });
        Self { reason: reason.name(), text: reason.text(), sections: sections.collect() }
    }

    fn write(&self, output: &mut Output) -> io::Result<()> {
        writeln!(output.out, "{}: {}", output.bold(self.reason), self.text)?;
        for DocumentSection { grammar, document, section, .. } in &self.sections {
            writeln!(output.out, "  {grammar:<15}  {document}, {section}")?;
        }
        Ok(())
    }
}

/// The description of a lint.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Explained")]
struct LintExplanation {
    /// The lint.
    lint: Lint,
    /// How severe its findings are.
    severity: Severity,
    /// The lint in a few words.
    summary: &'static str,
    /// The question that the lint decides, why it matters, and the remedy.
    text: &'static str,
    /// A grammar that has the finding.
    example: &'static str,
    /// The same grammar without it.
    mended: &'static str,
    /// The grammar with which the example is compared: the one within which it should be, or its
    /// old version; `null` if the lint needs none.
    other: Option<&'static str>,
    /// The findings of this lint in the example, in words.
    findings: Vec<String>,
}

impl LintExplanation {
    fn new(lint: Lint) -> Self {
        let example = lint.example();
        let findings = example.findings(lint).iter().map(message).collect();
        Self {
            lint,
            severity: lint.severity(),
            summary: lint.summary(),
            text: lint.text(),
            example: example.text,
            mended: example.mended,
            other: example.other,
            findings,
        }
    }

    fn write(&self, output: &mut Output) -> io::Result<()> {
        writeln!(output.out, "{} ({}): {}", output.bold(self.lint), self.severity, self.summary)?;
        writeln!(output.out, "  {}", self.text)?;
        let grammars = [("compared with", self.other), ("example", Some(self.example)), ("mended", Some(self.mended))];
        for (label, text) in grammars.into_iter().filter_map(|(label, text)| Some((label, text?))) {
            writeln!(output.out, "{label}:")?;
            text.lines().try_for_each(|line| writeln!(output.out, "    {line}"))?;
            if label == "example" {
                self.findings
                    .iter()
                    .try_for_each(|finding| writeln!(output.out, "  {}", output.bad(plain(finding))))?;
            }
        }
        Ok(())
    }
}

/// A whole grammar.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Whole")]
struct GrammarExplanation<'s> {
    #[serde(flatten)]
    place: Option<DocumentSection>,
    /// When its document appeared; absent for a grammar of the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<&'static str>")]
    date: Option<Date>,
    /// All productions, as printed.
    productions: Vec<PrintedProduction<'s>>,
    /// Names that the grammar uses but does not define.
    undefined: Vec<&'s str>,
    /// Productions that no entry production uses.
    unreachable: Vec<&'s str>,
    /// Productions that are corrected.
    corrected: Vec<&'s str>,
    /// The production of what is accepted unexamined, since only Unicode's IDNA processing (UTS 46)
    /// decides whether a host is a domain; absent if all is examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    unexamined: Option<&'static str>,
    /// Whether it is a grammar of bytes, whose strings are written as the characters with the same
    /// numbers; absent if it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    bytes: bool,
}

/// A production as printed.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Printed")]
struct PrintedProduction<'s> {
    /// The name.
    name: &'s str,
    /// The production with its name.
    text: &'s str,
}

impl<'s> GrammarExplanation<'s> {
    fn new(source: &'s Source) -> Self {
        let published = source.published();
        let productions = published.productions().iter();
        let current = source.bnf.productions().iter();
        let corrected = current.filter(|definition| published.get(&definition.name) != Some(*definition));
        let entries = source.entries();
        Self {
            place: source.built_in.map(|grammar| DocumentSection {
                grammar: grammar.id(),
                document: grammar.document(),
                section: grammar.section(),
                defining_section: None,
            }),
            date: source.built_in.map(DocumentGrammar::date),
            productions: productions.map(|Definition { name, text, .. }| PrintedProduction { name, text }).collect(),
            undefined: published.undefined(),
            unreachable: if entries.is_empty() { Vec::new() } else { published.unreachable(entries) },
            corrected: corrected.map(|definition| definition.name.as_str()).collect(),
            unexamined: source.grammar().and_then(Grammar::unexamined),
            bytes: source.bnf.is_of_bytes(),
        }
    }

    fn write(&self, output: &mut Output) -> io::Result<()> {
        if let (Some(DocumentSection { grammar, document, section, .. }), Some(date)) = (&self.place, self.date) {
            writeln!(output.out, "{}: {document}, {section}, {date}\n", output.bold(grammar))?;
        }
        if self.bytes {
            let meaning = "the characters U+0080 to U+00FF of its strings are bytes";
            writeln!(output.out, "{}: {meaning}\n", output.bold("a grammar of bytes"))?;
        }
        self.productions.iter().try_for_each(|production| writeln!(output.out, "{}", production.text))?;
        let lists =
            [("undefined", &self.undefined), ("unreachable", &self.unreachable), ("corrected", &self.corrected)];
        for (label, names) in lists.into_iter().filter(|(_, names)| !names.is_empty()) {
            writeln!(output.out, "\n{}: {}", output.bold(label), names.join(", "))?;
        }
        if let Some(name) = self.unexamined {
            let why = "only Unicode's IDNA processing decides whether such a host is a domain";
            writeln!(output.out, "\n{}: {name}; {why}", output.bold("accepted unexamined"))?;
        }
        Ok(())
    }
}

/// One production with the results of its analysis.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Production")]
struct ProductionExplanation<'s> {
    /// The name.
    production: &'s str,
    #[serde(flatten)]
    place: Option<DocumentSection>,
    /// The production as printed; absent if the document uses it but does not print it.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'s str>,
    /// The text that the document prints above it; absent if it prints none.
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<&'s str>,
    /// The correction; absent if the production is not corrected.
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected: Option<Correction<'s>>,
    /// The productions that it uses.
    uses: Vec<&'s str>,
    /// The productions that use it.
    used_by: Vec<&'s str>,
    /// The shortest members of its language, at most three.
    members: Vec<String>,
    /// How many states the minimal automaton of its language has.
    states: usize,
    /// Its language as a regular expression; `null` if that is too long.
    regex: Option<String>,
}

/// A correction, and its evidence.
#[derive(Serialize, JsonSchema)]
struct Correction<'s> {
    /// The production as corrected.
    text: &'s str,
    /// The evidence for the correction.
    evidence: &'s str,
}

/// A regular expression with more bytes tells a reader nothing: one of a class of Unicode's.
const LONGEST_REGEX: usize = 2_000;

impl<'s> ProductionExplanation<'s> {
    fn new(source: &'s Source, name: &str) -> Result<Self, Failure> {
        let Some(corrected) = source.bnf.get(name) else {
            return Err(no_production(&source.name, &source.bnf, name));
        };
        let printed = source.published().get(name);
        let language = source.language(name)?;
        let place = source.built_in.map(|grammar| {
            let Printed { document, section, defining_section } = grammar.source(name);
            DocumentSection { grammar: grammar.id(), document, section, defining_section }
        });
        // The first comment of a file describes the file.
        let heading = printed.map(|printed| printed.comment.as_str()).filter(|comment| comment.lines().count() == 1);
        Ok(Self {
            production: &corrected.name,
            place,
            text: source.written(name),
            heading: heading.filter(|_| source.built_in.is_some()),
            corrected: (printed != Some(corrected))
                .then_some(Correction { text: &corrected.text, evidence: &corrected.comment }),
            uses: if source.has_productions() { source.bnf.uses(name) } else { Vec::new() },
            used_by: source.bnf.used_by(name),
            members: language.members().take(3).collect(),
            states: language.states(),
            regex: pattern(&source.bnf, name).ok().filter(|pattern| pattern.len() <= LONGEST_REGEX),
        })
    }

    fn write(&self, source: &Source, output: &mut Output) -> io::Result<()> {
        writeln!(output.out, "{}\n", output.bold(source.title_of(self.production)))?;
        self.text.iter().flat_map(|text| text.lines()).try_for_each(|line| writeln!(output.out, "    {line}"))?;
        let members: Vec<String> = self.members.iter().map(|member| quoted(member)).collect();
        let rows = [
            ("document", self.place.as_ref().map(DocumentSection::words)),
            ("heading", self.heading.map(str::to_owned)),
            ("corrected", self.corrected.as_ref().map(|correction| correction.text.to_owned())),
            ("evidence", self.corrected.as_ref().map(|correction| correction.evidence.to_owned())),
            ("uses", Some(list(&self.uses))),
            ("used by", Some(list(&self.used_by))),
            ("members", Some(members.join("  "))),
            ("states", Some(self.states.to_string())),
            (
                "regex",
                Some(self.regex.clone().unwrap_or_else(|| "too long to be shown: see agree --format regex".to_owned())),
            ),
        ];
        let rows = rows.into_iter().filter_map(|(label, text)| Some(vec![label.to_owned(), text?]));
        writeln!(output.out)?;
        output.out.write_all(table(&[], rows, &[]).as_bytes())
    }
}

/// Names of productions for people.
fn list(names: &[&str]) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.join(" ") }
}

/// Draws a production into a file.
fn draw(file: &Path, source: &Source, name: &str) -> Result<(), Failure> {
    if let Some(Ok(body)) = source.bnf.get(name).map(|definition| &definition.body) {
        let mut diagram = diagram(body, &|_| None);
        diagram.add_default_css();
        fs::write(file, diagram.to_string())
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    }
    Ok(())
}
