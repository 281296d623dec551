//! The bytes that delimit URLs in running text.

use crate::forgive::in_scheme;

/// The maximum length, in bytes, of text that is examined as one URL. Longer text is skipped.
pub const LONGEST: usize = 1 << 16;

/// The maximum length, in bytes, of the prefix in which a scheme's colon is searched.
pub(super) const HEAD: usize = 64;

/// The number of bytes that are compared at once.
const CHUNK: usize = size_of::<u128>();

/// Marks the bytes of a chunk that match: 8 set bits for a matching byte, 8 clear bits for any other. The loop has no early
/// exit and maps bytes to bytes, so the compiler vectorizes it.
#[inline]
fn hits(chunk: &[u8; CHUNK], sought: impl Fn(u8) -> bool) -> u128 {
    let mut hits = *chunk;
    for byte in &mut hits {
        *byte = if sought(*byte) { u8::MAX } else { 0 };
    }
    u128::from_le_bytes(hits)
}

/// The index of the first matching byte.
#[inline]
pub(super) fn first(bytes: &[u8], sought: impl Fn(u8) -> bool) -> Option<usize> {
    let (chunks, rest) = bytes.as_chunks();
    for (at, chunk) in chunks.iter().enumerate() {
        let hits = hits(chunk, &sought);
        if hits != 0 {
            return Some(CHUNK * at + hits.trailing_zeros() as usize / 8);
        }
    }
    rest.iter().position(|&byte| sought(byte)).map(|at| CHUNK * chunks.len() + at)
}

/// The index of the last matching byte.
#[inline]
pub(super) fn last(bytes: &[u8], sought: impl Fn(u8) -> bool) -> Option<usize> {
    let (rest, chunks) = bytes.as_rchunks();
    for (at, chunk) in chunks.iter().enumerate().rev() {
        let hits = hits(chunk, &sought);
        if hits != 0 {
            return Some(rest.len() + CHUNK * at + CHUNK - 1 - hits.leading_zeros() as usize / 8);
        }
    }
    rest.iter().rposition(|&byte| sought(byte))
}

/// The number of matching bytes.
pub(super) fn count(bytes: &[u8], kind: impl Fn(u8) -> bool) -> usize {
    // Counts at most 255 at a time in a byte, so the compiler vectorizes it.
    let few = |chunk: &[u8]| usize::from(chunk.iter().fold(0, |count: u8, &byte| count + u8::from(kind(byte))));
    bytes.chunks(u8::MAX.into()).map(few).sum()
}

/// Whether a URL may begin after a byte, because the byte is not part of another word.
pub(super) fn is_fresh_after(byte: u8) -> bool {
    !(in_scheme(byte) || matches!(byte, b'/' | b'@' | b'%' | b'~' | b':'))
}

/// Whether a byte is a US-ASCII mark that encloses URLs and occurs in none.
///
/// Without short-circuit operators the compiler vectorizes the comparisons; the following functions rely on this too.
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

/// Whether a mark may occur on both sides of the text that it encloses, once or several times (`*http://a/*`): "URIs are
/// delimited in a variety of ways" (RFC 3986, Appendix C).
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
pub(super) fn is_bare(behind: &[u8]) -> bool {
    behind.iter().all(|&byte| byte == b'/')
}
