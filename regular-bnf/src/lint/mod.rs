//! Lints: what is wrong with a grammar, or likely to be, with places in its file.
//!
//! Each [`Lint`] has a name, a severity and an example. All are decided, not guessed: a finding about strings has a shortest one.
//! The work on a grammar is bounded by [`LIMITS`](crate::LIMITS); what is too large is a finding of [`Lint::Undecided`].
//!
//! ```
//! use regular_bnf::Notation;
//! use regular_bnf::lint::{Lint, Linter};
//!
//! let report = Linter::new().bnf("number = digits [ \".\" digits ]\ndigits = DIGIT / 1*DIGIT\n", Notation::Abnf);
//! let found: Vec<_> = report.findings.iter().map(|found| (found.line, found.column, found.lint)).collect();
//! assert_eq!(found, [(1, 1, Lint::OrderedChoice), (2, 1, Lint::Ambiguous), (2, 1, Lint::OrderedChoice)]);
//! // `DIGIT` is tried first, and is all that is read of `00`.
//! assert_eq!(report.findings[2].witness.as_deref(), Some("00"));
//! ```

mod against;
mod alternatives;
#[cfg(feature = "peg")]
mod endless;
mod facts;
mod grammar;
mod lints;
#[cfg(feature = "peg")]
mod ordered;
#[cfg(feature = "peg")]
mod places;
mod report;
#[cfg(feature = "peg")]
mod rules;

pub use against::Rules;
pub use lints::{Example, Lint, Severity, UnknownLint};
pub use report::{Finding, Report};

use crate::bnf::{Bnf, Notation};
use crate::language::Language;

/// Examines grammars.
///
/// The entries of a grammar are its productions or rules from which whole strings are read: by default the first.
#[derive(Clone, Default)]
pub struct Linter<'a> {
    entries: Vec<String>,
    within: Option<(String, &'a Language)>,
    old: Option<&'a Rules>,
}

impl<'a> Linter<'a> {
    /// A linter that reads each grammar from its first production or rule.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an entry. Grammars without a production or rule of that name ignore it; [`Report::entries`] has the entries that were
    /// used.
    ///
    /// ```
    /// use regular_bnf::Notation;
    /// use regular_bnf::lint::{Lint, Linter};
    ///
    /// let names = "first = \"a\"\nlast = \"b\"\n";
    /// assert_eq!(Linter::new().bnf(names, Notation::Abnf).findings[0].lint, Lint::UnusedRule);
    /// assert!(Linter::new().entry("first").entry("last").bnf(names, Notation::Abnf).findings.is_empty());
    /// ```
    #[must_use]
    pub fn entry(mut self, name: &str) -> Self {
        self.entries.push(name.to_owned());
        self
    }

    /// Requires that the entries accept only strings of a language, which has this name in messages.
    ///
    /// ```
    /// use regular_bnf::lint::{Lint, Linter};
    /// use regular_bnf::{Bnf, Language, Notation};
    ///
    /// let numbers = Language::of(&Bnf::read("number = 1*DIGIT\n")?, "number")?;
    /// let report = Linter::new().within("number", &numbers).bnf("year = *4DIGIT\n", Notation::Abnf);
    /// assert_eq!((report.findings[0].lint, report.findings[0].witness.as_deref()), (Lint::NotWithin, Some("")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(self, name: &str, language: &'a Language) -> Self {
        Self { within: Some((name.to_owned(), language)), ..self }
    }

    /// Compares each production or rule with the one of the same name in the old version of the grammar.
    ///
    /// ```
    /// use regular_bnf::lint::{Linter, Rules};
    /// use regular_bnf::{Bnf, Notation};
    ///
    /// let old = Rules::of_bnf(Bnf::read("year = 4DIGIT\n")?);
    /// let report = Linter::new().old(&old).bnf("year = 4*5DIGIT\n", Notation::Abnf);
    /// assert_eq!(report.findings[0].witness.as_deref(), Some("00000"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn old(self, rules: &'a Rules) -> Self {
        Self { old: Some(rules), ..self }
    }

    /// Examines a grammar in a notation of BNF. A file that cannot be read has a finding of [`Lint::Syntax`].
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
    #[cfg(feature = "peg")]
    pub fn pest(&self, file: &str) -> Report {
        rules::lint(file, self)
    }

    /// The entries among the names of a grammar; `find` returns a name as it is defined.
    fn entries_among(&self, find: impl Fn(&str) -> Option<String>, first: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for name in self.entries.iter().filter_map(|name| find(name)) {
            if !found.contains(&name) {
                found.push(name);
            }
        }
        if found.is_empty() {
            found.push(first.to_owned());
        }
        found
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
        let other = self.other.and_then(|other| Bnf::read_as(other, Notation::Abnf).ok());
        let language = other.as_ref().and_then(|other| Language::of(other, &other.productions().first()?.name).ok());
        let old = other.filter(|_| lint != Lint::NotWithin).map(Rules::of_bnf);
        let mut linter = Linter::new();
        if let Some(old) = &old {
            linter = linter.old(old);
        } else if let Some(language) = &language {
            linter = linter.within("other", language);
        }
        let report = match self.is_pest {
            #[cfg(feature = "peg")]
            true => linter.pest(text),
            _ => linter.bnf(text, Notation::Abnf),
        };
        report.findings.into_iter().filter(|found| found.lint == lint).collect()
    }
}

/// Text of a grammar on one line, cut if it is long.
fn shown(text: &str) -> String {
    /// How many characters are shown.
    const MOST: usize = 60;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
