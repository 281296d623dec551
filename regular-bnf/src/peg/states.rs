//! The language of a pest expression, as states of a deterministic automaton.
//!
//! M(e, K) is the set of strings of which e matches a prefix and leaves a rest in K. A continuation
//! is a stack of expressions to match one after another, above such a K: all strings, or only the
//! empty string. The derivative of a continuation by a character is a boolean combination of
//! continuations, so the reachable combinations are the states. They are finitely many, since
//! recursive rules are refused.

use rustc_hash::FxHashMap as HashMap;

use super::bdd::{Bdd, Bdds, FALSE, TRUE};
use super::expr::{PegError, PegExpr, PegRule};
use super::marks::{CLOSE, Marks, OPEN, optional};
use super::symbols::{Dependencies, SymbolClass, Symbols};
use crate::automaton::alphabet::{Alphabet, Symbol};
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// The index of an expression in [`States::exprs`].
type ExprId = u32;

/// A pest expression in a reduced set of operators.
#[derive(Debug, Clone)]
enum PegNode {
    Empty,
    /// One character of a set, by its index in [`States::sets`].
    Class(usize),
    /// The end of the input.
    End,
    Sequence(ExprId, ExprId),
    Choice(ExprId, ExprId),
    Repeat(ExprId),
    /// `&e`, or `!e` if negated.
    Ahead(ExprId, bool),
    Rule(usize),
    /// A mark of one component, by its number.
    Mark(ContinuationId, usize),
}

/// The index of a continuation in [`States::stacks`].
type ContinuationId = u32;

/// Any rest is accepted.
const ALL: ContinuationId = 0;
/// The rest must be empty. Each component has its own: above it the text must have the marks of
/// this component, and marks of others are skipped. Lookahead, above [`ALL`], skips all marks.
fn nothing(component: usize) -> ContinuationId {
    component as ContinuationId + 1
}

/// Nonrecursive rules, and the continuations so far.
pub(crate) struct States {
    bodies: Vec<ExprId>,
    exprs: Vec<PegNode>,
    /// The topmost expression, and the stack below it. The first entries have no expression:
    /// [`ALL`] and each [`nothing`].
    stacks: Vec<(ExprId, ContinuationId)>,
    /// The bottom of each stack.
    bottoms: Vec<ContinuationId>,
    known: HashMap<(ExprId, ContinuationId), ContinuationId>,
    bdds: Bdds,
    /// The sets of symbols in the expressions, each once.
    sets: Vec<CharSet>,
    /// For each continuation and each function the sets on which its derivative depends; `None`
    /// until it is computed.
    asked: Vec<Option<Dependencies>>,
    asked_by: Vec<Option<Dependencies>>,
    symbols: Symbols,
    /// Derivatives by the number of a symbol, so that equivalent symbols share them.
    derivatives: HashMap<(ContinuationId, SymbolClass), Bdd>,
    done: HashMap<(Bdd, SymbolClass), Bdd>,
    empties: HashMap<ContinuationId, bool>,
}

impl States {
    /// The states of rules with marks.
    ///
    /// # Errors
    ///
    /// If a rule is recursive.
    pub(crate) fn new(rules: &[PegRule], marks: &Marks) -> Result<Self, PegError> {
        if let Some(rule) = recursive(rules) {
            let what = "recursion, by which it may describe no regular language".to_owned();
            return Err(PegError::Unsupported { rule: rule.name.clone(), what });
        }
        Ok(Self::unchecked(rules, marks))
    }

    /// The states of rules that are not recursive, or that use themselves only at their ends and
    /// after a character. Others have no finite number of states.
    pub(crate) fn unchecked(rules: &[PegRule], marks: &Marks) -> Self {
        let bottoms: Vec<ContinuationId> = [ALL].into_iter().chain((0..marks.components()).map(nothing)).collect();
        let mut states = Self {
            bodies: Vec::new(),
            exprs: Vec::new(),
            stacks: bottoms.iter().map(|_| (0, ALL)).collect(),
            bottoms,
            known: HashMap::default(),
            bdds: Bdds::new(),
            sets: Vec::new(),
            asked: Vec::new(),
            asked_by: Vec::new(),
            symbols: Symbols::new(&[]),
            derivatives: HashMap::default(),
            done: HashMap::default(),
            empties: HashMap::default(),
        };
        for (at, rule) in rules.iter().enumerate() {
            let body = states.whole(&rule.expr, at, marks);
            states.bodies.push(body);
        }
        states.symbols = Symbols::new(&states.sets);
        states
    }

