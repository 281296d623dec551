//! The cause of a divergence: the production that one side was reading, and the one that the other side required.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::labelled::{At, LabelledLanguage, Reader};

/// The kind of change of a cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CauseKind {
    /// A class of characters is larger: it has characters that the other side does not allow anywhere in the corresponding
    /// production.
    Characters,
    /// A production or literal begins with a character that the other side does not allow anywhere in the corresponding
    /// production: an alternative or an optional part more.
    Alternative,
    /// A production may be empty or absent that the other side requires.
    Empty,
    /// The other side requires more of a production there: it begins, continues or ends otherwise.
    Required,
    /// A production of the other side excepts the string.
    Exception,
    /// Both sides have the character, but the other side not there: another order, delimiter or number.
    Order,
}

/// The identity of a cause. Productions are numbers on their sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    pub kind: CauseKind,
    /// The production of the accepting side.
    pub accepting: Option<usize>,
    /// The production of the refusing side.
    pub refusing: Option<usize>,
}

/// A cause at one place.
pub(super) struct LocatedCause {
    pub key: Key,
    /// The innermost corresponding productions that are being read: of the accepting side, and of the refusing side.
    pub place: (usize, usize),
    /// The productions that each side is reading, outermost first.
    pub accepting: Vec<String>,
    pub refusing: Vec<String>,
}

/// One side at a divergence.
#[derive(Clone, Copy)]
pub(super) struct Side<'p> {
    pub labelled: &'p LabelledLanguage,
    pub at: At,
}

/// The state of both sides at a divergence.
struct Situation<'r> {
    /// The state of the accepting side that reads the character; at the end one that could read more.
    read: Option<&'r Reader>,
    /// The state of the refusing side from which its end is nearest; `None` if it accepts the end.
    owed: Option<&'r Reader>,
    /// The states of the refusing side that read a character.
    waits: &'r [Reader],
    /// The innermost corresponding productions.
    both: (usize, usize),
    /// The alternative of the accepting side that it is reading, if the refusing side has none that corresponds.
    alternative: Option<usize>,
}

/// The cause of a divergence: one side reads a character, or accepts the end, and the other side does not. `corresponds` tells
/// whether a production of the accepting side corresponds to one of the refusing side.
pub(super) fn cause(
    on: Side<'_>,
    off: Side<'_>,
    c: Option<char>,
    corresponds: impl Fn(usize, usize) -> bool,
) -> LocatedCause {
    let (reads, waits) = (on.labelled.readers(on.at, c), off.labelled.readers(off.at, None));
    let innermost = |waits: &[Reader]| {
        let both = place(&on.labelled.reading(&reads), &off.labelled.reading(waits), &corresponds);
        both.unwrap_or((on.labelled.root, off.labelled.root))
    };
    let inner = |all: &[Reader], within: usize| {
        let key = |reader: &&Reader| (reader.is_in(within), reader.around.len(), Reverse(reader.node));
        all.iter().max_by_key(key).cloned()
    };
    let both = innermost(&waits);
    let read = inner(&reads, both.0);
    let owed = if off.labelled.accepts(off.at) { None } else { off.labelled.owed(&waits) };
    let known =
        |own: usize| (0..off.labelled.names.len()).any(|other| off.labelled.occurs(other) && corresponds(own, other));
    let alternative = match (c, owed) {
        (Some(_), _) => read.as_ref().and_then(|read| on.labelled.alternative(read, both.0)),
        (None, owed) => reads.iter().find_map(|read| {
            let lists = read.around.iter().map(|place| place.production).filter(|&list| on.labelled.is_list(list));
            let beside = |list: usize| {
                let mut all = (0..off.labelled.names.len()).filter(|&other| corresponds(list, other));
                owed.is_some_and(|owed| all.any(|other| off.labelled.is_directly_in(owed, other)))
            };
            lists
                .filter(|&list| beside(list))
                .find_map(|list| on.labelled.alternative(read, list).filter(|&own| !known(own)))
        }),
    };
    let alternative = alternative.filter(|&own| !known(own));
    let here = Situation { read: read.as_ref(), owed, waits: &waits, both, alternative };
    let every = innermost(&off.labelled.every_reader(off.at, None));
    let key = character(on, off, c, &here, [both, every]).unwrap_or_else(|| required(on, off, c, &here, &corresponds));
    let way = |labelled: &LabelledLanguage, reader: Option<&Reader>| match reader {
        Some(reader) => labelled.way(reader),
        None => vec![labelled.names[labelled.root].clone()],
    };
    let refusing = owed.cloned().or_else(|| inner(&waits, both.1));
    let both = match (key.kind, key.accepting, key.refusing) {
        (CauseKind::Characters, Some(one), Some(other)) => (one, other),
        _ => both,
    };
    let accepting = way(on.labelled, read.as_ref().filter(|_| c.is_some()));
    LocatedCause { key, place: both, accepting, refusing: way(off.labelled, refusing.as_ref()) }
}

