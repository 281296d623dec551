//! Each grammar, asked as a program whose inside nobody knows, is learned back to an equal language.
#![cfg(feature = "compare")]

use std::convert::Infallible;

use uri_lineage::regular_bnf::{Answer, Effort, Language, Learner, Part, Spans, Teacher};
use uri_lineage::{Component, Grammar, Reading};

use crate::common::{sampled, tries_everything};

/// A grammar that only answers about strings.
struct Asked {
    language: Language,
    spans: Vec<Spans>,
}

impl Teacher for Asked {
    type Error = Infallible;

    fn answers(&mut self, strings: &[String]) -> Result<Vec<Answer>, Infallible> {
        Ok(strings.iter().map(|string| self.answer(string)).collect())
    }
}

impl Asked {
    fn answer(&self, string: &str) -> Answer {
        // The strings of a production may be fewer than those of the grammar, which have spans.
        let is_accepted = self.spans.first().map(|spans| spans.in_string(string).is_ok());
        if !is_accepted.unwrap_or_else(|| self.language.contains(string)) {
            return Answer::Refused;
        }
        let parts = self.spans.iter().map(|spans| match spans.in_string(string) {
            Ok(Some(span)) => Part::At(span),
            Ok(None) => Part::Absent,
            Err(_) => Part::Unknown,
        });
        Answer::Accepted(parts.collect())
    }
}

fn language(grammar: Grammar) -> Language {
    Language::new(grammar.bnf(Reading::Corrected), grammar.main_production()).unwrap()
}

/// The members in US-ASCII, by a minimal automaton: a suite is complete only for such a one.
fn of_ascii(language: &Language) -> Language {
    let ascii = language.intersection(&Language::matching("^[\\x00-\\x7F]*$").unwrap()).unwrap();
    Language::new(&ascii.to_bnf("ascii"), "ascii").unwrap()
}

#[test]
fn each_verdict_is_learned() {
    // Automata that take less than a second each are learned always.
    const FEW: usize = 60;
    for grammar in Grammar::all() {
        let language = of_ascii(&language(grammar));
        // The automaton of `whatwg` takes minutes.
        if (language.states() > FEW && !tries_everything()) || grammar == Grammar::Whatwg {
            continue;
        }
        let strings: Vec<String> = match language.suite() {
            Ok(suite) => suite.map(|vector| vector.input).collect(),
            // The suite of `whatwg` is too large.
            Err(_) => language.cover().map(|vector| vector.input).collect(),
        };
        // The suite of the language itself leads to each state; the other oracles find little more.
        let effort = Effort { random: 2_000, suite: 20_000, ..Effort::default() };
        let mut learner = Learner::new(Asked { language: language.clone(), spans: Vec::new() }, None, effort);
        let learned = learner.language(&strings).unwrap();
        assert!(learned.model == language, "{grammar}: {} of {} states", learned.states, language.states());
        assert!(learned.unknown.is_empty(), "{grammar}");
    }
}

#[test]
fn components_are_learned() {
    // In strings of these characters every delimiter occurs, and no address in brackets.
    let domain = Language::matching("^[a:/@?#.1]*$").unwrap();
    for grammar in [Grammar::Rfc3986, Grammar::Rfc1808] {
        let language = language(grammar);
        let spans = grammar.spans(Component::ALL).unwrap().to_vec();
        let asked = Asked { language, spans: spans.clone() };
        let mut learner = Learner::new(asked, Some(&domain), Effort { random: 20_000, ..Effort::default() });
        for (at, component) in sampled(Component::ALL.into_iter().enumerate(), 3) {
            let expected = spans[at].within(&domain).unwrap();
            let learned = learner.spans(at, &expected.suite().unwrap()).unwrap();
            assert!(learned.model.automaton() == expected.automaton(), "{grammar} {component}: {}", learned.states);
            // Outside of the domain nothing is known.
            assert!(learned.unknown.contains("b") && !learned.unknown.contains("a"), "{grammar} {component}");
        }
    }
}
