//! The documents of one scheme: their rules are their productions, and their parsers, structs, errors
//! and spans agree with each other.
#![cfg(feature = "compare")]

use proptest::prelude::*;
use regular_bnf::rule_name;
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
    let known = SchemeDocument::ALL.iter().flat_map(|document| document.schemes());
    assert!(known.into_iter().all(|scheme| uri_lineage::scheme::schemes().any(|listed| listed == *scheme)));
    assert_eq!(SchemeDocument::in_force("ftp"), None);
    assert!(SchemeDocument::ALL.iter().all(|document| document.id().parse() == Ok(*document)));
    assert!(SchemeDocument::ALL.iter().all(|document| document.id().parse::<Grammar>().is_err()));
}

/// A text without its spacing and without the headers and footers of pages.
fn bare(text: &str) -> String {
    let is_header = |line: &str| line.contains("[Page ") || line.starts_with("RFC ") && line.contains("    ");
    text.lines().filter(|line| !is_header(line)).flat_map(str::split_whitespace).collect()
}

/// The rules of the files are printed in the documents, where the variable `DOCUMENTS` names a folder
/// that has them.
#[test]
fn rules_are_printed_in_the_documents() {
    let Some(folder) = std::env::var_os("DOCUMENTS").map(std::path::PathBuf::from) else { return };
    let mut printed = 0;
    for &document in SchemeDocument::ALL.iter().filter(|document| !document.is_from_prose()) {
        let base = document.base().bnf(Reading::Published);
        for production in document.bnf(Reading::Published).productions() {
            let source = document.source(&production.name);
            let number = source.document.to_lowercase().replace(' ', "");
            let file = if number == "rfc9110" { "rfc9110-section-4.txt".to_owned() } else { format!("{number}.txt") };
            if base.get(&production.name) == Some(production) || source.document == "RFC 5234" {
                continue;
            }
            // RFC 5322 is not among the documents.
            let Ok(text) = std::fs::read(folder.join(file)) else {
                assert_eq!(source.document, "RFC 5322", "{document}: {}", production.name);
                continue;
            };
            let text = bare(&String::from_utf8_lossy(&text));
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

/// The examples that documents print are read as they say.
#[test]
fn examples_of_the_documents() {
    use SchemeDocument::*;
    let accepted = [
        (Rfc2368, "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index"),
        (Rfc2368, "mailto:foobar@example.com?In-Reply-To=%3c3469A91.D10AF4C@example.com"),
        (Rfc2368, "mailto:?to=joe@example.com&cc=bob@example.com&body=hello"),
        (Rfc2368, "mailto:addr1%2C%20addr2"),
        (Rfc2368, "mailto:unlikely%3Faddress@example.com?blat=foop"),
        (Rfc6068, "mailto:addr1@an.example,addr2@an.example"),
        (Rfc6068, "mailto:?to=addr1@an.example,addr2@an.example"),
        (Rfc6068, "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E"),
        (Rfc6068, "mailto:gorby%25kremvax@example.com"),
        (Rfc6068, "mailto:Mike%26family@example.org"),
        (Rfc6068, "mailto:Mike&family@example.org"),
        (Rfc6068, "mailto:%22not%40me%22@example.org"),
        (Rfc6068, "mailto:%22oh%5C%5Cno%22@example.org"),
        (Rfc6068, "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org"),
        (Rfc6068, "mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D"),
        (Rfc6068, "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO"),
        (Rfc5538, "nntp://news.server.example/example.group.this/12345"),
        (Rfc5538, "nntp://wild.server.example/example.group.n%2Fa/12345"),
        (Rfc5538, "news://news.server.example/*"),
        (Rfc5538, "news://news.server.example/"),
        (Rfc5538, "news://wild.server.example/example.group.th%3Fse"),
        (Rfc5538, "news:example.group.*"),
        (Rfc5538, "news://news.gmane.org/p0624081dc30b8699bf9b@%5B10.20.30.108%5D"),
        (Rfc8089, "file:///path/to/file"),
        (Rfc8089, "file:/path/to/file"),
        (Rfc8089, "file://host.example.com/path/to/file"),
        (Rfc8089Drive, "file:c:/path/to/file"),
        (Rfc8089, "file:///c:/path/to/file"),
        (Rfc8089Bar, "file:///c|/path/to/file"),
        (Rfc8089Bar, "file:/c|/path/to/file"),
        (Rfc8089Bar, "file:c|/path/to/file"),
        (Rfc8089Unc, "file:////host.example.com/path/to/file"),
        (Rfc8089Unc, "file://///host.example.com/path/to/file"),
        (Rfc8141, "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk"),
        (Rfc4157, "prospero://example.com//pros/name"),
        (Rfc6874, "http://[fe80::a%25en1]"),
        (Rfc9110, "http://EXAMPLE.com:/%7esmith/home.html"),
    ];
    for (document, text) in accepted {
        assert!(document.accepts(text), "{}", document.parse(text).unwrap_err());
        assert!(document == Rfc8089 || document.variant_of().is_none() || Rfc8089All.accepts(text), "{text}");
    }
    let refused = [
        (Rfc6068, "mailto:joe@example.com?cc=bob@example.com?body=hello", 41),
        (Rfc2368, "mailto:joe@example.com?cc=bob@example.com?body=hello", 41),
        (Rfc6068, "mailto:a@%", 10),
        (Rfc6068, "mailto:a@b%E9", 13),
        (Rfc5538, "news:a%3E@b", 9),
        (Rfc8089, "file:c:/path/to/file", 5),
        (Rfc9110, "http://:80/", 10),
        (Rfc8141, "urn:a-:b", 6),
    ];
    for (document, text, offset) in refused {
        let error = document.parse(text).unwrap_err();
        assert_eq!(error.offset(), offset, "{error}");
    }
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
        for string in strings(&language(document), 1_500) {
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
        assert!(compared > 10, "{document}: {compared}");
    }
}
