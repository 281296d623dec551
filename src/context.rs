//! The facts about the text around a refused character.

use std::cell::OnceCell;
use std::sync::OnceLock;

use regular_bnf::automaton::lazy::START;

use crate::authority::{AuthorityReader, AuthorityState};
use crate::forgive::{Forgiven, forgiven_with, scheme};
use crate::grammar::Grammar;
use crate::language::automata::{Walker, walker};
use crate::parsers::entries;
use crate::rule::Rule;

/// The facts on which a refusal depends, apart from the grammar's state and the refused character.
///
/// If two inputs are refused in the same state, at the same character and in the same context,
/// their refusals differ only in the offset, and in the name of an unknown scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Context {
    pub(crate) scheme: Scheme,
    pub(crate) authority: AuthorityState,
    pub(crate) escape: Escape,
    /// Whether a digit follows the refused character.
    pub(crate) digit: bool,
}

/// The progress in reading the scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scheme {
    /// The colon after the scheme has been read.
    Read,
    /// The text in front of the first colon cannot be a scheme, or there is no colon.
    Missing,
    /// The input is refused in the scheme or at its colon; with the faults that may be forgiven
    /// there.
    Refused(Option<Pardon>),
}

/// The faults of a scheme that may be forgiven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Pardon {
    /// The first fault.
    pub(crate) first: Forgiven,
    /// The grammars that accept the scheme after everything is forgiven, one bit each.
    reading: u16,
}

const _: () = assert!(Grammar::ALL.len() <= u16::BITS as usize);

impl Pardon {
    /// Whether a grammar accepts the scheme after everything is forgiven. If not, its capital
    /// letters are not the fault.
    pub(crate) fn helps(self, grammar: Grammar) -> bool {
        self.reading & 1 << grammar as usize != 0
    }

    /// Whether every grammar does.
    #[cfg(feature = "classifier")]
    pub(crate) fn helps_all(self) -> bool {
        Grammar::ALL.into_iter().all(|grammar| self.helps(grammar))
    }
}

/// The relation of the refused character to an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Escape {
    /// The character is not in an escape, or in a valid one.
    Outside,
    /// The character follows a percent sign, without two hexadecimal digits in between.
    Broken,
    /// The character is a percent sign without two hexadecimal digits after it.
    Percent,
}

impl Context {
    /// The context as a number. Contexts are equal if and only if their numbers are, which compare
    /// faster. All of them fit into 48 bits.
    #[cfg(feature = "classifier")]
    #[inline]
    pub fn number(self) -> u64 {
        let scheme = match self.scheme {
            Scheme::Read => 0,
            Scheme::Missing => 1,
            Scheme::Refused(None) => 2,
            Scheme::Refused(Some(Pardon { first, reading })) => 3 | (first as u64) << 8 | u64::from(reading) << 16,
        };
        scheme | (self.authority as u64) << 32 | (self.escape as u64) << 40 | u64::from(self.digit) << 47
    }

    /// The context of an offset in an input, in bytes.
    pub(crate) fn new(input: &str, offset: usize) -> Self {
        Contexts::new(input).at_offset(offset)
    }
}

/// Finds the contexts of several offsets in an input. It reads the input once if the offsets
/// ascend.
///
/// Two inputs that [stop](crate::classifier::Stop) in the same state, at the same byte and in the
/// same context have the same reasons in all grammars.
pub struct Contexts<'i> {
    input: &'i str,
    /// The reader of the input, which is made when first needed.
    reader: Option<Reader<'i>>,
}

regular_bnf::debug_fields!(Contexts<'i> { input });

/// Reads an input for its contexts.
struct Reader<'i> {
    input: &'i str,
    /// The first colon.
    colon: Option<usize>,
    /// The text in front of the colon, if it is a scheme apart from its case.
    scheme: Option<&'i str>,
    /// The faults of the scheme that may be forgiven.
    pardon: OnceCell<Option<Pardon>>,
    /// The offset up to which the authority has been read, and the progress there.
    read: usize,
    authority: AuthorityReader,
}

