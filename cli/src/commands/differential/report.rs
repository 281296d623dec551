//! The answer of `differential`: records, text for people, and Markdown.

use std::io::Write;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::regular_bnf::Disagreement;

use super::args::Args;
use super::strings::{ComponentDifferentials, ComponentSelection, DifferentialString};
use crate::failure::Failure;
use crate::options::sides::{ComponentReading, Side};
use crate::output::Output;
use crate::output::text::code;
use crate::schema::types::SpanSchema;
use crate::splits::{Split, SplitExplanation, SplitReading};

/// A string that grammars split differently in one component.
#[derive(Serialize, JsonSchema)]
#[schemars(
    rename = "Record",
    description = "A string that grammars split differently in one component, or the absence of such a string."
)]
pub struct DifferentialRecord<'a> {
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
    #[schemars(with = "Option<SpanSchema>")]
    left_span: Option<[usize; 2]>,
    /// The span of the right's component in the witness; `null` if it is absent.
    #[schemars(with = "Option<SpanSchema>")]
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
    why: Option<SplitExplanation<'a>>,
    /// How each grammar reads the component, in the order of the arguments; empty if there is no
    /// string.
    readings: Vec<SplitReading<'a>>,
}

/// The result for some grammars, component by component.
pub struct DifferentialReport<'a> {
    pub args: &'a Args,
    pub sides: Vec<Side>,
    pub components: ComponentSelection,
    /// In the order of the compared components.
    pub differentials: Vec<ComponentDifferentials>,
    /// Whether every cause is reported.
    pub by_cause: bool,
    /// The options that select strings.
    pub selection: Vec<String>,
    /// Whether no such string is accepted by all sides.
    pub are_disjoint: bool,
}

