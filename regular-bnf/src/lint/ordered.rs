//! The strings that a grammar loses if it is read as a parsing expression grammar: alternatives in
//! order, and repetitions that give nothing back.
//!
//! The productions become parsing expressions, and the proof of pest rules compares them with the
//! productions. Two kinds of productions need care:
//!
//! - A production that is recursive at its end is a rule that is recursive at its end, whose states
//!   are finitely many. One that can use itself before a character has no parse at all.
//! - A repeated element that may be empty would be repeated forever. The repetition ends where its
//!   element matches the empty text, as in most parsers: only matches with characters are repeated.

use std::collections::BTreeMap;

use super::derivable::Derivable;
use super::report::Budget;
use crate::automaton::TooLarge;
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::bnf::{Bnf, Expr};
use crate::characters::CharSet;
use crate::limits::limits;
use crate::peg::{Marks, PegExpr, PegRule, SpanKind, States, disagreement, used_rules};

/// Why a production cannot be read in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotOrdered {
    /// Its language cannot be decided, which is reported elsewhere.
    Silent,
    /// It can use itself before a character.
    Left,
    /// It excludes text longer than one character.
    Exception,
    /// It has too many expressions, or too deeply nested ones.
    TooLarge,
}

impl std::fmt::Display for NotOrdered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Silent => "its language is unknown",
            Self::Left => "a rule that uses itself before a character has no parse in order",
            Self::Exception => "a difference of languages has no order",
            Self::TooLarge => super::report::USED_UP,
        })
    }
}

/// The productions as rules, by their indexes.
pub(super) struct OrderedGrammar {
    /// The rules that correspond to the productions.
    original: OrderedRules,
    /// The same rules, some of which are [mended](Self::mend).
    mended: OrderedRules,
    /// Why productions cannot be read in order.
    undecided: Vec<Option<NotOrdered>>,
}

/// Rules, and the states so far. The states are discarded after a rule that is too large.
struct OrderedRules {
    rules: Vec<PegRule>,
    states: Option<States>,
}

impl OrderedGrammar {
    /// `unknown` tells for each production whether its language cannot be decided.
    pub fn new(bnf: &Bnf, derivable: &[Derivable], unknown: &[bool]) -> Result<Self, TooLarge> {
        if bnf.productions().len() > limits().peg_rules {
            return Err(TooLarge);
        }
        let (mut rules, mut undecided) = converted(bnf, derivable, unknown);
        let firsts: Vec<Vec<usize>> = rules.iter().map(|rule| firsts(&rule.expr, derivable)).collect();
        for rule in on_cycles(&firsts) {
            undecided[rule] = undecided[rule].or(Some(NotOrdered::Left));
        }
        let mut depths: Vec<Option<usize>> = vec![None; rules.len()];
        for (rule, reason) in undecided.iter_mut().enumerate().filter(|(_, reason)| reason.is_none()) {
            if depth_of(rule, &rules, derivable, &mut depths, 0).is_none() {
                *reason = Some(NotOrdered::TooLarge);
            }
        }
        spread(&mut undecided, &rules);
        for (rule, _) in rules.iter_mut().zip(&undecided).filter(|(_, reason)| reason.is_some()) {
            rule.expr = PegExpr::Class(CharSet::EMPTY);
        }
        let mended = OrderedRules { rules: rules.clone(), states: None };
        Ok(Self { original: OrderedRules { rules, states: None }, mended, undecided })
    }

    /// Why a production cannot be read in order; `None` if it can.
    pub fn reason(&self, production: usize) -> Option<NotOrdered> {
        self.undecided[production]
    }

    /// The productions that the rule of a production uses.
    pub fn uses(&self, production: usize) -> Vec<usize> {
        used_rules(&self.original.rules[production])
    }

    /// All productions, each after those that it uses, unless they use it.
    pub fn innermost_first(&self) -> Vec<usize> {
        let n = self.original.rules.len();
        let (mut order, mut seen) = (Vec::new(), vec![false; n]);
        for root in 0..n {
            let mut open = vec![(root, None)];
            while let Some((production, uses)) = open.last_mut() {
                let production = *production;
                if uses.is_none() && std::mem::replace(&mut seen[production], true) {
                    open.pop();
                    continue;
                }
                match uses.get_or_insert_with(|| self.uses(production)).pop() {
                    Some(used) if !seen[used] => open.push((used, None)),
                    Some(_) => {}
                    None => {
                        order.push(production);
                        open.pop();
                    }
                }
            }
        }
        order
    }

