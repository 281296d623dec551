//! Probes: expressions for the texts on which a pest rule reaches a place where an expression
//! matches.
//!
//! The parts before the place match, and the earlier alternatives do not. A repetition before the
//! place may have matched any number of times, so its probe is a rule that is recursive at its end.
//! If the probe matches the beginning of no text, the place is never reached. This holds for every
//! text, whatever other rules use the rule.

use super::report::Budget;
use crate::automaton::search::Search;
use crate::automaton::{TooLarge, effort};
use crate::limits::limits;
use crate::peg::{Bdd, FALSE, PegExpr, PegRule, SpanKind, States, classes};

/// A part of a rule before a place.
#[derive(Clone)]
pub(super) enum PrecedingPart {
    /// An expression that has matched.
    After(PegExpr),
    /// An expression that has not matched.
    Unless(PegExpr),
    /// An expression that has matched any number of times.
    Loop(PegExpr),
}

/// A probe for the texts on which a rule reaches a place where an expression matches. Rules that it
/// needs are added.
pub(super) fn probe(frames: &[PrecedingPart], expr: PegExpr, rules: &mut Vec<PegRule>) -> PegExpr {
    frames.iter().rev().fold(expr, |probe, frame| match frame {
        PrecedingPart::After(expr) => PegExpr::Sequence(vec![expr.clone(), probe]),
        PrecedingPart::Unless(expr) => PegExpr::Sequence(vec![PegExpr::Ahead(Box::new(expr.clone()), true), probe]),
        PrecedingPart::Loop(expr) => {
            let recursion = PegExpr::Rule(rules.len());
            let expr = PegExpr::Choice(vec![probe, PegExpr::Sequence(vec![expr.clone(), recursion.clone()])]);
            add_rule(expr, rules);
            recursion
        }
    })
}

/// Adds a rule, and returns its index.
pub(super) fn add_rule(expr: PegExpr, rules: &mut Vec<PegRule>) -> usize {
    rules.push(PegRule::new(String::new(), SpanKind::Silent, expr));
    rules.len() - 1
}

/// A shortest text from a start state, so that the rules accept there.
pub(super) fn shortest(states: &mut States, start: Bdd, budget: &mut Budget) -> Result<Option<String>, TooLarge> {
    let (_, symbols) = classes(states);
    let mut characters: Vec<char> = symbols.iter().map(|&symbol| states.alphabet().character(symbol)).collect();
    characters.sort_by_key(|&c| (effort(c), c));
    let mut search = Search::new(start, limits().pairs);
    while let Some((at, state)) = search.next() {
        if states.accepts(state) {
            return Ok(Some(search.path_to(at).into_iter().collect()));
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
