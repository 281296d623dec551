//! What holds for every input.

use crate::common::share;
use uri_lineage::Grammar;

/// Inputs that tempt a parser to look ahead again and again: a beginning, what is repeated, and an
/// end.
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

/// With steps in proportion to the square of its length, an input would take hours.
#[test]
fn every_grammar_reads_hundreds_of_thousands_of_characters() {
    for (beginning, repeated, end) in LONG {
        let input = [beginning, &repeated.repeat(share(1_000_000, 5) / repeated.len()), end].concat();
        for grammar in Grammar::all() {
            let _ = grammar.parse(&input).map(|parsed| parsed.tree().root().end());
        }
    }
}

/// Serialised, no two examples of a document are alike but for the scheme: `http://h` and
/// `gopher://h` differ.
#[cfg(feature = "serde")]
#[test]
fn serialised_values_name_their_productions() {
    for (left, right) in [("http://h", "gopher://h"), ("ftp://h", "telnet://h"), ("ftp://h/a", "http://h/a")] {
        for grammar in [Grammar::UrlDraft02, Grammar::Rfc1630, Grammar::Rfc1738, Grammar::Uri1997] {
            let json = |text: &str| {
                grammar.parse(text).ok().map(|parsed| serde_json::to_value(parsed.value().record()).unwrap())
            };
            if let (Some(left), Some(right)) = (json(left), json(right)) {
                assert_ne!(left, right, "{grammar}");
            }
        }
    }
}
