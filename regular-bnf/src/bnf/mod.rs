//! Grammars in the notations of BNF as data: every production, and what it uses.
//!
//! ```
//! use regular_bnf::Bnf;
//!
//! let dates = Bnf::read("date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT / name\n")?;
//! assert_eq!(dates.uses("date"), ["year", "month"]);
//! assert_eq!(dates.undefined(), ["name"]);
//! # Ok::<(), regular_bnf::BnfError>(())
//! ```

mod abnf;
#[cfg(feature = "language")]
mod expected;
mod expr;
mod notation;
mod pages;
mod parsers;
mod read;
mod recursion;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::OnceLock;

pub use abnf::CORE;
pub use expr::{Definition, Expr, NotationError};
pub use notation::Notation;
pub use read::definitions;

use crate::limits::LIMITS;

/// The productions of one grammar.
#[derive(Debug, Clone, Default)]
pub struct Bnf {
    definitions: Vec<Definition>,
    /// Where the production of each name stands; in small letters, if names are the same in either case.
    places: HashMap<String, usize>,
    /// Whether names are the same in either case.
    caseless: bool,
    derived: Derived,
}

/// What is computed from the productions, when it is first asked for.
#[derive(Debug, Clone, Default)]
struct Derived {
    characters: OnceLock<Vec<Option<u128>>>,
    cycles: OnceLock<Vec<Option<u32>>>,
    left: OnceLock<HashMap<u32, Vec<usize>>>,
}

/// The set of characters that an expression stands for, if all its members are single characters; `named` says it of a
/// production.
fn set_of(expr: &Expr, named: &mut dyn FnMut(&str) -> Option<u128>) -> Option<u128> {
    match expr {
        Expr::Literal(text) if text.len() == 1 && text.is_ascii() => Some(1 << text.as_bytes()[0]),
        Expr::Name(name) => named(name),
        Expr::Alternatives(all) => all.iter().try_fold(0, |set, expr| Some(set | set_of(expr, named)?)),
        _ => None,
    }
}

/// Why a `.bnf` file is no grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BnfError {
    /// A place that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A name that is defined twice, and not alike.
    #[error("line {line}: `{name}` is defined again, and otherwise")]
    Twice {
        /// The name.
        name: String,
        /// The line of the second definition.
        line: usize,
    },
}

impl Bnf {
    /// Reads the text of a grammar, in the notation that is [detected](Notation::of).
    ///
    /// # Errors
    ///
    /// Where something cannot be read: the line, the column and what was expected; or where a name is defined twice.
    pub fn read(file: &str) -> Result<Self, BnfError> {
        Self::read_as(file, Notation::of(file))
    }

    /// Reads the text of a grammar in a notation. A byte order mark, and the feet and heads of the pages of an RFC, are
    /// skipped.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Notation};
    ///
    /// // RFC 5234: names in either case, and core rules that need not be printed.
    /// let bnf = Bnf::read_as("word = \"a\" 1*digit\n", Notation::Abnf)?;
    /// assert_eq!(bnf.uses("WORD"), ["DIGIT"]);
    /// # Ok::<(), regular_bnf::BnfError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`read`](Self::read).
    pub fn read_as(file: &str, notation: Notation) -> Result<Self, BnfError> {
        let definitions = definitions(file, notation)?;
        if let Some(error) = definitions.iter().find_map(|definition| definition.body.as_ref().err()) {
            return Err(error.clone().into());
        }
        Self::of_definitions(definitions, notation)
    }

    /// The grammar of some definitions, which may hold some that cannot be read: what uses these has no language. In ABNF the
    /// core rules that they use and do not define are added.
    ///
    /// # Errors
    ///
    /// Where a name is defined twice, and not alike.
    pub fn of_definitions(mut definitions: Vec<Definition>, notation: Notation) -> Result<Self, BnfError> {
        let caseless = notation == Notation::Abnf;
        if caseless {
            abnf::complete(&mut definitions, &self::definitions(CORE, notation)?);
        }
        Self::merge(definitions, caseless)
    }

