//! RFC 3987: its characters, its relation to RFC 3986, the mapping between both, and two
//! independent implementations.
#![cfg(feature = "compare")]

use std::borrow::Cow;

use fluent_uri::IriRef;
use iri_string::components::AuthorityComponents;
use iri_string::types::IriReferenceStr;
use regular_bnf::{
    Ambiguity, Bnf, CharSet, Divergences, Language, Notation, ProofOutcome, Relation, prove_all, rule_name,
};
use uri_lineage::convert::convert;
use uri_lineage::equivalence::{Equivalence, EquivalenceRule};
use uri_lineage::language::correspondence;
use uri_lineage::regular_bnf::Differential;
use uri_lineage::resolve::Options;
use uri_lineage::rfc3987::IriReference;
use uri_lineage::{Component, Grammar, Reading};

use crate::common::{at_most, sampled, share, spans};

fn bnf() -> &'static Bnf {
    Grammar::Rfc3987.bnf(Reading::Corrected)
}

fn language(production: &str) -> &'static Language {
    crate::common::language(Grammar::Rfc3987, production)
}

fn characters(production: &str) -> CharSet {
    bnf().characters(bnf().get(production).unwrap().body.as_ref().unwrap()).unwrap()
}

/// The name of a production in RFC 3986: "If the non-terminal contains 'URI', this has been changed
/// to 'IRI'. Otherwise, an 'i' has been prefixed."
fn before(name: &str) -> Option<String> {
    let rfc3986 = Grammar::Rfc3986.bnf(Reading::Corrected);
    let names = [name.replace("IRI", "URI"), name.strip_prefix('i').unwrap_or(name).to_owned()];
    names.into_iter().find(|name| rfc3986.get(name).is_some())
}

#[test]
fn as_printed_and_corrected() {
    let published = Grammar::Rfc3987.bnf(Reading::Published);
    assert_eq!(published.undefined(), ["<ipchar>"]);
    // Of something undefined, none is needed.
    let printed = Language::new(published, "IRI").unwrap();
    assert_eq!(printed.compare(language("IRI")).unwrap().relation, Relation::Equal);
    assert_eq!(bnf().unreachable(Grammar::Rfc3987.entry_productions()), ["ipath", "reserved", "gen-delims"]);
}

/// The proof finds a range of which one end is wrong.
#[test]
fn a_wrong_end_of_a_range_is_found() {
    let printed =
        |rule: &str| bnf().productions().iter().map(|it| &*it.name).find(|name| rule_name(name) == rule).unwrap();
    let wrong = Grammar::Rfc3987.pest().replace("'\\u{E1000}'..", "'\\u{E0FFF}'..");
    let proofs = prove_all(&wrong, |rule| Ok((printed(rule).to_owned(), language(printed(rule)).clone()))).unwrap();
    let wrong: Vec<_> =
        proofs.iter().filter(|proof| proof.outcome != ProofOutcome::Equal).map(|proof| &*proof.rule).collect();
    assert!(wrong.contains(&"ucschar") && wrong.contains(&"IRI") && !wrong.contains(&"scheme"), "{wrong:?}");
}

/// The sets, described in another way: by planes, with what is left out of them.
#[test]
fn both_ends_of_every_range() {
    let (ucschar, iprivate) = (language("ucschar"), language("iprivate"));
    let (mut ucs, mut private) = (0, 0);
    for c in '\0'..=char::MAX {
        let (plane, at) = (c as u32 >> 16, c as u32 & 0xFFFF);
        let nonchar = at >= 0xFFFE || plane == 0 && (0xFDD0..=0xFDEF).contains(&at);
        let is_private = plane == 0 && (0xE000..=0xF8FF).contains(&at) || plane >= 15;
        let specials = plane == 0 && at >= 0xFFF0;
        let tags = plane == 14 && at < 0x1000;
        let is_ucs = c >= '\u{A0}' && !nonchar && !is_private && !specials && !tags;
        let text = c.to_string();
        assert_eq!(ucschar.contains(&text), is_ucs, "{c:?}");
        assert_eq!(iprivate.contains(&text), is_private && !nonchar, "{c:?}");
        ucs += u32::from(is_ucs);
        private += u32::from(is_private && !nonchar);
    }
    assert_eq!((characters("ucschar").len(), characters("iprivate").len()), (ucs, private));
}

