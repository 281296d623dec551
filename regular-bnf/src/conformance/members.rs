//! Explains members of the language that an implementation treats otherwise.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, PoisonError};

use super::cover::{WeightedItem, cover};
use super::deviation::{Deviation, Feature, examples};
use super::explainer::Explainer;
use super::traits::{MemberFeature, ProductionSize, TraitCache, TraitCollector, Traits, parts};
use crate::automaton::shortest_first;
use crate::characters::CharSet;
use crate::marks::{Derivation, Deriver};

/// The number of classes, ranges and texts beyond which they explain nothing.
const WORDS: usize = 8;
/// The length of the longest text that is a feature of its own, in bytes.
const TEXT: usize = 8;

/// Strings with one feature, or with features of one kind in one production.
struct FeatureGroup {
    key: MemberFeature,
    keys: BTreeSet<MemberFeature>,
    strings: Vec<usize>,
    /// A shortest string for each feature that has a character.
    examples: Vec<(char, usize)>,
}

impl FeatureGroup {
    fn characters(&self) -> CharSet {
        let characters = self.keys.iter().filter_map(|&key| parts(key).2);
        characters.fold(CharSet::EMPTY, |set, c| set.union(&c.into()))
    }
}

impl Explainer {
    /// Explains why an implementation treats some members of the language otherwise (`wrong`), and
    /// others not (`right`): it refuses them, or it finds another component. The largest group comes
    /// first. An explanation with [`always`](Deviation::always) fits all strings, and the counts are
    /// of all. Strings of more than 200 bytes have no derivation, so only their number is
    /// known.
    pub fn refused(&self, wrong: &[&str], right: &[&str]) -> Vec<Deviation> {
        if wrong.is_empty() {
            return Vec::new();
        }
        let mut wrong = wrong.to_vec();
        wrong.sort_by_key(|string| shortest_first(string));
        let cache = &mut *self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let wrong_traits = self.traits_of_all(&wrong, cache);
        let right_traits = self.traits_of_all(right, cache);
        let texts: HashMap<u32, &str> = cache.texts.iter().map(|(text, number)| (*number, text.as_str())).collect();
        let Explained { chosen, mut left, alike } = Explained::new(&wrong_traits, &right_traits);
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
        let witness = shortest(&group.strings, wrong);
        Some(Deviation {
            feature,
            production: production.and_then(|production| self.name(production)),
            characters,
            number,
            always: true,
            count: group.strings.len(),
            examples: examples(group.examples.iter().map(|&(c, at)| (c, wrong[at])), &witness),
            witness,
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
        let right_counts = feature_counts(right_traits.iter());
        while !left.is_empty() {
            let partial = sometimes(&left, wrong_traits, &right_counts);
            let (key, characters, strings) =
                partial.unwrap_or_else(|| (MemberFeature::Any, CharSet::EMPTY, left.clone()));
            let explained: HashSet<usize> = strings.iter().copied().collect();
            left.retain(|at| !explained.contains(at));
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
                examples: Vec::new(),
            });
        }
    }

    fn traits_of_all(&self, strings: &[&str], cache: &mut TraitCache) -> Vec<Arc<Traits>> {
        let mut deriver = Deriver::new(&self.bnf);
        strings.iter().map(|string| self.traits(string, &mut deriver, cache)).collect()
    }

    /// The traits of the derivation of a member.
    fn traits(&self, string: &str, deriver: &mut Deriver<'_>, cache: &mut TraitCache) -> Arc<Traits> {
        if let Some(traits) = cache.traits.get(string) {
            return Arc::clone(traits);
        }
        let mut traits = TraitCollector::default();
        if let Some(derivation) = deriver.find(&self.production, string) {
            self.collect(&derivation, string, &mut cache.texts, &mut traits);
        }
        let traits = Arc::new(Traits::from(traits));
        cache.traits.insert(string.to_owned(), Arc::clone(&traits));
        traits
    }

