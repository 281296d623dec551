//! The steps of the parsers. Each reads bytes, and tells where it stopped or that it failed.

use crate::rule::Rule;
use crate::tree::{Node, Span, Tree};

/// A step of a sequence, which fails with it.
macro_rules! step {
    ($sequence:lifetime, $step:expr) => {{
        let next = $step;
        if next == FAIL {
            break $sequence FAIL;
        }
        next
    }};
}

/// An alternative of a choice. Where it succeeds the choice ends; where it fails the spans that it added are removed.
macro_rules! attempt {
    ($choice:lifetime, $out:ident, $alternative:expr) => {
        let mark = $out.mark();
        attempt!($choice, $alternative);
        $out.undo(mark);
    };
    ($choice:lifetime, $alternative:expr) => {
        let next = $alternative;
        if next != FAIL {
            break $choice next;
        }
    };
}

/// What a loop repeats: where it stops, or the end of the loop.
macro_rules! again {
    ($out:ident, $at:ident, $step:expr) => {{
        let mark = $out.mark();
        let next = $step;
        if next == FAIL {
            $out.undo(mark);
            break $at;
        }
        next
    }};
    ($at:ident, $step:expr) => {{
        let next = $step;
        if next == FAIL {
            break $at;
        }
        next
    }};
}

pub(super) use {again, attempt, step};

/// A step failed: no offset in any input.
pub(super) const FAIL: usize = usize::MAX;

/// A rule that stands for a production.
pub(crate) struct Entry {
    pub rule: Rule,
    pub(super) run: Run,
}

/// How a rule is run.
pub(super) enum Run {
    /// It adds its own spans.
    Spans(fn(&[u8], usize, &mut Spans<'_>) -> usize),
    /// A class of characters, which has no spans.
    Class(fn(&[u8], usize) -> usize),
}

impl Entry {
    /// The tree of an input that the rule accepts. Else the offset up to which the rule matched, or at which the last
    /// rule began that failed.
    pub(crate) fn parse<'i>(&self, input: &'i str) -> Result<Tree<'i>, usize> {
        // What most inputs need, so that they ask for it once.
        let mut room = vec![Span::NONE; 24 + input.len() / 8];
        let mut run = self.run(input, &mut room, true);
        if run.most > room.len() {
            room.resize(run.most, Span::NONE);
            run = self.run(input, &mut room, true);
        }
        match run.end {
            FAIL => Err(run.furthest),
            end if end < input.len() => Err(end.max(run.furthest)),
            _ => {
                room.truncate(run.len);
                Ok(Tree::of(input, room))
            }
        }
    }

    /// Builds a value from the root of an input's tree, in which a list has no parts; `None` where the rule does not
    /// accept the input.
    pub(crate) fn outline<'i, T>(&self, input: &'i str, make: impl FnOnce(Node<'_, 'i>) -> T) -> Option<T> {
        /// Up to so many spans are kept on the stack.
        const FEW: usize = 20;
        let mut few = [Span::NONE; FEW];
        let run = self.run(input, &mut few, false);
        if run.end != input.len() {
            return None;
        }
        if run.most <= FEW {
            return Some(make(Node::root(input, &few[..run.len])));
        }
        let mut room = vec![Span::NONE; run.most];
        let run = self.run(input, &mut room, false);
        Some(make(Node::root(input, &room[..run.len])))
    }

    fn run(&self, input: &str, room: &mut [Span], lists: bool) -> Done {
        let mut out = Spans { room, len: 0, most: 0, lists, furthest: 0 };
        let end = match self.run {
            Run::Spans(run) => run(input.as_bytes(), 0, &mut out),
            Run::Class(run) => out.leaf(self.rule, 0, run(input.as_bytes(), 0)),
        };
        Done { end, len: out.len, most: out.most, furthest: out.furthest }
    }
}

/// What came of a parse: where it stopped, and what is in [`Spans`].
struct Done {
    end: usize,
    len: usize,
    most: usize,
    furthest: usize,
}

