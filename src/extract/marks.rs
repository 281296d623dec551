//! The bytes that delimit URLs in running text.

use crate::base::scheme::in_scheme;
use crate::base::utf8::length_of;

/// The maximum length, in bytes, of text that is examined as one URL. Longer text is skipped.
///
/// ```
/// use uri_lineage::extract::{Extractor, LONGEST};
///
/// let text = format!("http://a/{} http://b/", "x".repeat(LONGEST));
/// assert_eq!(Extractor::new(text.as_bytes()).next().unwrap()?.url, "http://b/");
/// # Ok::<(), std::io::Error>(())
/// ```
pub const LONGEST: usize = 1 << 16;

/// The maximum length, in bytes, of a word that may be a scheme, with its colon.
pub(super) const HEAD: usize = 64;

/// Whether a URL may begin after a byte, because the byte is not part of another word.
pub(super) fn may_start_after(byte: u8) -> bool {
    !(in_scheme(byte) || matches!(byte, b'/' | b'@' | b'%' | b'~'))
}

/// Whether a byte is a US-ASCII mark that encloses URLs and occurs in none.
///
/// Without short-circuit operators the compiler vectorizes the comparisons; the following functions
/// rely on this too.
pub(super) fn delimits(byte: u8) -> bool {
    (byte == b'<') | (byte == b'>') | (byte == b'"')
}

/// Whether a typographic mark may begin with a byte.
pub(super) fn is_typographic(byte: u8) -> bool {
    (byte == 0xC2) | (byte == 0xE2)
}

/// Whether a byte ends a URL between white space, or begins a character that may
/// ([`separates`]).
pub(super) fn ends(byte: u8) -> bool {
    (byte <= b' ') | (byte >= 0x7F) | delimits(byte)
}

/// Whether a character beyond US-ASCII ends a URL between white space: white space, controls
/// (those of direction too, which RFC 3987, section 4.1, forbids), and punctuation. All others are
/// part of the URL, since a grammar may accept them: without them it would name another host.
pub(super) fn separates(character: char) -> bool {
    match character {
        // Joiners are part of words.
        '\u{200C}' | '\u{200D}' => false,
        '\u{2000}'..='\u{206F}' | '\u{FEFF}' => true,
        '¡' | '«' | '»' | '¿' => true,
        // Arabic, Armenian, Indic and Ethiopic.
        '،' | '؛' | '؟' | '۔' | '։' | '।' | '॥' | '\u{1361}'..='\u{1368}' => true,
        // Chinese and Japanese; the fullwidth stop and slash are read as those of a URL.
        '、' | '。' | '〃' | '〈'..='】' | '〔'..='〟' => true,
        '！' | '＂' | '＇' | '（' | '）' | '，' | '：' | '；' | '＜' | '＞' | '？' | '［' | '］' => true,
        '｛' | '｝' | '｟'..='､' => true,
        _ => character.is_whitespace() || character.is_control(),
    }
}

/// The character at the beginning of some bytes, and its length. A byte that is not UTF-8 is read
/// as ISO 8859-1.
pub(super) fn first_character(bytes: &[u8]) -> Option<(char, usize)> {
    let first = *bytes.first()?;
    let sequence = bytes.get(..length_of(first)).and_then(|sequence| str::from_utf8(sequence).ok());
    let character = sequence.and_then(|sequence| sequence.chars().next());
    Some(character.map_or((char::from(first), 1), |character| (character, character.len_utf8())))
}

/// The pairs of brackets that enclose URLs and may occur in them.
pub(super) const BRACKETS: [[u8; 2]; 3] = [*b"()", *b"[]", *b"{}"];

/// Whether a byte is a bracket.
pub(super) fn is_bracket(byte: u8) -> bool {
    BRACKETS.as_flattened().iter().fold(false, |is_bracket, &bracket| is_bracket | (byte == bracket))
}

/// Whether a mark may occur on both sides of the text that it encloses, once or several times
/// (`*http://a/*`): "URIs are delimited in a variety of ways" (RFC 3986, Appendix C).
pub(super) fn is_enclosing(byte: u8) -> bool {
    matches!(byte, b'*' | b'_' | b'|' | b'\'' | b'`')
}

/// Whether a mark may begin the lines of a quoted mail.
pub(super) fn is_quotation(byte: u8) -> bool {
    matches!(byte, b'>' | b'|')
}

/// Whether a byte may precede the text of a line in a quoted mail.
pub(super) fn is_leading(byte: u8) -> bool {
    is_quotation(byte) || matches!(byte, b' ' | b'\t')
}

/// Whether only slashes, or nothing, follow a scheme.
pub(super) fn is_bare(after_scheme: &[u8]) -> bool {
    after_scheme.iter().all(|&byte| byte == b'/')
}
