//! Probes: expressions for the texts on which a pest rule reaches a place, and something holds
//! there.
//!
//! Everything in front of the place matches, and the earlier alternatives do not. A repetition in
//! front of the place may have matched any number of times, so its probe is a rule that is
//! recursive at its end. If no text has a beginning that the probe matches, the place is never
//! reached. This holds for every text, whatever other rules use the rule.

use super::report::Budget;
use crate::automaton::search::Search;
use crate::automaton::{TooLarge, effort};
use crate::limits::LIMITS;
use crate::peg::classes;
use crate::peg::{Bdd, Expr, FALSE, Rule, SpanKind, States};

/// The part of a rule in front of a place.
#[derive(Clone)]
pub(super) enum Frame {
    /// This has matched.
    After(Expr),
    /// This has not matched.
    Unless(Expr),
    /// This has matched any number of times.
    Loop(Expr),
}

/// A probe for the texts on which a rule reaches a place where an expression matches. Rules that it
/// needs are added.
pub(super) fn probe(frames: &[Frame], expr: Expr, rules: &mut Vec<Rule>) -> Expr {
    frames.iter().rev().fold(expr, |probe, frame| match frame {
        Frame::After(expr) => Expr::Sequence(vec![expr.clone(), probe]),
        Frame::Unless(expr) => Expr::Sequence(vec![Expr::Ahead(Box::new(expr.clone()), true), probe]),
        Frame::Loop(expr) => {
            let again = Expr::Rule(rules.len());
            let expr = Expr::Choice(vec![probe, Expr::Sequence(vec![expr.clone(), again.clone()])]);
            add(expr, rules);
            again
        }
    })
}

/// Adds a rule, and returns its index.
pub(super) fn add(expr: Expr, rules: &mut Vec<Rule>) -> usize {
    rules.push(Rule { name: String::new(), kind: SpanKind::Silent, expr });
    rules.len() - 1
}

/// A shortest text from a start state, so that the rules accept there.
pub(super) fn shortest(states: &mut States, start: Bdd, budget: &mut Budget) -> Result<Option<String>, TooLarge> {
    let (_, symbols) = classes(states, &[]);
    let mut characters: Vec<char> = symbols.iter().map(|&symbol| states.alphabet().character(symbol)).collect();
    characters.sort_by_key(|&c| (effort(c), c));
    let mut search = Search::new(start, LIMITS.pairs);
    while let Some((at, state)) = search.next() {
        if states.accepts(state) {
            return Ok(Some(search.way(at).into_iter().collect()));
        }
        budget.spend(characters.len())?;
        for &c in &characters {
            let symbol = states.alphabet().symbol(c);
            let next = states.step(state, symbol);
            if next != FALSE {
                search.reach(at, c, Some(effort(c)), next)?;
            }
            if states.exceeded() {
                return Err(TooLarge);
            }
        }
    }
    Ok(None)
}
