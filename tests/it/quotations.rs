//! The words of the documents that claims quote.
#![cfg(feature = "compare")]

use std::collections::HashSet;

use uri_lineage::claims::claims;

use crate::common::documents::words_in;

/// A short piece of a document around a quotation.
#[derive(PartialEq, Eq, Hash)]
struct Excerpt {
    /// The name of the document's file in a collection of the documents.
    file: &'static str,
    document: &'static str,
    place: &'static str,
    /// With single spaces between words.
    text: &'static str,
}

fn excerpts() -> impl Iterator<Item = Excerpt> {
    include_str!("../data/excerpts.tsv").lines().map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, document, place, text] = *fields else { panic!("{line}") };
        Excerpt { file, document, place, text }
    })
}

/// The section and the words of a document that contradict a claim, if words do.
fn contradicting_words(question: &str) -> Option<(&str, &str)> {
    let (_, words) = question.split_once(" does not say `")?;
    let (words, section) = words.rsplit_once("` in ")?;
    Some((section, words))
}

/// Each claim quotes its document: the words are in an excerpt of the section that it names. So are words
/// that contradict it.
#[test]
fn quotations_are_in_the_sections_that_claims_name() {
    let mut used = HashSet::new();
    for claim in claims() {
        let own = [(claim.place, claim.quotation)];
        for (place, words) in own.into_iter().chain(contradicting_words(&claim.question)) {
            let of = |excerpt: &Excerpt| (excerpt.document, excerpt.place) == (claim.document, place);
            let found = excerpts().find(|excerpt| of(excerpt) && excerpt.text.contains(words));
            used.insert(found.unwrap_or_else(|| panic!("{}, {place}: {words}", claim.document)));
        }
    }
    for excerpt in excerpts() {
        assert!(excerpt.text.len() < 400, "too long: {}", excerpt.text);
        assert!(used.contains(&excerpt), "no claim quotes it: {}", excerpt.text);
    }
}

/// The excerpts are in the documents, where the variable `DOCUMENTS` names a folder that has them.
#[test]
fn excerpts_are_in_the_documents() {
    for Excerpt { file, text, .. } in excerpts() {
        if let Some(document) = words_in(file) {
            assert!(document.contains(text), "{file}: {text}");
        }
    }
}
