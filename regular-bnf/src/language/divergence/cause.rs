//! The cause of a divergence: the production that one side was reading, and the one that the other
//! side required.

use std::cmp::Reverse;

use rustc_hash::FxHashMap as HashMap;

use super::bounds::RepetitionBounds;
use super::labelled::{LabelledLanguage, LabelledState, ReadingState};
use crate::characters::CharSet;

/// The kind of change of a cause.
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
    /// Whether the refusing side lacks the production of the accepting side as a whole. Of a bound,
    /// whether the accepting side has more repetitions.
    pub whole: bool,
}

impl CauseKey {
    /// What most keys have: another order.
    pub const OTHER: Self = Self { kind: CauseKind::Order, accepting: None, refusing: None, part: false, whole: false };

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

/// What the refusing side is reading, whatever the character.
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
        let all = off.labelled.every_reader(off.at, None);
        let every = off.labelled.reading(&all);
        let waits = off.labelled.outside(all);
        let owed = if off.labelled.accepts(off.at) { None } else { off.labelled.owed(&waits) };
        let owed = owed.and_then(|owed| waits.iter().position(|wait| std::ptr::eq(wait, owed)));
        let reading = [off.labelled.reading(&waits), every];
        Self { waits, owed, reading }
    }
}

/// What each side does at a divergence.
struct Situation<'r> {
    /// The state of the accepting side that reads the character; at the end one that could read
    /// more.
    read: Option<&'r ReadingState>,
    /// The state of the refusing side from which its end is nearest; `None` if it accepts the end.
    owed: Option<&'r ReadingState>,
    /// The states of the refusing side that read a character.
    waits: &'r [ReadingState],
    /// The innermost corresponding productions.
    both: (usize, usize),
    /// The alternative of the accepting side that it is reading, if the refusing side has none that
    /// corresponds.
    alternative: Option<usize>,
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

impl Corresponding<'_> {
    fn hold(&self, own: usize, other: usize) -> bool {
        self.of_accepting[own].contains(&other)
    }
}

