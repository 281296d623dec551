//! Simplifies rules to equivalent ones with fewer steps: tests of single characters become tests of
//! character sets.
//!
//! A simplified rule matches the same prefix of every text, and adds the same spans. The
//! [proof](super::proof) covers both forms.

use super::expr::{PegExpr, PegRule, SpanKind};
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// The static properties of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StaticProperties {
    /// A superset of the first characters of its matches. A predicate matches the empty text.
    pub first: CharSet,
    /// Whether it may match the empty text.
    pub nullable: bool,
}

impl StaticProperties {
    const NONE: Self = Self { first: CharSet::EMPTY, nullable: false };

    /// The properties of an expression, from those of the rules.
    pub(crate) fn new(expr: &PegExpr, rules: &[Self]) -> Self {
        match expr {
            PegExpr::Empty | PegExpr::End | PegExpr::Ahead(..) => Self { nullable: true, ..Self::NONE },
            PegExpr::Class(set) => Self { first: set.clone(), nullable: false },
            PegExpr::Rule(rule) => rules[*rule].clone(),
            PegExpr::Repeat(inner) => Self { nullable: true, ..Self::new(inner, rules) },
            PegExpr::Choice(all) => {
                all.iter().map(|expr| Self::new(expr, rules)).fold(Self::NONE, |sum, properties| Self {
                    first: sum.first.union(&properties.first),
                    nullable: sum.nullable || properties.nullable,
                })
            }
            PegExpr::Sequence(all) => {
                let mut sum = Self { nullable: true, ..Self::NONE };
                for properties in all.iter().map(|expr| Self::new(expr, rules)) {
                    if !sum.nullable {
                        break;
                    }
                    sum = Self { first: sum.first.union(&properties.first), nullable: properties.nullable };
                }
                sum
            }
        }
    }

    /// The properties of all rules. Iterates to a fixed point, since rules may be recursive.
    pub(crate) fn of_rules(rules: &[PegRule]) -> Vec<Self> {
        let mut all = vec![Self::NONE; rules.len()];
        loop {
            let next: Vec<Self> = rules.iter().map(|rule| Self::new(&rule.expr, &all)).collect();
            if next == all {
                return all;
            }
            all = next;
        }
    }
}

/// The rules in the form that adds no spans, which is simpler still.
pub(crate) fn silent(rules: &[PegRule]) -> Vec<PegRule> {
    let silent: Vec<PegRule> = rules.iter().map(|rule| PegRule { kind: SpanKind::Silent, ..rule.clone() }).collect();
    simplify(&silent)
}

/// Simplifies every rule.
pub(crate) fn simplify(rules: &[PegRule]) -> Vec<PegRule> {
    let properties = StaticProperties::of_rules(rules);
    let mut simple = Simplifier { rules, properties, done: vec![None; rules.len()], depth: 0 };
    let exprs: Vec<PegExpr> = (0..rules.len()).map(|rule| simple.rule(rule)).collect();
    rules.iter().zip(exprs).map(|(rule, expr)| PegRule { expr, ..rule.clone() }).collect()
}

struct Simplifier<'r> {
    rules: &'r [PegRule],
    properties: Vec<StaticProperties>,
    done: Vec<Option<PegExpr>>,
    depth: usize,
}

