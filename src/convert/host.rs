//! Why a target refuses a host.

use std::fmt;

use crate::ast::parsed::Parsed;
use crate::base::visible::{shown, shown_character, visible};
use crate::grammar::Grammar;

/// Why the target grammar refuses the host of a URL.
///
/// ```
/// use uri_lineage::Grammar::Rfc2396;
/// use uri_lineage::convert::{ConvertError, HostFault};
///
/// let error = Rfc2396.convert("http://[::1]/").unwrap_err();
/// assert!(matches!(error, ConvertError::Host { to: Rfc2396, fault: HostFault::Brackets, .. }));
/// assert_eq!(error.to_string(), "the host `[::1]` is an address in brackets, which rfc2396 does not accept");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostFault {
    /// The host is empty.
    Empty,
    /// The host ends in a dot.
    FinalDot,
    /// The host is an address in brackets.
    Brackets,
    /// The target accepts neither a character of the host in its place, nor an escape there.
    Character {
        /// The character.
        character: char,
        /// The byte offset of the character in the URL.
        offset: usize,
    },
    /// The target expects more text after the host.
    Short,
}

/// The message about a host that a grammar refuses.
pub(super) fn message(to: Grammar, host: &str, fault: HostFault) -> impl fmt::Display {
    shown(move |f| {
        let host = visible(host);
        match fault {
            HostFault::Empty => write!(f, "the host is empty, which {to} does not accept"),
            HostFault::FinalDot => write!(f, "the host `{host}` ends in a dot, which {to} does not accept"),
            HostFault::Brackets => write!(f, "the host `{host}` is an address in brackets, which {to} does not accept"),
            HostFault::Character { character, offset } => {
                let character = shown_character(character);
                write!(f, "{to} does not accept {character} in the host `{host}` at byte {offset}, nor an escape")
            }
            HostFault::Short => write!(f, "{to} expects more text after the host `{host}`"),
        }
    })
}

/// The host after the two slashes of a URL, and perhaps a user.
pub(super) struct HostSpan<'u> {
    pub text: &'u str,
    /// The offset of the host in the URL without its prefix.
    start: usize,
}

impl<'u> HostSpan<'u> {
    /// `bare` is the text of the URL without its prefix.
    pub fn new(source: &Parsed<'_>, bare: &'u str) -> Option<Self> {
        let components = source.value().components();
        let host = components.host?.as_str();
        let scheme = components.scheme.map_or(0, |scheme| scheme.len() + ":".len());
        let user = components.user.map_or(0, |user| user.as_str().len() + "@".len());
        let password = components.password.map_or(0, |password| ":".len() + password.as_str().len());
        let start = scheme + "//".len() + user + password;
        let text = bare.get(start..start + host.len()).filter(|text| *text == host)?;
        bare.get(scheme..)?.starts_with("//").then_some(Self { text, start })
    }

    /// The fault of the host if the target refuses a character, or the end of the text, at an
    /// offset. `skipped` is the length of the prefix; `may_end` tells whether the URL or a path may
    /// follow there.
    pub fn fault(&self, offset: usize, skipped: usize, refused: Option<char>, may_end: bool) -> Option<HostFault> {
        let end = self.start + self.text.len();
        match refused {
            Some('[') if offset == self.start => Some(HostFault::Brackets),
            Some(character) if (self.start..end).contains(&offset) => {
                Some(HostFault::Character { character, offset: skipped + offset })
            }
            _ if offset != end || may_end => None,
            _ if self.text.is_empty() => Some(HostFault::Empty),
            _ if self.text.ends_with('.') => Some(HostFault::FinalDot),
            _ => Some(HostFault::Short),
        }
    }
}
