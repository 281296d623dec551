//! The common traits of derivations.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::deviation::Feature;

/// A feature of a member. Productions and texts are numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MemberFeature {
    Any,
    Present(usize),
    Empty(usize),
    Character(usize, char),
    Literal(usize, char),
    Begins(usize, char),
    Ends(usize, char),
    Repeated(usize),
    Text(usize, u32),
    Longer(usize),
    Beyond(usize),
    Absent(usize),
}

/// The derivations that have been compared, since several explanations look at the same strings.
#[derive(Default)]
pub(super) struct TraitCache {
    pub texts: HashMap<String, u32>,
    pub traits: HashMap<String, Arc<Traits>>,
}

/// The traits of a derivation. Those of all strings of a suite are in memory.
#[derive(Default)]
pub(super) struct Traits {
    /// In order.
    pub keys: Box<[MemberFeature]>,
    /// For each production that occurs, in order, the most characters, the greatest number, and how
    /// often it occurs.
    pub sizes: Box<[(usize, ProductionSize)]>,
}

impl Traits {
    pub fn has(&self, key: MemberFeature) -> bool {
        self.keys.binary_search(&key).is_ok()
    }

    /// Whether a production occurs.
    pub fn uses(&self, production: usize) -> bool {
        self.sizes.binary_search_by_key(&production, |&(used, _)| used).is_ok()
    }
}

/// The traits that were found in a derivation so far.
#[derive(Default)]
pub(super) struct TraitCollector {
    pub keys: BTreeSet<MemberFeature>,
    pub sizes: BTreeMap<usize, ProductionSize>,
}

impl From<TraitCollector> for Traits {
    fn from(TraitCollector { keys, sizes }: TraitCollector) -> Self {
        Self { keys: keys.into_iter().collect(), sizes: sizes.into_iter().collect() }
    }
}

#[derive(Clone, Copy, Default)]
pub(super) struct ProductionSize {
    pub characters: u64,
    pub number: Option<u64>,
    pub count: u64,
}

impl ProductionSize {
    pub fn most(self, other: Self) -> Self {
        Self {
            characters: self.characters.max(other.characters),
            number: self.number.max(other.number),
            count: self.count.max(other.count),
        }
    }
}

/// The feature, the production and the character of a key.
pub(super) fn parts(key: MemberFeature) -> (Feature, Option<usize>, Option<char>) {
    match key {
        MemberFeature::Any => (Feature::Any, None, None),
        MemberFeature::Present(production) => (Feature::Present, Some(production), None),
        MemberFeature::Empty(production) => (Feature::Empty, Some(production), None),
        MemberFeature::Character(production, c) => (Feature::Character, Some(production), Some(c)),
        MemberFeature::Literal(production, c) => (Feature::Literal, Some(production), Some(c)),
        MemberFeature::Begins(production, c) => (Feature::Begins, Some(production), Some(c)),
        MemberFeature::Ends(production, c) => (Feature::Ends, Some(production), Some(c)),
        MemberFeature::Repeated(production) => (Feature::Repeated, Some(production), None),
        MemberFeature::Text(production, _) => (Feature::Text, Some(production), None),
        MemberFeature::Longer(production) => (Feature::Longer, Some(production), None),
        MemberFeature::Beyond(production) => (Feature::Beyond, Some(production), None),
        MemberFeature::Absent(production) => (Feature::Absent, Some(production), None),
    }
}
