//! Sets of symbols.

use super::alphabet::Symbol;

/// A set of symbols of one alphabet, with a bit for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SymbolSet(Box<[u64]>);

impl SymbolSet {
    /// The empty set, for symbols below a number.
    pub(crate) fn empty(symbols: usize) -> Self {
        Self(vec![0; symbols.div_ceil(u64::BITS as usize)].into())
    }

    pub(crate) fn insert(&mut self, symbol: Symbol) {
        self.0[symbol / u64::BITS as usize] |= 1 << (symbol % u64::BITS as usize);
    }

    /// The first symbol that is in both sets.
    pub(crate) fn first_common(&self, other: &Self) -> Option<Symbol> {
        let mut common = self.0.iter().zip(&other.0).map(|(word, other)| word & other).enumerate();
        let (number, word) = common.find(|(_, word)| *word != 0)?;
        Some(number * u64::BITS as usize + word.trailing_zeros() as usize)
    }
}
