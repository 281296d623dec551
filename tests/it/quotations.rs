//! The words of the documents that claims quote.
#![cfg(feature = "compare")]

use std::collections::HashSet;

use uri_lineage::claims::claims;

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

/// Each claim quotes its document: the words are in an excerpt of the section that it names.
#[test]
fn quotations_are_in_the_sections_that_claims_name() {
    let mut used = HashSet::new();
    for claim in claims() {
        let of = |excerpt: &Excerpt| (excerpt.document, excerpt.place) == (claim.document, claim.place);
        let found = excerpts().find(|excerpt| of(excerpt) && excerpt.text.contains(claim.quotation));
        let found = found.unwrap_or_else(|| panic!("{}, {}: {}", claim.document, claim.place, claim.quotation));
        used.insert(found);
    }
    for excerpt in excerpts() {
        assert!(excerpt.text.len() < 400, "too long: {}", excerpt.text);
        assert!(used.contains(&excerpt), "no claim quotes it: {}", excerpt.text);
    }
}

/// The text without `<` and `>`, and what is between them.
fn without_marks(text: &str) -> String {
    let first = text.find('<').unwrap_or(text.len());
    let rest = text[first..].split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, rest)| rest));
    text[..first].chars().chain(rest.flat_map(str::chars)).collect()
}

/// The excerpts are in the documents, where the variable `DOCUMENTS` names a folder that has them.
#[test]
fn excerpts_are_in_the_documents() {
    let Some(folder) = std::env::var_os("DOCUMENTS").map(std::path::PathBuf::from) else { return };
    for Excerpt { file, text, .. } in excerpts() {
        let bytes = std::fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let document = String::from_utf8_lossy(&bytes);
        // The source of the URL Standard has marks of HTML, which are not words.
        let document = if file.ends_with(".bs") { without_marks(&document) } else { document.into_owned() };
        // Without the headers and footers of pages.
        let is_header = |line: &str| line.contains("[Page ") || line.starts_with("RFC ") && line.contains("    ");
        let words: Vec<&str> =
            document.lines().filter(|line| !is_header(line)).flat_map(str::split_whitespace).collect();
        assert!(words.join(" ").contains(text), "{file}: {text}");
    }
}
