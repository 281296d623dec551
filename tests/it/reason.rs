//! Reasons by name.

use std::collections::BTreeMap;

use crate::common::{examples, sampled, short_strings};
use uri_lineage::Grammar::{self, Rfc1630, Rfc1630Generic, Rfc1738, Rfc3986, Uri1997, UrlDraft03};
use uri_lineage::{Advice, Component, Error, Reason, forgive};

#[track_caller]
fn reason(grammar: Grammar, url: &str) -> String {
    grammar.parse(url).unwrap_err().reason().to_string()
}

#[test]
fn a_refusal_has_the_expected_reason() {
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
        (Rfc3986, "//host:8a", "port"),
        (Rfc3986, "//[::1", "bracket"),
        (Rfc3986, "//[g]", "bracket"),
        (Rfc3986, ".X:y", "no-scheme"),
        (Rfc3986, "1:b", "no-scheme"),
        (Rfc1630, "FOO:b", "unknown-scheme"),
        (Rfc1738, "http://%61/", "host"),
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
    let unknown = "spcae".parse::<Reason>().unwrap_err().to_string();
    assert!(unknown.starts_with("no reason is named `spcae`; there are no-scheme, "), "{unknown}");
}

/// A reason that names a character is reported where the character occurs, and one that can be
/// forgiven where forgiving helps.
#[test]
fn a_reason_fits_what_was_found() {
    for example in sampled(examples(), 5) {
        for (at, _) in example.text.char_indices() {
            for piece in [" ", "\u{7F}", "é", "%", "~", "<", "#", "/", ":", ""] {
                let input = [&example.text[..at], piece, &example.text[at..]].concat();
                for grammar in Grammar::all() {
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
                        Reason::Bracket => input.contains(['[', ']']),
                        Reason::EmptyHost | Reason::Host | Reason::Port => input.contains("//"),
                        _ => found.is_some(),
                    };
                    assert!(fits, "{grammar}: {input:?}: {}", error.reason());
                }
            }
        }
    }
}

/// The offset at which a grammar refuses an input, or the end of it, and more, if it accepts it.
fn reach(grammar: Grammar, input: &str) -> usize {
    grammar.parse(input).err().map_or(usize::MAX, |error| error.offset())
}

/// What occurs between the two slashes and an offset, after a login.
fn site(input: &str, offset: usize) -> &str {
    let site = input[..offset].split_once("//").map_or("", |(_, site)| site);
    site.rsplit('@').next().unwrap_or_default()
}

/// A reason is right about the place, and what it asks for helps.
fn is_right(input: &str, error: &Error) -> bool {
    let (grammar, offset, found) = (error.grammar(), error.offset(), error.found());
    let with = |at: usize, text: &str| reach(grammar, &[&input[..at], text, &input[at..]].concat());
    let forgiven = forgive(input).0;
    let small = || reach(grammar, &forgiven) > forgiven.find(':').unwrap();
    match error.reason() {
        // Small letters make it a scheme of the grammar, and nothing less does.
        Reason::SchemeCase | Reason::UrlPrefix => small(),
        Reason::UnknownScheme => grammar.production("scheme").is_none() && !small(),
        Reason::NoScheme => {
            // What has no scheme gets further with one.
            let heads = ["x", "http", "x:", "http:", "http:/", "http://", "http://h/", "news:", "mailto:", "mailto:a@"];
            heads.iter().any(|head| with(0, head) > head.len() + offset) && !input[..offset].contains(':')
        }
        Reason::BrokenEscape => (offset.saturating_sub(2)..=offset).any(|percent| {
            let hex = |at| input.as_bytes().get(at).is_some_and(u8::is_ascii_hexdigit);
            input.as_bytes().get(percent) == Some(&b'%') && !(hex(percent + 1) && hex(percent + 2))
        }),
        Reason::Port => site(input, offset).contains(':') || found == Some(':'),
        Reason::Bracket => site(input, offset).contains('[') && !site(input, offset).contains(']'),
        Reason::MissingPath => found.is_none() && with(offset, "/") > offset,
        Reason::EmptyHost => site(input, offset).is_empty() && with(offset, "a") > offset,
        Reason::Host => input[..offset].contains("//") && !site(input, offset).contains('/'),
        Reason::Incomplete => found.is_none(),
        _ => found.is_some(),
    }
}

