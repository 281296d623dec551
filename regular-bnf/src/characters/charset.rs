//! Sets of characters.

use super::effort::{READABLE, effort};

/// The number of US-ASCII characters.
const ASCII: u32 = 128;

/// The US-ASCII characters of each [effort], the least first. Every other character needs more
/// effort.
const ASCII_BY_EFFORT: [u128; 5] = {
    let efforts = [0, 1, 4, 16, 64];
    let mut sets = [0; 5];
    let mut c = 0;
    while c < ASCII as u8 {
        let mut number = 0;
        while efforts[number] != effort(c as char) {
            number += 1;
        }
        sets[number] |= 1 << c;
        c += 1;
    }
    sets
};

/// The first character beyond US-ASCII.
pub(crate) const BEYOND: char = '\u{80}';

/// A set of characters: Unicode scalar values, so that a surrogate belongs to no set.
///
/// ```
/// use regular_bnf::CharSet;
///
/// let letters = CharSet::range('a', 'z').union(&CharSet::range('\u{A0}', '\u{D7FF}'));
/// assert!(letters.contains('é') && !letters.contains('\u{9F}'));
/// assert_eq!(letters.len(), 26 + 0xD800 - 0xA0);
/// // Surrogates are not characters, so these ranges are adjacent.
/// let both = CharSet::range('\u{A0}', '\u{D7FF}').union(&CharSet::range('\u{E000}', '\u{10FFFF}'));
/// assert_eq!(both, CharSet::range('\u{A0}', char::MAX));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CharSet {
    /// One bit for each US-ASCII character.
    ascii: u128,
    /// The ranges of all other characters, in order. Between two of them there is a character that
    /// is not in the set.
    beyond: Vec<(char, char)>,
}

/// The next character; `None` after the last.
pub(crate) fn after(c: char) -> Option<char> {
    char::from_u32(c as u32 + 1).or_else(|| (c == '\u{D7FF}').then_some('\u{E000}'))
}

/// The previous character; `None` before the first.
fn before(c: char) -> Option<char> {
    let previous = (c as u32).checked_sub(1)?;
    char::from_u32(previous).or(Some('\u{D7FF}'))
}

/// The US-ASCII characters from a code on, one bit each.
fn ascii_from(first: u32) -> u128 {
    if first >= ASCII { 0 } else { u128::MAX << first }
}

/// The number of characters in a range.
fn count(first: char, last: char) -> u32 {
    let surrogates = if first < '\u{E000}' && last >= '\u{E000}' { 0x800 } else { 0 };
    last as u32 - first as u32 + 1 - surrogates
}

impl CharSet {
    /// The set without characters.
    pub const EMPTY: Self = Self { ascii: 0, beyond: Vec::new() };

    /// The set of all characters.
    pub fn all() -> Self {
        Self::range('\0', char::MAX)
    }

    /// A set of US-ASCII characters, one bit each.
    pub const fn ascii(bits: u128) -> Self {
        Self { ascii: bits, beyond: Vec::new() }
    }

    /// The set of the characters from `first` to `last`. It is empty if `last` comes before
    /// `first`.
    pub fn range(first: char, last: char) -> Self {
        let ascii = if first <= last { ascii_from(first as u32) & !ascii_from(last as u32 + 1) } else { 0 };
        let first = first.max(BEYOND);
        Self { ascii, beyond: if first <= last { vec![(first, last)] } else { Vec::new() } }
    }

    /// The US-ASCII characters of the set, one bit each.
    pub fn bits(&self) -> u128 {
        self.ascii
    }

    /// The ranges of the other characters, in order.
    pub fn beyond(&self) -> &[(char, char)] {
        &self.beyond
    }

    /// The ranges of all characters, in order.
    pub fn ranges(&self) -> Vec<(char, char)> {
        let mut ranges: Vec<(char, char)> = Vec::new();
        let ascii = (0..ASCII as u8).filter(|&c| self.ascii & 1 << c != 0).map(|c| (char::from(c), char::from(c)));
        for (first, last) in ascii.chain(self.beyond.iter().copied()) {
            match ranges.last_mut() {
                Some((_, end)) if after(*end) == Some(first) => *end = last,
                _ => ranges.push((first, last)),
            }
        }
        ranges
    }

    /// Whether the set contains a character.
    #[inline]
    pub fn contains(&self, c: char) -> bool {
        if c.is_ascii() {
            return self.ascii & 1 << (c as u32) != 0;
        }
        let index = self.beyond.partition_point(|&(_, last)| last < c);
        self.beyond.get(index).is_some_and(|&(first, _)| first <= c)
    }

