//! `differential`: strings that two grammars accept and split differently.

use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::language::{Differential, Disagreement};

use crate::failure::Failure;
use crate::options::complete;
use crate::options::sides::{ComponentArgs, PestArgs, Read, SelectionArgs, Side};
use crate::output::text::{code, plain};
use crate::output::{DocumentFormat as Format, Output};
use crate::schema::Described;
use crate::schema::types::Span;

/// Find strings that two grammars both accept but split differently, component by component
///
/// For each component, reports a shortest string in which both have the component and its texts differ, and a shortest string in
/// which only one of them has it, or that no such strings exist. All results are decided on the pest rules, which have one parse
/// per string, for all strings. A component that a grammar does not have is absent. The user is the text in front of the `@`,
/// including the password. A slash that delimits a path is not a difference.
///
/// --scheme, --within and --matching select strings: with several of them, a string must satisfy all.
///
/// Exit status: 0 if both split all components alike, 1 if they differ, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage differential rfc1738 uri-1997
  uri-lineage differential rfc3986 whatwg --component host
  uri-lineage differential --component host --both --scheme http rfc1630 rfc2396
  uri-lineage differential --matching '^https?://[^@]*$' url-draft-02 rfc3986
  uri-lineage differential rfc3986 --pest my.pest:url --place 'host=hostport>host'
  uri-lineage differential rfc3986 --regex '(?<scheme>[a-z]+):(?<path>.*)' --component scheme")]
pub struct Args {
    /// Two grammars, or productions of them; only one if --pest or --regex is the other
    #[arg(value_name = "GRAMMAR[:PRODUCTION]", num_args = 0..=2)]
    #[arg(add = complete::sources())]
    grammars: Vec<String>,
    #[command(flatten)]
    pest: PestArgs,
    #[command(flatten)]
    components: ComponentArgs,
    /// Only strings in which both have the component, it is not empty, and its texts differ
    #[arg(long, conflicts_with = "strict")]
    both: bool,
    #[command(flatten)]
    selection: SelectionArgs,
    /// Also count it as a difference if a component is absent for one grammar and empty for the other
    #[arg(long)]
    strict: bool,
    /// Number of strings of each kind to show for a component
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
    let two =
        || Failure::Usage("expected two grammars, which may be --pest FILE or --regex PATTERN; see --help".to_owned());
    let sources = args.pest.sources(&args.grammars);
    if sources.len() != 2 {
        return Err(two());
    }
    let sides = args.pest.read(sources, &components, &args.selection.notation)?;
    let [left, right] = &sides[..] else { return Err(two()) };
    let selected = args.selection.language()?;
    let kinds = if args.both { &[Disagreement::Both][..] } else { &Disagreement::ALL };
    let of = |(at, &component): (usize, &Component)| {
        let (ours, theirs) = (&left.spans[at], &right.spans[at]);
        let all = match &selected {
            Some(selected) => {
                ours.within(selected).and_then(|ours| component.differentials(&ours, theirs, args.strict))
            }
            None => component.differentials(ours, theirs, args.strict),
        };
        let all = all.map_err(|error| Failure::Usage(format!("{} and {}: {error}", left.name, right.name)))?;
        let of_kind = |&kind: &Disagreement| all.of_kind(kind).take(args.witnesses).map(move |found| (kind, found));
        Ok(kinds.iter().flat_map(of_kind).collect())
    };
    let found: Vec<_> = components.iter().enumerate().map(of).collect::<Result<_, Failure>>()?;
    let shown = Shown { left, right, components, found, both: args.both, selected: selected.is_some() };
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
    let alike = shown.found.iter().all(Vec::is_empty);
    Ok(if alike { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A string that two grammars split differently in one component.
#[derive(Serialize, JsonSchema)]
#[schemars(description = "A string that two grammars split differently in one component, or that there is none.")]
struct Record<'a> {
    /// One grammar, as written in the argument.
    left: &'a str,
    /// The other grammar, as written in the argument.
    right: &'a str,
    /// The component.
    #[schemars(with = "Component")]
    component: &'static str,
    /// How they differ; `null` if there is no selected string in which they do.
    difference: Option<Disagreement>,
    /// A shortest string that both accept and in which the component differs so; `null` if there is none.
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
}

/// The result for two grammars, component by component.
struct Shown<'a> {
    left: &'a Side,
    right: &'a Side,
    components: Vec<Component>,
    found: Vec<Vec<(Disagreement, Differential)>>,
    /// Whether only strings in which both have the component were searched for, and whether only selected strings.
    both: bool,
    selected: bool,
}

impl<'a> Shown<'a> {
    fn records(&self) -> Vec<Record<'_>> {
        let all = self.components.iter().zip(&self.found);
        all.flat_map(|(&component, found)| match &found[..] {
            [] => vec![self.record(component, None)],
            all => all.iter().map(|found| self.record(component, Some(found))).collect(),
        })
        .collect()
    }

