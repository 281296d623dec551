//! Inputs that are too long to be held, made shorter: what the grammars say of them is what they say of the whole.
//!
//! The automata of all grammars are walked at once, with what else a refusal depends on. Where an input comes back to a state in
//! which it was before, what it read since makes no difference, and is dropped. A grammar that has ceased to accept an input
//! does not begin again, so no byte at which one ceases is ever dropped.

use std::collections::HashMap;
use std::sync::Arc;

use super::machine::{Classifier, GRAMMARS};
use super::table;
use crate::error::NotUtf8;
use crate::forgive::in_scheme;
use crate::grammar::Grammar;
use crate::language::diagnose::walker;
use crate::language::furthest::All;
use crate::site::SiteReader;
use crate::utf8::Utf8;
use regular_bnf::automaton::lazy::{DEAD, LazyDfa, State};

/// How many bytes are kept after one at which a grammar ceases: the rest of its character, and the one after it.
const AFTER: u8 = 4;
/// How many bytes are kept at the beginning: names of schemes are shorter, so that they are there whole.
const FIRST: u8 = 64;
/// How many states are learned at most; then they are learned again.
const MOST_STATES: usize = 1 << 12;
/// How many bytes of an input are kept at most. None has been met that needs as many.
const MOST_KEPT: usize = 1 << 16;
/// A state that has not been learned.
const UNKNOWN: u32 = u32::MAX;
/// What is to be forgiven before a URL.
const PREFIX: &[u8] = b"url:";

/// A shorter input of which all grammars say what they say of a longer one, but for the offsets, and with and without what is to be
/// [forgiven](crate::forgive). The longer one comes in pieces, and takes up little memory, however long it is.
///
/// The name of a scheme of more than 64 bytes may be shorter, too.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::classifier::Digest;
///
/// let mut digest = Digest::new();
/// digest.feed(b"http://host/");
/// for _ in 0..1_000_000 {
///     digest.feed(b"a/path/");
/// }
/// digest.feed(b"~me");
/// let short = str::from_utf8(digest.short()).unwrap();
/// assert!(short.len() < 100);
/// let error = Grammar::Rfc1738.parse(short).unwrap_err();
/// assert_eq!((error.found(), digest.offset(error.offset())), (Some('~'), 7_000_012));
/// assert_eq!(digest.len(), 7_000_015);
/// ```
#[derive(Clone)]
pub struct Digest {
    learned: Arc<Learned>,
    /// The present state, by its number among those that were learned.
    at: u32,
    /// What is kept, and the offset of each byte in the input.
    short: Vec<u8>,
    offsets: Vec<usize>,
    /// The states after each byte, and for each state how many bytes are kept before it came last, from 1; 0 where none leads back
    /// to it.
    states: Vec<u32>,
    places: Vec<usize>,
    /// How many bytes stay whatever comes, and how many more are to stay.
    floor: usize,
    more: u8,
    length: usize,
    /// Where the last character begins, and its first byte.
    character: (usize, u8),
    /// Where the input ceased to be UTF-8.
    invalid: Option<NotUtf8>,
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

impl Digest {
    /// Before the first byte.
    pub fn new() -> Self {
        let learned = Learned::new(Whole::start());
        Self {
            learned: Arc::new(learned),
            at: 0,
            short: Vec::new(),
            offsets: Vec::new(),
            states: Vec::new(),
            places: vec![0],
            floor: 0,
            more: FIRST,
            length: 0,
            character: (0, 0),
            invalid: None,
        }
    }

    /// Goes on with the next piece of the input.
    pub fn feed(&mut self, piece: &[u8]) {
        for &byte in piece {
            self.byte(byte);
        }
    }

