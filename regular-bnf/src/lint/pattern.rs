//! Lints of a regular expression.
//!
//! A lint asks whether the language changes if a part is replaced ([`PartReplacement`]). So it is
//! decided exactly, whatever surrounds the part.

use std::collections::HashSet;

use super::against;
use super::lints::Lint;
use super::options::{Linter, Pattern, cut};
use super::report::{BUILT, Budget, Finding, Findings, Report};
use crate::automaton::regex::RegexError;
use crate::language::Language;
use crate::regex::{Part, PartKind, PartReplacement, PartReplacements};

/// The name of the expression among rules.
pub(super) const PATTERN: &str = "pattern";

/// Assertions that are usual at the ends of an expression that matches whole strings.
const ANCHORS: [&str; 5] = ["^", "$", "\\A", "\\z", "\\Z"];

pub(super) fn lint(pattern: &Pattern<'_>, linter: &Linter<'_>) -> Report {
    let mut findings = Findings::default();
    match pattern.read(&PartReplacements::new()).and_then(|regex| Ok((regex.language()?, regex))) {
        Ok((language, regex)) => {
            languages(&language, &mut findings);
            let entries = [PATTERN.to_owned()];
            against::within(linter, &entries, &mut findings, |_, _| (0, Some(Ok(language.clone()))));
            against::old(linter, &[(PATTERN, 0)], &mut findings, |_, _| Some(Ok(language.clone())));
            let mut probes = Probes {
                pattern,
                parts: regex.parts(),
                language,
                removed: PartReplacements::new(),
                budget: Budget::new(),
            };
            for (lints, result) in [
                (&[Lint::FailingAssertion, Lint::IdleAssertion][..], probes.assertions(&mut findings)),
                (&[Lint::UselessAlternative], probes.alternatives(&mut findings)),
            ] {
                if let Err(error) = result {
                    lints.iter().for_each(|&lint| findings.undecided(lint, Some(0), None, &error));
                }
            }
        }
        Err(RegexError::Syntax { offset, reason }) => {
            findings.add(offset, Finding::new(Lint::Syntax, None, reason));
        }
        Err(RegexError::Unsupported { offset, what }) => {
            let message = format!("{what} cannot be read as a regular language, so that no lint is decided");
            findings.add(offset, Finding::new(Lint::Undecided, None, message));
        }
        Err(error @ RegexError::TooLarge) => {
            findings.add(0, Finding::new(Lint::Undecided, None, format!("no lint is decided: {error}")));
        }
        Err(error) => findings.add(0, Finding::new(Lint::Syntax, None, error.to_string())),
    }
    Report { findings: findings.finish(pattern.text), entries: vec![PATTERN.to_owned()] }
}

/// An expression that matches nothing, or only the empty string.
fn languages(language: &Language, findings: &mut Findings) {
    let mut members = language.members();
    match (members.next(), members.next()) {
        (None, _) => {
            let message = "the pattern matches no string".to_owned();
            findings.add(0, Finding::new(Lint::EmptyLanguage, Some(PATTERN), message));
        }
        (Some(first), None) if first.is_empty() => {
            let message = "the pattern matches only the empty string".to_owned();
            findings.add(0, Finding::new(Lint::OnlyEmpty, Some(PATTERN), message));
        }
        _ => {}
    }
}

/// The languages of an expression with some parts replaced.
struct Probes<'p> {
    pattern: &'p Pattern<'p>,
    parts: &'p [Part],
    language: Language,
    /// The parts that have a finding, as they would be mended. The next findings hold together with
    /// these.
    removed: PartReplacements,
    budget: Budget,
}

