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

/// Writes a string on a line of its own: as a JSON string if it contains a control character.
pub fn line(input: &str, out: &mut Vec<u8>) -> io::Result<()> {
    match input.chars().any(char::is_control) {
        true => writeln!(out, "{}", json!(input)),
        false => writeln!(out, "{input}"),
    }
}