    #[inline]
    fn byte(&mut self, byte: u8) {
        let mut to = self.learned.next[self.at as usize][usize::from(byte)];
        if to == UNKNOWN {
            to = self.learn(byte);
        }
        let (before, after) = (&self.learned.states[self.at as usize], &self.learned.states[to as usize]);
        if self.invalid.is_none() {
            if before.utf8 == Utf8::Between {
                self.character = (self.length, byte);
            }
            if after.utf8 == Utf8::Invalid {
                let (offset, byte) = self.character;
                self.invalid = Some(NotUtf8 { byte, offset });
            }
        }
        if after.alive != before.alive {
            self.more = self.more.max(AFTER + 1);
        }
        let back = self.places[to as usize];
        if self.more == 0 && back > 0 && back >= self.floor {
            for state in self.states.drain(back..) {
                self.places[state as usize] = 0;
            }
            self.short.truncate(back);
            self.offsets.truncate(back);
        } else if self.short.len() < MOST_KEPT {
            self.short.push(byte);
            self.offsets.push(self.length);
            self.states.push(to);
            self.places[to as usize] = self.short.len();
            if self.more > 0 {
                self.more -= 1;
                self.floor = self.short.len();
            }
        }
        self.at = to;
        self.length += 1;
    }

    /// Learns the state after a byte.
    #[cold]
    fn learn(&mut self, byte: u8) -> u32 {
        if self.learned.states.len() >= MOST_STATES {
            let here = self.learned.states[self.at as usize].clone();
            self.learned = Arc::new(Learned::new(here));
            self.places = vec![0];
            self.states.fill(0);
            self.floor = self.short.len();
            self.at = 0;
        }
        let learned = Arc::make_mut(&mut self.learned);
        let here = &learned.states[self.at as usize];
        let position = self.length;
        let after = here.after(byte, position);
        let to = learned.number(after);
        // Before a prefix can be told, the place matters.
        if position >= PREFIX.len() {
            learned.next[self.at as usize][usize::from(byte)] = to;
        }
        self.places.resize(learned.states.len(), 0);
        to
    }

    /// The shorter input.
    pub fn short(&self) -> &[u8] {
        &self.short
    }

    /// Where a byte of the shorter input stands in the whole; the end of the whole for the end.
    pub fn offset(&self, short: usize) -> usize {
        self.offsets.get(short).copied().unwrap_or(self.length)
    }

    /// How long the whole is, in bytes.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether the whole is empty.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Where the whole ceases to be UTF-8, if it does.
    pub fn not_utf8(&self) -> Option<NotUtf8> {
        let cut = self.learned.states[self.at as usize].utf8 != Utf8::Between;
        let (offset, byte) = self.character;
        self.invalid.or(cut.then_some(NotUtf8 { byte, offset }))
    }
}

/// States and the steps between them, as far as they are known.
#[derive(Clone)]
struct Learned {
    states: Vec<Whole>,
    next: Vec<[u32; 1 << u8::BITS]>,
    known: HashMap<Whole, u32>,
}

impl Learned {
    fn new(first: Whole) -> Self {
        let mut learned = Self { states: Vec::new(), next: Vec::new(), known: HashMap::new() };
        learned.number(first);
        learned
    }

    /// The number of a state.
    fn number(&mut self, state: Whole) -> u32 {
        if let Some(&known) = self.known.get(&state) {
            return known;
        }
        let new = self.states.len() as u32;
        self.states.push(state.clone());
        self.next.push([UNKNOWN; 1 << u8::BITS]);
        self.known.insert(state, new);
        new
    }
}

/// All that what is said of an input depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Whole {
    /// The input, and the same without a prefix; in capital letters and without.
    plain: Reading,
    lower: Reading,
    /// None where there is no prefix.
    behind: Option<Reading>,
    /// How much of a prefix has been read, ...
    prefix: u8,
    /// ... and whether nothing but spaces was read after it.
    spaces: bool,
    utf8: Utf8,
    /// How many productions can still accept the input, of all readings: it only falls.
    alive: usize,
}

impl Whole {
    fn start() -> Self {
        let reading = Reading::start();
        let alive = 2 * reading.alive();
        Self {
            plain: reading.clone(),
            lower: reading,
            behind: None,
            prefix: 0,
            spaces: false,
            utf8: Utf8::Between,
            alive,
        }
    }

