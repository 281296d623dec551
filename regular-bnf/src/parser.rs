//! The runtime of generated parsers: steps, each of which reads bytes and returns the offset where it stopped, or [`FAIL`]; and
//! the spans that they add.
//!
//! `R` is the type of the rules, an enum that is generated with the parsers.

/// A step of a sequence, which fails if the step fails.
#[doc(hidden)]
#[macro_export]
macro_rules! __step {
    ($sequence:lifetime, $step:expr) => {{
        let next = $step;
        if next == $crate::parser::FAIL {
            break $sequence $crate::parser::FAIL;
        }
        next
    }};
}

/// An alternative of a choice. If it matches, the choice ends; if it fails, the spans that it added are removed.
#[doc(hidden)]
#[macro_export]
macro_rules! __attempt {
    ($choice:lifetime, $out:ident, $alternative:expr) => {
        let mark = $out.mark();
        $crate::parser::attempt!($choice, $alternative);
        $out.undo(mark);
    };
    ($choice:lifetime, $alternative:expr) => {
        let next = $alternative;
        if next != $crate::parser::FAIL {
            break $choice next;
        }
    };
}

/// The body of a loop: returns the offset where it stopped, or ends the loop.
#[doc(hidden)]
#[macro_export]
macro_rules! __again {
    ($out:ident, $at:ident, $step:expr) => {{
        let mark = $out.mark();
        let next = $step;
        if next == $crate::parser::FAIL {
            $out.undo(mark);
            break $at;
        }
        next
    }};
    ($at:ident, $step:expr) => {{
        let next = $step;
        if next == $crate::parser::FAIL {
            break $at;
        }
        next
    }};
}

#[doc(hidden)]
pub use {crate::__again as again, crate::__attempt as attempt, crate::__step as step};

/// The result of a failed step; not an offset in any input.
pub const FAIL: usize = usize::MAX;

/// The rules of some parsers: a generated enum.
pub trait RuleType: Copy + Eq + 'static {
    /// The first rule, which fills memory that has no spans yet: its encoding is zeros, which is fastest.
    const FIRST: Self;
}

/// One span of a parse, in input order; `size` counts the span and all its descendants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span<R> {
    /// The rule that matched.
    pub rule: R,
    /// The offset of its beginning, in bytes.
    pub start: usize,
    /// The offset of its end, in bytes.
    pub end: usize,
    /// The number of spans, including all descendants.
    pub size: usize,
}

impl<R: RuleType> Span<R> {
    /// The placeholder for a span that is not known yet.
    pub const VACANT: Self = Self { rule: R::FIRST, start: 0, end: 0, size: 0 };
}

/// A rule for a production, and its matching function.
#[derive(Debug)]
pub struct Entry<R: 'static> {
    /// The rule.
    pub rule: R,
    /// The matching function.
    pub run: Run<R>,
}

