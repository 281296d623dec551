//! The items that were expected where an input was refused.

use std::fmt;

use crate::base::visible::shown_character;

/// An item that was expected where an input was refused.
///
/// ```
/// use uri_lineage::{Expected, Grammar};
///
/// let error = Grammar::Rfc1738.parse("http://host:8o80/").unwrap_err();
/// assert_eq!(error.expected(), [Expected::Class("digit"), Expected::Character('/'), Expected::End]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Expected<'n> {
    /// A production, by its printed name.
    Production(&'n str),
    /// A class of characters, by its printed name.
    Class(&'n str),
    /// A literal character.
    Character(char),
    /// One character from the first to the last: not US-ASCII, or of a grammar that has no names
    /// for classes.
    Range(char, char),
    /// The end of the input.
    End,
}

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Production(name @ ("port" | "digits" | "version" | "hostnumber" | "IPv4address")) => {
                write!(f, "`{name}`, a digit")
            }
            Self::Production(name) | Self::Class(name) => write!(f, "`{name}`"),
            Self::Character(' ') => f.write_str("a space"),
            Self::Character(c) => write!(f, "{}", shown_character(*c)),
            Self::Range(first, last) if last.is_ascii() => {
                write!(f, "{} to {}", shown_character(*first), shown_character(*last))
            }
            Self::Range(first, last) => write!(f, "U+{:04X} to U+{:04X}", *first as u32, *last as u32),
            Self::End => f.write_str("the end"),
        }
    }
}
