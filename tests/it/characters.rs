//! Which characters a part may hold: what members hold, by an independent reading of them, is what
//! is said, and nothing else.
#![cfg(feature = "compare")]

use crate::common::{language, sampled};
use uri_lineage::Grammar::{self, Rfc1630, Rfc1738, Rfc3986, Uri1997};
use uri_lineage::language::{Characters, Usage};
use uri_lineage::regular_bnf::Bnf;
use uri_lineage::{Generation, Part};

/// The characters that occur in a text bare, and those that occur as escapes.
fn held(text: &str) -> (u128, u128) {
    let (mut bare, mut escaped) = (0, 0);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let hex = rest.get(1..3).filter(|hex| first == '%' && hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match hex.map(|hex| u32::from_str_radix(hex, 16).unwrap()) {
            Some(octet) if octet < 128 => escaped |= 1 << octet,
            Some(_) => {}
            None if first.is_ascii() => bare |= 1 << u32::from(first),
            None => {}
        }
        rest = &rest[if hex.is_some() { 3 } else { first.len_utf8() }..];
    }
    (bare, escaped)
}

#[test]
fn the_usage_of_a_character_is_that_of_the_members() {
    for (number, grammar) in Grammar::all().enumerate() {
        for part in sampled(Part::ALL.into_iter().cycle().skip(number).take(Part::ALL.len()), 3) {
            let Some(all) = Characters::of_part(grammar, part) else {
                assert!(part.productions(grammar).is_empty(), "{grammar} {part}");
                continue;
            };
            let (mut bare, mut escaped) = (0, 0);
            for production in part.productions(grammar) {
                let language = language(grammar, production);
                for text in language.members().take(3000).chain(language.sample(5).take(6000)) {
                    let (one, other) = held(&text);
                    (bare, escaped) = (bare | one, escaped | other);
                }
            }
            for character in 0..128u8 {
                let is = |set: u128| set & 1 << character != 0;
                let expected = match (is(bare), is(escaped)) {
                    (true, _) => Usage::Bare,
                    (false, true) => Usage::Escaped,
                    (false, false) => Usage::Never,
                };
                let usage = all.usage(character);
                // The URL Standard's alphabets are so large that not all escapes occur by chance.
                let by_chance = grammar.generation() == Generation::UrlStandard && expected == Usage::Never;
                let alike = usage == expected || by_chance && usage == Usage::Escaped;
                assert!(alike, "{grammar} {part} {:?}: {usage:?}, not {expected:?}", char::from(character));
            }
            // Whether a character beyond US-ASCII occurs as itself depends on the grammar alone.
            let beyond = all.usage('é');
            assert_eq!(beyond == Usage::Bare, !grammar.is_ascii(), "{grammar} {part}");
            assert_eq!(
                beyond == Usage::Never,
                grammar.is_ascii() && all.usage(b'\0') == Usage::Never,
                "{grammar} {part}"
            );
        }
    }
}

/// What readers ask.
#[test]
fn when_did_it_become_legal() {
    let of = |grammar, part, character| Characters::of_part(grammar, part).map(|all| all.usage(character));
    let tilde: Vec<_> = Grammar::all().map(|grammar| of(grammar, Part::Segment, b'~') == Some(Usage::Bare)).collect();
    assert_eq!(tilde, [false, false, false, false, false, false, true, true, true, true, true, true, true]);
    // No password since the third generation; a user of RFC 1630 holds no escape, and a host of RFC
    // 1738 none.
    assert_eq!(of(Rfc3986, Part::Password, b'a'), None);
    assert_eq!(of(Rfc1630, Part::User, b'@'), Some(Usage::Never));
    assert_eq!(of(Rfc1738, Part::User, b'@'), Some(Usage::Escaped));
    assert_eq!(
        [Rfc1738, Uri1997, Rfc3986].map(|grammar| of(grammar, Part::Host, b'%').unwrap()),
        [Usage::Never, Usage::Never, Usage::Escaped]
    );
}

#[test]
fn a_percent_sign_that_begins_no_escape_is_bare() {
    let of = |file: &str| Characters::new(&Bnf::read(file).unwrap(), &["a"]).unwrap();
    let usages = |all: Characters, text: &str| text.bytes().map(|byte| all.usage(byte)).collect::<Vec<_>>();
    use Usage::{Bare, Escaped, Never};
    assert_eq!(usages(of("a = \"%41\"\n"), "%4A1"), [Never, Never, Escaped, Never]);
    assert_eq!(usages(of("a = \"%4\" | \"x\"\n"), "%4x"), [Bare, Bare, Bare]);
    assert_eq!(usages(of("a = \"%4x\"\n"), "%4x"), [Bare, Bare, Bare]);
    assert_eq!(usages(of("a = \"%%41\"\n"), "%A4"), [Bare, Escaped, Never]);
    assert_eq!(usages(of("a = \"%25\" | \"%C3%A9\"\n"), "%2C3"), [Escaped, Never, Never, Never]);
    assert!(Characters::new(&Bnf::read("a = b\n").unwrap(), &["a"]).is_err());
}
