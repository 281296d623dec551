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
        let all = self.keys.iter().filter_map(|&key| parts(key).2);
        all.fold(CharSet::EMPTY, |set, c| set.union(&c.into()))
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
        let (wrong, mut tried, mut sorted) = (chosen(&wrong), chosen(&right), right.clone());
        sorted.sort_unstable();
        let known = &mut *self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut of =
            |all: &[&str]| -> Vec<Arc<Traits>> { all.iter().map(|string| self.traits(string, known)).collect() };
        let ours = of(&wrong);
        let mut theirs = of(&tried);
        let mut explained = Explained::new(&ours, &theirs);
        // A feature may fit by chance, because others of the strings that refute it were compared.
        for _ in 0..ROUNDS {
            let mut seen: HashSet<&str> = tried.iter().copied().collect();
            let mut more: Vec<&str> = Vec::new();
            for (key, strings) in &explained.chosen {
                let near = strings.iter().take(1).flat_map(|&at| neighbours(wrong[at], &sorted));
                let others = refuting(*key, &explained.sizes, &right).into_iter().chain(near);
                more.extend(others.filter(|string| seen.insert(string)));
            }
            more.truncate(MORE);
            let new = of(&more);
            let refuted = explained.chosen.iter().any(|(key, _)| new.iter().any(|traits| explained.has(traits, *key)));
            tried.extend(more);
            theirs.extend(new);
            if !refuted {
                break;
            }
            explained = Explained::new(&ours, &theirs);
        }
        let texts: HashMap<u32, &str> = known.texts.iter().map(|(text, number)| (*number, text.as_str())).collect();
        let Explained { chosen, mut left, sizes } = explained;
        let mut groups: Vec<FeatureGroup> = Vec::new();
        for (key, strings) in chosen {
            let same = |group: &&mut FeatureGroup| {
                let ((one, production, _), (other, own, _)) = (parts(key), parts(group.key));
                one == other && production == own
            };
            match groups.iter_mut().find(same) {
                Some(group) => {
                    group.keys.insert(key);
                    group.strings.extend(strings);
                }
                None => groups.push(FeatureGroup { key, keys: BTreeSet::from([key]), strings }),
            }
        }
        let shortest = |strings: &[usize]| strings.iter().min().map(|&at| wrong[at].to_owned()).unwrap_or_default();
        let mut all: Vec<Deviation> = Vec::new();
        for group in groups {
            let (feature, production, _) = parts(group.key);
            let texts = group.keys.iter().filter_map(|key| match key {
                MemberFeature::Text(_, text) => texts.get(text).map(|text| format!("`{text}`")),
                _ => None,
            });
            let characters: Vec<String> = self.labelled.words(group.characters()).into_iter().chain(texts).collect();
            if characters.len() > WORDS {
                // Too much to be a cause: it fits by chance.
                left.extend(group.strings);
                continue;
            }
            let most = production.and_then(|production| sizes.get(&production));
            let number = match feature {
                Feature::Longer => most.map(|most| most.characters),
                Feature::Beyond => most.and_then(|most| most.number),
                Feature::Repeated => most.map(|most| most.count),
                _ => None,
            };
            all.push(Deviation {
                feature,
                production: production.and_then(|production| self.name(production)),
                characters,
                number,
                always: true,
                count: group.strings.len(),
                witness: shortest(&group.strings),
                offset: None,
            });
        }
        while !left.is_empty() {
            let found = sometimes(&left, &ours, &theirs);
            let (key, characters, strings) =
                found.unwrap_or_else(|| (MemberFeature::Any, CharSet::EMPTY, left.clone()));
            left.retain(|at| !strings.contains(at));
            let (feature, production, _) = parts(key);
            all.push(Deviation {
                feature: if key == MemberFeature::Any { Feature::Other } else { feature },
                production: production.and_then(|production| self.name(production)),
                characters: self.labelled.words(characters),
                number: None,
                always: false,
                count: strings.len(),
                witness: shortest(&strings),
                offset: None,
            });
        }
        all
    }

    /// The traits of the derivation of a member.
    fn traits(&self, string: &str, known: &mut TraitCache) -> Arc<Traits> {
        if let Some(traits) = known.traits.get(string) {
            return Arc::clone(traits);
        }
        let mut traits = Traits::default();
        if let Some(derivation) = Derivation::of(&self.bnf, &self.production, string) {
            self.collect(&derivation, string, &mut known.texts, &mut traits);
        }
        let traits = Arc::new(traits);
        known.traits.insert(string.to_owned(), Arc::clone(&traits));
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
        let known = traits.sizes.entry(production).or_default();
        *known = known.most(size);
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

/// Features that fit, each with the strings that it explains.
struct Explained {
    chosen: Vec<(MemberFeature, Vec<usize>)>,
    /// The strings that no feature fits.
    left: Vec<usize>,
    /// For each production the greatest sizes in the strings that are treated alike.
    sizes: HashMap<usize, ProductionSize>,
}

impl Explained {
    /// Compares the strings that are treated otherwise with those that are not.
    fn new(ours: &[Arc<Traits>], theirs: &[Arc<Traits>]) -> Self {
        let mut alike: HashSet<MemberFeature> = HashSet::new();
        let mut sizes: HashMap<usize, ProductionSize> = HashMap::new();
        for traits in theirs {
            alike.extend(&traits.keys);
            for (&production, &size) in &traits.sizes {
                let most = sizes.entry(production).or_default();
                *most = most.most(size);
            }
        }
        let every = |production: &usize| theirs.iter().all(|one| one.sizes.contains_key(production));
        let required: Vec<usize> = sizes.keys().copied().filter(every).collect();
        let item = |traits: &Arc<Traits>| {
            let mut features: Vec<MemberFeature> = traits.keys.difference(&alike).copied().collect();
            for (production, size) in &traits.sizes {
                let Some(most) = sizes.get(production) else { continue };
                let beyond = most.number.is_some() && size.number > most.number;
                features.extend((size.characters > most.characters).then_some(MemberFeature::Longer(*production)));
                features.extend(beyond.then_some(MemberFeature::Beyond(*production)));
                features.extend((size.count > most.count).then_some(MemberFeature::Repeated(*production)));
            }
            let absent = required.iter().filter(|production| !traits.sizes.contains_key(production));
            features.extend(absent.map(|&production| MemberFeature::Absent(production)));
            features.extend(theirs.is_empty().then_some(MemberFeature::Any));
            WeightedItem { weight: 1, features }
        };
        let items: Vec<WeightedItem<MemberFeature>> = ours.iter().map(item).collect();
        let mut uses: HashMap<usize, usize> = HashMap::new();
        for production in ours.iter().chain(theirs).flat_map(|one| one.sizes.keys()) {
            *uses.entry(*production).or_default() += 1;
        }
        let rank = |key: MemberFeature| {
            let (feature, production, _) = parts(key);
            (simplicity(feature), production.map(|production| uses.get(&production).copied().unwrap_or_default()))
        };
        let (chosen, left) = cover(&items, rank);
        Self { chosen, left, sizes }
    }

    /// Whether a member has a feature, which fits those so far.
    fn has(&self, traits: &Traits, key: MemberFeature) -> bool {
        let size = |production| traits.sizes.get(&production);
        let most = |production| self.sizes.get(&production).copied().unwrap_or_default();
        match key {
            MemberFeature::Any => true,
            MemberFeature::Absent(production) => size(production).is_none(),
            MemberFeature::Longer(production) => {
                size(production).is_some_and(|size| size.characters > most(production).characters)
            }
            MemberFeature::Beyond(production) => {
                size(production).is_some_and(|size| size.number > most(production).number)
            }
            MemberFeature::Repeated(production) => {
                size(production).is_some_and(|size| size.count > most(production).count)
            }
            _ => traits.keys.contains(&key),
        }
    }
}

/// Strings among which one that refutes a feature would be: of those with its character, with
/// greater numbers or of greater length some of each kind. `all` is in order of length.
fn refuting<'s>(key: MemberFeature, sizes: &HashMap<usize, ProductionSize>, all: &[&'s str]) -> Vec<&'s str> {
    const FEW: usize = 12;
    /// The number of strings of one length or with one number, and of lengths and numbers.
    const EACH: usize = 2;
    const KINDS: usize = 60;
    let (_, production, c) = parts(key);
    let most = production.and_then(|production| sizes.get(&production)).copied().unwrap_or_default();
    let kind = |string: &str| -> u64 {
        let runs = string.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
        match key {
            MemberFeature::Beyond(_) => runs.map(|run| run.parse().unwrap_or(u64::MAX)).max().unwrap_or_default(),
            _ => string.chars().count() as u64,
        }
    };
    let bound = match key {
        MemberFeature::Beyond(_) => most.number.unwrap_or_default(),
        MemberFeature::Longer(_) => most.characters,
        MemberFeature::Repeated(_) => most.count,
        _ => {
            let fits: Vec<&str> = all.iter().copied().filter(|string| c.is_none_or(|c| string.contains(c))).collect();
            let (short, others) = fits.split_at(fits.len().min(FEW));
            return short.iter().chain(others.iter().step_by((others.len() / FEW).max(1))).copied().collect();
        }
    };
    let mut kinds: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for string in all {
        let kind = kind(string);
        if kind > bound && kinds.get(&kind).is_none_or(|known| known.len() < EACH) {
            kinds.entry(kind).or_default().push(string);
        }
    }
    let step = (kinds.len() / KINDS).max(1);
    kinds.into_values().step_by(step).flatten().collect()
}

