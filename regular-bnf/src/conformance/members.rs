//! Explains members of the language that an implementation treats otherwise.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, PoisonError};

use super::cover::{WeightedItem, cover};
use super::deviation::{Deviation, Feature};
use super::explainer::Explainer;
use super::traits::{MemberFeature, ProductionSize, TraitCache, Traits, parts};
use crate::automaton::shortest_first;
use crate::characters::CharSet;
use crate::marks::Derivation;

/// The number of members whose derivations are compared, of each kind: the shortest, and some of
/// the others.
const SHORTEST: usize = 500;
const OTHERS: usize = 1_000;
/// How often features that fit by chance are refuted.
const ROUNDS: usize = 4;
/// The number of members that are compared more in each of these rounds.
const MORE: usize = 600;
/// The number of classes, ranges and texts beyond which they explain nothing.
const WORDS: usize = 8;
/// The length of the longest text that is a feature of its own, in bytes.
const TEXT: usize = 8;

/// Strings with one feature, or with features of one kind in one production.
struct FeatureGroup {
    key: MemberFeature,
    keys: BTreeSet<MemberFeature>,
    strings: Vec<usize>,
}

impl FeatureGroup {
    fn characters(&self) -> CharSet {
        let characters = self.keys.iter().filter_map(|&key| parts(key).2);
        characters.fold(CharSet::EMPTY, |set, c| set.union(&c.into()))
    }
}

impl Explainer {
    /// Explains why an implementation treats some members of the language otherwise, and others
    /// not: it refuses them, or it finds another component. The largest group comes first. The
    /// derivations of at most 1,500 strings of each kind are compared: of the shortest, and of some
    /// others; the counts are of these. Strings of more than 200 bytes have no derivation.
    pub fn refused(&self, wrong: &[&str], right: &[&str]) -> Vec<Deviation> {
        let (mut wrong, mut right) = (wrong.to_vec(), right.to_vec());
        wrong.sort_by_key(|string| shortest_first(string));
        right.sort_by_key(|string| shortest_first(string));
        if wrong.is_empty() {
            return Vec::new();
        }
        let wrong = chosen(&wrong);
        let cache = &mut *self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let wrong_traits = self.traits_of_all(&wrong, cache);
        let (explained, right_traits) = self.find_features(&right, &wrong, &wrong_traits, cache);
        let texts: HashMap<u32, &str> = cache.texts.iter().map(|(text, number)| (*number, text.as_str())).collect();
        let Explained { chosen, mut left, alike } = explained;
        let mut deviations: Vec<Deviation> = Vec::new();
        for group in grouped(chosen) {
            match self.deviation(&group, &alike, &texts, &wrong) {
                Some(deviation) => deviations.push(deviation),
                // Too much to be a cause: it fits by chance.
                None => left.extend(group.strings),
            }
        }
        self.partial_deviations(left, &wrong_traits, &right_traits, &wrong, &mut deviations);
        deviations
    }

    /// Finds the features that fit some strings. A feature may fit by chance, because the strings
    /// that refute it are not among those that were compared, so some more are compared. Also
    /// returns the traits of the compared strings of `right`.
    fn find_features(
        &self,
        right: &[&str],
        wrong: &[&str],
        wrong_traits: &[Arc<Traits>],
        cache: &mut TraitCache,
    ) -> (Explained, Vec<Arc<Traits>>) {
        let (mut tried, mut sorted) = (chosen(right), right.to_vec());
        sorted.sort_unstable();
        let mut right_traits = self.traits_of_all(&tried, cache);
        let mut explained = Explained::new(wrong_traits, &right_traits);
        for _ in 0..ROUNDS {
            let mut seen: HashSet<&str> = tried.iter().copied().collect();
            let mut candidates: Vec<&str> = Vec::new();
            for (key, strings) in &explained.chosen {
                let near = strings.iter().take(1).flat_map(|&at| neighbours(wrong[at], &sorted));
                let others = refuting(*key, &explained.alike.sizes, right).into_iter().chain(near);
                candidates.extend(others.filter(|string| seen.insert(string)));
            }
            candidates.truncate(MORE);
            let traits = self.traits_of_all(&candidates, cache);
            let mut keys = explained.chosen.iter().map(|(key, _)| *key);
            let is_refuted = keys.any(|key| traits.iter().any(|traits| explained.alike.has_feature(traits, key)));
            tried.extend(candidates);
            right_traits.extend(traits);
            if !is_refuted {
                break;
            }
            explained = Explained::new(wrong_traits, &right_traits);
        }
        (explained, right_traits)
    }

