//! The strings that a parser is tried on.

use std::borrow::Cow;
use std::collections::HashSet;

use uri_lineage::Component;
use uri_lineage::classifier::Classifier;
use uri_lineage::regular_bnf::automaton::shortest_first;
use uri_lineage::regular_bnf::{Explainer, Language, Spans};
use uri_lineage::whatwg::Url;

use crate::browser;
use crate::commands::vectors::{Suite, fitting};
use crate::failure::Failure;
use crate::options::source::{Source, text_file};

/// The size of the suites, and the choice of random strings.
pub struct Suites {
    /// How many states more than the minimal automaton the parser may have.
    pub more: usize,
    /// How many random members and near misses.
    pub random: usize,
    pub seed: u64,
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
        suites: &Suites,
    ) -> Result<Self, Failure> {
        let language = language_of(source, production)?;
        let components = spans_of(source, production, compared);
        let more = fitting_states(&language, suites.more);
        let suite = Suite::new(&language, more)?;
        if more < suites.more {
            let [asked, states] = [suites.more, more].map(|more| language.states().saturating_add(more));
            let tried =
                if suite.bounded { "this one is bounded".to_owned() } else { format!("this one is for {states}") };
            anstream::eprintln!("a suite for {asked} states is too large; {tried}");
        }
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
        let delimiters = delimiter_strings(&language, &inputs);
        inputs.extend(delimiters);
        let tests = Self::new(&language, inputs, components, guarantee);
        Ok(Self { more, ..tests }.serialised_by(source, production))
    }

    /// The lines of a file.
    pub fn from_file(source: &Source, production: &str, compared: &[Component], file: &str) -> Result<Self, Failure> {
        let language = language_of(source, production)?;
        let inputs: HashSet<String> = text_file(file)?.lines().map(str::to_owned).collect();
        let components = spans_of(source, production, compared);
        Ok(Self::new(&language, inputs, components, Guarantee::Nothing).serialised_by(source, production))
    }

    fn new(
        language: &Language,
        inputs: HashSet<String>,
        components: Vec<(Component, Spans)>,
        guarantee: Guarantee,
    ) -> Self {
        let tests = inputs.into_iter().map(|input| TestString { valid: language.contains(&input), input });
        let mut tests: Vec<TestString> = tests.collect();
        tests.sort_by(|left, right| shortest_first(&left.input).cmp(&shortest_first(&right.input)));
        Self { all: tests, components, states: language.states(), more: 0, guarantee, are_serialised: false }
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

/// How many states more a parser may have at most, so that the complete suite is not too large.
fn fitting_states(language: &Language, asked: usize) -> usize {
    (1..=asked).take_while(|&more| language.suite_beyond(more).is_ok()).last().unwrap_or(0)
}

/// All short strings of delimiters, a letter and a digit, if the language has the delimiters that
/// end a scheme and a path's segment: where a component ends, parsers differ most.
fn delimiter_strings(language: &Language, inputs: &HashSet<String>) -> Vec<String> {
    /// The characters: there are 19,608 strings of them, with the empty one.
    const CHARACTERS: [char; 7] = ['a', '1', ':', '/', '@', '?', '#'];
    const LONGEST: usize = 5;
    let occurs = |c| inputs.iter().any(|input| input.contains(c) && language.contains(input));
    if ![':', '/'].into_iter().all(occurs) {
        return Vec::new();
    }
    let mut strings = vec![String::new()];
    // Each string is followed by those that are one character longer, until they are long enough.
    let mut next = 0;
    while strings[next].len() < LONGEST {
        let longer = CHARACTERS.map(|c| format!("{}{c}", strings[next]));
        strings.extend(longer);
        next += 1;
    }
    strings
}

/// The spans of the compared components that the grammar has.
fn spans_of(source: &Source, production: &str, compared: &[Component]) -> Vec<(Component, Spans)> {
    let components = if source.is_corrected() { source.components(production) } else { Vec::new() };
    components.into_iter().filter(|(component, _)| compared.contains(component)).collect()
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

#[cfg(test)]
mod tests {
    use uri_lineage::{Grammar, Reading};

    use super::*;

    fn language(production: &str) -> Language {
        Language::new(Grammar::Rfc3986.bnf(Reading::Corrected), production).unwrap()
    }

    /// Every string of the delimiters up to their length is tried on whole URLs, and none on a part
    /// in which they do not occur.
    #[test]
    fn short_strings_of_delimiters_are_tried_on_urls() {
        let of = |production: &str| {
            let language = language(production);
            let inputs = language.suite().unwrap().map(|vector| vector.input).collect();
            delimiter_strings(&language, &inputs)
        };
        let strings: HashSet<String> = of("URI-reference").into_iter().collect();
        assert_eq!(strings.len(), (0..=5).map(|length| 7usize.pow(length)).sum::<usize>());
        assert!(strings.iter().all(|string| string.len() <= 5 && string.chars().all(|c| "a1:/@?#".contains(c))));
        assert!(of("port").is_empty() && of("scheme").is_empty());
    }

    /// If no complete suite for so many states fits, the largest that fits is tried.
    #[test]
    fn as_many_states_are_tried_as_fit() {
        let port = language("port");
        assert_eq!([1, 2, usize::MAX].map(|asked| fitting_states(&port, asked)), [1, 2, 2]);
        let reference = language("URI-reference");
        let most = fitting_states(&reference, usize::MAX);
        assert!(reference.suite_beyond(most).is_ok() && reference.suite_beyond(most + 1).is_err());
    }
}
