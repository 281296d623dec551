//! Text for people, in which every character is visible.

use std::fmt;

/// Whether a character is invisible, or affects its neighbours: controls, line and paragraph separators, direction marks and
/// other format characters, spaces other than the US-ASCII space, and characters that Unicode has not assigned.
///
/// ```
/// use uri_lineage::visible::is_invisible;
///
/// assert!(['\n', '\u{FEFF}', '\u{2028}', '\u{202E}', '\u{200D}', '\u{3164}'].into_iter().all(is_invisible));
/// assert!(![' ', 'a', '"', 'é', '日', '\u{301}'].into_iter().any(is_invisible));
/// ```
pub fn is_invisible(c: char) -> bool {
    // Letters and marks without a visible form.
    if matches!(c, '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}')
    {
        return true;
    }
    if matches!(c, ' '..='~') {
        return false;
    }
    // A combining mark is visible after a letter; all other characters that the standard library escapes are not printable.
    let mut bytes = [b'a'; 5];
    let length = 1 + c.encode_utf8(&mut bytes[1..]).len();
    str::from_utf8(&bytes[..length]).is_ok_and(|text| text.escape_debug().nth(1) == Some('\\'))
}

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
