//! Lints of a regular expression.
//!
//! Each asks whether the language changes if a part is replaced ([`Edit`]), so that it is decided
//! exactly, whatever surrounds the part.

use std::collections::HashSet;

use super::against;
use super::lints::Lint;
use super::options::{Linter, Pattern, cut};
use super::report::{BUILT, Budget, Finding, Findings, Report};
use crate::automaton::regex::RegexError;
use crate::language::Language;
use crate::regex::{Edit, Edits, Part, PartKind};

/// The name of the expression among rules.
pub(super) const PATTERN: &str = "pattern";

/// Assertions that are usual at the ends of an expression that matches whole strings.
const ANCHORS: [&str; 5] = ["^", "$", "\\A", "\\z", "\\Z"];

pub(super) fn lint(pattern: &Pattern<'_>, linter: &Linter<'_>) -> Report {
    let mut findings = Findings::default();
    match pattern.read(&Edits::new()).and_then(|regex| Ok((regex.language()?, regex))) {
        Ok((language, regex)) => {
            languages(&language, &mut findings);
            let known = || Some(Ok(language.clone()));
            against::within(linter, &[PATTERN.to_owned()], &mut findings, |_, _| (0, known()));
            against::old(linter, &[(PATTERN, 0)], &mut findings, |_, _| known());
            let mut probes =
                Probes { pattern, parts: regex.parts(), language, removed: Edits::new(), budget: Budget::new() };
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
    removed: Edits,
    budget: Budget,
}

impl Probes<'_> {
    fn with(&mut self, edits: &[(usize, Edit)]) -> Result<Language, RegexError> {
        self.budget.spend(BUILT * self.pattern.text.len()).map_err(|_| RegexError::TooLarge)?;
        let mut all = self.removed.clone();
        all.extend(edits.iter().copied());
        let language = self.pattern.read(&all)?.language()?;
        let steps = language.states().saturating_mul(language.dfa.alphabet().len());
        self.budget.spend(steps).map_err(|_| RegexError::TooLarge)?;
        Ok(language)
    }

    /// Whether the language is the same with parts replaced.
    fn same(&mut self, edits: &[(usize, Edit)]) -> Result<bool, RegexError> {
        let language = self.with(edits)?;
        self.equal(&language, None)
    }

    fn equal(&mut self, one: &Language, other: Option<&Language>) -> Result<bool, RegexError> {
        let other = other.unwrap_or(&self.language);
        Ok(one.dfa == other.dfa || (first(one, other)?.is_none() && first(other, one)?.is_none()))
    }

    fn text(&self, part: usize) -> String {
        let span = self.parts.get(part).map(|part| part.span.clone()).unwrap_or_default();
        // White space is text in most flags.
        cut(self.pattern.text.get(span).unwrap_or_default())
    }

    fn parent(&self, part: usize) -> Option<usize> {
        self.parts.get(part)?.parent
    }

    /// Whether it is inside a part that is removed.
    fn is_gone(&self, part: usize) -> bool {
        std::iter::successors(Some(part), |&part| self.parent(part)).any(|part| self.removed.contains_key(&part))
    }

    /// Assertions that never hold, or on which nothing depends.
    fn assertions(&mut self, findings: &mut Findings) -> Result<(), RegexError> {
        for (at, part) in self.parts.iter().enumerate().filter(|(_, part)| part.kind == PartKind::Assertion) {
            if self.is_gone(at) {
                continue;
            }
            let (text, start) = (self.text(at), part.span.start);
            let without = self.with(&[(at, Edit::Empty)])?;
            let failing = self.with(&[(at, Edit::Never)])?;
            let (lint, message, witness) = if self.equal(&without, None)? {
                // Where whole strings are matched, they change nothing and mislead nobody.
                if !self.pattern.anywhere && ANCHORS.contains(&text.as_str()) {
                    continue;
                }
                let message = format!("`{text}` never matters: the pattern matches the same strings without it");
                (Lint::IdleAssertion, message, first(&without, &failing)?)
            } else if self.equal(&failing, None)? && !self.holds(at)? {
                let message = format!("`{text}` never holds");
                let witness = first(&without, &self.language)?;
                let without = if witness.is_some() { ": without it, the pattern would match" } else { "" };
                (Lint::FailingAssertion, message + without, witness)
            } else {
                continue;
            };
            findings.add(start, Finding::new(lint, Some(PATTERN), message).with(witness));
            self.removed.insert(at, if lint == Lint::IdleAssertion { Edit::Empty } else { Edit::Never });
        }
        Ok(())
    }

    /// Whether an assertion holds in a match, or may: in lookaround that is not decided.
    fn holds(&mut self, part: usize) -> Result<bool, RegexError> {
        let mut all = self.removed.clone();
        all.insert(part, Edit::Captured);
        Ok(self.pattern.read(&all)?.goes_through()?.unwrap_or(true))
    }

    /// Alternatives without which the language is the same, because of those before them.
    fn alternatives(&mut self, findings: &mut Findings) -> Result<(), RegexError> {
        // All alternatives of a pattern that matches nothing would be found.
        if self.language.members().next().is_none() {
            return Ok(());
        }
        let choice = |part: &Part| match part.kind {
            PartKind::Alternative(choice) => Some(choice),
            _ => None,
        };
        let mut begun = HashSet::new();
        for (at, part) in self.parts.iter().enumerate() {
            let Some(own) = choice(part) else { continue };
            let is_first = begun.insert(own);
            if self.is_gone(at) || !self.same(&[(at, Edit::Never)])? {
                continue;
            }
            // Those after it, and after the alternatives around it, do not count.
            let around: Vec<usize> = std::iter::successors(Some(at), |&part| self.parent(part)).collect();
            let after = |(later, other): (usize, &Part)| {
                let after = |&one: &usize| {
                    later > one && choice(&self.parts[one]).is_some_and(|own| choice(other) == Some(own))
                };
                around.iter().any(after).then_some((later, Edit::Never))
            };
            let mut edits: Vec<(usize, Edit)> = self.parts.iter().enumerate().filter_map(after).collect();
            let with = self.with(&edits)?;
            edits.push((at, Edit::Never));
            let without = self.with(&edits)?;
            if !self.equal(&with, Some(&without))? {
                continue;
            }
            // The strings in which it alone of its choice is used.
            let others =
                self.parts.iter().enumerate().filter(|&(other, part)| other != at && choice(part) == Some(own));
            let others: Vec<(usize, Edit)> = others.map(|(other, _)| (other, Edit::Never)).collect();
            let none = self.with(&[others.clone(), vec![(at, Edit::Never)]].concat())?;
            let witness = first(&self.with(&others)?, &none)?;
            let within =
                |&part: &usize| std::iter::successors(Some(part), |&part| self.parent(part)).any(|part| part == at);
            let mut failing = self.removed.iter().filter(|(_, edit)| **edit == Edit::Never);
            // The assertion that never holds has been reported.
            if witness.is_none() && failing.any(|(part, _)| within(part)) {
                continue;
            }
            let text = match self.text(at) {
                text if text.is_empty() => "the empty alternative".to_owned(),
                text => format!("`{text}`"),
            };
            let why = match &witness {
                None => "nothing matches with it",
                Some(_) if is_first => "the rest of the pattern matches the same strings",
                Some(_) => "with those before it, the pattern matches the same strings",
            };
            let message = format!("{text} never matters: {why}");
            findings.add(part.span.start, Finding::new(Lint::UselessAlternative, Some(PATTERN), message).with(witness));
            self.removed.insert(at, Edit::Never);
        }
        Ok(())
    }
}

/// A shortest string of one language that the other does not have.
fn first(one: &Language, other: &Language) -> Result<Option<String>, RegexError> {
    let difference = one.difference(other).map_err(|_| RegexError::TooLarge)?;
    Ok(difference.members().next())
}
