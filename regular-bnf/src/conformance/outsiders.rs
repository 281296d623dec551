//! Explains strings outside the language that an implementation accepts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::cover::{WeightedItem, cover};
use super::deviation::{Deviation, Feature};
use super::explainer::Explainer;
use crate::automaton::dfa::{DEAD, Dfa};
use crate::automaton::shortest_first;
use crate::characters::CharSet;
use crate::language::Language;
use crate::language::divergence::labelled::LabelledState;

/// Where the production refuses a string: the state, and the character; `None` for the end.
type RefusalPoint = (LabelledState, Option<char>);

/// A feature of a refusal. Productions are numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum RefusalFeature {
    Any,
    Empty(usize),
    Unfinished(usize),
    Character(usize, char),
    Anything(usize),
}

/// The strings that have the fault at one place.
#[derive(Default)]
struct Evidence<'s> {
    /// How many strings the implementation accepts although they are refused there, and a shortest
    /// one with its offset.
    wrong: usize,
    witness: Option<(&'s str, usize)>,
    /// How many strings it refuses, too, that have no other fault than this one.
    right: usize,
    keys: Vec<RefusalFeature>,
    /// The productions of which a part has been read there.
    begun: HashSet<usize>,
}

impl Explainer {
    /// Explains why an implementation accepts some strings that the production refuses (`wrong`),
    /// and not others (`right`). The largest group comes first.
    ///
    /// A string may have several faults; a group is about the first. Only strings that are one edit
    /// at that place from a member tell whether the implementation refuses the fault.
    pub fn accepted(&self, wrong: &[&str], right: &[&str]) -> Vec<Deviation> {
        let mut places: BTreeMap<(u64, Option<char>), (RefusalPoint, Evidence<'_>)> = BTreeMap::new();
        let mut numbers: HashMap<LabelledState, u64> = HashMap::new();
        let mut at_place = |place: RefusalPoint| {
            let new = numbers.len() as u64;
            (*numbers.entry(place.0).or_insert(new), place.1)
        };
        for &string in wrong {
            let Some((place, offset)) = self.stop(string) else { continue };
            let (_, found) = places.entry(at_place(place)).or_insert_with(|| (place, Evidence::default()));
            found.wrong += 1;
            if found.witness.is_none_or(|(known, _)| shortest_first(string) < shortest_first(known)) {
                found.witness = Some((string, offset));
            }
        }
        if places.is_empty() {
            return Vec::new();
        }
        for &string in right {
            let Some((place, offset)) = self.stop(string) else { continue };
            if self.has_one_fault(string, offset) {
                places.entry(at_place(place)).or_insert_with(|| (place, Evidence::default())).1.right += 1;
            }
        }
        let mut members: HashMap<usize, Option<String>> = HashMap::new();
        let mut places: Vec<(RefusalPoint, Evidence<'_>)> = places.into_values().collect();
        for (place, found) in &mut places {
            (found.keys, found.begun) = self.keys(*place, &mut members);
        }
        let refuted: HashSet<RefusalFeature> =
            places.iter().filter(|(_, found)| found.right > 0).flat_map(|(_, found)| found.keys.clone()).collect();
        // For each feature the places at which its production has not begun, and all its places.
        let mut uses: HashMap<RefusalFeature, (usize, usize)> = HashMap::new();
        for (_, found) in &places {
            for &key in &found.keys {
                let (early, all) = uses.entry(key).or_default();
                *early +=
                    usize::from(!matches!(key, RefusalFeature::Empty(_)) && !found.begun.contains(&production(key)));
                *all += 1;
            }
        }
        let item = |(_, found): &(RefusalPoint, Evidence<'_>)| {
            let fits = found.keys.iter().copied().filter(|key| !refuted.contains(key));
            WeightedItem { weight: found.wrong, features: if found.wrong > 0 { fits.collect() } else { Vec::new() } }
        };
        let items: Vec<WeightedItem<RefusalFeature>> = places.iter().map(item).collect();
        let rank =
            |key: RefusalFeature| (matches!(key, RefusalFeature::Anything(_)), uses[&key].0 > 0, uses[&key].1, key);
        let (chosen, left) = cover(&items, rank);
        // The remaining strings are grouped by their innermost production.
        let rest: Vec<WeightedItem<RefusalFeature>> = places
            .iter()
            .enumerate()
            .map(|(at, (_, found))| {
                let own = left.contains(&at) && found.wrong > 0;
                let keys = found
                    .keys
                    .iter()
                    .copied()
                    .filter(|key| matches!(key, RefusalFeature::Unfinished(_) | RefusalFeature::Character(..)));
                let best = keys.min_by_key(|key| (!found.begun.contains(&production(*key)), uses[key].1, *key));
                WeightedItem { weight: found.wrong, features: best.into_iter().filter(|_| own).collect() }
            })
            .collect();
        let (others, _) = cover(&rest, rank);
        let mut groups: Vec<(RefusalFeature, bool, CharSet, Vec<usize>)> = Vec::new();
        let all = chosen.into_iter().map(|(key, all)| (key, true, all));
        for (key, always, strings) in all.chain(others.into_iter().map(|(key, all)| (key, false, all))) {
            let set = if let RefusalFeature::Character(_, c) = key { c.into() } else { CharSet::EMPTY };
            let same = |group: &&mut (RefusalFeature, bool, CharSet, Vec<usize>)| match (group.0, key) {
                (RefusalFeature::Character(one, _), RefusalFeature::Character(other, _)) => {
                    one == other && group.1 == always
                }
                (one, other) => one == other,
            };
            match groups.iter_mut().find(same) {
                Some((_, _, characters, known)) => {
                    *characters = characters.union(&set);
                    known.extend(strings);
                }
                None => groups.push((key, always, set, strings)),
            }
        }
        let mut all: Vec<Deviation> = groups
            .into_iter()
            .filter_map(|(key, always, set, at)| {
                let found = || at.iter().map(|&at| &places[at].1);
                let (witness, offset) =
                    found().filter_map(|found| found.witness).min_by_key(|(witness, _)| shortest_first(witness))?;
                let (feature, production) = match key {
                    RefusalFeature::Any => (Feature::Any, None),
                    RefusalFeature::Empty(production) => (Feature::Empty, Some(production)),
                    RefusalFeature::Unfinished(production) => (Feature::Unfinished, Some(production)),
                    RefusalFeature::Character(production, _) => (Feature::Character, Some(production)),
                    RefusalFeature::Anything(production) => (Feature::Anything, Some(production)),
                };
                Some(Deviation {
                    feature,
                    production: production.and_then(|production| self.name(production)),
                    characters: self.labelled.words(set),
                    number: None,
                    always,
                    count: found().map(|found| found.wrong).sum(),
                    witness: witness.to_owned(),
                    offset: Some(offset),
                })
            })
            .collect();
        all.sort_by_key(|one| (!one.always, std::cmp::Reverse(one.count)));
        all
    }

    /// Where the production refuses a string, with the byte offset; `None` if it accepts the
    /// string.
    fn stop(&self, string: &str) -> Option<(RefusalPoint, usize)> {
        let mut at = self.labelled.start();
        for (offset, c) in string.char_indices() {
            match self.labelled.step(at, c) {
                Some(next) => at = next,
                None => return Some(((at, Some(c)), offset)),
            }
        }
        (!self.labelled.accepts(at)).then_some(((at, None), string.len()))
    }

    /// Whether one edit at the offset of the refusal makes the string a member.
    fn has_one_fault(&self, string: &str, offset: usize) -> bool {
        let dfa = &self.language.dfa;
        let state = string[..offset].chars().fold(Dfa::START, |state, c| dfa.step(state, c));
        let mut rest = string[offset..].chars();
        let ends = |state, rest: &str| {
            dfa.is_accepting(
                rest.chars().try_fold(state, |at, c| Some(dfa.step(at, c)).filter(|&to| to != DEAD)).unwrap_or(DEAD),
            )
        };
        if rest.next().is_none() {
            return true;
        }
        let (whole, rest) = (&string[offset..], rest.as_str());
        let mut targets: Vec<_> = dfa.row(state).iter().copied().filter(|&to| to != DEAD).collect();
        targets.sort_unstable();
        targets.dedup();
        ends(state, rest) || targets.into_iter().any(|to| ends(to, rest) || ends(to, whole))
    }

    /// The features of a place, and the productions of which a part has been read there.
    fn keys(
        &self,
        (at, c): RefusalPoint,
        members: &mut HashMap<usize, Option<String>>,
    ) -> (Vec<RefusalFeature>, HashSet<usize>) {
        let labelled = &self.labelled;
        let readers = labelled.readers(at, None);
        let mut keys = vec![RefusalFeature::Any];
        let (mut reading, mut begun) = (BTreeSet::from([labelled.root]), HashSet::from([labelled.root]));
        for reader in &readers {
            for &place in reader.around.iter().filter(|place| !labelled.sets[place.production]) {
                reading.insert(place.production);
                if !begun.contains(&place.production) && !labelled.is_first(reader.node, place) {
                    begun.insert(place.production);
                }
            }
        }
        for production in reading {
            match c {
                Some(c) => {
                    keys.extend([RefusalFeature::Character(production, c), RefusalFeature::Anything(production)])
                }
                None => keys.push(RefusalFeature::Unfinished(production)),
            }
        }
        // A production that must begin here, and after which the string could go on so.
        let Some(owed) = labelled.owed(&readers) else { return (keys, begun) };
        for production in labelled.begins(owed, &readers) {
            let shortest = || Language::new(&self.bnf, labelled.names.get(production)?).ok()?.members().next();
            let member = members.entry(production).or_insert_with(shortest);
            let behind = member.as_deref().and_then(|text| text.chars().try_fold(at, |at, c| labelled.step(at, c)));
            let goes_on =
                |at: LabelledState| c.map_or_else(|| labelled.accepts(at), |c| labelled.step(at, c).is_some());
            if behind.is_some_and(goes_on) && !labelled.is_small(production) {
                keys.push(RefusalFeature::Empty(production));
            }
        }
        (keys, begun)
    }
}

/// The production of a feature.
fn production(key: RefusalFeature) -> usize {
    match key {
        RefusalFeature::Any => usize::MAX,
        RefusalFeature::Empty(production)
        | RefusalFeature::Unfinished(production)
        | RefusalFeature::Character(production, _)
        | RefusalFeature::Anything(production) => production,
    }
}
