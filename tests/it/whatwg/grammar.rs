//! The grammar of the parser: its language, and the spans of its components.

use std::sync::LazyLock;

use regular_bnf::{Bnf, Ignored, Language, Notation, Place, Spans};
use uri_lineage::Grammar;

pub const PEST: &str = include_str!("../../../grammar/whatwg.pest");

/// The places of scheme, username, password, host, port, path, query and fragment.
pub const PLACES: [&str; 8] = [
    "special_scheme file_scheme other_scheme",
    "username_special__first username_not_special__first",
    "password_special__last password_not_special__last",
    "host_special host_not_special empty_host",
    "port",
    "path_special path_not_special path_after_one_slash path_without_host path_with_drive_letter opaque_path",
    "query_state",
    "fragment_state",
];

/// What the parser removes.
pub fn ignored() -> Ignored {
    Grammar::Whatwg.ignored().unwrap().clone()
}

/// The inputs that the parser accepts.
pub static URL: LazyLock<Language> =
    LazyLock::new(|| Language::from_pest(PEST, "URL").unwrap().ignoring(&ignored()).unwrap());

/// The spans of the components, in the order of [`PLACES`].
pub static SPANS: LazyLock<[Spans; 8]> = LazyLock::new(|| {
    let places = PLACES.map(|places| Place::list(places).unwrap());
    let spans = Spans::from_pest(PEST, &["URL"], places.each_ref().map(Vec::as_slice)).unwrap();
    spans.map(|spans| spans.ignoring(&ignored()).unwrap())
});

/// The language of an ABNF expression.
pub fn abnf(expression: &str) -> Language {
    let bnf = Bnf::read_as(&format!("it = {expression}\n"), Notation::Abnf).unwrap();
    Language::new(&bnf, "it").unwrap()
}

/// The strings that begin with a text after the removal.
pub fn beginning(text: &str) -> Language {
    let first: Vec<String> = text.bytes().map(|byte| format!("{byte:02X}")).collect();
    abnf(&format!("%x{} *%x00-10FFFF", first.join("."))).ignoring(&ignored()).unwrap()
}
