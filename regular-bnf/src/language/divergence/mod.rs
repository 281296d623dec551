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
//! The [suffix](suffix) of the string tells which one it is: the production must accept it. If
//! several do, the one with the shortest suffix is preferred. A string therefore still has exactly
//! one cause, and the productions that the cause names do read the witness.

mod bounds;
mod cause;
mod groups;
pub(crate) mod labelled;
mod suffix;
mod unplaced;

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use self::bounds::bounds;
use self::cause::{CauseKey, Corresponding, LocatedCause, Refusing, cause};
use self::groups::{CauseGroup, CauseGroups};
use self::labelled::{LabelledLanguage, LabelledState, ReadingState};
use self::suffix::SuffixStates;
use crate::automaton::nfa::NodeId;
use crate::automaton::ranked::{Outgoing, Ranked};
use crate::automaton::search::Search;
use crate::automaton::{TooLarge, effort};
use crate::bnf::{Bnf, GrammarError};
use crate::characters::CharSet;
use crate::language::diff::Correspondence;
use crate::limits::limits;

pub use self::bounds::RepetitionBounds;
pub use self::cause::{CauseKind, Side};

/// A cause why two productions differ, with a shortest string that shows it.
///
/// ```
/// use regular_bnf::{Bnf, CauseKind, Correspondence, Divergences};
///
/// let old = Bnf::abnf("hostport = site [ \":\" port ]\nsite = 1*ALPHA\nport = 1*DIGIT\n")?;
/// let new = Bnf::abnf("hostport = site [ \":\" port ]\nsite = 1*ALPHA\nport = *DIGIT\n")?;
/// let all = Divergences::new((&old, "hostport"), (&new, "hostport"), &Correspondence::default())?;
/// let empty = &all.list()[0];
/// assert_eq!((empty.witness.as_str(), empty.offset, empty.kind), ("a:", 2, CauseKind::Empty));
/// assert_eq!(empty.refusing.as_deref(), Some("port"));
/// assert_eq!(empty.left_derivation, ["hostport", "port"]);
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
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
    /// The text that the other side still requires in the witness: of `refusing` itself and not of a
    /// production inside it, of one of the `parts` that has begun, or where `refusing` excepts the
    /// string, of the production that is being read. Names of that grammar's character classes, and
    /// characters; otherwise empty. In other strings it may be other text.
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

impl Divergence {
    /// The pairs of corresponding productions in which the cause is, the left production first.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Correspondence, Divergences};
    ///
    /// let old = Bnf::abnf("date = year\nyear = 2DIGIT\n")?;
    /// let new = Bnf::abnf("date = year\nyear = 4DIGIT\n")?;
    /// let all = Divergences::new((&old, "date"), (&new, "date"), &Correspondence::default())?;
    /// assert_eq!(all.list()[0].places().collect::<Vec<_>>(), [["year", "year"]]);
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    pub fn places(&self) -> impl Iterator<Item = [&str; 2]> {
        let first = [&*self.left_production, &*self.right_production];
        std::iter::once(first).chain(self.also.iter().map(|[left, right]| [&**left, &**right]))
    }
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
    /// The steps from pairs of states that have been computed.
    steps: Mutex<HashMap<StatePair, Arc<Step>>>,
}

debug_fields!(Divergences { list });

/// A cause at a divergence at a character, and where the suffix of its strings is read.
struct LocatedReading {
    cause: LocatedCause,
    suffix: SuffixStates,
}

/// The steps from a pair of states.
struct Step {
    /// The characters with which both continue.
    shared: Vec<(char, StatePair)>,
    /// The characters with which only one continues: the side, the cause, and the suffix after it.
    single: Vec<(char, Side, CauseKey, SuffixStates)>,
    /// The cause at the end.
    end: Option<(Side, CauseKey)>,
}

/// Both productions during a walk.
type StatePair = (LabelledState, LabelledState);

/// How a walk continues after a character.
enum Continuation {
    Neither,
    Both(StatePair),
    One(Side, LabelledState),
}