    /// The same, for rules with marks: the functions branch on the newest continuation first. There
    /// they are several times smaller so. In the rules of other grammars they can be much larger.
    pub(crate) fn newest_first(self) -> Self {
        Self { bdds: Bdds::highest_first(), ..self }
    }

    /// The start state for the texts of which a rule matches a beginning.
    pub(crate) fn prefix(&mut self, rule: usize) -> Bdd {
        let matches = self.push(self.bodies[rule], ALL);
        self.variable(matches)
    }

    /// Whether there are more states than the limits allow. Later results are invalid.
    pub(crate) fn exceeded(&self) -> bool {
        self.bdds.exceeded()
            || self.stacks.len() > LIMITS.peg_continuations
            || self.derivatives.len().max(self.done.len()) > LIMITS.peg_derivatives
    }

    /// The sets of symbols that the rules distinguish.
    pub(crate) fn sets(&self) -> &[CharSet] {
        &self.sets
    }

    /// The symbols of the characters. The rules do not distinguish two characters of one symbol.
    pub(crate) fn alphabet(&self) -> &Alphabet {
        self.symbols.alphabet()
    }

    /// Whether a symbol is a character in a set, by its index.
    fn holds(&self, set: usize, symbol: Symbol) -> bool {
        ![OPEN, CLOSE].contains(&symbol) && self.sets[set].contains(self.alphabet().character(symbol))
    }

    /// The start state for the first of some rules that matches the whole input, with the marks of
    /// one component.
    pub(crate) fn start(&mut self, rules: &[usize], component: usize) -> Bdd {
        let end = self.add(PegNode::End);
        rules.iter().rev().fold(FALSE, |others, &rule| {
            let taken = self.push(self.bodies[rule], nothing(component));
            let taken = self.variable(taken);
            if others == FALSE {
                return taken;
            }
            let whole = self.push(end, ALL);
            let matches = self.push(self.bodies[rule], whole);
            let matches = self.variable(matches);
            self.bdds.choose(matches, taken, others)
        })
    }

    /// The state after a symbol.
    pub(crate) fn step(&mut self, state: Bdd, symbol: Symbol) -> Bdd {
        let Some((variable, low, high)) = self.bdds.branch_of(state) else { return state };
        let asked = self.asked_by(state);
        let key = (state, self.symbols.alike(asked, symbol));
        if let Some(&known) = self.done.get(&key) {
            return known;
        }
        let next = match self.derivative(variable, symbol) {
            TRUE => self.step(high, symbol),
            FALSE => self.step(low, symbol),
            condition => {
                let (low, high) = (self.step(low, symbol), self.step(high, symbol));
                self.bdds.choose(condition, high, low)
            }
        };
        self.done.insert(key, next);
        next
    }

    /// The sets on which a step depends.
    fn asked_by(&mut self, state: Bdd) -> Dependencies {
        let Some((variable, low, high)) = self.bdds.branch_of(state) else { return self.symbols.nothing() };
        if let Some(known) = known(&self.asked_by, state.index()) {
            return known;
        }
        let asked = self.asked(variable);
        let asked = [low, high].into_iter().fold(asked, |asked, state| {
            let other = self.asked_by(state);
            self.symbols.either(asked, other)
        });
        keep(&mut self.asked_by, state.index(), asked)
    }

    /// The sets and marks on which a derivative depends.
    fn asked(&mut self, stack: ContinuationId) -> Dependencies {
        if let Some(known) = known(&self.asked, stack as usize) {
            return known;
        }
        let opened = self.opened(stack);
        let asked = if opened != stack { self.asked(opened) } else { self.asked_opened(stack) };
        keep(&mut self.asked, stack as usize, asked)
    }

