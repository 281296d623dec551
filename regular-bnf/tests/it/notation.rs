//! Grammar files as people have them, and recursion at the beginning.

use regex::Regex;
use regular_bnf::lint::{Lint, Linter};
use regular_bnf::{Bnf, Language, Notation, pattern};

use crate::common::short_strings;

/// A grammar whose productions recur at one end, with its mirror image.
struct Mirrored {
    left: String,
    right: String,
}

const NAMES: [&str; 3] = ["a", "b", "c"];

/// Productions by chance: each has alternatives of a few characters, most with a production before
/// them, or after them in the mirror image.
fn by_chance(rng: &mut fastrand::Rng) -> Mirrored {
    let (mut left, mut right) = (String::new(), String::new());
    for name in NAMES {
        let mut alternatives = [Vec::new(), Vec::new()];
        for _ in 0..rng.usize(1..4) {
            let mut items: Vec<String> = (0..rng.usize(0..3))
                .map(|_| match rng.u8(0..5) {
                    0 => "[ \"x\" ]".to_owned(),
                    1 => "*\"y\"".to_owned(),
                    2 => "( \"x\" | \"y\" )".to_owned(),
                    3 => "\"x\"".to_owned(),
                    _ => "\"y\"".to_owned(),
                })
                .collect();
            let other = NAMES[rng.usize(..NAMES.len())];
            match rng.u8(0..6) {
                0 => items.insert(0, format!("[ {other} ]")),
                1 => items.insert(0, format!("( {other} | \"x\" )")),
                2 => {}
                _ => items.insert(0, other.to_owned()),
            }
            if items.is_empty() {
                items.push("\"x\"".to_owned());
            }
            alternatives[0].push(items.join(" "));
            items.reverse();
            alternatives[1].push(items.join(" "));
        }
        for (file, alternatives) in [&mut left, &mut right].into_iter().zip(alternatives) {
            file.push_str(&format!("{name} = {}\n", alternatives.join(" | ")));
        }
    }
    Mirrored { left, right }
}

#[test]
fn recursion_at_the_beginning_is_the_mirror_image_of_recursion_at_the_end() {
    let strings: Vec<String> = short_strings("xy", 7).collect();
    for seed in 0..2_000 {
        let Mirrored { left, right } = by_chance(&mut fastrand::Rng::with_seed(seed));
        let [left_bnf, right_bnf] = [&left, &right].map(|file| Bnf::read(file).unwrap());
        // Used from outside, too, between other characters.
        for name in NAMES {
            let of =
                |bnf: &Bnf| Language::new(bnf, name).unwrap_or_else(|error| panic!("{left}{right}{name}: {error}"));
            let (forth, back) = (of(&left_bnf), of(&right_bnf));
            for string in &strings {
                let reversed: String = string.chars().rev().collect();
                assert_eq!(forth.contains(string), back.contains(&reversed), "{left}{name}: {string:?}");
            }
        }
    }
}

/// Differences whose left side is left-recursive, with cycles of several productions.
#[test]
fn differences_of_recursion_at_the_beginning_are_ambiguous_as_their_mirror_images() {
    let mut ambiguous = 0;
    for seed in 0..400 {
        let Mirrored { left, right } = by_chance(&mut fastrand::Rng::with_seed(seed));
        let is_ambiguous = [&left, &right].map(|file| {
            let file = format!("d = ( a ) - ( \"xx\" | \"y\" )\n{file}");
            let report = Linter::new().entry("d").bnf(&file, Notation::Rfc822);
            report.findings.iter().any(|found| found.lint == Lint::Ambiguous)
        });
        assert_eq!(is_ambiguous[0], is_ambiguous[1], "{left}{right}");
        ambiguous += usize::from(is_ambiguous[0]);
    }
    assert!(ambiguous > 0 && ambiguous < 400, "{ambiguous}");
}

#[test]
fn its_expression_has_the_same_members() {
    let strings: Vec<String> = short_strings("xy", 6).collect();
    for seed in 0..300 {
        let Mirrored { left, .. } = by_chance(&mut fastrand::Rng::with_seed(seed));
        let bnf = Bnf::read(&left).unwrap();
        for name in NAMES {
            let language = Language::new(&bnf, name).unwrap();
            let pattern = pattern(&bnf, name).unwrap();
            let regex = Regex::new(&format!("^(?:{pattern})$")).unwrap();
            for string in &strings {
                assert_eq!(regex.is_match(string), language.contains(string), "{left}{name}: {string:?} {pattern}");
            }
        }
    }
}

