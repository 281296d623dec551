//! The selection of lints, as arguments.

use uri_lineage::regular_bnf::lint::{Finding, Lint, Severity};

use super::names::find_by_name;

/// Findings that an argument selects.
#[derive(Clone, Copy)]
pub enum LintSelection {
    /// The findings of a lint.
    Lint(Lint),
    /// The findings of at least a severity.
    Severity(Severity),
}

impl LintSelection {
    /// Whether the argument selects a finding.
    pub fn contains(self, finding: &Finding) -> bool {
        match self {
            Self::Lint(lint) => finding.lint == lint,
            Self::Severity(severity) => finding.severity >= severity,
        }
    }
}

/// Finds the lint with a name, or the severity.
pub fn lint_or_severity(name: &str) -> Result<LintSelection, String> {
    match Severity::ALL.into_iter().find(|severity| severity.name() == name) {
        Some(severity) => Ok(LintSelection::Severity(severity)),
        None => find_by_name(name).map(LintSelection::Lint),
    }
}
