//! The cause of a divergence: the production that one side was reading, and the one that the other
//! side required.

use std::cmp::Reverse;

use rustc_hash::FxHashMap as HashMap;

use super::bounds::RepetitionBounds;
use super::labelled::{LabelledLanguage, LabelledState, ReadingState};
use crate::characters::CharSet;

/// The production that continues at a divergence.
///
/// ```
/// use regular_bnf::{Bnf, Correspondence, Divergences, Side};
///
/// // The year in a date, in two digits and in four.
/// let (old, new) = (Bnf::abnf("year = 2DIGIT\n")?, Bnf::abnf("year = 2*4DIGIT\n")?);
/// let all = Divergences::new((&old, "year"), (&new, "year"), &Correspondence::default())?;
/// assert_eq!(all.of_string("1994").unwrap().side, Side::Right);
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// The left accepts text that the right refuses.
    Left,
    /// The right accepts text that the left refuses.
    Right,
}

/// The kind of change of a cause.
///
/// ```
/// use regular_bnf::{Bnf, CauseKind, Correspondence, Divergences};
///
/// // An older and a newer grammar.
/// let old = Bnf::abnf("method = 1*( %x61-7A / DIGIT / \"+\" / \"-\" / \".\" )\n")?;
/// let new = Bnf::abnf("method = ALPHA *( ALPHA / DIGIT / \"+\" / \"-\" / \".\" )\n")?;
/// let all = Divergences::new((&old, "method"), (&new, "method"), &Correspondence::default())?;
/// assert_eq!(all.of_string("HTTP").unwrap().kind, CauseKind::Characters);
/// // A letter is required.
/// assert_eq!(all.of_string("3d").unwrap().kind, CauseKind::Required);
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CauseKind {
    /// A class of characters is larger: it has characters that the other side does not allow
    /// anywhere in the corresponding production.
    Characters,
    /// A production or literal begins with a character that the other side does not allow anywhere
    /// in the corresponding production: an additional alternative or optional part.
    Alternative,
    /// A production may be empty or absent that the other side requires.
    Empty,
    /// The other side requires more of a production there: it begins, continues or ends
    /// differently.
    Required,
    /// A production of the other side excepts the string.
    Exception,
    /// Corresponding productions repeat the same expression, with other bounds.
    Bound,
    /// Both sides have the character, but the other side does not allow it there: another order,
    /// delimiter or number.
    Order,
}

/// The identity of a cause. Productions are numbers on their sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CauseKey {
    pub kind: CauseKind,
    /// The production of the accepting side.
    pub accepting: Option<usize>,
    /// The production of the refusing side.
    pub refusing: Option<usize>,
    /// Whether the refusing side requires a part of that production which the accepting side does
    /// not have.
    pub part: bool,
    /// Whether that part has begun: only the rest of it is required.
    pub begun: bool,
    /// Whether the refusing side lacks the production of the accepting side as a whole. Of a bound,
    /// whether the accepting side has more repetitions.
    pub whole: bool,
}

impl CauseKey {
    /// Another order: the values that most keys share.
    pub const OTHER: Self =
        Self { kind: CauseKind::Order, accepting: None, refusing: None, part: false, begun: false, whole: false };

    /// Whether the whole refusing side lacks the characters.
    pub fn is_lacking(&self) -> bool {
        self.kind == CauseKind::Characters && self.refusing.is_none()
    }

    /// An alternative of the accepting side, as a whole or at this place.
    fn alternative(accepting: usize, whole: bool) -> Self {
        Self { kind: CauseKind::Alternative, accepting: Some(accepting), whole, ..Self::OTHER }
    }
}

/// A cause at one place.
pub(super) struct LocatedCause {
    pub key: CauseKey,
    /// The innermost corresponding productions that are being read: of the accepting side, and of
    /// the refusing side.
    pub place: (usize, usize),
    /// The production that the refusing side requires, where the key has one around it.
    pub part: Option<usize>,
    /// The text of the refusing production that it requires, where no production begins: the
    /// characters of a literal or a class.
    pub text: Option<CharSet>,
    /// The productions that each side is reading, outermost first.
    pub accepting: Vec<String>,
    pub refusing: Vec<String>,
}

/// One side at a divergence.
#[derive(Clone, Copy)]
pub(super) struct DivergingSide<'p> {
    pub labelled: &'p LabelledLanguage,
    pub at: LabelledState,
}

