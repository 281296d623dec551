//! The languages of pest rules, held to pest's own machine.

use fastrand::Rng;
use pest_vm::Vm;
use regular_bnf::lint::Linter;
use regular_bnf::{Bnf, GrammarError, Language};

use crate::common::{sampled, share, short_strings};

/// A rule that matches what another one matches as a whole, outside of atomic rules.
const WHOLE: &str = "whole = ${ inner ~ EOI }\ninner = !{ a }\n";

/// pest's machine for a grammar; `None` if pest refuses it.
fn machine(pest: &str) -> Option<Vm> {
    let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, pest).ok()?;
    pest_meta::validator::validate_pairs(pairs.clone()).ok()?;
    Some(Vm::new(pest_meta::optimizer::optimize(pest_meta::parser::consume_rules(pairs).ok()?)))
}

/// Asserts that the language of the rule `a` has the texts that pest matches.
#[track_caller]
fn assert_same(pest: &str, characters: &str, longest: usize) -> usize {
    let vm = machine(&format!("{pest}\n{WHOLE}")).unwrap_or_else(|| panic!("pest refuses {pest}"));
    let language = Language::from_pest(pest, "a").unwrap_or_else(|error| panic!("{error}: {pest}"));
    let mut members = 0;
    for text in short_strings(characters, longest) {
        let accepted = vm.parse("whole", &text).is_ok();
        assert_eq!(language.contains(&text), accepted, "{text:?}: {pest}");
        members += usize::from(accepted);
    }
    members
}

#[test]
fn white_space_and_comments_are_skipped_between_operands() {
    let space = "WHITESPACE = _{ \" \" }\n";
    let comment = "COMMENT = _{ \"#\" ~ \"x\"* ~ \"#\" }\n";
    for implicit in [space.to_owned(), comment.to_owned(), format!("{space}{comment}")] {
        for rules in [
            "a = { \"x\" ~ \"y\" }",
            "a = { \"x\"* ~ \"y\" }",
            "a = { \"x\"+ }",
            "a = { \"x\"{2} }",
            "a = { \"x\"{1,} ~ \"y\"? }",
            "a = { \"x\"{,2} }",
            "a = { \"x\" ~ \"y\" | \"x\" }",
            "a = { \"x\" | \"x\" ~ \"y\" }",
            "a = @{ \"x\" ~ b } b = { \"y\" ~ \"y\" }",
            "a = ${ \"x\" ~ b* } b = !{ \"y\" ~ \"y\" }",
            "a = { b ~ b } b = _{ \"x\" ~ \"y\"? }",
            "a = { b ~ c } b = { \"x\" ~ \"y\" } c = @{ b }",
            "a = { \"x\" ~ (\"y\" ~ a)? }",
            "a = { &\"x\" ~ ANY ~ !\"y\" ~ ANY }",
            "a = { ^\"X\" ~ \" \"? }",
        ] {
            assert_same(&format!("{implicit}{rules}"), "xy #", 6);
        }
    }
}

#[test]
fn recursion_at_the_end_is_repetition() {
    assert_ne!(assert_same("a = { \"x\" ~ (\",\" ~ a)? }", "x,", 8), 0);
    assert_ne!(assert_same("a = { \"x\" ~ b | \"y\" } b = { \",\" ~ a | \"x\" }", "xy,", 6), 0);
    assert_ne!(assert_same("a = { \"x\" ~ a | \"x\" ~ \"y\" }", "xy", 9), 0);
    assert_ne!(assert_same("a = { !(\"y\" ~ a) ~ \"x\" ~ a | \"y\" ~ \"x\"? }", "xy", 9), 0);
    // A language that no automaton has.
    for pest in [
        "a = { \"x\" ~ a ~ \"y\" | \"x\" }",
        "a = { (\"x\" ~ a)* ~ \"y\" }",
        "a = { \"x\" ~ b ~ \"y\" | \"y\" } b = { a }",
    ] {
        let error = Language::from_pest(pest, "a").unwrap_err();
        assert_eq!(error.to_string(), "the rule `a` uses recursion, by which it may describe no regular language");
    }
}

#[test]
fn the_beginning_of_the_input() {
    for pest in [
        "a = { SOI ~ \"x\" ~ EOI }",
        "a = { \"x\" ~ SOI | \"x\" }",
        "a = { (SOI | \"y\") ~ \"x\" }",
        "a = { !SOI ~ \"x\" | SOI ~ \"y\" }",
        "a = { &\"x\" ~ SOI ~ \"x\" }",
        "a = { (\"x\" ~ SOI)* ~ \"x\" }",
        "WHITESPACE = _{ \" \" } a = { SOI ~ \"x\" ~ \"y\" ~ SOI? }",
    ] {
        // `a` is used by `inner` there, so pest alone is asked for whole texts.
        let vm = machine(&format!("{pest} whole = ${{ inner ~ EOI }} inner = !{{ a }}")).unwrap();
        let language = Language::from_pest(pest, "a").unwrap();
        for text in short_strings("xy ", 4) {
            assert_eq!(language.contains(&text), vm.parse("whole", &text).is_ok(), "{text:?}: {pest}");
        }
    }
    for pest in ["a = { \"x\"? ~ SOI ~ \"y\" }", "b = { \"x\" ~ a | a } a = { SOI ~ \"y\" }"] {
        let error = Language::from_pest(pest, "a").unwrap_err();
        assert_eq!(error.to_string(), "the rule `a` uses `SOI` where it is unknown whether text comes before");
    }
}

