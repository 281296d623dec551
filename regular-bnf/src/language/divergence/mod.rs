//! Why two productions differ: every place at which one can continue and the other cannot, by
//! causes.
//!
//! The automata of both are walked together. Consider a pair of states in which both can still
//! accept. A character with which one can continue and the other cannot is a *divergence*, and so
//! is the end if one accepts there and the other does not. A string that only one of them accepts
//! has exactly one first divergence: both can continue up to it, and one cannot continue after it.
//! The list of all divergences is therefore complete. The time is linear in the number of pairs of
//! states, which is bounded.
//!
//! Each divergence has a [cause], which depends on the productions that each side is reading there.
//! To know these productions, two more automata are walked beside those of the languages. In them
//! each use of a production has states of its own.
//!
//! Several productions may read the character of a divergence, and so it may have several causes.
//! The [rest](rest) of the string tells which one it is: the production must accept it. If several
//! do, the one with the shortest rest is preferred. A string therefore still has exactly one cause,
//! and the productions that the cause names do read the witness.

mod bounds;
mod cause;
pub(crate) mod labelled;
mod rest;

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use self::bounds::bounds;
use self::cause::{CauseKey, Corresponding, LocatedCause, Refusing, cause};
use self::labelled::{LabelledLanguage, LabelledState, ReadingState};
use self::rest::Rest;
use crate::automaton::nfa::NodeId;
use crate::automaton::ranked::{Outgoing, Ranked};
use crate::automaton::search::Search;
use crate::automaton::{TooLarge, effort};
use crate::bnf::{Bnf, LanguageError};
use crate::characters::CharSet;
use crate::language::diff::Correspondence;
use crate::limits::LIMITS;

pub use self::bounds::RepetitionBounds;
pub use self::cause::CauseKind;

/// The production that continues at a divergence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// The left accepts text that the right refuses.
    Left,
    /// The right accepts text that the left refuses.
    Right,
}

/// A cause why two productions differ, with a shortest string that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Divergence {
    /// The side that can continue.
    pub side: Side,
    /// The kind of change.
    pub kind: CauseKind,
    /// The production of the left grammar at the divergence: the innermost that corresponds to a
    /// production that the right is reading.
    pub left_production: String,
    /// The corresponding production of the right grammar.
    pub right_production: String,
    /// Further pairs of corresponding productions, of the left grammar and of the right, in which
    /// the cause is the same.
    pub also: Vec<[String; 2]>,
    /// The production that makes the difference on the side that continues; `null` if it differs
    /// from place to place.
    pub accepting: Option<String>,
    /// The production that makes the difference on the other side; `null` if it differs from place
    /// to place.
    pub refusing: Option<String>,
    /// Whether the other side lacks `accepting` as a whole: it has no such alternative, or nothing
    /// that begins as it does. If the cause is a bound, whether the side that continues has more
    /// repetitions, and not fewer.
    pub whole: bool,
    /// If the cause is a bound, the bounds of the left and of the right; otherwise absent.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub bounds: Option<[RepetitionBounds; 2]>,
    /// The parts of `refusing` of which the other side still requires text, if the side that
    /// continues does not have these productions; otherwise empty.
    pub parts: Vec<String>,
    /// The text of `refusing` that the other side still requires in the witness, if it is text of
    /// that production itself and not of one inside it: names of that grammar's character classes,
    /// and characters; otherwise empty. In other strings it may be other text.
    pub required: Vec<String>,
    /// The text that is possible on this side alone: names of that grammar's character classes,
    /// characters, or `the end`.
    pub characters: Vec<String>,
    /// The byte offset of the divergence in the witness.
    pub offset: usize,
    /// A shortest string of the difference with this cause.
    pub witness: String,
    /// The productions of the left grammar that are being read in the witness at the divergence,
    /// outermost first.
    pub left_derivation: Vec<String>,
    /// The productions of the right grammar that are being read in the witness at the divergence,
    /// outermost first.
    pub right_derivation: Vec<String>,
}

