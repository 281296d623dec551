//! The parsers, made from the `.pest` files: one a grammar, each a table of its productions.

mod run;

pub(crate) use run::Entry;

use crate::grammar::{Grammar, each_grammar};

/// The modules that are made, each with the table of its productions.
macro_rules! made {
    ($($module:ident)*) => {$(
        #[rustfmt::skip]
        #[allow(clippy::all, non_snake_case, unused_labels, unused_parens, unused_variables, reason = "made by `src/language/generate.rs`")]
        mod $module;
    )*};
}
made!(abnf berners_lee gopher_plus rfc822);

macro_rules! parsers {
    ($($name:ident $module:ident $pest:literal,)*) => {
        made!($($module)*);

        /// The productions of a grammar, in the order of its file.
        pub(crate) fn entries(grammar: Grammar) -> &'static [Entry] {
            match grammar {
                $(Grammar::$name => $module::ENTRIES,)*
            }
        }
    };
}
each_grammar!(parsers);

/// The notation of a published grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// Of the drafts 02 and 03 and of RFC 1630.
    BernersLee,
    /// Of RFC 822, which RFC 1738 and 1997 use.
    Rfc822,
    /// ABNF, of RFC 5234.
    Abnf,
}

impl Notation {
    /// What reads the body of a production.
    pub(crate) fn parser(self) -> &'static Entry {
        match self {
            Self::BernersLee => &berners_lee::ENTRIES[0],
            Self::Rfc822 => &rfc822::ENTRIES[0],
            Self::Abnf => &abnf::ENTRIES[0],
        }
    }
}

/// What reads a Gopher+ string.
pub(crate) fn gopher_plus() -> &'static Entry {
    &gopher_plus::ENTRIES[0]
}
