//! What a pest expression accepts, as states of a deterministic automaton.
//!
//! M(e, K) are the strings of which e takes a beginning and leaves a rest in K. A continuation is a stack of
//! expressions to match one after another above such a K: everything, or the empty string alone. The derivative of a
//! continuation by a character is a boolean combination of continuations, so the combinations that can be reached are
//! the states. There are finitely many, since rules that recur are refused.

use std::collections::HashMap;

use super::bdd::{Bdd, Bdds, FALSE, TRUE};
use crate::language::peg::{Expr, Rule, Set};

/// An expression's place in [`States::exprs`].
type ExprId = u32;

/// A pest expression, with all that can be said by others taken out.
#[derive(Debug, Clone)]
enum Node {
    Empty,
    Class(Set),
    /// The end of the input.
    End,
    Sequence(ExprId, ExprId),
    Choice(ExprId, ExprId),
    Repeat(ExprId),
    /// `&e`, or `!e` if negated.
    Ahead(ExprId, bool),
    Rule(usize),
}

/// A continuation's place in [`States::stacks`].
type Stack = u32;

/// Any rest will do.
const ALL: Stack = 0;
/// The rest must be empty.
const NOTHING: Stack = 1;

/// Rules that do not recur, and the continuations met so far.
pub(super) struct States {
    bodies: Vec<ExprId>,
    exprs: Vec<Node>,
    /// The uppermost expression and what is below it. The first two are [`ALL`] and [`NOTHING`].
    stacks: Vec<(ExprId, Stack)>,
    known: HashMap<(ExprId, Stack), Stack>,
    pub(super) bdds: Bdds,
    derivatives: HashMap<(Stack, usize), Bdd>,
    empties: HashMap<Stack, bool>,
}

impl States {
    pub(super) fn new(rules: &[Rule]) -> Self {
        let mut states = Self {
            bodies: Vec::new(),
            exprs: Vec::new(),
            stacks: vec![(0, ALL), (0, NOTHING)],
            known: HashMap::new(),
            bdds: Bdds::new(),
            derivatives: HashMap::new(),
            empties: HashMap::new(),
        };
        for rule in rules {
            let body = states.expr(&rule.expr);
            states.bodies.push(body);
        }
        states
    }

    /// Whether the states are more than the limits allow. What is found then means nothing.
    pub(super) fn exceeded(&self) -> bool {
        /// How many continuations there may be, and how many of them may have been derived.
        const MOST_STACKS: usize = 1_000_000;
        const MOST_DERIVATIVES: usize = 3_000_000;
        self.bdds.exceeded() || self.stacks.len() > MOST_STACKS || self.derivatives.len() > MOST_DERIVATIVES
    }

    /// The sets of symbols that the rules tell apart.
    pub(super) fn classes(&self) -> impl Iterator<Item = Set> {
        self.exprs.iter().filter_map(|node| match node {
            Node::Class(class) => Some(*class),
            _ => None,
        })
    }

    /// Where a rule begins that must take the whole input.
    pub(super) fn start(&mut self, rule: usize) -> Bdd {
        let stack = self.push(self.bodies[rule], NOTHING);
        self.variable(stack)
    }

    /// The state after a symbol.
    pub(super) fn step(&mut self, state: Bdd, symbol: usize, done: &mut HashMap<Bdd, Bdd>) -> Bdd {
        // The functions are taken out of `self`, which the derivatives need as well.
        let mut bdds = std::mem::replace(&mut self.bdds, Bdds::new());
        let next = bdds.substitute(state, done, &mut |bdds, stack| {
            std::mem::swap(&mut self.bdds, bdds);
            let derivative = self.derivative(stack, symbol);
            std::mem::swap(&mut self.bdds, bdds);
            derivative
        });
        self.bdds = bdds;
        next
    }

    /// Whether the input may end in a state.
    pub(super) fn accepts(&mut self, state: Bdd) -> bool {
        let bdds = std::mem::replace(&mut self.bdds, Bdds::new());
        let accepts = bdds.evaluate(state, |stack| self.takes_empty(stack));
        self.bdds = bdds;
        accepts
    }

    fn variable(&mut self, stack: Stack) -> Bdd {
        if stack == ALL { TRUE } else { self.bdds.variable(stack) }
    }

    fn push(&mut self, expr: ExprId, below: Stack) -> Stack {
        *self.known.entry((expr, below)).or_insert_with(|| {
            self.stacks.push((expr, below));
            (self.stacks.len() - 1) as Stack
        })
    }