/// All causes why two productions differ, each once.
///
/// ```
/// use regular_bnf::{Bnf, Correspondence, Divergences, CauseKind, Side};
///
/// let old = Bnf::read("version = number \".\" number\nnumber = 1*%x30-39\n")?;
/// let new = Bnf::read("version = number \".\" number *( \".\" number )\nnumber = 1*%x30-39\n")?;
/// let all = Divergences::new((&old, "version"), (&new, "version"), &Correspondence::default())?;
/// let [dot] = all.list() else { panic!() };
/// assert_eq!((dot.side, dot.kind, dot.witness.as_str(), dot.offset), (Side::Right, CauseKind::Order, "0.0.0", 3));
/// assert_eq!(dot.characters, ["`.`"]);
/// assert_eq!(all.of_string("1.2.3"), Some(dot));
/// assert_eq!(all.of_string("1.2"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Divergences {
    left: LabelledLanguage,
    right: LabelledLanguage,
    /// For each production of the left grammar the corresponding productions of the right, and for
    /// each of the right those of the left.
    counterparts: [Vec<Vec<usize>>; 2],
    /// The bounds of corresponding productions that repeat the same.
    bounds: HashMap<(usize, usize), [RepetitionBounds; 2]>,
    /// For each cause in the list the keys that it joins.
    keys: Vec<Vec<(Side, CauseKey)>>,
    list: Vec<Divergence>,
    /// What follows two states, as far as known.
    steps: Mutex<HashMap<StatePair, Arc<Step>>>,
}

debug_fields!(Divergences { list });

/// A group of divergences with one cause during the search.
struct CauseGroup {
    side: Side,
    /// The key of the found cause, and those of causes that were joined with it.
    keys: Vec<CauseKey>,
    /// The corresponding productions in which it occurs.
    places: BTreeSet<(usize, usize)>,
    /// The parts of the refusing production that are required.
    parts: BTreeSet<usize>,
    /// The text of the refusing production that is required in the witness.
    required: CharSet,
    characters: CharSet,
    /// Whether the end is one of them.
    end: bool,
    /// The best witness so far: its length, its effort, the string, and the offset.
    witness: (usize, u32, String, usize),
    found: LocatedCause,
}

/// A cause at a divergence at a character, and where the rest of its strings is read.
struct LocatedReading {
    found: LocatedCause,
    rest: Rest,
}

/// What follows two states.
struct Step {
    /// The characters with which both continue.
    both: Vec<(char, StatePair)>,
    /// Those with which one does: the cause, and where the rest is read.
    one: Vec<(char, Side, CauseKey, Rest)>,
    /// The cause at the end.
    end: Option<(Side, CauseKey)>,
}

/// Both productions during a walk.
type StatePair = (LabelledState, LabelledState);

impl Divergences {
    /// Compares two productions, each with its grammar.
    ///
    /// # Errors
    ///
    /// If one of them, or one that they use, is undefined, unreadable or not regular, or if the
    /// combined automaton has too many states.
    pub fn new(left: (&Bnf, &str), right: (&Bnf, &str), parts: &Correspondence) -> Result<Self, LanguageError> {
        let (one, another) = (left.0, right.0);
        let (mut left, mut right) = (LabelledLanguage::new(left.0, left.1)?, LabelledLanguage::new(right.0, right.1)?);
        let counterparts = |(at, name): (usize, &String)| {
            let others: Vec<&str> = parts.of(name).collect();
            let plays = |other: &String| other == name || others.contains(&other.as_str());
            let same = right.names.iter().enumerate().filter(|(_, other)| plays(other)).map(|(at, _)| at);
            let all: BTreeSet<usize> = same.chain((at == left.root).then_some(right.root)).collect();
            all.into_iter().collect()
        };
        let counterparts: Vec<Vec<usize>> = left.names.iter().enumerate().map(counterparts).collect();
        let mut turned = vec![Vec::new(); right.names.len()];
        // A set of characters is named where the other side has more in its place.
        let larger = |left: &LabelledLanguage, right: &LabelledLanguage, one: usize, other: usize| {
            left.sets[one] && !right.sets[other]
        };
        for (one, all) in counterparts.iter().enumerate() {
            for &other in all {
                left.small[one] &= !larger(&left, &right, one, other);
                right.small[other] &= !larger(&right, &left, other, one);
                turned[other].push(one);
            }
        }
        let plays = |own: &str, other: &str| own == other || parts.of(own).any(|part| part == other);
        let mut known = HashMap::default();
        for (own, all) in counterparts.iter().enumerate() {
            for &other in all {
                let names = ((one, &*left.names[own]), (another, &*right.names[other]));
                known.extend(bounds(names.0, names.1, &plays).map(|both| ((own, other), both)));
            }
        }
        let mut all = Self {
            left,
            right,
            counterparts: [counterparts, turned],
            bounds: known,
            keys: Vec::new(),
            list: Vec::new(),
            steps: Mutex::default(),
        };
        for group in all.walk()? {
            all.keys.push(group.keys.iter().map(|&key| (group.side, key)).collect());
            all.list.push(all.shown(group));
        }
        Ok(all)
    }

