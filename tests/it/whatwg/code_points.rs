//! The code points of the WHATWG's URL Standard: its percent-encode sets, and the sets that its
//! algorithms check.

/// #special-scheme, with the default port.
pub fn default_port(scheme: &str) -> Option<Option<u16>> {
    Some(match scheme {
        "ftp" => Some(21),
        "file" => None,
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        _ => return None,
    })
}

pub fn is_special(scheme: &str) -> bool {
    default_port(scheme).is_some()
}

type Set = fn(char) -> bool;

pub fn c0_control_set(c: char) -> bool {
    c <= '\u{1F}' || c > '~'
}

pub fn fragment_set(c: char) -> bool {
    c0_control_set(c) || " \"<>`".contains(c)
}

pub fn query_set(c: char) -> bool {
    c0_control_set(c) || " \"#<>".contains(c)
}

pub fn special_query_set(c: char) -> bool {
    query_set(c) || c == '\''
}

pub fn path_set(c: char) -> bool {
    query_set(c) || "?^`{}".contains(c)
}

pub fn userinfo_set(c: char) -> bool {
    path_set(c) || "/:;=@[\\]|".contains(c)
}

/// #string-utf-8-percent-encode
pub fn encode(text: &str, set: Set) -> String {
    let mut encoded = String::with_capacity(text.len());
    text.chars().for_each(|c| push(&mut encoded, c, set));
    encoded
}

/// #utf-8-percent-encode: appends a code point.
pub fn push(encoded: &mut String, c: char, set: Set) {
    if set(c) {
        let mut bytes = [0; 4];
        c.encode_utf8(&mut bytes).bytes().for_each(|byte| encoded.push_str(&format!("%{byte:02X}")));
    } else {
        encoded.push(c);
    }
}

/// #url-code-points
pub fn is_url_code_point(c: char) -> bool {
    let value = c as u32;
    let noncharacter = (0xFDD0..=0xFDEF).contains(&value) || value & 0xFFFE == 0xFFFE;
    c.is_ascii_alphanumeric()
        || "!$&'()*+,-./:;=?@_~".contains(c)
        || (0xA0..=0x10FFFD).contains(&value) && !noncharacter
}

pub fn is_forbidden_host_code_point(c: char) -> bool {
    "\0\t\n\r #/:<>?@[\\]^|".contains(c)
}

pub fn is_forbidden_domain_code_point(c: char) -> bool {
    is_forbidden_host_code_point(c) || c <= '\u{1F}' || c == '%' || c == '\u{7F}'
}

/// A C0 control or a space.
pub fn is_stripped(c: char) -> bool {
    c <= ' '
}

/// An ASCII tab or newline.
pub fn is_removed(c: char) -> bool {
    "\t\n\r".contains(c)
}