    fn asked_opened(&mut self, stack: ContinuationId) -> Dependencies {
        if stack == self.bottoms[stack as usize] {
            return self.symbols.nothing();
        }
        let (expr, below) = self.stacks[stack as usize];
        let marks = self.symbols.marks();
        let depends = |states: &mut Self, on: &[ContinuationId]| {
            on.iter().fold(marks, |asked, &stack| {
                let other = states.asked(stack);
                states.symbols.either(asked, other)
            })
        };
        match self.exprs[expr as usize].clone() {
            PegNode::Class(set) => {
                let set = self.symbols.set(set);
                self.symbols.either(set, marks)
            }
            PegNode::Choice(first, second) => {
                let on = [self.push(first, below), self.push(first, ALL), self.push(second, below)];
                depends(self, &on)
            }
            PegNode::Repeat(inner) => {
                let on = [self.push(inner, stack), self.push(inner, ALL), below];
                depends(self, &on)
            }
            PegNode::Ahead(inner, _) => {
                let on = [self.push(inner, ALL), below];
                depends(self, &on)
            }
            PegNode::End | PegNode::Mark(..) => depends(self, &[below]),
            // Such expressions have been decomposed.
            PegNode::Empty | PegNode::Rule(_) | PegNode::Sequence(..) => marks,
        }
    }

    /// Whether the input may end in a state.
    pub(crate) fn accepts(&mut self, state: Bdd) -> bool {
        let mut at = state;
        while let Some((variable, low, high)) = self.bdds.branch_of(at) {
            at = if self.takes_empty(variable) { high } else { low };
        }
        at == TRUE
    }

    fn variable(&mut self, stack: ContinuationId) -> Bdd {
        match self.opened(stack) {
            ALL => TRUE,
            stack => self.bdds.variable(stack),
        }
    }

    /// The continuation with its topmost expression decomposed as far as possible without a
    /// character. This merges equivalent continuations.
    fn opened(&mut self, mut stack: ContinuationId) -> ContinuationId {
        while stack != self.bottoms[stack as usize] {
            let (expr, below) = self.stacks[stack as usize];
            stack = match self.exprs[expr as usize] {
                PegNode::Empty => below,
                PegNode::Rule(rule) => self.push(self.bodies[rule], below),
                PegNode::Sequence(first, second) => {
                    let below = self.push(second, below);
                    self.push(first, below)
                }
                PegNode::Mark(component, _) if component != self.bottoms[stack as usize] => below,
                _ => break,
            };
        }
        stack
    }

    fn push(&mut self, expr: ExprId, below: ContinuationId) -> ContinuationId {
        *self.known.entry((expr, below)).or_insert_with(|| {
            self.stacks.push((expr, below));
            self.bottoms.push(self.bottoms[below as usize]);
            (self.stacks.len() - 1) as ContinuationId
        })
    }

    fn derivative(&mut self, stack: ContinuationId, symbol: Symbol) -> Bdd {
        let stack = self.opened(stack);
        let bottom = self.bottoms[stack as usize];
        match stack {
            ALL => return TRUE,
            _ if stack == bottom || self.exceeded() => return FALSE,
            // Lookahead skips marks.
            _ if [OPEN, CLOSE].contains(&symbol) && bottom == ALL => return self.variable(stack),
            _ => {}
        }
        let asked = self.asked(stack);
        let key = (stack, self.symbols.alike(asked, symbol));
        if let Some(&known) = self.derivatives.get(&key) {
            return known;
        }
        let (expr, below) = self.stacks[stack as usize];
        let result = match self.exprs[expr as usize].clone() {
            PegNode::Class(set) if self.holds(set, symbol) => self.variable(below),
            PegNode::Class(_) => FALSE,
            PegNode::End if ![OPEN, CLOSE].contains(&symbol) => FALSE,
            // Marks may follow the last character.
            PegNode::End => {
                let end = self.push(expr, ALL);
                let (end, rest) = (self.variable(end), self.derivative(below, symbol));
                self.bdds.and(end, rest)
            }
            PegNode::Mark(_, mark) if mark == symbol => self.variable(below),
            PegNode::Mark(..) => FALSE,
            // Such expressions have been decomposed.
            PegNode::Empty | PegNode::Rule(_) | PegNode::Sequence(..) => FALSE,
            PegNode::Choice(first, second) => {
                let (taken, fails) = self.first(first, below, symbol);
                let otherwise = self.push(second, below);
                self.otherwise(taken, fails, otherwise, symbol)
            }
            PegNode::Repeat(inner) => {
                let (taken, fails) = self.first(inner, stack, symbol);
                self.otherwise(taken, fails, below, symbol)
            }
            PegNode::Ahead(inner, negated) => {
                let ahead = self.push(inner, ALL);
                let ahead = self.derivative(ahead, symbol);
                let ahead = if negated { self.bdds.not(ahead) } else { ahead };
                if ahead == FALSE {
                    FALSE
                } else {
                    let rest = self.derivative(below, symbol);
                    self.bdds.and(ahead, rest)
                }
            }
        };
        self.derivatives.insert(key, result);
        result
    }

