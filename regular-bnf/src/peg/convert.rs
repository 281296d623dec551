//! Converts the rules of a pest file to expressions.
//!
//! With a rule `WHITESPACE` or `COMMENT`, pest skips what these match between the operands of `~` and
//! between repetitions, except in atomic rules and in what they use. Whether a rule is atomic
//! depends on its user, so each rule is then converted twice. What is skipped depends on the form
//! into which pest's optimizer brings a rule: only there is `e+` the sequence `e ~ e*`, after whose
//! first part white space is skipped.

use std::collections::HashMap;

use pest_meta::ast::{Rule as AstRule, RuleType};
use pest_meta::optimizer::{OptimizedExpr, optimize};

use super::expr::{PegExpr, PegRule, RuleFault, SpanKind};
use super::operators::{IMPLICIT, RuleConverter, convert_part, implicit_fault};
use super::start::without_start;
use crate::characters::CharSet;
use crate::limits::limits;

/// Converts rules in pest's syntax tree, in their order. If a rule is implicit, their copies for
/// atomic context follow, in the same order. A rule that cannot be analysed has its fault, and
/// matches nothing.
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
    if implicit_fault(names.iter().copied()).is_some() {
        converted = with_implicit_rules(&names, &rules, &converted);
    }
    converted
}

/// A rule with an expression, or with the reason why it has none.
fn peg_rule(rule: &AstRule, expr: Result<PegExpr, RuleFault>) -> PegRule {
    let kind = match rule.ty {
        RuleType::Normal | RuleType::CompoundAtomic | RuleType::NonAtomic => SpanKind::Spans,
        RuleType::Atomic => SpanKind::Leaf,
        RuleType::Silent => SpanKind::Silent,
    };
    let (expr, fault) = match expr {
        Ok(expr) => (expr, None),
        Err(fault) => (PegExpr::Class(CharSet::EMPTY), Some(fault)),
    };
    PegRule { fault, ..PegRule::new(rule.name.clone(), kind, expr) }
}

/// Converts the rules of a file with implicit rules: outside of atomic rules, and in them.
fn with_implicit_rules(names: &[&str], rules: &[AstRule], converted: &[PegRule]) -> Vec<PegRule> {
    // The optimizer writes out counted repetitions, so it must not see what is too large.
    let size: usize = converted.iter().map(|rule| rule.expr.size()).sum();
    let fits = size <= limits().peg_expressions;
    let readable = rules.iter().zip(converted).filter(|(_, converted)| fits && converted.fault.is_none());
    let readable = readable.map(|(rule, _)| rule.clone());
    let optimized = optimize(readable.collect());
    let optimized: HashMap<&str, &OptimizedExpr> =
        optimized.iter().map(|rule| (rule.name.as_str(), &rule.expr)).collect();
    let skipped = skipped(names);
    let mut copies = Vec::new();
    // What is skipped is written out too, and what is repeated twice.
    let mut remaining = limits().peg_expressions;
    for is_atomic_copy in [false, true] {
        for (rule, converted) in rules.iter().zip(converted) {
            let converter = if is_atomic(rule, is_atomic_copy) {
                RuleConverter { names, rule: &rule.name, first_rule: names.len(), skipped: None }
            } else {
                RuleConverter { names, rule: &rule.name, first_rule: 0, skipped: Some(&skipped) }
            };
            let expr = match (&converted.fault, optimized.get(rule.name.as_str())) {
                (Some(fault), _) => Err(fault.clone()),
                (None, Some(expr)) => match remaining.checked_sub(converter.optimized_size(expr)) {
                    Some(left) => {
                        remaining = left;
                        converter.optimized(expr)
                    }
                    None => Err(converter.refuse_size()),
                },
                (None, None) => Err(converter.refuse_size()),
            };
            copies.push(PegRule { is_atomic_copy, ..peg_rule(rule, expr) });
        }
    }
    copies
}

/// Whether nothing is skipped in a rule, if it is used in an atomic rule or elsewhere.
fn is_atomic(rule: &AstRule, is_in_atomic: bool) -> bool {
    match rule.ty {
        RuleType::Atomic | RuleType::CompoundAtomic => true,
        _ if IMPLICIT.contains(&rule.name.as_str()) => true,
        RuleType::NonAtomic => false,
        RuleType::Normal | RuleType::Silent => is_in_atomic,
    }
}

/// What pest skips: white space, and comments with the white space after them.
fn skipped(names: &[&str]) -> PegExpr {
    let [white_space, comment] = IMPLICIT.map(|implicit| {
        let rule = names.iter().position(|name| *name == implicit)?;
        // These rules are atomic.
        Some(PegExpr::Rule(names.len() + rule))
    });
    let white_space = white_space.map(|rule| PegExpr::Repeat(Box::new(rule)));
    let comments = comment.map(|comment| {
        let with_space = [comment].into_iter().chain(white_space.clone()).collect();
        PegExpr::Repeat(Box::new(PegExpr::Sequence(with_space)))
    });
    PegExpr::Sequence(white_space.into_iter().chain(comments).collect())
}