impl Divergences {
    /// Compares two productions, each with its grammar.
    ///
    /// # Errors
    ///
    /// If one of them, or one that they use, is undefined, unreadable or not regular, or if the
    /// combined automaton has too many states.
    pub fn new(left: (&Bnf, &str), right: (&Bnf, &str), parts: &Correspondence) -> Result<Self, GrammarError> {
        let (left_bnf, right_bnf) = (left.0, right.0);
        let mut left = LabelledLanguage::new(left_bnf, left.1)?;
        let mut right = LabelledLanguage::new(right_bnf, right.1)?;
        let of_left = corresponding_productions(&left, &right, parts);
        let mut of_right = vec![Vec::new(); right.names.len()];
        let mut known_bounds = HashMap::default();
        for (left_production, counterparts) in of_left.iter().enumerate() {
            for &right_production in counterparts {
                // A set of characters is named where the other side has more in its place.
                left.small[left_production] &= !left.sets[left_production] || right.sets[right_production];
                right.small[right_production] &= !right.sets[right_production] || left.sets[left_production];
                of_right[right_production].push(left_production);
                let left_name = (left_bnf, &*left.names[left_production]);
                let right_name = (right_bnf, &*right.names[right_production]);
                let bounds = bounds(left_name, right_name, &|name, counterpart| {
                    name == counterpart || parts.of(name).any(|part| part == counterpart)
                });
                known_bounds.extend(bounds.map(|bounds| ((left_production, right_production), bounds)));
            }
        }
        let mut divergences = Self {
            left,
            right,
            counterparts: [of_left, of_right],
            bounds: known_bounds,
            keys: Vec::new(),
            list: Vec::new(),
            steps: Mutex::default(),
        };
        for group in divergences.walk()? {
            divergences.keys.push(group.keys.iter().map(|&key| (group.side, key)).collect());
            divergences.list.push(divergences.shown(group));
        }
        Ok(divergences)
    }

    /// The divergence of a group, with names in place of numbers.
    fn shown(&self, group: CauseGroup) -> Divergence {
        let CauseGroup {
            side, places, parts, required, characters, end, witness: (.., witness, offset), cause, ..
        } = group;
        let LocatedCause { key, place, accepting, refusing, .. } = cause;
        let (on, off) = self.sides(side);
        let mut characters = on.words(characters);
        characters.extend(end.then(|| "the end".to_owned()));
        let (left_production, right_production) = self.names_of(side, place);
        // The compared productions themselves add no information if others are known.
        let also = places.into_iter().filter(|other| *other != place && other.0 != on.root && other.1 != off.root);
        let also = also.map(|other| <[String; 2]>::from(self.names_of(side, other)));
        let (left_derivation, right_derivation) = oriented(side, (accepting, refusing));
        let pair = key.accepting.zip(key.refusing).filter(|_| key.kind == CauseKind::Bound);
        Divergence {
            side,
            kind: key.kind,
            left_production,
            right_production,
            also: also.collect(),
            // What the whole other side lacks is missing in all productions.
            accepting: key.accepting.filter(|_| !key.is_lacking()).map(|at| on.names[at].clone()),
            refusing: key.refusing.map(|at| off.names[at].clone()),
            whole: key.whole,
            bounds: pair.and_then(|pair| self.bounds.get(&oriented(side, pair)).copied()),
            parts: parts.into_iter().map(|at| off.names[at].clone()).collect(),
            required: off.words(required),
            characters,
            offset,
            witness,
            left_derivation,
            right_derivation,
        }
    }

    /// The names of a production of the accepting side and one of the other, of the left first.
    fn names_of(&self, side: Side, (accepting, refusing): (usize, usize)) -> (String, String) {
        let (on, off) = self.sides(side);
        oriented(side, (on.names[accepting].clone(), off.names[refusing].clone()))
    }

    /// The causes, each once, with the shortest witnesses first.
    pub fn list(&self) -> &[Divergence] {
        &self.list
    }

    /// The cause of a string; `None` if both productions accept it, or neither does.
    pub fn of_string(&self, string: &str) -> Option<&Divergence> {
        let mut states = (self.left.start(), self.right.start());
        let mut at = 0;
        let cause = loop {
            let Some(c) = string[at..].chars().next() else {
                let (side, cause) = self.at_end(states)?;
                break (side, cause.key);
            };
            at += c.len_utf8();
            match self.after(states, c) {
                Continuation::Neither => return None,
                Continuation::Both(next) => states = next,
                Continuation::One(side, next) => {
                    let readings = self.readings(side, states, &self.refusing(side, states), c, next);
                    let (labelled, _) = self.sides(side);
                    let reading = readings.into_iter().find(|read| labelled.is_suffix(read.suffix, &string[at..]))?;
                    break (side, reading.cause.key);
                }
            }
        };
        self.keys.iter().position(|keys| keys.contains(&cause)).map(|at| &self.list[at])
    }

