//! Bytes, many compared at a time.

/// How many are compared before there is a way out.
const PIECE: usize = size_of::<u128>();

/// Whether all bytes are of a kind.
#[inline]
pub fn all(bytes: &[u8], of: impl Fn(u8) -> bool) -> bool {
    let (pieces, rest) = bytes.as_chunks();
    let Some(&filler) = rest.first() else { return pieces.iter().all(|piece| all_of(piece, &of)) };
    // A short text is a piece as well, filled up with one of its own bytes.
    let mut last = [filler; PIECE];
    last[..rest.len()].copy_from_slice(rest);
    all_of(&last, &of) && pieces.iter().all(|piece| all_of(piece, &of))
}

/// The loop has no way out and makes bytes of bytes, so that the compiler compares all of them at once.
#[inline]
fn all_of(piece: &[u8; PIECE], of: impl Fn(u8) -> bool) -> bool {
    let mut others = *piece;
    for byte in &mut others {
        *byte = if of(*byte) { 0 } else { u8::MAX };
    }
    u128::from_le_bytes(others) == 0
}

/// How many bytes at the beginning are of a kind.
pub fn begin(bytes: &[u8], of: impl Fn(u8) -> bool) -> usize {
    let pieces = bytes.chunks(PIECE).take_while(|piece| all(piece, &of)).count();
    let at = (pieces * PIECE).min(bytes.len());
    at + bytes[at..].iter().take_while(|&&byte| of(byte)).count()
}

/// Whether a byte is a character of US-ASCII that is shown as it is.
#[inline]
pub fn printable(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}
