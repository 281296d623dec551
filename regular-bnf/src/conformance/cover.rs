//! A greedy cover: few features that explain all strings.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// An item to be explained: how much it counts, and the features that fit it.
pub(super) struct WeightedItem<K> {
    pub weight: usize,
    pub features: Vec<K>,
}

/// Chooses features until every item that has one is explained. The next is the one of the greatest
/// weight among the items that are left, and the best by `rank` (the least) among those. Returns
/// each with the items that it explains, and the items that are left.
pub(super) fn cover<K: Copy + Ord + Hash, R: Ord>(
    items: &[WeightedItem<K>],
    rank: impl Fn(K) -> R,
) -> (Vec<(K, Vec<usize>)>, Vec<usize>) {
    let mut of: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    let mut weight: HashMap<K, usize> = HashMap::new();
    for (at, item) in items.iter().enumerate() {
        for &feature in &item.features {
            of.entry(feature).or_default().push(at);
            *weight.entry(feature).or_default() += item.weight;
        }
    }
    let (mut chosen, mut left) = (Vec::new(), vec![true; items.len()]);
    let best = |weight: &HashMap<K, usize>| {
        let all = of.keys().map(|&feature| (weight[&feature], feature)).filter(|(weight, _)| *weight > 0);
        all.max_by(|(one, left), (other, right)| {
            one.cmp(other).then_with(|| rank(*right).cmp(&rank(*left))).then_with(|| right.cmp(left))
        })
    };
    while let Some((_, feature)) = best(&weight) {
        let explained: Vec<usize> = of[&feature].iter().copied().filter(|&at| left[at]).collect();
        for &at in &explained {
            left[at] = false;
            for other in &items[at].features {
                if let Some(weight) = weight.get_mut(other) {
                    *weight -= items[at].weight;
                }
            }
        }
        chosen.push((feature, explained));
    }
    let left = left.iter().enumerate().filter(|(_, left)| **left).map(|(at, _)| at).collect();
    (chosen, left)
}