/// Advice makes the input get further.
fn is_good(input: &str, error: &Error) -> bool {
    let (grammar, offset) = (error.grammar(), error.offset());
    let (before, after) = input.split_at(offset);
    match error.advice() {
        Some(Advice::Escape { escape, .. }) => reach(grammar, &[before, escape, &after[1..]].concat()) > offset,
        Some(Advice::Percent) => {
            let percent = before.rfind('%').unwrap();
            reach(grammar, &[&before[..percent], "%25", &before[percent + 1..], after].concat()) > offset
        }
        Some(Advice::Complete(text)) => grammar.accepts(&[input, text].concat()),
        Some(Advice::Generic(name)) => grammar.production(name).unwrap().accepts(input),
        Some(Advice::NoPort) => !grammar.has(Component::Port),
        Some(Advice::Fragment) => !grammar.has(Component::Fragment) && !grammar.accepts("#"),
        Some(Advice::FirstSegment) => {
            // With two `@`, it is no authority.
            let starts = if before.matches('@').count() > 1 { &["./"][..] } else { &["./", "//"] };
            starts.iter().all(|start| reach(grammar, &[start, before].concat()) >= start.len() + offset)
                && reach(grammar, &["./", input].concat()) > "./".len() + offset
        }
        Some(Advice::Zone) => reach(grammar, &[before, "]"].concat()) > offset,
        Some(Advice::NotPort) => {
            let (_, site) = before.rsplit_once("//").unwrap();
            let (_, port) = site.split_once(':').unwrap();
            !port.bytes().all(|byte| byte.is_ascii_digit()) && reach(grammar, &[before, "@", after].concat()) > offset
        }
        _ => true,
    }
}

/// RFC 3986, section 4.2: a path whose first segment has a colon begins with `./`, and a host with
/// `//`. RFC 6874: a zone follows an address.
#[test]
fn advice_on_first_segments_and_zones_helps() {
    for grammar in [Grammar::Rfc2732, Grammar::Rfc3986, Grammar::Rfc3987] {
        for input in ["172.25.1.1:80/", "1:2", "a_b:80/c?d#e"] {
            let error = grammar.parse(input).unwrap_err();
            assert!(matches!(error.advice(), Some(Advice::FirstSegment)), "{error}");
            assert!(grammar.accepts(&["./", input].concat()), "{error}");
        }
        for input in ["http://[fe80::1%25eth0]/", "//[::1%eth0]:80", "ftp://u@[::%1]"] {
            let error = grammar.parse(input).unwrap_err();
            assert!(matches!(error.advice(), Some(Advice::Zone)) && error.to_string().contains("RFC 6874"), "{error}");
        }
        // A production without references has no such advice.
        let error = grammar.production("scheme").unwrap().parse("a:b").unwrap_err();
        assert!(!matches!(error.advice(), Some(Advice::FirstSegment)), "{error}");
    }
}

/// All short strings, alone and where sites, ports and paths are.
#[test]
fn reasons_and_advice_are_right_of_all_short_strings() {
    let heads = [("", 4), ("//", 4), ("x:", 3), ("http://", 3), ("http://a", 3), ("ftp://u@", 3), ("ftp://h:2", 3)];
    let heads = heads.into_iter().chain([("//[::", 3), ("gopher://h/", 3), ("URL:", 3), ("FTP:", 2), ("FOO", 2)]);
    let mut wrong: BTreeMap<(Grammar, Reason), Vec<String>> = BTreeMap::new();
    for (head, longest) in heads {
        for tail in sampled(short_strings("aX1:/?#@[]%.-~", longest), 23) {
            let input = [head, &tail].concat();
            for grammar in Grammar::all() {
                let Err(error) = grammar.parse(&input) else { continue };
                if !is_right(&input, &error) || !is_good(&input, &error) {
                    wrong.entry((grammar, error.reason())).or_default().push(format!("{input}: {error}"));
                }
            }
        }
    }
    for ((_, reason), all) in &wrong {
        let some: Vec<&String> = all.iter().step_by(all.len() / 4 + 1).collect();
        println!("{reason}, {}: {some:#?}", all.len());
    }
    assert!(wrong.is_empty());
}

/// Errors of one kind say the same, but for the offset; and inputs that the classifier stops in one
/// state, at one byte and in one context have one reason.
#[test]
fn errors_with_equal_keys_have_equal_contents() {
    use std::collections::hash_map::Entry;
    use std::collections::{HashMap, HashSet};
    use uri_lineage::classifier::{Classifier, Contexts};
    let mut kinds = HashMap::new();
    let mut contexts = HashMap::new();
    let mut repeated = HashSet::new();
    for example in sampled(examples(), 12) {
        for (at, _) in example.text.char_indices() {
            for piece in [" ", "\u{7F}", "é", "%", "~", "<", "#", "/", ":", ":8", "//", "@", "URL:", "X", ""] {
                let input = [&example.text[..at], piece, &example.text[at..]].concat();
                let stops = Classifier::get().classify(&input).stops();
                for grammar in Grammar::all() {
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
                    match kinds.entry(error.cache_key().clone()) {
                        Entry::Vacant(vacant) => _ = vacant.insert(said),
                        Entry::Occupied(known) => {
                            repeated.insert(known.key().clone());
                            assert_eq!(known.get(), &said, "{grammar}: {input:?}");
                        }
                    }
                    let stop = stops.get(grammar).unwrap();
                    let key = (grammar, stop.state, stop.byte, Contexts::new(&input).at(stop));
                    assert_eq!(*contexts.entry(key).or_insert(error.reason()), error.reason(), "{grammar}: {input:?}");
                    assert_eq!(stop.offset, error.offset(), "{grammar}: {input:?}");
                }
            }
        }
    }
    // Most keys are found again, or the cache would save nothing.
    assert!(repeated.len() > kinds.len() / 2, "{} of {}", repeated.len(), kinds.len());
}