    /// The deviation of a group; `None` if its characters and texts are too many.
    fn deviation(
        &self,
        group: &FeatureGroup,
        alike: &Alike,
        texts: &HashMap<u32, &str>,
        wrong: &[&str],
    ) -> Option<Deviation> {
        let (feature, production, _) = parts(group.key);
        let texts = group.keys.iter().filter_map(|key| match key {
            MemberFeature::Text(_, text) => texts.get(text).map(|text| format!("`{text}`")),
            _ => None,
        });
        let characters: Vec<String> = self.labelled.words(group.characters()).into_iter().chain(texts).collect();
        if characters.len() > WORDS {
            return None;
        }
        let most = production.and_then(|production| alike.sizes.get(&production));
        let number = match feature {
            Feature::Longer => most.map(|most| most.characters),
            Feature::Beyond => most.and_then(|most| most.number),
            Feature::Repeated => most.map(|most| most.count),
            _ => None,
        };
        Some(Deviation {
            feature,
            production: production.and_then(|production| self.name(production)),
            characters,
            number,
            always: true,
            count: group.strings.len(),
            witness: shortest(&group.strings, wrong),
            offset: None,
        })
    }

    /// Adds the deviations of strings that no feature fits: features that most of the strings with
    /// them have in common, and at last the remaining strings.
    fn partial_deviations(
        &self,
        mut left: Vec<usize>,
        wrong_traits: &[Arc<Traits>],
        right_traits: &[Arc<Traits>],
        wrong: &[&str],
        deviations: &mut Vec<Deviation>,
    ) {
        while !left.is_empty() {
            let partial = sometimes(&left, wrong_traits, right_traits);
            let (key, characters, strings) =
                partial.unwrap_or_else(|| (MemberFeature::Any, CharSet::EMPTY, left.clone()));
            left.retain(|at| !strings.contains(at));
            let (feature, production, _) = parts(key);
            deviations.push(Deviation {
                feature: if key == MemberFeature::Any { Feature::Other } else { feature },
                production: production.and_then(|production| self.name(production)),
                characters: self.labelled.words(characters),
                number: None,
                always: false,
                count: strings.len(),
                witness: shortest(&strings, wrong),
                offset: None,
            });
        }
    }

    fn traits_of_all(&self, strings: &[&str], cache: &mut TraitCache) -> Vec<Arc<Traits>> {
        strings.iter().map(|string| self.traits(string, cache)).collect()
    }

    /// The traits of the derivation of a member.
    fn traits(&self, string: &str, cache: &mut TraitCache) -> Arc<Traits> {
        if let Some(traits) = cache.traits.get(string) {
            return Arc::clone(traits);
        }
        let mut traits = Traits::default();
        if let Some(derivation) = Derivation::find(&self.bnf, &self.production, string) {
            self.collect(&derivation, string, &mut cache.texts, &mut traits);
        }
        let traits = Arc::new(traits);
        cache.traits.insert(string.to_owned(), Arc::clone(&traits));
        traits
    }

    fn collect(&self, node: &Derivation, string: &str, texts: &mut HashMap<String, u32>, traits: &mut Traits) {
        let (Some(production), Some(text)) = (self.bnf.index(&node.production), string.get(node.span.clone())) else {
            return;
        };
        traits.keys.insert(MemberFeature::Present(production));
        let count = traits.sizes.get(&production).map_or(0, |size| size.count) + 1;
        let digits =
            !self.labelled.is_small(production) && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { text.parse().ok().or(Some(u64::MAX)) } else { None };
        let size = ProductionSize { characters: text.chars().count() as u64, number, count };
        let most = traits.sizes.entry(production).or_default();
        *most = most.most(size);
        if self.labelled.is_small(production) {
            return;
        }
        match (text.chars().next(), text.chars().next_back()) {
            (Some(first), Some(last)) => {
                traits.keys.extend([MemberFeature::Begins(production, first), MemberFeature::Ends(production, last)]);
                traits.keys.extend(text.chars().map(|c| MemberFeature::Character(production, c)));
            }
            _ => _ = traits.keys.insert(MemberFeature::Empty(production)),
        }
        if (1..=TEXT).contains(&text.len()) {
            let new = texts.len() as u32;
            traits.keys.insert(MemberFeature::Text(production, *texts.entry(text.to_owned()).or_insert(new)));
        }
        node.parts.iter().for_each(|part| self.collect(part, string, texts, traits));
    }
}

/// The first of some strings, which are in order of length.
fn shortest(strings: &[usize], wrong: &[&str]) -> String {
    strings.iter().min().map(|&at| wrong[at].to_owned()).unwrap_or_default()
}

/// Joins the features of one kind in one production.
fn grouped(chosen: Vec<(MemberFeature, Vec<usize>)>) -> Vec<FeatureGroup> {
    let mut groups: Vec<FeatureGroup> = Vec::new();
    for (key, strings) in chosen {
        let (feature, production, _) = parts(key);
        let same = groups.iter_mut().find(|group| {
            let (group_feature, group_production, _) = parts(group.key);
            group_feature == feature && group_production == production
        });
        match same {
            Some(group) => {
                group.keys.insert(key);
                group.strings.extend(strings);
            }
            None => groups.push(FeatureGroup { key, keys: BTreeSet::from([key]), strings }),
        }
    }
    groups
}