impl<'i> Contexts<'i> {
    /// Those of an input.
    #[inline]
    pub fn new(input: &'i str) -> Self {
        Self { input, reader: None }
    }

    /// The input.
    #[cfg(feature = "classifier")]
    pub(crate) fn input(&self) -> &'i str {
        self.input
    }

    /// The character at an offset, in bytes; `None` at the end.
    #[cfg(feature = "classifier")]
    pub(crate) fn found(&self, offset: usize) -> Option<char> {
        self.input.get(offset..)?.chars().next()
    }

    /// The context of an offset, in bytes; that of the end if the offset is inside a character or
    /// beyond the end.
    #[inline]
    pub(crate) fn at_offset(&mut self, offset: usize) -> Context {
        let offset = self.within(offset);
        let reader = self.reader.get_or_insert_with(|| Reader::of(self.input));
        let scheme = reader.scheme(offset);
        let authority = match scheme {
            // The part begins after the colon of the scheme.
            Scheme::Refused(_) => AuthorityState::Outside,
            _ => reader.authority(offset),
        };
        self.after(scheme, authority, offset)
    }

    /// The offset, or that of the end, if it is inside a character or beyond the end.
    #[inline]
    pub(crate) fn within(&self, offset: usize) -> usize {
        if self.input.is_char_boundary(offset) { offset } else { self.input.len() }
    }

    /// The context after this progress, completed by the bytes around the offset, which is not
    /// beyond the end.
    #[inline]
    pub(crate) fn after(&self, scheme: Scheme, authority: AuthorityState, offset: usize) -> Context {
        let input = self.input.as_bytes();
        Context {
            scheme,
            authority,
            escape: Escape::new(input, offset),
            digit: input.get(offset + 1).is_some_and(u8::is_ascii_digit),
        }
    }
}

impl<'i> Reader<'i> {
    fn of(input: &'i str) -> Self {
        let scheme = scheme(input);
        let colon = scheme.map(str::len).or_else(|| input.bytes().position(|byte| byte == b':'));
        let (read, authority) = Self::begin(scheme);
        Self { input, colon, scheme, pardon: OnceCell::new(), read, authority }
    }

    /// The offset from which the authority is read, and the progress there.
    #[inline]
    fn begin(scheme: Option<&str>) -> (usize, AuthorityReader) {
        match scheme {
            Some(scheme) => (scheme.len() + ":".len(), AuthorityReader::after_scheme(scheme)),
            None => (0, AuthorityReader::START),
        }
    }

    /// The progress in the scheme at an offset.
    #[inline]
    fn scheme(&self, offset: usize) -> Scheme {
        match self.colon {
            Some(colon) if colon < offset => Scheme::Read,
            _ => match self.scheme {
                Some(scheme) => Scheme::Refused(*self.pardon.get_or_init(|| Pardon::of(self.input, scheme))),
                None => Scheme::Missing,
            },
        }
    }

    /// The progress in the authority at an offset.
    #[inline]
    fn authority(&mut self, offset: usize) -> AuthorityState {
        let input = self.input.as_bytes();
        if offset < self.read {
            (self.read, self.authority) = Self::begin(self.scheme);
        }
        self.authority = self.authority.after_all(&input[self.read..offset]);
        self.read = offset;
        self.authority.authority()
    }
}

impl Pardon {
    /// The faults of the scheme of an input that may be forgiven.
    fn of(input: &str, scheme: &str) -> Option<Self> {
        let (scheme, first) = forgiven_with(input, scheme)?;
        Some(Self { first: first?, reading: reading(scheme) })
    }
}

