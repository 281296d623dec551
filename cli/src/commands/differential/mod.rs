//! `differential`: strings that two grammars accept and split differently.

mod args;
mod report;
mod strings;

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::Component;
use uri_lineage::regular_bnf::{Differentials, Disagreement};

pub use self::args::Args;
use self::report::{DifferentialRecord, DifferentialReport};
use self::strings::{ComponentDifferentials, ComponentSelection, DifferentialString};
use crate::failure::Failure;
use crate::options::sides::Side;
use crate::output::{DocumentFormat as Format, Output};
use crate::schema::OutputDescription;
use crate::splits::{self, Split};

/// How often models are learned again that their parsers refute.
const ROUNDS: usize = 20;

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<DifferentialRecord<'_>>().format("json", "array");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut report = decide(args)?;
    let mut rounds = 0;
    while args.verify && report.is_refuted()? {
        rounds += 1;
        if rounds > ROUNDS {
            let why = "the parsers refute their models again and again: they do not always answer alike";
            return Err(Failure::Usage(why.to_owned()));
        }
        report = decide(args)?;
    }
    let mut output = Output::new(args.format == Format::Text);
    match args.format {
        Format::Json => {
            serde_json::to_writer(&mut output.out, &report.records())?;
            writeln!(output.out)?;
        }
        Format::Text => report.text(&mut output)?,
        Format::Markdown => report.markdown(&mut output)?,
    }
    output.out.flush()?;
    Ok(if report.is_alike() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads the grammars, and finds the strings that they split differently.
fn decide(args: &Args) -> Result<DifferentialReport<'_>, Failure> {
    let sources = args.pest.sources(&args.grammars, &args.order, &args.selection.notation)?;
    let compared = args.components.comparable(&sources)?;
    let by_cause = args.all || sources.len() > 2;
    // A cause names other components.
    let with_spans = if by_cause { Component::ALL.to_vec() } else { compared.clone() };
    let sides = args.pest.sides(&sources, &with_spans, &args.selection)?;
    let components = ComponentSelection { with_spans, compared };
    let differentials = if by_cause {
        differentials_by_cause(args, &sides, &components)?
    } else {
        differentials_by_kind(args, &sides, &components)?
    };
    let are_disjoint =
        differentials.iter().all(|differentials| differentials.strings.is_empty()) && are_disjoint(&sides);
    let selection = args.selection.options();
    Ok(DifferentialReport { args, sides, components, differentials, by_cause, selection, are_disjoint })
}

/// Whether no string is accepted by all sides, as far as that is decided.
fn are_disjoint(sides: &[Side]) -> bool {
    let mut languages = sides.iter().filter_map(|side| side.spans.first()?.strings().ok());
    let Some(first) = languages.next() else { return false };
    let common = languages.try_fold(first, |common, language| common.intersection(&language));
    common.is_ok_and(|common| common.members().next().is_none())
}

/// For each compared component the shortest strings of each kind, for two sides.
fn differentials_by_kind(
    args: &Args,
    sides: &[Side],
    components: &ComponentSelection,
) -> Result<Vec<ComponentDifferentials>, Failure> {
    let [left, right] = sides else { return Ok(Vec::new()) };
    let kinds = if args.both { &[Disagreement::Both][..] } else { &Disagreement::ALL };
    let mut results = Vec::new();
    for &component in &components.compared {
        let number = components.number(component);
        let comparison = component.comparison().strict(args.strict);
        let differentials = Differentials::new(&left.spans[number], &right.spans[number], comparison)
            .map_err(|error| Failure::Usage(format!("{} and {}: {error}", left.name, right.name)))?;
        let mut strings = Vec::new();
        for &difference in kinds {
            let wanted = args.witnesses.max(1);
            let candidates = differentials.of_kind(difference).take(Split::candidates(sides, wanted));
            let splits = candidates.map(|differential| Split::new(differential.witness, sides, component, number));
            let chosen = Split::first(splits, wanted).into_iter();
            strings.extend(chosen.map(|split| DifferentialString { difference, split, cause: None }));
        }
        let addresses = match component {
            Component::Host => splits::addresses(sides, number, args.strict, args.witnesses.max(1))?,
            _ => Vec::new(),
        };
        for cause in addresses {
            let difference = cause.class.disagreement();
            let splits = cause.strings.into_iter();
            strings.extend(splits.map(|split| DifferentialString { difference, split, cause: None }));
        }
        results.push(ComponentDifferentials { strings, causes: Vec::new() });
    }
    Ok(results)
}

/// For each compared component the shortest strings of each cause.
fn differentials_by_cause(
    args: &Args,
    sides: &[Side],
    components: &ComponentSelection,
) -> Result<Vec<ComponentDifferentials>, Failure> {
    let ComponentSelection { with_spans, compared } = components;
    let mut results: Vec<ComponentDifferentials> = compared.iter().map(|_| ComponentDifferentials::default()).collect();
    for mut cause in splits::find(sides, (with_spans, compared), args.strict, args.witnesses)? {
        let difference = cause.class.disagreement();
        if args.both && difference != Disagreement::Both {
            continue;
        }
        let number = compared.iter().position(|component| *component == cause.component);
        let Some(result) = number.and_then(|number| results.get_mut(number)) else { continue };
        let number = Some(result.causes.len() + 1);
        let splits = std::mem::take(&mut cause.strings).into_iter();
        result.strings.extend(splits.map(|split| DifferentialString { difference, split, cause: number }));
        result.causes.push(cause);
    }
    Ok(results)
}
