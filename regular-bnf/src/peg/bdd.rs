//! Boolean functions in canonical form: equal functions have equal numbers.
//!
//! Reduced ordered binary decision diagrams with shared nodes. Unlike the common libraries, this
//! module lets variables be added at any time, which derivatives need: they replace every variable
//! with a function.

use rustc_hash::FxHashMap as HashMap;

use crate::limits::limits;

/// A boolean function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bdd(u32);

impl Bdd {
    /// The index of the function.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

pub(crate) const FALSE: Bdd = Bdd(0);
pub(crate) const TRUE: Bdd = Bdd(1);

/// If `variable` then `high` else `low`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Branch {
    variable: u32,
    low: Bdd,
    high: Bdd,
}

impl Branch {
    /// The functions that a function with this root is if a variable is false, and if it is true.
    /// The variable is the root's, or comes before it.
    fn decided(self, f: Bdd, variable: u32) -> (Bdd, Bdd) {
        if self.variable == variable { (self.low, self.high) } else { (f, f) }
    }
}

/// All functions in use.
#[derive(Debug)]
pub(crate) struct Bdds {
    /// The bits by which a variable differs from its place in the order.
    order_mask: u32,
    branches: Vec<Branch>,
    numbers: HashMap<Branch, Bdd>,
    choices: HashMap<(Bdd, Bdd, Bdd), Bdd>,
}

impl Bdds {
    /// Whether there are more functions than the limits allow. Later results are invalid.
    pub(crate) fn exceeded(&self) -> bool {
        self.branches.len() > limits().peg_continuations || self.choices.len() > limits().peg_combinations
    }

    /// The constants. Variables are numbered from 1, and functions branch on a lower variable
    /// first.
    pub(crate) fn new() -> Self {
        Self::with_order(0)
    }

    /// The same with the opposite order: functions branch on a higher variable first.
    pub(crate) fn highest_first() -> Self {
        Self::with_order(u32::MAX)
    }

    fn with_order(order_mask: u32) -> Self {
        // The two constants come after every variable.
        let constants = [FALSE, TRUE].map(|value| Branch { variable: u32::MAX, low: value, high: value });
        Self { order_mask, branches: constants.to_vec(), numbers: HashMap::default(), choices: HashMap::default() }
    }

    fn root(&self, f: Bdd) -> Branch {
        self.branches[f.0 as usize]
    }

    fn branch(&mut self, variable: u32, low: Bdd, high: Bdd) -> Bdd {
        if low == high {
            return low;
        }
        let branch = Branch { variable, low, high };
        *self.numbers.entry(branch).or_insert_with(|| {
            self.branches.push(branch);
            Bdd((self.branches.len() - 1) as u32)
        })
    }

    pub(crate) fn variable(&mut self, variable: u32) -> Bdd {
        self.branch(variable ^ self.order_mask, FALSE, TRUE)
    }

    /// If `condition` then `high` else `low`.
    pub(crate) fn choose(&mut self, condition: Bdd, high: Bdd, low: Bdd) -> Bdd {
        match (condition, high, low) {
            (TRUE, ..) => return high,
            (FALSE, ..) => return low,
            (_, TRUE, FALSE) => return condition,
            _ if high == low => return high,
            _ if self.exceeded() => return FALSE,
            _ => {}
        }
        if let Some(&chosen) = self.choices.get(&(condition, high, low)) {
            return chosen;
        }
        let [c, h, l] = [condition, high, low].map(|f| self.root(f));
        let variable = c.variable.min(h.variable).min(l.variable);
        let (c0, c1) = c.decided(condition, variable);
        let (h0, h1) = h.decided(high, variable);
        let (l0, l1) = l.decided(low, variable);
        let below_low = self.choose(c0, h0, l0);
        let below_high = self.choose(c1, h1, l1);
        let chosen = self.branch(variable, below_low, below_high);
        self.choices.insert((condition, high, low), chosen);
        chosen
    }

    pub(crate) fn not(&mut self, f: Bdd) -> Bdd {
        self.choose(f, FALSE, TRUE)
    }

    pub(crate) fn and(&mut self, f: Bdd, g: Bdd) -> Bdd {
        self.choose(f, g, FALSE)
    }

    pub(crate) fn or(&mut self, f: Bdd, g: Bdd) -> Bdd {
        self.choose(f, TRUE, g)
    }

    /// The first variable of a function, and the function with that variable false and true; `None`
    /// for a constant.
    pub(crate) fn branch_of(&self, f: Bdd) -> Option<(u32, Bdd, Bdd)> {
        let Branch { variable, low, high } = self.root(f);
        (f != TRUE && f != FALSE).then_some((variable ^ self.order_mask, low, high))
    }
}