    fn shown(&self, group: CauseGroup) -> Divergence {
        let CauseGroup {
            side, places, parts, required, characters, end, witness: (.., witness, offset), found, ..
        } = group;
        let LocatedCause { key, place, accepting, refusing, .. } = found;
        let (on, off) = self.sides(side);
        let mut characters = on.words(characters);
        characters.extend(end.then(|| "the end".to_owned()));
        let turned = |(on, off)| if side == Side::Left { (on, off) } else { (off, on) };
        let named = |place: (usize, usize)| turned((on.names[place.0].clone(), off.names[place.1].clone()));
        let names = named(place);
        // The compared productions themselves add no information if others are known.
        let inner = |other: &(usize, usize)| *other != place && other.0 != on.root && other.1 != off.root;
        let also = places.into_iter().filter(inner).map(named).map(|(left, right)| [left, right]);
        let ((left_production, right_production), (left_derivation, right_derivation)) = match side {
            Side::Left => (names, (accepting, refusing)),
            Side::Right => (names, (refusing, accepting)),
        };
        Divergence {
            side,
            kind: key.kind,
            left_production,
            right_production,
            also: also.collect(),
            accepting: key.accepting.map(|at| on.names[at].clone()),
            refusing: key.refusing.map(|at| off.names[at].clone()),
            whole: key.whole,
            bounds: key
                .accepting
                .zip(key.refusing)
                .filter(|_| key.kind == CauseKind::Bound)
                .and_then(|pair| self.bounds.get(&turned_pair(side, pair)).copied()),
            parts: parts.into_iter().map(|at| off.names[at].clone()).collect(),
            required: off.words(required),
            characters,
            offset,
            witness,
            left_derivation,
            right_derivation,
        }
    }

    /// The causes, each once, with the shortest witnesses first.
    pub fn list(&self) -> &[Divergence] {
        &self.list
    }

    /// The cause of a string; `None` if both productions accept it, or neither does.
    pub fn of_string(&self, string: &str) -> Option<&Divergence> {
        let (mut p, mut q) = (self.left.start(), self.right.start());
        let mut at = 0;
        let (side, key) = loop {
            let Some(c) = string[at..].chars().next() else {
                let (side, found) = self.at_end((p, q))?;
                break (side, found.key);
            };
            at += c.len_utf8();
            match (self.left.step(p, c), self.right.step(q, c)) {
                (Some(next), Some(other)) => (p, q) = (next, other),
                (None, None) => return None,
                (on, other) => {
                    let side = if on.is_some() { Side::Left } else { Side::Right };
                    let all = self.readings(side, (p, q), &self.refusing(side, (p, q)), c, on.or(other)?);
                    let (labelled, _) = self.sides(side);
                    let own = all.into_iter().find(|read| labelled.is_rest(read.rest, &string[at..]))?;
                    break (side, own.found.key);
                }
            }
        };
        self.keys.iter().position(|known| known.contains(&(side, key))).map(|at| &self.list[at])
    }

