//! Lints as arguments.

use uri_lineage::lint::{Finding, Lint, Severity, UnknownLint};

use super::names::suggest;

/// Findings that an argument selects.
#[derive(Clone, Copy)]
pub enum Lints {
    /// Those of a lint.
    One(Lint),
    /// Those of at least a severity.
    From(Severity),
}

impl Lints {
    /// Whether it selects a finding.
    pub fn contains(self, finding: &Finding) -> bool {
        match self {
            Self::One(lint) => finding.lint == lint,
            Self::From(severity) => finding.severity >= severity,
        }
    }
}

/// Finds the lint with a name.
pub fn lint(name: &str) -> Result<Lint, String> {
    name.parse().map_err(|error: UnknownLint| suggest(&error, name, Lint::ALL.iter().map(|lint| lint.name())))
}

/// Finds the lint with a name, or the severity.
pub fn or_severity(name: &str) -> Result<Lints, String> {
    match Severity::ALL.into_iter().find(|severity| severity.name() == name) {
        Some(severity) => Ok(Lints::From(severity)),
        None => lint(name).map(Lints::One),
    }
}