/// Features that fit, each with the strings that it explains.
struct Explained {
    chosen: Vec<(MemberFeature, Vec<usize>)>,
    /// The strings that no feature fits.
    left: Vec<usize>,
    alike: Alike,
}

impl Explained {
    /// Compares the strings that are treated otherwise with those that are not.
    fn new(wrong_traits: &[Arc<Traits>], right_traits: &[Arc<Traits>]) -> Self {
        let alike = Alike::new(right_traits);
        let items =
            wrong_traits.iter().map(|traits| WeightedItem { weight: 1, features: alike.missing_features(traits) });
        let items: Vec<WeightedItem<MemberFeature>> = items.collect();
        let mut uses: HashMap<usize, usize> = HashMap::new();
        for production in wrong_traits.iter().chain(right_traits).flat_map(|traits| traits.sizes.keys()) {
            *uses.entry(*production).or_default() += 1;
        }
        let (chosen, left) = cover(&items, |key| {
            let (feature, production, _) = parts(key);
            (simplicity(feature), production.map(|production| uses.get(&production).copied().unwrap_or_default()))
        });
        Self { chosen, left, alike }
    }
}

/// The strings that are treated alike, whose features are no causes.
struct Alike {
    is_empty: bool,
    keys: HashSet<MemberFeature>,
    /// For each production the greatest sizes.
    sizes: HashMap<usize, ProductionSize>,
    /// The productions that occur in all strings.
    required: Vec<usize>,
}

impl Alike {
    fn new(right_traits: &[Arc<Traits>]) -> Self {
        let mut keys: HashSet<MemberFeature> = HashSet::new();
        let mut sizes: HashMap<usize, ProductionSize> = HashMap::new();
        for traits in right_traits {
            keys.extend(&traits.keys);
            for (&production, &size) in &traits.sizes {
                let most = sizes.entry(production).or_default();
                *most = most.most(size);
            }
        }
        let required = sizes.keys().copied();
        let required =
            required.filter(|production| right_traits.iter().all(|traits| traits.sizes.contains_key(production)));
        Self { is_empty: right_traits.is_empty(), required: required.collect(), keys, sizes }
    }

    /// The features of a member that fit: the strings that are treated alike do not have them.
    fn missing_features(&self, traits: &Traits) -> Vec<MemberFeature> {
        let mut features: Vec<MemberFeature> = traits.keys.difference(&self.keys).copied().collect();
        for (&production, size) in &traits.sizes {
            let Some(most) = self.sizes.get(&production) else { continue };
            let is_beyond = most.number.is_some() && size.number > most.number;
            features.extend((size.characters > most.characters).then_some(MemberFeature::Longer(production)));
            features.extend(is_beyond.then_some(MemberFeature::Beyond(production)));
            features.extend((size.count > most.count).then_some(MemberFeature::Repeated(production)));
        }
        let absent = self.required.iter().filter(|production| !traits.sizes.contains_key(production));
        features.extend(absent.map(|&production| MemberFeature::Absent(production)));
        features.extend(self.is_empty.then_some(MemberFeature::Any));
        features
    }

    /// Whether a member has a feature; for sizes, whether it exceeds the greatest.
    fn has_feature(&self, traits: &Traits, key: MemberFeature) -> bool {
        let (_, production, _) = parts(key);
        let size = production.and_then(|production| traits.sizes.get(&production));
        let most = production.and_then(|production| self.sizes.get(&production)).copied().unwrap_or_default();
        match key {
            MemberFeature::Any => true,
            MemberFeature::Absent(_) => size.is_none(),
            MemberFeature::Longer(_) => size.is_some_and(|size| size.characters > most.characters),
            MemberFeature::Beyond(_) => size.is_some_and(|size| size.number > most.number),
            MemberFeature::Repeated(_) => size.is_some_and(|size| size.count > most.count),
            _ => traits.keys.contains(&key),
        }
    }
}

