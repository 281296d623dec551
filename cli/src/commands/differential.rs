//! `differential`: strings that two grammars accept and split differently.

use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::language::Disagreement;

use crate::failure::Failure;
use crate::options::complete;
use crate::options::sides::{ComponentArgs, PestArgs, Read, SelectionArgs, Side};
use crate::output::text::code;
use crate::output::{DocumentFormat as Format, Output};
use crate::schema::Described;
use crate::schema::types::Span;
use crate::splits::{self, Cause, Split, SplitReading, Why};

/// Find strings that two grammars or more accept but split differently, component by component
///
/// For each component, reports a shortest string in which both have the component and read it at
/// different places, and a shortest string in which only one of them has it, or that no such
/// strings exist. All results are decided on the pest rules, which have one parse per string, for
/// all strings. A component that a grammar does not have is absent. The user is the text in front
/// of the `@`, including the password. A slash that delimits a path is not a difference.
///
/// --all reports every cause: the delimiters at which the two spans of a component part. Each
/// string that both accept and split differently belongs to exactly one cause of the component, and
/// each cause has a shortest string. With more than two grammars, causes are always reported: in
/// the strings of one, the same grammars read the component alike, and the sentence is about the
/// first two that do not.
///
/// --scheme, --within and --matching select strings: with several of them, a string must satisfy
/// all.
///
/// Exit status: 0 if both split all components alike, 1 if they differ, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage differential rfc1738 uri-1997
  uri-lineage differential rfc3986 whatwg --component host
  uri-lineage differential rfc1738 rfc3986 --component host --all
  uri-lineage differential rfc1738 rfc3986 whatwg --component host
  uri-lineage differential --component host --both --scheme http rfc1630 rfc2396
  uri-lineage differential --matching '^https?://[^@]*$' url-draft-02 rfc3986
  uri-lineage differential rfc3986 --pest my.pest:url --place 'host=hostport>host'
  uri-lineage differential rfc3986 --regex '(?<scheme>[a-z]+):(?<path>.*)' --component scheme")]
