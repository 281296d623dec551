//! Text for people: on one line, in a table, in a document; and JSON in pieces.

use std::borrow::Cow;

use comfy_table::{CellAlignment, Table, presets};
use uri_lineage::regular_bnf::is_invisible;

use super::bytes::{all_bytes, is_printable};

/// Text as code in a document.
pub fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// A count and its noun: `1 line`, `2 lines`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
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
            let json = in_json(text);
            if numbers.is_empty() { json } else { format!("{json} ({})", numbers.join(", ")) }
        }
    }
}

/// A string of JSON whose characters are all visible.
pub fn in_json(text: &str) -> String {
    let mut json = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            c if is_invisible(c) => {
                json.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
            }
            c => json.push(c),
        }
    }
    json + "\""
}

/// A witness above a caret, as it can be copied: with spaces or invisible characters it is a string
/// of JSON.
pub fn above_caret(witness: &str) -> Cow<'_, str> {
    match witness {
        "" => "(the empty string)".into(),
        text if is_unquoted(text) => text.into(),
        text => in_json(text).into(),
    }
}

/// The column of the caret below a byte of a witness that [`above_caret`] shows.
pub fn caret_column(witness: &str, offset: usize) -> usize {
    let before = witness.get(..offset).unwrap_or(witness);
    // The quotation mark that closes the part is not there.
    if is_unquoted(witness) { before.chars().count() } else { in_json(before).chars().count() - 1 }
}

/// Whether a text can be copied without quotation marks.
fn is_unquoted(text: &str) -> bool {
    !text.chars().any(|c| c == ' ' || is_invisible(c))
}

#[cfg(test)]
mod tests {
    use super::{above_caret, caret_column, quoted};

    /// Every string is read back from what is shown, and the caret is below its character.
    #[test]
    fn witnesses_can_be_copied() {
        let alphabet = ["a", " ", "\n", "\t", "\0", "\u{7f}", "\"", "\\", "é", "\u{feff}", "\u{e0001}", "\u{fffd}"];
        let mut texts = vec![String::new()];
        for length in 0..3 {
            let longer: Vec<String> = texts.iter().filter(|text| text.chars().count() == length).cloned().collect();
            texts.extend(longer.iter().flat_map(|text| alphabet.map(|c| format!("{text}{c}"))));
        }
        for text in texts.iter().filter(|text| !text.is_empty()) {
            let shown = above_caret(text);
            let is_json = shown.len() != text.len();
            let read = if is_json { serde_json::from_str(&shown).unwrap() } else { shown.clone().into_owned() };
            assert_eq!(read, **text);
            assert!(!shown.contains(['\n', '\u{feff}', '\0']), "{shown}");
            for (offset, c) in text.char_indices() {
                let below = shown.chars().nth(caret_column(text, offset)).unwrap();
                let escaped = c == '"' || c == '\\' || super::is_invisible(c);
                assert_eq!(below, if is_json && escaped { '\\' } else { c }, "{shown} {offset}");
            }
            if quoted(text).starts_with('"') && quoted(text).ends_with('"') && quoted(text) != **text {
                assert_eq!(serde_json::from_str::<String>(&quoted(text)).unwrap(), **text);
            }
        }
    }
}
