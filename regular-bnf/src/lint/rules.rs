//! The lints of a pest grammar.

use std::collections::HashMap;

use pest_meta::ast::{Expr as Ast, Rule as AstRule};

use super::against;
use super::endless::{self, balanced};
use super::entries::{default_entries, reached, shown_entries};
use super::languages::PestRules;
use super::lints::{Lint, Severity};
use super::offsets::{RuleOffsets, rule_offsets};
use super::options::{Linter, shown_rule};
use super::probe::{PrecedingPart, add_rule, probe, shortest};
use super::report::{Budget, Finding, Findings, Report};
use crate::automaton::TooLarge;
use crate::bnf::GrammarError;
use crate::limits::limits;
use crate::peg::{
    IMPLICIT, Marks, PegExpr, PegRule, PestSyntaxError, States, StaticProperties, below, convert, convert_part,
    implicit_fault, parse, rule_faults, used_names, visit,
};

pub(super) fn lint(file: &str, linter: &Linter<'_>) -> Report {
    let mut findings = Findings::default();
    let rules = match parse(file) {
        Ok(rules) => rules,
        Err(faults) => {
            for fault in &faults {
                invalid(file, fault, &faults, &mut findings);
            }
            return Report { findings: findings.finish(file), entries: Vec::new() };
        }
    };
    let offsets = rule_offsets(file);
    if rules.is_empty() {
        findings.add_at_line(1, 1, Finding::new(Lint::Syntax, None, "expected a rule".to_owned()));
        return Report { findings: findings.finish(file), entries: Vec::new() };
    }
    let numbers: HashMap<&str, usize> = rules.iter().enumerate().map(|(index, rule)| (&*rule.name, index)).collect();
    let uses = rules.iter().map(|rule| {
        let names = used_names(&rule.expr).into_iter();
        names.filter_map(|name| numbers.get(name).copied()).collect()
    });
    let uses: Vec<Vec<usize>> = uses.collect();
    let entries =
        linter.entries_among(|name| numbers.get(name).map(|_| name.to_owned()), || default_names(&rules, &uses));
    unused(&rules, &numbers, &uses, &entries, &offsets, &mut findings);
    let mut converted = PestRules::new(convert(&rules));
    if let Some(fault) = implicit_fault(rules.iter().map(|rule| rule.name.as_str())) {
        // The operators of such a file are not those of the converted rules.
        let error = GrammarError::from(fault);
        for lint in [Lint::EmptyLanguage, Lint::UntakenBranch, Lint::IdleRepetition] {
            findings.undecided(lint, None, None, &error);
        }
    } else {
        Branches::lint(file, &rules, &offsets, converted.rules(), &mut findings);
    }
    against::within(linter, &entries, &mut findings, |name, budget| {
        let index = rules.iter().position(|rule| rule.name == name).unwrap_or_default();
        (name_offset(&offsets, index), Some(converted.language(name, budget)))
    });
    let named = rules.iter().enumerate().map(|(index, rule)| (&*rule.name, name_offset(&offsets, index)));
    let named: Vec<(&str, usize)> = named.collect();
    against::old(linter, &named, &mut findings, |name, budget| Some(converted.language(name, budget)));
    Report { findings: findings.finish(file), entries }
}

/// The offset of the name of a rule.
fn name_offset(offsets: &[RuleOffsets], index: usize) -> usize {
    offsets.get(index).map_or(0, |rule| rule.name)
}

/// A place at which pest refuses the file.
fn invalid(file: &str, fault: &PestSyntaxError, faults: &[PestSyntaxError], findings: &mut Findings) {
    let lints = [
        ("is undefined", Lint::UndefinedRule),
        ("already defined", Lint::RedefinedRule),
        ("repeat infinitely", Lint::EndlessRepetition),
        ("cannot be reached", Lint::UntakenBranch),
    ];
    let lint = lints.into_iter().find(|(words, _)| fault.message.contains(words));
    let lint = lint.map_or(Lint::Syntax, |(_, lint)| lint);
    let span = balanced(file, fault.span.clone()).unwrap_or_default();
    let text = file.get(span).unwrap_or_default();
    let (witness, message) = match lint {
        Lint::EndlessRepetition => {
            let witness = endless::witness(file, &fault.span, faults);
            let message = format!("`{}` is repeated forever where it matches the empty text", shown_rule(text));
            (witness.clone(), if witness.is_some() { message + ", as at the end of" } else { message })
        }
        Lint::UntakenBranch => {
            (None, format!("`{}` cannot fail, so alternatives after it never match", shown_rule(text)))
        }
        _ => (None, fault.message.clone()),
    };
    // pest refuses the file, whatever the lint.
    let finding = Finding { severity: Severity::Error, ..Finding::new(lint, None, message) }.with(witness);
    findings.add_at_line(fault.line, fault.column.unwrap_or(1), finding);
}