/// The cause of a divergence: one side reads a character in one of its states, or accepts the end,
/// and the other side does not.
pub(super) fn cause(
    on: DivergingSide<'_>,
    (off, refusing): (DivergingSide<'_>, &Refusing),
    read: Option<(char, &ReadingState)>,
    corresponding: &Corresponding<'_>,
) -> LocatedCause {
    let counterparts = |own: usize| corresponding.of_accepting[own].iter().copied();
    let c = read.map(|(c, _)| c);
    let (ways, reads): (Vec<Vec<usize>>, Vec<ReadingState>) = match read {
        Some((_, read)) => (vec![read.around.iter().map(|place| place.production).collect()], vec![read.clone()]),
        None => (on.labelled.ends(on.at), on.labelled.readers(on.at, None)),
    };
    let waits = &refusing.waits;
    let reading = on.labelled.reading(&reads);
    let innermost = |other| place(&reading, other, corresponding).unwrap_or((on.labelled.root, off.labelled.root));
    let inner = |all: &[ReadingState], within: usize| {
        let key = |reader: &&ReadingState| (reader.is_in(within), reader.around.len(), Reverse(reader.node));
        all.iter().max_by_key(key).cloned()
    };
    let both = innermost(&refusing.reading[0]);
    let read = read.map(|(_, read)| read).cloned().or_else(|| inner(&reads, both.0));
    let owed = refusing.owed.map(|at| &waits[at]);
    let known = |own: usize| counterparts(own).any(|other| off.labelled.occurs(other));
    let alternative = match (c, owed) {
        (Some(_), _) => read.as_ref().and_then(|read| on.labelled.alternative(read, both.0)),
        (None, owed) => reads.iter().find_map(|read| {
            let lists = read.around.iter().map(|place| place.production).filter(|&list| on.labelled.is_list(list));
            let beside = |list: usize| {
                owed.is_some_and(|owed| counterparts(list).any(|other| off.labelled.is_directly_in(owed, other)))
            };
            lists
                .filter(|&list| beside(list))
                .find_map(|list| on.labelled.alternative(read, list).filter(|&own| !known(own)))
        }),
    };
    let alternative = alternative.filter(|&own| !known(own));
    let here = Situation { read: read.as_ref(), owed, waits, both, alternative };
    let every = innermost(&refusing.reading[1]);
    let nowhere = |c: &char| !off.labelled.alphabet(off.labelled.root).contains(*c);
    let whole = if c.as_ref().is_some_and(nowhere) { None } else { alone(&ways, on, off, corresponding) };
    let key = whole.map(|(own, _)| CauseKey::alternative(own, true));
    let key = key.or_else(|| character(on, off, c, &here, [both, every]));
    let (key, part, text) = match key {
        Some(key) => (key, None, None),
        None => {
            let (key, text) = required(on, off, c, &here, corresponding);
            let bound = bound(on, off, c, &here, key, corresponding);
            let (outer, part) = around(off, bound.unwrap_or(key), &here, |required| {
                corresponding.of_refusing[required].iter().any(|&own| on.labelled.occurs(own))
            });
            (outer, part, text.filter(|_| outer == key))
        }
    };
    let way = |labelled: &LabelledLanguage, reader: Option<&ReadingState>| match reader {
        Some(reader) => labelled.way(reader),
        None => vec![labelled.names[labelled.root].clone()],
    };
    let refusing = owed.cloned().or_else(|| inner(waits, both.1));
    let both = match (key.kind, key.accepting, key.refusing) {
        (CauseKind::Characters | CauseKind::Bound, Some(one), Some(other)) => (one, other),
        _ => whole.map_or(both, |(_, lists)| lists),
    };
    let accepting = way(on.labelled, read.as_ref().filter(|_| c.is_some()));
    LocatedCause { key, place: both, part, text, accepting, refusing: way(off.labelled, refusing.as_ref()) }
}

/// The alternative that alone reads the character, or alone ends there: one of a list of
/// productions that the refusing side lists as well, without this one. Also returns both lists.
fn alone(
    ways: &[Vec<usize>],
    on: DivergingSide<'_>,
    off: DivergingSide<'_>,
    corresponding: &Corresponding<'_>,
) -> Option<(usize, (usize, usize))> {
    let all = |own: usize| corresponding.of_accepting[own].iter().copied().filter(|&other| off.labelled.occurs(other));
    let (first, others) = ways.split_first()?;
    let lists = |list: usize| all(list).find(|&other| on.labelled.is_list(list) && off.labelled.is_list(other));
    let (one, both) = first.windows(2).find_map(|pair| Some((pair[0], (pair[1], lists(pair[1])?))))?;
    (all(one).next().is_none() && others.iter().all(|way| way.contains(&one))).then_some((one, both))
}

/// A production that the accepting side does not have is a part of one that it has: what is no
/// longer required of its parts is one cause. Also returns the part.
fn around(
    off: DivergingSide<'_>,
    key: CauseKey,
    here: &Situation<'_>,
    known: impl Fn(usize) -> bool,
) -> (CauseKey, Option<usize>) {
    let (CauseKind::Required, Some(part)) = (key.kind, key.refusing) else { return (key, None) };
    let Some(reader) = here.owed.into_iter().chain(here.waits).find(|reader| reader.is_in(part)) else {
        return (key, None);
    };
    if known(part) {
        return (key, None);
    }
    let mut outer = reader.around.iter().map(|place| place.production).skip_while(|&production| production != part);
    match outer.find(|&production| production != off.labelled.root && known(production)) {
        Some(whole) => (CauseKey { refusing: Some(whole), part: true, ..key }, Some(part)),
        None => (key, None),
    }
}

/// The cause, if it is a character that the other side does not have in the corresponding
/// production.
fn character(
    on: DivergingSide<'_>,
    off: DivergingSide<'_>,
    c: Option<char>,
    here: &Situation<'_>,
    places: [(usize, usize); 2],
) -> Option<CauseKey> {
    let (c, read) = (c?, here.read?);
    let class = on.labelled.is_in_class(read);
    let lacks = |&(_, refusing): &(usize, usize)| !off.labelled.alphabet(refusing).contains(c);
    // A character that the whole other side lacks is one change, wherever it occurs.
    let within =
        if off.labelled.alphabet(off.labelled.root).contains(c) { Some(places.into_iter().find(lacks)?) } else { None };
    let refusing = within.map(|(_, refusing)| refusing);
    Some(if class {
        CauseKey {
            kind: CauseKind::Characters,
            accepting: within.map(|(accepting, _)| accepting),
            refusing,
            ..CauseKey::OTHER
        }
    } else {
        CauseKey { refusing, ..CauseKey::alternative(on.labelled.production(read), true) }
    })
}

/// The cause, if it is not a character. Also returns the characters that the refusing side
/// requires, if no production begins there.
fn required(
    on: DivergingSide<'_>,
    off: DivergingSide<'_>,
    c: Option<char>,
    here: &Situation<'_>,
    corresponding: &Corresponding<'_>,
) -> (CauseKey, Option<CharSet>) {
    let around = here.read.filter(|_| c.is_some()).map_or(&[][..], |read| &read.around);
    let inside = |required: &usize| around.iter().any(|place| corresponding.hold(place.production, *required));
    let begun = |owed: &ReadingState| -> Vec<usize> {
        let begun = off.labelled.begins(owed, here.waits);
        begun.into_iter().take_while(|required| !inside(required)).collect()
    };
    let empty =
        |required: &usize| corresponding.of_refusing[*required].iter().any(|&own| on.labelled.may_be_empty(own));
    if let Some(required) = here.owed.and_then(|owed| begun(owed).into_iter().find(empty)) {
        return (CauseKey { kind: CauseKind::Empty, refusing: Some(required), ..CauseKey::OTHER }, None);
    }
    if off.labelled.goes_on(off.at, c)
        && let Some(excepting) = off.labelled.excepting(off.at, here.both.1, here.owed)
    {
        return (CauseKey { kind: CauseKind::Exception, refusing: Some(excepting), ..CauseKey::OTHER }, None);
    }
    if let Some(own) = here.alternative {
        return (CauseKey::alternative(own, false), None);
    }
    let Some(owed) = here.owed else {
        // It could end there, or begin a further part of a production that both are reading.
        let own = here.read.filter(|_| c.is_some());
        let parts: Vec<ReadingState> = here.waits.iter().filter(|wait| wait.is_in(here.both.1)).cloned().collect();
        let begins = |wait: &ReadingState| begun(wait).last().is_some_and(|&part| part != here.both.1);
        let next = off.labelled.owed(&parts).filter(|_| here.both.1 != off.labelled.root && parts.iter().all(begins));
        let key = match next.and_then(|next| begun(next).last().copied()) {
            Some(part) if own.is_some_and(|read| read.set.len() > 1) => {
                CauseKey { kind: CauseKind::Required, refusing: Some(part), ..CauseKey::OTHER }
            }
            _ => CauseKey {
                kind: CauseKind::Order,
                accepting: own.map(|read| on.labelled.text(read)),
                ..CauseKey::OTHER
            },
        };
        return (key, None);
    };
    let (required, text) = match begun(owed).last() {
        Some(&required) => (required, None),
        None => (off.labelled.production(owed), Some(owed.set.clone())),
    };
    (CauseKey { kind: CauseKind::Required, refusing: Some(required), ..CauseKey::OTHER }, text)
}

/// The cause, if it is a bound: a production repeats more often what the other side has ended, or
/// has ended what the other side must repeat. In both cases the repetition has begun.
fn bound(
    on: DivergingSide<'_>,
    off: DivergingSide<'_>,
    c: Option<char>,
    here: &Situation<'_>,
    key: CauseKey,
    corresponding: &Corresponding<'_>,
) -> Option<CauseKey> {
    let found = |own: usize, other: usize, whole: bool| {
        let [one, others] = (corresponding.bounds)(own, other)?;
        let holds = if whole { one.longer(others) } else { one.shorter(others) };
        let (accepting, refusing) = (Some(own), Some(other));
        holds.then_some(CauseKey { kind: CauseKind::Bound, accepting, refusing, whole, ..CauseKey::OTHER })
    };
    let begun = |labelled: &LabelledLanguage, reader: &ReadingState| -> Vec<usize> {
        let begun = reader.around.iter().filter(|place| !labelled.is_first(reader.node, **place));
        begun.map(|place| place.production).collect()
    };
    match key.kind {
        CauseKind::Required | CauseKind::Order => {}
        _ => return None,
    }
    let more = here.read.filter(|_| c.is_some()).into_iter().flat_map(|read| begun(on.labelled, read));
    let all = corresponding;
    let more = more.into_iter().find_map(|own| all.of_accepting[own].iter().find_map(|&other| found(own, other, true)));
    more.or_else(|| {
        let owed = here.owed.into_iter().flat_map(|owed| begun(off.labelled, owed));
        owed.into_iter().find_map(|other| all.of_refusing[other].iter().find_map(|&own| found(own, other, false)))
    })
}

/// The innermost corresponding productions that are being read on both sides.
fn place(
    on: &HashMap<usize, usize>,
    off: &HashMap<usize, usize>,
    corresponding: &Corresponding<'_>,
) -> Option<(usize, usize)> {
    let pairs = on.iter().flat_map(|(&one, depth)| {
        let same = corresponding.of_accepting[one].iter().filter_map(|other| off.get_key_value(other));
        same.map(move |(&other, deep)| (depth + deep, Reverse((one, other))))
    });
    pairs.max().map(|(_, Reverse(pair))| pair)
}
