//! Converts the rules of a pest file to expressions.
//!
//! With a rule `WHITESPACE` or `COMMENT`, pest skips what these match between the operands of `~` and
//! between repetitions, except in atomic rules and in what they use. Whether a rule is atomic
//! depends on its user, so each rule is then converted twice. What is skipped depends on the form
//! into which pest's optimizer brings a rule: only there is `e+` the sequence `e ~ e*`, after whose
//! first part white space is skipped.

use pest_meta::ast::{Rule as AstRule, RuleType};
use pest_meta::optimizer::optimize;

use super::expr::{PegError, PegExpr, PegRule, SpanKind};
use super::operators::{IMPLICIT, RuleConverter, convert_part};
use super::start::without_start;
use crate::characters::CharSet;

/// Whether some rules match text between others.
pub(crate) fn has_implicit_rules(rules: &[AstRule]) -> bool {
    rules.iter().any(|rule| IMPLICIT.contains(&rule.name.as_str()))
}

/// Converts rules in pest's syntax tree, in their order. After them, without names, are the same
/// rules in atomic context, if a rule is implicit. A rule that cannot be analysed has its fault,
/// and matches nothing.
pub(crate) fn convert(rules: &[AstRule]) -> Vec<PegRule> {
    let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
    let (rules, faults) = without_start(rules);
    let mut converted: Vec<PegRule> = rules
        .iter()
        .zip(faults)
        .map(|(rule, fault)| match fault {
            Some(fault) => peg_rule(rule, Err(fault)),
            None => peg_rule(rule, convert_part(&names, &rule.name, &rule.expr)),
        })
        .collect();
    if has_implicit_rules(&rules) {
        converted = with_implicit_rules(&names, &rules, &converted);
    }
    converted
}

/// A rule with an expression, or with the reason why it has none.
fn peg_rule(rule: &AstRule, expr: Result<PegExpr, PegError>) -> PegRule {
    let kind = match rule.ty {
        RuleType::Normal | RuleType::CompoundAtomic | RuleType::NonAtomic => SpanKind::Spans,
        RuleType::Atomic => SpanKind::Leaf,
        RuleType::Silent => SpanKind::Silent,
    };
    let (expr, fault) = match expr {
        Ok(expr) => (expr, None),
        Err(fault) => (PegExpr::Class(CharSet::EMPTY), Some(fault)),
    };
    PegRule { name: rule.name.clone(), kind, expr, fault }
}

/// Converts the rules of a file with implicit rules: outside of atomic rules, and in them.
fn with_implicit_rules(names: &[&str], rules: &[AstRule], converted: &[PegRule]) -> Vec<PegRule> {
    // The optimizer writes out counted repetitions, so that it must not see those that are too
    // large.
    let readable: Vec<AstRule> =
        rules.iter().zip(converted).filter(|(_, rule)| rule.fault.is_none()).map(|(rule, _)| rule.clone()).collect();
    let optimized = optimize(readable);
    let atomic_rules = rules.len();
    let skipped = skipped(names, atomic_rules);
    let convert = |is_in_atomic: bool| {
        let (optimized, skipped) = (&optimized, &skipped);
        rules.iter().zip(converted).map(move |(rule, converted)| {
            let is_atomic = match rule.ty {
                _ if IMPLICIT.contains(&rule.name.as_str()) => true,
                RuleType::Atomic | RuleType::CompoundAtomic => true,
                RuleType::NonAtomic => false,
                RuleType::Normal | RuleType::Silent => is_in_atomic,
            };
            let converter = if is_atomic {
                RuleConverter { names, rule: &rule.name, first_rule: atomic_rules, skipped: None }
            } else {
                RuleConverter { names, rule: &rule.name, first_rule: 0, skipped: Some(skipped) }
            };
            let expr = match &converted.fault {
                Some(fault) => Err(fault.clone()),
                None => match optimized.iter().find(|optimized| optimized.name == rule.name) {
                    Some(optimized) => converter.optimized(&optimized.expr),
                    None => Err(converter.refuse("an expression that is not known here")),
                },
            };
            let name = if is_in_atomic { String::new() } else { rule.name.clone() };
            PegRule { name, ..peg_rule(rule, expr) }
        })
    };
    convert(false).chain(convert(true)).collect()
}

/// What pest skips: white space, and comments with the white space after them.
fn skipped(names: &[&str], atomic_rules: usize) -> PegExpr {
    let [white_space, comment] = IMPLICIT.map(|implicit| {
        let rule = names.iter().position(|name| *name == implicit)?;
        Some(PegExpr::Rule(atomic_rules + rule))
    });
    let white_space = white_space.map(|rule| PegExpr::Repeat(Box::new(rule)));
    let comments = comment.map(|comment| {
        let with_space = [comment].into_iter().chain(white_space.clone()).collect();
        PegExpr::Repeat(Box::new(PegExpr::Sequence(with_space)))
    });
    PegExpr::Sequence(white_space.into_iter().chain(comments).collect())
}
