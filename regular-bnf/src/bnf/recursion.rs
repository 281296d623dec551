//! Productions that are recursive only at their beginnings.

use std::collections::{HashMap, HashSet};

use super::{Bnf, Expr};

impl Bnf {
    /// The cycles whose productions are recursive only at their beginnings (left-recursive), by
    /// their numbers among the [cycles](Self::cycles), each with its productions in order.
    ///
    /// An example is `a = a "x" / "y"`. It is the mirror image of a right-recursive production, and
    /// also regular.
    pub(crate) fn left_cycles(&self) -> &HashMap<u32, Vec<usize>> {
        self.derived.left.get_or_init(|| {
            let cycles = self.cycles();
            let mut members: HashMap<u32, Vec<usize>> = HashMap::new();
            for (production, cycle) in cycles.iter().enumerate() {
                if let Some(cycle) = cycle {
                    members.entry(*cycle).or_default().push(production);
                }
            }
            // An unreadable production is reported at its use.
            members.retain(|cycle, members| {
                members.iter().all(|&production| {
                    let body = self.definitions[production].body.as_ref();
                    body.is_ok_and(|body| leads(body, &|name| self.is_in_cycle(name, *cycle)))
                })
            });
            members
        })
    }

    /// Whether a name is that of a production of a cycle.
    fn is_in_cycle(&self, name: &str, cycle: u32) -> bool {
        self.index(name).is_some_and(|production| self.cycles()[production] == Some(cycle))
    }

    /// The cycles that are recursive neither only at their ends nor only at their beginnings: for
    /// each its number, and a path from a production back to itself.
    #[cfg(feature = "language")]
    pub(crate) fn irregular(&self) -> Vec<(u32, Vec<String>)> {
        let (cycles, left) = (self.cycles(), self.left_cycles());
        let mut seen = HashSet::new();
        let mut irregular = Vec::new();
        for (at, definition) in self.definitions.iter().enumerate() {
            let (Some(cycle), Ok(body)) = (cycles[at], &definition.body) else { continue };
            if left.contains_key(&cycle) || trails(body, &|name| self.is_in_cycle(name, cycle)) || !seen.insert(cycle) {
                continue;
            }
            let first = body.names().into_iter().find(|name| self.is_in_cycle(name, cycle));
            let first = first.and_then(|name| self.index(name));
            irregular.extend(first.map(|first| (cycle, self.way_back(at, first))));
        }
        irregular
    }
}

/// Whether each recursive name occurs only at the end of an expression, where an automaton can
/// return to its beginning.
#[cfg(feature = "language")]
fn trails(expr: &Expr, recurs: &impl Fn(&str) -> bool) -> bool {
    match expr {
        Expr::Void | Expr::Literal(_) | Expr::Range(..) | Expr::Name(_) | Expr::Undefined(_) => true,
        Expr::Alternatives(alternatives) => alternatives.iter().all(|expr| trails(expr, recurs)),
        Expr::Sequence(items) => {
            let mut items = items.iter().rev().skip_while(|expr| is_void(expr));
            items.next().is_none_or(|last| trails(last, recurs)) && items.all(|expr| !uses_any(expr, recurs))
        }
        Expr::Repeat(_, Some(0), _) => true,
        Expr::Repeat(_, Some(1), inner) => trails(inner, recurs),
        Expr::Repeat(..) | Expr::Except(..) => !uses_any(expr, recurs),
    }
}

/// Whether each recursive name occurs only at the beginning of an expression.
fn leads(expr: &Expr, recurs: &impl Fn(&str) -> bool) -> bool {
    match expr {
        Expr::Void | Expr::Literal(_) | Expr::Range(..) | Expr::Name(_) | Expr::Undefined(_) => true,
        Expr::Alternatives(alternatives) => alternatives.iter().all(|expr| leads(expr, recurs)),
        Expr::Sequence(items) => {
            let mut items = items.iter().skip_while(|expr| **expr == Expr::Void);
            items.next().is_none_or(|first| leads(first, recurs)) && items.all(|expr| !uses_any(expr, recurs))
        }
        Expr::Repeat(_, Some(1), inner) => leads(inner, recurs),
        Expr::Repeat(..) | Expr::Except(..) => !uses_any(expr, recurs),
    }
}

/// Whether an expression uses a recursive name.
fn uses_any(expr: &Expr, recurs: &impl Fn(&str) -> bool) -> bool {
    expr.names().into_iter().any(recurs)
}

/// Whether an expression is the empty string.
#[cfg(feature = "language")]
fn is_void(expr: &Expr) -> bool {
    matches!(expr, Expr::Void) || *expr == Expr::Literal(String::new())
}
