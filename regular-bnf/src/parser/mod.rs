//! The runtime of generated parsers: steps, each of which reads bytes and returns the offset where
//! it stopped, or [`FAIL`]; and the [`Output`] to which they add spans.
//!
//! `R` is the type of the rules, an enum that is generated with the parsers.

mod output;

pub use output::{Capture, Captured, Captures, FAIL, Output, PLACES, RuleType, Span, SpanList};

/// Steps one after the other. Each begins where the one before it stopped; if one fails, the
/// sequence fails.
#[doc(hidden)]
#[macro_export]
macro_rules! __sequence {
    ($at:ident; $($step:expr),+) => {
        'sequence: {
            $(
                let $at = $step;
                if $at == $crate::parser::FAIL {
                    break 'sequence $crate::parser::FAIL;
                }
            )+
            $at
        }
    };
}

/// The first alternative that matches. The spans of those that fail are removed.
#[doc(hidden)]
#[macro_export]
macro_rules! __choice {
    ($out:ident; $($alternative:expr),+) => {
        'choice: {
            let mark = $out.mark();
            $(
                let end = $alternative;
                if end != $crate::parser::FAIL {
                    break 'choice end;
                }
                $out.undo(mark);
            )+
            $crate::parser::FAIL
        }
    };
    ($($alternative:expr),+) => {
        'choice: {
            $(
                let end = $alternative;
                if end != $crate::parser::FAIL {
                    break 'choice end;
                }
            )+
            $crate::parser::FAIL
        }
    };
}

/// As many repetitions of a step as possible. With a class, as many characters of it as possible
/// come before each step.
#[doc(hidden)]
#[macro_export]
macro_rules! __repeat {
    ($at:ident; $step:expr) => { $crate::parser::repeat!($at; $at; $step) };
    ($at:ident; $class:expr; $step:expr) => {{
        let mut $at = $at;
        loop {
            $at = $class;
            match $step {
                $crate::parser::FAIL => break $at,
                next => $at = next,
            }
        }
    }};
    ($at:ident, $out:ident; $step:expr) => { $crate::parser::repeat!($at, $out; $at; $step) };
    ($at:ident, $out:ident; $class:expr; $step:expr) => {{
        let mut $at = $at;
        loop {
            $at = $class;
            let mark = $out.mark();
            match $step {
                $crate::parser::FAIL => {
                    $out.undo(mark);
                    break $at;
                }
                next => $at = next,
            }
        }
    }};
}

/// As many repetitions of a step as possible, up to a number.
#[doc(hidden)]
#[macro_export]
macro_rules! __repeat_up_to {
    ($most:literal, $at:ident; $step:expr) => {{
        let mut $at = $at;
        for _ in 0..$most {
            match $step {
                $crate::parser::FAIL => break,
                next => $at = next,
            }
        }
        $at
    }};
    ($most:literal, $at:ident, $out:ident; $step:expr) => {{
        let mut $at = $at;
        for _ in 0..$most {
            let mark = $out.mark();
            match $step {
                $crate::parser::FAIL => {
                    $out.undo(mark);
                    break;
                }
                next => $at = next,
            }
        }
        $at
    }};
}

/// A step that is tried only if the next byte is in its set of first bytes.
#[doc(hidden)]
#[macro_export]
macro_rules! __first {
    ($s:ident, $at:ident, $set:expr; $step:expr) => {
        if $crate::parser::holds($s, $at, $set) { $step } else { $crate::parser::FAIL }
    };
}

#[doc(hidden)]
pub use {
    crate::__choice as choice, crate::__first as first, crate::__repeat as repeat,
    crate::__repeat_up_to as repeat_up_to, crate::__sequence as sequence,
};

/// A rule for a production, and its matching function.
///
/// ```
/// use regular_bnf::parser::{EntryPoint, Run, Set, many, set};
/// # #[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// # enum Rule {
/// #     Port,
/// # }
/// # impl regular_bnf::parser::RuleType for Rule {
/// #     const FIRST: Self = Self::Port;
/// # }
/// # impl regular_bnf::parser::Captured for Rule {}
///
/// static DIGITS: Set = set(0x3FF << b'0', false);
/// let port = EntryPoint { rule: Rule::Port, run: Run::Class(|s, at| many(s, at, &DIGITS)) };
/// assert!(port.accepts("80"));
/// assert_eq!(port.parse("80a"), Err(2));
/// ```
#[derive(Debug)]
pub struct EntryPoint<R: 'static> {
    /// The rule.
    pub rule: R,
    /// The matching function.
    pub run: Run<R>,
}

/// The kinds of matching functions.
#[derive(Debug)]
pub enum Run<R: 'static> {
    /// A function that adds spans, for either output.
    Spans {
        /// It adds all spans.
        all: fn(&[u8], usize, &mut SpanList<R>) -> usize,
        /// It adds those of captured rules.
        captured: fn(&[u8], usize, &mut Captures<R>) -> usize,
    },
    /// A class of characters, which has no spans.
    Class(fn(&[u8], usize) -> usize),
}

impl<R: Captured> EntryPoint<R> {
    /// The spans of an input that the rule matches, in order, outer spans first.
    ///
    /// # Errors
    ///
    /// If the rule does not match the whole input: the offset up to which it matched, or at which
    /// the last failed rule began.
    #[inline]
    pub fn parse(&self, input: &str) -> Result<Vec<Span<R>>, usize> {
        // Sufficient for most inputs, so that one allocation is enough.
        let mut out = SpanList::new(24 + input.len() / 8, true);
        match self.run(input, &mut out) {
            FAIL => Err(out.furthest),
            end if end < input.len() => Err(end.max(out.furthest)),
            _ => Ok(out.spans),
        }
    }

