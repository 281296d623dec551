//! Productions that are recursive only at their beginnings.

use std::collections::HashMap;

use super::{Bnf, Expr};

impl Bnf {
    /// The cycles whose productions are recursive only at their beginnings (left-recursive), by their numbers among the
    /// [cycles](Self::cycles), each with its productions in order.
    ///
    /// An example is `a = a "x" / "y"`. It is the mirror image of a right-recursive production, and also regular.
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
