//! Explains strings outside the language that an implementation accepts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::cover::{WeightedItem, cover};
use super::deviation::{Deviation, Feature, examples};
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
    /// The character that is refused there; `None` for the end.
    character: Option<char>,
    keys: Vec<RefusalFeature>,
    /// The productions of which a part has been read there.
    begun: HashSet<usize>,
}

/// The evidence for each place.
#[derive(Default)]
struct EvidenceByPlace<'s> {
    /// The number of each state, in the order in which strings stop there.
    numbers: HashMap<LabelledState, u64>,
    evidence: BTreeMap<(u64, Option<char>), (RefusalPoint, Evidence<'s>)>,
}

impl<'s> EvidenceByPlace<'s> {
    fn at(&mut self, fault: RefusalPoint) -> &mut Evidence<'s> {
        let next = self.numbers.len() as u64;
        let number = *self.numbers.entry(fault.0).or_insert(next);
        let (_, evidence) = self.evidence.entry((number, fault.1)).or_insert_with(|| (fault, Evidence::default()));
        evidence
    }
}

/// At how many places a feature occurs.
#[derive(Default, Clone, Copy)]
struct FeatureUses {
    /// The places at which its production has not begun.
    early: usize,
    total: usize,
}

/// Places with one feature, or with characters in one production.
struct PlaceGroup {
    key: RefusalFeature,
    always: bool,
    characters: CharSet,
    places: Vec<usize>,
}

impl Explainer {
    /// Explains why an implementation accepts some strings that the production refuses (`wrong`),
    /// and not others (`right`). The largest group comes first.
    ///
    /// A string may have several faults; a group is about the first. Only strings that are one edit
    /// at that place from a member tell whether the implementation refuses the fault.
    pub fn accepted(&self, wrong: &[&str], right: &[&str]) -> Vec<Deviation> {
        let places = self.evidence(wrong, right);
        let refuted: HashSet<RefusalFeature> = places
            .iter()
            .filter(|evidence| evidence.right > 0)
            .flat_map(|evidence| evidence.keys.iter().copied())
            .collect();
        let mut uses: HashMap<RefusalFeature, FeatureUses> = HashMap::new();
        for evidence in &places {
            for &key in &evidence.keys {
                let uses = uses.entry(key).or_default();
                uses.early +=
                    usize::from(!matches!(key, RefusalFeature::Empty(_)) && !evidence.begun.contains(&production(key)));
                uses.total += 1;
            }
        }
        let items = places.iter().map(|evidence| {
            let fits = evidence.keys.iter().copied().filter(|key| evidence.wrong > 0 && !refuted.contains(key));
            WeightedItem { weight: evidence.wrong, features: fits.collect() }
        });
        let items: Vec<WeightedItem<RefusalFeature>> = items.collect();
        let (chosen, left) = cover(&items, |key| rank(key, uses[&key]));
        // The remaining strings are grouped by their innermost production.
        let remaining = places.iter().enumerate().map(|(at, evidence)| {
            let is_left = left.contains(&at) && evidence.wrong > 0;
            let keys = evidence.keys.iter().copied();
            let keys = keys.filter(|key| matches!(key, RefusalFeature::Unfinished(_) | RefusalFeature::Character(..)));
            let best = keys.min_by_key(|key| (!evidence.begun.contains(&production(*key)), uses[key].total, *key));
            WeightedItem { weight: evidence.wrong, features: best.into_iter().filter(|_| is_left).collect() }
        });
        let remaining: Vec<WeightedItem<RefusalFeature>> = remaining.collect();
        let (others, _) = cover(&remaining, |key| rank(key, uses[&key]));
        let groups = grouped(chosen, others).into_iter();
        let mut deviations: Vec<Deviation> = groups.filter_map(|group| self.group_deviation(group, &places)).collect();
        deviations.sort_by_key(|deviation| (!deviation.always, std::cmp::Reverse(deviation.count)));
        deviations
    }