impl DifferentialReport<'_> {
    /// Whether the grammars read all compared components alike.
    pub fn is_alike(&self) -> bool {
        self.differentials.iter().all(|differentials| differentials.strings.is_empty())
    }

    /// Whether the parser of a model refutes a string. Such a model has been learned again.
    pub fn is_refuted(&mut self) -> Result<bool, Failure> {
        let strings = self.differentials.iter().flat_map(|differentials| &differentials.strings);
        let strings: Vec<String> = strings.map(|shown| shown.split.string.clone()).collect();
        let mut is_refuted = false;
        for side in &mut self.sides {
            is_refuted |= side.is_mended(&strings)?;
        }
        Ok(is_refuted)
    }

    /// The compared components, with their strings.
    fn results(&self) -> impl Iterator<Item = (Component, &ComponentDifferentials)> {
        self.components.compared.iter().copied().zip(&self.differentials)
    }

    pub fn records(&self) -> Vec<DifferentialRecord<'_>> {
        let mut records = Vec::new();
        for (component, differentials) in self.results() {
            if differentials.strings.is_empty() {
                records.push(self.record(component, differentials, None));
            }
            records
                .extend(differentials.strings.iter().map(|string| self.record(component, differentials, Some(string))));
        }
        records
    }

    /// The record of a string, or of the absence of strings.
    fn record<'r>(
        &'r self,
        component: Component,
        differentials: &'r ComponentDifferentials,
        string: Option<&'r DifferentialString>,
    ) -> DifferentialRecord<'r> {
        let split = string.map(|string| &string.split);
        let number = string.and_then(|string| string.cause);
        let cause = number.and_then(|number| differentials.causes.get(number - 1));
        let (left, right) = cause.map_or((0, 1), |cause| cause.class.pair());
        let left_span = split.and_then(|split| split.spans[left].as_ref());
        let right_span = split.and_then(|split| split.spans[right].as_ref());
        DifferentialRecord {
            left: &self.sides[left].name,
            right: &self.sides[right].name,
            component: component.name(),
            selection: &self.selection,
            difference: string.map(|string| string.difference),
            witness: split.map(|split| split.string.as_str()),
            left_text: split.and_then(|split| split.string.get(left_span?.clone())),
            right_text: split.and_then(|split| split.string.get(right_span?.clone())),
            left_span: left_span.map(|span| [span.start, span.end]),
            right_span: right_span.map(|span| [span.start, span.end]),
            cause: number,
            causes: self.by_cause.then_some(differentials.causes.len()),
            why: cause.map(|cause| SplitExplanation::new(cause, &self.sides)),
            readings: split.map_or_else(Vec::new, |split| SplitReading::list(split, &self.sides, component)),
        }
    }

    /// The grammars that accept a string, in words.
    fn both_or_all(&self) -> &'static str {
        if self.sides.len() == 2 { "both" } else { "all" }
    }

    /// The statement about a component without differences.
    fn alike(&self) -> String {
        let grammars = self.both_or_all();
        let selected = if self.selection.is_empty() { "" } else { "selected " };
        if self.are_disjoint {
            format!("no {selected}string is accepted by {grammars}")
        } else if self.args.both {
            format!("never two different texts in a {selected}string that {grammars} accept")
        } else if self.sides.iter().any(Side::is_model) {
            // The parsers may still differ.
            format!("no difference between the models in a {selected}string that {grammars} accept")
        } else {
            format!("read alike in every {selected}string that {grammars} accept")
        }
    }

    pub fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let mut alike = Vec::new();
        for (component, differentials) in self.results() {
            if differentials.strings.is_empty() {
                alike.push(component.name());
            } else {
                self.component_text(component, differentials, output)?;
            }
        }
        if !alike.is_empty() {
            writeln!(output.out, "{}: {}", output.good(self.alike()), alike.join(", "))?;
        }
        Ok(())
    }

    /// Writes the strings that show how a component is read differently, each cause before its
    /// strings.
    fn component_text(
        &self,
        component: Component,
        differentials: &ComponentDifferentials,
        output: &mut Output,
    ) -> Result<(), Failure> {
        match differentials.causes.len() {
            0 => writeln!(output.out, "{}", output.bold(component))?,
            1 => writeln!(output.out, "{}: 1 cause", output.bold(component))?,
            count => writeln!(output.out, "{}: {count} causes", output.bold(component))?,
        }
        let mut previous_cause = None;
        for DifferentialString { split, cause: number, .. } in &differentials.strings {
            if previous_cause != *number {
                previous_cause = *number;
                if let Some(cause) = number.and_then(|number| differentials.causes.get(number - 1)) {
                    writeln!(output.out, "  {}", cause.sentence(&self.sides))?;
                    if let Some(delimiter) = split.delimiter(&self.sides) {
                        writeln!(output.out, "  {delimiter}")?;
                    }
                }
            }
            split.text(&self.sides, self.components.number(component), component, output)?;
        }
        Ok(())
    }

    /// Writes a table with a row for each string.
    pub fn markdown(&self, output: &mut Output) -> Result<(), Failure> {
        let names: Vec<&str> = self.sides.iter().map(|side| side.name.as_str()).collect();
        let (cause, rule) = if self.by_cause { (" cause |", "---|") } else { ("", "") };
        let grammars = self.both_or_all();
        writeln!(output.out, "| component |{cause} a string that {grammars} accept | {} |", names.join(" | "))?;
        writeln!(output.out, "|---|{rule}---|{}", "---|".repeat(names.len()))?;
        for (component, differentials) in self.results() {
            if differentials.strings.is_empty() {
                let empty = if self.by_cause { " |" } else { "" };
                writeln!(output.out, "| {component} |{empty} {} |{}", self.alike(), " |".repeat(names.len()))?;
            }
            for DifferentialString { split, cause: number, .. } in &differentials.strings {
                let cause = number.and_then(|number| differentials.causes.get(number - 1));
                let cause = cause.map(|cause| format!(" {} |", cell(&cause.sentence(&self.sides))));
                let (cause, witness) = (cause.unwrap_or_default(), cell(&code(&split.string)));
                let readings = self.reading_cells(component, split).join(" | ");
                writeln!(output.out, "| {component} |{cause} {witness} | {readings} |")?;
            }
        }
        Ok(())
    }

    /// How each grammar reads a component of a string.
    fn reading_cells(&self, component: Component, split: &Split) -> Vec<String> {
        let number = self.components.number(component);
        let readings = self.sides.iter().zip(&split.spans);
        let cells = readings.map(|(side, span)| {
            match ComponentReading::new(&split.string, span, side.spans[number].exists()) {
                ComponentReading::Empty(_) => "empty".to_owned(),
                ComponentReading::Text(text, _) => cell(&code(text)),
                ComponentReading::Absent => "none".to_owned(),
                ComponentReading::NoSuch => format!("has no {component}"),
            }
        });
        cells.collect()
    }
}

/// A text in a cell of a Markdown table, which a bar would end.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
