//! A table for each of many inputs.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

use super::bytes::{all_bytes, is_printable};
use super::text::plain;

/// The number of spaces between two columns.
const GAP: usize = 2;

/// Text on one line, as [`plain`] shows it, without spaces at its end.
pub struct Cell<'t> {
    text: Cow<'t, str>,
    /// The number of columns of a terminal that the text occupies.
    width: usize,
    /// The number of spaces at the end of the text.
    spaces: usize,
}

impl<'t> Cell<'t> {
    /// Any text.
    pub fn new(text: &'t str) -> Self {
        if all_bytes(text.as_bytes(), is_printable) {
            return Self::printable(text);
        }
        let mut text = plain(text);
        let shown = text.trim_end_matches(' ').len();
        let spaces = text.len() - shown;
        match &mut text {
            Cow::Borrowed(text) => *text = &text[..shown],
            Cow::Owned(text) => text.truncate(shown),
        }
        Self { width: text.width(), text, spaces }
    }

    /// Text of printable US-ASCII characters.
    pub fn printable(text: &'t str) -> Self {
        debug_assert!(all_bytes(text.as_bytes(), is_printable), "{text:?}");
        // Few texts end with a space, and trimming reads a character to find that.
        let shown = if text.as_bytes().ends_with(b" ") { text.trim_end_matches(' ') } else { text };
        Self { text: Cow::Borrowed(shown), width: shown.len(), spaces: text.len() - shown.len() }
    }
}

/// Writes the same table as [`table`](super::text::table), but without a model of it: building one
/// for each input would need most of the time of a list. Each row has `columns` cells.
pub fn small_table(columns: usize, cells: &[Cell<'_>], out: &mut Vec<u8>) {
    let rows = cells.chunks_exact(columns);
    // A column without text has the width of a space.
    let mut widths = vec![1; columns];
    for row in rows.clone() {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = (cell.width + cell.spaces).max(*widest);
        }
    }
    out.reserve(widths.iter().map(|width| width + GAP).sum::<usize>() * rows.len());
    for row in rows {
        // Spaces are written in front of a cell that has text, so that no line ends with a space.
        let mut spaces = 0;
        for (cell, widest) in row.iter().zip(&widths) {
            if !cell.text.is_empty() {
                out.resize(out.len() + spaces, b' ');
                out.extend_from_slice(cell.text.as_bytes());
                spaces = 0;
            }
            spaces += widest + GAP - cell.width;
        }
        out.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::text::table;

    /// Both write the same table, of all cells in all columns.
    #[test]
    fn a_small_table_is_a_table() {
        let texts =
            ["", "a", "path", " ", "a b  ", "  a", "é", "日本", "e\u{301}", "\u{202E}", "\u{3000}x\u{3000}", "\"\""];
        for columns in 1..4 {
            // Each column walks through the texts at a pace of its own.
            let texts: Vec<&str> = (0..columns * texts.len())
                .map(|index| texts[index / columns * (index % columns * 2 + 1) % texts.len()])
                .collect();
            let cells: Vec<Cell<'_>> = texts.iter().map(|text| Cell::new(text)).collect();
            for rows in 1..=texts.len() / columns {
                let mut out = Vec::new();
                small_table(columns, &cells[..columns * rows], &mut out);
                let texts = &texts[..columns * rows];
                let rows = texts.chunks(columns).map(|row| row.iter().map(|text| plain(text).into_owned()).collect());
                assert_eq!(String::from_utf8(out).unwrap(), table(&[], rows, &[]), "{texts:?}");
            }
        }
    }
}