    /// The evidence of each place at which a string is refused; nothing if no string of `wrong` is
    /// refused.
    fn evidence<'s>(&self, wrong: &[&'s str], right: &[&str]) -> Vec<Evidence<'s>> {
        let mut places = EvidenceByPlace::default();
        for &string in wrong {
            let Some((fault, offset)) = self.stop(string) else { continue };
            let evidence = places.at(fault);
            evidence.wrong += 1;
            if evidence.witness.is_none_or(|(witness, _)| shortest_first(string) < shortest_first(witness)) {
                evidence.witness = Some((string, offset));
            }
        }
        if places.evidence.is_empty() {
            return Vec::new();
        }
        for &string in right {
            let Some((fault, offset)) = self.stop(string) else { continue };
            if self.has_one_fault(string, offset) {
                places.at(fault).right += 1;
            }
        }
        let mut members: HashMap<usize, Option<String>> = HashMap::new();
        let places = places.evidence.into_values().map(|(fault, evidence)| {
            let (keys, begun) = self.keys(fault, &mut members);
            Evidence { keys, begun, character: fault.1, ..evidence }
        });
        places.collect()
    }

    fn group_deviation(&self, group: PlaceGroup, places: &[Evidence<'_>]) -> Option<Deviation> {
        let evidence: Vec<&Evidence<'_>> = group.places.iter().map(|&at| &places[at]).collect();
        let witnesses = evidence.iter().filter_map(|evidence| evidence.witness);
        let (witness, offset) = witnesses.min_by_key(|(witness, _)| shortest_first(witness))?;
        let (feature, production) = match group.key {
            RefusalFeature::Any => (Feature::Any, None),
            RefusalFeature::Empty(production) => (Feature::Empty, Some(production)),
            RefusalFeature::Unfinished(production) => (Feature::Unfinished, Some(production)),
            RefusalFeature::Character(production, _) => (Feature::Character, Some(production)),
            RefusalFeature::Anything(production) => (Feature::Anything, Some(production)),
        };
        let by_character = evidence.iter().filter_map(|evidence| Some((evidence.character?, evidence.witness?.0)));
        Some(Deviation {
            examples: examples(by_character, witness),
            feature,
            production: production.and_then(|production| self.name(production)),
            characters: self.labelled.words(group.characters),
            number: None,
            always: group.always,
            count: evidence.iter().map(|evidence| evidence.wrong).sum(),
            witness: witness.to_owned(),
            offset: Some(offset),
        })
    }

    /// Where the production refuses a string, with the byte offset; `None` if it accepts the
    /// string.
    fn stop(&self, string: &str) -> Option<(RefusalPoint, usize)> {
        let mut state = self.labelled.start();
        for (offset, c) in string.char_indices() {
            match self.labelled.step(state, c) {
                Some(next) => state = next,
                None => return Some(((state, Some(c)), offset)),
            }
        }
        (!self.labelled.accepts(state)).then_some(((state, None), string.len()))
    }

    /// Whether one edit at the offset of the refusal makes the string a member.
    fn has_one_fault(&self, string: &str, offset: usize) -> bool {
        let dfa = &self.language.dfa;
        let state = string[..offset].chars().fold(Dfa::START, |state, c| dfa.step(state, c));
        let from_fault = &string[offset..];
        let mut characters = from_fault.chars();
        if characters.next().is_none() {
            return true;
        }
        let after_fault = characters.as_str();
        let mut targets: Vec<_> = dfa.row(state).iter().copied().filter(|&to| to != DEAD).collect();
        targets.sort_unstable();
        targets.dedup();
        // The character may be superfluous or wrong, or another one is missing before it.
        dfa.accepts_from(state, after_fault)
            || targets.into_iter().any(|to| dfa.accepts_from(to, after_fault) || dfa.accepts_from(to, from_fault))
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
            let member = members
                .entry(production)
                .or_insert_with(|| Language::new(&self.bnf, labelled.names.get(production)?).ok()?.members().next());
            let after = member.as_deref().and_then(|text| text.chars().try_fold(at, |at, c| labelled.step(at, c)));
            let Some(after) = after else { continue };
            let goes_on = match c {
                Some(c) => labelled.step(after, c).is_some(),
                None => labelled.accepts(after),
            };
            if goes_on && !labelled.is_small(production) {
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

/// The order in which features of equal weight are preferred: the least first.
fn rank(key: RefusalFeature, uses: FeatureUses) -> (bool, bool, usize, RefusalFeature) {
    (matches!(key, RefusalFeature::Anything(_)), uses.early > 0, uses.total, key)
}

/// The groups of features that always fit, and of `others`. Characters of one production are
/// joined.
fn grouped(chosen: Vec<(RefusalFeature, Vec<usize>)>, others: Vec<(RefusalFeature, Vec<usize>)>) -> Vec<PlaceGroup> {
    let mut groups: Vec<PlaceGroup> = Vec::new();
    let chosen = chosen.into_iter().map(|(key, places)| (key, true, places));
    for (key, always, places) in chosen.chain(others.into_iter().map(|(key, places)| (key, false, places))) {
        let characters = if let RefusalFeature::Character(_, c) = key { c.into() } else { CharSet::EMPTY };
        let same = groups.iter_mut().find(|group| match (group.key, key) {
            (RefusalFeature::Character(left, _), RefusalFeature::Character(right, _)) => {
                left == right && group.always == always
            }
            (left, right) => left == right,
        });
        match same {
            Some(group) => {
                group.characters = group.characters.union(&characters);
                group.places.extend(places);
            }
            None => groups.push(PlaceGroup { key, always, characters, places }),
        }
    }
    groups
}
