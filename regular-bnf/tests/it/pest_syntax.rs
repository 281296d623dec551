//! Texts that pest's parser accepts, and that are no grammar.

use fastrand::Rng;
use regular_bnf::lint::{Lint, Linter};
use regular_bnf::{Bnf, GrammarError, Language, Prover};

use crate::common::share;

/// The message of a grammar that cannot be read.
#[track_caller]
fn refused(pest: &str) -> String {
    match Prover::new(pest).err() {
        Some(GrammarError::Pest(message)) => message,
        other => panic!("{pest}: {other:?}"),
    }
}

#[test]
fn an_escape_is_a_character() {
    let high = "expected a character, whose number is at most 10FFFF (hexadecimal)";
    let surrogate =
        "expected a character: D800 to DFFF (hexadecimal) are the numbers of surrogates, which are no characters";
    assert_eq!(refused(r#"a = { "\u{110000}" }"#), format!("line 1, column 8: {high}"));
    assert_eq!(refused(r#"a = { ^"é\\\u{dfff}" }"#), format!("line 1, column 12: {surrogate}"));
    assert_eq!(
        refused("a = { \"x\" }\nb = { '\\u{D800}'..'\\u{FFFFFF}' }"),
        format!("line 2, column 8: {surrogate}; line 2, column 20: {high}")
    );
    let report = Linter::new().pest(r#"a = { "\u{110000}" }"#);
    let found: Vec<_> = report.findings.iter().map(|found| (found.lint, found.line, found.column)).collect();
    assert_eq!(found, [(Lint::Syntax, 1, 8)]);
}

#[test]
fn a_number_of_the_stack_fits() {
    let expected = "expected a number that fits into 32 bits, with its sign";
    assert_eq!(refused("a = { PEEK[0..2147483648] }"), format!("line 1, column 15: {expected}"));
    assert_eq!(refused("a = { PEEK[-2147483649..] }"), format!("line 1, column 12: {expected}"));
}

/// Every character is an escape of its number, and no other number is one.
#[test]
fn each_escape_is_the_character_of_its_number_or_refused() {
    let mut rng = Rng::with_seed(7);
    let edges = [0, 0x7F, 0x80, 0xFF, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10FFFF, 0x110000, 0xFFFFFF];
    for number in edges.into_iter().chain((0..300).map(|_| rng.u32(..0x1000000) >> rng.u32(..16))) {
        let escape = format!("\\u{{{number:02x}}}");
        for pest in [format!("a = {{ \"{escape}\" }}"), format!("a = {{ '{escape}'..'{escape}' }}")] {
            match char::from_u32(number) {
                Some(c) => assert!(Language::from_pest(&pest, "a").unwrap().contains(&c.to_string()), "{pest}"),
                None => _ = refused(&pest),
            }
        }
    }
}

/// Repetitions with bounds accept the counts between these, and those whose bounds are in the wrong
/// order are refused.
#[test]
fn each_repetition_accepts_the_counts_between_its_bounds_or_is_refused() {
    for (least, most) in (0..5).flat_map(|least| (1..5).map(move |most| (least, most))) {
        let pest = format!("a = {{ \"y\" ~ \"x\"{{{least}, {most}}} }}");
        if least > most {
            let expected = format!("a repetition whose maximum, {most}, is not below its minimum, {least}");
            assert_eq!(refused(&pest), format!("line 1, column 16: expected {expected}"));
            assert!(matches!(Bnf::from_pest(&pest), Err(GrammarError::Pest(_))));
            continue;
        }
        let language = Language::from_pest(&pest, "a").unwrap();
        for count in 0..6 {
            let accepts = least <= count && count <= most;
            assert_eq!(language.contains(&format!("y{}", "x".repeat(count))), accepts, "{pest}: {count}");
        }
    }
}

#[test]
fn no_text_panics() {
    let mut rng = Rng::with_seed(8);
    let pieces = [
        "\\",
        "u",
        "{",
        "}",
        "x",
        "0",
        "7",
        "F",
        "D8",
        "11",
        "\"",
        "'",
        "\\u{",
        "\\x",
        "\\n",
        "\\\"",
        "é",
        "..",
        "'a'",
        " ~ ",
        "^",
        "(",
        ")",
        "{3,2}",
        "{,4294967296}",
        "PEEK[",
        "-9999999999",
        "]",
        "PUSH(",
        "PUSH_LITERAL(\"x\")",
        "#t = ",
    ];
    let mut quoted = 0;
    for _ in 0..share(3_000, 4) {
        let text: String = (0..rng.usize(..8)).filter_map(|_| rng.choice(&pieces).copied()).collect();
        for pest in [
            format!("a = {{ {text} }}"),
            format!("a = {{ \"{text}\" }}"),
            format!("a = {{ ^\"{text}\" ~ \"x\" }}"),
            format!("a = {{ '{text}'..'z' }}"),
            format!("a = {{ 'a'..'{text}' }}"),
        ] {
            let read = Prover::new(&pest);
            quoted += usize::from(read.is_ok());
            assert_eq!(Bnf::from_pest(&pest).is_ok(), read.is_ok(), "{pest}");
            Linter::new().pest(&pest);
        }
    }
    assert!(quoted > 0);
}