    /// Drops a production that is printed a second time, if both agree. Prose that defines nothing agrees with anything.
    fn merge(all: Vec<Definition>, caseless: bool) -> Result<Self, BnfError> {
        let mut bnf = Self { caseless, ..Self::default() };
        for definition in all {
            match bnf.get(&definition.name) {
                None => bnf.add(definition),
                Some(first) if first.body == definition.body || matches!(first.body, Ok(Expr::Undefined(_))) => {}
                Some(_) => return Err(BnfError::Twice { name: definition.name, line: definition.line }),
            }
        }
        Ok(bnf)
    }

    fn add(&mut self, definition: Definition) {
        let name = if self.caseless { definition.name.to_ascii_lowercase() } else { definition.name.clone() };
        self.places.insert(name, self.definitions.len());
        self.definitions.push(definition);
    }

    fn lay_over(&mut self, corrections: Vec<Definition>) {
        for correction in corrections {
            match self.index(&correction.name) {
                Some(at) => self.definitions[at] = correction,
                None => self.add(correction),
            }
        }
        self.derived = Derived::default();
    }

    /// The same with other productions laid over: each in place of the one of its name, or after all others.
    #[must_use]
    pub fn with(&self, all: Vec<Definition>) -> Self {
        let mut with = self.clone();
        with.lay_over(all);
        with
    }