/// The spans found so far, in the order in which they begin.
///
/// Where there is no more room they are counted and not kept. The input is then parsed again with enough room.
pub(super) struct Spans<'r> {
    room: &'r mut [Span],
    len: usize,
    /// How many spans found no room.
    most: usize,
    /// Whether the parts of lists have spans.
    pub(super) lists: bool,
    /// Where the furthest rule began that failed.
    furthest: usize,
}

impl Spans<'_> {
    /// Reserves a place for a span, before the spans below it are added.
    #[inline(always)]
    pub(super) fn open(&mut self) -> usize {
        self.len += 1;
        self.len - 1
    }

    /// Writes a span into its place. Where its rule failed, removes the place and all spans after it.
    #[inline(never)]
    pub(super) fn close(&mut self, place: usize, rule: Rule, start: usize, end: usize) -> usize {
        if end == FAIL {
            self.len = place;
            self.furthest = self.furthest.max(start);
        } else if let Some(span) = self.room.get_mut(place) {
            *span = Span { rule, start, end, size: self.len - place };
        } else {
            self.most = self.most.max(place + 1);
        }
        end
    }

    /// A span with none below it.
    #[inline(never)]
    pub(super) fn leaf(&mut self, rule: Rule, start: usize, end: usize) -> usize {
        let place = self.open();
        self.close(place, rule, start, end)
    }

    pub(super) fn mark(&self) -> usize {
        self.len
    }

    pub(super) fn undo(&mut self, mark: usize) {
        self.len = mark;
    }
}

/// A flag for each byte. A character that is not US-ASCII is several bytes, which all have the same flag.
pub(super) type Set = [bool; 256];

pub(super) const fn set(ascii: u128, other: bool) -> Set {
    let mut flags = [other; 256];
    let mut at = 0;
    while at < 128 {
        flags[at] = ascii & 1 << at != 0;
        at += 1;
    }
    flags
}

/// Whether a byte of a set stands there.
#[inline(always)]
pub(super) fn holds(s: &[u8], at: usize, set: &Set) -> bool {
    s.get(at).is_some_and(|&byte| set[usize::from(byte)])
}

/// One byte of a set.
#[inline(always)]
pub(super) fn one(s: &[u8], at: usize, set: &Set) -> usize {
    if holds(s, at, set) { at + 1 } else { FAIL }
}

/// One character of a set that holds more than US-ASCII.
pub(super) fn character(s: &[u8], at: usize, set: &Set) -> usize {
    if !holds(s, at, set) {
        return FAIL;
    }
    // The bytes after the first of a character are 0b10xx_xxxx.
    let behind = s[at + 1..].iter().take_while(|&&byte| byte & 0xC0 == 0x80);
    at + 1 + if s[at] < 0x80 { 0 } else { behind.count() }
}

/// One byte.
#[inline(always)]
pub(super) fn byte(s: &[u8], at: usize, byte: u8) -> usize {
    if s.get(at) == Some(&byte) { at + 1 } else { FAIL }
}

/// Several bytes.
#[inline(always)]
pub(super) fn literal<const N: usize>(s: &[u8], at: usize, literal: &[u8; N]) -> usize {
    match s.get(at..).and_then(|rest| rest.first_chunk::<N>()) {
        Some(found) if found == literal => at + N,
        _ => FAIL,
    }
}

/// As many bytes of a set as there are.
#[inline(always)]
pub(super) fn many(s: &[u8], mut at: usize, set: &Set) -> usize {
    while holds(s, at, set) {
        at += 1;
    }
    at
}

/// A predicate: where it stands, if it holds.
#[inline(always)]
pub(super) fn only(at: usize, holds: bool) -> usize {
    if holds { at } else { FAIL }
}

/// The end of the input.
#[inline(always)]
pub(super) fn end(s: &[u8], at: usize) -> usize {
    if at == s.len() { at } else { FAIL }
}
