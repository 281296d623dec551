//! Shortens inputs that are too long to be held in memory, without a change to any grammar's
//! verdict or refusal.
//!
//! It walks the automata of all grammars at once, together with everything else that a refusal
//! depends on. If an input returns to an earlier state, the text since then makes no difference,
//! and is dropped. A grammar that has stopped accepting an input stays stopped, so no byte at which
//! a grammar stops is ever dropped.

use std::collections::HashMap;
use std::sync::Arc;

use regular_bnf::automaton::lazy::{DEAD, START, State};

use super::machine::{Classifier, GRAMMARS, STARTS, States};
use crate::authority::AuthorityReader;
use crate::error::NotUtf8;
use crate::forgive::{PREFIX, in_scheme};
use crate::grammar::Grammar;
use crate::language::automata::{Walker, walker};
use crate::language::deepest::{All, GROUPS};
use crate::utf8::Utf8;

/// The number of bytes that are kept after a byte at which a grammar stops: the rest of its
/// character, and the next byte.
const AFTER: u8 = 4;
/// The number of bytes that are kept at the beginning, so that the names of schemes are complete.
const FIRST: u8 = 64;
/// The maximum number of cached states; then the cache is cleared.
const MOST_STATES: usize = 1 << 12;
/// The maximum number of bytes of an input that are kept. No known input needs as many.
const MOST_KEPT: usize = 1 << 16;
/// A state that is not cached.
const UNKNOWN: u32 = u32::MAX;

/// Replaces a long input with a shorter one that has the same verdicts and refusals, except for the
/// offsets, with and without [forgiveness](crate::forgive). The long input arrives in pieces, and
/// needs little memory, whatever its length.
///
/// The name of a scheme of more than 64 bytes may also be shortened.
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
    /// The number of the current state in the cache.
    at: u32,
    /// The kept bytes, and the offset of each in the input.
    short: Vec<u8>,
    offsets: Vec<usize>,
    /// The states after each byte; and for each state the number of bytes that were kept at its
    /// last occurrence, from 1, or 0 if the state cannot be returned to.
    states: Vec<u32>,
    places: Vec<usize>,
    /// The number of bytes that are never dropped, and the number of further bytes to keep.
    floor: usize,
    more: u8,
    length: usize,
    /// The offset of the last character, and its first byte.
    character: (usize, u8),
    /// The first byte that is not UTF-8, if there is one.
    invalid: Option<NotUtf8>,
}

regular_bnf::debug_fields!(Digest { length });

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

impl Digest {
    /// A digest of the empty input.
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

    /// Reads the next piece of the input.
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
        // A character is kept or dropped as a whole, so that its offset is that of its first byte.
        let whole = !matches!(after.utf8, Utf8::Within { .. });
        if whole && self.more == 0 && back > 0 && back >= self.floor {
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

    /// Caches the state after a byte.
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
        // While a prefix may still begin, the next state depends on the offset, and is not cached.
        if position >= PREFIX.len() {
            learned.next[self.at as usize][usize::from(byte)] = to;
        }
        self.places.resize(learned.states.len(), 0);
        to
    }

    /// The shortened input.
    pub fn short(&self) -> &[u8] {
        &self.short
    }

    /// The offset in the input of a byte of the shortened input; the length of the input for the
    /// end.
    pub fn offset(&self, short: usize) -> usize {
        self.offsets.get(short).copied().unwrap_or(self.length)
    }

    /// The length of the input, in bytes.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether the input is empty.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The first byte of the input that is not UTF-8, if there is one.
    pub fn not_utf8(&self) -> Option<NotUtf8> {
        let cut = self.learned.states[self.at as usize].utf8 != Utf8::Between;
        let (offset, byte) = self.character;
        self.invalid.or(cut.then_some(NotUtf8 { byte, offset }))
    }
}

/// The cached states and the steps between them.
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

    /// The number of a state, which is added if it is new.
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

/// All facts on which the verdicts and refusals of an input depend.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Whole {
    /// The input, as written and in small letters.
    plain: Way,
    lower: Way,
    /// The input after a prefix; `None` if it has no prefix.
    behind: Option<Way>,
    /// The length of the prefix that has been read, ...
    prefix: u8,
    /// ... and whether only spaces have been read after it.
    spaces: bool,
    utf8: Utf8,
    /// The number of productions that can still accept the input, over all readings. It never
    /// increases.
    alive: usize,
}

