//! Lints: each finds what it describes, and nothing else.
#![cfg(feature = "peg")]

use regular_bnf::lint::{Finding, Lint, Linter, Report, Rules};
use regular_bnf::{Bnf, Language, Notation};

fn abnf(text: &str) -> Report {
    Linter::new().bnf(text, Notation::Abnf)
}

/// The findings of one lint.
fn of(report: &Report, lint: Lint) -> Vec<&Finding> {
    report.findings.iter().filter(|found| found.lint == lint).collect()
}

/// The report on the example of a lint, or on its mended form.
fn example(lint: Lint, text: &str) -> Report {
    let example = lint.example();
    let first = |bnf: &Bnf| bnf.productions()[0].name.clone();
    match example.other.map(|other| Bnf::read_as(other, Notation::Abnf).unwrap()) {
        _ if example.is_pest => Linter::new().pest(text),
        None => abnf(text),
        Some(other) if lint == Lint::NotWithin => {
            let language = Language::of(&other, &first(&other)).unwrap();
            Linter::new().within("other", &language).bnf(text, Notation::Abnf)
        }
        Some(other) => Linter::new().old(&Rules::of_bnf(other)).bnf(text, Notation::Abnf),
    }
}

#[test]
fn each_example_has_the_finding_and_its_mended_form_has_not() {
    for &lint in Lint::ALL {
        let bad = example(lint, lint.example().text);
        assert!(!of(&bad, lint).is_empty(), "{lint}: {bad:?}");
        let good = example(lint, lint.example().mended);
        assert!(of(&good, lint).is_empty(), "{lint}: {good:?}");
        assert!(good.findings.iter().all(|found| found.severity < lint.severity()), "{lint}: {good:?}");
    }
}