    /// At most `most` strings of the cause with that index in the [list](Self::list), shortest
    /// first. Of characters that make no difference before or after the divergence only the most
    /// readable occurs.
    ///
    /// # Errors
    ///
    /// If the combined automaton has too many states.
    pub fn witnesses(&self, cause: usize, most: usize) -> Result<Vec<String>, GrammarError> {
        /// Both sides, or one of them after the divergence.
        #[derive(Clone, PartialEq, Eq, Hash)]
        enum WalkState {
            Both(StatePair),
            One(Side, SuffixStates),
        }
        let Some(wanted) = self.keys.get(cause) else { return Ok(Vec::new()) };
        let classes = self.classes();
        let start = WalkState::Both((self.left.start(), self.right.start()));
        let ranked = Ranked::explore(start, limits().marked_moves, |state: &WalkState| {
            let mut moves = Vec::new();
            let end = match *state {
                WalkState::Both(states) => {
                    let step = self.step(states, &classes);
                    moves.extend(step.shared.iter().map(|&(c, next)| (c, Some(effort(c)), WalkState::Both(next))));
                    let single = step.single.iter().filter(|(_, side, key, _)| wanted.contains(&(*side, *key)));
                    moves
                        .extend(single.map(|&(c, side, _, suffix)| (c, Some(effort(c)), WalkState::One(side, suffix))));
                    step.end.is_some_and(|end| wanted.contains(&end))
                }
                WalkState::One(side, suffix) => {
                    let (labelled, _) = self.sides(side);
                    let mut reached = HashSet::default();
                    let steps = classes.iter().filter_map(|&(c, _)| Some((c, labelled.continued(suffix, c)?)));
                    let steps = steps.filter(|(_, next)| reached.insert(*next));
                    moves.extend(steps.map(|(c, next)| (c, Some(effort(c)), WalkState::One(side, next))));
                    labelled.is_end(suffix)
                }
            };
            Outgoing { moves, end: end.then_some(()) }
        });
        let ranked = ranked.map_err(too_large)?;
        Ok(ranked.paths(|()| true).take(most).map(|path| path.into_iter().collect()).collect())
    }

    /// The steps from a pair of states. They are the same for all causes, and cached.
    fn step(&self, states: StatePair, classes: &[(char, CharSet)]) -> Arc<Step> {
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(steps.entry(states).or_insert_with(|| {
            let refusing = [Side::Left, Side::Right].map(|side| LazyCell::new(move || self.refusing(side, states)));
            let (mut shared, mut single, mut reached) = (Vec::new(), Vec::new(), HashSet::default());
            for &(c, _) in classes {
                match self.after(states, c) {
                    Continuation::Neither => {}
                    Continuation::Both(next) => shared.extend(reached.insert(next).then_some((c, next))),
                    Continuation::One(side, next) => {
                        let readings = self.readings(side, states, &refusing[side as usize], c, next).into_iter();
                        single.extend(readings.map(|read| (c, side, read.cause.key, read.suffix)));
                    }
                }
            }
            let end = self.at_end(states).map(|(side, cause)| (side, cause.key));
            Arc::new(Step { shared, single, end })
        }))
    }

    /// The states after a character.
    fn after(&self, (left, right): StatePair, c: char) -> Continuation {
        match (self.left.step(left, c), self.right.step(right, c)) {
            (None, None) => Continuation::Neither,
            (Some(left), Some(right)) => Continuation::Both((left, right)),
            (Some(left), None) => Continuation::One(Side::Left, left),
            (None, Some(right)) => Continuation::One(Side::Right, right),
        }
    }

    /// The side that continues, and the other one.
    fn sides(&self, side: Side) -> (&LabelledLanguage, &LabelledLanguage) {
        if side == Side::Left { (&self.left, &self.right) } else { (&self.right, &self.left) }
    }

    /// The causes of a divergence at a character, by the derivations that read it: a string has the
    /// first one in whose states the suffix is read.
    fn readings(
        &self,
        side: Side,
        states: StatePair,
        refusing: &Refusing,
        c: char,
        next: LabelledState,
    ) -> Vec<LocatedReading> {
        let (on, _) = self.sides(side);
        let mut readers = on.every_reader(if side == Side::Left { states.0 } else { states.1 }, Some(c));
        readers.sort_by_cached_key(|reader| on.preference(reader));
        let mut causes: Vec<(LocatedCause, Vec<NodeId>)> = Vec::new();
        for reader in readers {
            let cause = self.cause_in(side, states, refusing, Some((c, &reader)));
            match causes.iter_mut().find(|(same, _)| same.key == cause.key) {
                Some((_, nodes)) => nodes.push(reader.node),
                None => causes.push((cause, vec![reader.node])),
            }
        }
        let mut preferred = Vec::new();
        let readings = causes.into_iter().map(|(cause, nodes)| {
            let reading = LocatedReading { cause, suffix: on.suffix_after(next.exact, &nodes, &preferred) };
            preferred.extend(nodes);
            reading
        });
        readings.collect()
    }

