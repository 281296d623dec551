//! Tables for people.

use unicode_width::UnicodeWidthStr;

use crate::bytes::{all, printable};

/// How many blanks stand between two columns.
const GAP: usize = 2;

/// A table without lines, its columns aligned; those in `right` to the right. A cell may have several lines.
pub fn table<T: AsRef<str>>(header: &[&str], rows: &[Vec<T>], right: &[usize]) -> String {
    let rows = rows.iter().map(|row| Row::new(row.iter().map(AsRef::as_ref)));
    let header = (!header.is_empty()).then(|| Row::new(header.iter().copied()));
    let rows: Vec<Row<'_>> = header.into_iter().chain(rows).collect();
    let mut widths = Vec::new();
    for Row { cells, .. } in &rows {
        // A column is one character wide at least.
        widths.resize(cells.len().max(widths.len()), 1);
        widths.iter_mut().zip(cells).for_each(|(own, (_, width))| *own = *width.max(own));
    }
    let length: usize = widths.iter().map(|width| width + GAP).sum();
    let mut out = String::with_capacity((length + 1) * rows.len());
    for Row { cells, several } in &rows {
        match several {
            false => line(cells.iter().copied(), &widths, right, &mut out),
            true => {
                let all: Vec<Vec<&str>> = cells.iter().map(|(cell, _)| cell.split('\n').collect()).collect();
                for at in 0..all.iter().map(Vec::len).max().unwrap_or_default() {
                    let own = all.iter().map(|lines| lines.get(at).copied().unwrap_or_default());
                    line(own.map(|cell| (cell, cell.width())), &widths, right, &mut out);
                }
            }
        }
    }
    out
}

/// The cells of a row, each with how many columns of a terminal it takes up.
struct Row<'t> {
    cells: Vec<(&'t str, usize)>,
    /// Whether one of them has several lines.
    several: bool,
}

impl<'t> Row<'t> {
    fn new(cells: impl Iterator<Item = &'t str>) -> Self {
        let mut several = false;
        let measured = cells.map(|cell| {
            let plain = all(cell.as_bytes(), printable);
            several |= !plain && cell.contains('\n');
            (
                cell,
                if plain { cell.len() } else { cell.split('\n').map(UnicodeWidthStr::width).max().unwrap_or_default() },
            )
        });
        Self { cells: measured.collect(), several }
    }
}

fn line<'t>(cells: impl Iterator<Item = (&'t str, usize)>, widths: &[usize], right: &[usize], out: &mut String) {
    let begin = out.len();
    for (at, ((cell, width), column)) in cells.zip(widths).enumerate() {
        if right.contains(&at) {
            blanks(column - width, out);
            out.push_str(cell);
            blanks(GAP, out);
        } else {
            out.push_str(cell);
            blanks(column - width + GAP, out);
        }
    }
    out.truncate(begin + out[begin..].trim_end().len());
    out.push('\n');
}

fn blanks(mut count: usize, out: &mut String) {
    const BLANKS: &str = "                                ";
    while count > 0 {
        let some = count.min(BLANKS.len());
        out.push_str(&BLANKS[..some]);
        count -= some;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["", "a", "100"], vec!["", "日本", "1", "more\nlines"], vec![]];
        let shown = "   x       n\n   a     100\n   日本    1  more\n              lines\n\n";
        assert_eq!(table(&["", "x", "n"], &rows, &[2]), shown);
        assert_eq!(table::<&str>(&[], &[], &[]), "");
    }
}
