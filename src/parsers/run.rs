//! What the parsers are made of: steps over bytes, each of which tells where it stopped, or that it failed.

use crate::rule::Rule;
use crate::tree::{Span, Tree};

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

/// An alternative, which ends its choice where it does not fail. One that adds spans takes them back where it fails.
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

/// No place in any input: a step failed.
pub(super) const FAIL: usize = usize::MAX;

/// A rule that stands for a production.
pub(crate) struct Entry {
    pub rule: Rule,
    pub(super) run: Run,
}

/// How a rule is run.
pub(super) enum Run {
    /// It adds its own spans.
    Spans(fn(&[u8], usize, &mut Spans) -> usize),
    /// A class of characters, which has no spans.
    Class(fn(&[u8], usize) -> usize),
}

impl Entry {
    /// The spans of a rule that takes all of a text.
    pub(crate) fn parse<'i>(&self, input: &'i str) -> Option<Tree<'i>> {
        self.attempt(input).ok()
    }

    /// The spans of a rule that takes all of a text; else how far it came, or where the furthest rule began that failed.
    pub(crate) fn attempt<'i>(&self, input: &'i str) -> Result<Tree<'i>, usize> {
        let s = input.as_bytes();
        // Room for what most inputs need, so that they need it once.
        let mut out = Spans { all: Vec::with_capacity(24 + input.len() / 8), furthest: 0 };
        let end = match self.run {
            Run::Spans(run) => run(s, 0, &mut out),
            Run::Class(run) => out.leaf(self.rule, 0, run(s, 0)),
        };
        match end {
            FAIL => Err(out.furthest),
            _ if end < s.len() => Err(end.max(out.furthest)),
            _ => Ok(Tree::of(input, out.all)),
        }
    }
}

/// The spans found so far, in the order in which they begin.
pub(super) struct Spans {
    all: Vec<Span>,
    /// Where the furthest rule began that failed.
    furthest: usize,
}

impl Spans {
    pub(super) fn open(&mut self, rule: Rule, start: usize) -> usize {
        self.all.push(Span { rule, start, end: start, size: 1 });
        self.all.len() - 1
    }

    /// Ends the span that was opened at a mark, or takes it back with all behind it.
    pub(super) fn close(&mut self, mark: usize, end: usize) -> usize {
        let count = self.all.len();
        if let Some(span) = self.all.get_mut(mark) {
            if end == FAIL {
                self.furthest = self.furthest.max(span.start);
                self.all.truncate(mark);
            } else {
                (span.end, span.size) = (end, count - mark);
            }
        }
        end
    }

    pub(super) fn leaf(&mut self, rule: Rule, start: usize, end: usize) -> usize {
        if end == FAIL {
            self.furthest = self.furthest.max(start);
        } else {
            self.all.push(Span { rule, start, end, size: 1 });
        }
        end
    }

    pub(super) fn mark(&self) -> usize {
        self.all.len()
    }

    pub(super) fn undo(&mut self, mark: usize) {
        self.all.truncate(mark);
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
    // The bytes behind the first of a character are 0b10xx_xxxx.
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
