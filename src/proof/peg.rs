//! What a pest expression accepts, as states of a deterministic automaton.
//!
//! M(e, K) are the strings of which e takes a beginning and leaves a rest in K. A continuation is a stack of
//! expressions to match one after another above such a K: everything, or the empty string alone. The derivative of a
//! continuation by a character is a boolean combination of continuations, so the combinations that can be reached are
//! the states. There are finitely many, since rules that recur are refused.

use std::collections::HashMap;

use pest_meta::ast::{Expr, Rule};

use super::ProofError;
use super::bdd::{Bdd, Bdds, FALSE, TRUE};

/// How many characters there are: US-ASCII, and one for all others.
pub(super) const SYMBOLS: usize = 129;
/// The symbol of all characters that are not US-ASCII.
pub(super) const OTHER: usize = 128;
/// How often a repetition may be counted out.
const MOST_REPEATS: u32 = 1_000;

/// A set of symbols.
pub(super) type Symbols = [bool; SYMBOLS];

/// An expression's place in [`Peg::exprs`].
type ExprId = u32;

/// A pest expression, with all that can be said by others taken out.
#[derive(Debug, Clone)]
enum Node {
    Empty,
    Class(Box<Symbols>),
    /// The end of the input.
    End,
    Sequence(ExprId, ExprId),
    Choice(ExprId, ExprId),
    Repeat(ExprId),
    /// `&e`, or `!e` if negated.
    Ahead(ExprId, bool),
    Rule(usize),
}

/// A continuation's place in [`Peg::stacks`].
type Stack = u32;

/// Any rest will do.
const ALL: Stack = 0;
/// The rest must be empty.
const NOTHING: Stack = 1;

/// The rules of a pest file, and the continuations met so far.
pub(super) struct Peg {
    names: Vec<String>,
    bodies: Vec<ExprId>,
    exprs: Vec<Node>,
    /// The uppermost expression and what is below it. The first two are [`ALL`] and [`NOTHING`].
    stacks: Vec<(ExprId, Stack)>,
    known: HashMap<(ExprId, Stack), Stack>,
    pub(super) bdds: Bdds,
    derivatives: HashMap<(Stack, usize), Bdd>,
    empties: HashMap<Stack, bool>,
}

impl Peg {
    /// Reads the rules.
    pub(super) fn new(rules: &[Rule]) -> Result<Self, ProofError> {
        let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
        if let Some(name) = names.iter().find(|name| ["WHITESPACE", "COMMENT"].contains(&name.as_str())) {
            return Err(ProofError::Unsupported { rule: name.clone(), what: "implicit white space".to_owned() });
        }
        let mut peg = Self {
            names,
            bodies: Vec::new(),
            exprs: Vec::new(),
            stacks: vec![(0, ALL), (0, NOTHING)],
            known: HashMap::new(),
            bdds: Bdds::new(),
            derivatives: HashMap::new(),
            empties: HashMap::new(),
        };
        for rule in rules {
            let body = peg.expr(&rule.expr, &rule.name)?;
            peg.bodies.push(body);
        }
        peg.refuse_recursion()?;
        Ok(peg)
    }

    /// Whether the states are more than the limits allow. What is found then means nothing.
    pub(super) fn exceeded(&self) -> bool {
        /// How many continuations there may be, and how many of them may have been derived.
        const MOST_STACKS: usize = 1_000_000;
        const MOST_DERIVATIVES: usize = 3_000_000;
        self.bdds.exceeded() || self.stacks.len() > MOST_STACKS || self.derivatives.len() > MOST_DERIVATIVES
    }

    /// The rules' names.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The sets of symbols that the rules tell apart.
    pub(super) fn classes(&self) -> impl Iterator<Item = &Symbols> {
        self.exprs.iter().filter_map(|node| match node {
            Node::Class(class) => Some(&**class),
            _ => None,
        })
    }

    /// Where a rule begins that must take the whole input.
    pub(super) fn start(&mut self, rule: usize) -> Bdd {
        let stack = self.push(self.bodies[rule], NOTHING);
        self.variable(stack)
    }

    /// The state behind a symbol.
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
            Node::Class(class) if class[symbol] => self.variable(below),
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

