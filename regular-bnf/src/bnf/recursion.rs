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
            let mut all: HashMap<u32, Vec<usize>> = HashMap::new();
            for (at, cycle) in cycles.iter().enumerate() {
                if let Some(cycle) = cycle {
                    all.entry(*cycle).or_default().push(at);
                }
            }
            all.retain(|cycle, members| {
                let recurs = |name: &str| self.index(name).is_some_and(|at| cycles[at] == Some(*cycle));
                // An unreadable production is reported at its use.
                let leads = |&at: &usize| self.definitions[at].body.as_ref().is_ok_and(|body| leads(body, &recurs));
                members.iter().all(leads)
            });
            all
        })
    }
}

impl Bnf {
    /// The cycles that are recursive neither only at their ends nor only at their beginnings: for
    /// each its number, and a path from a production back to itself.
    #[cfg(feature = "language")]
    pub(crate) fn irregular(&self) -> Vec<(u32, Vec<String>)> {
        let (cycles, left) = (self.cycles(), self.left_cycles());
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for (at, definition) in self.definitions.iter().enumerate() {
            let (Some(cycle), Ok(body)) = (cycles[at], &definition.body) else { continue };
            let recurs = |name: &str| self.index(name).is_some_and(|at| cycles[at] == Some(cycle));
            if left.contains_key(&cycle) || trails(body, &recurs) || !seen.insert(cycle) {
                continue;
            }
            let first = body.names().into_iter().filter(|name| recurs(name)).find_map(|name| self.index(name));
            found.extend(first.map(|first| (cycle, self.way_back(at, first))));
        }
        found
    }
}

/// Whether each recursive name occurs only at the end of an expression, where an automaton can
/// return to its beginning.
#[cfg(feature = "language")]
fn trails(expr: &Expr, recurs: &impl Fn(&str) -> bool) -> bool {
    let absent = |expr: &Expr| !expr.names().into_iter().any(recurs);
    let is_void = |expr: &Expr| matches!(expr, Expr::Void) || *expr == Expr::Literal(String::new());
    match expr {
        Expr::Void | Expr::Literal(_) | Expr::Range(..) | Expr::Name(_) | Expr::Undefined(_) => true,
        Expr::Alternatives(all) => all.iter().all(|expr| trails(expr, recurs)),
        Expr::Sequence(all) => {
            let mut items = all.iter().rev().skip_while(|expr| is_void(expr));
            items.next().is_none_or(|last| trails(last, recurs)) && items.all(absent)
        }
        Expr::Repeat(_, Some(0), _) => true,
        Expr::Repeat(_, Some(1), inner) => trails(inner, recurs),
        Expr::Repeat(..) | Expr::Except(..) => absent(expr),
    }
}

/// Whether each recursive name occurs only at the beginning of an expression.
fn leads(expr: &Expr, recurs: &impl Fn(&str) -> bool) -> bool {
    let absent = |expr: &Expr| !expr.names().into_iter().any(recurs);
    match expr {
        Expr::Void | Expr::Literal(_) | Expr::Range(..) | Expr::Name(_) | Expr::Undefined(_) => true,
        Expr::Alternatives(all) => all.iter().all(|expr| leads(expr, recurs)),
        Expr::Sequence(all) => {
            let mut items = all.iter().skip_while(|expr| **expr == Expr::Void);
            items.next().is_none_or(|first| leads(first, recurs)) && items.all(absent)
        }
        Expr::Repeat(_, Some(1), inner) => leads(inner, recurs),
        Expr::Repeat(..) | Expr::Except(..) => absent(expr),
    }
}
