//! Text for people, in which every character is visible.

use std::fmt;

pub(crate) use regular_bnf::{is_invisible, visible};

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
        '\t' | '\n' | '\r' => write!(f, "'{}'", c.escape_default()),
        c if is_invisible(c) => write!(f, "U+{:04X}", u32::from(c)),
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

/// An input on a line of its own, and a caret below the character at an offset. A long input is
/// truncated.
pub(crate) fn caret(input: &str, offset: usize) -> impl fmt::Display + '_ {
    /// The number of characters that are shown on either side of the caret.
    const REACH: usize = 60;
    shown(move |f| {
        let (before, after) = input.split_at_checked(offset).unwrap_or((input, ""));
        let start = before.char_indices().rev().nth(REACH - 1).map_or(0, |(offset, _)| offset);
        let end = after.char_indices().nth(REACH).map_or(after.len(), |(offset, _)| offset);
        let lead = if start > 0 { "..." } else { "" };
        let tail = if end < after.len() { "..." } else { "" };
        let [before, after] = [&before[start..], &after[..end]]
            .map(|text| text.chars().map(|c| if is_invisible(c) { '?' } else { c }).collect::<String>());
        writeln!(f, "  | {lead}{before}{after}{tail}")?;
        write!(f, "  | {:1$}^", "", lead.len() + before.chars().count())
    })
}
