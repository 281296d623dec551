//! Characters that a parser removes from its input before it reads it.

use super::charset::CharSet;

/// Characters that a parser removes from its input before it reads it: some everywhere, others only
/// at both ends.
///
/// A language that ignores them contains each string from which the removal makes a member.
/// Characters that are removed everywhere are removed first, so characters that surround them count
/// as ends.
///
/// ```
/// # #[cfg(feature = "language")] {
/// use regular_bnf::{Bnf, CharSet, Ignored, Language};
///
/// let bnf = Bnf::read("pair = \"a\" *%x20 \"b\"\n")?;
/// let ignored = Ignored { anywhere: '\n'.into(), ends: ' '.into() };
/// let pair = Language::new(&bnf, "pair")?.ignoring(&ignored)?;
/// assert!(pair.contains(" \n a \nb ") && pair.contains("ab\n"));
/// assert!(!pair.contains("a b a"));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ignored {
    /// The characters that are removed everywhere.
    pub anywhere: CharSet,
    /// The characters that are removed at the beginning and at the end.
    pub ends: CharSet,
}

/// An input without the characters that a parser ignores.
///
/// ```
/// use regular_bnf::{CharSet, Ignored};
///
/// let ignored = Ignored { anywhere: '\n'.into(), ends: CharSet::range('\0', ' ') };
/// let kept = ignored.removed(" http://si\nte/").unwrap();
/// assert_eq!((kept.text.as_str(), &kept.text[7..11]), ("http://site/", "site"));
/// // The place of the site in the input.
/// assert_eq!(kept.span(7, 11), (8, 13));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptText {
    /// The text that remains for the parser.
    pub text: String,
    /// The offset in the input of each byte of the text.
    offsets: Vec<usize>,
}

impl Ignored {
    /// Whether the input has ignored characters.
    ///
    /// ```
    /// use regular_bnf::{CharSet, Ignored};
    ///
    /// let ignored = Ignored { anywhere: '\n'.into(), ends: ' '.into() };
    /// assert!(ignored.removes_from("a\nb") && ignored.removes_from("a "));
    /// assert!(!ignored.removes_from("a b"));
    /// ```
    pub fn removes_from(&self, input: &str) -> bool {
        let ascii = self.anywhere.bits();
        let has_others = !self.anywhere.beyond().is_empty();
        input.starts_with(|c| self.is_end(c))
            || input.ends_with(|c| self.is_end(c))
            // Bytes are faster than characters. Any byte of another character counts.
            || input.bytes().any(|byte| if byte.is_ascii() { ascii & 1 << byte != 0 } else { has_others })
    }

    /// Whether the character is removed at the beginning and at the end.
    fn is_end(&self, c: char) -> bool {
        self.anywhere.contains(c) || self.ends.contains(c)
    }

    /// Removes the ignored characters; `None` if the input has none.
    ///
    /// ```
    /// use regular_bnf::{CharSet, Ignored};
    ///
    /// let ignored = Ignored { anywhere: '\n'.into(), ends: ' '.into() };
    /// let kept = ignored.removed(" a\nb ").unwrap();
    /// assert_eq!((kept.text.as_str(), kept.span(0, 2)), ("ab", (1, 4)));
    /// assert_eq!(ignored.removed("a b"), None);
    /// ```
    pub fn removed(&self, input: &str) -> Option<KeptText> {
        if !self.removes_from(input) {
            return None;
        }
        let trimmed = input.trim_start_matches(|c| self.is_end(c));
        let mut offset = input.len() - trimmed.len();
        let (mut text, mut offsets) = (String::new(), Vec::new());
        for c in trimmed.trim_end_matches(|c| self.is_end(c)).chars() {
            let end = offset + c.len_utf8();
            if !self.anywhere.contains(c) {
                text.push(c);
                offsets.extend(offset..end);
            }
            offset = end;
        }
        Some(KeptText { text, offsets })
    }
}

impl KeptText {
    /// The offsets in the input at which a span of the text begins and ends.
    ///
    /// A span begins directly before its first character and ends directly after its last. An
    /// empty one is directly after the character that precedes it, or at the beginning of the
    /// input.
    pub fn span(&self, start: usize, end: usize) -> (usize, usize) {
        let end = match end.checked_sub(1) {
            Some(last) => self.offsets.get(last).map_or(0, |offset| offset + 1),
            None => 0,
        };
        let start = self.offsets.get(start).map_or(end, |&offset| offset.min(end));
        (start, end)
    }
}
