//! The language of a pest expression, as states of a deterministic automaton.
//!
//! M(e, K) is the set of strings of which e matches a prefix and leaves a remainder in K. A
//! continuation is a stack of expressions to match one after another, above such a K: all strings,
//! or only the empty string. The derivative of a continuation by a character is a boolean
//! combination of continuations, so the reachable combinations are the states. Their number is
//! finite, since a rule uses itself only at its end.

use rustc_hash::FxHashMap as HashMap;

use super::bdd::{Bdd, Bdds, FALSE, TRUE};
use super::expr::{PegExpr, PegRule};
use super::marks::{Marks, mark_number, optional};
use super::symbols::{Dependencies, SymbolClassId, Symbols};
use crate::automaton::alphabet::{Alphabet, Symbol};
use crate::characters::CharSet;
use crate::limits::limits;

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
    /// A mark.
    Mark(Symbol),
}

/// The index of a continuation in [`States::stacks`].
type ContinuationId = u32;

/// Any remainder is accepted.
const ALL: ContinuationId = 0;
/// The remainder must be empty. Above it the text must have all marks. Lookahead, above [`ALL`], skips
/// them.
const END: ContinuationId = 1;

/// Rules, and the continuations so far.
pub(crate) struct States {
    bodies: Vec<ExprId>,
    exprs: Vec<PegNode>,
    /// The topmost expression, and the stack below it. The first two, [`ALL`] and [`END`], have no
    /// expression.
    stacks: Vec<(ExprId, ContinuationId)>,
    /// The bottom of each stack.
    bottoms: Vec<ContinuationId>,
    stack_indices: HashMap<(ExprId, ContinuationId), ContinuationId>,
    bdds: Bdds,
    /// The sets of symbols in the expressions, each once.
    sets: Vec<CharSet>,
    /// For each continuation and each function the sets on which its derivative depends; `None`
    /// until it is computed.
    stack_dependencies: Vec<Option<Dependencies>>,
    function_dependencies: Vec<Option<Dependencies>>,
    symbols: Symbols,
    /// Derivatives by the number of a symbol, so that equivalent symbols share them.
    derivatives: HashMap<(ContinuationId, SymbolClassId), Bdd>,
    done: HashMap<(Bdd, SymbolClassId), Bdd>,
    empties: HashMap<ContinuationId, bool>,
}

impl States {
    /// The states of rules with marks. Rules whose recursion is not only at their ends have no
    /// finite number of states.
    pub(crate) fn new(rules: &[PegRule], marks: &Marks) -> Self {
        let mut states = Self {
            bodies: Vec::new(),
            exprs: Vec::new(),
            stacks: vec![(0, ALL); 2],
            bottoms: vec![ALL, END],
            stack_indices: HashMap::default(),
            bdds: Bdds::new(),
            sets: Vec::new(),
            stack_dependencies: Vec::new(),
            function_dependencies: Vec::new(),
            symbols: Symbols::new(&[], 0),
            derivatives: HashMap::default(),
            done: HashMap::default(),
            empties: HashMap::default(),
        };
        for (index, rule) in rules.iter().enumerate() {
            let body = states.operand(&rule.expr, index, marks);
            states.bodies.push(body);
        }
        states.symbols = Symbols::new(&states.sets, 2 * marks.components());
        states
    }

