//! The documents' own examples, by every grammar.

use crate::common::examples;
use uri_lineage::Grammar;

#[test]
fn every_grammar_says_of_every_example_what_the_table_says() {
    for example in examples() {
        assert_eq!(example.verdicts.len(), Grammar::ALL.len(), "{}", example.text);
        for (grammar, expected) in Grammar::all().zip(&example.verdicts) {
            assert_eq!(verdict(grammar, example.text), *expected, "{grammar}: {}", example.text);
        }
    }
}

/// The production that accepts a text, or `@` and the offset where it is refused.
fn verdict(grammar: Grammar, text: &str) -> String {
    match grammar.parse(text) {
        Ok(parsed) => parsed.production().to_owned(),
        Err(error) => format!("@{}", error.offset()),
    }
}

#[test]
fn every_example_prints_back_and_has_a_view() {
    for example in examples() {
        for parsed in Grammar::all().filter_map(|grammar| grammar.parse(example.text).ok()) {
            let value = parsed.value();
            assert_eq!(value.to_string(), example.text);
            let _ = value.components();
        }
    }
}

/// Each document's examples, parsed by the document's own grammars.
#[cfg(feature = "serde")]
#[test]
fn examples_have_the_recorded_trees_and_values() {
    use std::fmt::Write;

    for grammar in Grammar::all() {
        let document = if grammar == Grammar::Rfc1630Generic { "rfc1630" } else { grammar.id() };
        let mut seen = std::collections::HashSet::new();
        let mut text = String::new();
        for example in examples().filter(|example| example.document == document && seen.insert(example.text)) {
            let Ok(parsed) = grammar.parse(example.text) else { continue };
            let value = serde_json::to_string_pretty(&parsed.value().record()).unwrap();
            writeln!(text, "{}\n{}{value}\n", example.text, parsed.tree()).unwrap();
        }
        crate::common::assert_snapshot(&format!("examples-{grammar}"), &text);
    }
}
