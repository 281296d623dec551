//! RFC 3987: its ABNF, the rules for it, its relation to RFC 3986, and two independent implementations.
//!
//! The grammar has no row yet: the library reads its files here only.
#![cfg(feature = "proof")]

use fluent_uri::IriRef;
use iri_string::components::AuthorityComponents;
use iri_string::types::IriReferenceStr;
use regular_bnf::{
    Ambiguity, Bnf, CharSet, Definition, Differential, Divergences, Language, Notation, Place, Relation, Spans,
    Verdict, definitions, prove_all, rule_name,
};
use uri_lineage::Grammar;
use uri_lineage::language::correspondence;
use uri_lineage::published::Reading;

const BNF: &str = include_str!("../grammar/rfc3987.bnf");
const CORRECTIONS: &str = include_str!("../grammar/rfc3987.corrections.bnf");
const PEST: &str = include_str!("../grammar/rfc3987.pest");

const ENTRIES: [&str; 4] = ["IRI-reference", "IRI", "irelative-ref", "absolute-IRI"];

/// The places of the components in the rules: scheme, user information, host, port, path, query and fragment.
const PLACES: [&str; 7] = [
    "scheme",
    "iuserinfo",
    "iauthority>ihost",
    "port",
    "ipath_abempty ipath_absolute ipath_noscheme ipath_rootless ipath_empty",
    "iquery",
    "ifragment",
];

fn spans(pest: &str, start: &str, places: [&str; 7]) -> [Spans; 7] {
    let places = places.map(|places| Place::list(places).unwrap());
    Spans::of_pest(pest, &[start], places.each_ref().map(Vec::as_slice)).unwrap()
}

fn published() -> Bnf {
    Bnf::read_as(BNF, Notation::Abnf).unwrap()
}

fn corrected() -> Bnf {
    published().with(definitions(CORRECTIONS, Notation::Abnf).unwrap())
}

fn language(production: &str) -> Language {
    Language::of(&corrected(), production).unwrap()
}

/// The name of a production in RFC 3986: "If the non-terminal contains 'URI', this has been changed to 'IRI'. Otherwise, an
/// 'i' has been prefixed."
fn before(name: &str) -> Option<String> {
    let rfc3986 = Grammar::Rfc3986.bnf(Reading::Corrected);
    let names = [name.replace("IRI", "URI"), name.strip_prefix('i').unwrap_or(name).to_owned()];
    names.into_iter().find(|name| rfc3986.get(name).is_some())
}

#[test]
fn as_printed_and_corrected() {
    let (published, corrected) = (published(), corrected());
    assert_eq!(published.undefined(), ["<ipchar>"]);
    assert!(corrected.undefined().is_empty());
    let changed = |it: &&Definition| published.get(&it.name) != Some(*it);
    let changed: Vec<_> = corrected.productions().iter().filter(changed).map(|it| &*it.name).collect();
    assert_eq!(changed, ["ipath-empty"]);
    // Of something undefined, none is needed.
    let printed = Language::of(&published, "IRI").unwrap();
    assert_eq!(printed.compare(&language("IRI")).unwrap().relation, Relation::Equal);
    assert!(Language::all(&corrected).iter().all(|(_, language)| language.is_ok()));
    assert_eq!(corrected.unreachable(&ENTRIES), ["ipath", "reserved", "gen-delims"]);
}

#[test]
fn every_rule_accepts_exactly_its_production() {
    let bnf = corrected();
    let printed =
        |rule: &str| bnf.productions().iter().map(|it| &*it.name).find(|name| rule_name(name) == rule).unwrap();
    let proofs = prove_all(PEST, |rule| Ok((printed(rule).to_owned(), Language::of(&bnf, printed(rule))?))).unwrap();
    for proof in &proofs {
        assert_eq!(proof.verdict, Verdict::Equal, "{}", proof.rule);
    }
    let missing = bnf.unreachable(&ENTRIES);
    for definition in bnf.productions().iter().filter(|it| !missing.contains(&&*it.name)) {
        assert!(proofs.iter().any(|proof| proof.production == definition.name), "{}", definition.name);
    }
    // One end of one range is wrong.
    let wrong = PEST.replace("'\\u{E1000}'..", "'\\u{E0FFF}'..");
    let proofs = prove_all(&wrong, |rule| Ok((printed(rule).to_owned(), Language::of(&bnf, printed(rule))?))).unwrap();
    let wrong: Vec<_> = proofs.iter().filter(|proof| !proof.verdict.holds()).map(|proof| &*proof.rule).collect();
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
    let bnf = corrected();
    let size = |name: &str| bnf.characters(bnf.get(name).unwrap().body.as_ref().unwrap()).unwrap().len();
    assert_eq!((size("ucschar"), size("iprivate")), (ucs, private));
}

