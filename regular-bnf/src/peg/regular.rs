//! Which rules have an automaton: those without a fault whose recursion is only at their ends.

use super::expr::{PegExpr, PegRule, RuleFault};
use crate::bnf::cycles;

/// For each rule, why neither it nor its users have an automaton: its own fault, or that of a rule
/// that it uses.
///
/// A rule may use itself, directly or through others, only as the last part of a sequence: then a
/// finite number of continuations follows it. pest itself refuses rules that use themselves before
/// they match a character.
pub(crate) fn rule_faults(rules: &[PegRule]) -> Vec<Option<RuleFault>> {
    faults(rules, true)
}

/// The faults of rules with marks: a mark after a rule that uses itself at its end follows each of
/// its uses, so that no recursion has a finite number of continuations.
pub(crate) fn marked_rule_faults(rules: &[PegRule]) -> Vec<Option<RuleFault>> {
    faults(rules, false)
}

fn faults(rules: &[PegRule], may_recur_at_end: bool) -> Vec<Option<RuleFault>> {
    let uses: Vec<Vec<usize>> = rules.iter().map(used_rules).collect();
    let cycles = cycles(&uses);
    let mut users = vec![Vec::new(); rules.len()];
    for (user, used) in uses.iter().enumerate() {
        used.iter().for_each(|&used| users[used].push(user));
    }
    let mut faults = vec![None; rules.len()];
    for (index, rule) in rules.iter().enumerate() {
        let Some(fault) = rule.fault.clone().or_else(|| recursion(rule, cycles[index]?, &cycles, may_recur_at_end))
        else {
            continue;
        };
        let mut waiting = vec![index];
        while let Some(user) = waiting.pop() {
            if faults[user].is_none() {
                faults[user] = Some(fault.clone());
                waiting.extend(&users[user]);
            }
        }
    }
    faults
}

/// The fault of a rule of a cycle, if it uses a rule of the cycle elsewhere than at its end.
fn recursion(rule: &PegRule, cycle: u32, cycles: &[Option<u32>], may_recur_at_end: bool) -> Option<RuleFault> {
    let is_recursive = |rule: usize| cycles[rule] == Some(cycle);
    let what = "recursion, by which it may describe no regular language";
    let is_allowed = may_recur_at_end && is_only_last(&rule.expr, &is_recursive, true);
    (!is_allowed).then(|| RuleFault { rule: rule.name.clone(), what: what.to_owned() })
}

/// Whether an expression uses recursive rules only as its last part; `is_last` tells whether the
/// expression itself is the last part.
fn is_only_last(expr: &PegExpr, is_recursive: &dyn Fn(usize) -> bool, is_last: bool) -> bool {
    match expr {
        PegExpr::Empty | PegExpr::Class(_) | PegExpr::End => true,
        PegExpr::Rule(rule) => is_last || !is_recursive(*rule),
        PegExpr::Sequence(parts) => parts.iter().enumerate().all(|(index, expr)| {
            let is_last = is_last && index + 1 == parts.len();
            is_only_last(expr, is_recursive, is_last)
        }),
        PegExpr::Choice(alternatives) => alternatives.iter().all(|expr| is_only_last(expr, is_recursive, is_last)),
        // The next repetition follows.
        PegExpr::Repeat(inner) => is_only_last(inner, is_recursive, false),
        // Nothing follows within a lookahead: the input after it is matched from the same place.
        PegExpr::Ahead(inner, _) => is_only_last(inner, is_recursive, true),
    }
}

/// The rules that a rule uses directly.
pub(crate) fn used_rules(rule: &PegRule) -> Vec<usize> {
    let mut used = Vec::new();
    rule.expr.visit(&mut |expr| {
        if let PegExpr::Rule(rule) = expr {
            used.push(*rule);
        }
    });
    used
}