    /// The condition that an expression matches with `below` after it, and the condition that it
    /// does not match at all.
    fn first(&mut self, expr: ExprId, below: ContinuationId, symbol: Symbol) -> (Bdd, Bdd) {
        let taken = self.push(expr, below);
        let taken = self.derivative(taken, symbol);
        let matches = self.push(expr, ALL);
        let matches = self.derivative(matches, symbol);
        (taken, self.bdds.not(matches))
    }

    fn otherwise(&mut self, taken: Bdd, fails: Bdd, otherwise: ContinuationId, symbol: Symbol) -> Bdd {
        if fails == FALSE {
            return taken;
        }
        let otherwise = self.derivative(otherwise, symbol);
        let otherwise = self.bdds.and(fails, otherwise);
        self.bdds.or(taken, otherwise)
    }

    /// Whether the continuation accepts the empty string.
    fn takes_empty(&mut self, stack: ContinuationId) -> bool {
        let stack = self.opened(stack);
        let bottom = self.bottoms[stack as usize];
        if stack == bottom {
            return true;
        }
        if let Some(&known) = self.empties.get(&stack) {
            return known;
        }
        let (expr, below) = self.stacks[stack as usize];
        let behind = |states: &mut Self, expr: ExprId, below: ContinuationId| {
            let stack = states.push(expr, below);
            states.takes_empty(stack)
        };
        let result = match self.exprs[expr as usize].clone() {
            PegNode::Class(_) | PegNode::Mark(..) => false,
            PegNode::End => self.takes_empty(below),
            // Such expressions have been decomposed.
            PegNode::Empty | PegNode::Rule(_) | PegNode::Sequence(..) => false,
            PegNode::Choice(first, second) => {
                behind(self, first, below) || (!behind(self, first, ALL) && behind(self, second, below))
            }
            // The inner expression never matches the empty text, or pest would have refused the
            // file.
            PegNode::Repeat(_) => self.takes_empty(below),
            PegNode::Ahead(inner, negated) => behind(self, inner, ALL) != negated && self.takes_empty(below),
        };
        self.empties.insert(stack, result);
        result
    }

    fn add(&mut self, node: PegNode) -> ExprId {
        self.exprs.push(node);
        (self.exprs.len() - 1) as ExprId
    }

    /// An expression outside sequences.
    fn whole(&mut self, expr: &PegExpr, rule: usize, marks: &Marks) -> ExprId {
        let ends: Vec<_> = marks.behind(rule, expr).map(|component| (nothing(component), CLOSE)).collect();
        let expr = self.expr(expr, rule, marks);
        self.marked(&[], expr, &ends)
    }