impl Simplifier<'_> {
    fn rule(&mut self, rule: usize) -> PegExpr {
        if let Some(done) = &self.done[rule] {
            return done.clone();
        }
        // A recursive use refers to the rule itself.
        self.done[rule] = Some(PegExpr::Rule(rule));
        let expr = self.expr(&self.rules[rule].expr);
        self.done[rule] = Some(expr.clone());
        expr
    }

    fn properties(&self, expr: &PegExpr) -> StaticProperties {
        StaticProperties::new(expr, &self.properties)
    }

    fn expr(&mut self, expr: &PegExpr) -> PegExpr {
        /// The maximum size of a silent rule that is inlined.
        const SMALL: usize = 8;
        // Deeper expressions stay unchanged, so that the stack is bounded.
        if self.depth > LIMITS.depth {
            return expr.clone();
        }
        self.depth += 1;
        let simple = match expr {
            PegExpr::Empty | PegExpr::Class(_) | PegExpr::End => expr.clone(),
            PegExpr::Rule(rule) if self.rules[*rule].kind == SpanKind::Silent => {
                let body = self.rule(*rule);
                if body.size() <= SMALL { body } else { expr.clone() }
            }
            PegExpr::Rule(_) => expr.clone(),
            PegExpr::Repeat(inner) => {
                let inner = self.expr(inner);
                self.repeat(inner)
            }
            PegExpr::Ahead(inner, negated) => match self.expr(inner) {
                PegExpr::Class(set) if *negated && set == CharSet::all() => PegExpr::End,
                inner => PegExpr::Ahead(Box::new(inner), *negated),
            },
            PegExpr::Choice(all) => {
                let all = all.iter().map(|expr| self.expr(expr)).collect();
                let all = self.without_narrower(all);
                match self.optional_row(&all) {
                    Some(repeated) => self.repeat(repeated),
                    None => self.choice(all),
                }
            }
            PegExpr::Sequence(all) => {
                let all = all.iter().map(|expr| self.expr(expr)).collect();
                self.sequence(all)
            }
        };
        self.depth -= 1;
        simple
    }

    /// The parts `a` and `b` of an expression of the form `a ~ b*`.
    fn row(&mut self, expr: &PegExpr) -> Option<(PegExpr, PegExpr)> {
        let expr = match expr {
            PegExpr::Rule(rule) if self.rules[*rule].kind == SpanKind::Silent => self.rule(*rule),
            other => other.clone(),
        };
        let PegExpr::Sequence(parts) = expr else { return None };
        match parts.split_last()? {
            (PegExpr::Repeat(again), first) => Some((one_or(first.to_vec(), PegExpr::Sequence), (**again).clone())),
            _ => None,
        }
    }

    /// Removes each alternative `a ~ b*` in front of an equivalent `b ~ b*`: here `a` is a subset
    /// of the first class of `b`.
    fn without_narrower(&mut self, mut all: Vec<PegExpr>) -> Vec<PegExpr> {
        for at in (1..all.len()).rev() {
            let (Some((narrow, rest)), Some((first, again))) = (self.row(&all[at - 1]), self.row(&all[at])) else {
                continue;
            };
            let begins = match &again {
                PegExpr::Choice(all) => all.first(),
                other => Some(other),
            };
            if let (PegExpr::Class(narrow), Some(PegExpr::Class(wide))) = (narrow, begins)
                && rest == again
                && first == again
                && narrow.is_subset(wide)
            {
                all.remove(at - 1);
            }
        }
        all
    }

    /// The repeated expression of a choice `(a ~ a*)?`, which is equivalent to `a*`.
    fn optional_row(&mut self, all: &[PegExpr]) -> Option<PegExpr> {
        let [row, PegExpr::Empty] = all else { return None };
        let (first, again) = self.row(row)?;
        (first == again).then_some(again)
    }

    /// A choice in which two classes are merged, if no alternative between them can match their
    /// characters.
    fn choice(&self, all: Vec<PegExpr>) -> PegExpr {
        let flat = all.into_iter().flat_map(|expr| match expr {
            PegExpr::Choice(inner) => inner,
            other => vec![other],
        });
        let mut out: Vec<PegExpr> = Vec::new();
        for expr in flat {
            if let PegExpr::Class(set) = &expr {
                let passes = |properties: StaticProperties| {
                    !properties.nullable && properties.first.intersection(set).is_empty()
                };
                let last =
                    out.iter().rposition(|other| matches!(other, PegExpr::Class(_)) || !passes(self.properties(other)));
                if let Some(PegExpr::Class(earlier)) = last.map(|at| &mut out[at]) {
                    *earlier = earlier.union(set);
                    continue;
                }
            }
            // Alternatives after one that always matches are never tried.
            let always = matches!(out.last(), Some(PegExpr::Empty | PegExpr::Repeat(_)));
            if !always {
                out.push(expr);
            }
        }
        one_or(out, PegExpr::Choice)
    }

    /// A sequence in which predicates become restrictions of the sets after them.
    fn sequence(&mut self, all: Vec<PegExpr>) -> PegExpr {
        let flat = all.into_iter().flat_map(|expr| match expr {
            PegExpr::Sequence(inner) => inner,
            PegExpr::Empty => Vec::new(),
            other => vec![other],
        });
        let mut out: Vec<PegExpr> = Vec::new();
        // From the end, so that the last of several predicates is combined first.
        for expr in flat.collect::<Vec<_>>().into_iter().rev() {
            match (expr, out.last()) {
                (PegExpr::Ahead(inner, negated), Some(next)) => match self.guarded(&inner, negated, next) {
                    Some(guarded) => {
                        out.pop();
                        match guarded {
                            PegExpr::Sequence(all) => out.extend(all.into_iter().rev()),
                            other => out.push(other),
                        }
                    }
                    None => out.push(PegExpr::Ahead(inner, negated)),
                },
                (expr, _) => out.push(expr),
            }
        }
        out.reverse();
        // `a* ~ (b ~ a*)*` is equivalent to `(a | b)*`.
        let mut at = 1;
        while at < out.len() {
            // A rule that ends with such a repetition is inlined.
            if let (PegExpr::Rule(_), PegExpr::Repeat(again)) = (&out[at - 1], out[at].clone())
                && let PegExpr::Sequence(inner) = &*again
                && let Some((first, last)) = self.row(&out[at - 1])
                && inner.last() == Some(&PegExpr::Repeat(Box::new(last.clone())))
            {
                out.splice(at - 1..at, [first, PegExpr::Repeat(Box::new(last))]);
                at += 1;
            }
            if let (PegExpr::Repeat(before), PegExpr::Repeat(again)) = (&out[at - 1], &out[at])
                && let PegExpr::Sequence(inner) = &**again
                && let Some((PegExpr::Repeat(last), first)) = inner.split_last()
                && last == before
            {
                let first = one_or(first.to_vec(), PegExpr::Sequence);
                let both = self.choice(vec![(**before).clone(), first]);
                out.splice(at - 1..=at, [self.repeat(both)]);
            } else {
                at += 1;
            }
        }
        one_or(out, PegExpr::Sequence)
    }

    /// A repetition. `(a | b ~ a*)*` is equivalent to `(a | b)*`.
    fn repeat(&self, inner: PegExpr) -> PegExpr {
        if let PegExpr::Choice(all) = &inner
            && let Some((PegExpr::Sequence(last), before)) = all.split_last()
            && let Some((PegExpr::Repeat(again), first)) = last.split_last()
            && **again == one_or(before.to_vec(), PegExpr::Choice)
        {
            let first = one_or(first.to_vec(), PegExpr::Sequence);
            return PegExpr::Repeat(Box::new(self.choice(before.iter().cloned().chain([first]).collect())));
        }
        PegExpr::Repeat(Box::new(inner))
    }

    /// The expression after a predicate, with the predicate only where it matters; `None` if the
    /// predicate stays in front of all of it.
    fn guarded(&mut self, ahead: &PegExpr, negated: bool, next: &PegExpr) -> Option<PegExpr> {
        let kept = || PegExpr::Ahead(Box::new(ahead.clone()), negated);
        let properties = self.properties(ahead);
        match (next, ahead) {
            (PegExpr::Class(set), PegExpr::Class(ahead)) => {
                Some(PegExpr::Class(if negated { set.difference(ahead) } else { set.intersection(ahead) }))
            }
            (PegExpr::Class(set), _) if negated && !properties.nullable => {
                let (free, open) = (set.difference(&properties.first), set.intersection(&properties.first));
                if free.is_empty() {
                    return None;
                }
                let all = open.is_empty();
                let guarded = PegExpr::Sequence(vec![kept(), PegExpr::Class(open)]);
                Some(if all { PegExpr::Class(free) } else { PegExpr::Choice(vec![PegExpr::Class(free), guarded]) })
            }
            // Only a choice with a single-character alternative, since other expressions would be
            // read twice.
            (PegExpr::Choice(all), _) if negated && all.iter().any(|expr| matches!(expr, PegExpr::Class(_))) => {
                let each = all.iter().map(|expr| {
                    self.guarded(ahead, negated, expr).unwrap_or_else(|| self.sequence(vec![kept(), expr.clone()]))
                });
                let each = each.collect();
                Some(self.choice(each))
            }
            // A predicate that cannot begin like the next expression is dropped.
            _ => {
                let behind = self.properties(next);
                let apart =
                    !properties.nullable && !behind.nullable && properties.first.intersection(&behind.first).is_empty();
                (negated && apart).then(|| next.clone())
            }
        }
    }
}

/// The only one of some expressions, or their combination.
fn one_or(mut all: Vec<PegExpr>, together: fn(Vec<PegExpr>) -> PegExpr) -> PegExpr {
    match all.len() {
        0 => PegExpr::Empty,
        1 => all.remove(0),
        _ => together(all),
    }
}