#[test]
fn recursion_within_other_productions() {
    let of = |file: &str, name: &str| Language::new(&Bnf::read(file).unwrap(), name);
    let list = of(
        "all = \"[\" list \"]\" list\nlist = list \",\" item | item\nitem = \"x\" [ list2 ]\nlist2 = list2 \"y\" | \"z\"\n",
        "all",
    );
    let list = list.unwrap();
    for member in ["[x]x", "[x,x]x,x,x", "[xz,xzyy]x"] {
        assert!(list.contains(member), "{member}");
    }
    for other in ["[x", "[]x", "[x,]x", "[x]", "[xy]x"] {
        assert!(!list.contains(other), "{other}");
    }
    // At both ends, in the middle, and more than once.
    for file in [
        "a = a \"x\" | \"y\" a | \"z\"\n",
        "a = a \"x\" a | \"y\"\n",
        "a = 2*2( a ) | \"x\"\n",
        "a = ( a \"x\" ) - \"y\"\n",
    ] {
        let error = of(file, "a").unwrap_err().to_string();
        assert!(error.ends_with("its language is not known to be regular"), "{file}: {error}");
    }
}

/// A production that begins on one page and ends on the next.
#[test]
fn pages_of_an_rfc_and_a_byte_order_mark() {
    let plain = "   aa = bb\n        / \"x\"\n\n\n\n\n\n   bb = %x79 ; why\n";
    let paged = "RFC 9999                   Something New               January 2031\n\n   aa = bb\n\n\n\
                 Somebody, et al.         Standards Track                    [Page 10]\n\u{C}\n\
                 RFC 9999                   Something New               January 2031\n\n        / \"x\"\n\n   bb = %x79 ; why\n\n\
                 Somebody                   Informational                      [Page 1]\n";
    let older = "aa    bb | x\n\nBerners-Lee                                                    [Page 7]\n\
                 \u{C}RFC 9999                      URIs in WWW                      June 1994\n\n      | z\nbb    y\n";
    assert_eq!(Notation::detect(paged), Notation::Abnf);
    assert_eq!(Notation::detect(older), Notation::BernersLee);
    for mark in ["", "\u{FEFF}"] {
        for line_end in ["\n", "\r\n"] {
            let of = |file: &str| Bnf::read(&format!("{mark}{}", file.replace('\n', line_end))).unwrap();
            let (paged, plain) = (of(paged), of(plain));
            for name in ["aa", "bb"] {
                let texts = [&paged, &plain].map(|bnf| bnf.get(name).unwrap().text.replace("\r", ""));
                assert_eq!(texts[0], texts[1]);
                assert_eq!(paged.get(name).unwrap().body, plain.get(name).unwrap().body);
            }
            let older = Language::new(&of(older), "aa").unwrap();
            assert!(older.members().eq(["x", "y", "z"]), "{:?}", older.members().collect::<Vec<_>>());
        }
    }
    // What cannot be read has its place in the file.
    let error = Bnf::read(&paged.replace("%x79", "%x7G")).unwrap_err().to_string();
    assert!(error.starts_with("line 12, column 12: "), "{error}");
}

