//! Octal escapes. The same digits after a `\` are a back-reference in some places.

use super::flavour::Flavour;
use super::read::RegexReader;
use crate::automaton::regex::RegexError;

impl RegexReader {
    /// The character of an octal escape in a class, after the `\` at `start`; `None` for other
    /// escapes.
    pub(super) fn octal_in_class(&mut self, start: usize) -> Result<Option<char>, RegexError> {
        let Some(first @ '0'..='9') = self.peek() else { return Ok(None) };
        match self.flavour {
            Flavour::EcmaScript if self.flags.unicode() => Ok(None),
            Flavour::EcmaScript => Ok(Some(self.legacy_octal())),
            Flavour::Pcre | Flavour::Python if first <= '7' => self.octal_digits(start).map(Some),
            // A digit that is not octal is itself.
            Flavour::Pcre => Ok(self.next()),
            Flavour::Python => self.wrong(start, format!("unknown escape `\\{first}`")),
            _ if first == '0' => Ok(None),
            _ => self.refuse(start, "an octal escape"),
        }
    }

    /// The character of an octal escape outside of classes, after the `\` at `start`; `None` for
    /// other escapes, and for back-references.
    pub(super) fn octal_outside(&mut self, start: usize) -> Result<Option<char>, RegexError> {
        match self.flavour {
            // Three octal digits are not a number of a group.
            Flavour::Python if (0..3).all(|ahead| self.peek_at(ahead).is_some_and(|c| c.is_digit(8))) => {
                self.octal_digits(start).map(Some)
            }
            Flavour::EcmaScript if !self.flags.unicode() => {
                if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    return Ok(None);
                }
                let digits = (0..).map_while(|ahead| self.peek_at(ahead)?.to_digit(10));
                // A number with more digits is that of no group.
                let number = digits.take(10).fold(0, |number, digit| 10 * number + u64::from(digit));
                let is_reference = self.peek() != Some('0') && number <= self.captures as u64;
                Ok(if is_reference { None } else { Some(self.legacy_octal()) })
            }
            _ => Ok(None),
        }
    }

    /// Up to three octal digits, of which the first is next.
    fn octal_digits(&mut self, start: usize) -> Result<char, RegexError> {
        let code = self.octal_number(3);
        if self.flavour == Flavour::Python && code > 0o377 {
            return self.wrong(start, "an octal escape beyond `\\377`");
        }
        self.character(code, start)
    }

    /// ECMAScript's `LegacyOctalEscapeSequence`, which is a byte, or the digit 8 or 9 (Annex B.1.2).
    fn legacy_octal(&mut self) -> char {
        match self.peek() {
            Some('0'..='3') => char::from(self.octal_number(3) as u8),
            Some('4'..='7') => char::from(self.octal_number(2) as u8),
            _ => self.next().unwrap_or_default(),
        }
    }

    /// The number of at most `most` octal digits.
    fn octal_number(&mut self, most: usize) -> u32 {
        let mut code = 0;
        for _ in 0..most {
            if let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) {
                code = code * 8 + digit;
                self.at += 1;
            }
        }
        code
    }
}