/// The kinds of matching functions.
#[derive(Debug)]
pub enum Run<R: 'static> {
    /// A function that adds spans.
    Spans(fn(&[u8], usize, &mut Spans<'_, R>) -> usize),
    /// A class of characters, which has no spans.
    Class(fn(&[u8], usize) -> usize),
}

impl<R: RuleType> Entry<R> {
    /// The spans of an input that the rule matches, in order, outer spans first.
    ///
    /// # Errors
    ///
    /// If the rule does not match the whole input: the offset up to which it matched, or at which the last failed rule began.
    #[inline]
    pub fn parse(&self, input: &str) -> Result<Vec<Span<R>>, usize> {
        // Sufficient for most inputs, so that one allocation is enough.
        let mut room = vec![Span::VACANT; 24 + input.len() / 8];
        let mut run = self.run(input, &mut room, true);
        if run.most > room.len() {
            room.resize(run.most, Span::VACANT);
            run = self.run(input, &mut room, true);
        }
        match run.end {
            FAIL => Err(run.furthest),
            end if end < input.len() => Err(end.max(run.furthest)),
            _ => {
                room.truncate(run.len);
                Ok(room)
            }
        }
    }

    /// Builds a value from the spans of an input, in which lists have no parts; `None` if the rule does not match the input, or if
    /// nothing can be built from them. It allocates only if there are many spans.
    #[inline]
    pub fn outline<T>(&self, input: &str, make: impl FnOnce(&[Span<R>]) -> Option<T>) -> Option<T> {
        /// The maximum number of spans on the stack.
        const FEW: usize = 20;
        let mut few = [Span::VACANT; FEW];
        let run = self.run(input, &mut few, false);
        if run.end != input.len() {
            return None;
        }
        if run.most <= FEW {
            return make(&few[..run.len]);
        }
        let mut room = vec![Span::VACANT; run.most];
        let run = self.run(input, &mut room, false);
        make(&room[..run.len])
    }

    /// Whether the rule matches the whole input. It allocates nothing.
    #[inline]
    pub fn accepts(&self, input: &str) -> bool {
        self.run(input, &mut [], false).end == input.len()
    }

    #[inline]
    fn run(&self, input: &str, room: &mut [Span<R>], lists: bool) -> Done {
        let mut out = Spans { room, len: 0, most: 0, lists, furthest: 0 };
        let end = match self.run {
            Run::Spans(run) => run(input.as_bytes(), 0, &mut out),
            Run::Class(run) => out.leaf(self.rule, 0, run(input.as_bytes(), 0)),
        };
        Done { end, len: out.len, most: out.most, furthest: out.furthest }
    }
}

/// The result of a parse: where it stopped, and the counts of its [`Spans`].
struct Done {
    end: usize,
    len: usize,
    most: usize,
    furthest: usize,
}

/// The spans found so far, in the order in which they begin.
///
/// If there is no room, spans are counted but not stored. The input is then parsed again with enough room.
#[derive(Debug)]
pub struct Spans<'r, R> {
    room: &'r mut [Span<R>],
    len: usize,
    /// The number of spans for which there was no room.
    most: usize,
    /// Whether the parts of lists have spans.
    pub lists: bool,
    /// The offset at which the furthest failed rule began.
    furthest: usize,
}

impl<R> Spans<'_, R> {
    /// Reserves a place for a span, in front of its descendants.
    #[inline(always)]
    pub fn open(&mut self) -> usize {
        self.len += 1;
        self.len - 1
    }

    /// Stores a span in its place. If its rule failed, removes the place and all spans after it.
    #[inline(always)]
    pub fn close(&mut self, place: usize, rule: R, start: usize, end: usize) -> usize {
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

    /// Adds a span without descendants.
    #[inline(always)]
    pub fn leaf(&mut self, rule: R, start: usize, end: usize) -> usize {
        let place = self.open();
        self.close(place, rule, start, end)
    }

    /// The number of spans, as an argument for [`undo`](Self::undo).
    #[inline(always)]
    pub fn mark(&self) -> usize {
        self.len
    }

    /// Removes the spans that were added since a mark.
    #[inline(always)]
    pub fn undo(&mut self, mark: usize) {
        self.len = mark;
    }
}

/// A character class: a flag for each byte. A character outside US-ASCII has several bytes, which all have the same flag.
pub type Set = [bool; 256];

/// The flags of some US-ASCII characters, one bit each, and of all other characters.
pub const fn set(ascii: u128, other: bool) -> Set {
    let mut flags = [other; 256];
    let mut at = 0;
    while at < 128 {
        flags[at] = ascii & 1 << at != 0;
        at += 1;
    }
    flags
}

/// Whether the byte at an offset is in a set.
#[inline(always)]
pub fn holds(s: &[u8], at: usize, set: &Set) -> bool {
    s.get(at).is_some_and(|&byte| set[usize::from(byte)])
}

/// Reads one byte of a set.
#[inline(always)]
pub fn one(s: &[u8], at: usize, set: &Set) -> usize {
    if holds(s, at, set) { at + 1 } else { FAIL }
}

/// Reads one character of a set that contains characters outside US-ASCII.
#[inline]
pub fn character(s: &[u8], at: usize, set: &Set) -> usize {
    if !holds(s, at, set) {
        return FAIL;
    }
    // All bytes of a character except the first are 0b10xx_xxxx.
    let behind = s[at + 1..].iter().take_while(|&&byte| byte & 0xC0 == 0x80);
    at + 1 + if s[at] < 0x80 { 0 } else { behind.count() }
}

