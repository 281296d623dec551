//! The bytes that delimit URLs in running text.

use crate::base::scheme::in_scheme;

/// The maximum length, in bytes, of text that is examined as one URL. Longer text is skipped.
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

/// Whether a byte ends a URL between white space.
pub(super) fn ends(byte: u8) -> bool {
    (byte <= b' ') | (byte >= 0x7F) | delimits(byte)
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