    /// A shortest string of a production's language that the rule refuses.
    pub fn lost(&mut self, production: usize, dfa: &Dfa, budget: &mut Budget) -> Result<Option<String>, TooLarge> {
        self.original.lost(production, dfa, budget)
    }

    /// Whether the rule would lose strings if the rules that it uses lost none.
    pub fn loses_itself(&mut self, production: usize, dfa: &Dfa, budget: &mut Budget) -> Result<bool, TooLarge> {
        Ok(self.mended.lost(production, dfa, budget)?.is_some())
    }

    /// Replaces a production, for the rules that use it, with rules that match the longest text of
    /// its language.
    pub fn mend(&mut self, production: usize, dfa: &Dfa) {
        /// The size of the largest automaton that becomes rules.
        const LARGEST: usize = 500;
        if dfa.len() > LARGEST {
            return;
        }
        let rules = &mut self.mended.rules;
        let base = rules.len();
        for state in Dfa::START..dfa.len() as State {
            let mut steps: BTreeMap<State, Vec<CharSet>> = BTreeMap::new();
            for (symbol, &to) in dfa.row(state).iter().enumerate().filter(|(_, to)| **to != DEAD) {
                steps.entry(to).or_default().push(dfa.alphabet().set(symbol));
            }
            let mut alternatives: Vec<PegExpr> = Vec::new();
            for (to, sets) in steps {
                let next = PegExpr::Rule(base + (to - Dfa::START) as usize);
                alternatives.push(PegExpr::Sequence(vec![PegExpr::Class(CharSet::union_of(&sets)), next]));
            }
            if dfa.is_accepting(state) {
                alternatives.push(PegExpr::Empty);
            }
            rules.push(PegRule::new(String::new(), SpanKind::Silent, PegExpr::Choice(alternatives)));
        }
        rules[production].expr = PegExpr::Rule(base);
        self.mended.states = None;
    }
}

impl OrderedRules {
    fn lost(&mut self, production: usize, dfa: &Dfa, budget: &mut Budget) -> Result<Option<String>, TooLarge> {
        let states = match self.states.take() {
            Some(states) => states,
            None => {
                budget.spend(self.rules.len())?;
                States::new(&self.rules, &Marks::default())
            }
        };
        let states = self.states.insert(states);
        let witness = disagreement(states, production, dfa, false, &mut |steps| budget.spend(steps));
        if states.exceeded() {
            self.states = None;
        }
        Ok(witness?.map(|(string, _)| string))
    }
}

/// The productions as rules, and why some of them cannot be read in order.
fn converted(bnf: &Bnf, derivable: &[Derivable], unknown: &[bool]) -> (Vec<PegRule>, Vec<Option<NotOrdered>>) {
    let mut converter = OrderedConverter { bnf, remaining: limits().peg_expressions };
    let (mut rules, mut undecided) = (Vec::new(), Vec::new());
    for (definition, unknown) in bnf.productions().iter().zip(unknown) {
        let expr = match &definition.body {
            Ok(body) if !unknown => converter.expr(body, 0),
            _ => Err(NotOrdered::Silent),
        };
        undecided.push(expr.as_ref().err().copied());
        let expr = expr.unwrap_or(PegExpr::Class(CharSet::EMPTY));
        rules.push(PegRule::new(definition.name.clone(), SpanKind::Spans, expr));
    }
    // Repetitions are finished when the rules are known.
    for index in 0..rules.len() {
        let finished = RepetitionFinisher::new(&rules, derivable).expr(&rules[index].expr, 0);
        if let Err(error) = finished {
            undecided[index] = Some(error);
        }
        rules[index].expr = finished.unwrap_or(PegExpr::Class(CharSet::EMPTY));
    }
    (rules, undecided)
}

/// Marks the rules that use undecided ones as undecided, too.
fn spread(undecided: &mut [Option<NotOrdered>], rules: &[PegRule]) {
    let mut users = vec![Vec::new(); rules.len()];
    for (user, rule) in rules.iter().enumerate() {
        for used in used_rules(rule) {
            users[used].push(user);
        }
    }
    let mut waiting: Vec<usize> = (0..rules.len()).filter(|&rule| undecided[rule].is_some()).collect();
    while let Some(rule) = waiting.pop() {
        for &user in &users[rule] {
            if undecided[user].is_none() {
                undecided[user] = undecided[rule];
                waiting.push(user);
            }
        }
    }
}

