//! Brackets of the text around a URL: Markdown's `[text](http://a/)`, a wiki's `[http://a/ text]`,
//! TeX's `\href{http://a/}{text}`.

use super::marks::BRACKETS;

/// The brackets of one kind in a URL.
struct BracketPair {
    marks: [u8; 2],
    /// How many are not closed yet.
    open: usize,
    /// Whether the text in front of the URL opened one: the next surplus closing bracket ends the
    /// URL.
    encloses_url: bool,
}

/// The brackets in a URL.
pub(super) struct Brackets([BracketPair; BRACKETS.len()]);

impl Brackets {
    /// The brackets of a URL after a text of its line. A bracket directly in front of the URL
    /// encloses it, and so does an earlier square bracket, since URLs seldom contain such.
    pub(super) fn after(text: &[u8]) -> Self {
        Self(BRACKETS.map(|marks| BracketPair {
            marks,
            open: 0,
            encloses_url: text.last() == Some(&marks[0]) || marks[0] == b'[' && has_open_bracket(text),
        }))
    }

    /// Counts a bracket of the URL, or returns that it closes one that encloses the URL.
    pub(super) fn closes_enclosing(&mut self, bracket: u8) -> bool {
        let Some(pair) = self.0.iter_mut().find(|pair| pair.marks.contains(&bracket)) else { return false };
        if bracket == pair.marks[0] {
            pair.open += 1;
        } else if pair.open == 0 {
            return pair.encloses_url;
        } else {
            pair.open -= 1;
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