    /// The spans of an input as from [`parse`](Self::parse), but without the parts of lists; `None`
    /// if the rule does not match the input.
    #[inline]
    pub fn outline(&self, input: &str) -> Option<Vec<Span<R>>> {
        let mut out = SpanList::new(20, false);
        (self.run(input, &mut out) == input.len()).then_some(out.spans)
    }

    /// Adds the spans of captured rules. Returns whether the rule matches the whole input. This
    /// allocates nothing.
    #[inline]
    pub fn capture(&self, input: &str, captures: &mut Captures<R>) -> bool {
        let end = match self.run {
            Run::Spans { captured, .. } => captured(input.as_bytes(), 0, captures),
            Run::Class(run) => captures.leaf(self.rule, 0, run(input.as_bytes(), 0)),
        };
        end == input.len()
    }

    /// Whether the rule matches the whole input. This allocates nothing.
    #[inline]
    pub fn accepts(&self, input: &str) -> bool {
        self.capture(input, &mut Captures::new())
    }

    #[inline]
    fn run(&self, input: &str, out: &mut SpanList<R>) -> usize {
        match self.run {
            Run::Spans { all, .. } => all(input.as_bytes(), 0, out),
            Run::Class(run) => out.leaf(self.rule, 0, run(input.as_bytes(), 0)),
        }
    }
}

/// A character class: a flag for each byte. A character outside US-ASCII has several bytes, which
/// all have the same flag.
pub type Set = [bool; 256];

/// The flags of some US-ASCII characters, one bit each, and of all other characters.
pub const fn set(ascii: u128, others: bool) -> Set {
    let mut flags = [others; 256];
    let mut byte = 0;
    while byte < 128 {
        flags[byte] = ascii & 1 << byte != 0;
        byte += 1;
    }
    flags
}

/// Whether the byte at an offset is in a set.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn holds(s: &[u8], at: usize, set: &Set) -> bool {
    s.get(at).is_some_and(|&byte| set[usize::from(byte)])
}

/// Reads one byte of a set.
#[cfg_attr(not(debug_assertions), inline(always))]
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
    let continuation = s[at + 1..].iter().take_while(|&&byte| byte & 0xC0 == 0x80);
    at + 1 + if s[at] < 0x80 { 0 } else { continuation.count() }
}

/// A character class with some, but not all characters beyond US-ASCII.
#[derive(Debug)]
pub struct Characters {
    /// The bytes with which the characters begin.
    pub flags: Set,
    /// The ranges of the characters beyond US-ASCII, in order.
    ranges: &'static [(char, char)],
}

/// The class of some US-ASCII characters, one bit each, and some ranges of other characters, in
/// order.
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

/// The number of the character of several bytes at the beginning of a text in UTF-8, and its
/// length.
#[inline]
fn decoded(s: &[u8]) -> Option<(u32, usize)> {
    Some(match *s {
        [first @ 0xC0..0xE0, a, ..] => (bits(first, 0x1F) << 6 | bits(a, 0x3F), 2),
        [first @ 0xE0..0xF0, a, b, ..] => (bits(first, 0x0F) << 12 | bits(a, 0x3F) << 6 | bits(b, 0x3F), 3),
        [first @ 0xF0..=0xFF, a, b, c, ..] => {
            (bits(first, 0x07) << 18 | bits(a, 0x3F) << 12 | bits(b, 0x3F) << 6 | bits(c, 0x3F), 4)
        }
        _ => return None,
    })
}

/// The bits of a byte that belong to the number of its character.
#[cfg_attr(not(debug_assertions), inline(always))]
fn bits(byte: u8, mask: u8) -> u32 {
    u32::from(byte & mask)
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
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn byte(s: &[u8], at: usize, byte: u8) -> usize {
    if s.get(at) == Some(&byte) { at + 1 } else { FAIL }
}

/// Reads several bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn literal<const N: usize>(s: &[u8], at: usize, literal: &[u8; N]) -> usize {
    match s.get(at..).and_then(|tail| tail.first_chunk::<N>()) {
        Some(bytes) if bytes == literal => at + N,
        _ => FAIL,
    }
}

/// Reads some letters, each in either case.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn letters<const N: usize>(s: &[u8], at: usize, lower_case: &[u8; N]) -> usize {
    match s.get(at..).and_then(|tail| tail.first_chunk::<N>()) {
        Some(bytes) if bytes.eq_ignore_ascii_case(lower_case) => at + N,
        _ => FAIL,
    }
}

/// Reads as many bytes of a set as possible.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn many(s: &[u8], mut at: usize, set: &Set) -> usize {
    while holds(s, at, set) {
        at += 1;
    }
    at
}

/// The predicate that a step matches, given where the step stopped.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn ahead(at: usize, end: usize) -> usize {
    if end == FAIL { FAIL } else { at }
}

/// The predicate that a step does not match, given where the step stopped.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn not_ahead(at: usize, end: usize) -> usize {
    if end == FAIL { at } else { FAIL }
}

/// Matches the end of the input.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn end(s: &[u8], at: usize) -> usize {
    if at == s.len() { at } else { FAIL }
}
