//! The symbols that a step distinguishes: symbols that belong to the same relevant sets are
//! equivalent.

use rustc_hash::FxHashMap as HashMap;

use super::marks::{CLOSE, OPEN};
use crate::automaton::alphabet::{Alphabet, Symbol};
use crate::characters::CharSet;

/// A set of sets of symbols, one bit each.
type SetBits = u128;

/// The number of sets with a bit of their own; if there are more, every symbol is distinguished
/// from all others.
const BITS: usize = 126;
/// The bits of the marks.
const MARKS: SetBits = 3 << BITS;

/// The sets on which a result depends, as an index into [`Symbols::asked`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dependencies(u32);

/// A number that equivalent symbols share.
pub(super) type SymbolClass = u16;

/// The sets of a grammar that contain each symbol.
#[derive(Debug)]
pub(super) struct Symbols {
    alphabet: Alphabet,
    /// For each symbol the sets that contain it, including the marks.
    members: Vec<SetBits>,
    /// Whether every symbol is distinguished from all others.
    each: bool,
    /// All dependencies so far, with the numbers of the symbols.
    asked: Vec<(SetBits, Vec<SymbolClass>)>,
    known: HashMap<SetBits, Dependencies>,
}

impl Symbols {
    pub(super) fn new(sets: &[CharSet]) -> Self {
        let alphabet = Alphabet::new(sets);
        let each = sets.len() > BITS;
        let held = |symbol: Symbol| -> SetBits {
            let c = alphabet.character(symbol);
            if each {
                symbol as SetBits
            } else {
                sets.iter().enumerate().filter(|(_, set)| set.contains(c)).map(|(at, _)| 1 << at).sum()
            }
        };
        let members = alphabet.symbols().map(held).chain([1 << BITS, 2 << BITS]).collect();
        Self { alphabet, members, each, asked: Vec::new(), known: HashMap::default() }
    }

    /// The symbols of the characters. No set distinguishes two characters of one symbol.
    pub(super) fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The dependency on no set.
    pub(super) fn nothing(&mut self) -> Dependencies {
        self.asked(0)
    }

    /// The dependency on one set, by its index.
    pub(super) fn set(&mut self, at: usize) -> Dependencies {
        self.asked(if self.each { !MARKS } else { 1 << at })
    }

    /// The dependency on the marks.
    pub(super) fn marks(&mut self) -> Dependencies {
        self.asked(MARKS)
    }

    /// The union of two dependencies.
    pub(super) fn either(&mut self, one: Dependencies, other: Dependencies) -> Dependencies {
        if one == other {
            return one;
        }
        let sets = |asked: Dependencies| self.asked[asked.0 as usize].0;
        self.asked(sets(one) | sets(other))
    }

    /// The number of a symbol. Symbols with the same number are equivalent.
    pub(super) fn alike(&self, asked: Dependencies, symbol: Symbol) -> SymbolClass {
        let place = match symbol {
            OPEN => self.alphabet.len(),
            CLOSE => self.alphabet.len() + 1,
            character => character,
        };
        self.asked[asked.0 as usize].1[place]
    }

    fn asked(&mut self, sets: SetBits) -> Dependencies {
        *self.known.entry(sets).or_insert_with(|| {
            let mut numbers: HashMap<SetBits, SymbolClass> = HashMap::default();
            let number = |member: &SetBits| {
                let next = numbers.len() as SymbolClass;
                *numbers.entry(member & sets).or_insert(next)
            };
            self.asked.push((sets, self.members.iter().map(number).collect()));
            Dependencies((self.asked.len() - 1) as u32)
        })
    }
}
