//! Findings, and how they are collected.

use std::collections::{BTreeMap, HashSet};

use super::lints::{Lint, Severity};
use crate::automaton::TooLarge;
use crate::bnf::NotationError;
use crate::limits::limits;
use crate::marks::Derivation;

/// A place in a grammar about which a lint has something to report.
///
/// ```
/// use regular_bnf::Notation;
/// use regular_bnf::lint::Linter;
///
/// let report = Linter::new().bnf("page = site\nsite = 1*ALPHA / name\n", Notation::Abnf);
/// let finding = &report.findings[0];
/// assert_eq!((finding.line, finding.column, finding.lint.name()), (2, 18, "undefined-rule"));
/// assert_eq!((finding.message.as_str(), finding.witness.as_deref()), ("`name` is not defined", None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The lint.
    pub lint: Lint,
    /// How severe it is.
    pub severity: Severity,
    /// The line in the file, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The production or rule, if it is about one.
    pub production: Option<String>,
    /// The finding in words, without the string.
    pub message: String,
    /// A shortest string that shows it, if there is one.
    pub witness: Option<String>,
    /// Two derivations of the string, if it is about them.
    pub derivations: Option<[Derivation; 2]>,
}

/// The result for one grammar.
///
/// ```
/// use regular_bnf::Notation;
/// use regular_bnf::lint::Linter;
///
/// let report = Linter::new().bnf("page = \"//\" site\nsite = 1*ALPHA\npath = *ALPHA\n", Notation::Abnf);
/// assert!(report.findings.is_empty());
/// // No other production uses these.
/// assert_eq!(report.entries, ["page", "path"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The findings, in the order of the file.
    pub findings: Vec<Finding>,
    /// The entry productions from which the grammar was read.
    pub entries: Vec<String>,
}

impl Finding {
    pub(super) fn new(lint: Lint, production: Option<&str>, message: String) -> Self {
        let production = production.map(str::to_owned);
        let severity = lint.severity();
        Self { lint, severity, line: 1, column: 1, production, message, witness: None, derivations: None }
    }

    pub(super) fn with(self, witness: Option<String>) -> Self {
        Self { witness, ..self }
    }
}

/// The findings so far, each with its offset in the text; without an offset, its line and column
/// are known.
#[derive(Default)]
pub(super) struct Findings {
    findings: Vec<(Option<usize>, Finding)>,
    undecided: BTreeMap<Lint, Undecided>,
}

/// The subjects about which a lint could not decide.
struct Undecided {
    reason: String,
    /// The offset of the first production.
    offset: Option<usize>,
    /// The first names.
    names: Vec<String>,
    /// The number of all names.
    count: usize,
}

impl Findings {
    pub fn add(&mut self, offset: usize, finding: Finding) {
        self.findings.push((Some(offset), finding));
    }

    pub fn add_at_line(&mut self, line: usize, column: usize, finding: Finding) {
        self.findings.push((None, Finding { line, column, ..finding }));
    }

    pub fn unreadable(&mut self, production: Option<&str>, error: &NotationError) {
        let message = format!("expected {}", error.expected);
        self.add_at_line(error.line, error.column, Finding::new(Lint::Syntax, production, message));
    }

    /// Notes that a lint is not decided for a production, or for the grammar.
    pub fn undecided(&mut self, lint: Lint, offset: Option<usize>, name: Option<&str>, reason: &dyn std::fmt::Display) {
        /// The number of names that are listed.
        const NAMES: usize = 5;
        let undecided = self.undecided.entry(lint).or_insert_with(|| {
            let reason = reason.to_string();
            Undecided { reason, offset, names: Vec::new(), count: 0 }
        });
        undecided.count += usize::from(name.is_some());
        undecided.names.extend(name.filter(|_| undecided.names.len() < NAMES).map(str::to_owned));
    }

    /// Removes the findings about productions of other grammars.
    pub fn remove_about(&mut self, names: &HashSet<String>) {
        self.findings.retain(|(_, finding)| finding.production.as_ref().is_none_or(|name| !names.contains(name)));
    }

    /// All findings in the order of the text, with their lines and columns.
    pub fn finish(mut self, text: &str) -> Vec<Finding> {
        for (lint, Undecided { reason, offset, names, count }) in std::mem::take(&mut self.undecided) {
            let ellipsis = if count > names.len() { ", ..." } else { "" };
            let names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let subject = match count {
                0 => String::new(),
                1 => format!(" for {names}"),
                count => format!(" for {count} rules ({names}{ellipsis})"),
            };
            let message = format!("`{}` is not decided{subject}: {reason}", lint.name());
            self.findings.push((offset, Finding::new(Lint::Undecided, None, message)));
        }
        // The lines and columns of sorted offsets are counted in one pass.
        self.findings.sort_by_key(|(offset, _)| *offset);
        let (mut counted, mut line, mut column) = (0, 1, 1);
        for (offset, finding) in &mut self.findings {
            let Some(offset) = *offset else { continue };
            for c in text.get(counted..offset).unwrap_or_default().chars() {
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            counted = offset.max(counted);
            (finding.line, finding.column) = (line, column);
        }
        // A place at the end of the text is in its last line.
        let lines = text.trim_end().lines().count().max(1);
        let end = text.trim_end().lines().last().map_or(0, |line| line.chars().count()) + 1;
        for (_, finding) in self.findings.iter_mut().filter(|(_, finding)| finding.line > lines) {
            (finding.line, finding.column) = (lines, end);
        }
        let mut findings: Vec<Finding> = self.findings.into_iter().map(|(_, finding)| finding).collect();
        findings.sort_by_key(|finding| (finding.line, finding.column, finding.lint));
        findings
    }
}

/// The steps of building a state of a nondeterministic automaton.
pub(super) const BUILT: usize = 20;

/// The steps that are left for one lint.
pub(super) struct Budget(usize);

impl Budget {
    pub fn new() -> Self {
        Self(limits().lint_steps)
    }

    /// Uses steps.
    pub fn spend(&mut self, steps: usize) -> Result<(), TooLarge> {
        self.0 = self.0.checked_sub(steps).ok_or(TooLarge).inspect_err(|_| self.0 = 0)?;
        Ok(())
    }

    pub fn left(&self) -> usize {
        self.0
    }
}

/// Why a lint is undecided if its steps are used up.
pub(super) const USED_UP: &str = "the grammar is too large to decide";
