//! The parsers, generated from the `.pest` files: one a grammar, each a table of its productions.

pub(crate) use runtime::Entry;

use crate::grammar::{Grammar, each_grammar};

/// What the generated files are written with.
mod runtime {
    pub(super) use regular_bnf::parser::*;

    pub(super) use crate::rule::Rule;

    pub(crate) type Entry = regular_bnf::parser::Entry<Rule>;
    pub(super) type Spans<'r> = regular_bnf::parser::Spans<'r, Rule>;
}

/// The modules that are generated, each with the table of its productions.
macro_rules! generated {
    ($($module:ident)*) => {$(
        #[rustfmt::skip]
        #[allow(clippy::all, non_snake_case, unused_labels, unused_parens, unused_variables, reason = "generated")]
        mod $module;
    )*};
}
generated!(gopher_plus);

macro_rules! parsers {
    ($($name:ident $module:ident $pest:literal,)*) => {
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