    /// The state after a byte, of this offset.
    fn after(&self, byte: u8, offset: usize) -> Self {
        let lower = |reading: &Reading| {
            let capital = reading.scheme != Scheme::Over && byte.is_ascii_uppercase();
            let after = reading.after(if capital { byte.to_ascii_lowercase() } else { byte });
            Reading { capital: after.capital || capital, ..after }
        };
        let mut after = Self {
            plain: self.plain.after(byte),
            lower: lower(&self.lower),
            behind: self.behind.clone(),
            prefix: self.prefix,
            utf8: self.utf8.after(byte),
            ..*self
        };
        if self.behind.is_some() && !(self.spaces && byte == b' ') {
            after.spaces = false;
            after.behind = self.behind.as_ref().map(lower);
        }
        let fits = PREFIX.get(offset).is_some_and(|own| own.eq_ignore_ascii_case(&byte));
        if usize::from(self.prefix) == offset && fits {
            after.prefix += 1;
            if usize::from(after.prefix) == PREFIX.len() {
                (after.behind, after.spaces) = (Some(Reading::start()), true);
            }
        }
        after.alive = [&after.plain, &after.lower].into_iter().chain(&after.behind).map(Reading::alive).sum();
        after
    }
}

/// What has been read of one text.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading {
    /// The state of the classifier, and of all candidates for the production that was being read.
    classifier: u32,
    all: State,
    /// The states of the general syntaxes, where grammars have one.
    general: [State; GRAMMARS],
    scheme: Scheme,
    /// Whether the scheme had capital letters.
    capital: bool,
    colon: bool,
    site: SiteReader,
    /// Whether the last byte is a percent sign, and whether the last two are one and a hexadecimal digit.
    percent: [bool; 2],
}

/// The automaton of the general syntax of each grammar that has one.
fn general() -> impl Iterator<Item = (usize, &'static LazyDfa)> {
    Grammar::ALL.into_iter().filter_map(|grammar| Some((grammar as usize, walker(grammar, grammar.facts().general?)?)))
}

impl Reading {
    fn start() -> Self {
        let mut states = [DEAD; GRAMMARS];
        general().for_each(|(at, walker)| states[at] = walker.start());
        Self {
            classifier: Classifier::get().table.start(),
            all: All::get().start(),
            general: states,
            scheme: Scheme::Before,
            capital: false,
            colon: false,
            site: SiteReader::START,
            percent: [false; 2],
        }
    }

    fn after(&self, byte: u8) -> Self {
        let mut states = self.general;
        for (at, walker) in general().filter(|(at, _)| self.general[*at] != DEAD) {
            states[at] = walker.step(states[at], byte).unwrap_or(DEAD);
        }
        let scheme = match self.scheme {
            Scheme::Before | Scheme::Begun if in_scheme(byte) => Scheme::Begun,
            _ => Scheme::Over,
        };
        let ends = scheme == Scheme::Over && self.scheme != Scheme::Over;
        Self {
            classifier: Classifier::get().table.step(self.classifier, byte),
            all: if self.all == DEAD { DEAD } else { All::get().after(self.all, byte) },
            general: states,
            // Only a colon ends one.
            capital: self.capital && !(ends && byte != b':') || scheme == Scheme::Begun && byte.is_ascii_uppercase(),
            scheme,
            colon: self.colon || byte == b':',
            site: self.site.after(byte),
            percent: [byte == b'%', self.percent[0] && byte.is_ascii_hexdigit()],
        }
    }

    /// How many productions and grammars can still accept the text: it only falls.
    fn alive(&self) -> usize {
        let table = &Classifier::get().table;
        let grammars = if self.classifier == table::DEAD { 0 } else { table.mark(self.classifier).count_ones() };
        All::get().alive(self.all) + grammars as usize
    }
}

/// How far a scheme has been read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Scheme {
    Before,
    Begun,
    Over,
}
