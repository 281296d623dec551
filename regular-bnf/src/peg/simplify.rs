//! Simplifies rules to equivalent ones with fewer steps: tests of single characters become tests of
//! character sets.
//!
//! A simplified rule matches the same prefix of every text, and adds the same spans. The
//! [proof](super::proof) covers both forms.

use super::expr::{Expr, Rule, SpanKind};
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
    pub(crate) fn new(expr: &Expr, rules: &[Self]) -> Self {
        match expr {
            Expr::Empty | Expr::End | Expr::Ahead(..) => Self { nullable: true, ..Self::NONE },
            Expr::Class(set) => Self { first: set.clone(), nullable: false },
            Expr::Rule(rule) => rules[*rule].clone(),
            Expr::Repeat(inner) => Self { nullable: true, ..Self::new(inner, rules) },
            Expr::Choice(all) => all.iter().map(|expr| Self::new(expr, rules)).fold(Self::NONE, |sum, properties| {
                Self { first: sum.first.union(&properties.first), nullable: sum.nullable || properties.nullable }
            }),
            Expr::Sequence(all) => {
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
    pub(crate) fn of_rules(rules: &[Rule]) -> Vec<Self> {
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
pub(crate) fn silent(rules: &[Rule]) -> Vec<Rule> {
    let silent: Vec<Rule> = rules.iter().map(|rule| Rule { kind: SpanKind::Silent, ..rule.clone() }).collect();
    simplify(&silent)
}

/// Simplifies every rule.
pub(crate) fn simplify(rules: &[Rule]) -> Vec<Rule> {
    let properties = StaticProperties::of_rules(rules);
    let mut simple = Simplifier { rules, properties, done: vec![None; rules.len()], depth: 0 };
    let exprs: Vec<Expr> = (0..rules.len()).map(|rule| simple.rule(rule)).collect();
    rules.iter().zip(exprs).map(|(rule, expr)| Rule { expr, ..rule.clone() }).collect()
}

struct Simplifier<'r> {
    rules: &'r [Rule],
    properties: Vec<StaticProperties>,
    done: Vec<Option<Expr>>,
    depth: usize,
}

impl Simplifier<'_> {
    fn rule(&mut self, rule: usize) -> Expr {
        if let Some(done) = &self.done[rule] {
            return done.clone();
        }
        // A recursive use refers to the rule itself.
        self.done[rule] = Some(Expr::Rule(rule));
        let expr = self.expr(&self.rules[rule].expr);
        self.done[rule] = Some(expr.clone());
        expr
    }

    fn properties(&self, expr: &Expr) -> StaticProperties {
        StaticProperties::new(expr, &self.properties)
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        /// The maximum size of a silent rule that is inlined.
        const SMALL: usize = 8;
        // Deeper expressions stay unchanged, so that the stack is bounded.
        if self.depth > LIMITS.depth {
            return expr.clone();
        }
        self.depth += 1;
        let simple = match expr {
            Expr::Empty | Expr::Class(_) | Expr::End => expr.clone(),
            Expr::Rule(rule) if self.rules[*rule].kind == SpanKind::Silent => {
                let body = self.rule(*rule);
                if body.size() <= SMALL { body } else { expr.clone() }
            }
            Expr::Rule(_) => expr.clone(),
            Expr::Repeat(inner) => {
                let inner = self.expr(inner);
                self.repeat(inner)
            }
            Expr::Ahead(inner, negated) => match self.expr(inner) {
                Expr::Class(set) if *negated && set == CharSet::all() => Expr::End,
                inner => Expr::Ahead(Box::new(inner), *negated),
            },
            Expr::Choice(all) => {
                let all = all.iter().map(|expr| self.expr(expr)).collect();
                let all = self.without_narrower(all);
                match self.optional_row(&all) {
                    Some(repeated) => self.repeat(repeated),
                    None => self.choice(all),
                }
            }
            Expr::Sequence(all) => {
                let all = all.iter().map(|expr| self.expr(expr)).collect();
                self.sequence(all)
            }
        };
        self.depth -= 1;
        simple
    }

    /// The parts `a` and `b` of an expression of the form `a ~ b*`.
    fn row(&mut self, expr: &Expr) -> Option<(Expr, Expr)> {
        let expr = match expr {
            Expr::Rule(rule) if self.rules[*rule].kind == SpanKind::Silent => self.rule(*rule),
            other => other.clone(),
        };
        let Expr::Sequence(parts) = expr else { return None };
        match parts.split_last()? {
            (Expr::Repeat(again), first) => Some((one_or(first.to_vec(), Expr::Sequence), (**again).clone())),
            _ => None,
        }
    }

    /// Removes each alternative `a ~ b*` in front of an equivalent `b ~ b*`: here `a` is a subset
    /// of the first class of `b`.
    fn without_narrower(&mut self, mut all: Vec<Expr>) -> Vec<Expr> {
        for at in (1..all.len()).rev() {
            let (Some((narrow, rest)), Some((first, again))) = (self.row(&all[at - 1]), self.row(&all[at])) else {
                continue;
            };
            let begins = match &again {
                Expr::Choice(all) => all.first(),
                other => Some(other),
            };
            if let (Expr::Class(narrow), Some(Expr::Class(wide))) = (narrow, begins)
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
    fn optional_row(&mut self, all: &[Expr]) -> Option<Expr> {
        let [row, Expr::Empty] = all else { return None };
        let (first, again) = self.row(row)?;
        (first == again).then_some(again)
    }

    /// A choice in which two classes are merged, if no alternative between them can match their
    /// characters.
    fn choice(&self, all: Vec<Expr>) -> Expr {
        let flat = all.into_iter().flat_map(|expr| match expr {
            Expr::Choice(inner) => inner,
            other => vec![other],
        });
        let mut out: Vec<Expr> = Vec::new();
        for expr in flat {
            if let Expr::Class(set) = &expr {
                let passes = |properties: StaticProperties| {
                    !properties.nullable && properties.first.intersection(set).is_empty()
                };
                let last =
                    out.iter().rposition(|other| matches!(other, Expr::Class(_)) || !passes(self.properties(other)));
                if let Some(Expr::Class(earlier)) = last.map(|at| &mut out[at]) {
                    *earlier = earlier.union(set);
                    continue;
                }
            }
            // Alternatives after one that always matches are never tried.
            let always = matches!(out.last(), Some(Expr::Empty | Expr::Repeat(_)));
            if !always {
                out.push(expr);
            }
        }
        one_or(out, Expr::Choice)
    }

    /// A sequence in which predicates become restrictions of the sets after them.
    fn sequence(&mut self, all: Vec<Expr>) -> Expr {
        let flat = all.into_iter().flat_map(|expr| match expr {
            Expr::Sequence(inner) => inner,
            Expr::Empty => Vec::new(),
            other => vec![other],
        });
        let mut out: Vec<Expr> = Vec::new();
        // From the end, so that the last of several predicates is combined first.
        for expr in flat.collect::<Vec<_>>().into_iter().rev() {
            match (expr, out.last()) {
                (Expr::Ahead(inner, negated), Some(next)) => match self.guarded(&inner, negated, next) {
                    Some(guarded) => {
                        out.pop();
                        match guarded {
                            Expr::Sequence(all) => out.extend(all.into_iter().rev()),
                            other => out.push(other),
                        }
                    }
                    None => out.push(Expr::Ahead(inner, negated)),
                },
                (expr, _) => out.push(expr),
            }
        }
        out.reverse();
        // `a* ~ (b ~ a*)*` is equivalent to `(a | b)*`.
        let mut at = 1;
        while at < out.len() {
            // A rule that ends with such a repetition is inlined.
            if let (Expr::Rule(_), Expr::Repeat(again)) = (&out[at - 1], out[at].clone())
                && let Expr::Sequence(inner) = &*again
                && let Some((first, last)) = self.row(&out[at - 1])
                && inner.last() == Some(&Expr::Repeat(Box::new(last.clone())))
            {
                out.splice(at - 1..at, [first, Expr::Repeat(Box::new(last))]);
                at += 1;
            }
            if let (Expr::Repeat(before), Expr::Repeat(again)) = (&out[at - 1], &out[at])
                && let Expr::Sequence(inner) = &**again
                && let Some((Expr::Repeat(last), first)) = inner.split_last()
                && last == before
            {
                let first = one_or(first.to_vec(), Expr::Sequence);
                let both = self.choice(vec![(**before).clone(), first]);
                out.splice(at - 1..=at, [self.repeat(both)]);
            } else {
                at += 1;
            }
        }
        one_or(out, Expr::Sequence)
    }

    /// A repetition. `(a | b ~ a*)*` is equivalent to `(a | b)*`.
    fn repeat(&self, inner: Expr) -> Expr {
        if let Expr::Choice(all) = &inner
            && let Some((Expr::Sequence(last), before)) = all.split_last()
            && let Some((Expr::Repeat(again), first)) = last.split_last()
            && **again == one_or(before.to_vec(), Expr::Choice)
        {
            let first = one_or(first.to_vec(), Expr::Sequence);
            return Expr::Repeat(Box::new(self.choice(before.iter().cloned().chain([first]).collect())));
        }
        Expr::Repeat(Box::new(inner))
    }

    /// The expression after a predicate, with the predicate only where it matters; `None` if the
    /// predicate stays in front of all of it.
    fn guarded(&mut self, ahead: &Expr, negated: bool, next: &Expr) -> Option<Expr> {
        let kept = || Expr::Ahead(Box::new(ahead.clone()), negated);
        let properties = self.properties(ahead);
        match (next, ahead) {
            (Expr::Class(set), Expr::Class(ahead)) => {
                Some(Expr::Class(if negated { set.difference(ahead) } else { set.intersection(ahead) }))
            }
            (Expr::Class(set), _) if negated && !properties.nullable => {
                let (free, open) = (set.difference(&properties.first), set.intersection(&properties.first));
                if free.is_empty() {
                    return None;
                }
                let all = open.is_empty();
                let guarded = Expr::Sequence(vec![kept(), Expr::Class(open)]);
                Some(if all { Expr::Class(free) } else { Expr::Choice(vec![Expr::Class(free), guarded]) })
            }
            // Only a choice with a single-character alternative, since other expressions would be
            // read twice.
            (Expr::Choice(all), _) if negated && all.iter().any(|expr| matches!(expr, Expr::Class(_))) => {
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
fn one_or(mut all: Vec<Expr>, together: fn(Vec<Expr>) -> Expr) -> Expr {
    match all.len() {
        0 => Expr::Empty,
        1 => all.remove(0),
        _ => together(all),
    }
}
