//! Tables for people.

use unicode_width::UnicodeWidthStr;

use crate::bytes::{all, printable};

/// What stands between two columns.
const GAP: &str = "  ";

/// A table without lines, its columns aligned; those in `right` to the right. A cell may have several lines.
pub fn table<T: AsRef<str>>(header: &[&str], rows: &[Vec<T>], right: &[usize]) -> String {
    // A column is one character wide at least.
    let mut widths: Vec<usize> = header.iter().map(|cell| width(cell).max(1)).collect();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 1);
        widths.iter_mut().zip(row).for_each(|(own, cell)| *own = width(cell.as_ref()).max(*own));
    }
    let length: usize = widths.iter().map(|width| width + GAP.len()).sum();
    let mut out = String::with_capacity((length + 1) * (rows.len() + 1));
    if !header.is_empty() {
        lines(header, &widths, right, &mut out);
    }
    rows.iter().for_each(|row| lines(row, &widths, right, &mut out));
    out
}

/// The lines of a row.
fn lines<T: AsRef<str>>(cells: &[T], widths: &[usize], right: &[usize], out: &mut String) {
    let height = cells.iter().map(|cell| memchr::memchr_iter(b'\n', cell.as_ref().as_bytes()).count()).max();
    for number in 0..=height.unwrap_or_default() {
        let begin = out.len();
        for (at, (cell, column)) in cells.iter().zip(widths).enumerate() {
            let cell = match height {
                Some(0) => cell.as_ref(),
                _ => cell.as_ref().split('\n').nth(number).unwrap_or_default(),
            };
            let blanks = std::iter::repeat_n(' ', column - width(cell));
            if right.contains(&at) {
                out.extend(blanks);
                out.push_str(cell);
            } else {
                out.push_str(cell);
                out.extend(blanks);
            }
            out.push_str(GAP);
        }
        out.truncate(begin + out[begin..].trim_end().len());
        out.push('\n');
    }
}

/// How many columns of a terminal the longest line of a text takes up.
fn width(text: &str) -> usize {
    match text {
        _ if all(text.as_bytes(), printable) => text.len(),
        _ => text.split('\n').map(UnicodeWidthStr::width).max().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["", "a", "100"], vec!["", "日本", "1", "more\nlines"], vec![]];
        let shown = "   x       n\n   a     100\n   日本    1  more\n             lines\n\n";
        assert_eq!(table(&["", "x", "n"], &rows, &[2]), shown);
        assert_eq!(table::<&str>(&[], &[], &[]), "");
    }
}
