//! The symbols that a step distinguishes: symbols that belong to the same relevant sets are
//! equivalent.

use rustc_hash::FxHashMap as HashMap;

use super::marks::mark_number;
use crate::automaton::alphabet::{Alphabet, Symbol};
use crate::characters::CharSet;

/// A set of sets of symbols, one bit each.
type SetBits = u128;

/// The sets on which a result depends, as an index into [`Symbols::dependencies`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dependencies(u32);

/// A number that equivalent symbols share.
pub(super) type SymbolClassId = u16;

/// The sets of a grammar that contain each symbol.
#[derive(Debug)]
pub(super) struct Symbols {
    alphabet: Alphabet,
    /// For each symbol the sets that contain it. Each mark, after the symbols of the characters, is in a
    /// set of its own.
    members: Vec<SetBits>,
    /// The sets of the marks.
    marks: SetBits,
    /// Whether every symbol is distinguished from all others, because there are too many sets.
    distinct: bool,
    /// All dependencies so far, with the numbers of the symbols.
    dependencies: Vec<(SetBits, Vec<SymbolClassId>)>,
    indices: HashMap<SetBits, Dependencies>,
}

impl Symbols {
    /// The symbols of some sets and of a number of marks.
    pub(super) fn new(sets: &[CharSet], marks: usize) -> Self {
        let alphabet = Alphabet::new(sets);
        let bits = (SetBits::BITS as usize).saturating_sub(marks);
        let distinct = sets.len() > bits;
        let members = alphabet.symbols().map(|symbol| {
            if distinct {
                return symbol as SetBits;
            }
            let c = alphabet.character(symbol);
            sets.iter().enumerate().filter(|(_, set)| set.contains(c)).map(|(index, _)| 1 << index).sum()
        });
        let members = members.chain((bits..SetBits::BITS as usize).map(|mark| 1 << mark)).collect();
        let marks = SetBits::MAX.checked_shl(bits as u32).unwrap_or(0);
        Self { alphabet, members, marks, distinct, dependencies: Vec::new(), indices: HashMap::default() }
    }

    /// The symbols of the characters. No set distinguishes two characters of one symbol.
    pub(super) fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The dependency on no set.
    pub(super) fn nothing(&mut self) -> Dependencies {
        self.dependency(0)
    }

    /// The dependency on one set, by its index.
    pub(super) fn set(&mut self, index: usize) -> Dependencies {
        self.dependency(if self.distinct { !self.marks } else { 1 << index })
    }

    /// The dependency on the marks.
    pub(super) fn marks(&mut self) -> Dependencies {
        self.dependency(self.marks)
    }

    /// The union of two dependencies.
    pub(super) fn union(&mut self, left: Dependencies, right: Dependencies) -> Dependencies {
        if left == right {
            return left;
        }
        let [left, right] = [left, right].map(|dependency| self.dependencies[dependency.0 as usize].0);
        self.dependency(left | right)
    }

    /// The number of a symbol. Symbols with the same number are equivalent.
    pub(super) fn number(&self, dependency: Dependencies, symbol: Symbol) -> SymbolClassId {
        let index = mark_number(symbol).map_or(symbol, |mark| self.alphabet.len() + mark);
        self.dependencies[dependency.0 as usize].1[index]
    }

    fn dependency(&mut self, sets: SetBits) -> Dependencies {
        *self.indices.entry(sets).or_insert_with(|| {
            let mut numbers: HashMap<SetBits, SymbolClassId> = HashMap::default();
            let numbered = self.members.iter().map(|member| {
                let next = numbers.len() as SymbolClassId;
                *numbers.entry(member & sets).or_insert(next)
            });
            self.dependencies.push((sets, numbered.collect()));
            Dependencies((self.dependencies.len() - 1) as u32)
        })
    }
}
