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

/// The sets on which a result depends, as an index into [`Symbols::dependencies`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dependencies(u32);

/// A number that equivalent symbols share.
pub(super) type SymbolClassId = u16;

/// The sets of a grammar that contain each symbol.
#[derive(Debug)]
pub(super) struct Symbols {
    alphabet: Alphabet,
    /// For each symbol the sets that contain it, including the marks.
    members: Vec<SetBits>,
    /// Whether every symbol is distinguished from all others.
    distinct: bool,
    /// All dependencies so far, with the numbers of the symbols.
    dependencies: Vec<(SetBits, Vec<SymbolClassId>)>,
    indices: HashMap<SetBits, Dependencies>,
}

impl Symbols {
    pub(super) fn new(sets: &[CharSet]) -> Self {
        let alphabet = Alphabet::new(sets);
        let distinct = sets.len() > BITS;
        let members = alphabet.symbols().map(|symbol| {
            if distinct {
                return symbol as SetBits;
            }
            let c = alphabet.character(symbol);
            sets.iter().enumerate().filter(|(_, set)| set.contains(c)).map(|(index, _)| 1 << index).sum()
        });
        let members = members.chain([1 << BITS, 2 << BITS]).collect();
        Self { alphabet, members, distinct, dependencies: Vec::new(), indices: HashMap::default() }
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
        self.dependency(if self.distinct { !MARKS } else { 1 << index })
    }

    /// The dependency on the marks.
    pub(super) fn marks(&mut self) -> Dependencies {
        self.dependency(MARKS)
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
        let index = match symbol {
            OPEN => self.alphabet.len(),
            CLOSE => self.alphabet.len() + 1,
            character => character,
        };
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