/// RFC 3986 is what is left of each production without characters beyond US-ASCII.
#[test]
fn rfc_3986_is_its_part_in_ascii() {
    let (bnf, rfc3986) = (bnf(), Grammar::Rfc3986.bnf(Reading::Corrected));
    let ascii = Language::new(&Bnf::read_as("ascii = *%x0-7F\n", Notation::Abnf).unwrap(), "ascii").unwrap();
    let mut wider = Vec::new();
    for definition in bnf.productions() {
        let name = &*definition.name;
        let Some(own) = before(name) else {
            assert!(["ucschar", "iprivate"].contains(&name), "{name}");
            continue;
        };
        let (one, other) = (language(name), Language::new(rfc3986, &own).unwrap());
        let inside = one.intersection(&ascii).unwrap().compare(&other).unwrap();
        assert_eq!(inside.relation, Relation::Equal, "{name}: {inside:?}");
        match one.compare(&other).unwrap().relation {
            Relation::Equal => assert!(!name.starts_with('i') || name == "ipath-empty", "{name}"),
            relation => {
                assert_eq!(relation, Relation::Wider, "{name}");
                wider.push(name);
            }
        }
    }
    assert!(wider.contains(&"IRI-reference") && wider.contains(&"ihost"), "{wider:?}");
    // Why, and in which component: only `ucschar`, in queries also `iprivate`.
    let all = Divergences::new((rfc3986, "URI"), (bnf, "IRI"), correspondence()).unwrap();
    for divergence in all.list() {
        assert!(divergence.characters.iter().all(|it| ["ucschar", "iprivate"].contains(&&**it)), "{divergence:?}");
        assert!(divergence.witness.chars().filter(|c| !c.is_ascii()).count() == 1, "{divergence:?}");
    }
    assert!(all.of_string("a:é").unwrap().characters.contains(&"ucschar".to_owned()));
    assert!(all.of_string("a:?\u{E000}").unwrap().characters.contains(&"iprivate".to_owned()));
    assert_eq!(all.of_string("a:b"), None);
}

/// Every string that both accept has the same components in both.
#[test]
fn rfc_3986_reads_the_same_components() {
    for component in Component::ALL {
        let [left, right] = [Grammar::Rfc3986, Grammar::Rfc3987].map(|grammar| spans(grammar, component));
        let found = Differential::shortest(left, right, component.comparison().strict(true)).unwrap();
        assert_eq!(found, None, "{component}");
    }
}

/// The ambiguities are those of RFC 3986: a host that is an address could be a name.
#[test]
fn the_ambiguous_productions_are_known() {
    let entries = Grammar::Rfc3987.entry_productions();
    let ambiguous = |bnf: &Bnf, entries: &[&str], name: &str| Ambiguity::find(bnf, entries, name).unwrap();
    for name in Ambiguity::productions(bnf(), entries) {
        let found = ambiguous(bnf(), entries, name).map(|found| found.witness);
        // Names consist of `iunreserved`; only an `IPvFuture` has an `unreserved`.
        let Some(before) = before(name).filter(|_| name != "unreserved") else {
            assert_eq!(found, None, "{name}");
            continue;
        };
        let before_entries = Grammar::Rfc3986.entry_productions();
        let expected = ambiguous(Grammar::Rfc3986.bnf(Reading::Corrected), before_entries, &before);
        assert_eq!(found, expected.map(|found| found.witness), "{name}");
    }
}

/// What an implementation sees in a text: scheme, user information, host, port, path, query and
/// fragment; `None` if it refuses the text.
type Seen = Option<[Option<String>; 7]>;

