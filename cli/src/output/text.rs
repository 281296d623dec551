//! Text for people: on one line, in a table, in a document; and JSON in pieces.

use std::borrow::Cow;

use comfy_table::{CellAlignment, Table, presets};
use uri_lineage::visible::is_invisible;

use super::bytes::{all_bytes, is_printable};

/// Text as code in a document.
pub fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// Writes a value that consists of text, numbers and lists of them.
pub fn json(value: &(impl serde::Serialize + ?Sized), out: &mut Vec<u8>) {
    // Neither serialising such a value nor writing to a vector can fail.
    _ = serde_json::to_writer(out, value);
}

/// Writes values separated by commas.
pub fn listed<T>(
    values: impl IntoIterator<Item = T>,
    comma: &[u8],
    out: &mut Vec<u8>,
    mut write: impl FnMut(T, &mut Vec<u8>),
) {
    for (index, value) in values.into_iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(comma);
        }
        write(value, out);
    }
}

/// Writes text, padded with spaces to a width.
pub fn padded(text: &str, width: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
    out.extend(std::iter::repeat_n(b' ', width.saturating_sub(text.len())));
}

/// Text on one line. Characters that are invisible or act on a terminal are escaped.
pub fn plain(text: &str) -> Cow<'_, str> {
    if all_bytes(text.as_bytes(), is_printable) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if is_invisible(c) => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown.into()
}

/// The number of characters of a text as [`plain`] shows it.
pub fn columns(text: &str) -> usize {
    plain(text).chars().count()
}

/// A table without lines. Columns are aligned; those in `right` to the right.
pub fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>, right: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if !header.is_empty() {
        table.set_header(header.to_vec());
    }
    rows.into_iter().for_each(|row| {
        table.add_row(row);
    });
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}

/// A witness for people: complete, and without control characters that act on the terminal. Visible
/// characters beyond US-ASCII come with their numbers.
pub fn quoted(witness: &str) -> String {
    match witness {
        "" => "the empty string".to_owned(),
        text if text.chars().all(|c| c.is_ascii_graphic()) => text.to_owned(),
        text => {
            let mut numbers: Vec<String> = Vec::new();
            for c in text.chars().filter(|&c| !c.is_ascii() && !is_invisible(c)) {
                let number = format!("U+{:04X}", u32::from(c));
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
            if numbers.is_empty() { format!("{text:?}") } else { format!("{text:?} ({})", numbers.join(", ")) }
        }
    }
}
