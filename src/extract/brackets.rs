//! Brackets of the text around a URL: Markdown's `[text](http://a/)`, a wiki's `[http://a/ text]`,
//! TeX's `\href{http://a/}{text}`.

use super::marks::BRACKETS;

/// The brackets in a URL that are not closed yet.
pub(super) struct Brackets {
    open: [usize; BRACKETS.len()],
    /// Whether the text in front of the URL opened such a bracket: the next surplus closing bracket
    /// ends the URL.
    enclosing: [bool; BRACKETS.len()],
}

impl Brackets {
    /// The brackets of a URL after a text of its line. A bracket directly in front of the URL
    /// encloses it, and so does an earlier square bracket, since URLs seldom contain such.
    pub(super) fn after(text: &[u8]) -> Self {
        let mut enclosing = BRACKETS.map(|[open, _]| text.last() == Some(&open));
        let [_, square, _] = &mut enclosing;
        *square = has_open_bracket(text);
        Self { open: [0; BRACKETS.len()], enclosing }
    }

    /// Counts a bracket of the URL; returns whether the URL ends in front of it.
    pub(super) fn end_at(&mut self, bracket: u8) -> bool {
        for ([open, close], (count, enclosing)) in BRACKETS.into_iter().zip(self.open.iter_mut().zip(self.enclosing)) {
            if bracket == open {
                *count += 1;
            } else if bracket == close {
                if *count == 0 {
                    return enclosing;
                }
                *count -= 1;
            }
        }
        false
    }
}

/// Whether a text has a square bracket that it does not close.
fn has_open_bracket(text: &[u8]) -> bool {
    let mut closed = 0;
    for &byte in text.iter().rev() {
        match byte {
            b']' => closed += 1,
            b'[' if closed == 0 => return true,
            b'[' => closed -= 1,
            _ => {}
        }
    }
    false
}