/// The grammars that accept a scheme after its capital letters are forgiven, one bit each.
///
/// A production `scheme` accepts all text that begins with one of its first characters, and so do
/// the productions of the URL Standard for schemes together. A grammar without them accepts what
/// its URLs begin with.
fn reading(scheme: &str) -> u16 {
    /// For each US-ASCII character the grammars in which a scheme may begin with it.
    static FIRST: OnceLock<[u16; 128]> = OnceLock::new();
    /// The entry productions of the grammars without a production for schemes, each with the bit of
    /// its grammar.
    static LISTED: OnceLock<Vec<(u16, Walker)>> = OnceLock::new();
    let bit = |grammar: Grammar| 1 << grammar as usize;
    let scheme_rule = |rule| matches!(rule, Rule::scheme | Rule::other_scheme);
    let production = |grammar| entries(grammar).iter().find(|entry| scheme_rule(entry.rule));
    let first = FIRST.get_or_init(|| {
        std::array::from_fn(|byte| {
            let text = char::from(byte as u8).to_string();
            let begins = |grammar: &Grammar| production(*grammar).is_some_and(|scheme| scheme.accepts(&text));
            Grammar::ALL.into_iter().filter(begins).fold(0, |bits, grammar| bits | bit(grammar))
        })
    });
    let listed = LISTED.get_or_init(|| {
        let walkers = |grammar: Grammar| {
            let entries = grammar.facts().minimal_entries.iter();
            entries.filter_map(move |entry| Some((bit(grammar), walker(grammar, entry)?)))
        };
        Grammar::ALL.into_iter().filter(|grammar| production(*grammar).is_none()).flat_map(walkers).collect()
    });
    let mut lower = scheme.bytes().map(|byte| byte.to_ascii_lowercase());
    let begins = |walker: &Walker| {
        let end = lower.clone().try_fold(START, |state, byte| walker.step(state, byte.into()));
        end.and_then(|state| walker.step(state, ':')).is_some()
    };
    let listed = listed.iter().filter(|(_, walker)| begins(walker)).fold(0, |bits, (bit, _)| bits | bit);
    lower.next().and_then(|byte| first.get(usize::from(byte))).map_or(listed, |by_first| by_first | listed)
}

impl Escape {
    fn new(input: &[u8], offset: usize) -> Self {
        let hex = |at: usize| input.get(at).is_some_and(u8::is_ascii_hexdigit);
        let begun = |back: usize| {
            let percent = offset.checked_sub(back)?;
            (input.get(percent) == Some(&b'%') && (percent + 1..offset).all(hex)).then_some(percent)
        };
        let formed = |percent: usize| hex(percent + 1) && hex(percent + 2);
        match (begun(1).or_else(|| begun(2)), input.get(offset)) {
            (Some(percent), _) if !formed(percent) => Self::Broken,
            (None, Some(b'%')) if !formed(offset) => Self::Percent,
            _ => Self::Outside,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The authority at each offset, in any order, is that after its bytes one by one from the
    /// beginning.
    #[test]
    fn the_authority_is_that_after_each_byte() {
        let pieces = ["", "a", "1", ":", "/", "//", "?", "#", "@", "[", "]", "url:", "URL", "é"];
        for number in 0..pieces.len().pow(5) {
            let piece = |place: u32| pieces[number / pieces.len().pow(place) % pieces.len()];
            let input = [piece(0), piece(1), piece(2), piece(3), piece(4)].concat();
            let mut reader = AuthorityReader::START;
            let mut expected = vec![reader.authority()];
            for byte in input.bytes() {
                reader = reader.after(byte);
                expected.push(reader.authority());
            }
            let (mut ascending, mut descending) = (Contexts::new(&input), Contexts::new(&input));
            let offsets = || (0..=input.len()).filter(|&offset| input.is_char_boundary(offset));
            for (up, down) in offsets().zip(offsets().rev()) {
                assert_eq!(ascending.at_offset(up).authority, expected[up], "{input:?} {up}");
                assert_eq!(descending.at_offset(down).authority, expected[down], "{input:?} {down}");
            }
        }
    }
}
