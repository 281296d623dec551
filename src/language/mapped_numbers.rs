//! Hosts of which Unicode's IDNA processing (UTS 46) makes a number: its table maps characters beyond
//! US-ASCII to digits, to letters of hexadecimal numbers and to dots, and removes others.

use std::fmt::Write;
use std::iter;

use regular_bnf::{Language, RegexError};

use crate::url_standard::mapped_character;

/// The texts of numbers with dots in between, as the IPv4 parser of the URL Standard reads them
/// (section 3.5), in characters that are mapped to those of numbers.
///
/// A character is judged alone: the normalization that follows the table composes none of US-ASCII, and
/// a host with any other character is refused as a number. Numbers may be too great, and there may be
/// too many: the standard refuses such a host. A character beyond US-ASCII that is percent-encoded may
/// stand for any: the text is taken for a number, even if it is a name.
pub(super) fn mapped_numbers() -> Result<Language, RegexError> {
    /// A character beyond US-ASCII in UTF-8, percent-encoded.
    const ENCODED: &str = "%[C-Fc-f][0-9A-Fa-f](?:%[89ABab][0-9A-Fa-f])+";
    let mapped: Vec<(char, String)> = ('\u{80}'..=char::MAX).filter_map(|c| Some((c, mapped_character(c)?))).collect();
    // One of some characters of US-ASCII, or what is mapped to them.
    let kind = |ascii: &str| {
        let is_mapped = |to: &str| !to.is_empty() && to.chars().all(|c| ascii.contains(c));
        let beyond = mapped.iter().filter(|(_, to)| is_mapped(to)).map(|&(c, _)| c);
        format!("(?:{}|{ENCODED})", one_of(ascii.chars(), beyond))
    };
    let removed = one_of(iter::empty(), mapped.iter().filter(|(_, to)| to.is_empty()).map(|&(c, _)| c));
    let removed = format!("{removed}|{ENCODED}");
    let [digit, hexadecimal, zero, x, dot] = ["0123456789", "0123456789abcdefABCDEF", "0", "xX", "."]
        .map(|ascii| format!("(?:{}(?:{removed})*)", kind(ascii)));
    let number = format!("(?:{digit}+|{zero}{x}{hexadecimal}*)");
    Language::matching(&format!("^(?:{removed})*{number}(?:{dot}{number})*{dot}?$"))
}

/// A pattern of one of some characters: of US-ASCII as itself or percent-encoded, and others as
/// themselves.
fn one_of(ascii: impl Iterator<Item = char>, beyond: impl Iterator<Item = char>) -> String {
    let (mut bare, mut encoded) = (String::new(), String::new());
    for c in ascii {
        // Writing into a string does not fail.
        _ = write!(bare, "\\x{{{:X}}}", u32::from(c));
        _ = write!(encoded, "|%(?i:{:02X})", u32::from(c));
    }
    beyond.for_each(|c| _ = write!(bare, "\\x{{{:X}}}", u32::from(c)));
    format!("[{bare}]{encoded}")
}
