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
use crate::base::authority::AuthorityReader;
use crate::base::scheme::{PREFIX, in_scheme};
use crate::base::utf8::Utf8;
use crate::grammar::Grammar;
use crate::refusal::automata::{Walker, walker};
use crate::refusal::deepest::{CandidateAutomata, GROUPS};
use crate::refusal::error::NotUtf8;

/// The number of bytes that are kept after a byte at which a grammar stops: the other bytes of its
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
    learned: Arc<StepCache>,
    /// The number of the current state in the cache.
    state: u32,
    /// The kept bytes, and the offset of each in the input.
    short: Vec<u8>,
    offsets: Vec<usize>,
    /// The state after each kept byte.
    states: Vec<u32>,
    /// For each state the number of bytes that were kept at its last occurrence, or 0 if the state
    /// cannot be returned to.
    lengths: Vec<usize>,
    /// The number of bytes at the beginning of `short` that are never dropped.
    fixed: usize,
    /// The number of bytes that come next and must be kept.
    pending: u8,
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
        let learned = StepCache::new(DigestState::start());
        Self {
            learned: Arc::new(learned),
            state: 0,
            short: Vec::new(),
            offsets: Vec::new(),
            states: Vec::new(),
            lengths: vec![0],
            fixed: 0,
            pending: FIRST,
            length: 0,
            character: (0, 0),
            invalid: None,
        }
    }

    /// Reads the next piece of the input.
    pub fn feed(&mut self, piece: &[u8]) {
        for &byte in piece {
            self.feed_byte(byte);
        }
    }

    #[inline]
    fn feed_byte(&mut self, byte: u8) {
        let mut next = self.learned.next[self.state as usize][usize::from(byte)];
        if next == UNKNOWN {
            next = self.learn(byte);
        }
        let (before, after) = (&self.learned.states[self.state as usize], &self.learned.states[next as usize]);
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
            self.pending = self.pending.max(AFTER + 1);
        }
        let earlier_length = self.lengths[next as usize];
        // A character is kept or dropped as a whole, so that its offset is that of its first byte.
        let is_complete = !matches!(after.utf8, Utf8::Within { .. });
        if is_complete && self.pending == 0 && earlier_length > 0 && earlier_length >= self.fixed {
            for state in self.states.drain(earlier_length..) {
                self.lengths[state as usize] = 0;
            }
            self.short.truncate(earlier_length);
            self.offsets.truncate(earlier_length);
        } else if self.short.len() < MOST_KEPT {
            self.short.push(byte);
            self.offsets.push(self.length);
            self.states.push(next);
            self.lengths[next as usize] = self.short.len();
            if self.pending > 0 {
                self.pending -= 1;
                self.fixed = self.short.len();
            }
        }
        self.state = next;
        self.length += 1;
    }

    /// Caches the state after a byte.
    #[cold]
    fn learn(&mut self, byte: u8) -> u32 {
        if self.learned.states.len() >= MOST_STATES {
            let current = self.learned.states[self.state as usize].clone();
            self.learned = Arc::new(StepCache::new(current));
            self.lengths = vec![0];
            self.states.fill(0);
            self.fixed = self.short.len();
            self.state = 0;
        }
        let learned = Arc::make_mut(&mut self.learned);
        let current = &learned.states[self.state as usize];
        let offset = self.length;
        let after = current.after(byte, offset);
        let next = learned.number(after);
        // While a prefix may still begin, the next state depends on the offset, and is not cached.
        if offset >= PREFIX.len() {
            learned.next[self.state as usize][usize::from(byte)] = next;
        }
        self.lengths.resize(learned.states.len(), 0);
        next
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
        let is_incomplete = self.learned.states[self.state as usize].utf8 != Utf8::Between;
        let (offset, byte) = self.character;
        self.invalid.or(is_incomplete.then_some(NotUtf8 { byte, offset }))
    }
}

/// The cached states and the steps between them.
#[derive(Clone)]
struct StepCache {
    states: Vec<DigestState>,
    next: Vec<[u32; 1 << u8::BITS]>,
    numbers: HashMap<DigestState, u32>,
}

impl StepCache {
    fn new(first: DigestState) -> Self {
        let mut learned = Self { states: Vec::new(), next: Vec::new(), numbers: HashMap::new() };
        learned.number(first);
        learned
    }

    /// The number of a state, which is added if it is new.
    fn number(&mut self, state: DigestState) -> u32 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let new = self.states.len() as u32;
        self.states.push(state.clone());
        self.next.push([UNKNOWN; 1 << u8::BITS]);
        self.numbers.insert(state, new);
        new
    }
}

/// All facts on which the verdicts and refusals of an input depend.
#[derive(Clone, PartialEq, Eq, Hash)]
struct DigestState {
    /// The input, as written and in small letters.
    plain: FormState,
    lower: FormState,
    /// The input after a prefix; `None` if it has no prefix.
    after_prefix: Option<FormState>,
    /// The length of the prefix that has been read.
    prefix: u8,
    /// Whether only spaces have been read after the prefix.
    spaces: bool,
    utf8: Utf8,
    /// The number of productions that can still accept the input, over all readings. It never
    /// increases.
    alive: usize,
}

