//! What the text around a refused character tells of a refusal.

use std::sync::OnceLock;

use crate::forgive::{Forgiven, first_forgiven, forgiven_scheme, scheme};
use crate::grammar::Grammar;
use crate::parsers::entries;
use crate::rule::Rule;
use crate::site::{Site, SiteReader};

/// What else a refusal depends on, besides the state in which the grammar ceased to accept the input and the character there.
///
/// What the grammars say of two inputs that were refused in one state, at one character and in one context, differs in the
/// offset alone, and in the name of a scheme that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Context {
    pub(crate) scheme: Scheme,
    pub(crate) site: Site,
    pub(crate) escape: Escape,
    /// Whether a digit follows the refused character.
    pub(crate) digit: bool,
}

/// How far the scheme has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scheme {
    /// The colon after it has been read.
    Read,
    /// What stands before the first colon cannot be a scheme, or there is no colon.
    Missing,
    /// The input is refused in the scheme or at its colon; with what is to be forgiven there.
    Refused(Option<Pardon>),
}

/// What is to be forgiven in a scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Pardon {
    /// What comes first.
    pub(crate) first: Forgiven,
    /// A bit for each grammar that reads the scheme once all is forgiven.
    reading: u16,
}

const _: () = assert!(Grammar::ALL.len() <= u16::BITS as usize);

impl Pardon {
    /// Whether a grammar reads the scheme once all is forgiven: if not, it is no fault that the scheme has capital letters.
    pub(crate) fn helps(self, grammar: Grammar) -> bool {
        self.reading & 1 << grammar as usize != 0
    }

    /// Whether it helps with every grammar.
    #[cfg(feature = "classifier")]
    pub(crate) fn helps_all(self) -> bool {
        Grammar::ALL.into_iter().all(|grammar| self.helps(grammar))
    }
}

/// How an escape occurs at the refused character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Escape {
    /// None does, or the character is in one that is well formed.
    Outside,
    /// A percent sign occurs before, and what follows it are not two hexadecimal digits.
    Broken,
    /// The character is a percent sign that two hexadecimal digits do not follow.
    Percent,
}

impl Context {
    /// The context of a place in an input, an offset in bytes.
    pub(crate) fn of(input: &str, offset: usize) -> Self {
        let (before, after) = input.split_at_checked(offset).unwrap_or((input, ""));
        Self {
            scheme: Scheme::of(input, before),
            site: SiteReader::of(before).site(),
            escape: Escape::of(input.as_bytes(), before.len()),
            digit: after.as_bytes().get(1).is_some_and(u8::is_ascii_digit),
        }
    }
}

impl Scheme {
    fn of(input: &str, before: &str) -> Self {
        if before.as_bytes().contains(&b':') {
            return Self::Read;
        }
        match scheme(input) {
            None => Self::Missing,
            Some(_) => Self::Refused(
                first_forgiven(input).map(|first| Pardon { first, reading: forgiven_scheme(input).map_or(0, reading) }),
            ),
        }
    }
}

/// The grammars that read a scheme if it is written in small letters, a bit each.
///
/// A production `scheme` accepts whatever begins with a character that it may begin with; a grammar that has none has a
/// production for each scheme.
fn reading(scheme: &str) -> u16 {
    /// For each character of US-ASCII the grammars of which a scheme may begin with it.
    static FIRST: OnceLock<[u16; 128]> = OnceLock::new();
    let production = |grammar| entries(grammar).iter().find(|entry| entry.rule == Rule::scheme);
    let bits = |reads: &dyn Fn(Grammar) -> bool| {
        Grammar::ALL.into_iter().filter(|grammar| reads(*grammar)).fold(0, |bits, grammar| bits | 1 << grammar as usize)
    };
    let first = FIRST.get_or_init(|| {
        std::array::from_fn(|byte| {
            let text = char::from(byte as u8).to_string();
            bits(&|grammar| production(grammar).is_some_and(|scheme| scheme.outline(&text, |_| ()).is_some()))
        })
    });
    let listed = |grammar: Grammar| {
        let named = |name: &&str| {
            // A prefix that nothing like a scheme follows is read too.
            let name = if *name == "prefixedurl" { Some("url") } else { name.strip_suffix("address") };
            name.is_some_and(|name| name.eq_ignore_ascii_case(scheme))
        };
        let facts = grammar.facts();
        production(grammar).is_none() && facts.alternatives.iter().chain(facts.entries).any(|name| named(&name))
    };
    let begins = scheme.bytes().next().map(|byte| byte.to_ascii_lowercase());
    begins.and_then(|byte| first.get(usize::from(byte))).copied().unwrap_or_default() | bits(&listed)
}

impl Escape {
    fn of(input: &[u8], offset: usize) -> Self {
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
