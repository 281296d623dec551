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
use crate::limits::LIMITS;
use crate::peg::{Marks, PegExpr, PegRule, SpanKind, States, disagreement};

/// Why a production cannot be read in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotOrdered {
    /// Its language cannot be decided, which is reported elsewhere.
    Silent,
    /// It can use itself before a character.
    Left,
    /// It excludes text longer than one character.
    Exception,
    /// It has too many expressions, or they are nested too deeply.
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
pub(super) struct Ordered {
    /// The rules as the productions are.
    original: OrderedRules,
    /// The same rules, some of which are [mended](Self::mend).
    mended: OrderedRules,
    why: Vec<Option<NotOrdered>>,
}

/// Rules, and the states so far; started anew after a rule that is too large.
struct OrderedRules {
    rules: Vec<PegRule>,
    states: Option<States>,
}

impl Ordered {
    /// `unknown` tells for each production whether its language cannot be decided.
    pub fn new(bnf: &Bnf, derivable: &[Derivable], unknown: &[bool]) -> Result<Self, TooLarge> {
        if bnf.productions().len() > LIMITS.peg_rules {
            return Err(TooLarge);
        }
        let mut reader = OrderedConverter { bnf, derivable, rules: Vec::new(), left: LIMITS.peg_expressions };
        let mut why = vec![None; unknown.len()];
        for (at, definition) in bnf.productions().iter().enumerate() {
            let expr = match (&definition.body, unknown[at]) {
                (Ok(body), false) => reader.expr(body, 0),
                _ => Err(NotOrdered::Silent),
            };
            let expr = expr.unwrap_or_else(|error| {
                why[at] = Some(error);
                PegExpr::Class(CharSet::EMPTY)
            });
            reader.rules.push(PegRule { name: definition.name.clone(), kind: SpanKind::Spans, expr });
        }
        let (derivable, mut rules) = (reader.derivable, reader.rules);
        // Repetitions are finished when the rules are known.
        for at in 0..rules.len() {
            let mut left = LIMITS.peg_expressions;
            let finished = Finisher { rules: &rules, derivable, left: &mut left }.expr(&rules[at].expr, 0);
            match finished {
                Ok(expr) => rules[at].expr = expr,
                Err(error) => {
                    why[at] = Some(error);
                    rules[at].expr = PegExpr::Class(CharSet::EMPTY);
                }
            }
        }
        let firsts: Vec<Vec<usize>> = rules.iter().map(|rule| firsts(&rule.expr, derivable)).collect();
        for at in on_cycles(&firsts) {
            why[at] = why[at].or(Some(NotOrdered::Left));
        }
        let mut depths: Vec<Option<usize>> = vec![None; rules.len()];
        for (at, why) in why.iter_mut().enumerate().filter(|(_, why)| why.is_none()) {
            if depth_of(at, &rules, derivable, &mut depths, 0).is_none() {
                *why = Some(NotOrdered::TooLarge);
            }
        }
        // A rule is as undecided as those that it uses.
        let mut users = vec![Vec::new(); rules.len()];
        for (at, rule) in rules.iter().enumerate() {
            rule.expr.visit(&mut |expr| {
                if let PegExpr::Rule(used) = expr {
                    users[*used].push(at);
                }
            });
        }
        let mut waiting: Vec<usize> = (0..why.len()).filter(|&at| why[at].is_some()).collect();
        while let Some(at) = waiting.pop() {
            for &user in &users[at] {
                if why[user].is_none() {
                    why[user] = why[at];
                    waiting.push(user);
                }
            }
        }
        for (rule, _) in rules.iter_mut().zip(&why).filter(|(_, why)| why.is_some()) {
            rule.expr = PegExpr::Class(CharSet::EMPTY);
        }
        let mended = OrderedRules { rules: rules.clone(), states: None };
        Ok(Self { original: OrderedRules { rules, states: None }, mended, why })
    }

    /// Why a production cannot be read in order; `None` if it can.
    pub fn why(&self, production: usize) -> Option<NotOrdered> {
        self.why[production]
    }

    /// The productions that a production uses, as it is read here.
    pub fn uses(&self, production: usize) -> Vec<usize> {
        let mut used = Vec::new();
        self.original.rules[production].expr.visit(&mut |expr| {
            if let PegExpr::Rule(rule) = expr {
                used.push(*rule);
            }
        });
        used
    }

