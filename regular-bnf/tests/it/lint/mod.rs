//! Lints: each finds what it describes, and nothing else.

mod brute;
mod hostile;
mod patterns;
mod pest;
mod planted;

use regular_bnf::Notation;
use regular_bnf::lint::{ExampleKind, Lint, Linter, Severity};

#[test]
fn each_example_has_the_finding_and_its_mended_form_has_not() {
    for &lint in Lint::ALL {
        let example = lint.example();
        assert!(!example.findings(lint).is_empty(), "{lint}");
        assert_eq!(example.mended_findings(lint), [], "{lint}");
        let mended = match example.kind {
            ExampleKind::Pest => Linter::new().pest(example.mended).findings,
            // It has no findings at all, as asserted above.
            ExampleKind::Pattern => example.mended_findings(lint),
            _ => Linter::new().bnf(example.mended, Notation::Abnf).findings,
        };
        let worst = mended.iter().map(|found| found.severity).max();
        assert!(worst < Some(Severity::Error), "{lint}: {mended:?}");
        assert_eq!(lint.name().parse(), Ok(lint));
    }
}
