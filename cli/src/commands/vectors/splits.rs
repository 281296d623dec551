//! Which wrong splits a suite lets pass, component by component.

use std::collections::HashMap;
use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use uri_lineage::Component;
use uri_lineage::language::{CharSet, EscapingSplit, Explainer, Spans, SplitAudit, SplitFault};

use super::audit::{finds, percent};
use super::suite::{Suite, Test};
use crate::failure::Failure;
use crate::options::source::Source;
use crate::output::text::quoted;
use crate::output::{Output, bar};
use crate::schema::OutputDescription;
use crate::schema::types::SpanSchema;

/// Describes the machine-readable output.
pub fn describe(all: &mut OutputDescription) {
    all.record::<SplitFaults<'_>>().record::<SplitShare<'_>>().record::<SplitVector>();
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
    /// How many strings of the suite say where the component is, or that it is absent.
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
        let text = |spans: &Spans| {
            let span = spans.in_string(&input).ok().flatten();
            span.and_then(|span| input.get(span)).map_or(Value::Null, Value::from)
        };
        let components = components.iter().map(|(component, spans)| (component.name().to_owned(), text(spans)));
        Self { valid, components: components.collect(), input }
    }
}

impl<'s> AuditedSplits<'s> {
    /// Audits a suite.
    pub fn new(
        source: &Source,
        production: &str,
        components: &'s [(Component, Spans)],
        suite: &Suite,
    ) -> Result<Self, Failure> {
        let name = source.title_of(production);
        let bar = bar((suite.tests.len() * components.len()) as u64, "{bar:32} {pos} of {len} strings");
        let audited = |(component, spans): &'s (Component, Spans)| {
            let mut own = AuditedComponent {
                component: *component,
                spans,
                audit: SplitAudit::new(spans)?,
                judged: 0,
                disagreements: Vec::new(),
                escaping: Vec::new(),
            };
            for test in &suite.tests {
                own.add(test)?;
                bar.inc(1);
            }
            own.escaping = own.audit.escaping()?;
            Ok(own)
        };
        let components = components.iter().map(audited).collect::<Result<_, Failure>>()?;
        bar.finish_and_clear();
        let explainer = Explainer::new(&source.bnf, production)?;
        Ok(Self { name, strings: suite.tests.len(), components, explainer })
    }

    /// Whether the suite finds everything, and agrees with the grammar.
    pub fn status(&self) -> ExitCode {
        let all = self.components.iter().all(|own| own.escaping.is_empty() && own.disagreements.is_empty());
        if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// The strings that complete the suite.
    pub fn complete(self) -> Result<Vec<String>, Failure> {
        let mut all: Vec<String> = Vec::new();
        for mut own in self.components {
            // Strings for other components are tried first.
            for string in &all {
                own.audit.add(string, true)?;
            }
            all.extend(own.audit.complete()?);
        }
        Ok(all)
    }

    /// Writes the result for people.
    pub fn text(&self, most: usize) -> Result<ExitCode, Failure> {
        let mut output = Output::new(true);
        for own in &self.components {
            let name = own.component.name();
            let (found, faults) = (own.audit.faults_found(), own.faults());
            writeln!(
                output.out,
                "{} {name}: {} states, {faults} faults; the {} strings, {} with their {name}, find {found} ({} %)",
                self.name,
                own.audit.states(),
                self.strings,
                own.judged,
                percent(found, faults)
            )?;
            for input in &own.disagreements {
                writeln!(
                    output.out,
                    "  {}: the grammar reads it differently: {}",
                    output.bad("disagreement"),
                    quoted(input)
                )?;
            }
            let places = self.places(own);
            for Escaping { first, production, characters, faults } in places.iter().take(most) {
                let mark = if first.valid { output.good("+") } else { output.bad("-") };
                let text = first.span.clone().and_then(|span| first.witness.get(span));
                let where_it_is = match (first.valid, text) {
                    (true, Some(text)) => format!(", {name} {}", quoted(text)),
                    (true, None) => format!(", no {name}"),
                    (false, _) => String::new(),
                };
                writeln!(output.out, "{mark} {}{where_it_is}", quoted(&first.witness))?;
                let what = match &first.fault {
                    SplitFault::Characters(_) => self.explainer.place(&first.before, characters).1.join(", "),
                    SplitFault::Begin => format!("the beginning of the {name}"),
                    SplitFault::End => format!("the end of the {name}"),
                    SplitFault::Acceptance => "the end".to_owned(),
                };
                writeln!(output.out, "    {}", finds(*faults, production, &what))?;
            }
            if places.len() > most {
                let rest: usize = places.iter().skip(most).map(|place| place.faults).sum();
                writeln!(output.out, "and {} places more, with {rest} faults", places.len() - most)?;
            }
        }
        output.out.flush()?;
        Ok(self.status())
    }

    /// The faults of each production and kind, in the order of their shortest strings.
    fn places<'g>(&self, own: &'g AuditedComponent<'_>) -> Vec<Escaping<'g>> {
        let mut places: Vec<Escaping<'g>> = Vec::new();
        let mut known = HashMap::new();
        for group in &own.escaping {
            let (production, _) = self.explainer.place(&group.before, &characters(group));
            let key = (production.clone(), std::mem::discriminant(&group.fault));
            let at = *known.entry(key).or_insert(places.len());
            if at == places.len() {
                places.push(Escaping { first: group, production, characters: CharSet::EMPTY, faults: 0 });
            }
            places[at].faults += group.faults;
            places[at].characters = places[at].characters.union(&characters(group));
        }
        places
    }

    /// Writes JSON Lines.
    pub fn lines(&self, most: usize) -> Result<ExitCode, Failure> {
        let mut output = Output::new(false);
        for own in &self.components {
            for group in own.escaping.iter().take(most) {
                let (production, characters) = self.explainer.place(&group.before, &characters(group));
                let EscapingSplit { witness, valid, span, before, fault, faults } = group;
                let fault = match fault {
                    SplitFault::Characters(_) => "characters",
                    SplitFault::Begin => "begin",
                    SplitFault::End => "end",
                    SplitFault::Acceptance => "acceptance",
                };
                let record = SplitFaults {
                    component: own.component,
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
                component: own.component,
                name: &self.name,
                strings: self.strings,
                judged: own.judged,
                disagreements: &own.disagreements,
                states: own.audit.states(),
                faults: own.faults(),
                found: own.audit.faults_found(),
            };
            serde_json::to_writer(&mut output.out, &share)?;
            writeln!(output.out)?;
        }
        output.out.flush()?;
        Ok(self.status())
    }
}

/// All faults of one kind that escape in one production.
struct Escaping<'g> {
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

impl AuditedComponent<'_> {
    fn add(&mut self, test: &Test) -> Result<(), Failure> {
        let input = &test.input;
        let reading = self.spans.in_string(input);
        let said = test.components.get(self.component.name());
        self.judged += usize::from(said.is_some());
        let text = reading.as_ref().ok().and_then(|span| input.get(span.clone()?));
        let agrees = said.is_none_or(|said| *said == Value::from(text)) && reading.is_ok() == test.valid;
        if !agrees {
            self.disagreements.push(input.clone());
        }
        self.audit.add(input, said.is_some())?;
        Ok(())
    }

    fn faults(&self) -> usize {
        self.audit.faults_found() + self.escaping.iter().map(|group| group.faults).sum::<usize>()
    }
}
