//! Which wrong splitters a suite lets pass.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::language::{Audit, Language, Spans};

use super::suite::Suite;
use crate::failure::Failure;
use crate::options::places::Places;
use crate::options::source::Source;
use crate::output::text::quoted;
use crate::output::{Output, bar};
use crate::schema::Described;
use crate::schema::types::Span;

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<Missed<'_>>().record::<OfComponent<'_>>();
}

/// The languages of the strings of a production with marks around a component, for each component that it has.
pub fn marked(source: &Source, production: &str) -> Result<Vec<(Component, Language)>, Failure> {
    let mut all = Vec::new();
    for component in Component::ALL {
        let spans = source.spans(Some(production), component, &Places::default())?;
        // A component of the grammar need not be one of the production.
        let [begin, _] = Spans::MARKS;
        let dfa = spans.automaton();
        if (0..dfa.len() as u32).any(|state| dfa.step(state, begin) != 0) {
            all.push((component, spans.marked()));
        }
    }
    match all.is_empty() {
        true => Err(Failure::Usage(format!("{} has no components", source.named(production)))),
        false => Ok(all),
    }
}

/// A suite that has been audited for each component.
pub struct Splits<'l> {
    name: String,
    audits: Vec<(Component, Audit<'l>)>,
    strings: usize,
}

/// With --components: faults of a splitter that a suite lets pass, and a shortest string that finds them.
#[derive(Serialize, JsonSchema)]
struct Missed<'a> {
    /// The component.
    #[schemars(with = "String")]
    component: Component,
    /// A shortest string that finds the faults, if the answer of the splitter is compared.
    witness: &'a str,
    /// Where the component is or is not in that string, which such a splitter gets wrong; `null`: whether it is absent, or the string is
    /// refused.
    #[schemars(with = "Option<Span>")]
    span: Option<[usize; 2]>,
    /// Whether that answer is the right one.
    right: bool,
    /// How many faults there are: a count.
    faults: usize,
}

/// With --components: the share of the faults of a component's splitter that the suite finds.
#[derive(Serialize, JsonSchema)]
struct OfComponent<'a> {
    /// The grammar and the production, as written in the argument.
    name: &'a str,
    /// The component.
    #[schemars(with = "String")]
    component: Component,
    /// How many strings the suite has: a count.
    strings: usize,
    /// How many states the minimal automaton of the strings with marks has: a count.
    states: usize,
    /// How many faults there are: a count.
    faults: usize,
    /// How many faults the suite finds: a count.
    found: usize,
}

impl<'l> Splits<'l> {
    /// Audits the suite in a file. All answers to each of its strings are tried: a splitter is right about a string if it gives the one
    /// that is marked so, and no other.
    pub fn of(name: String, marked: &'l [(Component, Language)], suite: &str) -> Result<Self, Failure> {
        let Suite { vectors, .. } = Suite::read(suite)?;
        let strings = vectors.len();
        let bar = bar((strings * marked.len()) as u64, "{bar:32} {pos} of {len} strings");
        let mut audits = Vec::new();
        for (component, language) in marked {
            let mut audit = Audit::of(language)?;
            for vector in vectors.iter().filter(|vector| !vector.input.contains(Spans::MARKS)) {
                for answer in Spans::answers(&vector.input) {
                    audit.add(&answer)?;
                }
                bar.inc(1);
            }
            audits.push((*component, audit));
        }
        bar.finish_and_clear();
        Ok(Self { name, audits, strings })
    }

    /// Whether the suite finds everything.
    pub fn status(&self) -> ExitCode {
        let all = self.audits.iter().all(|(_, audit)| audit.found() == audit.faults());
        if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// The strings that complete the suite.
    pub fn complete(self) -> Result<BTreeSet<String>, Failure> {
        let mut all = BTreeSet::new();
        for (_, mut audit) in self.audits {
            all.extend(audit.complete()?.iter().map(|marked| Spans::unmarked(marked).0));
        }
        Ok(all)
    }

    /// Writes the result for people, with at most so many strings for each component.
    pub fn text(&self, most: usize) -> Result<ExitCode, Failure> {
        let mut output = Output::new(true);
        writeln!(output.out, "{}: {} strings", self.name, self.strings)?;
        for (component, audit) in &self.audits {
            let (states, faults, found) = (audit.states(), audit.faults(), audit.found());
            let share = super::audit::percent(found, faults);
            let heading = output.bold(component);
            writeln!(
                output.out,
                "{heading}: {states} states with marks, {faults} faults; {found} are found ({share} %)"
            )?;
            let groups = audit.escaping()?;
            for group in groups.iter().take(most) {
                let (string, span) = Spans::unmarked(&group.witness);
                let mark = if group.valid { output.good("+") } else { output.bad("-") };
                let answer = answer(*component, &string, span);
                writeln!(output.out, "  {mark} {}  {answer}; finds {} faults", quoted(&string), group.faults)?;
            }
            if groups.len() > most {
                let rest: usize = groups.iter().skip(most).map(|group| group.faults).sum();
                writeln!(output.out, "  and {} strings more, with {rest} faults", groups.len() - most)?;
            }
        }
        output.out.flush()?;
        Ok(self.status())
    }

    /// Writes JSON Lines.
    pub fn lines(&self, most: usize) -> Result<ExitCode, Failure> {
        let mut output = Output::new(false);
        for (component, audit) in &self.audits {
            for group in audit.escaping()?.iter().take(most) {
                let (string, span) = Spans::unmarked(&group.witness);
                let span = span.map(|span| [span.start, span.end]);
                let (component, right, faults) = (*component, group.valid, group.faults);
                serde_json::to_writer(&mut output.out, &Missed { component, witness: &string, span, right, faults })?;
                writeln!(output.out)?;
            }
            let share = OfComponent {
                name: &self.name,
                component: *component,
                strings: self.strings,
                states: audit.states(),
                faults: audit.faults(),
                found: audit.found(),
            };
            serde_json::to_writer(&mut output.out, &share)?;
            writeln!(output.out)?;
        }
        output.out.flush()?;
        Ok(self.status())
    }
}

/// An answer about a component, for people.
fn answer(component: Component, string: &str, span: Option<Range<usize>>) -> String {
    match span {
        Some(span) => {
            let text = string.get(span.clone()).unwrap_or_default();
            format!("{component} {} at {}", quoted(text), span.start)
        }
        None => format!("{component} absent"),
    }
}