/// Converts productions to parsing expressions.
struct OrderedConverter<'b> {
    bnf: &'b Bnf,
    /// The number of expressions that may still be added.
    remaining: usize,
}

impl OrderedConverter<'_> {
    fn expr(&mut self, expr: &Expr, depth: usize) -> Result<PegExpr, NotOrdered> {
        self.remaining =
            self.remaining.checked_sub(1).filter(|_| depth <= limits().depth).ok_or(NotOrdered::TooLarge)?;
        if let Some(set) = self.bnf.characters(expr) {
            return Ok(PegExpr::Class(set));
        }
        Ok(match expr {
            Expr::Void => PegExpr::Empty,
            Expr::Literal(text) => sequence(text.chars().map(|c| PegExpr::Class(c.into())).collect()),
            Expr::Range(first, last) => PegExpr::Class(CharSet::range(*first, *last)),
            Expr::Name(name) => PegExpr::Rule(self.bnf.index(name).ok_or(NotOrdered::Silent)?),
            Expr::Undefined(_) => return Err(NotOrdered::Silent),
            Expr::Sequence(parts) => sequence(self.exprs(parts, depth + 1)?),
            Expr::Alternatives(alternatives) => PegExpr::Choice(self.exprs(alternatives, depth + 1)?),
            Expr::Repeat(_, Some(0), _) => PegExpr::Empty,
            Expr::Repeat(least, most, inner) => self.repeat(*least, *most, inner, depth)?,
            Expr::Except(left, right) => match (self.bnf.characters(left), self.bnf.characters(right)) {
                (Some(left), Some(right)) => PegExpr::Class(left.difference(&right)),
                _ => return Err(NotOrdered::Exception),
            },
        })
    }

    fn exprs(&mut self, exprs: &[Expr], depth: usize) -> Result<Vec<PegExpr>, NotOrdered> {
        exprs.iter().map(|expr| self.expr(expr, depth)).collect()
    }

    fn repeat(&mut self, least: u32, most: Option<u32>, inner: &Expr, depth: usize) -> Result<PegExpr, NotOrdered> {
        let before = self.remaining;
        let inner = self.expr(inner, depth + 1)?;
        let copies = most.unwrap_or(least).max(1) as usize;
        let optional_count = most.map_or(0, |most| most.saturating_sub(least)) as usize;
        let size = (before - self.remaining).saturating_mul(copies);
        let is_too_deep = depth + 2 * optional_count > limits().depth;
        self.remaining = self.remaining.checked_sub(size).filter(|_| !is_too_deep).ok_or(NotOrdered::TooLarge)?;
        let optional = match most {
            None => PegExpr::Repeat(Box::new(inner.clone())),
            // Each optional element contains the next one.
            Some(_) => (0..optional_count).fold(PegExpr::Empty, |next, _| {
                PegExpr::Choice(vec![sequence([inner.clone(), next].into()), PegExpr::Empty])
            }),
        };
        Ok(sequence(std::iter::repeat_n(inner, least as usize).chain([optional]).collect()))
    }
}

/// A sequence without empty parts, so that a recursive use at its end is its last part.
fn sequence(mut parts: Vec<PegExpr>) -> PegExpr {
    parts.retain(|expr| *expr != PegExpr::Empty);
    match parts.len() {
        0 => PegExpr::Empty,
        1 => parts.remove(0),
        _ => PegExpr::Sequence(parts),
    }
}

/// Whether an expression may match the empty text.
fn nullable(expr: &PegExpr, derivable: &[Derivable]) -> bool {
    match expr {
        PegExpr::Empty | PegExpr::End | PegExpr::Repeat(_) | PegExpr::Ahead(..) => true,
        PegExpr::Class(_) => false,
        PegExpr::Sequence(parts) => parts.iter().all(|expr| nullable(expr, derivable)),
        PegExpr::Choice(alternatives) => alternatives.iter().any(|expr| nullable(expr, derivable)),
        PegExpr::Rule(rule) => derivable[*rule].empty,
    }
}

