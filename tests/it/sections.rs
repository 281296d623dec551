//! The sections that the facts about the documents name, in the documents. They are read where the
//! variable `DOCUMENTS` names a folder that has them.
#![cfg(feature = "compare")]

use std::collections::BTreeMap;

use uri_lineage::equivalence::EquivalenceRule;
use uri_lineage::{DocumentGrammar, Grammar, ProductionSource, Reading, Reason, Warning};

use crate::common::documents::text;

/// The names of all sections that a document is said to have, with who names them.
fn sections(document: DocumentGrammar) -> Vec<(&'static str, String)> {
    let warnings = [
        Warning::Password,
        Warning::Port { port: 1, default: 2 },
        Warning::Delimiter { octet: 0, offset: 0 },
        Warning::FileHost,
        Warning::RareAddress,
        Warning::Misleading,
        Warning::Formatting { character: '\u{200E}', offset: 0 },
        Warning::PathAsAuthority,
        Warning::HostAsScheme,
        Warning::UserInformation,
        Warning::UnsafeField { offset: 0 },
        Warning::IgnoredField { offset: 0 },
        Warning::RepeatedField { offset: 0 },
        Warning::HtmlEntity { offset: 0 },
        Warning::NameNotUtf8 { offset: 0 },
        Warning::NewsServer,
    ];
    let grammar = document.grammar();
    let reasons = grammar
        .into_iter()
        .flat_map(|grammar| Reason::ALL.iter().map(move |reason| (reason.section(grammar), reason.to_string())));
    let rules = EquivalenceRule::ALL.iter().filter_map(|rule| Some((rule.section(document)?, rule.name().to_owned())));
    let warnings = warnings.into_iter().filter_map(|one| Some((one.section(document)?, format!("{one:?}"))));
    let own = [(document.section(), "the grammar".to_owned())];
    own.into_iter().chain(reasons).chain(rules).chain(warnings).collect()
}

/// The headings of a document: the number of each, if it has one, and its words.
fn headings(document: &str) -> Vec<(String, String)> {
    let mut numbers = [0; 2];
    let heading = |line: &str| {
        // The sections of the URL Standard are numbered when it is published.
        if let Some(level) = ["<h2", "<h3"].iter().position(|tag| line.starts_with(tag)) {
            if line.contains("no-num") {
                return None;
            }
            numbers[level] += 1;
            numbers[level + 1..].fill(0);
            let words = line.split(['<', '>']).nth(2)?;
            let number: Vec<String> = numbers[..=level].iter().map(ToString::to_string).collect();
            return Some((number.join("."), words.to_owned()));
        }
        let line = line.trim().trim_end_matches(':');
        let number = line.split(' ').next()?;
        let is_number = number.starts_with(|c: char| c.is_ascii_digit())
            && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let (number, words) = if is_number { line.split_at(number.len()) } else { ("", line) };
        Some((number.trim_end_matches('.').to_owned(), words.trim().to_owned()))
    };
    document.lines().filter_map(heading).collect()
}

/// Whether a document has a section with that name: a number, the words of the heading, or both.
fn has(headings: &[(String, String)], name: &str) -> bool {
    let name = name.trim_matches('"');
    let name = name.strip_prefix("section ").unwrap_or(name);
    let (number, words) = match name.split_once(' ') {
        Some((number, words)) if number.starts_with(|c: char| c.is_ascii_digit()) => (number, words),
        _ if name.starts_with(|c: char| c.is_ascii_digit()) => (name, ""),
        _ => ("", name),
    };
    headings.iter().any(|(own, all)| {
        (number.is_empty() || own == number) && !all.is_empty() && (words.is_empty() || is_named(all, words))
    })
}

/// Whether the words of a heading are those, or those of an appendix.
fn is_named(all: &str, words: &str) -> bool {
    let all = all.to_lowercase().replace("appendix ", "").replace("appendices ", "");
    match words.strip_prefix("Appendix").or_else(|| words.strip_prefix("Appendices")).map(str::trim) {
        Some("") => all.starts_with("appendix"),
        Some(letter) => all.starts_with(&format!("{}.", letter.to_lowercase())),
        None => all == words.to_lowercase(),
    }
}

#[test]
fn documents_have_the_sections_that_are_named() {
    let mut missing = Vec::new();
    // Of RFC 9110 only a part is among the documents.
    for document in DocumentGrammar::all().filter(|document| document.document() != "RFC 9110") {
        let Some(own) = text(document.document()).map(|text| headings(&text)) else { return };
        for (section, of) in sections(document) {
            // Several sections: in a list, from one to another, or of other documents.
            for one in section.split("; ").flat_map(|all| all.split(" and ")).flat_map(|all| all.split(" to ")) {
                let before = || one.strip_prefix("RFC ").and_then(|rest| rest.split_once(", "));
                let other = one.split_once(" of RFC ").map(|(names, rfc)| (rfc, names)).or_else(before);
                let (of_other, names) = match other {
                    Some((rfc, names)) => (text(&format!("RFC {rfc}")).map(|text| headings(&text)), names),
                    None => (None, one),
                };
                if !names.split(", ").all(|name| has(of_other.as_ref().unwrap_or(&own), name)) {
                    missing.push(format!("{document}: {section:?} ({of})"));
                }
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

/// A production that an appendix collects has the section of the text that defines it. The drafts
/// of 1997 are two documents with an appendix each, so their productions have none.
#[test]
fn a_production_of_an_appendix_has_the_section_that_defines_it() {
    for grammar in Grammar::all() {
        for name in grammar.bnf(Reading::Published).productions().iter().map(|definition| &definition.name) {
            let ProductionSource { document, section, defining_section } = grammar.source(name);
            let is_collected = section.starts_with("Appendix") && document != "RFC 5234";
            assert_eq!(defining_section.is_some(), is_collected, "{grammar}: {name}");
        }
    }
}

/// The section that defines a production is the first that prints it.
#[test]
fn the_first_section_with_a_production_defines_it() {
    for grammar in [Grammar::Rfc2396, Grammar::Rfc3986] {
        let Some(text) = text(grammar.document()) else { return };
        let (mut section, mut printed) = (String::new(), BTreeMap::new());
        for line in text.lines() {
            if line.starts_with(|c: char| c.is_ascii_digit()) {
                section = format!("section {}", line.split(' ').next().unwrap().trim_end_matches('.'));
            } else if let Some((name, _)) = line.split_once(" = ").or_else(|| line.split_once("  =")) {
                printed.entry(name.trim().to_owned()).or_insert_with(|| section.clone());
            }
        }
        for name in grammar.bnf(Reading::Published).productions().iter().map(|definition| &definition.name) {
            if let Some(section) = grammar.source(name).defining_section {
                assert_eq!(printed.get(name.as_str()).map(String::as_str), Some(section), "{grammar}: {name}");
            }
        }
    }
}
