//! What delimits URLs in running text, byte by byte.

/// The longest text, in bytes, that is looked at as one URL. What is longer is passed over.
pub const LONGEST: usize = 1 << 16;

/// The longest beginning, in bytes, in which a scheme's colon is looked for.
pub(super) const HEAD: usize = 64;

/// How many bytes are compared together.
const CHUNK: usize = size_of::<u128>();

/// Which bytes of a chunk are sought: of these all bits are set, of the others none. The loop has no way out and makes bytes of
/// bytes, so that the compiler compares all of them at once.
#[inline]
fn hits(chunk: &[u8; CHUNK], sought: impl Fn(u8) -> bool) -> u128 {
    let mut hits = *chunk;
    for byte in &mut hits {
        *byte = if sought(*byte) { u8::MAX } else { 0 };
    }
    u128::from_le_bytes(hits)
}

/// The place of the first byte that is sought.
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

/// The place of the last one.
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

/// How many bytes are of a kind.
pub(super) fn count(bytes: &[u8], kind: impl Fn(u8) -> bool) -> usize {
    // As many as fit into a byte, so that many are counted at a time.
    let few = |chunk: &[u8]| usize::from(chunk.iter().fold(0, |count: u8, &byte| count + u8::from(kind(byte))));
    bytes.chunks(u8::MAX.into()).map(few).sum()
}

/// Whether a scheme may hold a byte.
pub(super) fn in_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// Whether a URL may begin after a byte: it ends nothing else.
pub(super) fn is_fresh_after(byte: u8) -> bool {
    !(in_scheme(byte) || matches!(byte, b'/' | b'@' | b'%' | b'~' | b':'))
}

/// What stands around a URL in US-ASCII, and in none.
///
/// Without a way out between them comparisons are made many bytes at a time; so in what follows.
pub(super) fn delimits(byte: u8) -> bool {
    (byte == b'<') | (byte == b'>') | (byte == b'"')
}

/// What a typographic mark begins with.
pub(super) fn is_typographic(byte: u8) -> bool {
    (byte == 0xC2) | (byte == 0xE2)
}

/// What ends a URL that stands between white space.
pub(super) fn ends(byte: u8) -> bool {
    (byte <= b' ') | (byte >= 0x7F) | delimits(byte)
}

/// A mark that may stand before and after what it encloses, once or several times (`*http://a/*`): "URIs are delimited in a variety
/// of ways" (RFC 3986, Appendix C).
pub(super) fn is_enclosing(byte: u8) -> bool {
    matches!(byte, b'*' | b'_' | b'|' | b'\'' | b'`')
}

/// A mark before the lines of a quoted mail.
pub(super) fn is_quotation(byte: u8) -> bool {
    matches!(byte, b'>' | b'|')
}

/// What may stand before the text of a line in a quoted mail.
pub(super) fn is_leading(byte: u8) -> bool {
    is_quotation(byte) || matches!(byte, b' ' | b'\t')
}

/// Whether there is nothing after a scheme but slashes, or nothing at all.
pub(super) fn is_bare(behind: &[u8]) -> bool {
    behind.iter().all(|&byte| byte == b'/')
}
