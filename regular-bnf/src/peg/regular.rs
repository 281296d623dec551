//! Which rules have an automaton: those without a fault whose recursion is only at their ends.

use super::expr::{PegError, PegExpr, PegRule};

/// Fails if one of some rules, or one that they use, cannot be analysed.
///
/// A rule may use itself, directly or through others, only as the last part of a sequence: then a
/// finite number of continuations follows it. pest itself refuses rules that use themselves before
/// they match a character.
pub(crate) fn check_regular(rules: &[PegRule], starts: impl IntoIterator<Item = usize>) -> Result<(), PegError> {
    let mut reached = vec![false; rules.len()];
    for start in starts {
        reach(rules, start, &mut reached);
    }
    for (index, rule) in rules.iter().enumerate().filter(|(index, _)| reached[*index]) {
        if let Some(fault) = &rule.fault {
            return Err(fault.clone());
        }
        let mut cycle = vec![false; rules.len()];
        used_rules(rule).into_iter().for_each(|used| reach(rules, used, &mut cycle));
        if !cycle[index] {
            continue;
        }
        // The rules that it reaches and that reach it.
        let returning = (0..rules.len()).map(|other| {
            let mut reached = vec![false; rules.len()];
            if cycle[other] {
                reach(rules, other, &mut reached);
            }
            reached[index]
        });
        let cycle: Vec<bool> = returning.collect();
        if !is_only_last(&rule.expr, &cycle, true) {
            let what = "recursion, by which it may describe no regular language".to_owned();
            return Err(PegError::Unsupported { rule: rule.name.clone(), what });
        }
    }
    Ok(())
}

/// Marks a rule and those that it uses.
fn reach(rules: &[PegRule], start: usize, reached: &mut [bool]) {
    let mut waiting = vec![start];
    while let Some(rule) = waiting.pop() {
        if !std::mem::replace(&mut reached[rule], true) {
            waiting.extend(used_rules(&rules[rule]));
        }
    }
}

/// Whether an expression uses the rules of a cycle only as its last part; `is_last` tells whether
/// the expression itself is the last part.
fn is_only_last(expr: &PegExpr, cycle: &[bool], is_last: bool) -> bool {
    match expr {
        PegExpr::Empty | PegExpr::Class(_) | PegExpr::End => true,
        PegExpr::Rule(rule) => is_last || !cycle[*rule],
        PegExpr::Sequence(parts) => match parts.split_last() {
            Some((last, before)) => {
                is_only_last(last, cycle, is_last) && before.iter().all(|expr| is_only_last(expr, cycle, false))
            }
            None => true,
        },
        PegExpr::Choice(alternatives) => alternatives.iter().all(|expr| is_only_last(expr, cycle, is_last)),
        // The next repetition follows.
        PegExpr::Repeat(inner) => is_only_last(inner, cycle, false),
        // What follows is matched apart from what is ahead.
        PegExpr::Ahead(inner, _) => is_only_last(inner, cycle, true),
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
