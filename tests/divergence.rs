//! Why productions differ: complete, each string in exactly one group, witnesses shortest.
#![cfg(feature = "language")]

use uri_lineage::Grammar::{self, Rfc1630, Rfc1738, Rfc2396, Rfc2732, Rfc3986, Uri1997};
use uri_lineage::language::{Divergences, Language, Side, correspondence};
use uri_lineage::published::{Bnf, Reading};

fn bnf(grammar: Grammar) -> &'static Bnf {
    grammar.bnf(Reading::Corrected)
}

/// A production of a grammar.
type Of = (Grammar, &'static str);

/// The pairs that readers ask for: each grammar's entry against the next one's, and parts that changed.
fn pairs() -> Vec<(Of, Of)> {
    let main = |grammar: Grammar| (grammar, grammar.entry_productions()[0]);
    let mut all: Vec<_> = Grammar::ALL.windows(2).map(|pair| (main(pair[0]), main(pair[1]))).collect();
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
    ]);
    all
}

#[test]
fn every_string_of_the_difference_is_in_one_group_and_no_other_string_is() {
    for ((left, one), (right, other)) in pairs() {
        let name = format!("{left}:{one} {right}:{other}");
        let all = Divergences::of((bnf(left), one), (bnf(right), other), correspondence()).unwrap();
        let [left, right] = [(left, one), (right, other)].map(|(of, name)| Language::of(bnf(of), name).unwrap());
        let mut seen = vec![false; all.list().len()];
        for (side, only) in
            [(Side::Left, left.difference(&right).unwrap()), (Side::Right, right.difference(&left).unwrap())]
        {
            for string in only.members().take(1500).chain(only.sample(3).take(500)) {
                let found = all.of_string(&string).unwrap_or_else(|| panic!("{name}: {string:?} is in no group"));
                assert_eq!(found.side, side, "{name}: {string:?}");
                let at = all.list().iter().position(|listed| listed == found).unwrap();
                seen[at] = true;
                // None that goes through it is shorter than the one shown.
                assert!(found.witness.len() <= string.len(), "{name}: {string:?} {}", found.witness);
            }
            assert_eq!(only.members().next().is_some(), all.list().iter().any(|listed| listed.side == side), "{name}");
        }
        for string in left.intersection(&right).unwrap().members().take(500) {
            assert_eq!(all.of_string(&string), None, "{name}: {string:?}");
        }
        let outside = left.near_misses(5).take(300).filter(|string| !right.contains(string));
        outside.for_each(|string| assert_eq!(all.of_string(&string), None, "{name}: {string:?}"));
        for listed in all.list() {
            assert_eq!(all.of_string(&listed.witness), Some(listed), "{name}");
            let [ours, theirs] = match listed.side {
                Side::Left => [&left, &right],
                Side::Right => [&right, &left],
            };
            assert!(ours.contains(&listed.witness) && !theirs.contains(&listed.witness), "{name}: {}", listed.witness);
            assert!(!listed.bytes.is_empty() && listed.offset <= listed.witness.len());
        }
        // Many of them are met by strings that were not looked for.
        assert!(all.list().is_empty() || seen.contains(&true), "{name}");
    }
}

/// What RFC 1738 changed in FTP, in words that a reader thinks in.
#[test]
fn ftp_from_1630_to_1738() {
    let all = Divergences::of((bnf(Rfc1630), "ftpaddress"), (bnf(Rfc1738), "ftpurl"), correspondence()).unwrap();
    assert!((5..=10).contains(&all.list().len()), "{}", all.list().len());
    let said = |witness: &str| {
        let found = all.of_string(witness).unwrap();
        format!("{:?} {} {} {}", found.side, found.left_production, found.right_production, found.bytes.join(" "))
    };
    // A path may be missing since 1738.
    assert_eq!(said("ftp://host.dom"), "Right ftpaddress ftpurl the end");
    // The labels of a host may hold escapes and marks up to 1630.
    assert!(said("ftp://u@a%41/b").starts_with("Left hostname hostname "), "{}", said("ftp://u@a%41/b"));
    // A colon needs digits after it since 1738, and had them before.
    assert_eq!(said("ftp://a@:0/"), "Left hostport hostport `:`");
}

#[test]
fn what_cannot_be_compared_says_so() {
    let error = |left, right| Divergences::of(left, right, correspondence()).err().unwrap().to_string();
    assert_eq!(error((bnf(Rfc1738), "no"), (bnf(Rfc1738), "url")), "no production is named `no`");
    let own = Bnf::read("a = \"(\" a \")\" | \"x\"\nb = \"x\" c\n").unwrap();
    assert!(error((&own, "a"), (bnf(Rfc1738), "url")).ends_with("its language is not known to be regular"));
    assert_eq!(error((&own, "b"), (&own, "b")), "`b` uses `c`, which is not defined");
}
