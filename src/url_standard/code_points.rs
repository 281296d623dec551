//! Sets of code points that the algorithms check (sections 3.2 and 4.3).

/// Whether a character is one of the URL code points of section 4.3.
pub(super) fn is_url_code_point(c: char) -> bool {
    let number = c as u32;
    let is_noncharacter = (0xFDD0..=0xFDEF).contains(&number) || number & 0xFFFE == 0xFFFE;
    c.is_ascii_alphanumeric() || "!$&'()*+,-./:;=?@_~".contains(c) || number >= 0xA0 && !is_noncharacter
}

/// A forbidden host code point.
pub(super) fn is_forbidden_in_hosts(c: char) -> bool {
    matches!(
        c,
        '\0' | '\t' | '\n' | '\r' | ' ' | '#' | '/' | ':' | '<' | '>' | '?' | '@' | '[' | '\\' | ']' | '^' | '|'
    )
}

/// A forbidden domain code point.
pub(super) fn is_forbidden_in_domains(c: char) -> bool {
    is_forbidden_in_hosts(c) || c <= '\u{1F}' || c == '%' || c == '\u{7F}'
}
