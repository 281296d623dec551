//! Audits of suites with components: the wrong splits that pass.

use std::collections::HashMap;
use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use uri_lineage::Component;
use uri_lineage::regular_bnf::{CharSet, EscapingSplit, Explainer, Spans, SplitAudit, SplitFault};

use super::audit::{faults_found, percent};
use super::suite::{SuiteTest, TestSuite};
use crate::failure::Failure;
use crate::options::source::Source;
use crate::output::text::quoted;
use crate::output::{Output, bar};
use crate::schema::OutputDescription;
use crate::schema::types::SpanSchema;

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<SplitFaults<'_>>().record::<SplitShare<'_>>().record::<SplitVector>();
}

/// The audits of a suite whose strings have components, one for each component that the grammar
/// has.
pub struct AuditedSplits<'s> {
    name: String,
    strings: usize,
    components: Vec<AuditedComponent<'s>>,
    explainer: Explainer,
}

struct AuditedComponent<'s> {
    component: Component,
    spans: &'s Spans,
    audit: SplitAudit<'s>,
    /// How many strings of the suite have a member for the component.
    judged: usize,
    /// The strings that the suite reads differently from the grammar.
    disagreements: Vec<String>,
    /// The faults that no string finds.
    escaping: Vec<EscapingSplit>,
}

/// Faults in the split of a component that a suite lets pass, and a shortest string that finds
/// them.
#[derive(Serialize, JsonSchema)]
struct SplitFaults<'a> {
    /// The component.
    component: Component,
    /// A shortest string that finds the faults, if the suite also says where the component is in
    /// it.
    witness: &'a str,
    /// Whether the grammar accepts the string.
    valid: bool,
    /// Where the component is in the string; `null` if it is absent, or if the string is refused.
    #[schemars(with = "Option<SpanSchema>")]
    span: Option<[usize; 2]>,
    /// The text in front of the fault.
    before: &'a str,
    /// The production that is being read there.
    production: String,
    /// The kind of fault: some `characters`, or the `begin` or the `end` of the component, lead
    /// elsewhere there; or the `acceptance` of the string is inverted.
    fault: &'static str,
    /// The characters: names of the grammar's classes, or characters; empty for other faults.
    characters: Vec<String>,
    /// How many faults there are: a count.
    faults: usize,
}

/// The share of faults in the split of a component that a suite finds.
#[derive(Serialize, JsonSchema)]
struct SplitShare<'a> {
    /// The component.
    component: Component,
    /// The grammar and the production, as written in the argument.
    name: &'a str,
    /// How many strings the suite has: a count.
    strings: usize,
    /// How many of them say where the component is, or that it is absent: a count. Of the others
    /// only the verdict counts.
    judged: usize,
    /// The strings that the suite reads differently from the grammar.
    disagreements: &'a [String],
    /// How many states the minimal automaton with marks has: a count.
    states: usize,
    /// How many faults there are: a count.
    faults: usize,
    /// How many faults the suite finds: a count.
    found: usize,
}

/// A string with its components, as a suite has it and as a parser answers `conform`.
#[derive(Serialize, JsonSchema)]
pub struct SplitVector {
    /// The string.
    input: String,
    /// Whether the production accepts it.
    valid: bool,
    /// A member for each component that the grammar has: its text; `null` if it is absent, or if
    /// the string is refused.
    #[serde(flatten)]
    #[schemars(with = "std::collections::BTreeMap<String, Option<String>>")]
    components: Map<String, Value>,
}

impl SplitVector {
    /// The string as the grammar reads it.
    pub fn new(input: String, components: &[(Component, Spans)]) -> Self {
        let valid = components.iter().any(|(_, spans)| spans.in_string(&input).is_ok());
        let components = components.iter().map(|(component, spans)| {
            let span = spans.in_string(&input).ok().flatten();
            let text = span.and_then(|span| input.get(span)).map_or(Value::Null, Value::from);
            (component.name().to_owned(), text)
        });
        Self { valid, components: components.collect(), input }
    }
}

impl<'s> AuditedSplits<'s> {
    /// Audits a suite.
    pub fn new(
        source: &Source,
        production: &str,
        components: &'s [(Component, Spans)],
        suite: &TestSuite,
    ) -> Result<Self, Failure> {
        let name = source.title_of(production);
        let bar = bar((suite.tests.len() * components.len()) as u64, "{bar:32} {pos} of {len} strings");
        let components = components.iter().map(|(component, spans)| {
            let mut audited = AuditedComponent::new(*component, spans)?;
            for test in &suite.tests {
                audited.add(test)?;
                bar.inc(1);
            }
            audited.escaping = audited.audit.escaping()?;
            Ok(audited)
        });
        let components = components.collect::<Result<_, Failure>>()?;
        bar.finish_and_clear();
        let explainer = Explainer::new(&source.bnf, production)?;
        Ok(Self { name, strings: suite.tests.len(), components, explainer })
    }