/// The cause, if it is a character that the other side does not have in the corresponding production.
fn character(
    on: Side<'_>,
    off: Side<'_>,
    c: Option<char>,
    here: &Situation<'_>,
    places: [(usize, usize); 2],
) -> Option<Key> {
    let (c, read) = (c?, here.read?);
    let class = read.set.len() > 1;
    let lacks = |&(_, refusing): &(usize, usize)| !off.labelled.alphabet(refusing).contains(c);
    // A character that the whole other side lacks is one change, wherever it occurs.
    let within = match off.labelled.alphabet(off.labelled.root).contains(c) {
        true => Some(places.into_iter().find(lacks)?),
        false => None,
    };
    let refusing = within.map(|(_, refusing)| refusing);
    Some(match class {
        true => Key { kind: CauseKind::Characters, accepting: within.map(|(accepting, _)| accepting), refusing },
        false => Key { kind: CauseKind::Alternative, accepting: Some(on.labelled.production(read)), refusing },
    })
}

/// The cause, if it is not a character.
fn required(
    on: Side<'_>,
    off: Side<'_>,
    c: Option<char>,
    here: &Situation<'_>,
    corresponds: impl Fn(usize, usize) -> bool,
) -> Key {
    let around = here.read.filter(|_| c.is_some()).map_or(&[][..], |read| &read.around);
    let inside = |required: &usize| around.iter().any(|place| corresponds(place.production, *required));
    let begun = |owed: &Reader| -> Vec<usize> {
        let begun = off.labelled.begins(owed, here.waits);
        begun.into_iter().take_while(|required| !inside(required)).collect()
    };
    let empty = |required: &usize| {
        (0..on.labelled.names.len()).any(|own| on.labelled.may_be_empty(own) && corresponds(own, *required))
    };
    if let Some(required) = here.owed.and_then(|owed| begun(owed).into_iter().find(empty)) {
        return Key { kind: CauseKind::Empty, accepting: None, refusing: Some(required) };
    }
    if off.labelled.goes_on(off.at, c)
        && let Some(excepting) = off.labelled.excepting(off.at, here.both.1, here.owed)
    {
        return Key { kind: CauseKind::Exception, accepting: None, refusing: Some(excepting) };
    }
    if let Some(own) = here.alternative {
        return Key { kind: CauseKind::Alternative, accepting: Some(own), refusing: None };
    }
    let Some(owed) = here.owed else {
        // It could end there, or begin a further part of a production that both are reading.
        let own = here.read.filter(|_| c.is_some());
        let parts: Vec<Reader> = here.waits.iter().filter(|wait| wait.is_in(here.both.1)).cloned().collect();
        let begins = |wait: &Reader| begun(wait).last().is_some_and(|&part| part != here.both.1);
        let next = off.labelled.owed(&parts).filter(|_| here.both.1 != off.labelled.root && parts.iter().all(begins));
        return match next.and_then(|next| begun(next).last().copied()) {
            Some(part) if own.is_some_and(|read| read.set.len() > 1) => {
                Key { kind: CauseKind::Required, accepting: None, refusing: Some(part) }
            }
            _ => Key { kind: CauseKind::Order, accepting: own.map(|read| on.labelled.text(read)), refusing: None },
        };
    };
    let required = begun(owed).last().copied().unwrap_or_else(|| off.labelled.production(owed));
    Key { kind: CauseKind::Required, accepting: None, refusing: Some(required) }
}

/// The innermost corresponding productions that are being read on both sides.
fn place(
    on: &HashMap<usize, usize>,
    off: &HashMap<usize, usize>,
    corresponds: impl Fn(usize, usize) -> bool,
) -> Option<(usize, usize)> {
    let corresponds = &corresponds;
    let pairs = on.iter().flat_map(|(&one, depth)| {
        let same = off.iter().filter(move |(other, _)| corresponds(one, **other));
        same.map(move |(&other, deep)| (depth + deep, Reverse((one, other))))
    });
    pairs.max().map(|(_, Reverse(pair))| pair)
}
