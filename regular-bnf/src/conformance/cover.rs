//! A greedy cover: few features that explain all strings.

use std::collections::BTreeMap;

/// An item to be explained: how much it counts, and the features that fit it.
pub(super) struct WeightedItem<K> {
    pub weight: usize,
    pub features: Vec<K>,
}

/// Chooses features until every item that has one is explained. The next feature has the greatest
/// weight among the items that are left and, among equally heavy features, the least `rank`.
/// Returns each feature with the items that it explains, and the items that are left.
pub(super) fn cover<K: Copy + Ord, R: Ord>(
    items: &[WeightedItem<K>],
    rank: impl Fn(K) -> R,
) -> (Vec<(K, Vec<usize>)>, Vec<usize>) {
    let mut coverages: BTreeMap<K, Coverage> = BTreeMap::new();
    for (at, item) in items.iter().enumerate() {
        for &feature in &item.features {
            let coverage = coverages.entry(feature).or_default();
            coverage.items.push(at);
            coverage.weight += item.weight;
        }
    }
    let (mut chosen, mut left) = (Vec::new(), vec![true; items.len()]);
    while let Some(feature) = heaviest(&coverages, &rank) {
        let explained: Vec<usize> = coverages[&feature].items.iter().copied().filter(|&at| left[at]).collect();
        for &at in &explained {
            left[at] = false;
            for shared in &items[at].features {
                if let Some(coverage) = coverages.get_mut(shared) {
                    coverage.weight -= items[at].weight;
                }
            }
        }
        chosen.push((feature, explained));
    }
    let left = left.iter().enumerate().filter(|(_, left)| **left).map(|(at, _)| at).collect();
    (chosen, left)
}

/// How much a feature explains.
#[derive(Default)]
struct Coverage {
    /// The items that the feature fits.
    items: Vec<usize>,
    /// The weight of those that are not explained yet.
    weight: usize,
}

/// The feature of the greatest weight and, among those, of the least rank; `None` if all features
/// have no weight.
fn heaviest<K: Copy + Ord, R: Ord>(coverages: &BTreeMap<K, Coverage>, rank: &impl Fn(K) -> R) -> Option<K> {
    let useful = coverages.iter().filter(|(_, coverage)| coverage.weight > 0);
    let heaviest = useful.max_by(|(left, left_coverage), (right, right_coverage)| {
        left_coverage
            .weight
            .cmp(&right_coverage.weight)
            .then_with(|| rank(**right).cmp(&rank(**left)))
            .then_with(|| right.cmp(left))
    });
    heaviest.map(|(feature, _)| *feature)
}
