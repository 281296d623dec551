//! The common traits of derivations.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::deviation::Feature;

/// A feature of a member. Productions and texts are numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MemberFeature {
    Any,
    Present(usize),
    Empty(usize),
    Character(usize, char),
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

/// A trait of a derivation.
#[derive(Default)]
pub(super) struct Traits {
    pub keys: HashSet<MemberFeature>,
    /// For each production that occurs the most characters, the greatest number, and how often it
    /// occurs.
    pub sizes: HashMap<usize, ProductionSize>,
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
        MemberFeature::Begins(production, c) => (Feature::Begins, Some(production), Some(c)),
        MemberFeature::Ends(production, c) => (Feature::Ends, Some(production), Some(c)),
        MemberFeature::Repeated(production) => (Feature::Repeated, Some(production), None),
        MemberFeature::Text(production, _) => (Feature::Text, Some(production), None),
        MemberFeature::Longer(production) => (Feature::Longer, Some(production), None),
        MemberFeature::Beyond(production) => (Feature::Beyond, Some(production), None),
        MemberFeature::Absent(production) => (Feature::Absent, Some(production), None),
    }
}
