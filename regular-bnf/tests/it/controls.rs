//! Grammars that have the control characters which serve as marks.

use fastrand::Rng;
use regular_bnf::{Bnf, Differential, GrammarError, Language, Notation, Place, SpanComparison, Spans};

use crate::common::short_strings;

fn read(abnf: &str) -> Bnf {
    Bnf::read_as(abnf, Notation::Abnf).unwrap()
}

fn hosts(abnf: &str) -> Result<Spans, GrammarError> {
    Spans::from_bnf(&read(abnf), "u", &[Place::rule("host")])
}

#[test]
fn productions_that_distinguish_a_mark_have_no_spans() {
    // Both accept U+0001 between two letters, and its host is with it in one of them.
    for split in ["host = *\"a\"\npath = %x01 *\"a\"\n", "host = *\"a\" %x01\npath = *\"a\"\n"] {
        assert_eq!(hosts(&format!("u = host path\n{split}")).err(), Some(GrammarError::Control));
    }
    // Each has a character that is read alike, and both have none.
    let [one, other] =
        ["%x01 / %x03", "%x01 / %x04"].map(|set| hosts(&format!("u = host\nhost = *( {set} )\n")).unwrap());
    assert_eq!(Differential::shortest(&one, &other, SpanComparison::default()).err(), Some(GrammarError::Control));
    assert_eq!(one.alike(&[&other], SpanComparison::default()).err(), Some(GrammarError::Control));
    assert_eq!(Differential::shortest(&one, &one, SpanComparison::default()), Ok(None));
    // Others do not matter.
    assert!(hosts("u = host\nhost = *\"a\"\nother = %x01\n").is_ok());
    assert!(hosts("u = host\nhost = *%x00-1F\n").is_ok());
}

#[test]
fn spans_are_not_within_a_language_that_distinguishes_a_mark() {
    let spans = hosts("u = host\nhost = *%x00-7F\n").unwrap();
    let within = |set: &str| {
        let language = Language::new(&read(&format!("all = *{set}\n")), "all").unwrap();
        spans.within(&language).map(|spans| spans.in_string("\u{1}\u{2}\u{3}").is_ok())
    };
    assert_eq!(within("%x00-1F"), Ok(true));
    assert_eq!(within("%x61"), Ok(false));
    assert_eq!(within("( %x00 / %x03-7F )"), Ok(false));
    assert_eq!(within("%x01-02"), Err(GrammarError::Control));
    assert_eq!(within("( %x01 %x02 / %x00 )"), Err(GrammarError::Control));
}

/// The spans do not depend on which characters a grammar has, or there are none.
#[test]
fn characters_are_as_others_or_refused() {
    let mut rng = Rng::with_seed(11);
    let parts = ["*P", "*Q", "[ P ]", "[ Q ] P", "*( P / Q )", "P *Q", "*( P / Q / R )", "\"\"", "*( P Q )"];
    let (mut spans, mut none) = (0, 0);
    let mut before: Option<[Spans; 2]> = None;
    for _ in 0..1_000 {
        let mut part = || rng.choice(parts).unwrap();
        let grammar = format!("u = front host path\nfront = {}\nhost = {}\npath = {}\n", part(), part(), part());
        let spans_with = |characters: &str| {
            let named = ["P", "Q", "R"].into_iter().zip(characters.chars());
            hosts(&named.fold(grammar.clone(), |all, (name, c)| all + &format!("{name} = %x{:X}\n", c as u32)))
        };
        let [letters, controls] = ["abc", "\u{1}\u{3}\u{2}"];
        match (spans_with(letters), spans_with(controls)) {
            (Ok(own), Ok(other)) => {
                spans += 1;
                for (text, control_text) in short_strings(letters, 4).zip(short_strings(controls, 4)) {
                    assert_eq!(own.in_string(&text), other.in_string(&control_text), "{grammar}: {text}");
                }
                if let Some([first, second]) = &before {
                    let found = Differential::shortest(first, &own, SpanComparison::default()).unwrap();
                    match Differential::shortest(second, &other, SpanComparison::default()) {
                        Err(GrammarError::Control) => none += 1,
                        of_controls => {
                            assert_eq!(of_controls.unwrap().is_some(), found.is_some(), "{grammar}: {found:?}")
                        }
                    }
                }
                before = Some([own, other]);
            }
            (_, Err(GrammarError::Control)) => none += 1,
            (Err(_), Err(_)) => {}
            (own, other) => panic!("{grammar}: {own:?}, {other:?}"),
        }
    }
    assert!(spans > 0 && none > 0, "{spans} {none}");
}
