//! Files as arguments.

use std::fs;

use crate::failure::Failure;

/// Divides `NAME[:PRODUCTION]`. The name of an existing file may also contain a colon.
pub fn split_production(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((name, production)) if !fs::exists(text).unwrap_or_default() => (name, Some(production)),
        _ => (text, None),
    }
}

/// Whether an argument names a grammar of the user: a file, or one production of a grammar.
pub fn names_user_grammar(name: &str) -> bool {
    let (file, production) = split_production(name);
    production.is_some() || file.contains(['.', '/', '\\'])
}

/// Reads a file, which must be text.
pub fn text_file(name: &str) -> Result<String, Failure> {
    fs::read_to_string(name).map_err(|error| Failure::Input { name: name.to_owned(), error })
}
