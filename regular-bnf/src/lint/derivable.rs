//! Which strings productions derive at all: none, only the empty string, or others.
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

/// The conditions: each holds as soon as so many of those that it depends on hold.
struct Conditions<'b> {
    bnf: &'b Bnf,
    missing: Vec<usize>,
    /// For each condition those that depend on it.
    users: Vec<Vec<Condition>>,
    holds: Vec<bool>,
    /// Those that hold from the beginning.
    given: Vec<Condition>,
    /// The language of a difference, if it can be computed.
    difference: &'b mut dyn FnMut(&Expr) -> Option<Dfa>,
}

/// The facts of all productions. `difference` returns the language of a difference, which needs an
/// automaton; without one, the difference may derive everything that its left side derives.
pub(super) fn derivable(bnf: &Bnf, difference: &mut dyn FnMut(&Expr) -> Option<Dfa>) -> Vec<Derivable> {
    let n = bnf.productions().len();
    let mut all = Conditions {
        bnf,
        missing: vec![1; 3 * n],
        users: vec![Vec::new(); 3 * n],
        holds: Vec::new(),
        given: Vec::new(),
        difference,
    };
    for (at, definition) in bnf.productions().iter().enumerate() {
        let body = match &definition.body {
            Ok(body) => all.expr(body),
            Err(_) => all.unknown(),
        };
        let own = Conditions::of_production(at);
        for (from, to) in [(body.some, own.some), (body.empty, own.empty), (body.text, own.text)] {
            all.users[from].push(to);
        }
    }
    all.propagate();
    let holds = &all.holds;
    let of = |at| {
        let DerivableConditions { some, empty, text } = Conditions::of_production(at);
        Derivable { some: holds[some], empty: holds[empty], text: holds[text] }
    };
    (0..n).map(of).collect()
}

impl Conditions<'_> {
    fn of_production(at: usize) -> DerivableConditions {
        DerivableConditions { some: 3 * at, empty: 3 * at + 1, text: 3 * at + 2 }
    }

    /// A new condition that holds as soon as so many of these hold.
    fn add(&mut self, needed: usize, from: impl IntoIterator<Item = Condition>) -> Condition {
        let new = self.missing.len();
        self.missing.push(needed);
        self.users.push(Vec::new());
        from.into_iter().for_each(|from| self.users[from].push(new));
        if needed == 0 {
            self.given.push(new);
        }
        new
    }

    fn every(&mut self, from: &[Condition]) -> Condition {
        self.add(from.len(), from.iter().copied())
    }

    fn any(&mut self, from: &[Condition]) -> Condition {
        self.add(1, from.iter().copied())
    }

    fn constant(&mut self, derivable: Derivable) -> DerivableConditions {
        // A condition that depends on nothing and needs something never holds.
        let mut of = |holds: bool| self.add(usize::from(!holds), []);
        DerivableConditions { some: of(derivable.some), empty: of(derivable.empty), text: of(derivable.text) }
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
                Some(at) => Self::of_production(at),
                None => self.unknown(),
            },
            Expr::Undefined(_) => self.unknown(),
            Expr::Sequence(all) => {
                let all: Vec<DerivableConditions> = all.iter().map(|expr| self.expr(expr)).collect();
                let some: Vec<Condition> = all.iter().map(|one| one.some).collect();
                let empty: Vec<Condition> = all.iter().map(|one| one.empty).collect();
                let text: Vec<Condition> = all.iter().map(|one| one.text).collect();
                let (some, any) = (self.every(&some), self.any(&text));
                DerivableConditions { some, empty: self.every(&empty), text: self.every(&[some, any]) }
            }
            Expr::Alternatives(all) => {
                let all: Vec<DerivableConditions> = all.iter().map(|expr| self.expr(expr)).collect();
                let mut any = |of: fn(&DerivableConditions) -> Condition| {
                    let from: Vec<Condition> = all.iter().map(of).collect();
                    self.any(&from)
                };
                DerivableConditions {
                    some: any(|one| one.some),
                    empty: any(|one| one.empty),
                    text: any(|one| one.text),
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
        let mut waiting = std::mem::take(&mut self.given);
        waiting.iter().for_each(|&at| self.holds[at] = true);
        while let Some(at) = waiting.pop() {
            for &user in &self.users[at] {
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
