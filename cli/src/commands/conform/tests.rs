//! The strings that a parser is tried on.

use std::collections::HashSet;

use uri_lineage::Component;
use uri_lineage::language::{Explainer, Language, Spans, shortest_first};

use crate::commands::vectors::{Suite, fitting};
use crate::failure::Failure;
use crate::options::source::Source;

/// Which strings are selected.
pub struct Suites {
    /// How many states more than the minimal automaton the parser may have.
    pub more: usize,
    /// How many random members and near misses.
    pub random: usize,
    pub seed: u64,
    pub limit: Option<usize>,
    pub components: bool,
}

/// A string, and whether the production accepts it.
pub struct TestString {
    pub input: String,
    pub valid: bool,
}

/// All strings, shortest first, and their components in the grammar.
pub struct Tests {
    pub all: Vec<TestString>,
    /// The spans of the components that the grammar has.
    pub components: Vec<(Component, Spans)>,
    /// The number of states of the minimal automaton, and of those that a parser may have more.
    pub states: usize,
    pub more: usize,
    pub guarantee: Guarantee,
}

/// The statement that a parser without findings proves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Guarantee {
    /// The suites are complete: with no more states it accepts exactly the language.
    Complete,
    /// A complete suite is too large: every state was reached and every step taken.
    Bounded,
    /// The suites were cut.
    Nothing,
}

impl Tests {
    pub fn new(source: &Source, production: &str, suites: &Suites) -> Result<Self, Failure> {
        let language = source.language(production)?;
        if language.members().next().is_none() {
            return Err(Failure::Usage(format!(
                "{} has no members: its language is empty",
                source.title_of(production)
            )));
        }
        let has_spans = suites.components && source.is_corrected();
        let components = if has_spans { source.components(production) } else { Vec::new() };
        let suite = Suite::new(&language, suites.more)?;
        let mut guarantee = if suite.bounded { Guarantee::Bounded } else { Guarantee::Complete };
        let mut inputs: HashSet<String> = suite.vectors.map(|vector| vector.input).collect();
        for (_, spans) in &components {
            // A complete suite of a component beside a bounded one of the whole shows no more, and
            // is larger.
            let suite = if guarantee == Guarantee::Bounded { None } else { fitting(spans.suite())? };
            if suite.is_none() {
                guarantee = Guarantee::Bounded;
            }
            inputs.extend(suite.unwrap_or_else(|| spans.cover()));
        }
        inputs.extend(language.sample(suites.seed).take(suites.random));
        inputs.extend(language.near_misses(suites.seed).take(suites.random));
        inputs.extend(probes(source, production, &language, &inputs)?);
        let tests = inputs.into_iter().map(|input| TestString { valid: language.contains(&input), input });
        let mut tests: Vec<TestString> = tests.collect();
        tests.sort_by(|left, right| shortest_first(&left.input).cmp(&shortest_first(&right.input)));
        if let Some(limit) = suites.limit.filter(|&limit| limit < tests.len()) {
            tests.truncate(limit);
            guarantee = Guarantee::Nothing;
        }
        Ok(Self { all: tests, components, states: language.states(), more: suites.more, guarantee })
    }
}

/// Members with numbers and lengths at which programs often have limits.
fn probes(
    source: &Source,
    production: &str,
    language: &Language,
    inputs: &HashSet<String>,
) -> Result<Vec<String>, Failure> {
    let members: Vec<&str> = inputs.iter().map(String::as_str).filter(|input| language.contains(input)).collect();
    Ok(Explainer::new(&source.bnf, production)?.probes(&members))
}
