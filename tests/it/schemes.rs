//! The documents of one scheme: their rules are their productions, and their parsers, structs, errors
//! and spans agree with each other.
#![cfg(feature = "compare")]

use crate::common::documents::{bare, text};
#[cfg(feature = "serde")]
use crate::common::scheme_forms;
use crate::common::{SchemeExample, scheme_examples, share};
use proptest::prelude::*;
use regular_bnf::rule_name;
use uri_lineage::claims::claims;
use uri_lineage::language::{Imports, Recognizer};
use uri_lineage::regular_bnf::Language;
use uri_lineage::{Component, Grammar, Reading, Refusal, SchemeDocument};

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
        for string in strings(&language, share(1_500, 10)) {
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
        assert!(accepted > share(10, 10), "{document}: {accepted}");
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
                if document.schemes().is_empty() { recognizer } else { recognizer.with_known_schemes_only() }
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
        let own = uri_lineage::regular_bnf::Bnf::read_as(
            &(own.join("\n") + "\n"),
            uri_lineage::regular_bnf::Notation::detect("a = b / c\n"),
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
    let known = SchemeDocument::ALL.iter().flat_map(|document| document.schemes());
    assert!(known.into_iter().all(|scheme| uri_lineage::scheme::schemes().any(|listed| listed == *scheme)));
    assert_eq!(SchemeDocument::in_force("ftp"), None);
    assert!(SchemeDocument::ALL.iter().all(|document| document.id().parse() == Ok(*document)));
    assert!(SchemeDocument::ALL.iter().all(|document| document.id().parse::<Grammar>().is_err()));
}

/// The rules of the files are printed in the documents, where the variable `DOCUMENTS` names a folder
/// that has them.
#[test]
fn rules_are_printed_in_the_documents() {
    let mut printed = 0;
    for &document in SchemeDocument::ALL.iter().filter(|document| !document.is_from_prose()) {
        let base = document.base().bnf(Reading::Published);
        for production in document.bnf(Reading::Published).productions() {
            let source = document.source(&production.name);
            // RFC 5322 is not among the documents.
            if base.get(&production.name) == Some(production) || ["RFC 5234", "RFC 5322"].contains(&source.document) {
                continue;
            }
            let Some(text) = text(source.document).map(|text| bare(&text)) else { return };
            assert!(text.contains(&bare(&production.text)), "{document}: {}", production.text);
            printed += 1;
        }
    }
    assert!(printed > 70, "{printed}");
}

#[test]
fn every_correction_has_its_evidence() {
    for &document in SchemeDocument::ALL {
        let (published, corrected) = (document.bnf(Reading::Published), document.bnf(Reading::Corrected));
        assert!(corrected.undefined().is_empty(), "{document}: {:?}", corrected.undefined());
        for production in corrected.productions() {
            let is_printed = published.get(&production.name) == Some(production);
            let is_of_base = document.base().bnf(Reading::Corrected).get(&production.name) == Some(production);
            assert!(is_printed || is_of_base || production.comment.ends_with('.'), "{document}: {}", production.name);
        }
    }
}

/// The productions above a struct are those of its documents.
#[test]
fn the_productions_above_structs_are_those_of_the_documents() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for file in std::fs::read_dir(root.join("src/scheme")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for block in text.split("/// ```text\n").skip(1) {
            let block = block.split("/// ```\n").next().unwrap();
            let lines = block.lines().filter_map(|line| line.trim_start().strip_prefix("/// "));
            for line in lines.filter(|line| line.contains(" = ")) {
                let name = line.split_whitespace().next().unwrap();
                let mut rules = SchemeDocument::ALL.iter().flat_map(|document| {
                    [Reading::Published, Reading::Corrected].map(|reading| document.bnf(reading).get(name))
                });
                assert!(rules.any(|rule| rule.is_some_and(|rule| bare(&rule.text).starts_with(&bare(line)))), "{line}");
                count += 1;
            }
        }
    }
    assert!(count > 25, "{count}");
}

/// The examples that documents print are read as the documents say, or a claim names the
/// contradiction.
#[test]
fn examples_are_read_as_the_documents_say() {
    let findings: Vec<_> = claims().into_iter().filter(|claim| claim.holds == Some(false)).collect();
    for example in scheme_examples() {
        let SchemeExample { document, is_accepted, production, text, .. } = example;
        let language = Language::new(document.bnf(Reading::Corrected), production).unwrap();
        let is_finding = findings
            .iter()
            .any(|claim| claim.grammar == document.into() && claim.witnesses.iter().any(|witness| witness == text));
        assert_eq!(language.contains(text), is_accepted != is_finding, "{document}: {production}: {text}");
        if !is_part(&example) {
            assert_eq!(document.accepts(text), is_accepted, "{document}: {text}");
        }
        if document.variant_of().is_some() {
            assert!(SchemeDocument::Rfc8089All.accepts(text), "{text}");
        }
    }
}

/// The records of the documents' examples, and of forms without an example; the message of each text
/// that is refused.
#[cfg(feature = "serde")]
#[test]
fn examples_have_the_recorded_values() {
    use std::fmt::Write;

    let urls = scheme_examples().filter(|example| !is_part(example)).map(|example| (example.document, example.text));
    let urls: Vec<(SchemeDocument, &str)> = urls.chain(scheme_forms()).collect();
    let mut recorded = String::new();
    for &document in SchemeDocument::ALL {
        let mut seen = std::collections::HashSet::new();
        for (_, text) in urls.iter().filter(|url| url.0 == document && seen.insert(url.1)) {
            let answer = match document.parse(text) {
                Ok(uri) => serde_json::to_string(&uri.record()).unwrap(),
                Err(error) => error.to_string(),
            };
            writeln!(recorded, "{document} {text}\n  {answer}\n").unwrap();
        }
        assert!(!seen.is_empty(), "{document}");
    }
    crate::common::assert_snapshot("examples-schemes", &recorded);
}

