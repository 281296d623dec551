//! Why productions differ: complete, each string has exactly one cause, witnesses shortest, causes
//! those that a person names.
#![cfg(feature = "compare")]

use std::collections::{HashMap, HashSet};

use crate::common::{sampled, share};
use uri_lineage::Grammar::{self, Rfc1630, Rfc1738, Rfc1808, Rfc2396, Rfc2732, Rfc3986, Uri1997, Whatwg, WhatwgValid};
use uri_lineage::Reading;
use uri_lineage::language::correspondence;
use uri_lineage::regular_bnf::{Bnf, CauseKind, Divergence, Divergences, Language, Side};

fn bnf(grammar: Grammar) -> &'static Bnf {
    grammar.bnf(Reading::Corrected)
}

/// A production of a grammar.
type Of = (Grammar, &'static str);

/// The pairs that readers ask for: each grammar's entry against the next one's, and parts that
/// changed.
fn pairs() -> Vec<(Of, Of)> {
    let main = |grammar: Grammar| (grammar, grammar.entry_productions()[0]);
    // The URL Standard's parser takes longer than all others together.
    let grammars: Vec<_> = Grammar::all().filter(|&grammar| grammar != Grammar::Whatwg).collect();
    let mut all: Vec<_> = grammars.windows(2).map(|pair| (main(pair[0]), main(pair[1]))).collect();
    all.extend([
        ((Rfc1630, "ftpaddress"), (Rfc1738, "ftpurl")),
        ((Rfc1630, "hostname"), (Rfc1738, "hostname")),
        ((Rfc1738, "hostname"), (Uri1997, "hostname")),
        ((Rfc1738, "gopherurl"), (Rfc3986, "URI")),
        ((Uri1997, "relativeURL"), (Rfc2396, "relativeURI")),
        ((Rfc2396, "IPv4address"), (Rfc3986, "IPv4address")),
        ((Rfc2732, "IPv6address"), (Rfc3986, "IPv6address")),
        ((Rfc3986, "URI"), (Rfc3986, "relative-ref")),
        ((Rfc3986, "authority"), (Rfc3986, "authority")),
        ((WhatwgValid, "valid-host-string"), (Whatwg, "host-special")),
        ((Rfc3986, "host"), (Whatwg, "host-not-special")),
    ]);
    all
}

#[test]
fn every_string_of_the_difference_has_one_cause_and_no_other_string_has_any() {
    for ((left, one), (right, other)) in pairs() {
        let name = format!("{left}:{one} {right}:{other}");
        let all = Divergences::new((bnf(left), one), (bnf(right), other), correspondence()).unwrap();
        let [left, right] = [(left, one), (right, other)].map(|(of, name)| Language::new(bnf(of), name).unwrap());
        let mut seen = vec![false; all.list().len()];
        for (side, only) in
            [(Side::Left, left.difference(&right).unwrap()), (Side::Right, right.difference(&left).unwrap())]
        {
            for string in only.members().take(share(1_500, 5)).chain(only.sample(3).take(share(500, 5))) {
                let found = all.of_string(&string).unwrap_or_else(|| panic!("{name}: {string:?} has no cause"));
                assert_eq!(found.side, side, "{name}: {string:?}");
                let at = all.list().iter().position(|listed| listed == found).unwrap();
                seen[at] = true;
                // None that goes through it is shorter than the one shown.
                assert!(found.witness.len() <= string.len(), "{name}: {string:?} {}", found.witness);
            }
            assert_eq!(only.members().next().is_some(), all.list().iter().any(|listed| listed.side == side), "{name}");
        }
        for string in left.intersection(&right).unwrap().members().take(share(500, 5)) {
            assert_eq!(all.of_string(&string), None, "{name}: {string:?}");
        }
        let outside = left.near_misses(5).take(share(300, 5)).filter(|string| !right.contains(string));
        outside.for_each(|string| assert_eq!(all.of_string(&string), None, "{name}: {string:?}"));
        for listed in all.list() {
            assert_eq!(all.of_string(&listed.witness), Some(listed), "{name}");
            let [ours, theirs] = match listed.side {
                Side::Left => [&left, &right],
                Side::Right => [&right, &left],
            };
            assert!(ours.contains(&listed.witness) && !theirs.contains(&listed.witness), "{name}: {}", listed.witness);
            assert!(!listed.characters.is_empty() && listed.offset <= listed.witness.len());
        }
        // Many of them are met by strings that were not looked for.
        assert!(all.list().is_empty() || seen.contains(&true), "{name}");
    }
}

/// What a person writes into a changelog: for each pair the causes that are new or lost, each with
/// strings that have it.
#[test]
fn causes_are_those_that_a_person_names() {
    use Side::{Left, Right};
    type Causes<'a> = &'a [(Side, &'a [&'a str])];
    let table: [(Of, Of, Causes<'_>); 5] = [
        (
            (Rfc2396, "host"),
            (Rfc3986, "host"),
            &[
                (Right, &["[::]", "[v1.a]"]),
                (Right, &[""]),
                (Right, &["%00", "a%00"]),
                (Right, &["!", "_", "~", "a~"]),
                (Right, &["-a", ".", "a..a"]),
                (Right, &["a-", "a-."]),
                (Right, &["0", "a.0"]),
            ],
        ),
        (
            (Rfc1738, "url"),
            (Rfc3986, "URI"),
            &[
                (Right, &["A:", "aA:"]),
                (Right, &["a:#", "http:#", "ftp://a#"]),
                (Right, &["a:~", "http://a/~", "http://~"]),
                (Right, &["http:a", "ftp:", "gopher:a", "wais:", "nntp://a:0", "telnet://a/a"]),
                (Right, &["http://a:", "ftp://a:/"]),
                (Right, &["a://[::]", "http://[::]"]),
                (Right, &["http://a/?/", "http://a/??"]),
                (Left, &["0:", "+:"]),
                (Left, &["a://:a"]),
            ],
        ),
        (
            (Rfc1808, "relativeURL"),
            (Rfc2396, "relativeURI"),
            &[
                (Right, &["~", "/~", "//a/~", "a?~", "//~", ";~"]),
                (Left, &["a:b", ":"]),
                (Left, &["?y"]),
                (Left, &[""]),
                (Right, &["//a//", "////"]),
            ],
        ),
        (
            (Rfc1630, "ftpaddress"),
            (Rfc1738, "ftpurl"),
            &[
                (Right, &["ftp://a//"]),
                (Right, &["ftp://a/?"]),
                (Right, &["ftp://a/:"]),
                (Right, &["ftp://a/;type=a", "ftp://a/;type=D"]),
                (Left, &["ftp://a/;type=AN"]),
                (Left, &["ftp://a/;type=L8"]),
            ],
        ),
        ((Uri1997, "URI-reference"), (Rfc2396, "URI-reference"), &[(Left, &["0:a", "0:"])]),
    ];
    for ((left, one), (right, other), causes) in table {
        let all = Divergences::new((bnf(left), one), (bnf(right), other), correspondence()).unwrap();
        let mut seen: Vec<&Divergence> = Vec::new();
        for (side, strings) in causes {
            let found: Vec<_> = strings.iter().map(|string| (string, all.of_string(string).unwrap())).collect();
            for (string, cause) in &found {
                assert_eq!((cause.side, *cause), (*side, found[0].1), "{left}:{one} {right}:{other} {string:?}");
            }
            assert!(!seen.contains(&found[0].1), "{strings:?} has the cause of others: {:?}", found[0].1);
            seen.push(found[0].1);
        }
    }
}

/// A character that one document lacks altogether belongs to one cause, in however many productions it
/// occurs.
#[test]
fn a_character_that_is_new_everywhere_has_one_cause() {
    for ((left, one), (right, other)) in sampled(pairs(), 3) {
        let all = Divergences::new((bnf(left), one), (bnf(right), other), correspondence()).unwrap();
        for side in [Side::Left, Side::Right] {
            let everywhere = |cause: &&Divergence| {
                cause.side == side && cause.kind == CauseKind::Characters && cause.accepting.is_none()
            };
            let characters = all.list().iter().filter(everywhere).flat_map(|cause| &cause.characters);
            let mut seen = HashSet::new();
            characters.for_each(|c| assert!(seen.insert(c), "{left}:{one} {right}:{other}: {c} in two causes"));
        }
    }
}

/// More strings of each cause: each has it, the first is as short as the one shown, and none is
/// shown twice.
#[test]
fn more_strings_of_each_cause() {
    for ((left, one), (right, other)) in sampled(pairs(), 3) {
        let name = format!("{left}:{one} {right}:{other}");
        let all = Divergences::new((bnf(left), one), (bnf(right), other), correspondence()).unwrap();
        for (at, cause) in all.list().iter().enumerate() {
            let witnesses = all.witnesses(at, 8).unwrap();
            assert_eq!(witnesses[0].chars().count(), cause.witness.chars().count(), "{name}: {witnesses:?} {cause:?}");
            assert!(witnesses.is_sorted_by_key(|witness| witness.chars().count()), "{name}: {witnesses:?}");
            for (at, witness) in witnesses.iter().enumerate() {
                assert_eq!(all.of_string(witness), Some(cause), "{name}: {witness:?}");
                assert!(!witnesses[..at].contains(witness), "{name}: {witness:?} twice");
            }
        }
        assert_eq!(all.witnesses(all.list().len(), 8).unwrap(), [""; 0]);
    }
}

/// The productions that the accepting side is said to be reading do read the witness: each has a
/// substring with the character of the divergence, within that of the production around it.
#[test]
fn the_derivation_of_a_cause_reads_its_witness() {
    let mut known: HashMap<(Grammar, String), Language> = HashMap::new();
    for ((left, one), (right, other)) in sampled(pairs(), 3) {
        let all = Divergences::new((bnf(left), one), (bnf(right), other), correspondence()).unwrap();
        for cause in all.list().iter().filter(|cause| cause.offset < cause.witness.len()) {
            let (grammar, derivation) = match cause.side {
                Side::Left => (left, &cause.left_derivation),
                Side::Right => (right, &cause.right_derivation),
            };
            let mut spans = HashSet::from([(0, cause.witness.len())]);
            for name in derivation {
                let language =
                    known.entry((grammar, name.clone())).or_insert_with(|| Language::new(bnf(grammar), name).unwrap());
                let bounds: Vec<usize> =
                    (0..=cause.witness.len()).filter(|&at| cause.witness.is_char_boundary(at)).collect();
                let inner = spans.iter().flat_map(|&(start, end)| {
                    let starts = bounds.iter().filter(move |&&at| start <= at && at <= cause.offset);
                    starts
                        .flat_map(|&from| {
                            bounds.iter().filter(|&&to| cause.offset < to && to <= end).map(move |&to| (from, to))
                        })
                        .collect::<Vec<_>>()
                });
                spans = inner.filter(|&(from, to)| language.contains(&cause.witness[from..to])).collect();
                assert!(!spans.is_empty(), "{left}:{one} {right}:{other}: no {name} in {cause:?}");
            }
        }
    }
}

/// Of a change that is listed beside the causes, one of the two productions accepts the string, and none of
/// the causes is in these productions.
#[test]
fn changes_of_productions_without_a_cause_are_listed() {
    for ((left, one), (right, other)) in sampled(pairs(), 3) {
        let name = format!("{left}:{one} {right}:{other}");
        let all = Divergences::new((bnf(left), one), (bnf(right), other), correspondence()).unwrap();
        for change in all.unplaced(bnf(left), bnf(right), correspondence()).unwrap() {
            let pair = [&change.left_production, &change.right_production];
            let languages = [(left, pair[0]), (right, pair[1])];
            let accept = languages.map(|(of, name)| Language::new(bnf(of), name).unwrap().contains(&change.witness));
            assert_eq!(accept, [change.side == Side::Left, change.side == Side::Right], "{name}: {change:?}");
            let mut places = all.list().iter().flat_map(Divergence::places);
            assert!(places.all(|place| place != pair), "{name}: {change:?}");
        }
    }
    let unplaced_strings = |left, right, names: [&'static str; 2]| {
        let all = Divergences::new((bnf(left), names[0]), (bnf(right), names[1]), correspondence()).unwrap();
        let unplaced = all.unplaced(bnf(left), bnf(right), correspondence()).unwrap();
        unplaced.into_iter().map(|change| (change.left_production, change.witness)).collect::<Vec<_>>()
    };
    // A number that is too large may still be a password, and an address with a zero too many a name.
    assert_eq!(unplaced_strings(Rfc3986, Whatwg, ["URI", "URL"]), [("port".to_owned(), "65536".to_owned())]);
    let address = ("IPv4address".to_owned(), "0.0.0.00".to_owned());
    assert!(unplaced_strings(Rfc2396, Rfc3986, ["URI-reference", "URI-reference"]).contains(&address));
}

/// What an alternative accepts that the other document does not list is one cause, whatever the other was
/// reading.
#[test]
fn an_alternative_that_is_gone_is_one_cause() {
    let cause = |left: Grammar, right: Grammar, name: [&str; 2], string: &str| {
        let all = Divergences::new((bnf(left), name[0]), (bnf(right), name[1]), correspondence()).unwrap();
        let cause = all.of_string(string).unwrap();
        (cause.side, cause.kind, cause.accepting.clone().unwrap_or_default())
    };
    let generic = (Side::Left, CauseKind::Alternative, "generic".to_owned());
    for string in ["url:telnet://a:!", "url:x:", "url:ftp://a:0a"] {
        assert_eq!(cause(Grammar::UrlDraft02, Grammar::UrlDraft03, ["prefixedurl"; 2], string), generic, "{string}");
    }
    let relative = (Side::Right, CauseKind::Alternative, "relativeURL".to_owned());
    for string in ["a", "f", "ht", "/", ";", "//a", "a/b", "news"] {
        assert_eq!(cause(Rfc1738, Grammar::Rfc1808, ["url", "URL"], string), relative, "{string}");
    }
}

/// Of several derivations the one by the alternative that the document lists first is named.
#[test]
fn the_first_of_several_alternatives_is_named() {
    // RFC 2396, 4.3: a network path, and not an absolute one that begins with an empty segment.
    let (left, right) = ((bnf(Rfc1738), "ftpurl"), (bnf(Rfc2396), "absoluteURI"));
    let all = Divergences::new(left, right, correspondence()).unwrap();
    let cause = all.of_string("ftp://@a!").unwrap();
    assert_eq!(cause.right_derivation.last().map(String::as_str), Some("reg_name"), "{cause:?}");
}

/// Where two uses of a production lead to the same states, the one that is being read is named.
#[test]
fn productions_are_named_by_their_use() {
    // Nobody is in a host behind a colon: draft 03 is in a port, or a password.
    let own = |text: &str| Bnf::read(text).unwrap();
    let old = own(
        "a = [ user \":\" ] host [ \":\" port ]\nuser = 1*b\nhost = 1*b\nport = 1*d\nb = \"b\" | \"c\"\nd = \"0\" | \"1\"\n",
    );
    let new = own("a = host [ \":\" port ]\nhost = 1*b\nport = 1*d\nb = \"b\" | \"c\"\nd = \"0\" | \"1\"\n");
    let all = Divergences::new((&old, "a"), (&new, "a"), correspondence()).unwrap();
    let cause = all.of_string("b:b").unwrap();
    assert_eq!(cause.left_derivation, ["a", "host"], "{cause:?}");
    assert_eq!(cause.right_derivation, ["a", "port"], "{cause:?}");
}

#[test]
fn an_undecidable_comparison_is_an_error() {
    let error = |left, right| Divergences::new(left, right, correspondence()).err().unwrap().to_string();
    assert_eq!(error((bnf(Rfc1738), "no"), (bnf(Rfc1738), "url")), "no production is named `no`");
    let own = Bnf::read("a = \"(\" a \")\" | \"x\"\nb = \"x\" c\n").unwrap();
    assert!(error((&own, "a"), (bnf(Rfc1738), "url")).ends_with("its language is not known to be regular"));
    assert_eq!(error((&own, "b"), (&own, "b")), "`b` uses `c`, which is not defined");
}
