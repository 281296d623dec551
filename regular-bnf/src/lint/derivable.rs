//! Whether productions derive no string, only the empty string, or also others.
//!
//! The productions become conditions that depend on one another, and conditions that hold are
//! propagated, in linear time. So recursion of any kind is decided. Names without a definition may
//! derive everything.

use crate::automaton::dfa::{DEAD, Dfa};
use crate::bnf::{Bnf, Expr};

/// The kinds of strings that an expression can derive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Derivable {
    /// A string.
    pub some: bool,
    /// The empty string.
    pub empty: bool,
    /// A string with characters.
    pub text: bool,
}

/// The index of a condition.
type Condition = usize;

/// The conditions of an expression, in the order of [`Derivable`].
#[derive(Clone, Copy)]
struct DerivableConditions {
    some: Condition,
    empty: Condition,
    text: Condition,
}

/// The conditions. A condition holds as soon as enough of the conditions that it depends on hold.
struct Conditions<'b> {
    bnf: &'b Bnf,
    /// For each condition how many more must hold.
    missing: Vec<usize>,
    /// For each condition those that depend on it.
    users: Vec<Vec<Condition>>,
    holds: Vec<bool>,
    /// The conditions that hold independently of others.
    unconditional: Vec<Condition>,
    /// The language of a difference, if it can be computed.
    difference: &'b mut dyn FnMut(&Expr) -> Option<Dfa>,
}

/// The facts of all productions. `difference` returns the language of a difference, which needs an
/// automaton; without one, the difference may derive everything that its left side derives.
pub(super) fn derivable(bnf: &Bnf, difference: &mut dyn FnMut(&Expr) -> Option<Dfa>) -> Vec<Derivable> {
    let n = bnf.productions().len();
    let mut conditions = Conditions {
        bnf,
        missing: vec![1; 3 * n],
        users: vec![Vec::new(); 3 * n],
        holds: Vec::new(),
        unconditional: Vec::new(),
        difference,
    };
    for (index, definition) in bnf.productions().iter().enumerate() {
        let body = match &definition.body {
            Ok(body) => conditions.expr(body),
            Err(_) => conditions.unknown(),
        };
        let production = Conditions::of_production(index);
        for (from, to) in [(body.some, production.some), (body.empty, production.empty), (body.text, production.text)] {
            conditions.users[from].push(to);
        }
    }
    conditions.propagate();
    let holds = &conditions.holds;
    let productions = (0..n).map(|index| {
        let DerivableConditions { some, empty, text } = Conditions::of_production(index);
        Derivable { some: holds[some], empty: holds[empty], text: holds[text] }
    });
    productions.collect()
}

impl Conditions<'_> {
    fn of_production(index: usize) -> DerivableConditions {
        DerivableConditions { some: 3 * index, empty: 3 * index + 1, text: 3 * index + 2 }
    }

    /// Adds a condition that holds as soon as some number of others hold.
    fn add(&mut self, needed: usize, from: impl IntoIterator<Item = Condition>) -> Condition {
        let new = self.missing.len();
        self.missing.push(needed);
        self.users.push(Vec::new());
        from.into_iter().for_each(|from| self.users[from].push(new));
        if needed == 0 {
            self.unconditional.push(new);
        }
        new
    }

    /// A condition that holds if every one of others holds.
    fn every(&mut self, from: impl ExactSizeIterator<Item = Condition>) -> Condition {
        self.add(from.len(), from)
    }

    /// A condition that holds if any of others holds.
    fn any(&mut self, from: impl IntoIterator<Item = Condition>) -> Condition {
        self.add(1, from)
    }

    fn constant(&mut self, derivable: Derivable) -> DerivableConditions {
        // A condition that needs another one, and depends on no other, never holds.
        let Derivable { some, empty, text } = derivable;
        let [some, empty, text] = [some, empty, text].map(|holds| self.add(usize::from(!holds), []));
        DerivableConditions { some, empty, text }
    }

    /// An expression that may derive everything.
    fn unknown(&mut self) -> DerivableConditions {
        self.constant(Derivable { some: true, empty: true, text: true })
    }

    fn expr(&mut self, expr: &Expr) -> DerivableConditions {
        const EMPTY: Derivable = Derivable { some: true, empty: true, text: false };
        match expr {
            Expr::Void => self.constant(EMPTY),
            Expr::Literal(text) if text.is_empty() => self.constant(EMPTY),
            Expr::Literal(_) | Expr::Range(..) => self.constant(Derivable { some: true, empty: false, text: true }),
            Expr::Name(name) => match self.bnf.index(name) {
                Some(index) => Self::of_production(index),
                None => self.unknown(),
            },
            Expr::Undefined(_) => self.unknown(),
            Expr::Sequence(parts) => {
                let parts: Vec<DerivableConditions> = parts.iter().map(|expr| self.expr(expr)).collect();
                let some = self.every(parts.iter().map(|part| part.some));
                let any_text = self.any(parts.iter().map(|part| part.text));
                let empty = self.every(parts.iter().map(|part| part.empty));
                DerivableConditions { some, empty, text: self.every([some, any_text].into_iter()) }
            }
            Expr::Alternatives(alternatives) => {
                let alternatives: Vec<DerivableConditions> = alternatives.iter().map(|expr| self.expr(expr)).collect();
                DerivableConditions {
                    some: self.any(alternatives.iter().map(|alternative| alternative.some)),
                    empty: self.any(alternatives.iter().map(|alternative| alternative.empty)),
                    text: self.any(alternatives.iter().map(|alternative| alternative.text)),
                }
            }
            Expr::Repeat(_, Some(0), _) => self.constant(EMPTY),
            Expr::Repeat(least, _, inner) => {
                let inner = self.expr(inner);
                if *least > 0 {
                    return inner;
                }
                let DerivableConditions { some, empty, .. } = self.constant(EMPTY);
                DerivableConditions { some, empty, text: inner.text }
            }
            Expr::Except(left, _) => match (self.difference)(expr) {
                Some(dfa) => {
                    let empty = dfa.is_accepting(Dfa::START);
                    let text = dfa.row(Dfa::START).iter().any(|&to| to != DEAD);
                    self.constant(Derivable { some: empty || text, empty, text })
                }
                None => self.expr(left),
            },
        }
    }

    fn propagate(&mut self) {
        self.holds = vec![false; self.missing.len()];
        let mut waiting = std::mem::take(&mut self.unconditional);
        waiting.iter().for_each(|&condition| self.holds[condition] = true);
        while let Some(condition) = waiting.pop() {
            for &user in &self.users[condition] {
                if !self.holds[user] {
                    self.missing[user] -= 1;
                    if self.missing[user] == 0 {
                        self.holds[user] = true;
                        waiting.push(user);
                    }
                }
            }
        }
    }
}
