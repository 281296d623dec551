//! What may be written: the productions as the prose defines them, and the rules for them.

use regular_bnf::{Bnf, Language, Notation, Relation};
use uri_lineage::{Grammar, Reading};

const BNF: &str = include_str!("../../../grammar/whatwg-valid.bnf");

pub fn language(production: &str) -> &'static Language {
    crate::common::language(Grammar::WhatwgValid, production)
}

/// The language of an ABNF expression that uses the productions.
pub fn expression(text: &str) -> Language {
    let all = format!("{BNF}\nit = {text}\n");
    Language::new(&Bnf::read_as(&all, Notation::Abnf).unwrap(), "it").unwrap()
}

fn assert_equal(left: &Language, right: &Language, what: &str) {
    let comparison = left.compare(right).unwrap();
    assert_eq!(comparison.relation, Relation::Equal, "{what}: {comparison:?}");
}

#[test]
fn every_production_is_defined() {
    let bnf = Grammar::WhatwgValid.bnf(Reading::Corrected);
    assert!(bnf.undefined().is_empty(), "{:?}", bnf.undefined());
    assert!(Language::all(bnf).iter().all(|(_, language)| language.is_ok()));
    // Terms that what is written out does not use.
    let unreachable = bnf.unreachable(Grammar::WhatwgValid.entry_productions());
    assert_eq!(
        unreachable,
        [
            "URL-scheme-string",
            "path-relative-URL-string",
            "valid-IPv6-pieces-and-IPv4-string",
            "valid-IPv6-pieces-string"
        ]
    );
}

#[test]
fn every_rule_accepts_exactly_its_production() {
    for grammar in [Grammar::WhatwgValid, Grammar::Whatwg] {
        let proofs = crate::common::proofs(grammar);
        let wrong: Vec<_> = proofs.iter().filter(|proof| !proof.outcome.holds()).collect();
        assert!(wrong.is_empty(), "{grammar}: {wrong:#?}");
        // Only characters and labels that a written-out difference counts have no rule. Of the
        // parser, neither have the inputs with a base and those without a validation error.
        let bnf = grammar.bnf(Reading::Corrected);
        let mut without_rules = bnf.unreachable(grammar.entry_productions());
        without_rules.retain(|_| grammar == Grammar::Whatwg);
        for name in bnf.productions().iter().map(|definition| &*definition.name) {
            if without_rules.contains(&name) {
                continue;
            }
            let helper = name.starts_with("not-") && name != "not-slash-in-path" || name == "third-and-fourth";
            let proved = proofs.iter().any(|proof| proof.production == name);
            assert_ne!(helper, proved, "{grammar}: {name}");
        }
    }
}

/// What the prose excludes, as differences of languages.
#[test]
fn exclusions_in_prose_are_the_written_out_differences() {
    let without = |all: &str, excluded: &str| expression(all).difference(&expression(excluded)).unwrap();
    let special = "( special-scheme-but-file / file-scheme )";
    let forbidden = "( %x00 / %x09 / %x0A / %x0D / \" \" / \"#\" / \"/\" / \":\" / \"<\" / \">\" / \"?\" / \"@\" / \"[\" / \"\\\" / \"]\" / \"^\" / \"|\" )";
    let segments = "[ URL-path-segment-string *( \"/\" URL-path-segment-string ) ]";
    for (production, all, excluded) in [
        ("other-scheme", "URL-scheme-string", special),
        ("path-absolute-non-authority-URL-string", "path-absolute-URL-string", "\"//\" *URL-unit"),
        ("path-relative-URL-string", segments, "\"/\" *URL-unit"),
        ("path-relative-scheme-less-URL-string", "path-relative-URL-string", "URL-scheme-string \":\" *URL-unit"),
        ("segment-unit", "URL-unit", "\"/\" / \"?\""),
        ("opaque-host-unit", "URL-unit", forbidden),
        ("opaque-path-URL-string", "*URL-unit", "*URL-unit \"?\" *URL-unit / \"/\" *URL-unit"),
        ("domain-label", "1*ldh", "\"-\" *ldh / *ldh \"-\" / 2ldh \"--\" *ldh"),
        ("last-label", "domain-label", "1*DIGIT / \"0x\" *HEXDIG"),
    ] {
        assert_equal(language(production), &without(all, excluded), production);
    }
    // A segment that is no dot segment, or one.
    let dots = "single-dot-URL-path-segment / double-dot-URL-path-segment";
    let others = without("*segment-unit", dots);
    let segment = language("URL-path-segment-string");
    assert_equal(&segment.difference(&others).unwrap(), &expression(dots), "dot segments");
}

#[test]
fn ports_and_octets_end_at_their_limits() {
    for number in 0..70_000u32 {
        for text in [number.to_string(), format!("00{number}")] {
            assert_eq!(language("URL-port-string").contains(&text), number < 65_536, "{text}");
        }
    }
    assert!(language("URL-port-string").contains(""));
    let octet = language("number-to-255");
    for number in 0..1000u32 {
        assert_eq!(octet.contains(&number.to_string()), number < 256);
        assert!(!octet.contains(&format!("0{number}")));
    }
}

/// By the definition: pieces, and pieces with an IPv4 address, whose effective piece lengths are 8,
/// or at most 7 around `::`.
#[test]
fn an_ipv6_address_by_its_piece_lengths() {
    let pieces = |count: usize| match count {
        0 => String::new(),
        1 => "valid-IPv6-piece-string".to_owned(),
        _ => format!("valid-IPv6-piece-string {}( \":\" valid-IPv6-piece-string )", count - 1),
    };
    let with_ipv4 = |count: usize| match count {
        2 => Some("valid-IPv4-address-string".to_owned()),
        3.. => Some(format!("{} \":\" valid-IPv4-address-string", pieces(count - 2))),
        _ => None,
    };
    let mut all = vec![pieces(8), with_ipv4(8).unwrap()];
    for before in 0..=7 {
        for after in 0..=7 - before {
            all.push(format!("{} \"::\" {}", pieces(before), pieces(after)));
            all.extend(with_ipv4(after).map(|after| format!("{} \"::\" {after}", pieces(before))));
        }
    }
    assert_equal(language("valid-IPv6-address-string"), &expression(&all.join(" / ")), "IPv6");
    for length in 1..=9 {
        let one = expression(&pieces(length));
        let terms = language("valid-IPv6-pieces-string");
        assert_equal(&one.intersection(terms).unwrap(), &one, "pieces");
    }
}
