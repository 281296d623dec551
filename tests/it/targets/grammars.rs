//! Grammars of other people.

use uri_lineage::regular_bnf::{Bnf, Language, Notation};
use uri_lineage::{Grammar, Reading};

/// Texts that may be grammars in one of the notations: read or refused, in bounded time.
pub fn grammars(bytes: &[u8]) {
    let productions = ["a", "b", "c", "alpha"];
    let mut text = String::new();
    // Half of the inputs look like a grammar.
    match bytes.split_first() {
        Some((first, rest)) if first % 2 == 0 => {
            for pair in rest.chunks(2).take(60) {
                text.push_str(match pair[0] % 16 {
                    0 | 1 => "\na = ",
                    2 => "\nb = ",
                    3 => "\nc      a ",
                    4 => [" | ", " / "][usize::from(pair[pair.len() - 1]) % 2],
                    5 => " [ ",
                    6 => " ] ",
                    7 => " ( ",
                    8 => " ) ",
                    9 => " 1*",
                    10 => " *",
                    11 => " 2*5",
                    12 => " \"x\" ",
                    _ => productions[usize::from(pair[pair.len() - 1]) % productions.len()],
                });
                text.push(' ');
            }
        }
        _ => text.push_str(&String::from_utf8_lossy(bytes)),
    }
    let text = &text;
    let notations = [Notation::BernersLee, Notation::Rfc822, Notation::Abnf];
    for bnf in notations.into_iter().filter_map(|notation| Bnf::read_as(text, notation).ok()) {
        for (name, language) in Language::all(&bnf) {
            if let Ok(language) = language {
                for member in language.members().take(3) {
                    assert!(language.contains(&member), "{name}: {text:?}");
                }
                assert!(language.compare(&language).unwrap().left_only.is_none());
            }
        }
    }
}

/// Texts that may be pest grammars: proved, refuted or refused, in bounded time.
pub fn pest_grammars(bytes: &[u8]) {
    use uri_lineage::regular_bnf::Prover;
    let language = Language::new(Grammar::Rfc1738.bnf(Reading::Corrected), "host").unwrap();
    let mut text = String::new();
    match bytes.split_first() {
        Some((first, rest)) if first % 2 == 0 => {
            text.push_str("a = { ");
            for byte in rest.iter().take(60) {
                text.push_str(
                    [
                        "\"x\"",
                        "'a'..'z'",
                        "~",
                        "|",
                        "(",
                        ")",
                        "*",
                        "+",
                        "?",
                        "!",
                        "&",
                        "ANY",
                        "a",
                        "b",
                        "SOI",
                        "EOI",
                        "{2}",
                        "PUSH(b)",
                        "POP",
                        "}\nb = @{ ",
                    ][usize::from(*byte) % 20],
                );
                text.push(' ');
            }
            text.push('}');
        }
        _ => text.push_str(&String::from_utf8_lossy(bytes)),
    }
    if let Ok(mut prover) = Prover::new(&text) {
        for rule in prover.rules().to_vec() {
            _ = prover.prove(&rule, "host", &language);
        }
    }
}
