//! What holds for every input.

mod common;

use std::time::{Duration, Instant};

use common::examples;
use proptest::prelude::*;
use uri_lineage::uri::UriReference;
use uri_lineage::visible::is_invisible;
use uri_lineage::{Grammar, Value, rfc1630, rfc1738};

/// Whatever a grammar accepts prints back, and whatever it refuses has a place and a message.
fn holds(input: &str) {
    for grammar in Grammar::ALL {
        match grammar.parse(input) {
            Ok(parsed) => {
                let value = parsed.value();
                let input = stripped(grammar, input);
                assert_eq!(value.to_string(), input, "{grammar}");
                assert_eq!(parsed.tree().root().text(), input, "{grammar}");
                let _ = (value.components(), parsed.production(), parsed.tree().to_string());
            }
            Err(error) => {
                assert!(
                    error.offset() <= input.len() && input.is_char_boundary(error.offset()),
                    "{grammar}: {input:?}"
                );
                assert_eq!(error.found(), input[error.offset()..].chars().next());
                let message = error.to_string();
                assert!(!message.contains(is_invisible), "{grammar}: {message:?}");
                let _ = error.report(input).to_string();
            }
        }
    }
}

/// The input without what the URL Standard's parser removes at both ends.
fn stripped(grammar: Grammar, input: &str) -> &str {
    match grammar.ignored() {
        Some(ignored) => input.trim_matches(|c| ignored.ends.contains(c) || ignored.anywhere.contains(c)),
        None => input,
    }
}

/// An example of the documents with a few edits: most inputs that are interesting are nearly right.
fn nearly_right() -> impl Strategy<Value = String> {
    let texts: Vec<&str> = examples().map(|example| example.text).collect();
    let edit = (any::<prop::sample::Index>(), 0..3usize, "[ -~]|%[0-9A-F]{2}|[:/?#@;=%.*+]|é|\\n");
    (prop::sample::select(texts), prop::collection::vec(edit, 0..4)).prop_map(|(text, edits)| {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, removed, inserted) in edits {
            let at = at.index(chars.len() + 1);
            let end = (at + removed).min(chars.len());
            chars.splice(at..end, inserted.chars());
        }
        chars.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_parses_prints_back(input in nearly_right()) {
        holds(&input);
    }

    #[test]
    fn anything_at_all_is_taken_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        holds(&String::from_utf8_lossy(&bytes));
    }

    /// The quick ways to a struct give what the grammar gives.
    #[test]
    fn a_struct_parses_as_its_grammar(input in nearly_right()) {
        let by_grammar = |grammar: Grammar| grammar.parse(&input).map(|parsed| *parsed.value());
        prop_assert_eq!(UriReference::parse_1997(&input).map(Value::Uri), by_grammar(Grammar::Uri1997));
        if let Ok(url) = rfc1738::Url::parse(&input) {
            prop_assert_eq!(Ok(Value::Rfc1738(url)), by_grammar(Grammar::Rfc1738));
        }
        prop_assert_eq!(rfc1630::Url::parse(&input).map(Value::Rfc1630), by_grammar(Grammar::Rfc1630));
    }

    #[test]
    fn every_production_takes_or_refuses(input in nearly_right(), at in any::<prop::sample::Index>()) {
        for grammar in Grammar::ALL {
            let productions: Vec<_> = grammar.productions().collect();
            if let Ok(parsed) = productions[at.index(productions.len())].parse(&input) {
                let text = parsed.tree().root().text();
                prop_assert!([&*input, stripped(grammar, &input)].contains(&text), "{} {:?}", grammar, input);
            }
        }
    }
}

/// Inputs that tempt a parser to look ahead again and again: a beginning, what is repeated, and an end.
const LONG: [(&str, &str, &str); 18] = [
    ("http://a/", "b", ""),
    ("http://a/", "b/", "^"),
    ("http://a/?", "+", ""),
    ("http://", "a.", "1"),
    ("http://", "1.", "1/"),
    ("http://a", ".1", ""),
    ("http://a", "-", "b"),
    ("http://a:", "1", ":"),
    ("http://a", ":1", "/"),
    ("ftp://", "a@", "1/x"),
    ("ftp://", "a:", "@b/"),
    ("news:", "a@", "b"),
    ("news:a", "@1", ""),
    ("mailto:", "a@1.2.3.4", ""),
    ("prospero://h/", "%001", "/"),
    ("gopher://h/1", "%09", "/"),
    ("wais://h/d/t/", "1=a;", ""),
    ("//", "a;b/", "#"),
];

/// The time for every grammar together, the input accepted or refused.
fn time(beginning: &str, repeated: &str, end: &str, length: usize) -> Duration {
    let input = [beginning, &repeated.repeat(length / repeated.len()), end].concat();
    let start = Instant::now();
    for grammar in Grammar::ALL {
        let _ = grammar.parse(&input).map(|parsed| parsed.tree().root().end());
    }
    start.elapsed()
}

#[test]
fn a_million_characters_take_linear_time_and_little_stack() {
    for (beginning, repeated, end) in LONG {
        // Ten times as long may take ten times as long, some noise aside; with squares it would be a hundred times.
        let short = time(beginning, repeated, end, 100_000).max(Duration::from_millis(20));
        let long = time(beginning, repeated, end, 1_000_000);
        assert!(long < 40 * short, "{beginning}({repeated})*{end}: {short:?}, then {long:?}");
    }
}

/// Serialised, no two examples of a document are alike but for the scheme: `http://h` and `gopher://h` differ.
#[cfg(feature = "serde")]
#[test]
fn what_is_serialised_names_its_production() {
    for (left, right) in [("http://h", "gopher://h"), ("ftp://h", "telnet://h"), ("ftp://h/a", "http://h/a")] {
        for grammar in [Grammar::UrlDraft02, Grammar::Rfc1630, Grammar::Rfc1738, Grammar::Uri1997] {
            let json =
                |text: &str| grammar.parse(text).ok().map(|parsed| serde_json::to_value(parsed.value()).unwrap());
            if let (Some(left), Some(right)) = (json(left), json(right)) {
                assert_ne!(left, right, "{grammar}");
            }
        }
    }
}
