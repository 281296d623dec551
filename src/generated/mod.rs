//! The parsers, generated from the `.pest` files: one for each grammar, each with a table of its
//! productions.

#[rustfmt::skip]
pub(crate) mod captured;
#[rustfmt::skip]
pub(crate) mod rule;
mod runtime;

pub(crate) use runtime::Entry;

use crate::grammar::{Grammar, SchemeDocument, each_grammar, each_scheme_document};

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

macro_rules! scheme_parsers {
    ($($(#[$doc:meta])* $name:ident $facts:ident $module:ident $id:literal $pest:literal;)*) => {
        generated!($($module)*);

        /// The productions of a document of one scheme: its own, and those of its base that they use.
        fn scheme_entries(document: SchemeDocument) -> &'static [Entry] {
            match document {
                $(SchemeDocument::$name => $module::ENTRIES,)*
            }
        }
    };
}
each_scheme_document!(scheme_parsers);

/// The production of a document of one scheme with that name.
pub(crate) fn scheme_entry(document: SchemeDocument, name: &str) -> Option<&'static Entry> {
    scheme_entries(document).iter().find(|entry| entry.rule.name() == name)
}

/// The parser of a Gopher+ string.
pub(crate) fn gopher_plus() -> &'static Entry {
    &gopher_plus::ENTRIES[0]
}
