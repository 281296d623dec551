//! The grammar of the parser: its language, and the spans of its components.

use std::sync::LazyLock;

use regular_bnf::{Bnf, CharSet, Ignored, Language, Notation, Place, Spans};

pub const PEST: &str = include_str!("../../grammar/whatwg.pest");

/// The places of scheme, username, password, host, port, path, query and fragment.
pub const PLACES: [&str; 8] = [
    "scheme_state",
    "username_special username_not_special",
    "password_special password_not_special",
    "host_special host_not_special empty_host",
    "port",
    "path_special path_not_special path_state_file opaque_path",
    "query_state",
    "fragment_state",
];

/// What the parser removes: tab, LF and CR everywhere, C0 controls and spaces at both ends.
pub fn ignored() -> Ignored {
    let anywhere = ['\t', '\n', '\r'].into_iter().fold(CharSet::EMPTY, |set, c| set.union(&c.into()));
    Ignored { anywhere, ends: CharSet::range('\0', ' ') }
}

/// The inputs that the parser accepts.
pub static URL: LazyLock<Language> =
    LazyLock::new(|| Language::of_pest(PEST, "URL").unwrap().ignoring(&ignored()).unwrap());

/// The spans of the components, in the order of [`PLACES`].
pub static SPANS: LazyLock<[Spans; 8]> = LazyLock::new(|| {
    let places = PLACES.map(|places| Place::list(places).unwrap());
    let spans = Spans::of_pest(PEST, &["URL"], places.each_ref().map(Vec::as_slice)).unwrap();
    spans.map(|spans| spans.ignoring(&ignored()).unwrap())
});

/// The language of an ABNF expression.
pub fn abnf(expression: &str) -> Language {
    let bnf = Bnf::read_as(&format!("it = {expression}\n"), Notation::Abnf).unwrap();
    Language::of(&bnf, "it").unwrap()
}

/// The strings that begin with a text after the removal.
pub fn beginning(text: &str) -> Language {
    let first: Vec<String> = text.bytes().map(|byte| format!("{byte:02X}")).collect();
    abnf(&format!("%x{} *%x00-10FFFF", first.join("."))).ignoring(&ignored()).unwrap()
}

/// All strings of some characters up to a length.
pub fn strings(letters: &[char], length: usize) -> impl Iterator<Item = String> + '_ {
    (0..=length).flat_map(move |length| {
        let count = letters.len().pow(length as u32);
        (0..count).map(move |mut number| {
            let letter = |_| {
                let letter = letters[number % letters.len()];
                number /= letters.len();
                letter
            };
            (0..length).map(letter).collect()
        })
    })
}
