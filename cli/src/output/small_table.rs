//! A table for each of many inputs.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

/// The number of spaces between two columns.
const GAP: usize = 2;

/// Writes the same table as [`table`](super::text::table), but without a model of it: building one for each input would need most of the
/// time of a list. Each row has `columns` cells, of text that is [`plain`](super::text::plain).
pub fn small_table(columns: usize, cells: &[Cow<'_, str>], out: &mut Vec<u8>) {
    let rows = || cells.chunks_exact(columns);
    // A column without text has the width of a space.
    let mut widths = vec![1; columns];
    for row in rows() {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = width(cell).max(*widest);
        }
    }
    for row in rows() {
        // Spaces are written in front of a cell that has text, so that no line ends with a space.
        let mut spaces = 0;
        for (cell, widest) in row.iter().zip(&widths) {
            let text = cell.trim_end_matches(' ');
            if !text.is_empty() {
                out.resize(out.len() + spaces, b' ');
                out.extend_from_slice(text.as_bytes());
                spaces = 0;
            }
            spaces += widest + GAP - width(text);
        }
        out.push(b'\n');
    }
}

/// The number of columns of a terminal that a text occupies.
fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::text::{plain, table};

    /// Both write the same table, of all cells in all columns.
    #[test]
    fn a_small_table_is_a_table() {
        let texts =
            ["", "a", "path", " ", "a b  ", "  a", "é", "日本", "e\u{301}", "\u{202E}", "\u{3000}x\u{3000}", "\"\""];
        for columns in 1..4 {
            // Each column walks through the texts at a pace of its own.
            let cell = |at: usize| plain(texts[at / columns * (at % columns * 2 + 1) % texts.len()]);
            let cells: Vec<Cow<'_, str>> = (0..columns * texts.len()).map(cell).collect();
            for rows in 1..=texts.len() {
                let cells = &cells[..columns * rows];
                let mut out = Vec::new();
                small_table(columns, cells, &mut out);
                let rows = cells.chunks(columns).map(|row| row.iter().map(|cell| cell.to_string()).collect());
                assert_eq!(String::from_utf8(out).unwrap(), table(&[], rows, &[]), "{cells:?}");
            }
        }
    }
}
