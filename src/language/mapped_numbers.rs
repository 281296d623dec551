//! Hosts of which Unicode's IDNA processing (UTS 46) makes a number: its table maps characters beyond
//! US-ASCII to digits, to letters of hexadecimal numbers and to dots, and removes others.

use std::fmt::Write;

use regular_bnf::{Language, RegexError};

use crate::url_standard::mapped_character;

/// Texts whose first character, apart from removed ones, is a digit, and which consist of the characters of numbers, each of which may be one
/// that is mapped to it, and as itself or percent-encoded; some character is beyond US-ASCII. All hosts
/// of which IDNA processing makes an IPv4 address are among them, and few others.
pub(super) fn mapped_numbers() -> Result<Language, RegexError> {
    let mapped: Vec<(char, String)> = ('\u{80}'..=char::MAX).filter_map(|c| Some((c, mapped_character(c)?))).collect();
    let is_mapped_to = |to: &str, ascii: &str| to.chars().all(|c| ascii.contains(c));
    let beyond =
        |is_wanted: &dyn Fn(&str) -> bool| one_of(mapped.iter().filter(|(_, to)| is_wanted(to)).map(|&(c, _)| c));
    let removed = beyond(&str::is_empty);
    let beyond_digit = beyond(&|to| !to.is_empty() && is_mapped_to(to, "0123456789"));
    let beyond_any = beyond(&|to| is_mapped_to(to, "0123456789abcdefx."));
    let (digit, any) = (one_of('0'..='9'), one_of("0123456789abcdefxABCDEFX.".chars()));
    let rest = format!("(?:{any}|{beyond_any})*");
    let first_beyond = format!("(?:{beyond_digit}|{removed}+(?:{digit}|{beyond_digit})){rest}");
    let later_beyond = format!("{digit}{any}*{beyond_any}{rest}");
    Language::matching(&format!("^(?:{first_beyond}|{later_beyond})$"))
}

/// A pattern of one of some characters, as itself or percent-encoded.
fn one_of(characters: impl Iterator<Item = char>) -> String {
    let (mut bare, mut patterns) = (String::new(), Vec::new());
    for c in characters {
        // Writing into a string does not fail.
        _ = write!(bare, "\\x{{{:X}}}", u32::from(c));
        let bytes = c.to_string().into_bytes();
        let digits = bytes.iter().map(|byte| format!("%{byte:02X}")).collect::<String>();
        patterns.push(digits.chars().map(in_any_case).collect::<String>());
    }
    patterns.push(format!("[{bare}]"));
    format!("(?:{})", patterns.join("|"))
}

/// A pattern of a character in capital and small letters.
fn in_any_case(c: char) -> String {
    if c.is_ascii_uppercase() { format!("[{c}{}]", c.to_ascii_lowercase()) } else { c.to_string() }
}