    /// At most `most` strings of the cause with that index in the [list](Self::list), shortest
    /// first. Of characters that make no difference before or after the divergence only the most
    /// readable occurs.
    ///
    /// # Errors
    ///
    /// If the combined automaton has too many states.
    pub fn witnesses(&self, cause: usize, most: usize) -> Result<Vec<String>, LanguageError> {
        /// Both sides, or one of them after the divergence.
        #[derive(Clone, PartialEq, Eq, Hash)]
        enum WalkState {
            Both(StatePair),
            One(Side, Rest),
        }
        let Some(wanted) = self.keys.get(cause) else { return Ok(Vec::new()) };
        let classes = self.classes();
        let out = |walk: &WalkState| {
            let mut moves = Vec::new();
            let end = match *walk {
                WalkState::Both(both) => {
                    let step = self.step(both, &classes);
                    moves.extend(step.both.iter().map(|&(c, next)| (c, Some(effort(c)), WalkState::Both(next))));
                    let own = step.one.iter().filter(|(_, side, key, _)| wanted.contains(&(*side, *key)));
                    moves.extend(own.map(|&(c, side, _, rest)| (c, Some(effort(c)), WalkState::One(side, rest))));
                    step.end.is_some_and(|found| wanted.contains(&found))
                }
                WalkState::One(side, at) => {
                    let (labelled, _) = self.sides(side);
                    let mut reached = HashSet::default();
                    let steps = classes.iter().filter_map(|&(c, _)| Some((c, labelled.continued(at, c)?)));
                    let steps = steps.filter(|(_, next)| reached.insert(*next));
                    moves.extend(steps.map(|(c, next)| (c, Some(effort(c)), WalkState::One(side, next))));
                    labelled.is_end(at)
                }
            };
            Outgoing { moves, end: end.then_some(()) }
        };
        let start = WalkState::Both((self.left.start(), self.right.start()));
        let all = Ranked::explore(start, LIMITS.marked_moves, out).map_err(too_large)?;
        Ok(all.ways(|()| true).take(most).map(|way| way.into_iter().collect()).collect())
    }

    /// What follows two states. It is the same for all causes, and kept.
    fn step(&self, both: StatePair, classes: &[(char, CharSet)]) -> Arc<Step> {
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(steps.entry(both).or_insert_with(|| {
            let refusing = [Side::Left, Side::Right].map(|side| LazyCell::new(move || self.refusing(side, both)));
            let (mut next, mut one, mut reached) = (Vec::new(), Vec::new(), HashSet::default());
            for &(c, _) in classes {
                let (side, at) = match (self.left.step(both.0, c), self.right.step(both.1, c)) {
                    (None, None) => continue,
                    (Some(p), Some(q)) => {
                        if reached.insert((p, q)) {
                            next.push((c, (p, q)));
                        }
                        continue;
                    }
                    (Some(at), None) => (Side::Left, at),
                    (None, Some(at)) => (Side::Right, at),
                };
                let all = self.readings(side, both, &refusing[side as usize], c, at);
                one.extend(all.into_iter().map(|read| (c, side, read.found.key, read.rest)));
            }
            let end = self.at_end(both).map(|(side, found)| (side, found.key));
            Arc::new(Step { both: next, one, end })
        }))
    }

    /// The side that continues, and the other one.
    fn sides(&self, side: Side) -> (&LabelledLanguage, &LabelledLanguage) {
        if side == Side::Left { (&self.left, &self.right) } else { (&self.right, &self.left) }
    }

    /// The causes of a divergence at a character, by the derivations that read it: a string has the
    /// first one in whose states its rest is read.
    fn readings(
        &self,
        side: Side,
        both: StatePair,
        refusing: &Refusing,
        c: char,
        next: LabelledState,
    ) -> Vec<LocatedReading> {
        let (on, _) = self.sides(side);
        let mut readers = on.every_reader(if side == Side::Left { both.0 } else { both.1 }, Some(c));
        readers.sort_by_cached_key(|reader| on.preference(reader));
        let mut all: Vec<(LocatedCause, Vec<NodeId>)> = Vec::new();
        for reader in readers {
            let found = self.cause_in(side, both, refusing, Some((c, &reader)));
            match all.iter_mut().find(|(known, _)| known.key == found.key) {
                Some((_, nodes)) => nodes.push(reader.node),
                None => all.push((found, vec![reader.node])),
            }
        }
        let mut others = Vec::new();
        let read = all.into_iter().map(|(found, nodes)| {
            let rest = on.rest(next.exact, &nodes, &others);
            others.extend(nodes);
            LocatedReading { found, rest }
        });
        read.collect()
    }

