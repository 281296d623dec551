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
    let (chunks, remainder) = bytes.as_chunks();
    for (number, chunk) in chunks.iter().enumerate() {
        if let Some(index) = first_in_chunk(chunk, &sought) {
            return Some(CHUNK * number + index);
        }
    }
    match bytes.last_chunk() {
        // The last chunk overlaps the previous one: this takes less time than to compare the
        // remainder byte by byte.
        Some(last) => first_in_chunk(last, &sought).map(|index| bytes.len() - CHUNK + index),
        None => remainder.iter().position(|&byte| sought(byte)),
    }
}

#[inline]
fn first_in_chunk(chunk: &[u8; CHUNK], sought: impl Fn(u8) -> bool) -> Option<usize> {
    match hits(chunk, sought) {
        0 => None,
        hits => Some(hits.trailing_zeros() as usize / 8),
    }
}

/// The index of the last matching byte.
#[inline]
pub(crate) fn last(bytes: &[u8], sought: impl Fn(u8) -> bool) -> Option<usize> {
    let (remainder, chunks) = bytes.as_rchunks();
    for (number, chunk) in chunks.iter().enumerate().rev() {
        let hits = hits(chunk, &sought);
        if hits != 0 {
            return Some(remainder.len() + CHUNK * number + CHUNK - 1 - hits.leading_zeros() as usize / 8);
        }
    }
    remainder.iter().rposition(|&byte| sought(byte))
}

/// The number of matching bytes.
pub(crate) fn count(bytes: &[u8], kind: impl Fn(u8) -> bool) -> usize {
    // At most 255 bytes are counted in a byte, so the compiler vectorizes it.
    bytes
        .chunks(u8::MAX.into())
        .map(|chunk| usize::from(chunk.iter().fold(0, |count: u8, &byte| count + u8::from(kind(byte)))))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_mark(byte: u8) -> bool {
        byte == b'?'
    }

    /// With one or two matching bytes at any indices, the searches have the results of searches
    /// byte by byte.
    #[test]
    fn searches_equal_those_byte_by_byte() {
        for length in 0..5 * CHUNK {
            for left in 0..=length {
                for right in [left, left + 1, left + CHUNK - 1, left + CHUNK] {
                    let mut bytes = vec![b'a'; length];
                    for index in [left, right] {
                        bytes.get_mut(index).into_iter().for_each(|byte| *byte = b'?');
                    }
                    let marks: Vec<usize> = (0..length).filter(|&index| is_mark(bytes[index])).collect();
                    assert_eq!(first(&bytes, is_mark), marks.first().copied());
                    assert_eq!(last(&bytes, is_mark), marks.last().copied());
                    assert_eq!(count(&bytes, is_mark), marks.len());
                }
            }
        }
    }
}
