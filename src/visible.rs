//! Text for people, in which every character is visible.

use std::fmt;

pub use regular_bnf::is_invisible;

/// Whether a character is one of the formatting characters of bidirectional text: they change the order in which others are
/// shown. "IRIs MUST NOT contain" them (RFC 3987, section 4.1), although its ABNF accepts them.
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

/// The text with its [invisible](is_invisible) characters as escapes.
///
/// ```
/// assert_eq!(uri_lineage::visible::visible("a\u{202E}b\n").to_string(), "a\\u{202e}b\\n");
/// ```
pub fn visible(text: &str) -> impl fmt::Display {
    shown(move |f| {
        let mut rest = text;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_invisible(c)) {
            write!(f, "{}{}", &rest[..at], c.escape_default())?;
            rest = &rest[at + c.len_utf8()..];
        }
        f.write_str(rest)
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
