//! Corresponding productions that repeat the same with other bounds.

use crate::bnf::{Bnf, Expr};

/// How often something is repeated.
///
/// ```
/// use regular_bnf::{Bnf, Correspondence, Divergences, RepetitionBounds};
///
/// let (old, new) = (Bnf::abnf("year = 2*4DIGIT\n")?, Bnf::abnf("year = 4*DIGIT\n")?);
/// let all = Divergences::new((&old, "year"), (&new, "year"), &Correspondence::default())?;
/// let bounds = [RepetitionBounds { least: 2, most: Some(4) }, RepetitionBounds { least: 4, most: None }];
/// assert_eq!(all.of_string("10000").unwrap().bounds, Some(bounds));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
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
    let [left_body, right_body] = [left, right].map(|(bnf, name)| bnf.get(name)?.body.as_ref().ok());
    let mut search = BoundsSearch { left: left.0, right: right.0, corresponds, different: Vec::new() };
    if !search.same(left_body?, right_body?) {
        return None;
    }
    let (first, others) = search.different.split_first()?;
    others.iter().all(|bounds| bounds == first).then_some(*first)
}

struct BoundsSearch<'b> {
    left: &'b Bnf,
    right: &'b Bnf,
    corresponds: &'b dyn Fn(&str, &str) -> bool,
    /// The bounds that differ, in order.
    different: Vec<[RepetitionBounds; 2]>,
}

impl BoundsSearch<'_> {
    /// Whether two expressions are the same but for bounds, which are collected.
    fn same(&mut self, left: &Expr, right: &Expr) -> bool {
        let sets = (self.left.characters(left), self.right.characters(right));
        if let (Some(left_set), Some(right_set)) = sets {
            return left_set == right_set;
        }
        match (left, right) {
            (Expr::Repeat(..), _) | (_, Expr::Repeat(..)) => {
                let ((left_bounds, left), (right_bounds, right)) = (as_repetition(left), as_repetition(right));
                if left_bounds != right_bounds {
                    self.different.push([left_bounds, right_bounds]);
                }
                self.same(left, right)
            }
            (Expr::Name(left), Expr::Name(right)) => (self.corresponds)(left, right),
            (Expr::Sequence(left), Expr::Sequence(right)) | (Expr::Alternatives(left), Expr::Alternatives(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(left, right)| self.same(left, right))
            }
            (Expr::Except(left, left_excepted), Expr::Except(right, right_excepted)) => {
                self.same(left, right) && self.same(left_excepted, right_excepted)
            }
            _ => left == right,
        }
    }
}

/// An expression as a repetition of another.
fn as_repetition(expr: &Expr) -> (RepetitionBounds, &Expr) {
    match expr {
        Expr::Repeat(least, most, inner) => (RepetitionBounds { least: *least, most: *most }, inner),
        once => (RepetitionBounds { least: 1, most: Some(1) }, once),
    }
}
