//! The lints of a pest grammar.

use std::collections::{HashMap, HashSet};

use pest_meta::ast::{Expr as Ast, Rule as AstRule};

use super::against;
use super::endless::{self, balanced};
use super::languages::PestRules;
use super::lints::{Lint, Severity};
use super::offsets::{RuleOffsets, rule_offsets};
use super::options::{Linter, shown_rule};
use super::probe::{PrecedingPart, add, probe, shortest};
use super::report::{Budget, Finding, Findings, Report};
use crate::automaton::TooLarge;
use crate::limits::LIMITS;
use crate::peg::{
    Marks, PegExpr, PegRule, PestSyntaxError, ProofError, States, StaticProperties, convert, convert_part, parse,
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
    let places = rule_offsets(file);
    let Some(first) = rules.first() else {
        findings.placed(1, 1, Finding::new(Lint::Syntax, None, "expected a rule".to_owned()));
        return Report { findings: findings.finish(file), entries: Vec::new() };
    };
    let known = |name: &str| rules.iter().find(|rule| rule.name == name).map(|rule| rule.name.clone());
    let entries = linter.entries_among(known, &first.name);
    let at = |index: usize| places.get(index).map_or(0, |rule| rule.at);
    unused(&rules, &entries, &at, &mut findings);
    match convert(&rules).and_then(PestRules::new) {
        Ok(mut converted) => {
            Branches::lint(file, &rules, &places, converted.rules(), &mut findings);
            let index = |name: &str| rules.iter().position(|rule| rule.name == name).unwrap_or_default();
            against::within(linter, &entries, &mut findings, |name, budget| {
                (at(index(name)), Some(converted.language(name, budget)))
            });
            let own: Vec<(&str, usize)> = rules.iter().enumerate().map(|(n, rule)| (&*rule.name, at(n))).collect();
            against::old(linter, &own, &mut findings, |name, budget| Some(converted.language(name, budget)));
        }
        Err(error) => {
            let error = ProofError::from(error);
            for lint in [Lint::EmptyLanguage, Lint::UntakenBranch, Lint::IdleRepetition] {
                findings.undecided(lint, None, None, &error);
            }
        }
    }
    Report { findings: findings.finish(file), entries }
}

