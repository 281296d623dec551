//! Characters that people cannot tell apart, and text in which they can.

use std::fmt;

/// Whether a character is invisible, or affects its neighbours: controls, line and paragraph
/// separators, direction marks and other format characters, spaces other than the US-ASCII space,
/// and characters that Unicode has not assigned.
///
/// ```
/// use regular_bnf::is_invisible;
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
    // A combining mark is visible after a letter; all other characters that the standard library
    // escapes are not printable.
    let mut bytes = [b'a'; 5];
    let length = 1 + c.encode_utf8(&mut bytes[1..]).len();
    str::from_utf8(&bytes[..length]).is_ok_and(|text| text.escape_debug().nth(1) == Some('\\'))
}

/// The text with its [invisible](is_invisible) characters as escapes.
///
/// ```
/// assert_eq!(regular_bnf::visible("a\u{202E}b\n").to_string(), "a\\u{202e}b\\n");
/// ```
pub fn visible(text: &str) -> impl fmt::Display {
    struct Visible<'t>(&'t str);
    impl fmt::Display for Visible<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let mut remainder = self.0;
            while let Some((at, c)) = remainder.char_indices().find(|&(_, c)| is_invisible(c)) {
                write!(f, "{}{}", &remainder[..at], c.escape_default())?;
                remainder = &remainder[at + c.len_utf8()..];
            }
            f.write_str(remainder)
        }
    }
    Visible(text)
}