    fn collect(&self, node: &Derivation, string: &str, texts: &mut HashMap<String, u32>, traits: &mut TraitCollector) {
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
        let mut literal_start = node.span.start;
        for (start, end) in node.parts.iter().map(|part| (part.span.start, part.span.end)).chain([(node.span.end, 0)]) {
            let literals = string.get(literal_start..start).unwrap_or_default();
            traits.keys.extend(literals.chars().map(|c| MemberFeature::Literal(production, c)));
            literal_start = end;
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
        let (feature, production, character) = parts(key);
        let example = character.zip(strings.iter().min().copied());
        let same = groups.iter_mut().find(|group| {
            let (group_feature, group_production, _) = parts(group.key);
            group_feature == feature && group_production == production
        });
        match same {
            Some(group) => {
                group.keys.insert(key);
                group.strings.extend(strings);
                group.examples.extend(example);
            }
            None => {
                let examples = example.into_iter().collect();
                groups.push(FeatureGroup { key, keys: BTreeSet::from([key]), strings, examples });
            }
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
        for (production, _) in wrong_traits.iter().chain(right_traits).flat_map(|traits| &traits.sizes) {
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
            for &(production, size) in &traits.sizes {
                let most = sizes.entry(production).or_default();
                *most = most.most(size);
            }
        }
        let required = sizes.keys().copied();
        let required = required.filter(|&production| right_traits.iter().all(|traits| traits.uses(production)));
        Self { is_empty: right_traits.is_empty(), required: required.collect(), keys, sizes }
    }

    /// The features of a member that fit: the strings that are treated alike do not have them.
    fn missing_features(&self, traits: &Traits) -> Vec<MemberFeature> {
        let keys = traits.keys.iter().filter(|key| !self.keys.contains(key));
        let mut features: Vec<MemberFeature> = keys.copied().collect();
        for &(production, size) in &traits.sizes {
            let Some(most) = self.sizes.get(&production) else { continue };
            let is_beyond = most.number.is_some() && size.number > most.number;
            features.extend((size.characters > most.characters).then_some(MemberFeature::Longer(production)));
            features.extend(is_beyond.then_some(MemberFeature::Beyond(production)));
            features.extend((size.count > most.count).then_some(MemberFeature::Repeated(production)));
        }
        let absent = self.required.iter().filter(|&&production| !traits.uses(production));
        features.extend(absent.map(|&production| MemberFeature::Absent(production)));
        features.extend(self.is_empty.then_some(MemberFeature::Any));
        features
    }
}

/// In how many derivations each feature of those kinds is that most strings may have in common.
fn feature_counts<'t>(traits: impl Iterator<Item = &'t Arc<Traits>>) -> HashMap<MemberFeature, usize> {
    let mut counts = HashMap::new();
    for &key in traits.flat_map(|traits| &traits.keys) {
        if matches!(key, MemberFeature::Character(..) | MemberFeature::Present(_) | MemberFeature::Empty(_)) {
            *counts.entry(key).or_default() += 1;
        }
    }
    counts
}

/// Characters of one production that most of the strings with them have in common that are treated
/// otherwise, and few of the others; `None` if there are none. Returns the strings, too.
fn sometimes(
    left: &[usize],
    wrong_traits: &[Arc<Traits>],
    right_counts: &HashMap<MemberFeature, usize>,
) -> Option<(MemberFeature, CharSet, Vec<usize>)> {
    let wrong_counts = feature_counts(left.iter().map(|&at| &wrong_traits[at]));
    // Of each kind and production the keys that are mostly wrong; then those that explain most.
    let mut groups: BTreeMap<(Feature, usize), BTreeSet<MemberFeature>> = BTreeMap::new();
    for (&key, _) in wrong_counts.iter().filter(|(key, wrong)| right_counts.get(key).is_none_or(|right| *wrong > right))
    {
        if let (feature, Some(production), _) = parts(key) {
            groups.entry((feature, production)).or_default().insert(key);
        }
    }
    let explained = groups.into_values().map(|keys| {
        let strings = left.iter().copied().filter(|&at| keys.iter().any(|&key| wrong_traits[at].has(key)));
        (strings.collect::<Vec<usize>>(), keys)
    });
    let best = explained.max_by_key(|(strings, keys)| {
        let against: usize = keys.iter().filter_map(|key| right_counts.get(key)).sum();
        (strings.len().saturating_sub(against), std::cmp::Reverse(keys.first().copied()))
    });
    let (strings, keys) = best?;
    let key = *keys.first()?;
    let group = FeatureGroup { key, keys, strings, examples: Vec::new() };
    Some((key, group.characters(), group.strings))
}

/// How simple a feature is: the less the simpler.
fn simplicity(feature: Feature) -> usize {
    use Feature::{Absent, Any, Begins, Beyond, Character, Empty, Ends, Literal, Longer, Present, Repeated, Text};
    let order = [Any, Present, Empty, Absent, Character, Literal, Begins, Ends, Beyond, Text, Longer, Repeated];
    order.iter().position(|simple| *simple == feature).unwrap_or(order.len())
}