impl DigestState {
    fn start() -> Self {
        let reading = FormState::start();
        let alive = 2 * reading.alive();
        Self {
            plain: reading.clone(),
            lower: reading,
            after_prefix: None,
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
            (_, Some(c)) => ByteStep::Character(c),
            (Utf8::Invalid, _) => ByteStep::Invalid,
            _ => ByteStep::Within,
        };
        let mut after = Self {
            plain: self.plain.after(byte, step),
            lower: self.lower.after_lowered(byte, step),
            after_prefix: self.after_prefix.clone(),
            prefix: self.prefix,
            utf8,
            ..*self
        };
        if let Some(after_prefix) = &self.after_prefix
            && !(self.spaces && byte == b' ')
        {
            after.spaces = false;
            after.after_prefix = Some(after_prefix.after_lowered(byte, step));
        }
        let fits = PREFIX.as_bytes().get(offset).is_some_and(|expected| expected.eq_ignore_ascii_case(&byte));
        if usize::from(self.prefix) == offset && fits {
            after.prefix += 1;
            if usize::from(after.prefix) == PREFIX.len() {
                (after.after_prefix, after.spaces) = (Some(FormState::start()), true);
            }
        }
        after.alive = [&after.plain, &after.lower].into_iter().chain(&after.after_prefix).map(FormState::alive).sum();
        after
    }
}

/// The facts about one form of the text.
#[derive(Clone, PartialEq, Eq, Hash)]
struct FormState {
    /// The states of the classifier.
    classifier: States,
    /// The combined states of all candidates for the production that was being read.
    candidates: [State; GROUPS],
    /// The states of the general syntaxes, for grammars that have one.
    general: [State; GRAMMARS],
    scheme: SchemePosition,
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
    Grammar::all().filter_map(|grammar| Some((grammar as usize, walker(grammar, grammar.facts().general_syntax?)?)))
}

impl FormState {
    fn start() -> Self {
        let mut states = [DEAD; GRAMMARS];
        general().for_each(|(grammar, _)| states[grammar] = START);
        Self {
            classifier: STARTS,
            candidates: CandidateAutomata::START,
            general: states,
            scheme: SchemePosition::Before,
            capital: false,
            colon: false,
            authority: AuthorityReader::START,
            percent: [false; 2],
        }
    }

    /// The facts after a byte; a capital letter of the scheme is read as a small letter.
    fn after_lowered(&self, byte: u8, step: ByteStep) -> Self {
        if self.scheme == SchemePosition::Over || !byte.is_ascii_uppercase() {
            return self.after(byte, step);
        }
        let lower = byte.to_ascii_lowercase();
        Self { capital: true, ..self.after(lower, ByteStep::Character(lower.into())) }
    }

    fn after(&self, byte: u8, step: ByteStep) -> Self {
        let (mut general_states, mut candidates) = (self.general, self.candidates);
        match step {
            ByteStep::Within => {}
            ByteStep::Invalid => (general_states, candidates) = ([DEAD; GRAMMARS], [DEAD; GROUPS]),
            ByteStep::Character(c) => {
                for (grammar, walker) in general().filter(|(grammar, _)| self.general[*grammar] != DEAD) {
                    general_states[grammar] = walker.step(general_states[grammar], c).unwrap_or(DEAD);
                }
                candidates = CandidateAutomata::get().after(candidates, c);
            }
        }
        let scheme = match self.scheme {
            SchemePosition::Before | SchemePosition::Begun if in_scheme(byte) => SchemePosition::Begun,
            _ => SchemePosition::Over,
        };
        let ends = scheme == SchemePosition::Over && self.scheme != SchemePosition::Over;
        Self {
            classifier: Classifier::get().next(self.classifier, byte),
            candidates,
            general: general_states,
            // Only a colon ends a scheme.
            capital: self.capital && !(ends && byte != b':')
                || scheme == SchemePosition::Begun && byte.is_ascii_uppercase(),
            scheme,
            colon: self.colon || byte == b':',
            authority: self.authority.after(byte),
            percent: [byte == b'%', self.percent[0] && byte.is_ascii_hexdigit()],
        }
    }

    /// The number of productions and grammars that can still accept the text. It never increases.
    fn alive(&self) -> usize {
        let grammars = Classifier::get().open_set(self.classifier).count_ones();
        CandidateAutomata::get().alive(self.candidates) + grammars as usize
    }
}

/// The effect of a byte on automata of characters.
#[derive(Clone, Copy)]
enum ByteStep {
    /// It completes a character.
    Character(char),
    /// It is inside a character.
    Within,
    /// The input is not UTF-8.
    Invalid,
}

/// The position relative to the scheme.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SchemePosition {
    Before,
    Begun,
    Over,
}
