//! Corresponding productions that repeat the same with other bounds.

use crate::bnf::{Bnf, Expr};

/// How often something is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Repeats"))]
pub struct RepetitionBounds {
    /// The least number of repetitions: a count.
    pub least: u32,
    /// The greatest number of repetitions: a count; `null` if there is none.
    pub most: Option<u32>,
}

impl RepetitionBounds {
    /// Whether more are possible than with other bounds.
    pub(super) fn longer(self, other: Self) -> bool {
        other.most.is_some_and(|limit| self.most.is_none_or(|most| most > limit))
    }

    /// Whether fewer are possible than with other bounds.
    pub(super) fn shorter(self, other: Self) -> bool {
        self.least < other.least
    }
}

/// The bounds of two productions whose expressions are the same except for bounds that differ
/// everywhere in the same way. Names are compared by `corresponds`.
pub(super) fn bounds(
    left: (&Bnf, &str),
    right: (&Bnf, &str),
    corresponds: &dyn Fn(&str, &str) -> bool,
) -> Option<[RepetitionBounds; 2]> {
    let [one, other] = [left, right].map(|(bnf, name)| bnf.get(name)?.body.as_ref().ok());
    let mut pairs = BoundsSearch { left: left.0, right: right.0, corresponds, found: Vec::new() };
    if !pairs.same(one?, other?) {
        return None;
    }
    let (first, others) = pairs.found.split_first()?;
    others.iter().all(|other| other == first).then_some(*first)
}

struct BoundsSearch<'b> {
    left: &'b Bnf,
    right: &'b Bnf,
    corresponds: &'b dyn Fn(&str, &str) -> bool,
    found: Vec<[RepetitionBounds; 2]>,
}

impl BoundsSearch<'_> {
    /// Whether two expressions are the same but for bounds, which are collected.
    fn same(&mut self, one: &Expr, other: &Expr) -> bool {
        /// An expression as a repetition of another.
        fn repeated(expr: &Expr) -> (RepetitionBounds, &Expr) {
            match expr {
                Expr::Repeat(least, most, inner) => (RepetitionBounds { least: *least, most: *most }, inner),
                one => (RepetitionBounds { least: 1, most: Some(1) }, one),
            }
        }
        let sets = (self.left.characters(one), self.right.characters(other));
        if let (Some(set), Some(known)) = sets {
            return set == known;
        }
        match (one, other) {
            (Expr::Repeat(..), _) | (_, Expr::Repeat(..)) => {
                let ((own, one), (others, other)) = (repeated(one), repeated(other));
                if own != others {
                    self.found.push([own, others]);
                }
                self.same(one, other)
            }
            (Expr::Name(one), Expr::Name(other)) => (self.corresponds)(one, other),
            (Expr::Sequence(all), Expr::Sequence(others)) | (Expr::Alternatives(all), Expr::Alternatives(others)) => {
                all.len() == others.len() && all.iter().zip(others).all(|(one, other)| self.same(one, other))
            }
            (Expr::Except(one, excepted), Expr::Except(other, others)) => {
                self.same(one, other) && self.same(excepted, others)
            }
            _ => one == other,
        }
    }
}