/// The names of the default entries, without the rules that pest matches between others unless there
/// is no other.
fn default_names(rules: &[AstRule], uses: &[Vec<usize>]) -> Vec<String> {
    let entries: Vec<String> = default_entries(uses).into_iter().map(|entry| rules[entry].name.clone()).collect();
    let explicit: Vec<String> = entries.iter().filter(|name| !IMPLICIT.contains(&name.as_str())).cloned().collect();
    if explicit.is_empty() { entries } else { explicit }
}

/// Rules that no entry rule reaches.
fn unused(
    rules: &[AstRule],
    numbers: &HashMap<&str, usize>,
    uses: &[Vec<usize>],
    entries: &[String],
    offsets: &[RuleOffsets],
    findings: &mut Findings,
) {
    // pest uses the implicit rules between all others.
    let names = entries.iter().map(String::as_str).chain(IMPLICIT);
    let reached = reached(uses, names.filter_map(|name| numbers.get(name).copied()).collect());
    let from = shown_entries(entries);
    for (number, rule) in rules.iter().enumerate().filter(|&(number, _)| !reached[number]) {
        let message = format!("`{}` is not used from {from}", rule.name);
        findings.add(name_offset(offsets, number), Finding::new(Lint::UnusedRule, Some(&rule.name), message));
    }
}

/// A place that a probe decides.
struct ProbedPlace {
    lint: Lint,
    /// Its text in the file.
    span: std::ops::Range<usize>,
    /// The index of the rule that is the probe.
    probe: usize,
    /// The index of the rule that is the expression at the place.
    expr: usize,
}

/// The branches and repetitions of the rules.
struct Branches<'r> {
    file: &'r str,
    names: Vec<&'r str>,
    properties: Vec<StaticProperties>,
    budget: Budget,
}

impl<'r> Branches<'r> {
    fn lint(
        file: &'r str,
        rules: &'r [AstRule],
        offsets: &[RuleOffsets],
        converted: &[PegRule],
        findings: &mut Findings,
    ) {
        let names = rules.iter().map(|rule| rule.name.as_str()).collect();
        let mut branches =
            Self { file, names, properties: StaticProperties::for_rules(converted), budget: Budget::new() };
        let faults = rule_faults(converted);
        let mut states = States::new(converted, &Marks::default());
        for (number, rule) in rules.iter().enumerate() {
            let Some(rule_offsets) = offsets.get(number) else { continue };
            if let Some(fault) = &faults[number] {
                let error = GrammarError::from(fault.clone());
                for lint in [Lint::EmptyLanguage, Lint::UntakenBranch, Lint::IdleRepetition] {
                    findings.undecided(lint, Some(rule_offsets.name), Some(&rule.name), &error);
                }
                continue;
            }
            let start = states.prefix(number);
            match shortest(&mut states, start, &mut branches.budget) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    let message = format!("`{}` matches no text", rule.name);
                    findings.add(rule_offsets.name, Finding::new(Lint::EmptyLanguage, Some(&rule.name), message));
                    continue;
                }
                Err(TooLarge) => {
                    let error = GrammarError::rule_too_large(&rule.name);
                    findings.undecided(Lint::EmptyLanguage, Some(rule_offsets.name), Some(&rule.name), &error);
                    states = States::new(converted, &Marks::default());
                }
            }
            if let Err(error) = branches.rule(rule, rule_offsets, converted, findings) {
                for lint in [Lint::UntakenBranch, Lint::IdleRepetition] {
                    findings.undecided(lint, Some(rule_offsets.name), Some(&rule.name), &error);
                }
            }
        }
    }

    fn rule(
        &mut self,
        rule: &AstRule,
        offsets: &RuleOffsets,
        converted: &[PegRule],
        findings: &mut Findings,
    ) -> Result<(), GrammarError> {
        if offsets.operators.is_empty() {
            return Ok(());
        }
        let mut walk = OperatorWalk {
            names: &self.names,
            properties: &self.properties,
            rule: &rule.name,
            operators: &offsets.operators,
            passed: 0,
            frames: Vec::new(),
            rules: converted.to_vec(),
            size: 0,
            places: Vec::new(),
        };
        walk.expr(&rule.expr)?;
        let OperatorWalk { rules, places, size, .. } = walk;
        if places.is_empty() {
            return Ok(());
        }
        let unreached = self.unreached(&rules, size, places);
        let unreached = unreached.map_err(|TooLarge| GrammarError::rule_too_large(&rule.name))?;
        for UnreachedPlace { lint, span, witness } in &unreached {
            // A place inside another place that is never reached is not reported.
            let mut spans = unreached.iter().map(|place| &place.span);
            if spans.any(|outer| outer != span && outer.start <= span.start && span.end <= outer.end) {
                continue;
            }
            let text = shown_rule(self.file.get(span.clone()).unwrap_or_default());
            let message = match (lint, witness) {
                (_, None) => format!("in `{}`, `{text}` matches no text as a whole", rule.name),
                (Lint::UntakenBranch, _) => {
                    format!("in `{}`, `{text}` never matches: an earlier alternative matches first", rule.name)
                }
                _ => format!("in `{}`, `{text}` never matches: nothing is left that it could match", rule.name),
            };
            findings.add(span.start, Finding::new(*lint, Some(&rule.name), message).with(witness.clone()));
        }
        Ok(())
    }

    /// The places that are never reached, from rules to which `size` expressions were added.
    fn unreached(
        &mut self,
        rules: &[PegRule],
        size: usize,
        places: Vec<ProbedPlace>,
    ) -> Result<Vec<UnreachedPlace>, TooLarge> {
        self.budget.spend(rules.len() + size)?;
        let mut states = States::new(rules, &Marks::default());
        let mut unreached = Vec::new();
        for ProbedPlace { lint, span, probe, expr } in places {
            let start = states.prefix(probe);
            if shortest(&mut states, start, &mut self.budget)?.is_none() {
                let start = states.start(&[expr]);
                let witness = shortest(&mut states, start, &mut self.budget)?;
                unreached.push(UnreachedPlace { lint, span, witness });
            }
        }
        Ok(unreached)
    }
}

