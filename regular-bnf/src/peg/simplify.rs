//! Simplifies rules to equivalent ones with fewer steps: tests of single characters become tests of
//! character sets.
//!
//! A simplified rule matches the same prefix of every text, and adds the same spans. The
//! [proof](super::proof) covers both forms.

use super::expr::{PegExpr, PegRule, SpanKind};
use crate::characters::CharSet;
use crate::limits::limits;

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
            PegExpr::Choice(alternatives) => {
                alternatives.iter().map(|expr| Self::new(expr, rules)).fold(Self::NONE, |sum, properties| Self {
                    first: sum.first.union(&properties.first),
                    nullable: sum.nullable || properties.nullable,
                })
            }
            PegExpr::Sequence(parts) => {
                let mut sum = Self { nullable: true, ..Self::NONE };
                for properties in parts.iter().map(|expr| Self::new(expr, rules)) {
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
    pub(crate) fn for_rules(rules: &[PegRule]) -> Vec<Self> {
        let mut properties = vec![Self::NONE; rules.len()];
        loop {
            let next: Vec<Self> = rules.iter().map(|rule| Self::new(&rule.expr, &properties)).collect();
            if next == properties {
                return properties;
            }
            properties = next;
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
    let properties = StaticProperties::for_rules(rules);
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
        if self.depth > limits().depth {
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
            PegExpr::Choice(alternatives) => {
                let alternatives = alternatives.iter().map(|expr| self.expr(expr)).collect();
                let alternatives = self.without_narrower(alternatives);
                match self.optional_row(&alternatives) {
                    Some(repeated) => self.repeat(repeated),
                    None => self.choice(alternatives),
                }
            }
            PegExpr::Sequence(parts) => {
                let parts = parts.iter().map(|expr| self.expr(expr)).collect();
                self.sequence(parts)
            }
        };
        self.depth -= 1;
        simple
    }

    /// The parts `a` and `b` of an expression of the form `a ~ b*`.
    fn row(&mut self, expr: &PegExpr) -> Option<(PegExpr, PegExpr)> {
        let expr = match expr {
            PegExpr::Rule(rule) if self.rules[*rule].kind == SpanKind::Silent => self.rule(*rule),
            _ => expr.clone(),
        };
        let PegExpr::Sequence(parts) = expr else { return None };
        match parts.split_last()? {
            (PegExpr::Repeat(repeated), first) => {
                Some((one_or(first.to_vec(), PegExpr::Sequence), (**repeated).clone()))
            }
            _ => None,
        }
    }

    /// Removes each alternative `a ~ b*` directly before an alternative `b ~ b*`, if `a` is a
    /// subset of the first class of `b`.
    fn without_narrower(&mut self, mut alternatives: Vec<PegExpr>) -> Vec<PegExpr> {
        for at in (1..alternatives.len()).rev() {
            let (narrow, wide) = (self.row(&alternatives[at - 1]), self.row(&alternatives[at]));
            let (Some((narrow_first, narrow_repeated)), Some((first, repeated))) = (narrow, wide) else { continue };
            let first_class = match &repeated {
                PegExpr::Choice(inner) => inner.first(),
                expr => Some(expr),
            };
            if let (PegExpr::Class(narrow), Some(PegExpr::Class(wide))) = (narrow_first, first_class)
                && narrow_repeated == repeated
                && first == repeated
                && narrow.is_subset(wide)
            {
                alternatives.remove(at - 1);
            }
        }
        alternatives
    }

    /// The repeated expression of a choice `(a ~ a*)?`, which is equivalent to `a*`.
    fn optional_row(&mut self, alternatives: &[PegExpr]) -> Option<PegExpr> {
        let [row, PegExpr::Empty] = alternatives else { return None };
        let (first, repeated) = self.row(row)?;
        (first == repeated).then_some(repeated)
    }

    /// A choice in which two classes are merged, if no alternative between them can match their
    /// characters.
    fn choice(&self, alternatives: Vec<PegExpr>) -> PegExpr {
        let flat = alternatives.into_iter().flat_map(|expr| match expr {
            PegExpr::Choice(inner) => inner,
            expr => vec![expr],
        });
        let mut out: Vec<PegExpr> = Vec::new();
        for expr in flat {
            if let PegExpr::Class(set) = &expr {
                let last = out.iter().rposition(|earlier| {
                    let properties = self.properties(earlier);
                    matches!(earlier, PegExpr::Class(_))
                        || properties.nullable
                        || !properties.first.intersection(set).is_empty()
                });
                if let Some(PegExpr::Class(earlier)) = last.map(|at| &mut out[at]) {
                    *earlier = earlier.union(set);
                    continue;
                }
            }
            // Alternatives after one that always matches are never tried.
            if !matches!(out.last(), Some(PegExpr::Empty | PegExpr::Repeat(_))) {
                out.push(expr);
            }
        }
        one_or(out, PegExpr::Choice)
    }

    /// A sequence in which predicates become restrictions of the sets after them.
    fn sequence(&mut self, parts: Vec<PegExpr>) -> PegExpr {
        let flat = parts.into_iter().flat_map(|expr| match expr {
            PegExpr::Sequence(inner) => inner,
            PegExpr::Empty => Vec::new(),
            expr => vec![expr],
        });
        let mut out: Vec<PegExpr> = Vec::new();
        // From the end, so that the last of several predicates is combined first.
        for expr in flat.collect::<Vec<_>>().into_iter().rev() {
            match (expr, out.last()) {
                (PegExpr::Ahead(inner, negated), Some(next)) => match self.guarded(&inner, negated, next) {
                    Some(guarded) => {
                        out.pop();
                        match guarded {
                            PegExpr::Sequence(inner) => out.extend(inner.into_iter().rev()),
                            expr => out.push(expr),
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
            if let (PegExpr::Rule(_), PegExpr::Repeat(repeated)) = (&out[at - 1], out[at].clone())
                && let PegExpr::Sequence(inner) = &*repeated
                && let Some((first, last)) = self.row(&out[at - 1])
                && inner.last() == Some(&PegExpr::Repeat(Box::new(last.clone())))
            {
                out.splice(at - 1..at, [first, PegExpr::Repeat(Box::new(last))]);
                at += 1;
            }
            if let (PegExpr::Repeat(before), PegExpr::Repeat(repeated)) = (&out[at - 1], &out[at])
                && let PegExpr::Sequence(inner) = &**repeated
                && let Some((PegExpr::Repeat(last), first)) = inner.split_last()
                && last == before
            {
                let first = one_or(first.to_vec(), PegExpr::Sequence);
                let merged = self.choice(vec![(**before).clone(), first]);
                out.splice(at - 1..=at, [self.repeat(merged)]);
            } else {
                at += 1;
            }
        }
        one_or(out, PegExpr::Sequence)
    }

    /// A repetition. `(a | b ~ a*)*` is equivalent to `(a | b)*`.
    fn repeat(&self, inner: PegExpr) -> PegExpr {
        if let PegExpr::Choice(alternatives) = &inner
            && let Some((PegExpr::Sequence(last), before)) = alternatives.split_last()
            && let Some((PegExpr::Repeat(repeated), first)) = last.split_last()
            && **repeated == one_or(before.to_vec(), PegExpr::Choice)
        {
            let first = one_or(first.to_vec(), PegExpr::Sequence);
            return PegExpr::Repeat(Box::new(self.choice(before.iter().cloned().chain([first]).collect())));
        }
        PegExpr::Repeat(Box::new(inner))
    }

    /// The expression after a predicate, with the predicate only where it matters; `None` if the
    /// predicate stays before the whole expression.
    fn guarded(&mut self, ahead: &PegExpr, negated: bool, next: &PegExpr) -> Option<PegExpr> {
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
                if open.is_empty() {
                    return Some(PegExpr::Class(free));
                }
                let guarded = PegExpr::Sequence(vec![predicate(ahead, negated), PegExpr::Class(open)]);
                Some(PegExpr::Choice(vec![PegExpr::Class(free), guarded]))
            }
            // The predicate moves only into a choice with a single-character alternative: in others
            // it would only be read more often.
            (PegExpr::Choice(alternatives), _)
                if negated && alternatives.iter().any(|expr| matches!(expr, PegExpr::Class(_))) =>
            {
                let mut guarded = Vec::new();
                for expr in alternatives {
                    guarded.push(match self.guarded(ahead, negated, expr) {
                        Some(guarded) => guarded,
                        None => self.sequence(vec![predicate(ahead, negated), expr.clone()]),
                    });
                }
                Some(self.choice(guarded))
            }
            // A predicate that cannot begin like the next expression is dropped.
            _ => {
                let following = self.properties(next);
                let is_nullable = properties.nullable || following.nullable;
                let is_disjoint = !is_nullable && properties.first.intersection(&following.first).is_empty();
                (negated && is_disjoint).then(|| next.clone())
            }
        }
    }
}

/// The predicate `&e`, or `!e` if negated.
fn predicate(expr: &PegExpr, negated: bool) -> PegExpr {
    PegExpr::Ahead(Box::new(expr.clone()), negated)
}

/// The only one of some expressions, or their combination.
fn one_or(mut exprs: Vec<PegExpr>, combine: fn(Vec<PegExpr>) -> PegExpr) -> PegExpr {
    match exprs.len() {
        0 => PegExpr::Empty,
        1 => exprs.remove(0),
        _ => combine(exprs),
    }
}