impl Probes<'_> {
    /// The language with further parts replaced.
    fn with(&mut self, edits: &[(usize, PartReplacement)]) -> Result<Language, RegexError> {
        self.budget.spend(BUILT * self.pattern.text.len()).map_err(|_| RegexError::TooLarge)?;
        let mut replaced = self.removed.clone();
        replaced.extend(edits.iter().copied());
        let language = self.pattern.read(&replaced)?.language()?;
        let steps = language.states().saturating_mul(language.dfa.alphabet().len());
        self.budget.spend(steps).map_err(|_| RegexError::TooLarge)?;
        Ok(language)
    }

    /// Whether the language is the same with parts replaced.
    fn is_same(&mut self, edits: &[(usize, PartReplacement)]) -> Result<bool, RegexError> {
        are_equal(&self.with(edits)?, &self.language)
    }

    fn text(&self, part: usize) -> String {
        let span = self.parts.get(part).map(|part| part.span.clone()).unwrap_or_default();
        // White space is text in most flags.
        cut(self.pattern.text.get(span).unwrap_or_default())
    }

    fn parent(&self, part: usize) -> Option<usize> {
        self.parts.get(part)?.parent
    }

    /// A part, and the parts around it from the innermost on.
    fn ancestors(&self, part: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(part), |&part| self.parent(part))
    }

    /// Whether a part is inside a part that is removed.
    fn is_removed(&self, part: usize) -> bool {
        self.ancestors(part).any(|part| self.removed.contains_key(&part))
    }

    /// The choice to which a part belongs as an alternative.
    fn choice(&self, part: usize) -> Option<usize> {
        match self.parts[part].kind {
            PartKind::Alternative(choice) => Some(choice),
            _ => None,
        }
    }

    /// Assertions that never hold, or that never matter.
    fn assertions(&mut self, findings: &mut Findings) -> Result<(), RegexError> {
        for (number, part) in self.parts.iter().enumerate().filter(|(_, part)| part.kind == PartKind::Assertion) {
            if self.is_removed(number) {
                continue;
            }
            let (text, start) = (self.text(number), part.span.start);
            let without = self.with(&[(number, PartReplacement::Empty)])?;
            let failing = self.with(&[(number, PartReplacement::Never)])?;
            let (lint, message, witness) = if are_equal(&without, &self.language)? {
                // Anchors around a pattern that matches whole strings are harmless.
                if !self.pattern.anywhere && ANCHORS.contains(&text.as_str()) {
                    continue;
                }
                let message = format!("`{text}` never matters: the pattern matches the same strings without it");
                (Lint::IdleAssertion, message, shortest_outside(&without, &failing)?)
            } else if are_equal(&failing, &self.language)? && !self.holds(number)? {
                let message = format!("`{text}` never holds");
                let witness = shortest_outside(&without, &self.language)?;
                let without = if witness.is_some() { ": without it, the pattern would match" } else { "" };
                (Lint::FailingAssertion, message + without, witness)
            } else {
                continue;
            };
            findings.add(start, Finding::new(lint, Some(PATTERN), message).with(witness));
            self.removed.insert(
                number,
                if lint == Lint::IdleAssertion { PartReplacement::Empty } else { PartReplacement::Never },
            );
        }
        Ok(())
    }

    /// Whether an assertion holds in some match. An assertion in lookaround is assumed to hold.
    fn holds(&mut self, part: usize) -> Result<bool, RegexError> {
        let mut replaced = self.removed.clone();
        replaced.insert(part, PartReplacement::Captured);
        Ok(self.pattern.read(&replaced)?.goes_through()?.unwrap_or(true))
    }

    /// Alternatives without which the language is the same, because of those before them.
    fn alternatives(&mut self, findings: &mut Findings) -> Result<(), RegexError> {
        // Every alternative of a pattern that matches nothing would have a finding.
        if self.language.members().next().is_none() {
            return Ok(());
        }
        let mut seen_choices = HashSet::new();
        for (number, part) in self.parts.iter().enumerate() {
            let Some(choice) = self.choice(number) else { continue };
            let is_first = seen_choices.insert(choice);
            if self.is_removed(number) || !self.is_same(&[(number, PartReplacement::Never)])? {
                continue;
            }
            // Later alternatives of this choice and of the choices around it do not count.
            let mut edits = self.later_alternatives(number);
            let with = self.with(&edits)?;
            edits.push((number, PartReplacement::Never));
            if !are_equal(&with, &self.with(&edits)?)? {
                continue;
            }
            let witness = self.alternative_witness(number, choice)?;
            let mut failing = self.removed.iter().filter(|(_, edit)| **edit == PartReplacement::Never);
            // An assertion in the alternative that never holds has its own finding.
            if witness.is_none() && failing.any(|(&assertion, _)| self.ancestors(assertion).any(|part| part == number))
            {
                continue;
            }
            let text = match self.text(number) {
                text if text.is_empty() => "the empty alternative".to_owned(),
                text => format!("`{text}`"),
            };
            let reason = match &witness {
                None => "nothing matches with it",
                Some(_) if is_first => "the rest of the pattern matches the same strings",
                Some(_) => "with those before it, the pattern matches the same strings",
            };
            let message = format!("{text} never matters: {reason}");
            findings.add(part.span.start, Finding::new(Lint::UselessAlternative, Some(PATTERN), message).with(witness));
            self.removed.insert(number, PartReplacement::Never);
        }
        Ok(())
    }

    /// The removal of the alternatives after an alternative, and after the alternatives around it.
    fn later_alternatives(&self, number: usize) -> Vec<(usize, PartReplacement)> {
        let ancestors: Vec<usize> = self.ancestors(number).collect();
        let later = (0..self.parts.len()).filter(|&later| {
            self.choice(later).is_some_and(|choice| {
                ancestors.iter().any(|&earlier| later > earlier && self.choice(earlier) == Some(choice))
            })
        });
        later.map(|later| (later, PartReplacement::Never)).collect()
    }

    /// A shortest string that matches through an alternative if its choice has no other one.
    fn alternative_witness(&mut self, number: usize, choice: usize) -> Result<Option<String>, RegexError> {
        let others = (0..self.parts.len()).filter(|&part| part != number && self.choice(part) == Some(choice));
        let mut edits: Vec<(usize, PartReplacement)> = others.map(|part| (part, PartReplacement::Never)).collect();
        let alone = self.with(&edits)?;
        edits.push((number, PartReplacement::Never));
        shortest_outside(&alone, &self.with(&edits)?)
    }
}

fn are_equal(left: &Language, right: &Language) -> Result<bool, RegexError> {
    Ok(left.dfa == right.dfa || (shortest_outside(left, right)?.is_none() && shortest_outside(right, left)?.is_none()))
}

/// A shortest string of one language that the other does not have.
fn shortest_outside(language: &Language, outer: &Language) -> Result<Option<String>, RegexError> {
    let difference = language.difference(outer).map_err(|_| RegexError::TooLarge)?;
    Ok(difference.members().next())
}
