//! Tests on bytes, many at a time.

/// How many bytes are compared before an early exit is possible.
const PIECE: usize = size_of::<u128>();

/// Whether all bytes satisfy a test. A test of several bytes is fast as comparisons joined with `&`
/// or `|`: the compiler does not vectorise `matches!` with several values.
#[inline]
pub fn all(bytes: &[u8], of: impl Fn(u8) -> bool) -> bool {
    let (pieces, rest) = bytes.as_chunks();
    let Some(&filler) = rest.first() else { return pieces.iter().all(|piece| all_of(piece, &of)) };
    // A short text is also compared as a piece, padded with one of its own bytes.
    let mut last = [filler; PIECE];
    last[..rest.len()].copy_from_slice(rest);
    all_of(&last, &of) && pieces.iter().all(|piece| all_of(piece, &of))
}

/// The loop has no early exit and maps bytes to bytes, so that the compiler vectorises it.
#[inline]
fn all_of(piece: &[u8; PIECE], of: impl Fn(u8) -> bool) -> bool {
    let mut others = *piece;
    for byte in &mut others {
        *byte = if of(*byte) { 0 } else { u8::MAX };
    }
    u128::from_le_bytes(others) == 0
}

/// The number of bytes at the beginning that satisfy a test.
pub fn begin(bytes: &[u8], of: impl Fn(u8) -> bool) -> usize {
    let at = PIECE * bytes.as_chunks().0.iter().take_while(|piece| all_of(piece, &of)).count();
    at + bytes[at..].iter().take_while(|&&byte| of(byte)).count()
}

/// Whether a byte is a US-ASCII character that is shown unchanged.
#[inline]
pub fn printable(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}