/// A character class with some, but not all characters beyond US-ASCII.
#[derive(Debug)]
pub struct Characters {
    /// The bytes with which the characters begin.
    pub flags: Set,
    /// The ranges of the characters beyond US-ASCII, in order.
    ranges: &'static [(char, char)],
}

/// The class of some US-ASCII characters, one bit each, and some ranges of other characters, in order.
pub const fn characters(ascii: u128, ranges: &'static [(char, char)]) -> Characters {
    /// The first byte of a character in UTF-8.
    const fn first(c: char) -> usize {
        let c = c as usize;
        match c {
            0..0x80 => c,
            0x80..0x800 => 0xC0 | c >> 6,
            0x800..0x1_0000 => 0xE0 | c >> 12,
            _ => 0xF0 | c >> 18,
        }
    }
    let mut flags = set(ascii, false);
    let mut at = 0;
    while at < ranges.len() {
        let (mut byte, last) = (first(ranges[at].0), first(ranges[at].1));
        while byte <= last {
            flags[byte] = true;
            byte += 1;
        }
        at += 1;
    }
    Characters { flags, ranges }
}

/// Reads one character of a class.
#[inline]
pub fn one_character(s: &[u8], at: usize, class: &Characters) -> usize {
    match s.get(at) {
        Some(&byte) if class.flags[usize::from(byte)] => {
            if byte < 0x80 {
                at + 1
            } else {
                beyond(s, at, class.ranges)
            }
        }
        _ => FAIL,
    }
}

/// Reads one character beyond US-ASCII of some ranges.
#[inline]
fn beyond(s: &[u8], at: usize, ranges: &[(char, char)]) -> usize {
    let Some((c, length)) = decoded(&s[at..]) else { return FAIL };
    let place = ranges.partition_point(|&(_, last)| (last as u32) < c);
    match ranges.get(place) {
        Some(&(first, _)) if first as u32 <= c => at + length,
        _ => FAIL,
    }
}

/// The number of the character of several bytes at the beginning of a text in UTF-8, and its length.
#[inline]
fn decoded(s: &[u8]) -> Option<(u32, usize)> {
    let more = |byte: u8| u32::from(byte & 0x3F);
    Some(match *s {
        [first @ 0xC0..0xE0, a, ..] => (u32::from(first & 0x1F) << 6 | more(a), 2),
        [first @ 0xE0..0xF0, a, b, ..] => (u32::from(first & 0x0F) << 12 | more(a) << 6 | more(b), 3),
        [first @ 0xF0..=0xFF, a, b, c, ..] => {
            (u32::from(first & 0x07) << 18 | more(a) << 12 | more(b) << 6 | more(c), 4)
        }
        _ => return None,
    })
}

/// Reads as many characters of a class as possible.
#[inline]
pub fn many_characters(s: &[u8], mut at: usize, class: &Characters) -> usize {
    loop {
        match one_character(s, at, class) {
            FAIL => return at,
            next => at = next,
        }
    }
}

/// Reads one byte.
#[inline(always)]
pub fn byte(s: &[u8], at: usize, byte: u8) -> usize {
    if s.get(at) == Some(&byte) { at + 1 } else { FAIL }
}

/// Reads several bytes.
#[inline(always)]
pub fn literal<const N: usize>(s: &[u8], at: usize, literal: &[u8; N]) -> usize {
    match s.get(at..).and_then(|rest| rest.first_chunk::<N>()) {
        Some(found) if found == literal => at + N,
        _ => FAIL,
    }
}

/// Reads as many bytes of a set as possible.
#[inline(always)]
pub fn many(s: &[u8], mut at: usize, set: &Set) -> usize {
    while holds(s, at, set) {
        at += 1;
    }
    at
}

/// A predicate: returns its own offset if it holds.
#[inline(always)]
pub fn only(at: usize, holds: bool) -> usize {
    if holds { at } else { FAIL }
}

/// Matches the end of the input.
#[inline(always)]
pub fn end(s: &[u8], at: usize) -> usize {
    if at == s.len() { at } else { FAIL }
}