/// Whether an example is a part of a URI.
fn is_part(example: &SchemeExample) -> bool {
    let SchemeExample { document, production, .. } = example;
    !document.entry_productions().contains(production) && document.main_production() != *production
}

/// Each refusal has its offset.
#[test]
fn refusals_have_their_offsets() {
    use SchemeDocument::*;
    // Erratum 7919 calls it unambiguous.
    assert!(Rfc6068.accepts("mailto:Mike&family@example.org"));
    let refused = [
        (Rfc6068, "mailto:joe@example.com?cc=bob@example.com?body=hello", 41),
        (Rfc2368, "mailto:joe@example.com?cc=bob@example.com?body=hello", 41),
        (Rfc6068, "mailto:a@%", 10),
        (Rfc6068, "mailto:a@b%E9", 13),
        (Rfc5538, "news:a%3E@b", 9),
        (Rfc6874, "http://[fe80::a%en1]", 16),
        (Rfc6874, "http://[fe80::a-en1]", 15),
        (Rfc8089, "file:c:/path/to/file", 5),
        (Rfc9110, "http://:80/", 10),
        (Rfc8141, "urn:a-:b", 6),
    ];
    for (document, text, offset) in refused {
        let error = document.parse(text).unwrap_err();
        assert_eq!(error.offset(), offset, "{error}");
    }
}

/// The examples are in the documents, and each URI that a document prints is an example, where the
/// variable `DOCUMENTS` names a folder that has the documents.
#[test]
fn examples_are_those_that_the_documents_print() {
    for &document in SchemeDocument::ALL.iter().filter(|document| document.variant_of().is_none()) {
        let Some(text) = text(document.document()) else { return };
        // An ampersand is written for HTML in some examples.
        let text = text.replace("&amp;", "&");
        let of_document = |example: &SchemeExample| example.document.document() == document.document();
        let examples: Vec<SchemeExample> = scheme_examples().filter(of_document).collect();
        let printed = bare(&text);
        for SchemeExample { section, text, .. } in &examples {
            assert!(printed.contains(&bare(text)), "{document}, {section}: {text}");
        }
        for uri in printed_uris(document, &text) {
            // The rest of an example may be on the next line.
            assert!(examples.iter().any(|example| example.text.starts_with(uri)), "{document}: {uri}");
        }
    }
}

/// The beginnings of the URIs of a document's schemes in its text, up to the end of a line. Forms with
/// names in angle brackets, names of schemes alone, and beginnings that end in a colon are no URIs.
fn printed_uris(document: SchemeDocument, text: &str) -> Vec<&str> {
    let mut uris = Vec::new();
    for line in text.lines() {
        let lower_case = line.to_ascii_lowercase();
        for scheme in document.schemes() {
            let start_of_uri = format!("{scheme}:");
            for (start, _) in lower_case.match_indices(&start_of_uri) {
                let is_word = !line[..start].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
                let rest = &line[start..];
                let length = rest.find([' ', '"', '<', '>']).unwrap_or(rest.len());
                let is_form = rest[length..].starts_with('<');
                let uri = rest[..length].trim_end_matches(['.', ',', ';', ')']);
                let path = uri[start_of_uri.len()..].trim_start_matches('/');
                if is_word && !is_form && !path.is_empty() && !path.ends_with(':') {
                    uris.push(uri);
                }
            }
        }
    }
    uris
}

/// The rules of a document as pest interprets them.
fn interpreter(document: SchemeDocument) -> pest_vm::Vm {
    use pest_meta::{optimizer, parser};
    let pairs = parser::parse(parser::Rule::grammar_rules, document.pest()).unwrap();
    pest_vm::Vm::new(optimizer::optimize(parser::consume_rules(pairs).unwrap()))
}

/// The spans of a pair of pest with all below it: the rule of the production, and the offsets.
fn collect(pair: pest::iterators::Pair<'_, &str>, spans: &mut Vec<(String, usize, usize)>) {
    let rule = pair.as_rule().split("__").next().unwrap_or_default().to_owned();
    spans.push((rule, pair.as_span().start(), pair.as_span().end()));
    pair.into_inner().for_each(|inner| collect(inner, spans));
}

/// The spans of a node with all below it.
fn collect_node(node: uri_lineage::Node<'_, '_>, spans: &mut Vec<(String, usize, usize)>) {
    spans.push((rule_name(node.name()), node.start(), node.end()));
    node.children().for_each(|child| collect_node(child, spans));
}

/// The parsers make the trees that pest makes of the same rules.
#[test]
fn pest_builds_the_same_trees() {
    for &document in SchemeDocument::ALL {
        let interpreter = interpreter(document);
        let mut compared = 0;
        for string in strings(&language(document), share(1_500, 10)) {
            let tree = document.tree(&string).ok();
            let entry = tree.as_ref().map_or(document.main_production(), |tree| tree.root().name());
            let rule = rule_name(entry);
            let pairs = interpreter.parse(&rule, &string).ok();
            let mut theirs = Vec::new();
            pairs.into_iter().flatten().for_each(|pair| collect(pair, &mut theirs));
            let is_whole = theirs.first().is_some_and(|(_, _, end)| *end == string.len());
            assert_eq!(is_whole, tree.is_some(), "{document}: {string:?}");
            let Some(tree) = tree else { continue };
            let mut ours = Vec::new();
            collect_node(tree.root(), &mut ours);
            assert_eq!(ours, theirs, "{document}: {string:?}");
            compared += 1;
        }
        assert!(compared > share(10, 10), "{document}: {compared}");
    }
}
