//! Bytes, many compared at a time.

/// How many are compared before there is a way out.
const PIECE: usize = 32;

/// Whether all bytes are of a kind. A piece has no way out of its loop, so that the compiler compares all of it at once.
#[inline]
pub fn all(bytes: &[u8], of: impl Fn(u8) -> bool) -> bool {
    let (pieces, rest) = bytes.as_chunks::<PIECE>();
    let of_all = |piece: &[u8]| piece.iter().fold(true, |all, &byte| all & of(byte));
    pieces.iter().all(|piece| of_all(piece)) && of_all(rest)
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
