//! Refusals for people.

use std::fmt;

use uri_lineage::{Advice, Error, Refusal};

/// Why a grammar refuses an input at a place, with a hint if `--forgive` helps.
pub fn message_at(error: &Error, place: impl fmt::Display) -> String {
    let helps =
        matches!(error.advice(), Some(Advice::SchemeCase { forgivable: true } | Advice::Prefix { forgivable: true }));
    format!("{}{}", error.message_at(place), if helps { " (--forgive accepts it)" } else { "" })
}

/// The record of a refusal at an offset, with the same hint in its message.
pub fn hinted(error: &Error, offset: usize) -> Refusal {
    Refusal { message: message_at(error, format_args!("byte {offset}")), ..Refusal::at(error, offset) }
}
