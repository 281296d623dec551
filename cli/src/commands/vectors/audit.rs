//! Audits of suites: the wrong parsers that pass.

use std::collections::HashMap;
use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::regular_bnf::{Audit, CharSet, EscapingVerdict, Explainer, Language};

use super::suite::{SuiteTest, TestSuite};
use crate::failure::Failure;
use crate::options::source::Source;
use crate::output::text::quoted;
use crate::output::{Output, bar};
use crate::schema::OutputDescription;

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<FaultRecord<'_>>().record::<ShareRecord<'_>>();
}

/// A suite that has been audited.
pub struct Audited<'l> {
    name: String,
    audit: Audit<'l>,
    /// The strings whose verdicts are not those of the grammar.
    disagreements: Vec<SuiteTest>,
    strings: usize,
    /// How many tests are not about strings.
    other_tests: usize,
    explainer: Explainer,
}

/// Faults that a suite lets pass, and a shortest string that finds them.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fault")]
struct FaultRecord<'a> {
    /// A shortest string that finds the faults.
    witness: &'a str,
    /// Whether the grammar accepts the string.
    valid: bool,
    /// The text in front of the faulty step; the whole string, if a state's acceptance is inverted.
    before: &'a str,
    /// The production that is being read there.
    production: String,
    /// The characters with which the step leads elsewhere: names of the grammar's classes, or
    /// characters. Empty if a state's acceptance is inverted.
    characters: Vec<String>,
    /// How many faults there are: a count.
    faults: usize,
}

/// All faults that escape in one production: in its steps, or in the acceptance of its states.
struct EscapingFaults<'g> {
    production: String,
    /// Whether the faults are in the acceptance of states.
    is_acceptance: bool,
    /// The group with the shortest string.
    first: &'g EscapingVerdict,
    characters: CharSet,
    faults: usize,
}

/// The last record: the share that the suite finds.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Share")]
struct ShareRecord<'a> {
    /// The grammar and the production, as written in the argument.
    name: &'a str,
    /// How many strings the suite has: a count.
    strings: usize,
    /// How many tests of the suite are not about strings, and are ignored: a count.
    others: usize,
    /// The strings whose verdicts in the suite are not those of the grammar.
    disagreements: Vec<&'a str>,
    /// How many states the minimal automaton has: a count.
    states: usize,
    /// How many faults there are: a count.
    faults: usize,
    /// How many faults the suite finds: a count.
    found: usize,
}

impl<'l> Audited<'l> {
    /// Audits the suite in a file.
    pub fn new(source: &Source, production: &str, language: &'l Language, suite: TestSuite) -> Result<Self, Failure> {
        let TestSuite { tests, others } = suite;
        let mut audit = Audit::new(language)?;
        let bar = bar(tests.len() as u64, "{bar:32} {pos} of {len} strings");
        for test in &tests {
            audit.add(&test.input)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        let strings = tests.len();
        let disagreements = tests.into_iter().filter(|test| test.valid != language.contains(&test.input)).collect();
        let explainer = Explainer::new(&source.bnf, production)?;
        Ok(Self { name: source.title_of(production), audit, disagreements, strings, other_tests: others, explainer })
    }

    /// Whether the suite finds everything, and agrees with the grammar.
    pub fn status(&self) -> ExitCode {
        let passes = self.audit.faults_found() == self.audit.faults() && self.disagreements.is_empty();
        if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// The strings that complete the suite.
    pub fn complete(mut self) -> Result<Vec<String>, Failure> {
        Ok(self.audit.complete()?)
    }

    fn fault_record<'f>(&self, group: &'f EscapingVerdict) -> FaultRecord<'f> {
        let (production, characters) = self.explainer.place(&group.before, &group.characters);
        let EscapingVerdict { witness, valid, before, faults, .. } = group;
        FaultRecord { witness, valid: *valid, before, production, characters, faults: *faults }
    }