/// A place at which pest refuses the file.
fn invalid(file: &str, fault: &PestSyntaxError, all: &[PestSyntaxError], findings: &mut Findings) {
    let has = |words: &str| fault.message.contains(words);
    let lint = match () {
        _ if has("is undefined") => Lint::UndefinedRule,
        _ if has("already defined") => Lint::RedefinedRule,
        _ if has("repeat infinitely") => Lint::EndlessRepetition,
        _ if has("cannot be reached") => Lint::UntakenBranch,
        _ => Lint::Syntax,
    };
    let span = balanced(file, fault.span.clone()).unwrap_or_default();
    let text = file.get(span).unwrap_or_default();
    let (witness, message) = match lint {
        Lint::EndlessRepetition => {
            let witness = endless::witness(file, &fault.span, all);
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
    findings.placed(fault.line, fault.column.unwrap_or(1), finding);
}

/// Rules that no entry rule reaches.
fn unused(rules: &[AstRule], entries: &[String], at: &dyn Fn(usize) -> usize, findings: &mut Findings) {
    let numbers: HashMap<&str, usize> = rules.iter().enumerate().map(|(at, rule)| (&*rule.name, at)).collect();
    let mut reached = HashSet::new();
    // pest uses these between all others.
    let implicit = ["WHITESPACE", "COMMENT"].into_iter().filter_map(|name| numbers.get(name));
    let mut waiting: Vec<usize> =
        entries.iter().filter_map(|name| numbers.get(name.as_str())).chain(implicit).copied().collect();
    while let Some(rule) = waiting.pop() {
        if reached.insert(rule) {
            visit(&rules[rule].expr, &mut |expr| {
                if let Ast::Ident(name) = expr {
                    waiting.extend(numbers.get(name.as_str()).copied());
                }
            });
        }
    }
    let from = entries.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
    for (number, rule) in rules.iter().enumerate().filter(|(number, _)| !reached.contains(number)) {
        let message = format!("`{}` is not used from {from}", rule.name);
        findings.add(at(number), Finding::new(Lint::UnusedRule, Some(&rule.name), message));
    }
}

/// A place that a probe decides.
struct ProbedPlace {
    lint: Lint,
    /// Its text in the file.
    span: std::ops::Range<usize>,
    /// The rule that is the probe, and the rule of the expression at the place.
    probe: usize,
    own: usize,
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
        places: &[RuleOffsets],
        converted: &[PegRule],
        findings: &mut Findings,
    ) {
        let names = rules.iter().map(|rule| rule.name.as_str()).collect();
        let mut all = Self { file, names, properties: StaticProperties::of_rules(converted), budget: Budget::new() };
        let mut states = States::unchecked(converted, &Marks::default());
        for (number, rule) in rules.iter().enumerate() {
            let Some(own) = places.get(number) else { continue };
            let start = states.prefix(number);
            match shortest(&mut states, start, &mut all.budget) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    let message = format!("`{}` matches no text", rule.name);
                    findings.add(own.at, Finding::new(Lint::EmptyLanguage, Some(&rule.name), message));
                    continue;
                }
                Err(TooLarge) => {
                    let why = ProofError::TooLarge(rule.name.clone());
                    findings.undecided(Lint::EmptyLanguage, Some(own.at), Some(&rule.name), &why);
                    states = States::unchecked(converted, &Marks::default());
                }
            }
            if let Err(error) = all.rule(rule, own, converted, findings) {
                for lint in [Lint::UntakenBranch, Lint::IdleRepetition] {
                    findings.undecided(lint, Some(own.at), Some(&rule.name), &error);
                }
            }
        }
    }

    fn rule(
        &mut self,
        rule: &AstRule,
        places: &RuleOffsets,
        converted: &[PegRule],
        findings: &mut Findings,
    ) -> Result<(), ProofError> {
        if places.operators.is_empty() {
            return Ok(());
        }
        let too_large = |TooLarge| ProofError::TooLarge(rule.name.clone());
        let mut walk = OperatorWalk {
            names: &self.names,
            properties: &self.properties,
            rule: &rule.name,
            operators: &places.operators,
            done: 0,
            frames: Vec::new(),
            rules: converted.to_vec(),
            size: 0,
            holes: Vec::new(),
        };
        walk.expr(&rule.expr)?;
        let OperatorWalk { rules, holes, size, .. } = walk;
        if holes.is_empty() {
            return Ok(());
        }
        self.budget.spend(rules.len() + size).map_err(too_large)?;
        let mut states = States::unchecked(&rules, &Marks::default());
        let mut dead = Vec::new();
        for ProbedPlace { lint, span, probe, own } in holes {
            let start = states.prefix(probe);
            if shortest(&mut states, start, &mut self.budget).map_err(too_large)?.is_none() {
                let start = states.start(&[own], 0);
                dead.push((lint, span, shortest(&mut states, start, &mut self.budget).map_err(too_large)?));
            }
        }
        for (lint, span, witness) in &dead {
            let outer = |(_, other, _): &(Lint, std::ops::Range<usize>, Option<String>)| {
                other != span && other.start <= span.start && span.end <= other.end
            };
            // Nothing inside a place that is never reached is reported.
            if dead.iter().any(outer) {
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
}

/// A walk through the expressions of a rule, in the order of its operators.
struct OperatorWalk<'r> {
    names: &'r [&'r str],
    properties: &'r [StaticProperties],
    rule: &'r str,
    operators: &'r [std::ops::Range<usize>],
    /// How many operators have been passed.
    done: usize,
    frames: Vec<PrecedingPart>,
    rules: Vec<PegRule>,
    /// How many expressions the added rules have.
    size: usize,
    holes: Vec<ProbedPlace>,
}