    /// The same states, whose functions branch on the newest continuation first. For rules with
    /// marks the functions are then several times smaller. For other rules they can be much larger.
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
            || self.stacks.len() > limits().peg_continuations
            || self.derivatives.len().max(self.done.len()) > limits().peg_derivatives
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
        mark_number(symbol).is_none() && self.sets[set].contains(self.alphabet().character(symbol))
    }

    /// The start state for the first of some rules that matches the whole input, with all marks.
    pub(crate) fn start(&mut self, rules: &[usize]) -> Bdd {
        let end = self.add(PegNode::End);
        rules.iter().rev().fold(FALSE, |later, &rule| {
            let marked = self.push(self.bodies[rule], END);
            let marked = self.variable(marked);
            if later == FALSE {
                return marked;
            }
            let end = self.push(end, ALL);
            let matches = self.push(self.bodies[rule], end);
            let matches = self.variable(matches);
            self.bdds.choose(matches, marked, later)
        })
    }

    /// The state after a symbol.
    pub(crate) fn step(&mut self, state: Bdd, symbol: Symbol) -> Bdd {
        let Some((variable, low, high)) = self.bdds.branch_of(state) else { return state };
        let dependency = self.function_dependency(state);
        let key = (state, self.symbols.number(dependency, symbol));
        if let Some(&next) = self.done.get(&key) {
            return next;
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

    /// The sets on which a step from a state depends.
    fn function_dependency(&mut self, state: Bdd) -> Dependencies {
        let Some((variable, low, high)) = self.bdds.branch_of(state) else { return self.symbols.nothing() };
        if let Some(dependency) = stored(&self.function_dependencies, state.index()) {
            return dependency;
        }
        let mut dependency = self.stack_dependency(variable);
        for state in [low, high] {
            let inner = self.function_dependency(state);
            dependency = self.symbols.union(dependency, inner);
        }
        store(&mut self.function_dependencies, state.index(), dependency)
    }

    /// The sets and marks on which a derivative depends.
    fn stack_dependency(&mut self, stack: ContinuationId) -> Dependencies {
        if let Some(dependency) = stored(&self.stack_dependencies, stack as usize) {
            return dependency;
        }
        let opened = self.opened(stack);
        let dependency = if opened != stack { self.stack_dependency(opened) } else { self.opened_dependency(stack) };
        store(&mut self.stack_dependencies, stack as usize, dependency)
    }

    fn opened_dependency(&mut self, stack: ContinuationId) -> Dependencies {
        if stack == self.bottoms[stack as usize] {
            return self.symbols.nothing();
        }
        let (expr, below) = self.stacks[stack as usize];
        let marks = self.symbols.marks();
        let stacks = match self.exprs[expr as usize].clone() {
            PegNode::Class(set) => {
                let set = self.symbols.set(set);
                return self.symbols.union(set, marks);
            }
            PegNode::Choice(first, second) => {
                vec![self.push(first, below), self.push(first, ALL), self.push(second, below)]
            }
            PegNode::Repeat(inner) => vec![self.push(inner, stack), self.push(inner, ALL), below],
            PegNode::Ahead(inner, _) => vec![self.push(inner, ALL), below],
            PegNode::End | PegNode::Mark(..) => vec![below],
            // Such expressions have been decomposed.
            PegNode::Empty | PegNode::Rule(_) | PegNode::Sequence(..) => Vec::new(),
        };
        stacks.into_iter().fold(marks, |dependency, stack| {
            let inner = self.stack_dependency(stack);
            self.symbols.union(dependency, inner)
        })
    }

    /// Whether the input may end in a state.
    pub(crate) fn accepts(&mut self, state: Bdd) -> bool {
        let mut function = state;
        while let Some((variable, low, high)) = self.bdds.branch_of(function) {
            function = if self.accepts_empty(variable) { high } else { low };
        }
        function == TRUE
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
                PegNode::Mark(_) if self.bottoms[stack as usize] == ALL => below,
                _ => break,
            };
        }
        stack
    }

    fn push(&mut self, expr: ExprId, below: ContinuationId) -> ContinuationId {
        *self.stack_indices.entry((expr, below)).or_insert_with(|| {
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
            _ if mark_number(symbol).is_some() && bottom == ALL => return self.variable(stack),
            _ => {}
        }
        let dependency = self.stack_dependency(stack);
        let key = (stack, self.symbols.number(dependency, symbol));
        if let Some(&derivative) = self.derivatives.get(&key) {
            return derivative;
        }
        let (expr, below) = self.stacks[stack as usize];
        let result = match self.exprs[expr as usize].clone() {
            PegNode::Class(set) if self.holds(set, symbol) => self.variable(below),
            PegNode::Class(_) => FALSE,
            PegNode::End if mark_number(symbol).is_none() => FALSE,
            // Marks may follow the last character.
            PegNode::End => {
                let end = self.push(expr, ALL);
                let (end, below) = (self.variable(end), self.derivative(below, symbol));
                self.bdds.and(end, below)
            }
            PegNode::Mark(mark) if mark == symbol => self.variable(below),
            PegNode::Mark(..) => FALSE,
            // Such expressions have been decomposed.
            PegNode::Empty | PegNode::Rule(_) | PegNode::Sequence(..) => FALSE,
            PegNode::Choice(first, second) => {
                let alternative = self.push(second, below);
                self.ordered_choice(first, below, alternative, symbol)
            }
            PegNode::Repeat(inner) => self.ordered_choice(inner, stack, below, symbol),
            PegNode::Ahead(inner, negated) => {
                let ahead = self.push(inner, ALL);
                let ahead = self.derivative(ahead, symbol);
                let ahead = if negated { self.bdds.not(ahead) } else { ahead };
                if ahead == FALSE {
                    FALSE
                } else {
                    let below = self.derivative(below, symbol);
                    self.bdds.and(ahead, below)
                }
            }
        };
        self.derivatives.insert(key, result);
        result
    }

    /// The derivative of an expression with `below` after it or, if the expression does not match,
    /// of `alternative`.
    fn ordered_choice(
        &mut self,
        expr: ExprId,
        below: ContinuationId,
        alternative: ContinuationId,
        symbol: Symbol,
    ) -> Bdd {
        let continued = self.push(expr, below);
        let continued = self.derivative(continued, symbol);
        let matches = self.push(expr, ALL);
        let matches = self.derivative(matches, symbol);
        let fails = self.bdds.not(matches);
        if fails == FALSE {
            return continued;
        }
        let alternative = self.derivative(alternative, symbol);
        let alternative = self.bdds.and(fails, alternative);
        self.bdds.or(continued, alternative)
    }

    /// Whether the continuation accepts the empty string.
    fn accepts_empty(&mut self, stack: ContinuationId) -> bool {
        let stack = self.opened(stack);
        let bottom = self.bottoms[stack as usize];
        if stack == bottom {
            return true;
        }
        if let Some(&accepts) = self.empties.get(&stack) {
            return accepts;
        }
        let (expr, below) = self.stacks[stack as usize];
        let result = match self.exprs[expr as usize].clone() {
            PegNode::Class(_) | PegNode::Mark(..) => false,
            PegNode::End => self.accepts_empty(below),
            // Such expressions have been decomposed.
            PegNode::Empty | PegNode::Rule(_) | PegNode::Sequence(..) => false,
            PegNode::Choice(first, second) => {
                self.matches_empty(first, below)
                    || (!self.matches_empty(first, ALL) && self.matches_empty(second, below))
            }
            // The inner expression never matches the empty text, or pest would have refused the
            // file.
            PegNode::Repeat(_) => self.accepts_empty(below),
            PegNode::Ahead(inner, negated) => self.matches_empty(inner, ALL) != negated && self.accepts_empty(below),
        };
        self.empties.insert(stack, result);
        result
    }

    /// Whether an expression with `below` after it accepts the empty string.
    fn matches_empty(&mut self, expr: ExprId, below: ContinuationId) -> bool {
        let stack = self.push(expr, below);
        self.accepts_empty(stack)
    }

    fn add(&mut self, node: PegNode) -> ExprId {
        self.exprs.push(node);
        (self.exprs.len() - 1) as ExprId
    }

    /// An expression outside sequences. A component may extend to its end.
    fn operand(&mut self, expr: &PegExpr, rule: usize, marks: &Marks) -> ExprId {
        let inner = self.expr(expr, rule, marks);
        self.marked(&[], inner, &marks.ending(rule, expr))
    }

    fn expr(&mut self, expr: &PegExpr, rule: usize, marks: &Marks) -> ExprId {
        let inner = match expr {
            PegExpr::Empty => self.add(PegNode::Empty),
            PegExpr::Class(set) => self.class(set.clone()),
            PegExpr::End => self.add(PegNode::End),
            PegExpr::Rule(rule) => self.add(PegNode::Rule(*rule)),
            PegExpr::Sequence(parts) => match marks.within(rule, expr) {
                0 => self.list(parts, rule, marks, Some(PegNode::Empty), PegNode::Sequence),
                // Marks enclose the beginning of a literal.
                length => {
                    let (prefix, suffix) = parts.split_at(length);
                    let prefix = self.expr(&PegExpr::Sequence(prefix.to_vec()), rule, marks);
                    let suffix = self.list(suffix, rule, &Marks::default(), Some(PegNode::Empty), PegNode::Sequence);
                    self.add(PegNode::Sequence(prefix, suffix))
                }
            },
            PegExpr::Choice(alternatives) => match optional(alternatives) {
                Some(inner) => {
                    let empty = self.add(PegNode::Empty);
                    let empty = self.marked(&marks.instead(rule, inner), empty, &[]);
                    let inner = self.operand(inner, rule, marks);
                    self.add(PegNode::Choice(inner, empty))
                }
                None => self.list(alternatives, rule, marks, None, PegNode::Choice),
            },
            PegExpr::Repeat(inner) => {
                let inner = self.operand(inner, rule, marks);
                self.add(PegNode::Repeat(inner))
            }
            PegExpr::Ahead(inner, negated) => {
                let inner = self.operand(inner, rule, marks);
                self.add(PegNode::Ahead(inner, *negated))
            }
        };
        let [before, after] = marks.around(rule, expr);
        self.marked(&before, inner, &after)
    }

    /// One character of a set.
    fn class(&mut self, set: CharSet) -> ExprId {
        let index = self.sets.iter().position(|earlier| *earlier == set).unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        self.add(PegNode::Class(index))
    }

    /// An expression with marks before and after it.
    fn marked(&mut self, before: &[Symbol], expr: ExprId, after: &[Symbol]) -> ExprId {
        let expr = after.iter().fold(expr, |expr, &mark| {
            let mark = self.add(PegNode::Mark(mark));
            self.add(PegNode::Sequence(expr, mark))
        });
        before.iter().rev().fold(expr, |expr, &mark| {
            let mark = self.add(PegNode::Mark(mark));
            self.add(PegNode::Sequence(mark, expr))
        })
    }

    /// Combines each expression with all after it. An empty list is `empty`, for sequences, or
    /// matches nothing, for choices.
    fn list(
        &mut self,
        exprs: &[PegExpr],
        rule: usize,
        marks: &Marks,
        empty: Option<PegNode>,
        pair: fn(ExprId, ExprId) -> PegNode,
    ) -> ExprId {
        let is_sequence = empty.is_some();
        let mut exprs: Vec<ExprId> = exprs
            .iter()
            .map(|expr| if is_sequence { self.expr(expr, rule, marks) } else { self.operand(expr, rule, marks) })
            .collect();
        let Some(last) = exprs.pop() else {
            return match empty {
                Some(empty) => self.add(empty),
                None => self.class(CharSet::EMPTY),
            };
        };
        exprs.into_iter().rev().fold(last, |tail, expr| self.add(pair(expr, tail)))
    }
}

/// The result for an index, if it is stored.
fn stored(results: &[Option<Dependencies>], index: usize) -> Option<Dependencies> {
    results.get(index).copied().flatten()
}

/// Stores a result for an index, and returns it.
fn store(results: &mut Vec<Option<Dependencies>>, index: usize, result: Dependencies) -> Dependencies {
    if results.len() <= index {
        results.resize(index + 1, None);
    }
    results[index] = Some(result);
    result
}