impl Whole {
    fn start() -> Self {
        let reading = Way::start();
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

    /// The state after a byte at this offset.
    fn after(&self, byte: u8, offset: usize) -> Self {
        let (utf8, character) = self.utf8.after(byte);
        let step = match (utf8, character) {
            (_, Some(c)) => Step::Character(c),
            (Utf8::Invalid, _) => Step::Invalid,
            _ => Step::Within,
        };
        let lower = |reading: &Way| {
            let capital = reading.scheme != Scheme::Over && byte.is_ascii_uppercase();
            let after = if capital {
                reading.after(byte.to_ascii_lowercase(), Step::Character(byte.to_ascii_lowercase().into()))
            } else {
                reading.after(byte, step)
            };
            Way { capital: after.capital || capital, ..after }
        };
        let mut after = Self {
            plain: self.plain.after(byte, step),
            lower: lower(&self.lower),
            behind: self.behind.clone(),
            prefix: self.prefix,
            utf8,
            ..*self
        };
        if self.behind.is_some() && !(self.spaces && byte == b' ') {
            after.spaces = false;
            after.behind = self.behind.as_ref().map(lower);
        }
        let fits = PREFIX.as_bytes().get(offset).is_some_and(|own| own.eq_ignore_ascii_case(&byte));
        if usize::from(self.prefix) == offset && fits {
            after.prefix += 1;
            if usize::from(after.prefix) == PREFIX.len() {
                (after.behind, after.spaces) = (Some(Way::start()), true);
            }
        }
        after.alive = [&after.plain, &after.lower].into_iter().chain(&after.behind).map(Way::alive).sum();
        after
    }
}

/// The facts about one form of the text.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Way {
    /// The states of the classifier, and the combined states of all candidates for the production
    /// that was being read.
    classifier: States,
    all: [State; GROUPS],
    /// The states of the general syntaxes, for grammars that have one.
    general: [State; GRAMMARS],
    scheme: Scheme,
    /// Whether the scheme had capital letters.
    capital: bool,
    colon: bool,
    authority: AuthorityReader,
    /// Whether the last byte is a percent sign, and whether the last two are one and a hexadecimal
    /// digit.
    percent: [bool; 2],
}

/// The automaton of the general syntax of each grammar that has one.
fn general() -> impl Iterator<Item = (usize, Walker)> {
    Grammar::ALL
        .into_iter()
        .filter_map(|grammar| Some((grammar as usize, walker(grammar, grammar.facts().general_syntax?)?)))
}

impl Way {
    fn start() -> Self {
        let mut states = [DEAD; GRAMMARS];
        general().for_each(|(at, _)| states[at] = START);
        Self {
            classifier: STARTS,
            all: All::START,
            general: states,
            scheme: Scheme::Before,
            capital: false,
            colon: false,
            authority: AuthorityReader::START,
            percent: [false; 2],
        }
    }

    fn after(&self, byte: u8, step: Step) -> Self {
        let (mut states, mut all) = (self.general, self.all);
        match step {
            Step::Within => {}
            Step::Invalid => (states, all) = ([DEAD; GRAMMARS], [DEAD; GROUPS]),
            Step::Character(c) => {
                for (at, walker) in general().filter(|(at, _)| self.general[*at] != DEAD) {
                    states[at] = walker.step(states[at], c).unwrap_or(DEAD);
                }
                all = All::get().after(all, c);
            }
        }
        let scheme = match self.scheme {
            Scheme::Before | Scheme::Begun if in_scheme(byte) => Scheme::Begun,
            _ => Scheme::Over,
        };
        let ends = scheme == Scheme::Over && self.scheme != Scheme::Over;
        Self {
            classifier: Classifier::get().next(self.classifier, byte),
            all,
            general: states,
            // Only a colon ends a scheme.
            capital: self.capital && !(ends && byte != b':') || scheme == Scheme::Begun && byte.is_ascii_uppercase(),
            scheme,
            colon: self.colon || byte == b':',
            authority: self.authority.after(byte),
            percent: [byte == b'%', self.percent[0] && byte.is_ascii_hexdigit()],
        }
    }

    /// The number of productions and grammars that can still accept the text. It never increases.
    fn alive(&self) -> usize {
        let grammars = Classifier::get().open_set(self.classifier).count_ones();
        All::get().alive(self.all) + grammars as usize
    }
}

/// The effect of a byte on automata of characters.
#[derive(Clone, Copy)]
enum Step {
    /// It completes a character.
    Character(char),
    /// It is inside a character.
    Within,
    /// The input is not UTF-8.
    Invalid,
}

/// The progress in reading a scheme.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Scheme {
    Before,
    Begun,
    Over,
}
