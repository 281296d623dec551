//! The parsers, generated from the `.pest` files: one for each grammar, each with a table of its
//! productions.

#[rustfmt::skip]
pub(crate) mod captured;
#[rustfmt::skip]
pub(crate) mod rule;
mod runtime;

pub(crate) use runtime::Entry;

use crate::grammar::{Grammar, each_grammar};

/// Declares the generated modules, each with the table of its productions.
macro_rules! generated {
    ($($module:ident)*) => {$(
        #[rustfmt::skip]
        #[allow(clippy::all, non_snake_case, unused_variables, reason = "generated")]
        mod $module;
    )*};
}
generated!(gopher_plus);

macro_rules! parsers {
    ($($(#[$doc:meta])* $name:ident $module:ident $id:literal $pest:literal;)*) => {
        generated!($($module)*);

        /// The productions of a grammar, in the order of its file.
        pub(crate) fn entries(grammar: Grammar) -> &'static [Entry] {
            match grammar {
                $(Grammar::$name => $module::ENTRIES,)*
            }
        }
    };
}
each_grammar!(parsers);

/// The parser of a Gopher+ string.
pub(crate) fn gopher_plus() -> &'static Entry {
    &gopher_plus::ENTRIES[0]
}
