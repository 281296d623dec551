//! A UTF-8 decoder for input that arrives in pieces, one byte at a time.

/// The progress in reading a character: Unicode, table 3-7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Utf8 {
    /// Between two characters.
    Between,
    /// Inside a character: the number of bytes to come, and the range of the next one.
    Within { more: u8, first: u8, last: u8 },
    /// The input is not UTF-8.
    Invalid,
}

impl Utf8 {
    /// The state after one more byte. An invalid input stays invalid.
    pub(crate) fn after(self, byte: u8) -> Self {
        let within = |more, first, last| Self::Within { more, first, last };
        match (self, byte) {
            (Self::Between, 0..=0x7F) => Self::Between,
            (Self::Between, 0xC2..=0xDF) => within(1, 0x80, 0xBF),
            (Self::Between, 0xE0) => within(2, 0xA0, 0xBF),
            (Self::Between, 0xED) => within(2, 0x80, 0x9F),
            (Self::Between, 0xE1..=0xEF) => within(2, 0x80, 0xBF),
            (Self::Between, 0xF0) => within(3, 0x90, 0xBF),
            (Self::Between, 0xF1..=0xF3) => within(3, 0x80, 0xBF),
            (Self::Between, 0xF4) => within(3, 0x80, 0x8F),
            (Self::Within { more: 1, first, last }, _) if (first..=last).contains(&byte) => Self::Between,
            (Self::Within { more, first, last }, _) if (first..=last).contains(&byte) => within(more - 1, 0x80, 0xBF),
            _ => Self::Invalid,
        }
    }
}
