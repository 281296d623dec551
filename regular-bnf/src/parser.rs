//! What generated parsers are written with: the steps, each of which reads bytes and returns where it stopped or [`FAIL`], and
//! the spans that they add.
//!
//! `R` is the type of the rules, an enum that is generated beside the parsers.

/// A step of a sequence, which fails with it.
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

/// An alternative of a choice. Where it succeeds the choice ends; where it fails the spans that it added are removed.
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

/// What a loop repeats: where it stops, or the end of the loop.
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

/// A step failed: no offset in any input.
pub const FAIL: usize = usize::MAX;

/// The rules of some parsers: a generated enum.
pub trait RuleType: Copy + Eq + 'static {
    /// The first of them, with which memory is filled before spans are known: as zeros, which is quickest.
    const FIRST: Self;
}

/// One span of a parse, in the order of the input; `size` counts the span itself and all below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span<R> {
    /// The rule that matched.
    pub rule: R,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends, in bytes.
    pub end: usize,
    /// How many spans it is, with all below it.
    pub size: usize,
}

impl<R: RuleType> Span<R> {
    /// The place of a span that is not known yet.
    pub const VACANT: Self = Self { rule: R::FIRST, start: 0, end: 0, size: 0 };
}

/// A rule for a production, and the function that matches it.
#[derive(Debug)]
pub struct Entry<R: 'static> {
    /// The rule.
    pub rule: R,
    /// How it is matched.
    pub run: Run<R>,
}

/// How a rule is matched.
#[derive(Debug)]
pub enum Run<R: 'static> {
    /// By a function that adds spans.
    Spans(fn(&[u8], usize, &mut Spans<'_, R>) -> usize),
    /// As a class of characters, which has no spans.
    Class(fn(&[u8], usize) -> usize),
}

impl<R: RuleType> Entry<R> {
    /// The spans of an input that the rule accepts, in order, the outermost first.
    ///
    /// # Errors
    ///
    /// Where it does not accept the input: the offset up to which the rule matched, or at which the last rule began that failed.
    #[inline]
    pub fn parse(&self, input: &str) -> Result<Vec<Span<R>>, usize> {
        // Most inputs need no more, so that one allocation is enough.
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

    /// Builds a value from the spans of an input, in which a list has no parts; `None` where the rule does not accept the
    /// input. It allocates nothing unless there are many spans.
    #[inline]
    pub fn outline<T>(&self, input: &str, make: impl FnOnce(&[Span<R>]) -> T) -> Option<T> {
        /// Up to so many spans are kept on the stack.
        const FEW: usize = 20;
        let mut few = [Span::VACANT; FEW];
        let run = self.run(input, &mut few, false);
        if run.end != input.len() {
            return None;
        }
        if run.most <= FEW {
            return Some(make(&few[..run.len]));
        }
        let mut room = vec![Span::VACANT; run.most];
        let run = self.run(input, &mut room, false);
        Some(make(&room[..run.len]))
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

/// Where a parse stopped, and what is in [`Spans`].
struct Done {
    end: usize,
    len: usize,
    most: usize,
    furthest: usize,
}

/// The spans found so far, in the order in which they begin.
///
/// Where there is no more room they are counted and not kept. The input is then parsed again with enough room.
#[derive(Debug)]
pub struct Spans<'r, R> {
    room: &'r mut [Span<R>],
    len: usize,
    /// How many spans found no room.
    most: usize,
    /// Whether the parts of lists have spans.
    pub lists: bool,
    /// Where the furthest rule began that failed.
    furthest: usize,
}

impl<R> Spans<'_, R> {
    /// Reserves a place for a span, before the spans below it are added.
    #[inline(always)]
    pub fn open(&mut self) -> usize {
        self.len += 1;
        self.len - 1
    }

    /// Writes a span into its place. Where its rule failed, removes the place and all spans after it.
    #[inline(never)]
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

    /// A span with none below it.
    #[inline(never)]
    pub fn leaf(&mut self, rule: R, start: usize, end: usize) -> usize {
        let place = self.open();
        self.close(place, rule, start, end)
    }

    /// How many spans there are, to return to by [`undo`](Self::undo).
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

/// A flag for each byte: a class of characters. A character that is not US-ASCII is several bytes, which all have the same flag.
pub type Set = [bool; 256];

/// The flags of some characters of US-ASCII, a bit each, and of all others.
pub const fn set(ascii: u128, other: bool) -> Set {
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
pub fn holds(s: &[u8], at: usize, set: &Set) -> bool {
    s.get(at).is_some_and(|&byte| set[usize::from(byte)])
}

/// One byte of a set.
#[inline(always)]
pub fn one(s: &[u8], at: usize, set: &Set) -> usize {
    if holds(s, at, set) { at + 1 } else { FAIL }
}

/// One character of a set that holds more than US-ASCII.
#[inline]
pub fn character(s: &[u8], at: usize, set: &Set) -> usize {
    if !holds(s, at, set) {
        return FAIL;
    }
    // The bytes after the first of a character are 0b10xx_xxxx.
    let behind = s[at + 1..].iter().take_while(|&&byte| byte & 0xC0 == 0x80);
    at + 1 + if s[at] < 0x80 { 0 } else { behind.count() }
}

/// One byte.
#[inline(always)]
pub fn byte(s: &[u8], at: usize, byte: u8) -> usize {
    if s.get(at) == Some(&byte) { at + 1 } else { FAIL }
}

/// Several bytes.
#[inline(always)]
pub fn literal<const N: usize>(s: &[u8], at: usize, literal: &[u8; N]) -> usize {
    match s.get(at..).and_then(|rest| rest.first_chunk::<N>()) {
        Some(found) if found == literal => at + N,
        _ => FAIL,
    }
}

/// As many bytes of a set as there are.
#[inline(always)]
pub fn many(s: &[u8], mut at: usize, set: &Set) -> usize {
    while holds(s, at, set) {
        at += 1;
    }
    at
}

/// A predicate: where it stands, if it holds.
#[inline(always)]
pub fn only(at: usize, holds: bool) -> usize {
    if holds { at } else { FAIL }
}

/// The end of the input.
#[inline(always)]
pub fn end(s: &[u8], at: usize) -> usize {
    if at == s.len() { at } else { FAIL }
}