#[test]
fn built_in_rules_have_the_characters_of_pest() {
    let ascii = ["ASCII_NONZERO_DIGIT", "ASCII_BIN_DIGIT", "ASCII_OCT_DIGIT", "ASCII_ALPHANUMERIC", "ASCII_HEX_DIGIT"];
    for name in ascii {
        let pest = format!("a = {{ {name} }}");
        let vm = machine(&pest).unwrap();
        let language = Language::from_pest(&pest, "a").unwrap();
        for c in '\0'..='\u{FF}' {
            assert_eq!(language.contains(&c.to_string()), vm.parse("a", &c.to_string()).is_ok(), "{name} {c:?}");
        }
    }
    assert_same("a = { NEWLINE }", "\n\rx", 3);
    for name in sampled(pest::unicode::unicode_property_names(), 29) {
        let language = Language::from_pest(&format!("a = {{ {name} }}"), "a").unwrap();
        let has_property = pest::unicode::by_name(name).unwrap();
        for c in sampled('\0'..=char::MAX, 97) {
            assert_eq!(language.contains(c.encode_utf8(&mut [0; 4])), has_property(c), "{name} {c:?}");
        }
    }
}

/// One rule that has no automaton says so, and the others have theirs.
#[test]
fn a_rule_that_cannot_be_analysed_stops_only_its_users() {
    let pest = "a = { \"x\" ~ b }\nb = { \"y\" }\nc = { PUSH(a) ~ POP }\nd = { c? }\n";
    assert!(Language::from_pest(pest, "a").unwrap().contains("xy"));
    for rule in ["c", "d"] {
        let error = Language::from_pest(pest, rule).unwrap_err();
        assert_eq!(error, GrammarError::Unsupported { rule: "c".to_owned(), what: "the stack".to_owned() });
    }
    assert!(Bnf::from_pest(pest).is_err());
    let findings = Linter::new().entry("a").entry("d").pest(pest).findings;
    let messages: Vec<&str> = findings.iter().map(|finding| &*finding.message).collect();
    assert_eq!(
        messages,
        ["empty-language", "untaken-branch", "idle-repetition"]
            .map(|lint| format!("`{lint}` is not decided for 2 rules (`c`, `d`): the rule `c` uses the stack"))
    );
}

#[test]
fn a_fault_in_atomic_context_names_the_rule() {
    let pest = "WHITESPACE = _{ \" \" } a = { b } b = @{ \"x\" ~ b ~ \"y\" | \"x\" }";
    let error = Language::from_pest(pest, "a").unwrap_err().to_string();
    assert_eq!(error, "the rule `b` uses recursion, by which it may describe no regular language");
}

/// Files that need much space when they are written out end in an error.
#[test]
fn large_files_are_refused() {
    let space = "WHITESPACE = _{ \" \" }\n";
    let nested = format!("{space}a = {{ {}\"x\"{} }}", "(".repeat(15), " ~ \"y\")*".repeat(15));
    let counted: String = (0..200).map(|n| format!("a{n} = {{ \"x\"{{1000}} ~ \"y\"{{1000}} }}\n")).collect();
    let counted = format!("{space}a = {{ \"x\" }}\n{counted}");
    for pest in [nested, counted] {
        let error = Language::from_pest(&pest, "a").unwrap_err().to_string();
        assert_eq!(error, "the rule `a` uses more than 100000 expressions, with the white space between them");
    }
    let many = format!("a = {{ {} }}", vec!["LETTER"; 400].join(" ~ "));
    let many: String = (0..6).map(|n| many.replace("a =", &format!("a{n} ="))).collect();
    let error = Language::from_pest(&many, "a0").unwrap_err().to_string();
    assert!(error.ends_with("more than 2000 properties of Unicode"), "{error}");
}

/// An expression by chance, in which rules use only later ones.
fn expression(rng: &mut Rng, later: &[&str], depth: usize) -> String {
    if depth == 0 {
        return match rng.u8(..4) {
            0 if !later.is_empty() => later[rng.usize(..later.len())].to_owned(),
            1 => "\"y\"".to_owned(),
            _ => "\"x\"".to_owned(),
        };
    }
    let first = expression(rng, later, depth - 1);
    let shallower = rng.usize(..depth);
    let second = expression(rng, later, shallower);
    match rng.u8(..9) {
        0..=2 => format!("({first} ~ {second})"),
        3 | 4 => format!("({first} | {second})"),
        5 => format!("({first})?"),
        6 => format!("({first}){}", ["*", "+", "{2}", "{,2}", "{1,2}"][rng.usize(..5)]),
        7 => format!("!({first}) ~ {second}"),
        _ => format!("&({first}) ~ {second}"),
    }
}

#[test]
fn rules_with_implicit_white_space_match_the_same_by_chance() {
    let mut rng = Rng::with_seed(29);
    let mut compared = 0;
    for _ in 0..share(2_000, 8) {
        let implicit =
            ["WHITESPACE = _{ \" \" }", "COMMENT = { \"#\" }", "WHITESPACE = { \" \" } COMMENT = @{ \"#\" ~ \"x\"? }"];
        let implicit = implicit[rng.usize(..3)];
        let names = ["a", "b", "c"];
        let mut pest = implicit.to_owned();
        for (number, name) in names.iter().enumerate() {
            let kind = ["", "_", "@", "$", "!"][rng.usize(..5)];
            pest += &format!("\n{name} = {kind}{{ {} }}", expression(&mut rng, &names[number + 1..], 3));
        }
        // pest refuses repetitions of what may be empty.
        if machine(&pest).is_some() {
            assert_same(&pest, "xy #", 4);
            compared += 1;
        }
    }
    assert!(compared > share(400, 8), "{compared}");
}