    /// The productions in the document's order; those that only corrections have come last.
    pub fn productions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The production of that name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.index(name).map(|at| &self.definitions[at])
    }

    /// The place of the production of that name.
    pub fn index(&self, name: &str) -> Option<usize> {
        let place = if self.caseless { self.places.get(&name.to_ascii_lowercase()) } else { self.places.get(name) };
        place.copied()
    }

    /// The names that a production uses, in order, each once.
    pub fn uses(&self, name: &str) -> Vec<&str> {
        let body = self.get(name).and_then(|definition| definition.body.as_ref().ok());
        let mut seen = HashSet::new();
        body.into_iter().flat_map(Expr::names).filter(|name| seen.insert(*name)).collect()
    }

    /// The productions that use a name, in the document's order.
    pub fn used_by(&self, name: &str) -> Vec<&str> {
        let uses = |definition: &&Definition| definition.body.as_ref().is_ok_and(|body| body.names().contains(&name));
        self.definitions.iter().filter(uses).map(|definition| definition.name.as_str()).collect()
    }

    /// The names that are used and not defined, in the order of their first use.
    pub fn undefined(&self) -> Vec<&str> {
        let bodies = self.definitions.iter().filter_map(|definition| definition.body.as_ref().ok());
        let mut seen = HashSet::new();
        bodies.flat_map(Expr::names).filter(|name| self.index(name).is_none() && seen.insert(*name)).collect()
    }

    /// The productions that none of `entries` reaches, in the document's order.
    pub fn unreachable(&self, entries: &[&str]) -> Vec<&str> {
        let mut reached: HashSet<&str> = HashSet::new();
        let mut waiting: Vec<&str> = entries.to_vec();
        while let Some(name) = waiting.pop() {
            if let Some(definition) = self.get(name)
                && reached.insert(&definition.name)
            {
                waiting.extend(self.uses(&definition.name));
            }
        }
        let all = self.definitions.iter().map(|definition| definition.name.as_str());
        all.filter(|name| !reached.contains(name)).collect()
    }

    /// The set of characters that an expression stands for, a bit each, if all its members are single characters.
    pub fn characters(&self, expr: &Expr) -> Option<u128> {
        let all = self.derived.characters.get_or_init(|| {
            let mut known = vec![None; self.definitions.len()];
            (0..known.len()).map(|at| self.characters_of(at, &mut known, 0)).collect()
        });
        set_of(expr, &mut |name| all[self.index(name)?])
    }

    /// The same for a production. `known` has those that were looked at.
    fn characters_of(&self, at: usize, known: &mut Vec<Option<Option<u128>>>, depth: u32) -> Option<u128> {
        if known[at].is_none() {
            // One that comes back to itself is no set.
            known[at] = Some(None);
            let body = self.definitions[at].body.as_ref().ok().filter(|_| depth < LIMITS.set_depth)?;
            let set = set_of(body, &mut |name| self.characters_of(self.index(name)?, known, depth + 1));
            known[at] = Some(set);
        }
        known[at].flatten()
    }

    /// For each production the number of those that come back to one another with it; none for one that does not recur.
    pub(crate) fn cycles(&self) -> &[Option<u32>] {
        self.derived.cycles.get_or_init(|| self.find_cycles())
    }

    fn find_cycles(&self) -> Vec<Option<u32>> {
        let uses: Vec<Vec<usize>> = self
            .definitions
            .iter()
            .map(|definition| self.uses(&definition.name).into_iter().filter_map(|name| self.index(name)).collect())
            .collect();
        // Tarjan's algorithm, with the calls kept in a list: chains of productions may be long.
        const UNSEEN: usize = usize::MAX;
        let n = uses.len();
        let (mut order, mut low, mut on_stack) = (vec![UNSEEN; n], vec![0; n], vec![false; n]);
        let (mut stack, mut cycles, mut count, mut met) = (Vec::new(), vec![None; n], 0, 0);
        for root in 0..n {
            if order[root] != UNSEEN {
                continue;
            }
            let mut calls = vec![(root, 0)];
            while let Some((at, next)) = calls.last_mut() {
                let at = *at;
                if *next == 0 && order[at] == UNSEEN {
                    (order[at], low[at]) = (met, met);
                    met += 1;
                    stack.push(at);
                    on_stack[at] = true;
                }
                if let Some(&to) = uses[at].get(*next) {
                    *next += 1;
                    if order[to] == UNSEEN {
                        calls.push((to, 0));
                    } else if on_stack[to] {
                        low[at] = low[at].min(order[to]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(user, _)) = calls.last() {
                    low[user] = low[user].min(low[at]);
                }
                if low[at] == order[at] {
                    let from = stack.iter().rposition(|&other| other == at).unwrap_or_default();
                    let members = stack.split_off(from);
                    let recurs = members.len() > 1 || uses[at].contains(&at);
                    for member in members {
                        on_stack[member] = false;
                        cycles[member] = recurs.then_some(count);
                    }
                    count += 1;
                }
            }
        }
        cycles
    }

    /// A shortest way from a production by way of one that it uses back to itself.
    pub(crate) fn way_back(&self, from: usize, first: usize) -> Vec<String> {
        let name = |at: usize| self.definitions[at].name.clone();
        let mut came_from = HashMap::from([(first, from)]);
        let mut waiting = VecDeque::from([first]);
        while let Some(at) = waiting.pop_front().filter(|&at| at != from) {
            for next in self.uses(&self.definitions[at].name).into_iter().filter_map(|name| self.index(name)) {
                if let std::collections::hash_map::Entry::Vacant(entry) = came_from.entry(next) {
                    entry.insert(at);
                    waiting.push_back(next);
                }
            }
        }
        let mut way = vec![name(from)];
        let mut at = from;
        while let Some(&before) = came_from.get(&at) {
            way.push(name(before));
            at = before;
            if at == from {
                break;
            }
        }
        way.reverse();
        way
    }
}

/// Why a production has no language that can be decided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// There is no production of that name.
    #[error("there is no production named `{0}`")]
    NoProduction(String),
    /// A production uses a name that is not defined.
    #[error("`{production}` uses `{name}`, which is not defined")]
    Undefined {
        /// The production.
        production: String,
        /// The name that it uses.
        name: String,
    },
    /// The text of a production cannot be read, as printed.
    #[error("`{production}` cannot be read: {error}")]
    Unreadable {
        /// The production.
        production: String,
        /// Where, and what was expected.
        error: NotationError,
    },
    /// A production recurs by the productions of this list, neither at its end alone nor at its beginning alone. Its language
    /// may be regular or not; that question has no general answer.
    #[error("the recursion {} is neither at the end of `{}` nor at its beginning only: its language cannot be decided here", .0.join(" -> "), .0[0])]
    Recursion(Vec<String>),
    /// An automaton would need more states, or more steps to be made, than the limits allow.
    #[error("{0} is too large to decide")]
    TooLarge(String),
}
