//! Strings inside and outside of a production's language, as records and as lines.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::list::columns;
use crate::schema::Described;

/// A string inside or outside of a production's language.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
pub struct Object<'o> {
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
pub fn describe(all: &mut Described) {
    all.list::<Object<'_>>(&columns(MEMBERS, None));
}

/// Writes a string on a line of its own: as a JSON string if it contains a control character. All control characters are then
/// escapes of JSON, which the screen leaves as they are.
pub fn line(input: &str, out: &mut Vec<u8>) -> io::Result<()> {
    if !input.contains(char::is_control) {
        return writeln!(out, "{input}");
    }
    for c in json!(input).to_string().chars() {
        if c.is_control() { write!(out, "\\u{:04x}", u32::from(c))? } else { write!(out, "{c}")? }
    }
    writeln!(out)
}
