//! The parsers of the notations, generated from the files of `notation/`.

#[rustfmt::skip]
#[allow(dead_code, reason = "the rules of the notations need no names")]
mod rule;

pub(super) use rule::Rule;
pub(super) use runtime::Entry;

use super::notation::Notation;

/// What the generated files are written with.
mod runtime {
    pub(super) use super::rule::Rule;
    pub(super) use crate::parser::*;

    pub(in super::super) type Entry = crate::parser::Entry<Rule>;
    pub(super) type Spans<'r> = crate::parser::Spans<'r, Rule>;
}

/// The modules that are generated.
macro_rules! generated {
    ($($module:ident)*) => {$(
        #[rustfmt::skip]
        #[allow(clippy::all, non_snake_case, unused_labels, unused_parens, unused_variables, reason = "generated")]
        mod $module;
    )*};
}
generated!(abnf berners_lee rfc822);

impl Notation {
    /// The parser of the body of a production.
    pub(super) fn parser(self) -> &'static Entry {
        match self {
            Self::BernersLee => &berners_lee::ENTRIES[0],
            Self::Rfc822 => &rfc822::ENTRIES[0],
            Self::Abnf => &abnf::ENTRIES[0],
        }
    }
}