/// A test whether an expression matches the empty text here; `None` if it is too large.
pub(super) fn empty_match(expr: &PegExpr, rules: &[PegRule], derivable: &[Derivable]) -> Option<PegExpr> {
    RepetitionFinisher::new(rules, derivable).empty_match(expr, 0).ok()
}

/// Replaces repeated elements that may be empty.
struct RepetitionFinisher<'r> {
    rules: &'r [PegRule],
    derivable: &'r [Derivable],
    /// The number of expressions that may still be added.
    remaining: usize,
}

impl<'r> RepetitionFinisher<'r> {
    fn new(rules: &'r [PegRule], derivable: &'r [Derivable]) -> Self {
        Self { rules, derivable, remaining: limits().peg_expressions }
    }

    fn expr(&mut self, expr: &PegExpr, depth: usize) -> Result<PegExpr, NotOrdered> {
        self.count(depth)?;
        Ok(match expr {
            PegExpr::Repeat(inner) if nullable(inner, self.derivable) => {
                PegExpr::Repeat(Box::new(self.text(inner, depth + 1)?))
            }
            PegExpr::Repeat(inner) => PegExpr::Repeat(Box::new(self.expr(inner, depth + 1)?)),
            PegExpr::Sequence(parts) => PegExpr::Sequence(self.exprs(parts, depth + 1)?),
            PegExpr::Choice(alternatives) => PegExpr::Choice(self.exprs(alternatives, depth + 1)?),
            _ => expr.clone(),
        })
    }

    fn exprs(&mut self, exprs: &[PegExpr], depth: usize) -> Result<Vec<PegExpr>, NotOrdered> {
        exprs.iter().map(|expr| self.expr(expr, depth)).collect()
    }

    fn count(&mut self, depth: usize) -> Result<(), NotOrdered> {
        self.remaining =
            self.remaining.checked_sub(1).filter(|_| depth <= limits().depth).ok_or(NotOrdered::TooLarge)?;
        Ok(())
    }

    /// An expression that matches like another one where that matches characters, and fails where
    /// that matches the empty text.
    fn text(&mut self, expr: &PegExpr, depth: usize) -> Result<PegExpr, NotOrdered> {
        self.count(depth)?;
        if !nullable(expr, self.derivable) {
            return self.expr(expr, depth);
        }
        Ok(match expr {
            PegExpr::Sequence(parts) => match parts.split_first() {
                Some((first, tail)) => {
                    let tail = PegExpr::Sequence(tail.to_vec());
                    let (first_text, tail_text) = (self.text(first, depth + 1)?, self.text(&tail, depth + 1)?);
                    let (first_empty, tail) = (self.empty_match(first, depth + 1)?, self.expr(&tail, depth + 1)?);
                    PegExpr::Choice(vec![
                        PegExpr::Sequence(vec![first_text, tail]),
                        PegExpr::Sequence(vec![first_empty, tail_text]),
                    ])
                }
                None => PegExpr::Class(CharSet::EMPTY),
            },
            PegExpr::Choice(alternatives) => self.choice(alternatives, depth, Self::text)?,
            PegExpr::Repeat(inner) => {
                let inner = self.text(inner, depth + 1)?;
                PegExpr::Sequence(vec![inner.clone(), PegExpr::Repeat(Box::new(inner))])
            }
            PegExpr::Rule(rule) => self.text(&self.rules[*rule].expr, depth + 1)?,
            PegExpr::Empty | PegExpr::Class(_) | PegExpr::End | PegExpr::Ahead(..) => PegExpr::Class(CharSet::EMPTY),
        })
    }

    /// A choice of converted alternatives, each only if no earlier one matches unconverted.
    fn choice(
        &mut self,
        alternatives: &[PegExpr],
        depth: usize,
        convert: fn(&mut Self, &PegExpr, usize) -> Result<PegExpr, NotOrdered>,
    ) -> Result<PegExpr, NotOrdered> {
        let (mut converted, mut earlier) = (Vec::new(), Vec::new());
        for expr in alternatives {
            let alternative = convert(self, expr, depth + 1)?;
            converted.push(PegExpr::Sequence(earlier.iter().cloned().chain([alternative]).collect()));
            earlier.push(PegExpr::Ahead(Box::new(self.expr(expr, depth + 1)?), true));
            self.remaining = self.remaining.checked_sub(earlier.len()).ok_or(NotOrdered::TooLarge)?;
        }
        Ok(PegExpr::Choice(converted))
    }

