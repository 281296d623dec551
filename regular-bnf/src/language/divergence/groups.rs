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
    /// the same characters in several productions or at several places, and the same alternative at
    /// several places.
    pub fn joined(mut self) -> Vec<CauseGroup> {
        self.groups.sort_by(|left, right| left.witness.cmp(&right.witness));
        let elsewhere = moved_characters(&self.groups);
        let mut joined: Vec<CauseGroup> = Vec::new();
        let mut indices: HashMap<(Side, CommonCause), usize> = HashMap::default();
        for mut group in self.groups {
            if group.cause.key.kind == CauseKind::Required
                && !group.end
                && elsewhere.contains(&(group.side, group.characters.clone()))
            {
                group.cause.key = CauseKey::OTHER;
                group.parts.clear();
                group.required = CharSet::default();
            }
            let Some(common) = CommonCause::of(&group) else {
                joined.push(group);
                continue;
            };
            match indices.entry((group.side, common)) {
                Entry::Occupied(index) => joined[*index.get()].join(group),
                Entry::Vacant(new) => {
                    new.insert(joined.len());
                    joined.push(group);
                }
            }
        }
        joined
    }
}

/// What several causes have in common that a reader would call one change.
#[derive(PartialEq, Eq, Hash)]
enum CommonCause {
    /// An alternative of the accepting side.
    Alternative(Option<usize>),
    /// Some characters, and perhaps the end.
    Characters { characters: CharSet, end: bool },
}

impl CommonCause {
    /// `None` for a cause that is joined with no other.
    fn of(group: &CauseGroup) -> Option<Self> {
        match group.cause.key.kind {
            CauseKind::Alternative => Some(Self::Alternative(group.cause.key.accepting)),
            CauseKind::Characters | CauseKind::Order => {
                Some(Self::Characters { characters: group.characters.clone(), end: group.end })
            }
            CauseKind::Empty | CauseKind::Required | CauseKind::Exception | CauseKind::Bound => None,
        }
    }
}

impl CauseGroup {
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
