//! The facts about the text around a refused character.

use std::cell::OnceCell;
use std::sync::OnceLock;

use regular_bnf::automaton::lazy::START;

use crate::base::authority::{AuthorityReader, AuthorityState};
use crate::base::escape::escaped_octet;
use crate::base::scheme::scheme;
use crate::generated::rule::Rule;
use crate::generated::{Entry, entries};
use crate::grammar::Grammar;
use crate::refusal::automata::{Walker, walker};
use crate::refusal::forgive::{Forgiven, forgiven_with};

/// The facts on which a refusal depends, apart from the grammar's state and the refused character.
///
/// If two inputs are refused in the same state, at the same character and in the same context,
/// their refusals differ only in the offset, and in the name of an unknown scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Context {
    pub(crate) scheme: SchemeProgress,
    pub(crate) authority: AuthorityState,
    pub(crate) escape: EscapePosition,
    /// Whether a digit follows the refused character.
    pub(crate) digit: bool,
}

/// The progress in reading the scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum SchemeProgress {
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
    accepting: u16,
}

const _: () = assert!(Grammar::ALL.len() <= u16::BITS as usize);

impl Pardon {
    /// Whether a grammar accepts the scheme after everything is forgiven. If not, its capital
    /// letters are not the fault.
    pub(crate) fn helps(self, grammar: Grammar) -> bool {
        self.accepting & 1 << grammar as usize != 0
    }

    /// Whether every grammar accepts the scheme after everything is forgiven.
    pub(crate) fn helps_all(self) -> bool {
        Grammar::all().all(|grammar| self.helps(grammar))
    }
}

