//! The findings of files, and their records.

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::regular_bnf::lint::{Finding, Lint, Severity};

use crate::commands::ambiguity::DerivationTree;
use crate::output::text::quoted;

/// The findings of one file.
pub struct Linted {
    pub file: String,
    pub findings: Vec<Finding>,
    pub entries: Vec<String>,
}

/// All findings, with their files.
pub fn findings(linted: &[Linted]) -> impl Iterator<Item = (&str, &Finding)> {
    linted.iter().flat_map(|linted| linted.findings.iter().map(|finding| (linted.file.as_str(), finding)))
}

/// The message of a finding, with its string.
pub fn message(finding: &Finding) -> String {
    match &finding.witness {
        Some(witness) => format!("{}: {}", finding.message, quoted(witness)),
        None => finding.message.clone(),
    }
}

/// A finding of a lint.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub struct FindingRecord<'a> {
    /// The file, as written in the argument.
    file: &'a str,
    /// The line of the file, from 1.
    line: usize,
    /// The column of the line in characters, from 1.
    column: usize,
    /// The lint.
    lint: Lint,
    /// How severe the finding is, after `--deny`.
    severity: Severity,
    /// The production or rule; `null` if the finding is not about one.
    production: Option<&'a str>,
    /// The finding in words, without the string.
    message: &'a str,
    /// A shortest string that shows it; `null` if no such string exists.
    witness: Option<&'a str>,
    /// Two derivations of the witness; `null` if the finding is not about them, or if they cannot
    /// be shown.
    derivations: Option<[DerivationTree<'a>; 2]>,
}

impl<'a> FindingRecord<'a> {
    pub fn new(file: &'a str, finding: &'a Finding) -> Self {
        let Finding { lint, severity, line, column, production, message, witness, derivations, .. } = finding;
        Self {
            file,
            line: *line,
            column: *column,
            lint: *lint,
            severity: *severity,
            production: production.as_deref(),
            message,
            witness: witness.as_deref(),
            derivations: derivations.as_ref().map(|pair| pair.each_ref().map(DerivationTree::new)),
        }
    }
}