    /// All productions, each after those that it uses, unless they use it.
    pub fn innermost_first(&self) -> Vec<usize> {
        let n = self.original.rules.len();
        let (mut order, mut seen) = (Vec::new(), vec![false; n]);
        for root in 0..n {
            let mut open = vec![(root, None)];
            while let Some((at, left)) = open.last_mut() {
                let at = *at;
                if left.is_none() && std::mem::replace(&mut seen[at], true) {
                    open.pop();
                    continue;
                }
                match left.get_or_insert_with(|| self.uses(at)).pop() {
                    Some(used) if !seen[used] => open.push((used, None)),
                    Some(_) => {}
                    None => {
                        order.push(at);
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

    /// From now on, the rules that use a production have one in its place that matches the longest
    /// text of its language.
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
            let step = |(to, sets): (State, Vec<CharSet>)| {
                let next = PegExpr::Rule(base + (to - Dfa::START) as usize);
                PegExpr::Sequence(vec![PegExpr::Class(CharSet::union_of(&sets)), next])
            };
            let mut ways: Vec<PegExpr> = steps.into_iter().map(step).collect();
            if dfa.is_accepting(state) {
                ways.push(PegExpr::Empty);
            }
            rules.push(PegRule { name: String::new(), kind: SpanKind::Silent, expr: PegExpr::Choice(ways) });
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
                States::unchecked(&self.rules, &Marks::default())
            }
        };
        let states = self.states.insert(states);
        let found = disagreement(states, production, dfa, false, &mut |steps| budget.spend(steps));
        if states.exceeded() {
            self.states = None;
        }
        Ok(found?.map(|(string, _)| string))
    }
}

/// Reads productions as parsing expressions.
struct OrderedConverter<'b> {
    bnf: &'b Bnf,
    derivable: &'b [Derivable],
    rules: Vec<PegRule>,
    /// How many more expressions there may be.
    left: usize,
}

impl OrderedConverter<'_> {
    fn expr(&mut self, expr: &Expr, depth: usize) -> Result<PegExpr, NotOrdered> {
        self.left = self.left.checked_sub(1).filter(|_| depth <= LIMITS.depth).ok_or(NotOrdered::TooLarge)?;
        if let Some(set) = self.bnf.characters(expr) {
            return Ok(PegExpr::Class(set));
        }
        let mut all = |all: &[Expr]| all.iter().map(|expr| self.expr(expr, depth + 1)).collect::<Result<_, _>>();
        Ok(match expr {
            Expr::Void => PegExpr::Empty,
            Expr::Literal(text) => sequence(text.chars().map(|c| PegExpr::Class(c.into())).collect()),
            Expr::Range(first, last) => PegExpr::Class(CharSet::range(*first, *last)),
            Expr::Name(name) => PegExpr::Rule(self.bnf.index(name).ok_or(NotOrdered::Silent)?),
            Expr::Undefined(_) => return Err(NotOrdered::Silent),
            Expr::Sequence(inner) => sequence(all(inner)?),
            Expr::Alternatives(inner) => PegExpr::Choice(all(inner)?),
            Expr::Repeat(_, Some(0), _) => PegExpr::Empty,
            Expr::Repeat(least, most, inner) => self.repeat(*least, *most, inner, depth)?,
            Expr::Except(left, right) => match (self.bnf.characters(left), self.bnf.characters(right)) {
                (Some(left), Some(right)) => PegExpr::Class(left.difference(&right)),
                _ => return Err(NotOrdered::Exception),
            },
        })
    }

    fn repeat(&mut self, least: u32, most: Option<u32>, inner: &Expr, depth: usize) -> Result<PegExpr, NotOrdered> {
        let before = self.left;
        let inner = self.expr(inner, depth + 1)?;
        let copies = most.unwrap_or(least).max(1) as usize;
        let optional = most.map_or(0, |most| most.saturating_sub(least)) as usize;
        let size = (before - self.left).saturating_mul(copies);
        self.left =
            self.left.checked_sub(size).filter(|_| depth + 2 * optional <= LIMITS.depth).ok_or(NotOrdered::TooLarge)?;
        let rest = match most {
            None => PegExpr::Repeat(Box::new(inner.clone())),
            // An optional element that contains the next optional element.
            Some(_) => (0..optional).fold(PegExpr::Empty, |rest, _| {
                PegExpr::Choice(vec![sequence([inner.clone(), rest].into()), PegExpr::Empty])
            }),
        };
        Ok(sequence(std::iter::repeat_n(inner, least as usize).chain([rest]).collect()))
    }
}