/// The relation of the refused character to an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum EscapePosition {
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
    #[inline]
    pub fn number(self) -> u64 {
        let scheme = match self.scheme {
            SchemeProgress::Read => 0,
            SchemeProgress::Missing => 1,
            SchemeProgress::Refused(None) => 2,
            SchemeProgress::Refused(Some(Pardon { first, accepting })) => {
                3 | (first as u64) << 8 | u64::from(accepting) << 16
            }
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
    reader: Option<ContextReader<'i>>,
}

regular_bnf::debug_fields!(Contexts<'i> { input });

/// Reads an input for its contexts.
struct ContextReader<'i> {
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
    /// The contexts of an input.
    #[inline]
    pub fn new(input: &'i str) -> Self {
        Self { input, reader: None }
    }

    /// The input.
    pub(crate) fn input(&self) -> &'i str {
        self.input
    }

    /// The character at an offset, in bytes; `None` at the end.
    pub(crate) fn character_at(&self, offset: usize) -> Option<char> {
        self.input.get(offset..)?.chars().next()
    }

    /// The context of an offset, in bytes; that of the end if the offset is inside a character or
    /// beyond the end.
    #[inline]
    pub(crate) fn at_offset(&mut self, offset: usize) -> Context {
        let offset = self.within(offset);
        let reader = self.reader.get_or_insert_with(|| ContextReader::new(self.input));
        let scheme = reader.scheme(offset);
        let authority = match scheme {
            // The part begins after the colon of the scheme.
            SchemeProgress::Refused(_) => AuthorityState::Outside,
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
    pub(crate) fn after(&self, scheme: SchemeProgress, authority: AuthorityState, offset: usize) -> Context {
        let input = self.input.as_bytes();
        Context {
            scheme,
            authority,
            escape: EscapePosition::new(input, offset),
            digit: input.get(offset + 1).is_some_and(u8::is_ascii_digit),
        }
    }
}

impl<'i> ContextReader<'i> {
    fn new(input: &'i str) -> Self {
        let scheme = scheme(input);
        let colon = scheme.map(str::len).or_else(|| input.bytes().position(|byte| byte == b':'));
        let (read, authority) = Self::start(scheme);
        Self { input, colon, scheme, pardon: OnceCell::new(), read, authority }
    }

    /// The offset from which the authority is read, and the progress there.
    #[inline]
    fn start(scheme: Option<&str>) -> (usize, AuthorityReader) {
        match scheme {
            Some(scheme) => (scheme.len() + ":".len(), AuthorityReader::after_scheme(scheme)),
            None => (0, AuthorityReader::START),
        }
    }

    /// The progress in the scheme at an offset.
    #[inline]
    fn scheme(&self, offset: usize) -> SchemeProgress {
        match self.colon {
            Some(colon) if colon < offset => SchemeProgress::Read,
            _ => match self.scheme {
                Some(scheme) => SchemeProgress::Refused(*self.pardon.get_or_init(|| Pardon::new(self.input, scheme))),
                None => SchemeProgress::Missing,
            },
        }
    }

    /// The progress in the authority at an offset.
    #[inline]
    fn authority(&mut self, offset: usize) -> AuthorityState {
        let input = self.input.as_bytes();
        if offset < self.read {
            (self.read, self.authority) = Self::start(self.scheme);
        }
        self.authority = self.authority.after_all(&input[self.read..offset]);
        self.read = offset;
        self.authority.authority()
    }
}

impl Pardon {
    /// The faults of the scheme of an input that may be forgiven; `None` if it has no such faults.
    fn new(input: &str, scheme: &str) -> Option<Self> {
        let (scheme, first) = forgiven_with(input, scheme)?;
        Some(Self { first: first?, accepting: accepting_grammars(scheme) })
    }
}

/// The grammars that accept a scheme after its capital letters are forgiven, one bit each.
///
/// A production `scheme` accepts all text that begins with one of its first characters, and so do
/// the productions of the URL Standard for schemes together. A grammar without such a production
/// accepts the schemes with which its URLs begin.
fn accepting_grammars(scheme: &str) -> u16 {
    /// For each US-ASCII character the grammars with a production for schemes that accepts it.
    static BY_FIRST: OnceLock<[u16; 128]> = OnceLock::new();
    /// The entry productions of the grammars without a production for schemes, each with the bit of
    /// its grammar.
    static WALKERS: OnceLock<Vec<(u16, Walker)>> = OnceLock::new();
    let by_first = BY_FIRST.get_or_init(|| {
        std::array::from_fn(|byte| {
            let text = char::from(byte as u8).to_string();
            Grammar::all()
                .filter(|&grammar| scheme_entry(grammar).is_some_and(|scheme| scheme.accepts(&text)))
                .fold(0, |set, grammar| set | 1 << grammar as usize)
        })
    });
    let walkers = WALKERS.get_or_init(|| {
        let grammars = Grammar::all().filter(|&grammar| scheme_entry(grammar).is_none());
        let walkers = grammars.flat_map(|grammar| {
            let entries = grammar.facts().minimal_entries.iter();
            entries.filter_map(move |entry| Some((1 << grammar as usize, walker(grammar, entry)?)))
        });
        walkers.collect()
    });
    let by_walkers =
        walkers.iter().filter(|(_, walker)| may_begin_with(*walker, scheme)).fold(0, |set, (bit, _)| set | bit);
    let first = scheme.bytes().next().map(|byte| byte.to_ascii_lowercase());
    by_walkers | first.and_then(|byte| by_first.get(usize::from(byte))).copied().unwrap_or_default()
}

/// The production for schemes of a grammar, if it has one.
fn scheme_entry(grammar: Grammar) -> Option<&'static Entry> {
    entries(grammar).iter().find(|entry| matches!(entry.rule, Rule::scheme | Rule::other_scheme))
}

/// Whether a URL may begin with a scheme, in small letters, and a colon.
fn may_begin_with(walker: Walker, scheme: &str) -> bool {
    let state = scheme.bytes().try_fold(START, |state, byte| walker.step(state, byte.to_ascii_lowercase().into()));
    state.and_then(|state| walker.step(state, ':')).is_some()
}

impl EscapePosition {
    fn new(input: &[u8], offset: usize) -> Self {
        // The percent sign of an escape to which the character would belong.
        let percent = [1, 2].into_iter().find_map(|distance| {
            let percent = offset.checked_sub(distance)?;
            let digits = input.get(percent + 1..offset)?;
            (input[percent] == b'%' && digits.iter().all(u8::is_ascii_hexdigit)).then_some(percent)
        });
        match (percent, input.get(offset)) {
            (Some(percent), _) if escaped_octet(&input[percent..]).is_none() => Self::Broken,
            (None, Some(b'%')) if escaped_octet(&input[offset..]).is_none() => Self::Percent,
            _ => Self::Outside,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::combinations;

    /// The authority at each offset, in any order, is that after its bytes one by one from the
    /// beginning.
    #[test]
    fn the_authority_is_that_after_each_byte() {
        let pieces = ["", "a", "1", ":", "/", "//", "?", "#", "@", "[", "]", "url:", "URL", "é"];
        for input in combinations(&pieces, 5) {
            let mut reader = AuthorityReader::START;
            let mut expected = vec![reader.authority()];
            for byte in input.bytes() {
                reader = reader.after(byte);
                expected.push(reader.authority());
            }
            let (mut ascending, mut descending) = (Contexts::new(&input), Contexts::new(&input));
            let offsets: Vec<usize> = (0..=input.len()).filter(|&offset| input.is_char_boundary(offset)).collect();
            for (&up, &down) in offsets.iter().zip(offsets.iter().rev()) {
                assert_eq!(ascending.at_offset(up).authority, expected[up], "{input:?} {up}");
                assert_eq!(descending.at_offset(down).authority, expected[down], "{input:?} {down}");
            }
        }
    }
}