    /// The states and productions of the side that refuses, on which all causes in two states
    /// depend.
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
        let ((on, off), [of_left, of_right]) = (oriented(side, (left, right)), &self.counterparts);
        let (of_accepting, of_refusing) = oriented(side, (of_left, of_right));
        let corresponding = Corresponding {
            of_accepting,
            of_refusing,
            bounds: &|accepting, refusing| {
                let bounds = *self.bounds.get(&oriented(side, (accepting, refusing)))?;
                Some(oriented(side, bounds.into()).into())
            },
        };
        cause(on, (off, refusing), read, &corresponding)
    }

    /// The divergence at the end of the input in two states.
    fn at_end(&self, states: StatePair) -> Option<(Side, LocatedCause)> {
        let side = match (self.left.accepts(states.0), self.right.accepts(states.1)) {
            (true, false) => Side::Left,
            (false, true) => Side::Right,
            _ => return None,
        };
        Some((side, self.cause_in(side, states, &self.refusing(side, states), None)))
    }

    /// The characters that no automaton distinguishes: the most readable one of each set, and the
    /// set.
    fn classes(&self) -> Vec<(char, CharSet)> {
        let walked = [&self.left.exact, &self.left.labels, &self.right.exact, &self.right.labels];
        let alphabets = walked.iter().map(|walker| walker.alphabet());
        let mut classes: HashMap<_, CharSet> = HashMap::default();
        if let Some(alphabet) = alphabets.reduce(|left, right| left.refined(&right)) {
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
    fn walk(&self) -> Result<Vec<CauseGroup>, GrammarError> {
        let classes = self.classes();
        let characters: Vec<char> = classes.iter().map(|&(c, _)| c).collect();
        let mut shortest: HashMap<(Side, SuffixStates), Option<String>> = HashMap::default();
        let mut groups = CauseGroups::default();
        let mut search = Search::new((self.left.start(), self.right.start()), limits().pairs);
        while let Some((at, states)) = search.next() {
            let before: String = search.path_to(at).into_iter().collect();
            if let Some((side, cause)) = self.at_end(states) {
                groups.add(side, cause, None, before.clone(), before.len());
            }
            let refusing = [Side::Left, Side::Right].map(|side| LazyCell::new(move || self.refusing(side, states)));
            for (c, class) in &classes {
                let (side, next) = match self.after(states, *c) {
                    Continuation::Neither => continue,
                    Continuation::Both(next) => {
                        search.reach(at, *c, Some(effort(*c)), next).map_err(too_large)?;
                        continue;
                    }
                    Continuation::One(side, next) => (side, next),
                };
                for LocatedReading { cause, suffix } in self.readings(side, states, &refusing[side as usize], *c, next)
                {
                    let shortest = match shortest.entry((side, suffix)) {
                        Entry::Occupied(shortest) => shortest.into_mut(),
                        Entry::Vacant(new) => {
                            let (labelled, _) = self.sides(side);
                            new.insert(labelled.shortest_suffix(suffix, &characters).map_err(too_large)?)
                        }
                    };
                    let Some(suffix) = shortest else { continue };
                    groups.add(side, cause, Some(class), format!("{before}{c}{suffix}"), before.len());
                }
            }
        }
        Ok(groups.joined())
    }
}

/// For each production of the left grammar the corresponding productions of the right.
fn corresponding_productions(
    left: &LabelledLanguage,
    right: &LabelledLanguage,
    parts: &Correspondence,
) -> Vec<Vec<usize>> {
    let productions = left.names.iter().enumerate().map(|(at, name)| {
        let parts: Vec<&str> = parts.of(name).collect();
        let names = right.names.iter().enumerate();
        let corresponding = names.filter(|(_, right)| *right == name || parts.contains(&right.as_str()));
        let root = (at == left.root).then_some(right.root);
        let counterparts: BTreeSet<usize> = corresponding.map(|(at, _)| at).chain(root).collect();
        counterparts.into_iter().collect()
    });
    productions.collect()
}

/// Turns a pair of the accepting side and the other one into a pair of the left and the right, or
/// the reverse.
fn oriented<T>(side: Side, (first, second): (T, T)) -> (T, T) {
    if side == Side::Left { (first, second) } else { (second, first) }
}

fn too_large(TooLarge: TooLarge) -> GrammarError {
    GrammarError::TooLarge("the difference of the two".to_owned())
}