/// A sequence that ends with its last expression: nothing comes after a recursive use there.
fn sequence(mut all: Vec<PegExpr>) -> PegExpr {
    all.retain(|expr| *expr != PegExpr::Empty);
    match all.len() {
        0 => PegExpr::Empty,
        1 => all.remove(0),
        _ => PegExpr::Sequence(all),
    }
}

/// Whether an expression may match the empty text.
fn nullable(expr: &PegExpr, derivable: &[Derivable]) -> bool {
    match expr {
        PegExpr::Empty | PegExpr::End | PegExpr::Repeat(_) | PegExpr::Ahead(..) => true,
        PegExpr::Class(_) => false,
        PegExpr::Sequence(all) => all.iter().all(|expr| nullable(expr, derivable)),
        PegExpr::Choice(all) => all.iter().any(|expr| nullable(expr, derivable)),
        PegExpr::Rule(rule) => derivable[*rule].empty,
    }
}

/// A test whether an expression matches the empty text here; `None` if it is too large.
pub(super) fn nothing(expr: &PegExpr, rules: &[PegRule], derivable: &[Derivable]) -> Option<PegExpr> {
    let mut left = LIMITS.peg_expressions;
    Finisher { rules, derivable, left: &mut left }.nothing(expr, 0).ok()
}

/// Replaces repeated elements that may be empty.
struct Finisher<'r> {
    rules: &'r [PegRule],
    derivable: &'r [Derivable],
    left: &'r mut usize,
}

impl Finisher<'_> {
    fn expr(&mut self, expr: &PegExpr, depth: usize) -> Result<PegExpr, NotOrdered> {
        self.count(depth)?;
        let derivable = self.derivable;
        let mut all = |all: &[PegExpr]| all.iter().map(|expr| self.expr(expr, depth + 1)).collect::<Result<_, _>>();
        Ok(match expr {
            PegExpr::Repeat(inner) if nullable(inner, derivable) => {
                PegExpr::Repeat(Box::new(self.text(inner, depth + 1)?))
            }
            PegExpr::Repeat(inner) => PegExpr::Repeat(Box::new(self.expr(inner, depth + 1)?)),
            PegExpr::Sequence(inner) => PegExpr::Sequence(all(inner)?),
            PegExpr::Choice(inner) => PegExpr::Choice(all(inner)?),
            _ => expr.clone(),
        })
    }

    fn count(&mut self, depth: usize) -> Result<(), NotOrdered> {
        *self.left = self.left.checked_sub(1).filter(|_| depth <= LIMITS.depth).ok_or(NotOrdered::TooLarge)?;
        Ok(())
    }

    /// The expression where it matches text with characters; it fails where the expression matches
    /// the empty text.
    fn text(&mut self, expr: &PegExpr, depth: usize) -> Result<PegExpr, NotOrdered> {
        self.count(depth)?;
        if !nullable(expr, self.derivable) {
            return self.expr(expr, depth);
        }
        Ok(match expr {
            PegExpr::Sequence(all) => match all.split_first() {
                Some((first, rest)) => {
                    let rest = PegExpr::Sequence(rest.to_vec());
                    let (begins, behind) = (self.text(first, depth + 1)?, self.text(&rest, depth + 1)?);
                    let (skipped, rest) = (self.nothing(first, depth + 1)?, self.expr(&rest, depth + 1)?);
                    PegExpr::Choice(vec![
                        PegExpr::Sequence(vec![begins, rest]),
                        PegExpr::Sequence(vec![skipped, behind]),
                    ])
                }
                None => PegExpr::Class(CharSet::EMPTY),
            },
            PegExpr::Choice(all) => self.choice(all, depth, Self::text)?,
            PegExpr::Repeat(inner) => {
                let inner = self.text(inner, depth + 1)?;
                PegExpr::Sequence(vec![inner.clone(), PegExpr::Repeat(Box::new(inner))])
            }
            PegExpr::Rule(rule) => self.text(&self.rules[*rule].expr, depth + 1)?,
            PegExpr::Empty | PegExpr::Class(_) | PegExpr::End | PegExpr::Ahead(..) => PegExpr::Class(CharSet::EMPTY),
        })
    }

    /// What is `own` of the first alternative that matches: no earlier one does.
    fn choice(
        &mut self,
        all: &[PegExpr],
        depth: usize,
        own: fn(&mut Self, &PegExpr, usize) -> Result<PegExpr, NotOrdered>,
    ) -> Result<PegExpr, NotOrdered> {
        let (mut ways, mut earlier) = (Vec::new(), Vec::new());
        for expr in all {
            let own = own(self, expr, depth + 1)?;
            ways.push(PegExpr::Sequence(earlier.iter().cloned().chain([own]).collect()));
            earlier.push(PegExpr::Ahead(Box::new(self.expr(expr, depth + 1)?), true));
            *self.left = self.left.checked_sub(earlier.len()).ok_or(NotOrdered::TooLarge)?;
        }
        Ok(PegExpr::Choice(ways))
    }

    /// A test whether an expression matches the empty text here.
    fn nothing(&mut self, expr: &PegExpr, depth: usize) -> Result<PegExpr, NotOrdered> {
        self.count(depth)?;
        if !nullable(expr, self.derivable) {
            return Ok(PegExpr::Class(CharSet::EMPTY));
        }
        Ok(match expr {
            PegExpr::Sequence(all) => {
                PegExpr::Sequence(all.iter().map(|expr| self.nothing(expr, depth + 1)).collect::<Result<_, _>>()?)
            }
            PegExpr::Choice(all) => self.choice(all, depth, Self::nothing)?,
            PegExpr::Repeat(inner) => PegExpr::Ahead(Box::new(self.text(inner, depth + 1)?), true),
            PegExpr::Rule(rule) => self.nothing(&self.rules[*rule].expr, depth + 1)?,
            PegExpr::Empty | PegExpr::Class(_) | PegExpr::End | PegExpr::Ahead(..) => expr.clone(),
        })
    }
}