#[test]
fn rules_that_look_like_page_breaks_are_read() {
    let names = |file: &str| {
        let bnf = Bnf::read(file).unwrap();
        bnf.productions().iter().map(|definition| definition.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names("aa = \"x\"\nbb = \"  [Page 7]\"\n"), ["aa", "bb"]);
    assert_eq!(names("aa = \"x\"\n; of  [Page 7]\nbb = \"y\"\n"), ["aa", "bb"]);
    assert!(Bnf::read("aa = \"x\"\nRFC 9999   no page before   June 1994\n").is_err());
}

#[test]
fn bounds_that_hold_nothing_are_errors() {
    for notation in [Notation::Abnf, Notation::Rfc822] {
        let read = |body: &str| Bnf::read_as(&format!("aa = {body}\n"), notation);
        for least in 0..12 {
            for most in 0..12 {
                let read = read(&format!("{least}*{most}\"x\""));
                assert_eq!(read.is_ok(), least <= most, "{least}*{most}: {read:?}");
            }
        }
        let error = read("\"y\" 2*1\"x\"").unwrap_err().to_string();
        assert_eq!(error, "line 1, column 10: expected a repetition whose maximum, 1, is not below its minimum, 2");
    }
    let number = |base: &str, value: u32| match base {
        "x" => format!("{value:x}"),
        "X" => format!("{value:04X}"),
        "d" => format!("{value}"),
        _ => format!("{value:b}"),
    };
    for base in ["x", "X", "d", "b"] {
        for first in (0..300).step_by(7) {
            for last in (0..300).step_by(11) {
                let file = format!("aa = \"y\" / %{base}{}-{}\n", number(base, first), number(base, last));
                assert_eq!(Bnf::read_as(&file, Notation::Abnf).is_ok(), first <= last, "{file}");
            }
        }
    }
    let error = Bnf::read_as("aa = %x39-30\n", Notation::Abnf).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 6: expected a range from a lower number to a higher one");
}

/// A notation that is not read is refused at its first sign, whichever notation was detected or
/// selected, and never read as text.
#[test]
fn other_notations_are_refused_by_their_names() {
    const RULES: [(&str, &str); 12] = [
        ("Message ::= Name \":\" Value", "BNF"),
        ("<a> ::= <b>", "BNF"),
        ("<a rule> ::= <b> | \"c\"", "BNF"),
        ("[1] document ::= prolog element", "BNF"),
        ("a::=\"b\"", "BNF"),
        ("field := 1*b", "RFC 2045"),
        ("field:=\"b\"", "RFC 2045"),
        ("a : b ;", "ANTLR"),
        ("a: b | 'c' ;", "ANTLR"),
        ("a <- b / c", "PEG"),
        ("a -> b", "formal grammars"),
        ("a \u{2192} b", "formal grammars"),
    ];
    for (rule, name) in RULES {
        for file in ["R\n", "; of x\n\nR\nR\n", "  R\n  R\n", "R\n\nR\n", "a = \"x\"\nR\n", "a = \"x\"\n  R\n"] {
            let text = file.replace('R', rule);
            let line = text.lines().position(|line| line.contains(rule)).unwrap() + 1;
            for notation in [Notation::detect(&text), Notation::Abnf, Notation::Rfc822, Notation::BernersLee] {
                // Berners-Lee's notation has no indented productions, and `=` is a literal there.
                if notation == Notation::BernersLee && !file.starts_with('R') {
                    continue;
                }
                let error = Bnf::read_as(&text, notation).unwrap_err().to_string();
                assert!(error.contains(name), "{text}: {notation:?}: {error}");
                assert!(error.starts_with(&format!("line {line}, ")), "{text}: {notation:?}: {error}");
            }
        }
    }
}

/// The constructs of other notations after an equals sign.
#[test]
fn constructs_of_other_notations_are_refused_with_those_of_abnf() {
    for (body, expected) in [
        ("\"x\" { \"y\" }", "`*( )`"),
        ("\"x\", \"y\"", "a blank"),
        ("'x'", "a literal between"),
        ("\"x\"?", "`[ ]`"),
        ("( \"x\" )+", "a repetition in front"),
        ("#x20", "`%x`"),
        ("{ \"x\" ~ \"y\" }", ".pest"),
        ("\"x\" ~ \"y\"", "pest"),
    ] {
        for notation in [Notation::Abnf, Notation::Rfc822] {
            let error = Bnf::read_as(&format!("a = {body}\n"), notation).unwrap_err().to_string();
            assert!(error.contains(expected), "{body}: {error}");
        }
    }
    let error = Bnf::read_as("a = \"x\" | \"y\"\n", Notation::Abnf).unwrap_err().to_string();
    assert!(error.contains("`/` between alternatives"), "{error}");
    // A colon is a literal in Berners-Lee's notation.
    assert!(Bnf::read("url  host port\nhost  x\nport  : digits\ndigits  1\n").is_ok());
}