fn owned(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

fn fluent_uri(text: &str) -> Seen {
    let iri = IriRef::parse(text).ok()?;
    let authority = iri.authority();
    Some([
        owned(iri.scheme().map(|scheme| scheme.as_str())),
        owned(authority.as_ref().and_then(|authority| authority.userinfo()).map(|user| user.as_str())),
        owned(authority.as_ref().map(|authority| authority.host())),
        owned(authority.as_ref().and_then(|authority| authority.port()).map(|port| port.as_str())),
        owned(Some(iri.path().as_str())),
        owned(iri.query().map(|query| query.as_str())),
        owned(iri.fragment().map(|fragment| fragment.as_str())),
    ])
}

fn iri_string(text: &str) -> Seen {
    let iri = IriReferenceStr::new(text).ok()?;
    let authority: Option<AuthorityComponents<'_>> = iri.authority_components();
    Some([
        owned(iri.scheme_str()),
        owned(authority.as_ref().and_then(AuthorityComponents::userinfo)),
        owned(authority.as_ref().map(AuthorityComponents::host)),
        owned(authority.as_ref().and_then(AuthorityComponents::port)),
        owned(Some(iri.path_str())),
        owned(iri.query_str()),
        owned(iri.fragment().map(|fragment| fragment.as_str())),
    ])
}

fn ours(text: &str) -> Seen {
    let view = IriReference::parse(text).ok()?.components();
    Some(Component::ALL.map(|component| view.get(component).map(Cow::into_owned)))
}

/// The texts on which each peer was asked, and those on which it differs.
#[derive(Default)]
struct Compared {
    count: usize,
    differ: [Vec<String>; 2],
}

impl Compared {
    fn text(&mut self, text: &str) {
        self.count += 1;
        let seen = ours(text);
        for (peer, differ) in [fluent_uri, iri_string].into_iter().zip(&mut self.differ) {
            if peer(text) != seen {
                differ.push(text.to_owned());
            }
        }
    }
}

/// Members and near misses by chance, the shortest strings, and the conformance suite of every
/// production where it may occur.
#[test]
fn two_implementations_agree() {
    let mut compared = Compared::default();
    let whole = language("IRI-reference");
    whole.sample(3987).take(share(50_000, 75)).for_each(|text| compared.text(&text));
    whole.near_misses(3987).take(share(50_000, 75)).for_each(|text| compared.text(&text));
    whole.members().take(share(5_000, 5)).for_each(|text| compared.text(&text));
    for (part, before, after) in [
        ("IRI-reference", "", ""),
        ("IRI", "", ""),
        ("irelative-ref", "", ""),
        ("absolute-IRI", "", ""),
        ("ihier-part", "a:", ""),
        ("irelative-part", "", ""),
        ("iauthority", "//", "/"),
        ("iuserinfo", "//", "@"),
        ("ihost", "//", ""),
        ("IPvFuture", "//[", "]"),
        ("ireg-name", "//", ""),
        ("ipath-abempty", "//", ""),
        ("ipath-absolute", "", ""),
        ("ipath-noscheme", "", ""),
        ("ipath-rootless", "a:", ""),
        ("isegment", "/", ""),
        ("iquery", "?", ""),
        ("ifragment", "#", ""),
    ] {
        for vector in sampled(language(part).suite().unwrap().take(at_most(2_000)), 11) {
            compared.text(&format!("{before}{}{after}", vector.input));
        }
    }
    // Both ends of each range, and their neighbours, in every component.
    for name in ["ucschar", "iprivate"] {
        for (first, last) in characters(name).ranges() {
            let near = [first as u32 - 1, first as u32, last as u32, last as u32 + 1].into_iter();
            for c in near.filter_map(char::from_u32) {
                for text in ["//{}@a", "//{}", "//a:{}", "{}:a", "a:{}", "/{}", "{}", "?{}", "#{}", "//[v1.{}]", "%{}"]
                {
                    compared.text(&text.replace("{}", &c.to_string()));
                }
            }
        }
    }
    println!("{} texts", compared.count);
    for (peer, differ) in ["fluent-uri", "iri-string"].into_iter().zip(&compared.differ) {
        assert!(differ.is_empty(), "{peer} differs on {}: {:?}", differ.len(), &differ[..differ.len().min(30)]);
    }
}

/// Section 3.1: "produces URIs fully conforming to [RFC3986]", "is also an identity transformation
/// for URIs and is idempotent".
#[test]
fn the_mapping_to_uris() {
    let iris = language("IRI-reference");
    for iri in iris.sample(31).take(share(20_000, 10)).chain(iris.members().take(share(2_000, 5))) {
        let parsed = IriReference::parse(&iri).unwrap();
        let uri = parsed.to_uri();
        assert!(Grammar::Rfc3986.accepts(&uri), "{iri} {uri}");
        assert_eq!(IriReference::parse(&uri).unwrap().to_uri(), uri);
        assert_eq!(uri == iri, Grammar::Rfc3986.accepts(&iri), "{iri}");
        assert_eq!(Grammar::Rfc3986.convert(&iri).unwrap(), uri, "{iri}");
        // The IRI and its URI are equivalent, unless the IRI has what section 4.1 forbids.
        let formatting = iri.chars().any(|c| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'));
        let same = Grammar::Rfc3987.same(&iri, &uri).unwrap().is_same();
        assert!(same || formatting, "{iri} {uri}");
    }
}

/// Section 3.2: the result "maps back to the URI", except for the case of digits and for escapes of
/// unreserved characters.
#[test]
fn the_mapping_to_iris() {
    let back = |uri: &str| convert(&Grammar::Rfc3986.parse(uri).unwrap(), Grammar::Rfc3987).unwrap();
    for (uri, iri) in [
        ("http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"),
        ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
        ("http://xn--99zt52a.example.org/%E2%80%AE", "http://xn--99zt52a.example.org/%E2%80%AE"),
        ("http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9", "http://www.example.org/r%E9sum%E9.xml#résumé"),
        // Step 2: not a percent sign, nor a reserved character, nor one that is not allowed.
        ("http://a/%25%2F%20%41", "http://a/%25%2F%20A"),
        // Section 2.2: private characters only in queries.
        ("http://a/%EE%80%80?%EE%80%80", "http://a/%EE%80%80?\u{E000}"),
    ] {
        assert_eq!(back(uri), iri, "{uri}");
    }
    let uris = Language::new(Grammar::Rfc3986.bnf(Reading::Corrected), "URI-reference").unwrap();
    for uri in uris.sample(32).take(share(20_000, 10)) {
        let iri = back(&uri);
        let again = IriReference::parse(&iri).unwrap().to_uri();
        let same = Grammar::Rfc3986.same(&uri, &again).unwrap();
        assert!(matches!(same, Equivalence::By(_) | Equivalence::Identical), "{uri} {iri} {again}: {same:?}");
        let by = |text: &str| Grammar::Rfc3987.same(text, &iri).unwrap();
        assert!(matches!(by(&uri), Equivalence::By(_) | Equivalence::Identical), "{uri} {iri}");
    }
}

/// The examples of section 5.3.
#[test]
fn iris_are_equivalent_as_in_section_5_3() {
    let same = |left: &str, right: &str| Grammar::Rfc3987.same(left, right).unwrap();
    let Equivalence::By(rules) = same("example://a/b/c/%7Bfoo%7D/rosé", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9")
    else {
        panic!("5.3.2");
    };
    assert_eq!(
        rules,
        [
            EquivalenceRule::SchemeCase,
            EquivalenceRule::Escape,
            EquivalenceRule::EscapeCase,
            EquivalenceRule::DotSegments
        ]
    );
    assert_eq!(
        same("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
        Equivalence::By(vec![EquivalenceRule::SchemeCase, EquivalenceRule::HostCase])
    );
    let different = Equivalence::Different { reserved: false };
    // 5.3.2.1: only a host of US-ASCII is "case insensitive". 5.3.2.2: no character is normalized.
    assert_eq!(same("http://É.com/", "http://É.COM/"), different);
    assert_eq!(
        same("http://www.example.org/résumé.html", "http://www.example.org/re\u{301}sume\u{301}.html"),
        different
    );
    assert_eq!(
        same("http://example.org/~user", "http://example.org/%7euser"),
        Equivalence::By(vec![EquivalenceRule::Escape])
    );
    for iri in ["http://example.com", "http://example.com:/", "http://example.com:80/"] {
        assert_eq!(Grammar::Rfc3987.normalize(iri).unwrap().text, "http://example.com/", "{iri}");
    }
    assert_eq!(same("http://example.com/?", "http://example.com/"), different);
}

/// Section 6.5: the algorithms of RFC 3986, with characters beyond US-ASCII as unreserved ones.
#[test]
fn iris_are_resolved_as_uris_are() {
    let resolve = |grammar: Grammar, base: &str, reference: &str| {
        grammar.resolve(base, reference, Options::default()).map(|found| found.target.to_string())
    };
    let base = "http://a/b/é/d;p?q";
    assert_eq!(resolve(Grammar::Rfc3987, base, "../ü#日").unwrap(), "http://a/b/ü#日");
    assert_eq!(resolve(Grammar::Rfc3987, base, "?\u{E000}").unwrap(), "http://a/b/é/d;p?\u{E000}");
    assert!(resolve(Grammar::Rfc3987, base, "\u{E000}").is_err());
    // Resolution and the mapping to URIs commute.
    let references = language("irelative-ref");
    for reference in references.sample(65).take(5_000) {
        let uri = |iri: &str| IriReference::parse(iri).unwrap().to_uri();
        let Ok(target) = resolve(Grammar::Rfc3987, base, &reference) else { continue };
        assert_eq!(resolve(Grammar::Rfc3986, &uri(base), &uri(&reference)).unwrap(), uri(&target), "{reference}");
    }
}
