//! A UTF-8 decoder for input that arrives in pieces, one byte at a time.

/// The progress in reading a character: Unicode, table 3-7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Utf8 {
    /// Between two characters.
    Between,
    /// Inside a character: the number of bytes to come, the range of the next one, and the bits
    /// that have been read.
    Within { more: u8, first: u8, last: u8, bits: u32 },
    /// The input is not UTF-8.
    Invalid,
}

impl Utf8 {
    /// The state after one more byte, and the character that the byte completes. An invalid input
    /// stays invalid.
    pub(crate) fn after(self, byte: u8) -> (Self, Option<char>) {
        let after = match (self, byte) {
            (Self::Between, 0..=0x7F) => return (Self::Between, Some(byte.into())),
            (Self::Between, 0xC2..=0xDF) => Self::after_first(1, 0x80, 0xBF, byte & 0x1F),
            (Self::Between, 0xE0) => Self::after_first(2, 0xA0, 0xBF, 0),
            (Self::Between, 0xED) => Self::after_first(2, 0x80, 0x9F, byte & 0xF),
            (Self::Between, 0xE1..=0xEF) => Self::after_first(2, 0x80, 0xBF, byte & 0xF),
            (Self::Between, 0xF0) => Self::after_first(3, 0x90, 0xBF, 0),
            (Self::Between, 0xF1..=0xF3) => Self::after_first(3, 0x80, 0xBF, byte & 7),
            (Self::Between, 0xF4) => Self::after_first(3, 0x80, 0x8F, byte & 7),
            (Self::Within { more, first, last, bits }, _) if (first..=last).contains(&byte) => {
                let bits = bits << 6 | u32::from(byte & 0x3F);
                if more == 1 {
                    return (Self::Between, char::from_u32(bits));
                }
                Self::Within { more: more - 1, first: 0x80, last: 0xBF, bits }
            }
            _ => Self::Invalid,
        };
        (after, None)
    }

    /// The state after the first byte of a character, from the fields of [`Within`](Self::Within).
    fn after_first(more: u8, first: u8, last: u8, bits: u8) -> Self {
        Self::Within { more, first, last, bits: bits.into() }
    }
}

/// The offset of the character that an offset divides; the offset itself if it divides none.
pub(crate) fn character_start(bytes: &[u8], offset: usize) -> usize {
    let before = bytes.get(..offset).unwrap_or(bytes);
    for (length, &byte) in before.iter().rev().enumerate().take(3) {
        if !(0x80..0xC0).contains(&byte) {
            return if length + 1 < length_of(byte) { offset - length - 1 } else { offset };
        }
    }
    offset
}

/// The length in UTF-8 of the character that begins with a byte; 1 if none does.
pub(crate) fn length_of(byte: u8) -> usize {
    match byte {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every character is decoded, and its bytes are decoded to nothing else.
    #[test]
    fn characters_are_decoded() {
        for c in (0..=char::MAX as u32).filter_map(char::from_u32) {
            let mut bytes = [0; 4];
            let mut state = Utf8::Between;
            let mut decoded = None;
            for &byte in c.encode_utf8(&mut bytes).as_bytes() {
                assert_eq!(decoded, None);
                (state, decoded) = state.after(byte);
            }
            assert_eq!((state, decoded), (Utf8::Between, Some(c)));
        }
    }

    /// An incomplete character begins at the offset at which the standard library finds it.
    #[test]
    fn incomplete_characters_are_found() {
        let pieces: [&[u8]; 8] =
            [b"a", b"\xC3\xA9", b"\xE2\x82\xAC", b"\xF0\x90\x8C\x80", b"\xA9", b"\xC3", b"\xE2\x82", b"\xC0"];
        for (first, second) in pieces.iter().flat_map(|first| pieces.map(|second| (first, second))) {
            let bytes = [*first, second].concat();
            let expected = match std::str::from_utf8(&bytes) {
                Ok(text) => text.len(),
                Err(error) if error.error_len().is_none() => error.valid_up_to(),
                Err(_) => continue,
            };
            assert_eq!(character_start(&bytes, bytes.len()), expected, "{bytes:?}");
        }
    }
}