    fn expr(&mut self, expr: &PegExpr, rule: usize, marks: &Marks) -> ExprId {
        let inner = match expr {
            PegExpr::Empty => self.add(PegNode::Empty),
            PegExpr::Class(set) => self.class(set.clone()),
            PegExpr::End => self.add(PegNode::End),
            PegExpr::Rule(rule) => self.add(PegNode::Rule(*rule)),
            PegExpr::Sequence(all) => match marks.within(rule, expr) {
                0 => self.list(all, rule, marks, Some(PegNode::Empty), PegNode::Sequence),
                // The marks enclose the beginning of a literal.
                length => {
                    let (begin, rest) = all.split_at(length);
                    let begin = self.expr(&PegExpr::Sequence(begin.to_vec()), rule, marks);
                    let rest = self.list(rest, rule, &Marks::default(), Some(PegNode::Empty), PegNode::Sequence);
                    return self.add(PegNode::Sequence(begin, rest));
                }
            },
            PegExpr::Choice(all) => match optional(all) {
                Some(inner) => {
                    let nothing = self.add(PegNode::Empty);
                    let marks_there = marks
                        .instead(rule, inner)
                        .flat_map(|component| [(self::nothing(component), OPEN), (self::nothing(component), CLOSE)]);
                    let nothing = self.marked(&marks_there.collect::<Vec<_>>(), nothing, &[]);
                    let inner = self.whole(inner, rule, marks);
                    self.add(PegNode::Choice(inner, nothing))
                }
                None => self.list(all, rule, marks, None, PegNode::Choice),
            },
            PegExpr::Repeat(inner) => {
                let inner = self.whole(inner, rule, marks);
                self.add(PegNode::Repeat(inner))
            }
            PegExpr::Ahead(inner, negated) => {
                let inner = self.whole(inner, rule, marks);
                self.add(PegNode::Ahead(inner, *negated))
            }
        };
        let [before, after] = marks
            .around(rule, expr)
            .map(|marks| marks.into_iter().map(|(component, mark)| (nothing(component), mark)).collect::<Vec<_>>());
        self.marked(&before, inner, &after)
    }

    /// One character of a set.
    fn class(&mut self, set: CharSet) -> ExprId {
        let known = self.sets.iter().position(|known| *known == set);
        let place = known.unwrap_or(self.sets.len());
        if known.is_none() {
            self.sets.push(set);
        }
        self.add(PegNode::Class(place))
    }

    /// An expression with marks before and after it.
    fn marked(
        &mut self,
        before: &[(ContinuationId, usize)],
        expr: ExprId,
        after: &[(ContinuationId, usize)],
    ) -> ExprId {
        let expr = after.iter().fold(expr, |expr, &(component, mark)| {
            let mark = self.add(PegNode::Mark(component, mark));
            self.add(PegNode::Sequence(expr, mark))
        });
        before.iter().rev().fold(expr, |expr, &(component, mark)| {
            let mark = self.add(PegNode::Mark(component, mark));
            self.add(PegNode::Sequence(mark, expr))
        })
    }

    /// Combines each expression with all after it; `none` if the list is empty.
    fn list(
        &mut self,
        all: &[PegExpr],
        rule: usize,
        marks: &Marks,
        none: Option<PegNode>,
        pair: fn(ExprId, ExprId) -> PegNode,
    ) -> ExprId {
        let sequence = none.is_some();
        let each = |expr: &PegExpr| if sequence { self.expr(expr, rule, marks) } else { self.whole(expr, rule, marks) };
        let mut all: Vec<ExprId> = all.iter().map(each).collect();
        let Some(last) = all.pop() else {
            return match none {
                Some(none) => self.add(none),
                None => self.class(CharSet::EMPTY),
            };
        };
        all.into_iter().rev().fold(last, |rest, expr| self.add(pair(expr, rest)))
    }
}

fn known(all: &[Option<Dependencies>], at: usize) -> Option<Dependencies> {
    all.get(at).copied().flatten()
}

/// Stores a result for an index.
fn keep(all: &mut Vec<Option<Dependencies>>, at: usize, asked: Dependencies) -> Dependencies {
    if all.len() <= at {
        all.resize(at + 1, None);
    }
    all[at] = Some(asked);
    asked
}

/// The first recursive rule.
fn recursive(rules: &[PegRule]) -> Option<&PegRule> {
    let used = |rule: usize| {
        let mut used = Vec::new();
        rules[rule].expr.visit(&mut |expr| {
            if let PegExpr::Rule(rule) = expr {
                used.push(*rule);
            }
        });
        used
    };
    let recurs = |start: usize| {
        let mut seen = vec![false; rules.len()];
        let mut waiting = used(start);
        while let Some(rule) = waiting.pop() {
            if rule == start {
                return true;
            }
            if !std::mem::replace(&mut seen[rule], true) {
                waiting.extend(used(rule));
            }
        }
        false
    };
    (0..rules.len()).find(|&rule| recurs(rule)).map(|rule| &rules[rule])
}
