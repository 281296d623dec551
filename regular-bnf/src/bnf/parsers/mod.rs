//! The parsers of the notations, generated from the files of `notation/`.

#[rustfmt::skip]
#[allow(dead_code, reason = "the rules of the notations need no names")]
mod rule;
mod runtime;

pub(super) use rule::Rule;
use runtime::Entry;

/// Declares the generated modules.
macro_rules! generated {
    ($($module:ident)*) => {$(
        #[rustfmt::skip]
        #[allow(clippy::all, non_snake_case, unused_variables, reason = "generated")]
        mod $module;
    )*};
}
generated!(abnf berners_lee rfc822);

impl crate::parser::Captured for Rule {}

/// The parser of the body of a production in each notation.
pub(super) fn bodies() -> [&'static Entry; 3] {
    [&berners_lee::ENTRIES[0], &rfc822::ENTRIES[0], &abnf::ENTRIES[0]]
}