/// The strings that have most of their beginnings in common with a string; `all` is in alphabetical
/// order.
fn neighbours<'s>(string: &str, all: &[&'s str]) -> Vec<&'s str> {
    const FEW: usize = 8;
    let at = all.partition_point(|other| *other < string);
    all[at.saturating_sub(FEW)..(at + FEW).min(all.len())].to_vec()
}

/// Some of the strings, which are in order of length: the shortest, and others that are the same in
/// every list.
pub(super) fn chosen<'s>(all: &[&'s str]) -> Vec<&'s str> {
    // FNV-1a, which spreads similar strings and depends on nothing else.
    let number = |string: &str| {
        string
            .bytes()
            .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
    };
    let (shortest, others) = all.split_at(all.len().min(SHORTEST));
    let mut some: Vec<usize> = (0..others.len()).collect();
    some.sort_by_cached_key(|&at| number(others[at]));
    some.truncate(OTHERS);
    some.sort_unstable();
    shortest.iter().copied().chain(some.into_iter().map(|at| others[at])).collect()
}

/// Characters of one production that most of the strings with them have in common that are treated
/// otherwise, and few of the others; `None` if there are none. Returns the strings, too.
fn sometimes(
    left: &[usize],
    ours: &[Arc<Traits>],
    theirs: &[Arc<Traits>],
) -> Option<(MemberFeature, CharSet, Vec<usize>)> {
    let mut counts: HashMap<MemberFeature, (usize, usize)> = HashMap::new();
    let wanted = |key: &&MemberFeature| {
        matches!(key, MemberFeature::Character(..) | MemberFeature::Present(_) | MemberFeature::Empty(_))
    };
    for &at in left {
        ours[at].keys.iter().filter(wanted).for_each(|&key| counts.entry(key).or_default().0 += 1);
    }
    for traits in theirs {
        traits.keys.iter().filter(wanted).for_each(|key| {
            if let Some((_, right)) = counts.get_mut(key) {
                *right += 1;
            }
        });
    }
    // Of each kind and production the keys that are mostly wrong; then those that explain most.
    let mut of: BTreeMap<(Feature, usize), BTreeSet<MemberFeature>> = BTreeMap::new();
    for &key in counts.iter().filter(|(_, (wrong, right))| wrong > right).map(|(key, _)| key) {
        if let (feature, Some(production), _) = parts(key) {
            of.entry((feature, production)).or_default().insert(key);
        }
    }
    let explained = |keys: &BTreeSet<MemberFeature>| -> Vec<usize> {
        left.iter().copied().filter(|&at| keys.iter().any(|key| ours[at].keys.contains(key))).collect()
    };
    let best = of.into_values().map(|keys| (explained(&keys), keys)).max_by_key(|(strings, keys)| {
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
    order.iter().position(|one| *one == feature).unwrap_or(order.len())
}