    fn derivative(&mut self, stack: Stack, symbol: usize) -> Bdd {
        match stack {
            ALL => return TRUE,
            NOTHING => return FALSE,
            _ if self.exceeded() => return FALSE,
            _ => {}
        }
        if let Some(&known) = self.derivatives.get(&(stack, symbol)) {
            return known;
        }
        let (expr, below) = self.stacks[stack as usize];
        let result = match self.exprs[expr as usize].clone() {
            Node::Class(class) if class.holds(symbol) => self.variable(below),
            Node::Class(_) | Node::End => FALSE,
            Node::Empty => self.derivative(below, symbol),
            Node::Rule(rule) => {
                let stack = self.push(self.bodies[rule], below);
                self.derivative(stack, symbol)
            }
            Node::Sequence(first, second) => {
                let below = self.push(second, below);
                let stack = self.push(first, below);
                self.derivative(stack, symbol)
            }
            Node::Choice(first, second) => {
                let (taken, fails) = self.first(first, below, symbol);
                let otherwise = self.push(second, below);
                self.otherwise(taken, fails, otherwise, symbol)
            }
            Node::Repeat(inner) => {
                let (taken, fails) = self.first(inner, stack, symbol);
                self.otherwise(taken, fails, below, symbol)
            }
            Node::Ahead(inner, negated) => {
                let ahead = self.push(inner, ALL);
                let ahead = self.derivative(ahead, symbol);
                let ahead = if negated { self.bdds.not(ahead) } else { ahead };
                let rest = self.derivative(below, symbol);
                self.bdds.and(ahead, rest)
            }
        };
        self.derivatives.insert((stack, symbol), result);
        result
    }

    /// That an expression matches with `below` after it, and that it does not match at all.
    fn first(&mut self, expr: ExprId, below: Stack, symbol: usize) -> (Bdd, Bdd) {
        let taken = self.push(expr, below);
        let taken = self.derivative(taken, symbol);
        let matches = self.push(expr, ALL);
        let matches = self.derivative(matches, symbol);
        (taken, self.bdds.not(matches))
    }

    fn otherwise(&mut self, taken: Bdd, fails: Bdd, otherwise: Stack, symbol: usize) -> Bdd {
        let otherwise = self.derivative(otherwise, symbol);
        let otherwise = self.bdds.and(fails, otherwise);
        self.bdds.or(taken, otherwise)
    }

    /// Whether the continuation accepts the empty string.
    fn takes_empty(&mut self, stack: Stack) -> bool {
        if stack == ALL || stack == NOTHING {
            return true;
        }
        if let Some(&known) = self.empties.get(&stack) {
            return known;
        }
        let (expr, below) = self.stacks[stack as usize];
        let behind = |states: &mut Self, expr: ExprId, below: Stack| {
            let stack = states.push(expr, below);
            states.takes_empty(stack)
        };
        let result = match self.exprs[expr as usize].clone() {
            Node::Class(_) => false,
            Node::Empty | Node::End => self.takes_empty(below),
            Node::Rule(rule) => {
                let body = self.bodies[rule];
                behind(self, body, below)
            }
            Node::Sequence(first, second) => {
                let below = self.push(second, below);
                behind(self, first, below)
            }
            Node::Choice(first, second) => {
                behind(self, first, below) || (!behind(self, first, ALL) && behind(self, second, below))
            }
            // The inner expression takes something, or pest would have refused the file.
            Node::Repeat(_) => self.takes_empty(below),
            Node::Ahead(inner, negated) => behind(self, inner, ALL) != negated && self.takes_empty(below),
        };
        self.empties.insert(stack, result);
        result
    }

    fn add(&mut self, node: Node) -> ExprId {
        self.exprs.push(node);
        (self.exprs.len() - 1) as ExprId
    }

    fn expr(&mut self, expr: &Expr) -> ExprId {
        match expr {
            Expr::Empty => self.add(Node::Empty),
            Expr::Class(set) => self.add(Node::Class(*set)),
            Expr::End => self.add(Node::End),
            Expr::Rule(rule) => self.add(Node::Rule(*rule)),
            Expr::Sequence(all) => self.list(all, Node::Empty, Node::Sequence),
            Expr::Choice(all) => self.list(all, Node::Class(Set::default()), Node::Choice),
            Expr::Repeat(inner) => {
                let inner = self.expr(inner);
                self.add(Node::Repeat(inner))
            }
            Expr::Ahead(inner, negated) => {
                let inner = self.expr(inner);
                self.add(Node::Ahead(inner, *negated))
            }
        }
    }

    /// Each with all after it; `none` where there is none.
    fn list(&mut self, all: &[Expr], none: Node, pair: fn(ExprId, ExprId) -> Node) -> ExprId {
        let mut all: Vec<ExprId> = all.iter().map(|expr| self.expr(expr)).collect();
        let Some(last) = all.pop() else { return self.add(none) };
        all.into_iter().rev().fold(last, |rest, expr| self.add(pair(expr, rest)))
    }
}