/// The states and productions of the refusing side at a divergence, which do not depend on the
/// character.
pub(super) struct Refusing {
    /// The states that read a character.
    waits: Vec<ReadingState>,
    /// The state from which the end is nearest, by its index; `None` if the end is accepted.
    owed: Option<usize>,
    /// The productions that are being read, outside exceptions and everywhere, each with its depth.
    reading: [HashMap<usize, usize>; 2],
}

impl Refusing {
    pub fn new(off: DivergingSide<'_>) -> Self {
        let reading_anywhere = off.labelled.reading(&off.labelled.live_readers(off.at));
        let waits = off.labelled.readers(off.at, None);
        let owed = if off.labelled.accepts(off.at) { None } else { off.labelled.owed(&waits) };
        let owed = owed.and_then(|owed| waits.iter().position(|wait| std::ptr::eq(wait, owed)));
        let reading = [off.labelled.reading(&waits), reading_anywhere];
        Self { waits, owed, reading }
    }
}

/// A divergence: both sides, and the states in which they are.
struct Situation<'r> {
    /// The accepting side.
    on: DivergingSide<'r>,
    /// The refusing side.
    off: DivergingSide<'r>,
    corresponding: &'r Corresponding<'r>,
    /// The character; `None` for the end.
    c: Option<char>,
    /// The states of the accepting side that read the character; at the end those that could read
    /// more.
    readers: &'r [ReadingState],
    /// The innermost of these states.
    read: Option<&'r ReadingState>,
    /// The productions that end where the string does, innermost first; none at a character.
    ending: &'r [usize],
    /// The state of the refusing side from which its end is nearest; `None` if it accepts the end.
    owed: Option<&'r ReadingState>,
    /// The states of the refusing side that read a character.
    waits: &'r [ReadingState],
    /// The innermost corresponding productions: of the accepting side and of the refusing side.
    place: (usize, usize),
}

/// How the productions of the accepting side correspond to those of the refusing side.
pub(super) struct Corresponding<'c> {
    /// For each production of the accepting side the corresponding productions of the refusing
    /// side, and the reverse.
    pub of_accepting: &'c [Vec<usize>],
    pub of_refusing: &'c [Vec<usize>],
    /// The bounds of two productions that repeat the same, those of the accepting side first.
    pub bounds: &'c dyn Fn(usize, usize) -> Option<[RepetitionBounds; 2]>,
}

