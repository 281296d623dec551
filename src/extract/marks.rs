//! What delimits URLs in running text, byte by byte.

/// The longest text, in bytes, that is looked at as one URL. What is longer is passed over.
pub const LONGEST: usize = 1 << 16;

/// The longest beginning, in bytes, in which a scheme's colon is looked for.
pub(super) const HEAD: usize = 64;

/// How many bytes are compared together.
const CHUNK: usize = 32;

/// Whether there is a byte that is sought. Without a way out many are compared at a time.
fn holds(chunk: &[u8], sought: impl Fn(u8) -> bool) -> bool {
    chunk.iter().fold(false, |any, &byte| any | sought(byte))
}

/// The place of the first byte that is sought.
pub(super) fn first(bytes: &[u8], sought: impl Fn(u8) -> bool) -> Option<usize> {
    let from = CHUNK * bytes.chunks(CHUNK).position(|chunk| holds(chunk, &sought))?;
    bytes[from..].iter().position(|&byte| sought(byte)).map(|at| from + at)
}

/// The place of the last one.
pub(super) fn last(bytes: &[u8], sought: impl Fn(u8) -> bool) -> Option<usize> {
    let end = bytes.len() - CHUNK * bytes.rchunks(CHUNK).position(|chunk| holds(chunk, &sought))?;
    bytes[..end].iter().rposition(|&byte| sought(byte))
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

/// A mark before the lines of a quoted mail.
pub(super) fn is_quotation(byte: u8) -> bool {
    matches!(byte, b'>' | b'|')
}

/// Whether there is nothing after a scheme but slashes, or nothing at all.
pub(super) fn is_bare(behind: &[u8]) -> bool {
    behind.iter().all(|&byte| byte == b'/')
}