/// A place that is never reached.
struct UnreachedPlace {
    lint: Lint,
    span: std::ops::Range<usize>,
    /// A shortest text of the expression at the place.
    witness: Option<String>,
}

/// A walk through the expressions of a rule, in the order of its operators.
struct OperatorWalk<'r> {
    names: &'r [&'r str],
    properties: &'r [StaticProperties],
    rule: &'r str,
    operators: &'r [std::ops::Range<usize>],
    /// The number of operators that have been passed.
    passed: usize,
    frames: Vec<PrecedingPart>,
    rules: Vec<PegRule>,
    /// The number of expressions in the added rules.
    size: usize,
    places: Vec<ProbedPlace>,
}

impl OperatorWalk<'_> {
    fn converted(&self, expr: &Ast) -> Result<PegExpr, GrammarError> {
        Ok(convert_part(self.names, self.rule, expr)?)
    }

    /// Adds a probe of an expression at the current place.
    fn add_place(&mut self, lint: Lint, expr: PegExpr, operator: usize) -> Result<(), GrammarError> {
        let Some(span) = self.operators.get(operator).cloned() else { return Ok(()) };
        let probe = probe(&self.frames, expr.clone(), &mut self.rules);
        self.size += probe.size();
        if self.size > limits().peg_expressions {
            return Err(GrammarError::rule_too_large(self.rule));
        }
        let (probe, expr) = (add_rule(probe, &mut self.rules), add_rule(expr, &mut self.rules));
        self.places.push(ProbedPlace { lint, span, probe, expr });
        Ok(())
    }

    fn within(&mut self, frames: impl IntoIterator<Item = PrecedingPart>, expr: &Ast) -> Result<(), GrammarError> {
        let before = self.frames.len();
        self.frames.extend(frames);
        let walked = self.expr(expr);
        self.frames.truncate(before);
        walked
    }

    fn expr(&mut self, expr: &Ast) -> Result<(), GrammarError> {
        match expr {
            Ast::Seq(first, second) => {
                self.expr(first)?;
                let first = self.converted(first)?;
                self.within([PrecedingPart::After(first)], second)
            }
            Ast::Choice(first, second) => {
                self.expr(first)?;
                let operator = self.passed;
                self.passed += 1;
                let unless = PrecedingPart::Unless(self.converted(first)?);
                self.frames.push(unless);
                let added = self.converted(second).and_then(|expr| self.add_place(Lint::UntakenBranch, expr, operator));
                let walked = added.and_then(|()| self.expr(second));
                self.frames.pop();
                walked
            }
            Ast::PosPred(inner) | Ast::NegPred(inner) | Ast::Push(inner) => self.expr(inner),
            Ast::Opt(inner) => self.repeated(inner, 1),
            Ast::Rep(inner) | Ast::RepOnce(inner) | Ast::RepMin(inner, _) => self.repeated(inner, u32::MAX),
            Ast::RepExact(inner, most) | Ast::RepMax(inner, most) | Ast::RepMinMax(inner, _, most) => {
                self.repeated(inner, *most)
            }
            _ => Ok(()),
        }
    }

    /// Walks through a repetition, with a maximum.
    fn repeated(&mut self, inner: &Ast, most: u32) -> Result<(), GrammarError> {
        let expr = self.converted(inner)?;
        let operator = self.passed + operators(inner);
        self.add_place(Lint::IdleRepetition, expr.clone(), operator)?;
        let nullable = StaticProperties::new(&expr, self.properties).nullable;
        match most {
            0 => self.passed += operators(inner),
            1 => self.expr(inner)?,
            _ if !nullable => self.within([PrecedingPart::Loop(expr)], inner)?,
            // A probe would have to count its matches.
            _ => self.passed += operators(inner),
        }
        self.passed += 1;
        Ok(())
    }
}

/// The number of operators in an expression that have offsets.
fn operators(expr: &Ast) -> usize {
    let mut count = 0;
    visit(expr, &mut |expr| {
        let has_no_offset = matches!(expr, Ast::Seq(..) | Ast::PosPred(_) | Ast::NegPred(_) | Ast::Push(_));
        count += usize::from(!has_no_offset && !below(expr).is_empty());
    });
    count
}