    /// Writes the result for people.
    pub fn write_text(&self, limit: usize) -> Result<ExitCode, Failure> {
        let mut output = Output::new(true);
        let groups = self.audit.escaping()?;
        let (faults, found) = (self.audit.faults(), self.audit.faults_found());
        let share = percent(found, faults);
        let Self { name, strings, disagreements, .. } = self;
        let states = self.audit.states();
        writeln!(
            output.out,
            "{name}: {states} states, {faults} faults; the {strings} strings find {found} ({share} %)"
        )?;
        if self.other_tests > 0 {
            writeln!(output.out, "  {} tests are not about strings", self.other_tests)?;
        }
        for SuiteTest { input, valid, .. } in disagreements {
            let verdict =
                if *valid { "valid, and the grammar refuses it" } else { "invalid, and the grammar accepts it" };
            writeln!(output.out, "  {} is {verdict}: {}", output.bad("disagreement"), quoted(input))?;
        }
        let places = self.by_production(&groups);
        for place in places.iter().take(limit) {
            let EscapingFaults { production, is_acceptance, first, characters, faults } = place;
            let (_, words) = self.explainer.place(&first.before, characters);
            let mark = if first.valid { output.good("+") } else { output.bad("-") };
            let step = if *is_acceptance { "the end".to_owned() } else { words.join(", ") };
            writeln!(output.out, "{mark} {}", quoted(&first.witness))?;
            writeln!(output.out, "    {}", faults_found(*faults, production, &step))?;
        }
        if places.len() > limit {
            let faults: usize = places.iter().skip(limit).map(|place| place.faults).sum();
            writeln!(output.out, "and {} places more, with {faults} faults", places.len() - limit)?;
        }
        output.out.flush()?;
        Ok(self.status())
    }

    /// The groups of each production, in the order of their shortest strings.
    fn by_production<'g>(&self, groups: &'g [EscapingVerdict]) -> Vec<EscapingFaults<'g>> {
        let mut places: Vec<EscapingFaults<'g>> = Vec::new();
        let mut indices = HashMap::new();
        for group in groups {
            let (production, _) = self.explainer.place(&group.before, &group.characters);
            let is_acceptance = group.characters.is_empty();
            let index = *indices.entry((production.clone(), is_acceptance)).or_insert(places.len());
            if index == places.len() {
                let characters = CharSet::EMPTY;
                places.push(EscapingFaults { production, is_acceptance, first: group, characters, faults: 0 });
            }
            places[index].faults += group.faults;
            places[index].characters = places[index].characters.union(&group.characters);
        }
        places
    }

    /// Writes JSON Lines.
    pub fn write_json_lines(&self, limit: usize) -> Result<ExitCode, Failure> {
        let mut output = Output::new(false);
        for group in self.audit.escaping()?.iter().take(limit) {
            serde_json::to_writer(&mut output.out, &self.fault_record(group))?;
            writeln!(output.out)?;
        }
        let share = ShareRecord {
            name: &self.name,
            strings: self.strings,
            others: self.other_tests,
            disagreements: self.disagreements.iter().map(|test| test.input.as_str()).collect(),
            states: self.audit.states(),
            faults: self.audit.faults(),
            found: self.audit.faults_found(),
        };
        serde_json::to_writer(&mut output.out, &share)?;
        writeln!(output.out)?;
        output.out.flush()?;
        Ok(self.status())
    }
}

/// A share in percent, with one digit; 100.0 only if the part is the total.
pub(super) fn percent(part: usize, total: usize) -> String {
    let tenths = (part as u128 * 1_000).checked_div(total as u128).unwrap_or(1_000);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A sentence on the faults in a step of a production that a string finds.
pub(super) fn faults_found(faults: usize, production: &str, step: &str) -> String {
    match faults {
        1 => format!("finds the one fault in {production}: {step}"),
        _ => format!("finds the first of {faults} faults in {production}: {step}"),
    }
}