/// The rules that an expression can reach before a character.
fn firsts(expr: &PegExpr, derivable: &[Derivable]) -> Vec<usize> {
    fn collect(expr: &PegExpr, derivable: &[Derivable], found: &mut Vec<usize>) {
        match expr {
            PegExpr::Rule(rule) => found.push(*rule),
            PegExpr::Sequence(all) => {
                for expr in all {
                    collect(expr, derivable, found);
                    if !nullable(expr, derivable) {
                        break;
                    }
                }
            }
            _ => expr.below().iter().for_each(|expr| collect(expr, derivable, found)),
        }
    }
    let mut found = Vec::new();
    collect(expr, derivable, &mut found);
    found
}

/// Those that can reach themselves.
fn on_cycles(uses: &[Vec<usize>]) -> Vec<usize> {
    let reaches = |from: usize| {
        let mut seen = vec![false; uses.len()];
        let mut waiting = uses[from].clone();
        while let Some(at) = waiting.pop() {
            if at == from {
                return true;
            }
            if !std::mem::replace(&mut seen[at], true) {
                waiting.extend(&uses[at]);
            }
        }
        false
    };
    (0..uses.len()).filter(|&at| reaches(at)).collect()
}

/// How many expressions are open in one another before a character, as the states of a rule are
/// computed; `None` beyond the limit.
fn depth_of(
    rule: usize,
    rules: &[PegRule],
    derivable: &[Derivable],
    known: &mut Vec<Option<usize>>,
    above: usize,
) -> Option<usize> {
    if let Some(depth) = known[rule] {
        return Some(depth).filter(|depth| above + depth <= LIMITS.lint_depth);
    }
    if above > LIMITS.lint_depth {
        return None;
    }
    let depth = depth(&rules[rule].expr, rules, derivable, known, above + 1)? + 1;
    known[rule] = Some(depth);
    Some(depth)
}

fn depth(
    expr: &PegExpr,
    rules: &[PegRule],
    derivable: &[Derivable],
    known: &mut Vec<Option<usize>>,
    above: usize,
) -> Option<usize> {
    let within = |depth: usize| Some(depth).filter(|depth| above + depth <= LIMITS.lint_depth);
    match expr {
        PegExpr::Empty | PegExpr::Class(_) | PegExpr::End => within(1),
        PegExpr::Rule(rule) => depth_of(*rule, rules, derivable, known, above),
        PegExpr::Repeat(inner) | PegExpr::Ahead(inner, _) => {
            within(depth(inner, rules, derivable, known, above + 1)? + 1)
        }
        PegExpr::Choice(all) => {
            let mut most = 0;
            for (at, expr) in all.iter().enumerate() {
                most = most.max(depth(expr, rules, derivable, known, above + at + 1)? + at + 1);
            }
            within(most)
        }
        PegExpr::Sequence(all) => {
            let mut sum = 1;
            for expr in all {
                sum += depth(expr, rules, derivable, known, above + sum)?;
                if !nullable(expr, derivable) {
                    break;
                }
            }
            within(sum)
        }
    }
}
