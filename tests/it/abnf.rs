//! ABNF: RFC 5234 section by section, and the grammars of RFCs as they print them.
#![cfg(feature = "compare")]

use fluent_uri::UriRef;
use iri_string::types::UriReferenceStr;
use uri_lineage::regular_bnf::{Bnf, GrammarError, Language, Notation, Relation};
use uri_lineage::{Grammar, Reading};

const RFC3986: &str = include_str!("../../grammar/rfc3986.bnf");
const RFC5538: &str = include_str!("../data/abnf/rfc5538.abnf");
const RFC8089: &str = include_str!("../data/abnf/rfc8089.abnf");

#[track_caller]
fn language(file: &str, production: &str) -> Result<Language, GrammarError> {
    Language::new(&Bnf::read_as(file, Notation::Abnf).unwrap(), production)
}

/// RFC 3986 as it prints itself, against two implementations of it.
#[test]
fn rfc_3986_against_its_implementations() {
    // `0<pchar>`, "zero characters", whatever the prose means (erratum 2033).
    assert_eq!(language(RFC3986, "path-empty").unwrap().members().collect::<Vec<_>>(), [""]);
    let reference = language(RFC3986, "URI-reference").unwrap();
    let same = |text: &str, accepted: bool| {
        assert_eq!(UriRef::parse(text).is_ok(), accepted, "fluent-uri: {text:?}");
        assert_eq!(UriReferenceStr::new(text).is_ok(), accepted, "iri-string: {text:?}");
    };
    reference.sample(3986).take(20_000).for_each(|text| same(&text, true));
    reference.near_misses(3986).take(20_000).for_each(|text| same(&text, false));
    reference.members().take(20_000).for_each(|text| same(&text, true));
    for line in include_str!("../data/urls-1990s.txt").lines() {
        same(line, reference.contains(line));
    }
}

/// What became of 1997: a scheme begins with a letter now.
#[test]
fn rfc_3986_against_the_drafts_of_1997() {
    let drafts = Grammar::Uri1997.bnf(Reading::Corrected);
    let compare = |name: &str| language(RFC3986, name).unwrap().compare(&Language::new(drafts, name).unwrap()).unwrap();
    let scheme = compare("scheme");
    assert_eq!((scheme.relation, scheme.right_only.as_deref()), (Relation::Narrower, Some("0")));
    assert_eq!(compare("port").relation, Relation::Equal);
    assert_eq!(compare("fragment").relation, Relation::Equal);
}

/// `nntpURL` and `newsURL` rest on other documents, which their prose names; what is theirs is
/// decided.
#[test]
fn rfc_5538_and_what_it_leaves_to_others() {
    let number = language(RFC5538, "article-number").unwrap();
    assert!(number.contains("1234567890123456") && !number.contains("12345678901234567") && !number.contains(""));
    let error = language(RFC5538, "newsURL").unwrap_err().to_string();
    assert!(error.contains("`<see RFC 3986"), "{error}");
}

/// The file scheme's grammar, with that of RFC 3986 from which it imports names.
#[test]
fn rfc_8089_upon_rfc_3986() {
    let undefined = language(RFC8089, "file-URI").unwrap_err().to_string();
    assert!(undefined.ends_with("which is not defined"), "{undefined}");
    let flush = |text: &str| -> String {
        let margin = text.len() - text.trim_start().len();
        text.lines().flat_map(|line| [line.get(margin..).unwrap_or_default(), "\n"]).collect()
    };
    let both = [flush(RFC8089), flush(RFC3986)].concat();
    let file = language(&both, "file-URI").unwrap();
    for url in ["file:///etc/motd", "file://localhost/etc/motd", "file:/c:/a", "FILE:///C|/a", "file://///host/a"] {
        assert!(file.contains(url), "{url}");
    }
    assert!(!file.contains("file:a") && !file.contains("http:///a"));
}
