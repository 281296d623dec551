//! Which rules add spans, and which of them are lists.

use crate::peg::{PegExpr, PegRule, SpanKind};

/// Whether an expression can add spans; `rules` tells which rules do. A predicate adds none.
pub(super) fn adds(expr: &PegExpr, rules: &[bool]) -> bool {
    match expr {
        PegExpr::Ahead(..) => false,
        PegExpr::Rule(rule) => rules[*rule],
        _ => expr.below().iter().any(|expr| adds(expr, rules)),
    }
}

/// The rules that add spans, or use one that does. Iterates to a fixed point, since rules may be
/// recursive.
pub(super) fn adding(rules: &[PegRule]) -> Vec<bool> {
    let mut adding = vec![false; rules.len()];
    loop {
        let next: Vec<bool> =
            rules.iter().map(|rule| rule.kind != SpanKind::Silent || adds(&rule.expr, &adding)).collect();
        if next == adding {
            return adding;
        }
        adding = next;
    }
}

/// The rules that are lists: they repeat one part, and all their parts are leaves or lists.
pub(super) fn lists(rules: &[PegRule]) -> Vec<bool> {
    let shown: Vec<Shown> = rules.iter().map(|rule| Shown::new(&rule.expr, rules)).collect();
    let mut lists = vec![false; rules.len()];
    // A list of lists is found after its parts.
    for _ in 0..rules.len() {
        for (at, Shown { parts, repeated, .. }) in shown.iter().enumerate() {
            let parts_are_simple = parts.iter().all(|&rule| rules[rule].kind == SpanKind::Leaf || lists[rule]);
            lists[at] = rules[at].kind == SpanKind::Spans && *repeated == 1 && parts_are_simple;
        }
    }
    lists
}

/// The rules whose spans are the children of an expression.
#[derive(Default)]
struct Shown {
    parts: Vec<usize>,
    /// The maximum number of consecutive spans.
    most: usize,
    /// The maximum number of spans that are repeated together.
    repeated: usize,
}

impl Shown {
    fn new(expr: &PegExpr, rules: &[PegRule]) -> Self {
        match expr {
            PegExpr::Ahead(..) => Self::default(),
            PegExpr::Rule(rule) if rules[*rule].kind == SpanKind::Silent => Self::new(&rules[*rule].expr, rules),
            PegExpr::Rule(rule) => Self { parts: vec![*rule], most: 1, repeated: 0 },
            _ => {
                let mut shown = Self::default();
                for Self { parts, most, repeated } in expr.below().iter().map(|expr| Self::new(expr, rules)) {
                    shown.parts.extend(parts);
                    shown.most = if let PegExpr::Choice(_) = expr { shown.most.max(most) } else { shown.most + most };
                    shown.repeated = shown.repeated.max(repeated);
                }
                if let PegExpr::Repeat(_) = expr {
                    shown.repeated = shown.repeated.max(shown.most);
                }
                shown
            }
        }
    }
}