    /// What the side that refuses is reading: all causes in two states depend on it.
    fn refusing(&self, side: Side, (p, q): StatePair) -> Refusing {
        let (_, off) = self.sides(side);
        Refusing::new(cause::DivergingSide { labelled: off, at: if side == Side::Left { q } else { p } })
    }

    fn cause_in(
        &self,
        side: Side,
        (p, q): StatePair,
        refusing: &Refusing,
        read: Option<(char, &ReadingState)>,
    ) -> LocatedCause {
        let (left, right) = (
            cause::DivergingSide { labelled: &self.left, at: p },
            cause::DivergingSide { labelled: &self.right, at: q },
        );
        let bounds = |one: usize, other: usize| {
            let [left, right] = *self.bounds.get(&turned_pair(side, (one, other)))?;
            Some(if side == Side::Left { [left, right] } else { [right, left] })
        };
        let [of_left, of_right] = &self.counterparts;
        match side {
            Side::Left => {
                let corresponding = Corresponding { of_accepting: of_left, of_refusing: of_right, bounds: &bounds };
                cause(left, (right, refusing), read, &corresponding)
            }
            Side::Right => {
                let corresponding = Corresponding { of_accepting: of_right, of_refusing: of_left, bounds: &bounds };
                cause(right, (left, refusing), read, &corresponding)
            }
        }
    }

    /// The divergence at the end of the input in two states.
    fn at_end(&self, both: StatePair) -> Option<(Side, LocatedCause)> {
        let side = match (self.left.accepts(both.0), self.right.accepts(both.1)) {
            (true, false) => Side::Left,
            (false, true) => Side::Right,
            _ => return None,
        };
        Some((side, self.cause_in(side, both, &self.refusing(side, both), None)))
    }

    /// The characters that no automaton distinguishes: the most readable one of each set, and the
    /// set.
    fn classes(&self) -> Vec<(char, CharSet)> {
        let walked = [&self.left.exact, &self.left.labels, &self.right.exact, &self.right.labels];
        let alphabets = walked.iter().map(|walker| walker.alphabet());
        let mut classes: HashMap<_, CharSet> = HashMap::default();
        if let Some(alphabet) = alphabets.reduce(|all, one| all.refined(&one)) {
            for symbol in alphabet.symbols() {
                let c = alphabet.character(symbol);
                let set = classes.entry(walked.map(|walker| walker.class(c))).or_default();
                *set = set.union(&alphabet.set(symbol));
            }
        }
        let classes = classes.into_values().filter_map(|set| Some((set.most_readable()?, set)));
        let mut classes: Vec<(char, CharSet)> = classes.collect();
        classes.sort_by_key(|&(c, _)| (effort(c), c));
        classes
    }