/// RFC 3986 is what is left of each production without characters beyond US-ASCII.
#[test]
fn rfc_3986_is_its_part_in_ascii() {
    let (bnf, rfc3986) = (corrected(), Grammar::Rfc3986.bnf(Reading::Corrected));
    let ascii = Language::of(&Bnf::read_as("ascii = *%x0-7F\n", Notation::Abnf).unwrap(), "ascii").unwrap();
    let mut wider = Vec::new();
    for definition in bnf.productions() {
        let name = &*definition.name;
        let Some(own) = before(name) else {
            assert!(["ucschar", "iprivate"].contains(&name), "{name}");
            continue;
        };
        let (one, other) = (Language::of(&bnf, name).unwrap(), Language::of(rfc3986, &own).unwrap());
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
    let all = Divergences::of((rfc3986, "URI"), (&bnf, "IRI"), correspondence()).unwrap();
    for divergence in all.list() {
        assert!(divergence.bytes.iter().all(|it| ["ucschar", "iprivate"].contains(&&**it)), "{divergence:?}");
        assert!(divergence.witness.chars().filter(|c| !c.is_ascii()).count() == 1, "{divergence:?}");
    }
    assert!(all.of_string("a:é").unwrap().bytes.contains(&"ucschar".to_owned()));
    assert!(all.of_string("a:?\u{E000}").unwrap().bytes.contains(&"iprivate".to_owned()));
    assert_eq!(all.of_string("a:b"), None);
}

/// Every string that both accept has the same components in both.
#[test]
fn rfc_3986_reads_the_same_components() {
    let ours = spans(PEST, "IRI-reference", PLACES);
    let plain = PLACES.map(|places| {
        let words = places.split([' ', '>']).map(|word| if word == "iauthority" { "authority" } else { word });
        let words: Vec<&str> = words.map(|word| word.strip_prefix('i').unwrap_or(word)).collect();
        words.join(if places.contains('>') { ">" } else { " " })
    });
    let theirs = spans(Grammar::Rfc3986.pest(), "URI-reference", plain.each_ref().map(String::as_str));
    for ((ours, theirs), places) in ours.iter().zip(&theirs).zip(PLACES) {
        assert_eq!(Differential::of(ours, theirs, true, None).unwrap(), None, "{places}");
    }
}

/// The ambiguities are those of RFC 3986: a host that is an address could be a name.
#[test]
fn what_is_ambiguous() {
    let bnf = corrected();
    let ambiguous = |bnf: &Bnf, entries: &[&str], name: &str| Ambiguity::of(bnf, entries, name).unwrap();
    for name in Ambiguity::productions(&bnf, &ENTRIES) {
        let found = ambiguous(&bnf, &ENTRIES, name).map(|found| found.witness);
        // Names consist of `iunreserved`; only an `IPvFuture` has an `unreserved`.
        let Some(before) = before(name).filter(|_| name != "unreserved") else {
            assert_eq!(found, None, "{name}");
            continue;
        };
        let entries = ["URI-reference", "URI", "relative-ref", "absolute-URI"];
        let expected = ambiguous(Grammar::Rfc3986.bnf(Reading::Corrected), &entries, &before);
        assert_eq!(found, expected.map(|found| found.witness), "{name}");
    }
}

/// What an implementation sees in a text: scheme, user information, host, port, path, query and fragment; `None` if it refuses
/// the text.
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

/// The components that the rules find.
struct Ours([Spans; 7]);

impl Ours {
    fn new() -> Self {
        Self(spans(PEST, "IRI-reference", PLACES))
    }

    fn see(&self, text: &str) -> Seen {
        let found: Option<Vec<Option<String>>> =
            self.0.iter().map(|spans| Some(spans.in_string(text).ok()?.map(|span| text[span].to_owned()))).collect();
        found?.try_into().ok()
    }
}

/// The texts on which each peer was asked, and those on which it differs.
#[derive(Default)]
struct Compared {
    count: usize,
    differ: [Vec<String>; 2],
}

impl Compared {
    fn text(&mut self, ours: &Ours, text: &str) {
        self.count += 1;
        let seen = ours.see(text);
        for (peer, differ) in [fluent_uri, iri_string].into_iter().zip(&mut self.differ) {
            if peer(text) != seen {
                differ.push(text.to_owned());
            }
        }
    }
}

/// Members and near misses by chance, the shortest strings, and the conformance suite of every production where it may stand.
#[test]
fn two_implementations_of_it() {
    let (ours, bnf, mut compared) = (Ours::new(), corrected(), Compared::default());
    let whole = language("IRI-reference");
    whole.sample(3987).take(50_000).for_each(|text| compared.text(&ours, &text));
    whole.near_misses(3987).take(50_000).for_each(|text| compared.text(&ours, &text));
    whole.members().take(5_000).for_each(|text| compared.text(&ours, &text));
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
        for vector in Language::of(&bnf, part).unwrap().suite().unwrap() {
            compared.text(&ours, &format!("{before}{}{after}", vector.input));
        }
    }
    // Both ends of each range, and their neighbours, in every component.
    for name in ["ucschar", "iprivate"] {
        let set: CharSet = bnf.characters(bnf.get(name).unwrap().body.as_ref().unwrap()).unwrap();
        for (first, last) in set.ranges() {
            let near = [first as u32 - 1, first as u32, last as u32, last as u32 + 1].into_iter();
            for c in near.filter_map(char::from_u32) {
                for text in ["//{}@a", "//{}", "//a:{}", "{}:a", "a:{}", "/{}", "{}", "?{}", "#{}", "//[v1.{}]", "%{}"]
                {
                    compared.text(&ours, &text.replace("{}", &c.to_string()));
                }
            }
        }
    }
    println!("{} texts", compared.count);
    for (peer, differ) in ["fluent-uri", "iri-string"].into_iter().zip(&compared.differ) {
        assert!(differ.is_empty(), "{peer} differs on {}: {:?}", differ.len(), &differ[..differ.len().min(30)]);
    }
}
