//! Documents of one scheme.

use std::sync::LazyLock;

use uri_lineage::regular_bnf::{Language, Spans, is_invisible};
use uri_lineage::{Component, Reading, SchemeDocument};

use super::edited;

/// Members by chance of each document, and the examples that the documents print.
fn members() -> &'static [String] {
    static MEMBERS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let examples = include_str!("../../../grammar/schemes/examples.tsv").lines();
        let examples = examples.filter_map(|line| line.split('\t').nth(4));
        let sampled = SchemeDocument::ALL.iter().flat_map(|&document| {
            let entries = document.entry_productions().iter();
            let languages =
                entries.filter_map(move |entry| Language::new(document.bnf(Reading::Corrected), entry).ok());
            languages.flat_map(|language| {
                language.sample(1).filter(|member| member.len() < 200).take(40).collect::<Vec<_>>()
            })
        });
        examples.map(str::to_owned).chain(sampled).collect()
    });
    &MEMBERS
}

/// The spans of all components in the strings of a document.
fn spans(document: SchemeDocument) -> &'static [Spans] {
    static SPANS: LazyLock<Vec<Vec<Spans>>> = LazyLock::new(|| {
        SchemeDocument::ALL.iter().map(|document| document.spans(Component::ALL).unwrap().into()).collect()
    });
    &SPANS[document as usize]
}

/// Documents of one scheme parse: an accepted input prints back, and the struct has the components of
/// the tree; a refused one has a place.
pub fn schemes(bytes: &[u8]) {
    let input = &*edited(members(), bytes);
    for &document in SchemeDocument::ALL {
        let (parsed, tree) = (document.parse(input), document.tree(input));
        assert_eq!(document.accepts(input), parsed.is_ok(), "{document} {input:?}");
        assert_eq!(parsed.as_ref().err(), tree.as_ref().err(), "{document} {input:?}");
        if let (Ok(uri), Ok(tree)) = (&parsed, &tree) {
            assert_eq!(uri.to_string(), input, "{document}");
            assert_eq!(uri.into_owned().get(), *uri, "{document} {input:?}");
            assert_eq!(tree.root().text(), input, "{document}");
            let components = uri.components();
            for component in Component::ALL {
                let span = spans(document)[component as usize].in_string(input).unwrap();
                let text = span.map(|span| &input[span]).unwrap_or_default();
                // An absent component and an empty one are alike.
                let of_struct = components.get(component);
                assert_eq!(of_struct.as_deref().unwrap_or_default(), text, "{document} {component} {input:?}");
            }
        }
        if let Err(error) = &parsed {
            let at = error.offset();
            assert!(at <= input.len() && input.is_char_boundary(at), "{document} {input:?}");
            assert_eq!(error.found(), input[at..].chars().next(), "{document} {input:?}");
            let message = error.to_string();
            assert!(!message.contains(is_invisible), "{document}: {message:?}");
            assert!(error.report(input).to_string().lines().count() >= 3, "{document} {input:?}");
        }
        // The rules of a variant add alternatives to those of its document.
        if let Some(varied) = document.variant_of() {
            assert!(document.accepts(input) || !varied.accepts(input), "{document} {input:?}");
            assert!(SchemeDocument::Rfc8089All.accepts(input) || !document.accepts(input), "{document} {input:?}");
        }
    }
}
