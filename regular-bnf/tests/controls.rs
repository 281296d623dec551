//! Grammars that have the control characters which serve as marks.
#![cfg(feature = "peg")]

use regular_bnf::{Bnf, Language, Notation, Place, ProofError, Spans};

fn read(abnf: &str) -> Bnf {
    Bnf::read_as(abnf, Notation::Abnf).unwrap()
}

fn hosts(abnf: &str) -> Result<Spans, ProofError> {
    Spans::of_bnf(&read(abnf), "u", &[Place::rule("host")])
}

#[test]
fn productions_that_distinguish_a_mark_have_no_spans() {
    // Both accept U+0001 between two letters, and its host is with it in one of them.
    for split in ["host = *\"a\"\npath = %x01 *\"a\"\n", "host = *\"a\" %x01\npath = *\"a\"\n"] {
        assert_eq!(hosts(&format!("u = host path\n{split}")).err(), Some(ProofError::Control));
    }
    // Others do not matter.
    assert!(hosts("u = host\nhost = *\"a\"\nother = %x01\n").is_ok());
    assert!(hosts("u = host\nhost = *%x00-1F\n").is_ok());
}

#[test]
fn spans_are_not_within_a_language_that_distinguishes_a_mark() {
    let spans = hosts("u = host\nhost = *%x00-7F\n").unwrap();
    let within = |set: &str| {
        let language = Language::of(&read(&format!("all = *{set}\n")), "all").unwrap();
        spans.within(&language).map(|spans| spans.in_string("\0\u{3}").is_ok())
    };
    assert_eq!(within("%x00-1F"), Ok(true));
    assert_eq!(within("%x61"), Ok(false));
    assert_eq!(within("( %x00 / %x03-7F )"), Ok(true));
    assert_eq!(within("%x01-02"), Err(ProofError::Control));
    assert_eq!(within("( %x01 %x02 / %x00 )"), Err(ProofError::Control));
}
