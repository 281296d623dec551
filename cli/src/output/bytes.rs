//! Tests on bytes, many at a time.

/// The number of bytes that are compared before an early exit is possible.
const CHUNK: usize = size_of::<u128>();

/// Whether all bytes satisfy a test. A test of several bytes is fast as comparisons joined with `&`
/// or `|`: the compiler does not vectorise `matches!` with several values.
#[inline]
pub fn all_bytes(bytes: &[u8], test: impl Fn(u8) -> bool) -> bool {
    let (chunks, remainder) = bytes.as_chunks();
    let Some(&filler) = remainder.first() else { return chunks.iter().all(|chunk| chunk_satisfies(chunk, &test)) };
    // A short text is also compared as a chunk, padded with one of its own bytes.
    let mut last = [filler; CHUNK];
    last[..remainder.len()].copy_from_slice(remainder);
    chunk_satisfies(&last, &test) && chunks.iter().all(|chunk| chunk_satisfies(chunk, &test))
}

/// Whether all bytes of a chunk satisfy a test. The loop has no early exit and maps bytes to bytes,
/// so that the compiler vectorises it.
#[inline]
fn chunk_satisfies(chunk: &[u8; CHUNK], test: impl Fn(u8) -> bool) -> bool {
    let mut failures = *chunk;
    for byte in &mut failures {
        *byte = if test(*byte) { 0 } else { u8::MAX };
    }
    u128::from_le_bytes(failures) == 0
}

/// The number of bytes at the beginning that satisfy a test.
pub fn prefix_length(bytes: &[u8], test: impl Fn(u8) -> bool) -> usize {
    let length = CHUNK * bytes.as_chunks().0.iter().take_while(|chunk| chunk_satisfies(chunk, &test)).count();
    length + bytes[length..].iter().take_while(|&&byte| test(byte)).count()
}

/// Whether a byte is a US-ASCII character that is shown unchanged.
#[inline]
pub fn is_printable(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}
