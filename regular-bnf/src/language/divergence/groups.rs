//! The divergences that are found, in groups: one for each cause.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::cause::{CauseKey, CauseKind, LocatedCause, Side};
use crate::automaton::effort;
use crate::characters::CharSet;

/// A group of divergences with one cause during the search.
pub(super) struct CauseGroup {
    pub side: Side,
    /// The key of the found cause, and those of causes that were joined with it.
    pub keys: Vec<CauseKey>,
    /// The corresponding productions in which it occurs.
    pub places: BTreeSet<(usize, usize)>,
    /// The parts of the refusing production that are required.
    pub parts: BTreeSet<usize>,
    /// The text of the refusing production that is required in the witness.
    pub required: CharSet,
    pub characters: CharSet,
    /// Whether the end is one of them.
    pub end: bool,
    /// The best witness so far: its length, its effort, the string, and the offset.
    pub witness: (usize, u32, String, usize),
    pub cause: LocatedCause,
}

/// The groups so far.
#[derive(Default)]
pub(super) struct CauseGroups {
    groups: Vec<CauseGroup>,
    /// The index of the group of each cause.
    indices: HashMap<(Side, CauseKey), usize>,
}

impl CauseGroups {
    /// Adds a divergence to the group of its cause. `characters` are `None` at the end.
    pub fn add(
        &mut self,
        side: Side,
        cause: LocatedCause,
        characters: Option<&CharSet>,
        witness: String,
        offset: usize,
    ) {
        let cost = witness.chars().map(effort).sum();
        let witness = (witness.chars().count(), cost, witness, offset);
        let is_end = characters.is_none();
        let characters = characters.cloned().unwrap_or_default();
        let required = cause.text.clone().unwrap_or_default();
        match self.indices.entry((side, cause.key)) {
            Entry::Occupied(index) => {
                let group = &mut self.groups[*index.get()];
                group.characters = group.characters.union(&characters);
                group.end |= is_end;
                group.places.insert(cause.place);
                group.parts.extend(cause.part);
                if witness < group.witness {
                    (group.witness, group.required, group.cause) = (witness, required, cause);
                }
            }
            Entry::Vacant(new) => {
                new.insert(self.groups.len());
                self.groups.push(CauseGroup {
                    side,
                    keys: vec![cause.key],
                    places: [cause.place].into(),
                    parts: cause.part.into_iter().collect(),
                    required,
                    characters,
                    end: is_end,
                    witness,
                    cause,
                });
            }
        }
    }

    /// The causes, those with the shortest witnesses first. What a reader would call one change is joined:
    /// the same characters in several productions or at several places, the same alternative at several
    /// places, and characters that the other side lacks altogether, where their sets overlap.
    pub fn joined(mut self) -> Vec<CauseGroup> {
        self.groups.sort_by(|left, right| left.witness.cmp(&right.witness));
        let elsewhere = moved_characters(&self.groups);
        let mut joined: Vec<CauseGroup> = Vec::new();
        for mut group in self.groups {
            if group.cause.key.kind == CauseKind::Required
                && !group.end
                && elsewhere.contains(&(group.side, group.characters.clone()))
            {
                group.cause.key = CauseKey::OTHER;
                group.parts.clear();
                group.required = CharSet::default();
            }
            // The first of the groups of this change is joined with the others, and with this one.
            let same: Vec<usize> = (0..joined.len()).filter(|&at| joined[at].is_of_change(&group)).collect();
            let Some((&first, others)) = same.split_first() else {
                joined.push(group);
                continue;
            };
            for &other in others.iter().rev() {
                let other = joined.remove(other);
                joined[first].join(other);
            }
            joined[first].join(group);
        }
        joined
    }
}

impl CauseGroup {
    /// Whether a reader would call two groups one change.
    fn is_of_change(&self, other: &Self) -> bool {
        let (key, other_key) = (&self.cause.key, &other.cause.key);
        self.side == other.side
            && match (key.kind, other_key.kind) {
                (CauseKind::Alternative, CauseKind::Alternative) => key.accepting == other_key.accepting,
                (CauseKind::Characters, CauseKind::Characters) if key.is_lacking() => {
                    other_key.is_lacking() && !self.characters.intersection(&other.characters).is_empty()
                }
                (CauseKind::Order, CauseKind::Order) => self.has_characters_of(other) && self.shares_production(other),
                (CauseKind::Characters | CauseKind::Order, CauseKind::Characters | CauseKind::Order) => {
                    self.has_characters_of(other)
                }
                _ => false,
            }
    }

    fn has_characters_of(&self, other: &Self) -> bool {
        (&self.characters, self.end) == (&other.characters, other.end)
    }

    /// Whether both occur in one production of either side.
    fn shares_production(&self, other: &Self) -> bool {
        let mut pairs = self.places.iter().flat_map(|one| other.places.iter().map(move |another| (one, another)));
        pairs.any(|(one, another)| one.0 == another.0 || one.1 == another.1)
    }

    /// Adds a group of the same change, whose witness is longer.
    fn join(&mut self, other: Self) {
        self.keys.extend(other.keys);
        self.characters = self.characters.union(&other.characters);
        self.end |= other.end;
        match (self.cause.key.whole, other.cause.key.whole) {
            // The other side has no such alternative at all: the place is that of the list.
            (false, true) => {
                (self.cause.key.whole, self.cause.place) = (true, other.cause.place);
                self.places = other.places;
            }
            (true, false) => {}
            (true, true) | (false, false) => self.places.extend(other.places),
        }
    }
}

/// The characters whose places are the change: they are also possible where the other side requires
/// nothing, or are required in many places.
fn moved_characters(groups: &[CauseGroup]) -> HashSet<(Side, CharSet)> {
    /// In at most so many places, the required text is reported for each.
    const FEW: usize = 2;
    let mut moved: HashSet<(Side, CharSet)> = HashSet::default();
    let mut required: HashMap<(Side, CharSet), usize> = HashMap::default();
    for group in groups.iter().filter(|group| !group.end) {
        let characters = (group.side, group.characters.clone());
        let count = required.entry(characters.clone()).or_default();
        *count += usize::from(group.cause.key.kind == CauseKind::Required);
        if matches!(group.cause.key.kind, CauseKind::Characters | CauseKind::Order) || *count > FEW {
            moved.insert(characters);
        }
    }
    moved
}
