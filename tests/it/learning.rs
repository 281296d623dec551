//! Each grammar, asked as a program whose inside nobody knows, is learned back to an equal language.
#![cfg(feature = "compare")]

use std::convert::Infallible;

use uri_lineage::language::{Answer, Effort, Language, Learned, Learner, Part, Spans, Teacher};
use uri_lineage::published::Reading;
use uri_lineage::{Component, Grammar};

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
        if !self.language.contains(string) {
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

#[test]
fn each_verdict_is_learned() {
    for grammar in Grammar::ALL {
        let started = std::time::Instant::now();
        let language = language(grammar);
        let ascii = Language::matching("^[\\x00-\\x7F]*$").unwrap();
        let language = language.intersection(&ascii).unwrap();
        let language = Language::new(&language.to_bnf("it"), "it").unwrap();
        if !matches!(grammar, Grammar::Rfc3987 | Grammar::Whatwg | Grammar::WhatwgValid) {
            continue;
        }
        let strings: Vec<String> = match language.suite() {
            Ok(suite) => suite.map(|vector| vector.input).collect(),
            Err(_) => language.cover().map(|vector| vector.input).collect(),
        };
        println!("{grammar:?} {} {}", language.states(), strings.len());
        let mut learner =
            Learner::new(Asked { language: language.clone(), spans: Vec::new() }, None, Effort::default());
        let Learned { model, states, oracles, .. } = learner.language(&strings).unwrap();
        println!(
            "{grammar:?} {states} of {} {} asked {:?} {oracles:?}",
            language.states(),
            learner.answered().count(),
            started.elapsed()
        );
        if model != language {
            println!(
                "{:?} {:?}",
                model.difference(&language).unwrap().members().next(),
                language.difference(&model).unwrap().members().next()
            );
        }
        assert!(model == language, "{grammar}");
    }
}

#[test]
fn components_are_learned() {
    for grammar in [Grammar::Rfc1738, Grammar::Rfc3986] {
        let language = language(grammar);
        let spans = grammar.spans(Component::ALL).unwrap().to_vec();
        let strings: Vec<String> = spans.iter().flat_map(|spans| spans.suite().unwrap()).collect();
        let mut learner = Learner::new(Asked { language, spans: spans.clone() }, None, Effort::default());
        for (at, component) in Component::ALL.into_iter().enumerate() {
            let started = std::time::Instant::now();
            let learned = learner.spans(at, &strings).unwrap();
            println!(
                "{grammar:?} {component} {} of {} {} {:?} {:?}",
                learned.states,
                spans[at].states(),
                learner.answered().count(),
                started.elapsed(),
                learned.oracles
            );
            assert!(learned.model.automaton() == spans[at].automaton(), "{grammar} {component}");
        }
    }
}