    fn record<'f>(&'f self, component: Component, found: Option<&'f (Disagreement, Differential)>) -> Record<'f> {
        let witness = found.map(|(_, found)| found.witness.as_str());
        let [left, right] = [|found: &Differential| found.left.clone(), |found: &Differential| found.right.clone()]
            .map(|side| found.and_then(|(_, found)| side(found)));
        let text = |span: &Option<Range<usize>>| witness?.get(span.clone()?);
        Record {
            left: &self.left.name,
            right: &self.right.name,
            component: component.name(),
            difference: found.map(|(kind, _)| *kind),
            witness,
            left_text: text(&left),
            right_text: text(&right),
            left_span: left.map(|span| [span.start, span.end]),
            right_span: right.map(|span| [span.start, span.end]),
        }
    }

    /// How both sides read the component with that number.
    fn read<'f>(&self, at: usize, found: &'f Differential) -> [(&'a str, Read<'f>); 2] {
        let sides = [(self.left, &found.left), (self.right, &found.right)];
        sides.map(|(side, span)| (side.name.as_str(), Read::of(&found.witness, span, side.spans[at].exists())))
    }

    /// What holds for a component without differences.
    fn alike(&self) -> &'static str {
        match (self.both, self.selected) {
            (false, false) => "read alike in every string that both accept",
            (false, true) => "read alike in every selected string that both accept",
            (true, false) => "never two different texts in a string that both accept",
            (true, true) => "never two different texts in a selected string that both accept",
        }
    }

    fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let width = self.left.name.len().max(self.right.name.len());
        let mut alike = Vec::new();
        for (at, (component, all)) in self.components.iter().zip(&self.found).enumerate() {
            if all.is_empty() {
                alike.push(component.name());
                continue;
            }
            writeln!(output.out, "{}", output.bold(component))?;
            for (_, found) in all {
                writeln!(output.out, "  {:width$} | {}", "", plain(&found.witness))?;
                for (name, read) in self.read(at, found) {
                    let read = read.marked(&found.witness, *component, output);
                    writeln!(output.out, "  {name:width$} | {read}")?;
                }
            }
        }
        if !alike.is_empty() {
            writeln!(output.out, "{}: {}", output.good(self.alike()), alike.join(", "))?;
        }
        Ok(())
    }

    fn markdown(&self, output: &mut Output) -> Result<(), Failure> {
        // A bar would end the cell.
        let code = |text: &str| code(text).replace('|', "\\|");
        writeln!(output.out, "| component | a string that both accept | {} | {} |", self.left.name, self.right.name)?;
        writeln!(output.out, "|---|---|---|---|")?;
        for (at, (component, all)) in self.components.iter().zip(&self.found).enumerate() {
            if all.is_empty() {
                writeln!(output.out, "| {component} | {} | | |", self.alike())?;
            }
            for (_, found) in all {
                let [ours, theirs] = self.read(at, found).map(|(_, read)| match read {
                    Read::Empty(_) => "empty".to_owned(),
                    Read::Text(text, _) => code(text),
                    Read::None => "none".to_owned(),
                    Read::NoSuch => format!("has no {component}"),
                });
                writeln!(output.out, "| {component} | {} | {ours} | {theirs} |", code(&found.witness))?;
            }
        }
        Ok(())
    }
}
