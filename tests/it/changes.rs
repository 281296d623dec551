//! What the documents say that they changed, held to their grammars and texts.
#![cfg(feature = "compare")]

use std::collections::HashMap;

use uri_lineage::changes::{Change, ChangeEffect, ChangeExample, changes, changes_between};
use uri_lineage::regular_bnf::Language;
use uri_lineage::{Component, DocumentGrammar, Grammar, Reading};

use crate::common::documents::words;

/// The languages of productions, each computed once.
#[derive(Default)]
struct Languages(HashMap<(DocumentGrammar, &'static str), Language>);

impl Languages {
    fn contain(&mut self, grammar: DocumentGrammar, production: &'static str, text: &str) -> bool {
        let language = self.0.entry((grammar, production)).or_insert_with(|| {
            Language::new(grammar.bnf(Reading::Corrected), production)
                .unwrap_or_else(|error| panic!("{grammar}:{production}: {error}"))
        });
        language.contains(text)
    }

    /// Whether a production contains a string; whether the grammar accepts it if none is named.
    fn accept(&mut self, grammar: DocumentGrammar, production: Option<&'static str>, text: &str) -> bool {
        match (production, grammar) {
            (Some(production), _) => self.contain(grammar, production, text),
            (None, DocumentGrammar::Grammar(grammar)) => grammar.parse(text).is_ok(),
            (None, DocumentGrammar::Scheme(document)) => document.parse(text).is_ok(),
        }
    }
}

/// The productions of a change are those of its documents, and its examples show it.
#[test]
fn examples_show_the_changes() {
    let mut languages = Languages::default();
    for change in changes() {
        let Change { later, earlier, section, ref productions, ref examples, .. } = change;
        for name in productions {
            let is_defined = |grammar: DocumentGrammar| {
                [Reading::Published, Reading::Corrected]
                    .into_iter()
                    .any(|reading| grammar.bnf(reading).get(name).is_some())
            };
            assert!(is_defined(later) || is_defined(earlier), "{later}, {section}: {name}");
        }
        for &ChangeExample { effect, productions, text } in examples {
            let accepted = [
                languages.accept(later, productions.map(|[name, _]| name), text),
                languages.accept(earlier, productions.map(|[_, name]| name), text),
            ];
            let expected = match effect {
                ChangeEffect::Accepted => [true, false],
                ChangeEffect::Refused => [false, true],
                ChangeEffect::Divided => [true, true],
            };
            assert_eq!(accepted, expected, "{later}, {section}: {text}");
            if effect == ChangeEffect::Divided {
                assert!(is_divided_otherwise(later, earlier, text), "{later}, {section}: {text}");
            }
        }
    }
}

/// Whether two documents find a component at different places, or only one of them has a component that
/// it finds.
fn is_divided_otherwise(later: DocumentGrammar, earlier: DocumentGrammar, text: &str) -> bool {
    Component::ALL.into_iter().any(|component| {
        let [later, earlier] = [later, earlier].map(|grammar| grammar.spans(None, component).unwrap());
        later.in_string(text).unwrap() != earlier.in_string(text).unwrap() || later.exists() != earlier.exists()
    })
}

/// The words are in the documents, where the variable `DOCUMENTS` names a folder that has them.
#[test]
fn words_are_in_the_documents() {
    for Change { later, quotation, .. } in changes() {
        if let Some(words) = words(later.document()) {
            assert!(words.contains(quotation), "{later}: {quotation}");
        }
    }
}

/// The changes between two documents are those of which the later tells, or one between them.
#[test]
fn changes_between_are_later_than_one_and_not_than_the_other() {
    let of = |earlier: Grammar, later: Grammar| changes_between(earlier.into(), later.into()).collect::<Vec<_>>();
    assert_eq!(of(Grammar::Rfc3986, Grammar::Rfc2396), []);
    let steps = of(Grammar::Rfc1738, Grammar::Rfc2396);
    let documents = [Grammar::Rfc1808, Grammar::Uri1997, Grammar::Rfc2396].map(DocumentGrammar::from);
    assert!(steps.iter().all(|change| documents.contains(&change.later)));
    assert!(steps.len() > of(Grammar::Rfc1808, Grammar::Rfc2396).len());
    // What RFC 3986 says of RFC 2396 holds of RFC 2732 too, where its strings do.
    assert!(of(Grammar::Rfc2732, Grammar::Rfc3986).iter().any(|change| change.earlier == Grammar::Rfc2396.into()));
    let mailto = |earlier: &str, later: &str| {
        changes_between(earlier.parse().unwrap(), later.parse().unwrap()).any(|change| change.later.id() == "rfc2368")
    };
    assert!(mailto("rfc1738", "rfc6068") && !mailto("rfc1738", "rfc3986") && !mailto("rfc1738", "rfc8089"));
}
