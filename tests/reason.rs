//! Reasons by name.

mod common;

use common::examples;
use uri_lineage::Grammar::{self, Rfc1630, Rfc1630Generic, Rfc1738, Uri1997, UrlDraft03};
use uri_lineage::{Advice, Reason, forgive};

#[track_caller]
fn reason(grammar: Grammar, url: &str) -> String {
    grammar.parse(url).unwrap_err().reason().to_string()
}

#[test]
fn what_a_person_would_say() {
    for (grammar, url, name) in [
        (Rfc1738, "host/path", "no-scheme"),
        (Rfc1630, "foo:bar", "unknown-scheme"),
        (Rfc1738, "HTTP://host/", "scheme-case"),
        (Rfc1738, "URL:http://host/", "url-prefix"),
        (Rfc1738, "http://host/#part", "fragment"),
        (Rfc1738, "http://host/a b", "space"),
        (Uri1997, "http://host/\t", "control"),
        (Rfc1738, "http://host/caf\u{E9}", "non-ascii"),
        (Rfc1738, "http://host/%zz", "broken-escape"),
        (Rfc1738, "http://host/%4", "broken-escape"),
        (Rfc1738, "http://host/~me", "national-character"),
        (Uri1997, "http://[::1]/", "national-character"),
        (Rfc1738, "http://host/<a>", "delimiter-character"),
        (Rfc1738, "http://", "empty-host"),
        (Rfc1738, "http:///path", "empty-host"),
        (Rfc1738, "http://ho_st/", "host"),
        (Rfc1738, "http://host:http/", "port"),
        (Rfc1630Generic, "http://host:80/", "port"),
        (Rfc1630, "ftp://host", "missing-path"),
        (Rfc1738, "http:", "incomplete"),
        (UrlDraft03, "http://host/a=b", "reserved-character"),
        (Rfc1738, "http:host", "unexpected-character"),
    ] {
        assert_eq!(reason(grammar, url), name, "{grammar}: {url}");
    }
}

#[test]
fn every_reason_has_a_name_of_its_own_and_sections() {
    let mut names: Vec<&str> = Reason::ALL.iter().map(|reason| reason.name()).collect();
    for name in &names {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
        assert_eq!(name.parse::<Reason>().unwrap().name(), *name);
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Reason::ALL.len());
    for reason in Reason::ALL {
        assert!(Grammar::ALL.iter().all(|grammar| !reason.section(*grammar).is_empty()));
    }
    assert_eq!("spcae".parse::<Reason>().unwrap_err().to_string(), "no reason is named `spcae`");
}

/// A reason that names a character is given where that stands, and one that can be forgiven where forgiving helps.
#[test]
fn a_reason_fits_what_was_found() {
    for example in examples() {
        for (at, _) in example.text.char_indices() {
            for piece in [" ", "\u{7F}", "é", "%", "~", "<", "#", "/", ":", ""] {
                let input = [&example.text[..at], piece, &example.text[at..]].concat();
                for grammar in Grammar::ALL {
                    let Err(error) = grammar.parse(&input) else { continue };
                    let found = error.found();
                    let fits = match error.reason() {
                        Reason::Space => found == Some(' '),
                        Reason::Control => found.is_some_and(|c| c.is_ascii_control()),
                        Reason::NonAscii => found.is_some_and(|c| !c.is_ascii()),
                        Reason::NationalCharacter => found.is_some_and(|c| "{}|\\^~[]`".contains(c)),
                        Reason::DelimiterCharacter => found.is_some_and(|c| "<>\"".contains(c)),
                        Reason::Fragment => found == Some('#'),
                        Reason::BrokenEscape => input[..error.offset()].contains('%') || found == Some('%'),
                        Reason::Incomplete | Reason::MissingPath => found.is_none(),
                        Reason::NoScheme => !input[..error.offset()].contains(':'),
                        Reason::SchemeCase | Reason::UrlPrefix => !forgive(&input).1.is_empty(),
                        Reason::UnknownScheme => matches!(error.advice(), Some(Advice::UnknownScheme(_))),
                        Reason::EmptyHost | Reason::Host | Reason::Port => input.contains("//"),
                        _ => found.is_some(),
                    };
                    assert!(fits, "{grammar}: {input:?}: {}", error.reason());
                }
            }
        }
    }
}

/// Errors of one kind say the same, but for the offset; and inputs that the classifier stops in one state, at one byte and in
/// one context have one reason.
#[cfg(feature = "classifier")]
#[test]
fn what_is_said_depends_on_the_kind_alone() {
    use std::collections::HashMap;
    use std::collections::hash_map::Entry;
    use uri_lineage::classifier::Classifier;
    let mut kinds = HashMap::new();
    let mut contexts = HashMap::new();
    let mut again = 0;
    for example in examples() {
        for (at, _) in example.text.char_indices() {
            for piece in [" ", "\u{7F}", "é", "%", "~", "<", "#", "/", ":", ":8", "//", "@", "URL:", "X", ""] {
                let input = [&example.text[..at], piece, &example.text[at..]].concat();
                let stops = Classifier::get().stops(input.as_bytes());
                for grammar in Grammar::ALL {
                    let Err(error) = grammar.parse(&input) else { continue };
                    let said = (
                        error.production(),
                        error.reason(),
                        error.found(),
                        error.found_class(),
                        error.expected().to_vec(),
                        error.advice().cloned(),
                        error.message_at("there").to_string(),
                    );
                    match kinds.entry(error.kind().clone()) {
                        Entry::Vacant(vacant) => _ = vacant.insert(said),
                        Entry::Occupied(known) => {
                            again += 1;
                            assert_eq!(known.get(), &said, "{grammar}: {input:?}");
                        }
                    }
                    let stop = stops[grammar as usize].unwrap();
                    let key = (grammar, stop.state, stop.byte, stop.context(&input));
                    assert_eq!(*contexts.entry(key).or_insert(error.reason()), error.reason(), "{grammar}: {input:?}");
                    assert_eq!(stop.offset, error.offset(), "{grammar}: {input:?}");
                }
            }
        }
    }
    assert!(again > 10 * kinds.len(), "{again} {}", kinds.len());
}
