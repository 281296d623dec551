//! Which symbols a step tells apart: those that are in the same of the sets on which it depends are alike.

use rustc_hash::FxHashMap as HashMap;

use super::expr::{SYMBOLS, Set};
use super::marks::{CLOSE, OPEN};

/// Sets of symbols, a bit each.
type Sets = u128;

/// How many sets have a bit of their own; where there are more, each symbol is told from all others.
const BITS: usize = 126;
/// The bits of the marks.
const MARKS: Sets = 3 << BITS;

/// Sets on which something depends, by their place in [`Symbols::asked`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked(u32);

/// A number that symbols share which are alike.
pub(super) type Alike = u8;

/// What each symbol is to the sets of a grammar.
#[derive(Debug)]
pub(super) struct Symbols {
    /// For each symbol the sets that hold it, with the marks.
    members: Vec<Sets>,
    /// Whether each symbol is told from all others.
    each: bool,
    /// All that was asked for, with the numbers of the symbols.
    asked: Vec<(Sets, Vec<Alike>)>,
    known: HashMap<Sets, Asked>,
}

impl Symbols {
    pub(super) fn new(sets: &[Set]) -> Self {
        let each = sets.len() > BITS;
        let held = |symbol: usize| -> Sets {
            let marks = [OPEN, CLOSE].iter().zip([1 << BITS, 2 << BITS]).filter(|(mark, _)| **mark == symbol);
            let marks: Sets = marks.map(|(_, bit)| bit).sum();
            let own = match each {
                true => symbol as Sets,
                false if symbol >= SYMBOLS => 0,
                false => sets.iter().enumerate().filter(|(_, set)| set.holds(symbol)).map(|(at, _)| 1 << at).sum(),
            };
            own | marks
        };
        Self { members: (0..SYMBOLS + 2).map(held).collect(), each, asked: Vec::new(), known: HashMap::default() }
    }

    /// What depends on nothing.
    pub(super) fn nothing(&mut self) -> Asked {
        self.asked(0)
    }

    /// What depends on one set, by its place.
    pub(super) fn set(&mut self, at: usize) -> Asked {
        self.asked(if self.each { !MARKS } else { 1 << at })
    }

    /// What depends on the marks.
    pub(super) fn marks(&mut self) -> Asked {
        self.asked(MARKS)
    }

    /// What depends on either.
    pub(super) fn either(&mut self, one: Asked, other: Asked) -> Asked {
        if one == other {
            return one;
        }
        let sets = |asked: Asked| self.asked[asked.0 as usize].0;
        self.asked(sets(one) | sets(other))
    }

    /// The number of a symbol. Where two have the same they make no difference.
    pub(super) fn alike(&self, asked: Asked, symbol: usize) -> Alike {
        self.asked[asked.0 as usize].1[symbol]
    }

    fn asked(&mut self, sets: Sets) -> Asked {
        *self.known.entry(sets).or_insert_with(|| {
            let mut numbers: HashMap<Sets, Alike> = HashMap::default();
            let number = |member: &Sets| {
                let next = numbers.len() as Alike;
                *numbers.entry(member & sets).or_insert(next)
            };
            self.asked.push((sets, self.members.iter().map(number).collect()));
            Asked((self.asked.len() - 1) as u32)
        })
    }
}