    /// Whether the suite finds everything, and agrees with the grammar.
    pub fn status(&self) -> ExitCode {
        let mut components = self.components.iter();
        let passes = components.all(|audited| audited.escaping.is_empty() && audited.disagreements.is_empty());
        if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// The strings that complete the suite.
    pub fn complete(self) -> Result<Vec<String>, Failure> {
        let mut strings: Vec<String> = Vec::new();
        for mut audited in self.components {
            // Strings for other components are tried first.
            for string in &strings {
                audited.audit.add(string, true)?;
            }
            strings.extend(audited.audit.complete()?);
        }
        Ok(strings)
    }

    /// Writes the result for people.
    pub fn write_text(&self, limit: usize) -> Result<ExitCode, Failure> {
        let mut output = Output::new(true);
        for audited in &self.components {
            let name = audited.component.name();
            let (found, faults) = (audited.audit.faults_found(), audited.faults());
            writeln!(
                output.out,
                "{} {name}: {} states, {faults} faults; the {} strings, {} with their {name}, find {found} ({} %)",
                self.name,
                audited.audit.states(),
                self.strings,
                audited.judged,
                percent(found, faults)
            )?;
            for input in &audited.disagreements {
                writeln!(
                    output.out,
                    "  {}: the grammar reads it differently: {}",
                    output.bad("disagreement"),
                    quoted(input)
                )?;
            }
            let groups = self.by_production(audited);
            for group in groups.iter().take(limit) {
                self.write_group(name, group, &mut output)?;
            }
            if groups.len() > limit {
                let faults: usize = groups.iter().skip(limit).map(|group| group.faults).sum();
                writeln!(output.out, "and {} places more, with {faults} faults", groups.len() - limit)?;
            }
        }
        output.out.flush()?;
        Ok(self.status())
    }

    /// Writes a string that finds faults in the split of a component, and where the faults are.
    fn write_group(&self, name: &str, group: &EscapingGroup<'_>, output: &mut Output) -> Result<(), Failure> {
        let EscapingGroup { first, production, characters, faults } = group;
        let mark = if first.valid { output.good("+") } else { output.bad("-") };
        let text = first.span.clone().and_then(|span| first.witness.get(span));
        let component = match (first.valid, text) {
            (true, Some(text)) => format!(", {name} {}", quoted(text)),
            (true, None) => format!(", no {name}"),
            (false, _) => String::new(),
        };
        writeln!(output.out, "{mark} {}{component}", quoted(&first.witness))?;
        let step = match &first.fault {
            SplitFault::Characters(_) => self.explainer.place(&first.before, characters).1.join(", "),
            SplitFault::Begin => format!("the beginning of the {name}"),
            SplitFault::End => format!("the end of the {name}"),
            SplitFault::Acceptance => "the end".to_owned(),
        };
        writeln!(output.out, "    {}", faults_found(*faults, production, &step))?;
        Ok(())
    }

    /// The faults of each production and kind, in the order of their shortest strings.
    fn by_production<'g>(&self, audited: &'g AuditedComponent<'_>) -> Vec<EscapingGroup<'g>> {
        let mut groups: Vec<EscapingGroup<'g>> = Vec::new();
        let mut indices = HashMap::new();
        for group in &audited.escaping {
            let (production, _) = self.explainer.place(&group.before, &characters(group));
            let key = (production.clone(), std::mem::discriminant(&group.fault));
            let index = *indices.entry(key).or_insert(groups.len());
            if index == groups.len() {
                groups.push(EscapingGroup { first: group, production, characters: CharSet::EMPTY, faults: 0 });
            }
            groups[index].faults += group.faults;
            groups[index].characters = groups[index].characters.union(&characters(group));
        }
        groups
    }

    /// Writes JSON Lines.
    pub fn write_json_lines(&self, limit: usize) -> Result<ExitCode, Failure> {
        let mut output = Output::new(false);
        for audited in &self.components {
            for group in audited.escaping.iter().take(limit) {
                let (production, characters) = self.explainer.place(&group.before, &characters(group));
                let EscapingSplit { witness, valid, span, before, fault, faults } = group;
                let fault = match fault {
                    SplitFault::Characters(_) => "characters",
                    SplitFault::Begin => "begin",
                    SplitFault::End => "end",
                    SplitFault::Acceptance => "acceptance",
                };
                let record = SplitFaults {
                    component: audited.component,
                    witness,
                    valid: *valid,
                    span: span.as_ref().map(|span| [span.start, span.end]),
                    before,
                    production,
                    fault,
                    characters,
                    faults: *faults,
                };
                serde_json::to_writer(&mut output.out, &record)?;
                writeln!(output.out)?;
            }
            let share = SplitShare {
                component: audited.component,
                name: &self.name,
                strings: self.strings,
                judged: audited.judged,
                disagreements: &audited.disagreements,
                states: audited.audit.states(),
                faults: audited.faults(),
                found: audited.audit.faults_found(),
            };
            serde_json::to_writer(&mut output.out, &share)?;
            writeln!(output.out)?;
        }
        output.out.flush()?;
        Ok(self.status())
    }
}

/// All faults of one kind that escape in one production.
struct EscapingGroup<'g> {
    /// The group with the shortest string.
    first: &'g EscapingSplit,
    production: String,
    characters: CharSet,
    faults: usize,
}

/// The characters that lead elsewhere.
fn characters(group: &EscapingSplit) -> CharSet {
    match &group.fault {
        SplitFault::Characters(set) => set.clone(),
        _ => CharSet::EMPTY,
    }
}

impl<'s> AuditedComponent<'s> {
    /// An audit without tests.
    fn new(component: Component, spans: &'s Spans) -> Result<Self, Failure> {
        let audit = SplitAudit::new(spans)?;
        Ok(Self { component, spans, audit, judged: 0, disagreements: Vec::new(), escaping: Vec::new() })
    }

    fn add(&mut self, test: &SuiteTest) -> Result<(), Failure> {
        let input = &test.input;
        let reading = self.spans.in_string(input);
        let expected = test.components.get(self.component.name());
        self.judged += usize::from(expected.is_some());
        let text = reading.as_ref().ok().and_then(|span| input.get(span.clone()?));
        let agrees = expected.is_none_or(|expected| *expected == Value::from(text)) && reading.is_ok() == test.valid;
        if !agrees {
            self.disagreements.push(input.clone());
        }
        self.audit.add(input, expected.is_some())?;
        Ok(())
    }

    fn faults(&self) -> usize {
        self.audit.faults_found() + self.escaping.iter().map(|group| group.faults).sum::<usize>()
    }
}