    /// Whether the set contains no character.
    pub fn is_empty(&self) -> bool {
        self.ascii == 0 && self.beyond.is_empty()
    }

    /// The number of characters.
    pub fn len(&self) -> u32 {
        self.ascii.count_ones() + self.beyond.iter().map(|&(first, last)| count(first, last)).sum::<u32>()
    }

    /// The character, if the set contains exactly one.
    pub fn only(&self) -> Option<char> {
        match (self.ascii.count_ones(), self.beyond.as_slice()) {
            (1, []) => Some(char::from(self.ascii.trailing_zeros() as u8)),
            (0, &[(first, last)]) if first == last => Some(first),
            _ => None,
        }
    }

    /// The characters of either set.
    #[must_use]
    pub fn union(&self, set: &Self) -> Self {
        Self::union_of([self, set])
    }

    /// The characters of all sets, in one pass.
    #[must_use]
    pub(crate) fn union_of<'s>(sets: impl IntoIterator<Item = &'s Self>) -> Self {
        let (mut ascii, mut ranges) = (0, Vec::new());
        for set in sets {
            ascii |= set.ascii;
            ranges.extend_from_slice(&set.beyond);
        }
        ranges.sort_unstable();
        let mut beyond: Vec<(char, char)> = Vec::new();
        for (first, last) in ranges {
            match beyond.last_mut() {
                Some((_, end)) if after(*end).is_none_or(|next| first <= next) => *end = last.max(*end),
                _ => beyond.push((first, last)),
            }
        }
        Self { ascii, beyond }
    }

    /// The characters that are in at least two of the sets.
    #[must_use]
    pub(crate) fn shared<'s>(sets: impl IntoIterator<Item = &'s Self>) -> Self {
        let (mut ascii, mut twice, mut ranges) = (0, 0, Vec::new());
        for set in sets {
            twice |= ascii & set.ascii;
            ascii |= set.ascii;
            ranges.extend_from_slice(&set.beyond);
        }
        ranges.sort_unstable();
        let mut beyond: Vec<(char, char)> = Vec::new();
        // The last character of the ranges so far.
        let mut covered_to: Option<char> = None;
        for (first, last) in ranges {
            match covered_to {
                Some(end) if first <= end => {
                    beyond.push((first, last.min(end)));
                    covered_to = Some(last.max(end));
                }
                _ => covered_to = Some(last),
            }
        }
        Self::union_of([&Self { ascii: twice, beyond }])
    }

    /// The characters of both sets.
    #[must_use]
    pub fn intersection(&self, set: &Self) -> Self {
        let (mut left, mut right) = (self.beyond.iter().peekable(), set.beyond.iter().peekable());
        let mut beyond = Vec::new();
        while let (Some(&&(left_first, left_last)), Some(&&(right_first, right_last))) = (left.peek(), right.peek()) {
            let (first, last) = (left_first.max(right_first), left_last.min(right_last));
            if first <= last {
                beyond.push((first, last));
            }
            if left_last < right_last {
                left.next();
            } else {
                right.next();
            }
        }
        Self { ascii: self.ascii & set.ascii, beyond }
    }

    /// The characters of this set that the other does not have.
    #[must_use]
    pub fn difference(&self, set: &Self) -> Self {
        // The gaps between the ranges of the other set.
        let mut gaps = Vec::new();
        let mut gap_start = Some(BEYOND);
        for &(first, last) in &set.beyond {
            if let (Some(start), Some(end)) = (gap_start, before(first))
                && start <= end
            {
                gaps.push((start, end));
            }
            gap_start = after(last);
        }
        gaps.extend(gap_start.map(|start| (start, char::MAX)));
        self.intersection(&Self { ascii: !set.ascii, beyond: gaps })
    }

    /// Whether the other set has all characters of this one.
    pub fn is_subset(&self, set: &Self) -> bool {
        self.difference(set).is_empty()
    }

    /// The character with the least [effort](crate::automaton::effort) and, among those, the first.
    pub fn most_readable(&self) -> Option<char> {
        if let Some(easiest) = ASCII_BY_EFFORT.iter().map(|set| set & self.ascii).find(|&set| set != 0) {
            return Some(char::from(easiest.trailing_zeros() as u8));
        }
        let (first, last) = READABLE;
        let readable = self.intersection(&Self::range(first, last)).beyond;
        let beyond = [readable.as_slice(), &self.beyond].into_iter().flatten().map(|&(first, _)| first);
        beyond.min_by_key(|&c| (effort(c), c))
    }
}

impl From<char> for CharSet {
    fn from(c: char) -> Self {
        Self::range(c, c)
    }
}
