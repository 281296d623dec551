//! The documents of one scheme: their rules are their productions, and their parsers, structs, errors
//! and spans agree with each other.
#![cfg(feature = "compare")]

use proptest::prelude::*;
use uri_lineage::language::{Imports, Language, Recognizer};
use uri_lineage::published::Reading;
use uri_lineage::{Component, Grammar, Refusal, SchemeDocument};

/// The strings that a document accepts.
fn language(document: SchemeDocument) -> Language {
    Language::new(document.bnf(Reading::Corrected), document.main_production()).unwrap()
}

/// Members that take every step of the automaton, and other strings near members.
fn strings(language: &Language, most: usize) -> Vec<String> {
    let members: Vec<String> = language.cover().map(|vector| vector.input).collect();
    let step = members.len().div_ceil(most);
    let near = language.near_misses(1).take(20 * most).step_by(20);
    members.into_iter().step_by(step).chain(near).collect()
}

#[test]
fn each_rule_is_its_production() {
    for &document in SchemeDocument::ALL {
        for proof in document.prove().unwrap() {
            assert!(proof.outcome.holds(), "{document}: {proof:?}");
        }
    }
}

/// The parser accepts the members of the entry productions, and the struct has the components that the
/// spans have.
#[test]
fn parsers_and_structs_agree_with_productions_and_spans() {
    for &document in SchemeDocument::ALL {
        let language = language(document);
        let spans = document.spans(Component::ALL).unwrap();
        let mut accepted = 0;
        for string in strings(&language, 1_500) {
            let parsed = document.parse(&string);
            assert_eq!(parsed.is_ok(), language.contains(&string), "{document}: {string:?}");
            assert_eq!(document.accepts(&string), parsed.is_ok(), "{document}: {string:?}");
            let Ok(parsed) = parsed else { continue };
            accepted += 1;
            assert_eq!(parsed.to_string(), string);
            assert_eq!(parsed.into_owned().get(), parsed);
            let components = parsed.components();
            for component in Component::ALL {
                let span = spans[component as usize].in_string(&string).unwrap();
                let text = span.map(|span| &string[span]);
                // An absent component and an empty one are alike.
                let parsed = components.get(component);
                assert_eq!(
                    parsed.as_deref().unwrap_or_default(),
                    text.unwrap_or_default(),
                    "{document}: {component} of {string:?}"
                );
            }
        }
        assert!(accepted > 10, "{document}: {accepted}");
    }
}

/// An error has the content of a refusal by the automaton of the production.
#[test]
fn errors_are_those_of_the_automaton() {
    for &document in SchemeDocument::ALL {
        let bnf = document.bnf(Reading::Corrected);
        let recognizers: Vec<Recognizer> = document
            .entry_productions()
            .iter()
            .map(|entry| {
                let recognizer = Recognizer::new(document.id(), *entry, Language::new(bnf, entry).unwrap());
                let recognizer = recognizer.with_names(bnf.clone());
                if document.schemes().is_empty() { recognizer } else { recognizer.of_few_schemes() }
            })
            .collect();
        let mut refused = 0;
        for string in strings(&language(document), 100) {
            let Err(error) = document.parse(&string) else { continue };
            refused += 1;
            let recognizer = recognizers.iter().find(|recognizer| recognizer.production() == error.production());
            let expected = recognizer.unwrap().check(&string).unwrap_err();
            assert!(recognizers.iter().all(|other| other.check(&string).unwrap_err().offset() <= error.offset()));
            let (error, expected) = (Refusal::from(&error), expected.refusal(expected.offset()));
            let names = |refusal: &Refusal| (refusal.production.clone(), refusal.offset, refusal.reason, refusal.found);
            assert_eq!(names(&error), names(&expected), "{document}: {string:?}");
            assert_eq!((error.class, error.advice), (expected.class, expected.advice), "{document}: {string:?}");
        }
        assert!(refused > 10, "{document}: {refused}");
    }
}

/// A document takes from its base what a grammar of the user would import.
#[test]
fn productions_of_the_base_are_those_that_a_file_imports() {
    for &document in SchemeDocument::ALL {
        // The productions of RFC 6874 take the place of those of its base.
        if document == SchemeDocument::Rfc6874 {
            continue;
        }
        let bnf = document.bnf(Reading::Corrected);
        let base = document.base().bnf(Reading::Corrected);
        let own = bnf.productions().iter().filter(|production| base.get(&production.name) != Some(production));
        let own: Vec<String> = own.map(|production| production.text.clone()).collect();
        let own = uri_lineage::published::Bnf::read_as(
            &(own.join("\n") + "\n"),
            uri_lineage::published::Notation::detect("a = b / c\n"),
        );
        let Ok(own) = own else { continue };
        let imported = Imports::default().and(None, document.base().id(), base, &[]).complete(&own).unwrap();
        for entry in document.entry_productions() {
            let imported = Language::new(&imported.bnf, entry).unwrap();
            assert!(imported == Language::new(bnf, entry).unwrap(), "{document}: {entry}");
        }
    }
}

proptest! {
    /// No input panics, and an error names a place in it.
    #[test]
    fn any_input_is_answered(number in 0..SchemeDocument::ALL.len(), start in 0usize..8, text in ".{0,40}") {
        let document = SchemeDocument::ALL[number];
        let starts = document.schemes().iter().map(|scheme| format!("{scheme}:")).chain([String::new()]);
        let start = starts.cycle().nth(start).unwrap();
        let input = start + &text;
        match document.parse(&input) {
            Ok(uri) => assert_eq!(uri.to_string(), input),
            Err(error) => {
                assert!(input.is_char_boundary(error.offset()));
                assert!(!error.to_string().is_empty() && !error.report(&input).to_string().is_empty());
            }
        }
    }
}

/// What is in force, by scheme.
#[test]
fn each_scheme_has_at_most_one_document_in_force() {
    let schemes: Vec<&str> = SchemeDocument::ALL.iter().flat_map(|document| document.schemes()).copied().collect();
    for scheme in schemes {
        let documents: Vec<SchemeDocument> = SchemeDocument::of_scheme(scheme).collect();
        assert!(documents.is_sorted_by_key(|document| document.date()), "{scheme}");
        let in_force: Vec<_> = documents.iter().filter(|document| document.is_in_force()).collect();
        assert_eq!(in_force, [documents.last().unwrap()], "{scheme}");
    }
    for &document in SchemeDocument::ALL.iter().filter(|document| !document.schemes().is_empty()) {
        assert_eq!(document.schemes().len(), document.entry_productions().len(), "{document}");
        for scheme in document.schemes() {
            let production = document.production_of(scheme).unwrap();
            let members = Language::new(document.bnf(Reading::Corrected), production).unwrap();
            assert!(members.members().next().unwrap().starts_with(&format!("{scheme}:")), "{document}: {production}");
        }
    }
    assert_eq!(SchemeDocument::in_force("ftp"), None);
    assert!(SchemeDocument::ALL.iter().all(|document| document.id().parse() == Ok(*document)));
    assert!(SchemeDocument::ALL.iter().all(|document| document.id().parse::<Grammar>().is_err()));
}
