//! Text for people, in which every character is visible.

use std::fmt;

pub use regular_bnf::{is_invisible, visible};

/// Whether a character is one of the formatting characters of bidirectional text: they change the
/// order in which others are shown. "IRIs MUST NOT contain" them (RFC 3987, section 4.1), although
/// its ABNF accepts them.
pub(crate) fn is_bidi_formatting(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}')
}

/// A character in a message.
pub(crate) fn shown_character(c: char) -> impl fmt::Display {
    shown(move |f| match c {
        ' ' => f.write_str("' '"),
        c if is_invisible(c) => write!(f, "'{}'", c.escape_default()),
        c => write!(f, "`{c}`"),
    })
}

/// A `Display` value from a function.
pub(crate) fn shown<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result>(show: F) -> impl fmt::Display {
    struct Shown<F>(F);
    impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Shown<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }
    Shown(show)
}
