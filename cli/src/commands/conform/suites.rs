//! The strings that a parser is tried on.

use std::borrow::Cow;
use std::collections::HashSet;

use uri_lineage::Component;
use uri_lineage::classifier::Classifier;
use uri_lineage::regular_bnf::automaton::shortest_first;
use uri_lineage::regular_bnf::{Explainer, Language, Spans, TestOptions, TestStrings};
use uri_lineage::whatwg::Url;

use crate::browser;
use crate::failure::Failure;
use crate::options::source::{Source, text_file};

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
    /// Whether components are compared as the parser of the URL Standard serialises them.
    are_serialised: bool,
}

/// The place of a component is not decided in a string.
pub struct NoSpan;

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
    /// The strings of the suites, and the components that are compared.
    pub fn from_suites(
        source: &Source,
        production: &str,
        compared: &[Component],
        options: TestOptions,
        asked: usize,
    ) -> Result<Self, Failure> {
        let language = language_of(source, production)?;
        let components = spans_of(source, production, compared);
        let spans: Vec<&Spans> = components.iter().map(|(_, spans)| spans).collect();
        let explainer = Explainer::new(&source.bnf, production)?;
        let tests = explainer.test_strings(options.more_states(asked), &spans);
        let TestStrings { strings, is_complete, states, more_states: more, .. } = tests;
        if more < asked {
            let [asked, tried] = [asked, more].map(|more| states.saturating_add(more));
            let tried = if is_complete { format!("this one is for {tried}") } else { "this one is bounded".to_owned() };
            anstream::eprintln!("a suite for {asked} states is too large; {tried}");
        }
        let guarantee = if is_complete { Guarantee::Complete } else { Guarantee::Bounded };
        let tests = Self::new(&language, strings, components, guarantee);
        Ok(Self { more, ..tests }.serialised_by(source, production))
    }

    /// The lines of a file.
    pub fn from_file(source: &Source, production: &str, compared: &[Component], file: &str) -> Result<Self, Failure> {
        let language = language_of(source, production)?;
        let inputs: HashSet<String> = text_file(file)?.lines().map(str::to_owned).collect();
        let mut inputs: Vec<String> = inputs.into_iter().collect();
        inputs.sort_by(|left, right| shortest_first(left).cmp(&shortest_first(right)));
        let components = spans_of(source, production, compared);
        Ok(Self::new(&language, inputs, components, Guarantee::Nothing).serialised_by(source, production))
    }

    fn new(
        language: &Language,
        inputs: Vec<String>,
        components: Vec<(Component, Spans)>,
        guarantee: Guarantee,
    ) -> Self {
        let tests = inputs.into_iter().map(|input| TestString { valid: language.contains(&input), input });
        Self { all: tests.collect(), components, states: language.states(), more: 0, guarantee, are_serialised: false }
    }

    /// The tests of a parser of the URL Standard have components as the standard serialises them.
    /// Strings are left out whose hosts are no domains for Unicode's IDNA processing, which the
    /// grammar does not examine.
    fn serialised_by(mut self, source: &Source, production: &str) -> Self {
        let Some(grammar) = source.whole_grammar(production) else { return self };
        self.are_serialised = grammar == browser::GRAMMAR;
        let count = self.all.len();
        self.all.retain(|test| {
            !Classifier::get().classify(&test.input).examined(&[grammar]).verdicts().has_no_domain(grammar)
        });
        if self.all.len() < count {
            self.guarantee = Guarantee::Nothing;
        }
        self
    }

    /// A component of a string that the grammar accepts, as a parser should read it; `None` if it is
    /// absent. An error is a string in which its place is not decided.
    pub fn component<'i>(&self, number: usize, input: &'i str) -> Result<Option<Cow<'i, str>>, NoSpan> {
        let (component, spans) = &self.components[number];
        if self.are_serialised {
            let url = Url::parse(input).map_err(|_| NoSpan)?;
            return Ok(url.get(*component).map(|text| Cow::Owned(text.into_owned())));
        }
        let span = spans.in_string(input).map_err(|_| NoSpan)?;
        Ok(span.and_then(|span| input.get(span)).map(Cow::Borrowed))
    }

    /// The strings of a language, and no others.
    pub fn within(mut self, language: &Language) -> Self {
        let count = self.all.len();
        self.all.retain(|test| language.contains(&test.input));
        if self.all.len() < count {
            self.guarantee = Guarantee::Nothing;
        }
        self
    }

    /// The first strings, or all.
    pub fn limited(mut self, limit: Option<usize>) -> Self {
        if let Some(limit) = limit.filter(|&limit| limit < self.all.len()) {
            self.all.truncate(limit);
            self.guarantee = Guarantee::Nothing;
        }
        self
    }
}

/// The language of a production, if it has members.
fn language_of(source: &Source, production: &str) -> Result<Language, Failure> {
    let language = source.language(production)?;
    if language.members().next().is_none() {
        return Err(Failure::Usage(format!("{} has no members: its language is empty", source.title_of(production))));
    }
    Ok(language)
}

/// The spans of the compared components that the grammar has.
fn spans_of(source: &Source, production: &str, compared: &[Component]) -> Vec<(Component, Spans)> {
    let components = if source.is_corrected() { source.components(production) } else { Vec::new() };
    components.into_iter().filter(|(component, _)| compared.contains(component)).collect()
}
