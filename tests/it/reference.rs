//! That the parsers make what pest_derive's make of the same files: every span of every production.
#![cfg(feature = "reference")]

use crate::common::{examples, language, sampled, suite};
use uri_lineage::{Grammar, Production, reference};

/// Whether a production is a class of characters, to which pest gives no span.
fn is_class(production: Production) -> bool {
    let language = language(production.grammar(), production.name());
    language.members().next().is_some_and(|member| reference::parse(production, &member).is_none())
}

#[track_caller]
fn agree(production: Production, input: &str) {
    let ours = production.parse(input);
    let theirs = reference::parse(production, input);
    let (grammar, name) = (production.grammar(), production.name());
    assert_eq!(ours.as_ref().ok().map(|parsed| parsed.tree()), theirs.as_ref(), "{grammar}:{name} of {input:?}");
}

/// One byte changed, inserted or removed, at every third place: near misses.
fn edits(text: &str) -> impl Iterator<Item = String> {
    const MARKS: &[char] = &['a', '1', '/', ':', '@', '%', '.', '-', '?', '#', '+', '~', 'é'];
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    places.into_iter().enumerate().skip(text.len() % 3).step_by(3).flat_map(move |(i, at)| {
        let (before, after) = text.split_at(at);
        let behind = after.chars().next().map_or(0, char::len_utf8);
        let mark = MARKS[(i * 7 + text.len()) % MARKS.len()];
        [
            format!("{before}{mark}{after}"),
            format!("{before}{mark}{}", &after[behind..]),
            format!("{before}{}", &after[behind..]),
        ]
    })
}

#[test]
fn pest_derive_builds_the_same_trees_of_the_suites() {
    for grammar in Grammar::all() {
        let mut compared = 0;
        for production in sampled(grammar.productions().filter(|&production| !is_class(production)), 8) {
            let language = language(grammar, production.name());
            // The whole suites are for the parsers alone (`proof.rs`).
            for vector in suite(production, language).take(5_000) {
                agree(production, &vector.input);
                compared += 1;
            }
        }
        assert!(compared > 0, "{grammar}");
    }
}

#[test]
fn pest_derive_builds_the_same_trees_of_examples_and_near_misses() {
    let nineties = include_str!("../data/urls-1990s.txt").lines().map(str::to_owned);
    let texts = examples().map(|example| example.text.to_owned()).chain(nineties);
    for text in sampled(texts, 23) {
        for grammar in Grammar::all() {
            for entry in grammar.entry_productions() {
                let production = grammar.production(entry).unwrap();
                agree(production, &text);
                edits(&text).for_each(|edit| agree(production, &edit));
            }
        }
    }
}

#[test]
fn pest_derive_builds_the_same_trees_of_random_strings() {
    for grammar in Grammar::all() {
        for entry in grammar.entry_productions() {
            let production = grammar.production(entry).unwrap();
            let language = language(grammar, entry);
            // The rules know nothing of what the URL Standard's parser removes before.
            let removes = |text: &String| grammar.ignored().is_some_and(|ignored| ignored.removed(text).is_some());
            let texts = sampled(language.sample(1997).take(300).chain(language.near_misses(1997).take(300)), 23);
            for text in texts.filter(|text| !removes(text)) {
                agree(production, &text);
            }
        }
    }
}
