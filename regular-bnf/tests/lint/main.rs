//! Lints: each finds what it describes, and nothing else.
#![cfg(feature = "peg")]

mod brute;
mod hostile;
mod pest;
mod planted;

use regular_bnf::Notation;
use regular_bnf::lint::{Lint, Linter, Severity};

#[test]
fn each_example_has_the_finding_and_its_mended_form_has_not() {
    for &lint in Lint::ALL {
        let example = lint.example();
        assert!(!example.findings(lint).is_empty(), "{lint}");
        assert_eq!(example.mended_findings(lint), [], "{lint}");
        let mended = match example.is_pest {
            true => Linter::new().pest(example.mended),
            false => Linter::new().bnf(example.mended, Notation::Abnf),
        };
        let worst = mended.findings.iter().map(|found| found.severity).max();
        assert!(worst < Some(Severity::Error), "{lint}: {mended:?}");
        assert_eq!(lint.name().parse(), Ok(lint));
    }
}