/// Strings among which one that refutes a feature would be: of those with its character, with
/// greater numbers or of greater length some of each kind. `strings` are in order of length.
fn refuting<'s>(key: MemberFeature, sizes: &HashMap<usize, ProductionSize>, strings: &[&'s str]) -> Vec<&'s str> {
    const FEW: usize = 12;
    /// The number of strings of one length or with one number, and of lengths and numbers.
    const EACH: usize = 2;
    const KINDS: usize = 60;
    let (_, production, c) = parts(key);
    let most = production.and_then(|production| sizes.get(&production)).copied().unwrap_or_default();
    let bound = match key {
        MemberFeature::Beyond(_) => most.number.unwrap_or_default(),
        MemberFeature::Longer(_) => most.characters,
        MemberFeature::Repeated(_) => most.count,
        _ => {
            let with_character = strings.iter().copied().filter(|string| c.is_none_or(|c| string.contains(c)));
            let with_character: Vec<&str> = with_character.collect();
            let (short, others) = with_character.split_at(with_character.len().min(FEW));
            return short.iter().chain(others.iter().step_by((others.len() / FEW).max(1))).copied().collect();
        }
    };
    let mut kinds: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for string in strings {
        let kind = match key {
            MemberFeature::Beyond(_) => greatest_number(string),
            _ => string.chars().count() as u64,
        };
        if kind > bound && kinds.get(&kind).is_none_or(|strings| strings.len() < EACH) {
            kinds.entry(kind).or_default().push(string);
        }
    }
    let step = (kinds.len() / KINDS).max(1);
    kinds.into_values().step_by(step).flatten().collect()
}

/// The greatest decimal number in a string; 0 if it has no digits.
fn greatest_number(string: &str) -> u64 {
    let runs = string.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    runs.map(|run| run.parse().unwrap_or(u64::MAX)).max().unwrap_or_default()
}

/// The strings that have the longest beginnings in common with a string; `sorted` is in
/// alphabetical order.
fn neighbours<'s>(string: &str, sorted: &[&'s str]) -> Vec<&'s str> {
    const FEW: usize = 8;
    let at = sorted.partition_point(|other| *other < string);
    sorted[at.saturating_sub(FEW)..(at + FEW).min(sorted.len())].to_vec()
}

/// Some of the strings, which are in order of length: the shortest, and others that are the same in
/// every list.
pub(super) fn chosen<'s>(strings: &[&'s str]) -> Vec<&'s str> {
    let (shortest, others) = strings.split_at(strings.len().min(SHORTEST));
    let mut selected: Vec<usize> = (0..others.len()).collect();
    selected.sort_by_cached_key(|&at| fnv_1a(others[at]));
    selected.truncate(OTHERS);
    selected.sort_unstable();
    shortest.iter().copied().chain(selected.into_iter().map(|at| others[at])).collect()
}

/// The hash FNV-1a, which spreads similar strings and depends on nothing else.
fn fnv_1a(string: &str) -> u64 {
    string.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// Characters of one production that most of the strings with them have in common that are treated
/// otherwise, and few of the others; `None` if there are none. Returns the strings, too.
fn sometimes(
    left: &[usize],
    wrong_traits: &[Arc<Traits>],
    right_traits: &[Arc<Traits>],
) -> Option<(MemberFeature, CharSet, Vec<usize>)> {
    let mut counts: HashMap<MemberFeature, (usize, usize)> = HashMap::new();
    for &at in left {
        for &key in &wrong_traits[at].keys {
            if matches!(key, MemberFeature::Character(..) | MemberFeature::Present(_) | MemberFeature::Empty(_)) {
                counts.entry(key).or_default().0 += 1;
            }
        }
    }
    for key in right_traits.iter().flat_map(|traits| &traits.keys) {
        if let Some((_, right)) = counts.get_mut(key) {
            *right += 1;
        }
    }
    // Of each kind and production the keys that are mostly wrong; then those that explain most.
    let mut groups: BTreeMap<(Feature, usize), BTreeSet<MemberFeature>> = BTreeMap::new();
    for &key in counts.iter().filter(|(_, (wrong, right))| wrong > right).map(|(key, _)| key) {
        if let (feature, Some(production), _) = parts(key) {
            groups.entry((feature, production)).or_default().insert(key);
        }
    }
    let explained = groups.into_values().map(|keys| {
        let strings = left.iter().copied().filter(|&at| keys.iter().any(|key| wrong_traits[at].keys.contains(key)));
        (strings.collect::<Vec<usize>>(), keys)
    });
    let best = explained.max_by_key(|(strings, keys)| {
        let against: usize = keys.iter().map(|key| counts[key].1).sum();
        (strings.len().saturating_sub(against), std::cmp::Reverse(keys.first().copied()))
    });
    let (strings, keys) = best?;
    let key = *keys.first()?;
    let group = FeatureGroup { key, keys, strings };
    Some((key, group.characters(), group.strings))
}

/// How simple a feature is: the less the simpler.
fn simplicity(feature: Feature) -> usize {
    use Feature::{Absent, Any, Begins, Beyond, Character, Empty, Ends, Longer, Present, Repeated, Text};
    let order = [Any, Present, Empty, Absent, Character, Begins, Ends, Beyond, Text, Longer, Repeated];
    order.iter().position(|simple| *simple == feature).unwrap_or(order.len())
}