pub struct Args {
    /// Two grammars or more, or productions of them
    #[arg(value_name = "GRAMMAR[:PRODUCTION]")]
    #[arg(add = complete::sources())]
    grammars: Vec<String>,
    #[command(flatten)]
    pest: PestArgs,
    #[command(flatten)]
    components: ComponentArgs,
    /// Report every cause, with the number of causes
    #[arg(long)]
    all: bool,
    /// Only strings in which both have the component, it is not empty, and it is at different
    /// places
    #[arg(long, conflicts_with = "strict")]
    both: bool,
    #[command(flatten)]
    selection: SelectionArgs,
    /// Also count it as a difference if a component is absent for one grammar and empty for the
    /// other
    #[arg(long)]
    strict: bool,
    /// Number of strings of each kind, or of each cause, to show for a component
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    witnesses: usize,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<Record<'_>>().format("json", "array");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let components = args.components.list();
    let sources = args.pest.sources(&args.grammars);
    if sources.len() < 2 {
        let expected = "expected two grammars or more, some of which may be --pest FILE or --regex PATTERN; see --help";
        return Err(Failure::Usage(expected.to_owned()));
    }
    let by_cause = args.all || sources.len() > 2;
    // A cause names other components.
    let read = if by_cause { Component::ALL.to_vec() } else { components.clone() };
    let mut sides = args.pest.read(sources, &read, &args.selection.notation)?;
    let selected = args.selection.language()?;
    if let Some(selected) = &selected {
        let name = sides[0].name.clone();
        for spans in &mut sides[0].spans {
            *spans = spans.within(selected).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        }
    }
    let compared = (&read[..], &components[..]);
    let found = if by_cause { causes(args, &sides, compared)? } else { kinds(args, &sides, compared)? };
    let disjoint = found.iter().all(|found| found.strings.is_empty()) && disjoint(&sides);
    let shown = Shown { args, sides, read, components, found, by_cause, selection: args.selection.options(), disjoint };
    let mut output = Output::new(args.format == Format::Text);
    match args.format {
        Format::Json => {
            serde_json::to_writer(&mut output.out, &shown.records())?;
            writeln!(output.out)?;
        }
        Format::Text => shown.text(&mut output)?,
        Format::Markdown => shown.markdown(&mut output)?,
    }
    output.out.flush()?;
    let alike = shown.found.iter().all(|all| all.strings.is_empty());
    Ok(if alike { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// All strings to show for a component.
#[derive(Default)]
struct ComponentDifferentials {
    strings: Vec<(Disagreement, Split, Option<usize>)>,
    /// The causes, whose numbers are those of the strings.
    causes: Vec<Cause>,
}

/// Whether no string is accepted by all sides, as far as that is decided.
fn disjoint(sides: &[Side]) -> bool {
    let mut languages = sides.iter().filter_map(|side| side.spans.first()?.strings().ok());
    let Some(first) = languages.next() else { return false };
    languages.try_fold(first, |all, one| all.intersection(&one)).is_ok_and(|all| all.members().next().is_none())
}

/// The components of which the sides have spans, and those that are compared.
type Compared<'c> = (&'c [Component], &'c [Component]);

/// The number of a component among those of which the sides have spans.
fn place(read: &[Component], component: Component) -> usize {
    read.iter().position(|other| *other == component).unwrap_or_default()
}

/// The shortest strings of each kind, for two sides.
fn kinds(
    args: &Args,
    sides: &[Side],
    (read, components): Compared<'_>,
) -> Result<Vec<ComponentDifferentials>, Failure> {
    let [left, right] = sides else { return Ok(Vec::new()) };
    let kinds = if args.both { &[Disagreement::Both][..] } else { &Disagreement::ALL };
    let of = |component: &Component| {
        let at = place(read, *component);
        let all = component.differentials(&left.spans[at], &right.spans[at], args.strict);
        let all = all.map_err(|error| Failure::Usage(format!("{} and {}: {error}", left.name, right.name)))?;
        let of_kind = |&kind: &Disagreement| {
            all.of_kind(kind)
                .take(args.witnesses.max(1))
                .map(move |found| (kind, Split::new(found.witness, sides, at), None))
        };
        Ok(ComponentDifferentials { strings: kinds.iter().flat_map(of_kind).collect(), causes: Vec::new() })
    };
    components.iter().map(of).collect()
}

/// The shortest strings of each cause.
fn causes(
    args: &Args,
    sides: &[Side],
    (read, components): Compared<'_>,
) -> Result<Vec<ComponentDifferentials>, Failure> {
    let mut found: Vec<ComponentDifferentials> = components.iter().map(|_| ComponentDifferentials::default()).collect();
    for mut cause in splits::find(sides, (read, components), args.strict, args.witnesses)? {
        let difference = cause.class.cause.disagreement();
        if args.both && difference != Disagreement::Both {
            continue;
        }
        let Some(at) = components.iter().position(|component| *component == cause.component) else { continue };
        let number = found[at].causes.len() + 1;
        let strings = std::mem::take(&mut cause.strings).into_iter();
        found[at].strings.extend(strings.map(|split| (difference, split, Some(number))));
        found[at].causes.push(cause);
    }
    Ok(found)
}

/// A string that grammars split differently in one component.
#[derive(Serialize, JsonSchema)]
#[schemars(description = "A string that grammars split differently in one component, or the absence of such a string.")]
struct Record<'a> {
    /// One grammar, as written in the argument; of more than two, the first one that the cause is
    /// about.
    left: &'a str,
    /// The other grammar, as written in the argument.
    right: &'a str,
    /// The component.
    #[schemars(with = "Component")]
    component: &'static str,
    /// The options that select strings, as they are written; empty if all strings are searched.
    selection: &'a [String],
    /// How they differ; `null` if there is no selected string in which they do.
    difference: Option<Disagreement>,
    /// A shortest string that all accept and in which the component differs so; `null` if no such
    /// string exists.
    witness: Option<&'a str>,
    /// The span of the left's component in the witness; `null` if it is absent.
    #[schemars(with = "Option<Span>")]
    left_span: Option<[usize; 2]>,
    /// The span of the right's component in the witness; `null` if it is absent.
    #[schemars(with = "Option<Span>")]
    right_span: Option<[usize; 2]>,
    /// The text of the left's component; `null` if it is absent.
    left_text: Option<&'a str>,
    /// The text of the right's component; `null` if it is absent.
    right_text: Option<&'a str>,
    /// The number of the cause among those of the component, counted from 1; `null` unless every
    /// cause is reported.
    cause: Option<usize>,
    /// How many causes the component has; `null` unless every cause is reported.
    causes: Option<usize>,
    /// Why they differ; `null` unless every cause is reported.
    why: Option<Why<'a>>,
    /// How each grammar reads the component, in the order of the arguments; empty if there is no
    /// string.
    readings: Vec<SplitReading<'a>>,
}

/// The result for some grammars, component by component.
struct Shown<'a> {
    args: &'a Args,
    sides: Vec<Side>,
    /// The components of which the sides have spans.
    read: Vec<Component>,
    components: Vec<Component>,
    found: Vec<ComponentDifferentials>,
    by_cause: bool,
    /// The options that select strings.
    selection: Vec<String>,
    /// Whether no such string is accepted by all sides.
    disjoint: bool,
}

impl Shown<'_> {
    fn records(&self) -> Vec<Record<'_>> {
        let all = self.components.iter().zip(&self.found);
        all.flat_map(|(&component, found)| match &found.strings[..] {
            [] => vec![self.record(component, found, None)],
            all => all.iter().map(|one| self.record(component, found, Some(one))).collect(),
        })
        .collect()
    }

    fn record<'f>(
        &'f self,
        component: Component,
        found: &'f ComponentDifferentials,
        one: Option<&'f (Disagreement, Split, Option<usize>)>,
    ) -> Record<'f> {
        let number = one.and_then(|(.., number)| *number);
        let cause = number.and_then(|number| found.causes.get(number - 1));
        let (left, right) = cause.map_or((0, 1), |cause| cause.class.pair);
        let names = [left, right].map(|side| self.sides[side].name.as_str());
        let split = one.map(|(_, split, _)| split);
        let [left, right] = [left, right].map(|side| split.and_then(|split| split.spans[side].clone()));
        let text = |span: &Option<Range<usize>>| split?.string.get(span.clone()?);
        let why = cause.map(|cause| Why::new(cause, &self.sides));
        Record {
            left: names[0],
            right: names[1],
            component: component.name(),
            selection: &self.selection,
            difference: one.map(|(kind, ..)| *kind),
            witness: split.map(|split| split.string.as_str()),
            left_text: text(&left),
            right_text: text(&right),
            left_span: left.map(|span| [span.start, span.end]),
            right_span: right.map(|span| [span.start, span.end]),
            cause: number,
            causes: self.by_cause.then_some(found.causes.len()),
            why,
            readings: split.map_or_else(Vec::new, |split| SplitReading::all(split, &self.sides, component)),
        }
    }

    /// The statement about a component without differences.
    fn alike(&self) -> String {
        let all = if self.sides.len() == 2 { "both" } else { "all" };
        let selected = if self.selection.is_empty() { "" } else { "selected " };
        match self.args.both {
            _ if self.disjoint => format!("no {selected}string is accepted by {all}"),
            false => format!("read alike in every {selected}string that {all} accept"),
            true => format!("never two different texts in a {selected}string that {all} accept"),
        }
    }

    fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let mut alike = Vec::new();
        for (component, all) in self.components.iter().zip(&self.found) {
            let at = place(&self.read, *component);
            if all.strings.is_empty() {
                alike.push(component.name());
                continue;
            }
            let count = all.causes.len();
            match count {
                0 => writeln!(output.out, "{}", output.bold(component))?,
                1 => writeln!(output.out, "{}: 1 cause", output.bold(component))?,
                _ => writeln!(output.out, "{}: {count} causes", output.bold(component))?,
            }
            let mut told = None;
            for (_, split, number) in &all.strings {
                if let Some(cause) = number.filter(|_| told != *number).and_then(|number| all.causes.get(number - 1)) {
                    told = *number;
                    writeln!(output.out, "  {}", cause.sentence(&self.sides))?;
                    if let Some(delimiter) = split.delimiter(&self.sides) {
                        writeln!(output.out, "  {delimiter}")?;
                    }
                }
                split.text(&self.sides, at, *component, output)?;
            }
        }
        if !alike.is_empty() {
            writeln!(output.out, "{}: {}", output.good(self.alike()), alike.join(", "))?;
        }
        Ok(())
    }

    fn markdown(&self, output: &mut Output) -> Result<(), Failure> {
        // A bar would end the cell.
        let cell = |text: &str| text.replace('|', "\\|");
        let names: Vec<&str> = self.sides.iter().map(|side| side.name.as_str()).collect();
        let (cause, rule) = if self.by_cause { (" cause |", "---|") } else { ("", "") };
        let all = if self.sides.len() == 2 { "both" } else { "all" };
        writeln!(output.out, "| component |{cause} a string that {all} accept | {} |", names.join(" | "))?;
        writeln!(output.out, "|---|{rule}---|{}", "---|".repeat(names.len()))?;
        for (component, found) in self.components.iter().zip(&self.found) {
            let at = place(&self.read, *component);
            if found.strings.is_empty() {
                let empty = if self.by_cause { " |" } else { "" };
                writeln!(output.out, "| {component} |{empty} {} |{}", self.alike(), " |".repeat(names.len()))?;
            }
            for (_, split, number) in &found.strings {
                let read = |(side, span): (&Side, &Option<Range<usize>>)| match Read::of(
                    &split.string,
                    span,
                    side.spans[at].exists(),
                ) {
                    Read::Empty(_) => "empty".to_owned(),
                    Read::Text(text, _) => cell(&code(text)),
                    Read::None => "none".to_owned(),
                    Read::NoSuch => format!("has no {component}"),
                };
                let cause = number.and_then(|number| found.causes.get(number - 1));
                let cause =
                    cause.map_or_else(String::new, |cause| format!(" {} |", cell(&cause.sentence(&self.sides))));
                let readings: Vec<String> = self.sides.iter().zip(&split.spans).map(read).collect();
                let witness = cell(&code(&split.string));
                writeln!(output.out, "| {component} |{cause} {witness} | {} |", readings.join(" | "))?;
            }
        }
        Ok(())
    }
}
