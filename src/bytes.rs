//! Searches that compare many bytes at once.

/// The number of bytes that are compared at once.
const CHUNK: usize = size_of::<u128>();

/// Marks the bytes of a chunk that match: 8 set bits for a matching byte, 8 clear bits for any
/// other. The loop has no early exit and maps bytes to bytes, so the compiler vectorizes it.
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
pub(crate) fn first(bytes: &[u8], sought: impl Fn(u8) -> bool) -> Option<usize> {
    let within = |chunk| match hits(chunk, &sought) {
        0 => None,
        hits => Some(hits.trailing_zeros() as usize / 8),
    };
    let (chunks, rest) = bytes.as_chunks();
    for (at, chunk) in chunks.iter().enumerate() {
        if let Some(found) = within(chunk) {
            return Some(CHUNK * at + found);
        }
    }
    match bytes.last_chunk() {
        // The last chunk overlaps the one before it: this takes less time than to compare the rest
        // byte by byte.
        Some(last) => within(last).map(|found| bytes.len() - CHUNK + found),
        None => rest.iter().position(|&byte| sought(byte)),
    }
}

/// The index of the last matching byte.
#[inline]
pub(crate) fn last(bytes: &[u8], sought: impl Fn(u8) -> bool) -> Option<usize> {
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
pub(crate) fn count(bytes: &[u8], kind: impl Fn(u8) -> bool) -> usize {
    // Counts at most 255 at a time in a byte, so the compiler vectorizes it.
    let few = |chunk: &[u8]| usize::from(chunk.iter().fold(0, |count: u8, &byte| count + u8::from(kind(byte))));
    bytes.chunks(u8::MAX.into()).map(few).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever one or two matching bytes are, the searches find what one byte after another finds.
    #[test]
    fn searches_find_what_a_search_byte_by_byte_finds() {
        let is_mark = |byte: u8| byte == b'?';
        for length in 0..5 * CHUNK {
            for one in 0..=length {
                for other in [one, one + 1, one + CHUNK - 1, one + CHUNK] {
                    let mut bytes = vec![b'a'; length];
                    for at in [one, other] {
                        bytes.get_mut(at).into_iter().for_each(|byte| *byte = b'?');
                    }
                    let marks: Vec<usize> = (0..length).filter(|&at| is_mark(bytes[at])).collect();
                    assert_eq!(first(&bytes, is_mark), marks.first().copied());
                    assert_eq!(last(&bytes, is_mark), marks.last().copied());
                    assert_eq!(count(&bytes, is_mark), marks.len());
                }
            }
        }
    }
}