    /// A test whether an expression matches the empty text here.
    fn empty_match(&mut self, expr: &PegExpr, depth: usize) -> Result<PegExpr, NotOrdered> {
        self.count(depth)?;
        if !nullable(expr, self.derivable) {
            return Ok(PegExpr::Class(CharSet::EMPTY));
        }
        Ok(match expr {
            PegExpr::Sequence(parts) => {
                let parts = parts.iter().map(|expr| self.empty_match(expr, depth + 1));
                PegExpr::Sequence(parts.collect::<Result<_, _>>()?)
            }
            PegExpr::Choice(alternatives) => self.choice(alternatives, depth, Self::empty_match)?,
            PegExpr::Repeat(inner) => PegExpr::Ahead(Box::new(self.text(inner, depth + 1)?), true),
            PegExpr::Rule(rule) => self.empty_match(&self.rules[*rule].expr, depth + 1)?,
            PegExpr::Empty | PegExpr::Class(_) | PegExpr::End | PegExpr::Ahead(..) => expr.clone(),
        })
    }
}

/// The rules that an expression can reach before a character.
fn firsts(expr: &PegExpr, derivable: &[Derivable]) -> Vec<usize> {
    fn collect(expr: &PegExpr, derivable: &[Derivable], rules: &mut Vec<usize>) {
        match expr {
            PegExpr::Rule(rule) => rules.push(*rule),
            PegExpr::Sequence(parts) => {
                for expr in parts {
                    collect(expr, derivable, rules);
                    if !nullable(expr, derivable) {
                        break;
                    }
                }
            }
            _ => expr.below().iter().for_each(|expr| collect(expr, derivable, rules)),
        }
    }
    let mut rules = Vec::new();
    collect(expr, derivable, &mut rules);
    rules
}

/// The rules that can reach themselves.
fn on_cycles(uses: &[Vec<usize>]) -> Vec<usize> {
    (0..uses.len()).filter(|&rule| reaches_itself(rule, uses)).collect()
}

fn reaches_itself(start: usize, uses: &[Vec<usize>]) -> bool {
    let mut seen = vec![false; uses.len()];
    let mut waiting = uses[start].clone();
    while let Some(rule) = waiting.pop() {
        if rule == start {
            return true;
        }
        if !std::mem::replace(&mut seen[rule], true) {
            waiting.extend(&uses[rule]);
        }
    }
    false
}

/// The number of nested expressions that are entered before a character when the states of a rule
/// are computed; `None` beyond the limit.
fn depth_of(
    rule: usize,
    rules: &[PegRule],
    derivable: &[Derivable],
    depths: &mut Vec<Option<usize>>,
    above: usize,
) -> Option<usize> {
    if let Some(depth) = depths[rule] {
        return Some(depth).filter(|depth| above + depth <= limits().lint_depth);
    }
    if above > limits().lint_depth {
        return None;
    }
    let depth = depth(&rules[rule].expr, rules, derivable, depths, above + 1)? + 1;
    depths[rule] = Some(depth);
    Some(depth)
}

fn depth(
    expr: &PegExpr,
    rules: &[PegRule],
    derivable: &[Derivable],
    depths: &mut Vec<Option<usize>>,
    above: usize,
) -> Option<usize> {
    let depth = match expr {
        PegExpr::Empty | PegExpr::Class(_) | PegExpr::End => 1,
        PegExpr::Rule(rule) => return depth_of(*rule, rules, derivable, depths, above),
        PegExpr::Repeat(inner) | PegExpr::Ahead(inner, _) => depth(inner, rules, derivable, depths, above + 1)? + 1,
        PegExpr::Choice(alternatives) => {
            let mut most = 0;
            for (index, expr) in alternatives.iter().enumerate() {
                most = most.max(depth(expr, rules, derivable, depths, above + index + 1)? + index + 1);
            }
            most
        }
        PegExpr::Sequence(parts) => {
            let mut sum = 1;
            for expr in parts {
                sum += depth(expr, rules, derivable, depths, above + sum)?;
                if !nullable(expr, derivable) {
                    break;
                }
            }
            sum
        }
    };
    (above + depth <= limits().lint_depth).then_some(depth)
}