    /// That an expression matches with `below` behind it, and that it does not match at all.
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
        let behind = |peg: &mut Self, expr: ExprId, below: Stack| {
            let stack = peg.push(expr, below);
            peg.takes_empty(stack)
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

    fn class(&mut self, holds: impl Fn(usize) -> bool) -> ExprId {
        let symbols = std::array::from_fn(holds);
        self.add(Node::Class(Box::new(symbols)))
    }

    fn sequence(&mut self, all: Vec<ExprId>) -> ExprId {
        let mut all = all.into_iter().rev();
        let Some(last) = all.next() else { return self.add(Node::Empty) };
        all.fold(last, |rest, expr| self.add(Node::Sequence(expr, rest)))
    }

    fn expr(&mut self, expr: &Expr, rule: &str) -> Result<ExprId, ProofError> {
        let refuse = |what: &str| ProofError::Unsupported { rule: rule.to_owned(), what: what.to_owned() };
        Ok(match expr {
            Expr::Str(text) if text.is_ascii() => {
                let all = text.bytes().map(|c| self.class(|symbol| symbol == usize::from(c))).collect();
                self.sequence(all)
            }
            Expr::Insens(text) if text.is_ascii() => {
                let same = |c: u8| move |s: usize| s < OTHER && (s as u8).eq_ignore_ascii_case(&c);
                let all = text.bytes().map(|c| self.class(same(c))).collect();
                self.sequence(all)
            }
            Expr::Range(start, end) if start.is_ascii() && end.is_ascii() => {
                let (start, end) = (start.bytes().next(), end.bytes().next());
                self.class(|s| s < OTHER && (start..=end).contains(&Some(s as u8)))
            }
            Expr::Ident(name) => match self.names.iter().position(|other| other == name) {
                Some(rule) => self.add(Node::Rule(rule)),
                None => {
                    let ascii = |holds: fn(&u8) -> bool| move |s: usize| s < OTHER && holds(&(s as u8));
                    match name.as_str() {
                        "EOI" => self.add(Node::End),
                        "ANY" => self.class(|_| true),
                        "ASCII" => self.class(|s| s < OTHER),
                        "ASCII_DIGIT" => self.class(ascii(u8::is_ascii_digit)),
                        "ASCII_ALPHA" => self.class(ascii(u8::is_ascii_alphabetic)),
                        "ASCII_ALPHA_LOWER" => self.class(ascii(u8::is_ascii_lowercase)),
                        "ASCII_ALPHA_UPPER" => self.class(ascii(u8::is_ascii_uppercase)),
                        "ASCII_ALPHANUMERIC" => self.class(ascii(u8::is_ascii_alphanumeric)),
                        "ASCII_HEX_DIGIT" => self.class(ascii(u8::is_ascii_hexdigit)),
                        _ => return Err(refuse(&format!("the built-in rule `{name}`"))),
                    }
                }
            },
            Expr::PosPred(inner) => {
                let inner = self.expr(inner, rule)?;
                self.add(Node::Ahead(inner, false))
            }
            Expr::NegPred(inner) => {
                let inner = self.expr(inner, rule)?;
                self.add(Node::Ahead(inner, true))
            }
            Expr::Seq(first, second) => {
                let (first, second) = (self.expr(first, rule)?, self.expr(second, rule)?);
                self.add(Node::Sequence(first, second))
            }
            Expr::Choice(first, second) => {
                let (first, second) = (self.expr(first, rule)?, self.expr(second, rule)?);
                self.add(Node::Choice(first, second))
            }
            Expr::Opt(inner) => {
                let inner = self.expr(inner, rule)?;
                let empty = self.add(Node::Empty);
                self.add(Node::Choice(inner, empty))
            }
            Expr::Rep(inner) => self.repeat(inner, 0, None, rule)?,
            Expr::RepOnce(inner) => self.repeat(inner, 1, None, rule)?,
            Expr::RepExact(inner, n) => self.repeat(inner, *n, Some(*n), rule)?,
            Expr::RepMin(inner, n) => self.repeat(inner, *n, None, rule)?,
            Expr::RepMax(inner, n) => self.repeat(inner, 0, Some(*n), rule)?,
            Expr::RepMinMax(inner, n, m) => self.repeat(inner, *n, Some(*m), rule)?,
            Expr::PeekSlice(..) | Expr::Push(_) => return Err(refuse("the stack")),
            _ => return Err(refuse("an expression that is not over US-ASCII")),
        })
    }

    fn repeat(&mut self, inner: &Expr, least: u32, most: Option<u32>, rule: &str) -> Result<ExprId, ProofError> {
        if least.max(most.unwrap_or(0)) > MOST_REPEATS {
            let what = format!("a repetition of more than {MOST_REPEATS} times");
            return Err(ProofError::Unsupported { rule: rule.to_owned(), what });
        }
        let inner = self.expr(inner, rule)?;
        let rest = match most {
            None => self.add(Node::Repeat(inner)),
            // An optional one in which the next is optional in turn.
            Some(most) => {
                let empty = self.add(Node::Empty);
                (least..most).fold(empty, |rest, _| {
                    let more = self.add(Node::Sequence(inner, rest));
                    self.add(Node::Choice(more, empty))
                })
            }
        };
        let all = std::iter::repeat_n(inner, least as usize).chain([rest]).collect();
        Ok(self.sequence(all))
    }

    /// Refuses rules that come back to themselves.
    fn refuse_recursion(&self) -> Result<(), ProofError> {
        let used = |rule: usize| {
            let mut rules = Vec::new();
            let mut waiting = vec![self.bodies[rule]];
            while let Some(expr) = waiting.pop() {
                match self.exprs[expr as usize] {
                    Node::Rule(rule) => rules.push(rule),
                    Node::Sequence(a, b) | Node::Choice(a, b) => waiting.extend([a, b]),
                    Node::Repeat(a) | Node::Ahead(a, _) => waiting.push(a),
                    Node::Empty | Node::Class(_) | Node::End => {}
                }
            }
            rules
        };
        for start in 0..self.bodies.len() {
            let mut seen = vec![false; self.bodies.len()];
            let mut waiting = used(start);
            while let Some(rule) = waiting.pop() {
                if rule == start {
                    let what = "recursion, by which it may describe no regular language".to_owned();
                    return Err(ProofError::Unsupported { rule: self.names[start].clone(), what });
                }
                if !std::mem::replace(&mut seen[rule], true) {
                    waiting.extend(used(rule));
                }
            }
        }
        Ok(())
    }
}
