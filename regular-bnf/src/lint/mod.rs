//! Lints: certain and likely errors in a grammar, with places in its file.
//!
//! Each [`Lint`] has a name, a severity and an example. All are decided, not guessed: a finding
//! about strings has a shortest one. The work on a grammar is bounded by [`LIMITS`](crate::LIMITS);
//! a question that is too large is a finding of [`Lint::Undecided`].
//!
//! ```
//! use regular_bnf::Notation;
//! use regular_bnf::lint::{Lint, Linter};
//!
//! let report = Linter::new().bnf("number = digits [ \".\" digits ]\ndigits = DIGIT / 1*DIGIT\n", Notation::Abnf);
//! let findings = report.findings.iter().map(|finding| (finding.line, finding.column, finding.lint));
//! let findings: Vec<_> = findings.collect();
//! assert_eq!(findings, [(1, 1, Lint::OrderedChoice), (2, 1, Lint::Ambiguous), (2, 1, Lint::OrderedChoice)]);
//! // `DIGIT` is tried first, and is all that is read of `00`.
//! assert_eq!(report.findings[2].witness.as_deref(), Some("00"));
//! ```

mod against;
mod alternatives;
mod derivable;
mod endless;
mod entries;
mod grammar;
mod languages;
mod lints;
mod offsets;
mod options;
mod ordered;
mod pattern;
mod probe;
mod report;
mod rules;

pub use languages::Rules;
pub use lints::{Example, ExampleKind, Lint, Severity};
pub use options::{Importer, Linter, Pattern};
pub use report::{Finding, Report};

use crate::bnf::{Bnf, Notation};
use crate::language::Language;
use crate::language::import::{Import, Lookup};

impl Linter<'_> {
    /// Examines a grammar in a notation of BNF. A file that cannot be read has a finding of
    /// [`Lint::Syntax`].
    pub fn bnf(&self, file: &str, notation: Notation) -> Report {
        grammar::lint(file, notation, self)
    }

    /// Examines a pest grammar.
    ///
    /// ```
    /// use regular_bnf::lint::{Lint, Linter};
    ///
    /// let report = Linter::new().pest("word = { \"a\" | \"ab\" }");
    /// assert_eq!((report.findings[0].lint, report.findings[0].witness.as_deref()), (Lint::UntakenBranch, Some("ab")));
    /// ```
    pub fn pest(&self, file: &str) -> Report {
        rules::lint(file, self)
    }

    /// Examines a regular expression: a rule named `pattern`. Its choices are in order of
    /// preference, and all lints are about the strings that it matches.
    ///
    /// ```
    /// use regular_bnf::Flavour;
    /// use regular_bnf::lint::{Lint, Linter, Pattern};
    ///
    /// let pattern = Pattern { text: "(?!-)[a-z]+", flavour: Flavour::EcmaScript, ..Pattern::default() };
    /// assert_eq!(Linter::new().pattern(pattern).findings[0].lint, Lint::IdleAssertion);
    /// ```
    pub fn pattern(&self, pattern: Pattern<'_>) -> Report {
        pattern::lint(&pattern, self)
    }
}

impl Example {
    /// The findings of a lint in the example, as the lint's documentation shows them.
    ///
    /// ```
    /// use regular_bnf::lint::Lint;
    ///
    /// let findings = Lint::UselessAlternative.example().findings(Lint::UselessAlternative);
    /// assert_eq!(findings[0].witness.as_deref(), Some("end"));
    /// ```
    pub fn findings(&self, lint: Lint) -> Vec<Finding> {
        self.of_text(self.text, lint)
    }

    /// The findings of a lint in the mended form: there is none.
    pub fn mended_findings(&self, lint: Lint) -> Vec<Finding> {
        self.of_text(self.mended, lint)
    }

    fn of_text(&self, text: &str, lint: Lint) -> Vec<Finding> {
        let second = self.other.and_then(|text| Bnf::read_as(text, Notation::Abnf).ok());
        let language = second.as_ref().and_then(|bnf| Language::new(bnf, &bnf.productions().first()?.name).ok());
        let imported = second.clone();
        let importer: Importer<'_> = &|bnf: &Bnf| {
            bnf.import(&[], &mut |wanted| match &imported {
                Some(bnf) => {
                    Lookup::In(Import { grammar: "other".into(), bnf, production: wanted.name.to_owned().into() })
                }
                None => Lookup::Nowhere,
            })
        };
        let old = second.filter(|_| lint != Lint::NotWithin).map(Rules::from_bnf);
        let mut linter = Linter::new();
        if lint == Lint::RepeatedImport {
            linter = linter.importing(importer);
        } else if let Some(old) = &old {
            linter = linter.old(old);
        } else if let Some(language) = &language {
            linter = linter.within("other", language);
        }
        let report = match self.kind {
            ExampleKind::Pest => linter.pest(text),
            ExampleKind::Pattern => {
                let (text, flavour) = (text.trim_end_matches('\n'), crate::regex::Flavour::Pcre);
                linter.pattern(Pattern { text, flavour, ..Pattern::default() })
            }
            ExampleKind::Abnf => linter.bnf(text, Notation::Abnf),
        };
        report.findings.into_iter().filter(|finding| finding.lint == lint).collect()
    }
}