    /// Walks both from their start states, shortest strings first.
    fn walk(&self) -> Result<Vec<CauseGroup>, LanguageError> {
        let classes = self.classes();
        let characters: Vec<char> = classes.iter().map(|&(c, _)| c).collect();
        let mut shortest: HashMap<(Side, Rest), Option<String>> = HashMap::default();
        let mut groups: Vec<CauseGroup> = Vec::new();
        let mut places: HashMap<(Side, CauseKey), usize> = HashMap::default();
        let mut found =
            |side: Side, found: LocatedCause, characters: Option<&CharSet>, witness: String, offset: usize| {
                let key = (side, found.key);
                let cost = witness.chars().map(effort).sum();
                let new = (witness.chars().count(), cost, witness, offset);
                let own = characters.cloned().unwrap_or_default();
                let text = found.text.clone().unwrap_or_default();
                match places.get(&key) {
                    Some(&at) => {
                        let group: &mut CauseGroup = &mut groups[at];
                        group.characters = group.characters.union(&own);
                        group.end |= characters.is_none();
                        group.places.insert(found.place);
                        group.parts.extend(found.part);
                        if new < group.witness {
                            (group.witness, group.required, group.found) = (new, text, found);
                        }
                    }
                    None => {
                        places.insert(key, groups.len());
                        groups.push(CauseGroup {
                            side,
                            keys: vec![found.key],
                            places: [found.place].into(),
                            parts: found.part.into_iter().collect(),
                            required: text,
                            characters: own,
                            end: characters.is_none(),
                            witness: new,
                            found,
                        });
                    }
                }
            };
        let mut search = Search::new((self.left.start(), self.right.start()), LIMITS.pairs);
        while let Some((at, both)) = search.next() {
            let before: String = search.way(at).into_iter().collect();
            if let Some((side, cause)) = self.at_end(both) {
                found(side, cause, None, before.clone(), before.len());
            }
            let refusing = [Side::Left, Side::Right].map(|side| LazyCell::new(move || self.refusing(side, both)));
            for (c, all) in &classes {
                let (side, next) = match (self.left.step(both.0, *c), self.right.step(both.1, *c)) {
                    (None, None) => continue,
                    (Some(p), Some(q)) => {
                        search.reach(at, *c, Some(effort(*c)), (p, q)).map_err(too_large)?;
                        continue;
                    }
                    (Some(next), None) => (Side::Left, next),
                    (None, Some(next)) => (Side::Right, next),
                };
                for LocatedReading { found: cause, rest } in
                    self.readings(side, both, &refusing[side as usize], *c, next)
                {
                    let shortest = match shortest.entry((side, rest)) {
                        Entry::Occupied(known) => known.into_mut(),
                        Entry::Vacant(new) => {
                            let (labelled, _) = self.sides(side);
                            new.insert(labelled.shortest_rest(rest, &characters).map_err(too_large)?)
                        }
                    };
                    let Some(rest) = shortest else { continue };
                    found(side, cause, Some(all), format!("{before}{c}{rest}"), before.len());
                }
            }
        }
        groups.sort_by(|one, other| one.witness.cmp(&other.witness));
        Ok(joined(groups))
    }
}

/// Joins causes that a reader would call one change: the same characters in several productions or
/// at several places, and the same alternative at several places. Each is joined with that of the
/// shortest witness.
fn joined(groups: Vec<CauseGroup>) -> Vec<CauseGroup> {
    /// What joined causes have in common.
    #[derive(PartialEq, Eq, Hash)]
    enum Common {
        Alternative(Option<usize>),
        Characters(CharSet),
    }
    /// In so many places it is told what is required.
    const FEW: usize = 2;
    // What is required at one place is one change with the same characters at others, told by the
    // places.
    let moved = |kind| matches!(kind, CauseKind::Characters | CauseKind::Order);
    let mut elsewhere: HashSet<(Side, CharSet)> = HashSet::default();
    let mut required: HashMap<(Side, CharSet), usize> = HashMap::default();
    for group in groups.iter().filter(|group| !group.end) {
        let of = (group.side, group.characters.clone());
        let count = required.entry(of.clone()).or_default();
        *count += usize::from(group.found.key.kind == CauseKind::Required);
        if moved(group.found.key.kind) || *count > FEW {
            elsewhere.insert(of);
        }
    }
    let mut all: Vec<CauseGroup> = Vec::new();
    let mut known: HashMap<(Side, bool, Common), usize> = HashMap::default();
    for mut group in groups {
        if group.found.key.kind == CauseKind::Required
            && !group.end
            && elsewhere.contains(&(group.side, group.characters.clone()))
        {
            group.found.key = CauseKey::OTHER;
            group.parts.clear();
            group.required = CharSet::default();
        }
        let common = match group.found.key.kind {
            CauseKind::Alternative => Common::Alternative(group.found.key.accepting),
            CauseKind::Characters | CauseKind::Order => Common::Characters(group.characters.clone()),
            _ => {
                all.push(group);
                continue;
            }
        };
        match known.entry((group.side, group.end, common)) {
            Entry::Occupied(at) => {
                let known = &mut all[*at.get()];
                known.keys.extend(group.keys);
                known.places.extend(group.places);
                known.characters = known.characters.union(&group.characters);
            }
            Entry::Vacant(place) => {
                place.insert(all.len());
                all.push(group);
            }
        }
    }
    all
}

/// A production of the accepting side and one of the other, as one of the left and one of the
/// right.
fn turned_pair(side: Side, (on, off): (usize, usize)) -> (usize, usize) {
    if side == Side::Left { (on, off) } else { (off, on) }
}

fn too_large(TooLarge: TooLarge) -> LanguageError {
    LanguageError::TooLarge("the difference of the two".to_owned())
}
