//! The records of `agree`.

use std::io::Write;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::language::{Explanation, ReadingRequirement};
use uri_lineage::regular_bnf::Disagreement;

use super::answer::AgreeAnswer;
use crate::failure::Failure;
use crate::splits::{SplitExplanation, SplitReading};

/// First the answer, then a record for each string of each cause, then one for each state of the
/// automaton of the strings that all accept and read alike.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "record", rename_all = "lowercase")]
#[schemars(rename = "Record")]
pub enum AgreeRecord<'a> {
    /// The answer.
    Agreement {
        /// The grammars, as written in the arguments.
        grammars: Vec<&'a str>,
        /// The components that are compared.
        #[schemars(with = "Vec<Component>")]
        components: Vec<&'static str>,
        /// The options that select strings, as they are written; empty if all strings are compared.
        selection: &'a [String],
        /// Whether an absent and an empty component are different.
        strict: bool,
        /// Whether all selected strings that all accept are read alike.
        alike: bool,
        /// A shortest string that all accept and read alike; `null` if no such string exists.
        member: Option<String>,
        /// How many states the automaton of these strings has.
        states: usize,
        /// How many states the automaton of the strings that all accept has.
        accepted_states: usize,
        /// How many causes there are.
        causes: usize,
        /// The fewest requirements under which all strings that all accept are read alike; `null`
        /// if no requirements suffice, or if that is not decided.
        requirements: Option<Vec<Required<'a>>>,
        /// Without requirements, a string that satisfies those that can be required and is not read
        /// alike.
        unexplained: Option<&'a str>,
        /// How many requirements are needed at least, if larger sets were not searched to the end.
        at_least: Option<usize>,
    },
    /// A string that all accept and do not read alike.
    Difference {
        /// The cause, counted from 1: shortest strings first.
        cause: usize,
        /// The component.
        #[schemars(with = "Component")]
        component: &'static str,
        /// How two of the grammars differ.
        difference: Disagreement,
        /// Why they differ.
        why: SplitExplanation<'a>,
        /// The string.
        witness: &'a str,
        /// How each grammar reads the component, in the order of the arguments.
        readings: Vec<SplitReading<'a>>,
    },
    /// A state of the automaton. State 1 is the start. A string belongs to the set if its
    /// characters lead to an accepting state.
    State {
        /// The state, counted from 1.
        state: u32,
        /// Whether a string may end here.
        accepting: bool,
        /// The steps. A character without a step leads to no string of the set.
        steps: Vec<AutomatonStep>,
    },
}

/// A requirement.
#[derive(Serialize, JsonSchema)]
pub struct Required<'a> {
    /// The requirement, as a phrase.
    requirement: String,
    /// A regular expression that decides it; `null` if it depends on the components that the
    /// grammars find.
    pattern: Option<String>,
    /// Whether a string satisfies it if the expression matches the string somewhere, or if it does
    /// not; `null` without an expression.
    matches: Option<bool>,
    /// A shortest string that satisfies all other requirements and is not read alike.
    needed_for: &'a str,
}

/// A step of an automaton.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct AutomatonStep {
    /// The characters: ranges of numbers of Unicode, each with its first and its last.
    characters: Vec<[u32; 2]>,
    /// The next state, counted as above.
    to: u32,
}

/// Writes all records, one a line.
pub fn write(answer: &AgreeAnswer<'_>, out: &mut impl Write) -> Result<(), Failure> {
    write_record(&AgreeRecord::agreement(answer), out)?;
    for (number, cause) in answer.causes.iter().enumerate() {
        for split in &cause.strings {
            let record = AgreeRecord::Difference {
                cause: number + 1,
                component: cause.component.name(),
                difference: cause.class.disagreement(),
                why: SplitExplanation::new(cause, answer.sides),
                witness: &split.string,
                readings: SplitReading::list(split, answer.sides, cause.component),
            };
            write_record(&record, out)?;
        }
    }
    let automaton = answer.agreement.language().automaton();
    for state in 1..automaton.len() as u32 {
        let steps = automaton.classes(state).into_iter().map(|(set, to)| {
            let characters = set.ranges().into_iter().map(|(first, last)| [first as u32, last as u32]);
            AutomatonStep { characters: characters.collect(), to }
        });
        let accepting = automaton.is_accepting(state);
        write_record(&AgreeRecord::State { state, accepting, steps: steps.collect() }, out)?;
    }
    Ok(())
}

fn write_record(record: &AgreeRecord<'_>, out: &mut impl Write) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, record)?;
    Ok(writeln!(out)?)
}

impl<'a> AgreeRecord<'a> {
    /// The record of the answer.
    fn agreement(answer: &'a AgreeAnswer<'_>) -> Self {
        let (agreement, language) = (&answer.agreement, answer.agreement.language());
        let (mut requirements, mut unexplained, mut at_least) = (None, None, None);
        match &answer.explanation {
            Explanation::Requirements(pairs) => requirements = Some(pairs.iter().map(Required::new).collect()),
            Explanation::None(string) => unexplained = Some(string.as_str()),
            Explanation::AtLeast(least) => at_least = Some(*least),
        }
        Self::Agreement {
            grammars: answer.sides.iter().map(|side| side.name.as_str()).collect(),
            components: answer.compared.iter().map(|component| component.name()).collect(),
            selection: &answer.selection,
            strict: answer.strict,
            alike: answer.causes.is_empty(),
            member: language.members().next(),
            states: language.states(),
            accepted_states: agreement.accepted().states(),
            causes: answer.causes.len(),
            requirements,
            unexplained,
            at_least,
        }
    }
}

impl<'a> Required<'a> {
    fn new((requirement, needed_for): &'a (ReadingRequirement, String)) -> Self {
        let (pattern, matches) = requirement.pattern().unzip();
        Self { requirement: requirement.to_string(), pattern, matches, needed_for }
    }
}
