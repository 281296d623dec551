//! Strings inside and outside of a production's language, as records and as lines.

use std::borrow::Cow;
use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use uri_lineage::regular_bnf::is_invisible;

use crate::list::columns;
use crate::schema::OutputDescription;

/// A string inside or outside of a production's language.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
pub struct VectorRecord<'o> {
    /// The string.
    pub input: &'o str,
    /// Whether the production accepts it.
    pub valid: bool,
    /// The production.
    pub production: &'o str,
}

/// The names of its members.
pub const MEMBERS: &[&str] = &["input", "valid", "production"];

/// Describes lists of them.
pub fn describe(description: &mut OutputDescription) {
    description.list::<VectorRecord<'_>>(&columns(MEMBERS.iter().copied()));
}

/// Writes a string on a line: as a JSON string if it begins with a quotation mark or contains an
/// invisible character. Invisible characters become escapes of JSON, which the screen shows
/// unchanged.
pub fn write_line(input: &str, out: &mut Vec<u8>) -> io::Result<()> {
    if !is_json(input) {
        return writeln!(out, "{input}");
    }
    for c in json!(input).to_string().chars() {
        if is_invisible(c) {
            c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))?
        } else {
            write!(out, "{c}")?
        }
    }
    writeln!(out)
}

/// Reads the output of [`write_line`], without its end.
pub fn parse_line(line: &str) -> Cow<'_, str> {
    let decoded = if line.starts_with('"') { serde_json::from_str(line).ok() } else { None };
    decoded.filter(|text: &String| is_json(text)).map_or(line.into(), Cow::Owned)
}

/// Whether a string is written as a JSON string.
fn is_json(text: &str) -> bool {
    text.starts_with('"') || text.contains(is_invisible)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every string is on one line, on which every character is visible, and is read again.
    #[test]
    fn lines_are_read_again() {
        let pieces = [
            "",
            "a",
            " ",
            "\"",
            "\\",
            "\\u0001",
            "\n",
            "\u{1}",
            "\u{a0}",
            "\u{e000}",
            "\u{10FFFF}",
            "é",
            "\u{202e}",
            "+ ",
        ];
        for number in 0..pieces.len().pow(4) {
            let text = [0, 1, 2, 3].map(|place| pieces[number / pieces.len().pow(place) % pieces.len()]).concat();
            let mut out = Vec::new();
            write_line(&text, &mut out).unwrap();
            let written = String::from_utf8(out).unwrap();
            let written = written.strip_suffix('\n').unwrap();
            assert!(!written.contains(is_invisible), "{written:?}");
            assert_eq!(parse_line(written), text, "{written:?}");
        }
    }
}