/// The cause of a divergence: one side reads a character in one of its states, or accepts the end,
/// and the other side does not.
pub(super) fn cause(
    on: DivergingSide<'_>,
    (off, refusing): (DivergingSide<'_>, &Refusing),
    read: Option<(char, &ReadingState)>,
    corresponding: &Corresponding<'_>,
) -> LocatedCause {
    let (derivations, readers): (Vec<Vec<usize>>, Vec<ReadingState>) = match read {
        Some((_, read)) => (vec![read.around.iter().map(|place| place.production).collect()], vec![read.clone()]),
        None => (on.labelled.ends(on.at), on.labelled.readers(on.at, None)),
    };
    let reading = on.labelled.reading(&readers);
    let places = refusing.reading.each_ref().map(|refusing_reading| {
        let roots = (on.labelled.root, off.labelled.root);
        innermost_place(&reading, refusing_reading, corresponding).unwrap_or(roots)
    });
    let [place, _] = places;
    let situation = Situation {
        on,
        off,
        corresponding,
        c: read.map(|(c, _)| c),
        readers: &readers,
        read: match read {
            Some((_, read)) => Some(read),
            None => innermost(&readers, place.0),
        },
        ending: if read.is_none() { derivations.first().map_or(&[], Vec::as_slice) } else { &[] },
        owed: refusing.owed.map(|at| &refusing.waits[at]),
        waits: &refusing.waits,
        place,
    };
    let lone = situation.lone_alternative(&derivations);
    let key = lone.map(|lone| CauseKey::alternative(lone.alternative, true));
    let (key, part, text) = match key.or_else(|| situation.character(places)) {
        Some(key) => (key, None, None),
        None => situation.requirement(),
    };
    let place = match (key.kind, key.accepting, key.refusing) {
        (CauseKind::Characters | CauseKind::Bound, Some(accepting), Some(refusing)) => (accepting, refusing),
        _ => lone.map_or(place, |lone| lone.lists),
    };
    let refusing_reader = situation.owed.or_else(|| innermost(situation.waits, situation.place.1));
    LocatedCause {
        key,
        place,
        part,
        text,
        accepting: derivation(on.labelled, situation.character_reader()),
        refusing: derivation(off.labelled, refusing_reader),
    }
}

/// The productions around a reader, outermost first; without a reader the compared production.
fn derivation(labelled: &LabelledLanguage, reader: Option<&ReadingState>) -> Vec<String> {
    match reader {
        Some(reader) => labelled.derivation(reader),
        None => vec![labelled.names[labelled.root].clone()],
    }
}

/// The innermost of some states, preferably within a production.
fn innermost(readers: &[ReadingState], within: usize) -> Option<&ReadingState> {
    readers.iter().max_by_key(|reader| (reader.is_in(within), reader.around.len(), Reverse(reader.node)))
}

/// The productions around a reader that have begun before it, innermost first.
fn entered(labelled: &LabelledLanguage, reader: &ReadingState) -> Vec<usize> {
    let entered = reader.around.iter().filter(|place| !labelled.is_first(reader.node, **place));
    entered.map(|place| place.production).collect()
}

/// An alternative that the refusing side does not list, and the corresponding lists of both sides.
#[derive(Clone, Copy)]
struct LoneAlternative {
    alternative: usize,
    lists: (usize, usize),
}

impl Situation<'_> {
    /// The state of the accepting side that reads the character; `None` at the end.
    fn character_reader(&self) -> Option<&ReadingState> {
        self.read.filter(|_| self.c.is_some())
    }

    /// Whether the refusing side has, in the compared production, a production that corresponds to
    /// one of the accepting side.
    fn has_counterpart(&self, accepting: usize) -> bool {
        self.corresponding.of_accepting[accepting].iter().any(|&refusing| self.off.labelled.occurs(refusing))
    }

    /// Whether the accepting side has, in the compared production, a production that corresponds to
    /// one of the refusing side.
    fn is_counterpart(&self, refusing: usize) -> bool {
        self.corresponding.of_refusing[refusing].iter().any(|&accepting| self.on.labelled.occurs(accepting))
    }

    /// The alternative that alone reads the character, or alone ends there: one of a list of
    /// productions that the refusing side lists as well, without this one. `derivations` are the
    /// productions that read the character or end there, innermost first.
    fn lone_alternative(&self, derivations: &[Vec<usize>]) -> Option<LoneAlternative> {
        // A character that the whole other side lacks is one change, wherever it occurs.
        if self.c.is_some_and(|c| !self.off.labelled.alphabet(self.off.labelled.root).contains(c)) {
            return None;
        }
        let (first, others) = derivations.split_first()?;
        let (alternative, lists) = first.windows(2).find_map(|pair| {
            let (alternative, list) = (pair[0], pair[1]);
            let mut counterparts = self.corresponding.of_accepting[list].iter().copied();
            let refusing = counterparts.find(|&refusing| {
                let labelled = self.off.labelled;
                let is_alternative = self.on.labelled.is_alternative(alternative, list);
                is_alternative && labelled.occurs(refusing) && labelled.is_list(refusing)
            })?;
            Some((alternative, (list, refusing)))
        })?;
        let is_alone = others.iter().all(|derivation| derivation.contains(&alternative));
        (is_alone && !self.has_counterpart(alternative)).then_some(LoneAlternative { alternative, lists })
    }

    /// The alternative of a list that the accepting side is reading, if the refusing side has none
    /// that corresponds.
    fn missing_alternative(&self) -> Option<usize> {
        let alternative = match self.c {
            Some(_) => self.read.and_then(|read| self.on.labelled.alternative(read, self.place.0)),
            None => self.readers.iter().find_map(|reader| {
                let lists = reader.around.iter().map(|place| place.production);
                let lists = lists.filter(|&list| self.on.labelled.is_list(list) && self.owes_counterpart(list));
                let mut alternatives = lists.filter_map(|list| self.on.labelled.alternative(reader, list));
                alternatives.find(|&alternative| !self.has_counterpart(alternative))
            }),
        };
        alternative.filter(|&alternative| !self.has_counterpart(alternative))
    }

    /// Whether the text that the refusing side requires is in an alternative of a production that
    /// corresponds to a list.
    fn owes_counterpart(&self, list: usize) -> bool {
        let counterparts = &self.corresponding.of_accepting[list];
        self.owed
            .is_some_and(|owed| counterparts.iter().any(|&refusing| self.off.labelled.is_directly_in(owed, refusing)))
    }

    /// The cause, if it is a character that the other side does not have in the corresponding
    /// production.
    fn character(&self, places: [(usize, usize); 2]) -> Option<CauseKey> {
        let (c, read) = (self.c?, self.read?);
        let off = self.off.labelled;
        // A character that the whole other side lacks is one change, wherever it occurs.
        let within = if off.alphabet(off.root).contains(c) {
            Some(places.into_iter().find(|&(_, refusing)| !off.alphabet(refusing).contains(c))?)
        } else {
            None
        };
        let (accepting, refusing) = within.unzip();
        // A character that the whole other side lacks is named in the class of it that the accepting side
        // reads: `ucschar`, `iprivate`.
        Some(if self.on.labelled.is_in_class(read) {
            let accepting = accepting.or_else(|| Some(self.on.labelled.production(read)));
            CauseKey { kind: CauseKind::Characters, accepting, refusing, ..CauseKey::OTHER }
        } else {
            CauseKey { refusing, ..CauseKey::alternative(self.on.labelled.production(read), true) }
        })
    }

    /// The cause, if it is not a character. Also returns the production that the refusing side
    /// requires, where the key has one around it; and the required characters, if no production
    /// begins there.
    fn requirement(&self) -> (CauseKey, Option<usize>, Option<CharSet>) {
        let (key, text) = self.required();
        let (outer, part) = self.outer_requirement(self.bound(key).unwrap_or(key));
        let outer = CauseKey { begun: outer.part && text.is_some(), ..outer };
        (outer, part, text.filter(|_| outer == key || outer.begun))
    }

    /// A production that the accepting side does not have is a part of one that it has: the parts
    /// of one production that are no longer required are one cause. Also returns the part.
    fn outer_requirement(&self, key: CauseKey) -> (CauseKey, Option<usize>) {
        let (CauseKind::Required, Some(part)) = (key.kind, key.refusing) else { return (key, None) };
        let Some(reader) = self.owed.into_iter().chain(self.waits).find(|reader| reader.is_in(part)) else {
            return (key, None);
        };
        if self.is_counterpart(part) {
            return (key, None);
        }
        let around = reader.around.iter().map(|place| place.production);
        let mut outer = around.skip_while(|&production| production != part);
        match outer.find(|&production| production != self.off.labelled.root && self.is_counterpart(production)) {
            Some(outer) => (CauseKey { refusing: Some(outer), part: true, ..key }, Some(part)),
            None => (key, None),
        }
    }

    /// The productions that begin where the refusing side requires text, innermost first, up to one
    /// that corresponds to a production around the character.
    fn begun(&self, owed: &ReadingState) -> Vec<usize> {
        let around = self.character_reader().map_or(&[][..], |read| &read.around);
        let begun = self.off.labelled.begins(owed, self.waits).into_iter();
        let begun = begun.take_while(|required| {
            !around.iter().any(|place| self.corresponding.of_accepting[place.production].contains(required))
        });
        begun.collect()
    }

    /// The cause, if it is neither a character nor a bound. Also returns the characters that the
    /// refusing side requires, if no production begins there.
    fn required(&self) -> (CauseKey, Option<CharSet>) {
        let off = self.off.labelled;
        let begun = self.owed.map(|owed| self.begun(owed));
        let empty = begun.iter().flatten().copied().find(|&required| {
            let mut counterparts = self.corresponding.of_refusing[required].iter();
            counterparts.any(|&accepting| self.on.labelled.may_be_empty(accepting))
        });
        if let Some(required) = empty {
            return (CauseKey { kind: CauseKind::Empty, refusing: Some(required), ..CauseKey::OTHER }, None);
        }
        if off.goes_on(self.off.at, self.c)
            && let Some(excepting) = off.excepting(self.off.at, self.place.1, self.owed)
        {
            let text = self.owed.map(|owed| owed.set.clone());
            return (CauseKey { kind: CauseKind::Exception, refusing: Some(excepting), ..CauseKey::OTHER }, text);
        }
        if let Some(alternative) = self.missing_alternative() {
            return (CauseKey::alternative(alternative, false), None);
        }
        let (Some(owed), Some(begun)) = (self.owed, begun) else { return (self.continuation(), None) };
        let (required, text) = match begun.last() {
            Some(&required) => (required, None),
            None => (off.production(owed), Some(owed.set.clone())),
        };
        (CauseKey { kind: CauseKind::Required, refusing: Some(required), ..CauseKey::OTHER }, text)
    }

    /// The cause where the refusing side accepts the end: it could end there, or begin a further
    /// part of a production that both sides are reading.
    fn continuation(&self) -> CauseKey {
        let off = self.off.labelled;
        let read = self.character_reader();
        let waits: Vec<ReadingState> = self.waits.iter().filter(|wait| wait.is_in(self.place.1)).cloned().collect();
        let next = off.owed(&waits).filter(|_| {
            let mut parts = waits.iter().map(|wait| self.begun(wait).last().copied());
            self.place.1 != off.root && parts.all(|part| part.is_some_and(|part| part != self.place.1))
        });
        match next.and_then(|next| self.begun(next).last().copied()) {
            Some(part) if read.is_some_and(|read| read.set.len() > 1) => {
                CauseKey { kind: CauseKind::Required, refusing: Some(part), ..CauseKey::OTHER }
            }
            _ => CauseKey {
                kind: CauseKind::Order,
                accepting: read.map(|read| self.on.labelled.text(read)),
                ..CauseKey::OTHER
            },
        }
    }

    /// The cause, if it is a bound: a production repeats more often what the other side has ended,
    /// or has ended what the other side must repeat. In both cases the repetition has begun.
    fn bound(&self, key: CauseKey) -> Option<CauseKey> {
        if !matches!(key.kind, CauseKind::Required | CauseKind::Order) {
            return None;
        }
        let reading = match self.c {
            Some(_) => self.read.map(|read| entered(self.on.labelled, read)).unwrap_or_default(),
            None => self.ending.to_vec(),
        };
        let longer = reading.into_iter().flat_map(|accepting| {
            self.corresponding.of_accepting[accepting].iter().map(move |&refusing| (accepting, refusing))
        });
        // At the end only those count that the refusing side is not reading any more.
        let mut longer =
            longer.filter(|&(_, refusing)| self.c.is_some() || !self.waits.iter().any(|wait| wait.is_in(refusing)));
        if let Some(key) = longer.find_map(|(accepting, refusing)| self.bound_of(accepting, refusing, true)) {
            return Some(key);
        }
        let owed = self.owed.into_iter().flat_map(|owed| entered(self.off.labelled, owed));
        let mut shorter = owed.flat_map(|refusing| {
            self.corresponding.of_refusing[refusing].iter().map(move |&accepting| (accepting, refusing))
        });
        shorter.find_map(|(accepting, refusing)| self.bound_of(accepting, refusing, false))
    }

    /// The cause that a production may repeat longer, or shorter, than a corresponding one.
    fn bound_of(&self, accepting: usize, refusing: usize, longer: bool) -> Option<CauseKey> {
        let [accepting_bounds, refusing_bounds] = (self.corresponding.bounds)(accepting, refusing)?;
        let holds =
            if longer { accepting_bounds.longer(refusing_bounds) } else { accepting_bounds.shorter(refusing_bounds) };
        let (accepting, refusing) = (Some(accepting), Some(refusing));
        holds.then_some(CauseKey { kind: CauseKind::Bound, accepting, refusing, whole: longer, ..CauseKey::OTHER })
    }
}

/// The innermost corresponding productions that are being read on both sides.
fn innermost_place(
    on: &HashMap<usize, usize>,
    off: &HashMap<usize, usize>,
    corresponding: &Corresponding<'_>,
) -> Option<(usize, usize)> {
    let pairs = on.iter().flat_map(|(&accepting, depth)| {
        let refusing = corresponding.of_accepting[accepting].iter().filter_map(|refusing| off.get_key_value(refusing));
        refusing.map(move |(&refusing, refusing_depth)| (depth + refusing_depth, Reverse((accepting, refusing))))
    });
    pairs.max().map(|(_, Reverse(place))| place)
}