impl OperatorWalk<'_> {
    fn converted(&self, expr: &Ast) -> Result<PegExpr, ProofError> {
        Ok(convert_part(self.names, self.rule, expr)?)
    }

    /// Adds the probe of an expression at the present place, whose operator is the next.
    fn hole(&mut self, lint: Lint, expr: PegExpr, operator: usize) -> Result<(), ProofError> {
        let Some(span) = self.operators.get(operator).cloned() else { return Ok(()) };
        let probe = probe(&self.frames, expr.clone(), &mut self.rules);
        self.size += probe.size();
        if self.size > LIMITS.peg_expressions {
            return Err(ProofError::TooLarge(self.rule.to_owned()));
        }
        let (probe, own) = (add(probe, &mut self.rules), add(expr, &mut self.rules));
        self.holes.push(ProbedPlace { lint, span, probe, own });
        Ok(())
    }

    fn within(&mut self, frames: impl IntoIterator<Item = PrecedingPart>, expr: &Ast) -> Result<(), ProofError> {
        let before = self.frames.len();
        self.frames.extend(frames);
        let walked = self.expr(expr);
        self.frames.truncate(before);
        walked
    }

    fn expr(&mut self, expr: &Ast) -> Result<(), ProofError> {
        match expr {
            Ast::Seq(first, second) => {
                self.expr(first)?;
                let first = self.converted(first)?;
                self.within([PrecedingPart::After(first)], second)
            }
            Ast::Choice(first, second) => {
                self.expr(first)?;
                let operator = self.done;
                self.done += 1;
                let unless = PrecedingPart::Unless(self.converted(first)?);
                self.frames.push(unless);
                let hole = self.converted(second).and_then(|expr| self.hole(Lint::UntakenBranch, expr, operator));
                let walked = hole.and_then(|()| self.expr(second));
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

    /// A repetition of at most so many times.
    fn repeated(&mut self, inner: &Ast, most: u32) -> Result<(), ProofError> {
        let expr = self.converted(inner)?;
        let operator = self.done + operators(inner);
        self.hole(Lint::IdleRepetition, expr.clone(), operator)?;
        let nullable = StaticProperties::new(&expr, self.properties).nullable;
        match most {
            0 => self.done += operators(inner),
            1 => self.expr(inner)?,
            _ if !nullable => self.within([PrecedingPart::Loop(expr)], inner)?,
            // A probe would have to count its matches.
            _ => self.done += operators(inner),
        }
        self.done += 1;
        Ok(())
    }
}

/// The number of operators in an expression that have places.
fn operators(expr: &Ast) -> usize {
    let mut count = 0;
    visit(expr, &mut |expr| {
        let plain = matches!(expr, Ast::Seq(..) | Ast::PosPred(_) | Ast::NegPred(_) | Ast::Push(_));
        count += usize::from(!plain && !below(expr).is_empty());
    });
    count
}

/// The direct subexpressions.
fn below(expr: &Ast) -> Vec<&Ast> {
    match expr {
        Ast::Seq(first, second) | Ast::Choice(first, second) => vec![first, second],
        Ast::PosPred(inner) | Ast::NegPred(inner) | Ast::Push(inner) | Ast::Opt(inner) => vec![inner],
        Ast::Rep(inner) | Ast::RepOnce(inner) | Ast::RepExact(inner, _) | Ast::RepMin(inner, _) => vec![inner],
        Ast::RepMax(inner, _) | Ast::RepMinMax(inner, ..) => vec![inner],
        _ => Vec::new(),
    }
}

/// Visits an expression and all its subexpressions.
fn visit<'e>(expr: &'e Ast, see: &mut dyn FnMut(&'e Ast)) {
    see(expr);
    below(expr).into_iter().for_each(|expr| visit(expr, see));
}
