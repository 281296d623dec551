//! The algorithms of the WHATWG's URL Standard, step by step as its sections "URL parsing", "Host parsing" and "URL serializing"
//! describe them: without a base, an encoding and a state override. It is written for comparison, and knows neither the grammar
//! nor a library of URLs.
//!
//! Unicode's IDNA processing is left out. A domain that is not US-ASCII is accepted as it is.

/// A URL record, its components serialized.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    pub scheme: String,
    pub username: String,
    pub password: String,
    pub host: Option<String>,
    pub port: Option<u16>,
    pub path: String,
    pub query: Option<String>,
    pub fragment: Option<String>,
    /// The domain is not of US-ASCII, and the host is its text.
    pub unexamined: bool,
}

/// The result of the parser, and the names of the validation errors, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub record: Option<Record>,
    pub errors: Vec<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    SchemeStart,
    Scheme,
    NoScheme,
    PathOrAuthority,
    SpecialAuthoritySlashes,
    SpecialAuthorityIgnoreSlashes,
    Authority,
    Host,
    Port,
    File,
    FileSlash,
    FileHost,
    PathStart,
    Path,
    OpaquePath,
    Query,
    Fragment,
}

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
    let mut encoded = String::new();
    for c in text.chars() {
        if set(c) {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| encoded += &format!("%{byte:02X}"));
        } else {
            encoded.push(c);
        }
    }
    encoded
}

/// #url-code-points
pub fn is_url_code_point(c: char) -> bool {
    let value = c as u32;
    let noncharacter = (0xFDD0..=0xFDEF).contains(&value) || value & 0xFFFE == 0xFFFE;
    c.is_ascii_alphanumeric()
        || "!$&'()*+,-./:;=?@_~".contains(c)
        || value >= 0xA0 && value <= 0x10FFFD && !noncharacter
}

pub fn is_forbidden_host_code_point(c: char) -> bool {
    "\0\t\n\r #/:<>?@[\\]^|".contains(c)
}

pub fn is_forbidden_domain_code_point(c: char) -> bool {
    is_forbidden_host_code_point(c) || c <= '\u{1F}' || c == '%' || c == '\u{7F}'
}

fn is_windows_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

fn is_single_dot(segment: &str) -> bool {
    [".", "%2e"].contains(&&*segment.to_ascii_lowercase())
}

fn is_double_dot(segment: &str) -> bool {
    ["..", ".%2e", "%2e.", "%2e%2e"].contains(&&*segment.to_ascii_lowercase())
}

/// A C0 control or a space.
pub fn is_stripped(c: char) -> bool {
    c <= ' '
}

/// An ASCII tab or newline.
pub fn is_removed(c: char) -> bool {
    "\t\n\r".contains(c)
}

/// #concept-basic-url-parser
pub fn parse(input: &str) -> Outcome {
    let mut parser = Parser::default();
    let record = parser.run(input);
    Outcome { record, errors: parser.errors }
}

/// #concept-host-parser, serialized
pub fn host(input: &str, opaque: bool) -> Option<String> {
    Parser::default().host(input, opaque)
}

#[derive(Default)]
struct Parser {
    errors: Vec<&'static str>,
    unexamined: bool,
}

impl Parser {
    fn error(&mut self, name: &'static str) {
        self.errors.push(name);
    }

    /// The check of a code point in a path, a query and a fragment.
    fn unit(&mut self, c: char, remaining: &[char]) {
        if !is_url_code_point(c) && c != '%' {
            self.error("invalid-URL-unit");
        }
        if c == '%' && !matches!(remaining, [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()) {
            self.error("invalid-URL-unit");
        }
    }

    fn run(&mut self, input: &str) -> Option<Record> {
        let stripped = input.trim_matches(is_stripped);
        if stripped.len() < input.len() {
            self.error("invalid-URL-unit");
        }
        let input: Vec<char> = stripped.chars().filter(|&c| !is_removed(c)).collect();
        if input.len() < stripped.chars().count() {
            self.error("invalid-URL-unit");
        }
        let mut url = Record::default();
        let (mut segments, mut opaque): (Vec<String>, Option<String>) = (Vec::new(), None);
        let (mut state, mut buffer) = (State::SchemeStart, String::new());
        let (mut at_sign_seen, mut inside_brackets, mut password_token_seen) = (false, false, false);
        let mut pointer: isize = 0;
        loop {
            let c = input.get(pointer as usize).copied();
            let remaining = || input.get(pointer as usize + 1..).unwrap_or_default();
            let special = is_special(&url.scheme);
            let backslash = special && c == Some('\\');
            match state {
                State::SchemeStart => match c {
                    Some(c) if c.is_ascii_alphabetic() => {
                        buffer.push(c.to_ascii_lowercase());
                        state = State::Scheme;
                    }
                    _ => {
                        state = State::NoScheme;
                        pointer -= 1;
                    }
                },
                State::Scheme => match c {
                    Some(c) if c.is_ascii_alphanumeric() || "+-.".contains(c) => buffer.push(c.to_ascii_lowercase()),
                    Some(':') => {
                        url.scheme = std::mem::take(&mut buffer);
                        if url.scheme == "file" {
                            if !remaining().starts_with(&['/', '/']) {
                                self.error("special-scheme-missing-following-solidus");
                            }
                            state = State::File;
                        } else if is_special(&url.scheme) {
                            state = State::SpecialAuthoritySlashes;
                        } else if remaining().starts_with(&['/']) {
                            state = State::PathOrAuthority;
                            pointer += 1;
                        } else {
                            opaque = Some(String::new());
                            state = State::OpaquePath;
                        }
                    }
                    _ => {
                        buffer.clear();
                        state = State::NoScheme;
                        pointer = -1;
                    }
                },
                State::NoScheme => {
                    self.error("missing-scheme-non-relative-URL");
                    return None;
                }
                State::PathOrAuthority => {
                    if c == Some('/') {
                        state = State::Authority;
                    } else {
                        state = State::Path;
                        pointer -= 1;
                    }
                }
                State::SpecialAuthoritySlashes => {
                    state = State::SpecialAuthorityIgnoreSlashes;
                    if c == Some('/') && remaining().starts_with(&['/']) {
                        pointer += 1;
                    } else {
                        self.error("special-scheme-missing-following-solidus");
                        pointer -= 1;
                    }
                }
                State::SpecialAuthorityIgnoreSlashes => {
                    if matches!(c, Some('/' | '\\')) {
                        self.error("special-scheme-missing-following-solidus");
                    } else {
                        state = State::Authority;
                        pointer -= 1;
                    }
                }
                State::Authority => match c {
                    Some('@') => {
                        self.error("invalid-credentials");
                        if at_sign_seen {
                            buffer.insert_str(0, "%40");
                        }
                        at_sign_seen = true;
                        for c in std::mem::take(&mut buffer).chars() {
                            if c == ':' && !password_token_seen {
                                password_token_seen = true;
                                continue;
                            }
                            let encoded = encode(&c.to_string(), userinfo_set);
                            if password_token_seen { &mut url.password } else { &mut url.username }.push_str(&encoded);
                        }
                    }
                    None | Some('/' | '?' | '#') => {
                        if at_sign_seen && buffer.is_empty() {
                            self.error("host-missing");
                            return None;
                        }
                        pointer -= buffer.chars().count() as isize + 1;
                        buffer.clear();
                        state = State::Host;
                    }
                    _ if backslash => {
                        if at_sign_seen && buffer.is_empty() {
                            self.error("host-missing");
                            return None;
                        }
                        pointer -= buffer.chars().count() as isize + 1;
                        buffer.clear();
                        state = State::Host;
                    }
                    Some(c) => buffer.push(c),
                },
                State::Host => match c {
                    Some(':') if !inside_brackets => {
                        if buffer.is_empty() {
                            self.error("host-missing");
                            return None;
                        }
                        url.host = Some(self.host(&std::mem::take(&mut buffer), !special)?);
                        state = State::Port;
                    }
                    c if backslash || matches!(c, None | Some('/' | '?' | '#')) => {
                        pointer -= 1;
                        if special && buffer.is_empty() {
                            self.error("host-missing");
                            return None;
                        }
                        url.host = Some(self.host(&std::mem::take(&mut buffer), !special)?);
                        state = State::PathStart;
                    }
                    c => {
                        inside_brackets = (inside_brackets || c == Some('[')) && c != Some(']');
                        buffer.extend(c);
                    }
                },
                State::Port => match c {
                    Some(c) if c.is_ascii_digit() => buffer.push(c),
                    c if backslash || matches!(c, None | Some('/' | '?' | '#')) => {
                        if !buffer.is_empty() {
                            let Ok(port) = buffer.trim_start_matches('0').parse::<u16>().or_else(|error| {
                                if buffer.bytes().all(|digit| digit == b'0') { Ok(0) } else { Err(error) }
                            }) else {
                                self.error("port-out-of-range");
                                return None;
                            };
                            url.port = Some(port).filter(|_| default_port(&url.scheme) != Some(Some(port)));
                            buffer.clear();
                        }
                        state = State::PathStart;
                        pointer -= 1;
                    }
                    _ => {
                        self.error("port-invalid");
                        return None;
                    }
                },
                State::File => {
                    url.host = Some(String::new());
                    if matches!(c, Some('/' | '\\')) {
                        if c == Some('\\') {
                            self.error("invalid-reverse-solidus");
                        }
                        state = State::FileSlash;
                    } else {
                        state = State::Path;
                        pointer -= 1;
                    }
                }
                State::FileSlash => {
                    if matches!(c, Some('/' | '\\')) {
                        if c == Some('\\') {
                            self.error("invalid-reverse-solidus");
                        }
                        state = State::FileHost;
                    } else {
                        state = State::Path;
                        pointer -= 1;
                    }
                }
                State::FileHost => match c {
                    None | Some('/' | '\\' | '?' | '#') => {
                        pointer -= 1;
                        if is_windows_drive_letter(&buffer) {
                            self.error("file-invalid-Windows-drive-letter-host");
                            state = State::Path;
                        } else if buffer.is_empty() {
                            url.host = Some(String::new());
                            state = State::PathStart;
                        } else {
                            let host = self.host(&std::mem::take(&mut buffer), false)?;
                            url.host = Some(if host == "localhost" { String::new() } else { host });
                            state = State::PathStart;
                        }
                    }
                    Some(c) => buffer.push(c),
                },
                State::PathStart => {
                    if special {
                        if backslash {
                            self.error("invalid-reverse-solidus");
                        }
                        state = State::Path;
                        if !matches!(c, Some('/' | '\\')) {
                            pointer -= 1;
                        }
                    } else {
                        match c {
                            Some('?') => (url.query, state) = (Some(String::new()), State::Query),
                            Some('#') => (url.fragment, state) = (Some(String::new()), State::Fragment),
                            Some(c) => {
                                state = State::Path;
                                if c != '/' {
                                    pointer -= 1;
                                }
                            }
                            None => {}
                        }
                    }
                }
                State::Path => {
                    let slash = c == Some('/') || backslash;
                    if slash || matches!(c, None | Some('?' | '#')) {
                        if backslash {
                            self.error("invalid-reverse-solidus");
                        }
                        if is_double_dot(&buffer) {
                            let drive = |path: &[String]| {
                                url.scheme == "file"
                                    && matches!(path, [only] if is_windows_drive_letter(only) && only.ends_with(':'))
                            };
                            if !drive(&segments) {
                                segments.pop();
                            }
                            if !slash {
                                segments.push(String::new());
                            }
                        } else if is_single_dot(&buffer) {
                            if !slash {
                                segments.push(String::new());
                            }
                        } else {
                            if url.scheme == "file" && segments.is_empty() && is_windows_drive_letter(&buffer) {
                                buffer.replace_range(1.., ":");
                            }
                            segments.push(buffer.clone());
                        }
                        buffer.clear();
                        match c {
                            Some('?') => (url.query, state) = (Some(String::new()), State::Query),
                            Some('#') => (url.fragment, state) = (Some(String::new()), State::Fragment),
                            _ => {}
                        }
                    } else if let Some(c) = c {
                        self.unit(c, remaining());
                        buffer += &encode(&c.to_string(), path_set);
                    }
                }
                State::OpaquePath => match c {
                    Some('?') => (url.query, state) = (Some(String::new()), State::Query),
                    Some('#') => (url.fragment, state) = (Some(String::new()), State::Fragment),
                    Some(' ') => {
                        self.error("invalid-URL-unit");
                        let last = matches!(remaining().first(), Some('?' | '#'));
                        opaque.get_or_insert_default().push_str(if last { "%20" } else { " " });
                    }
                    Some(c) => {
                        self.unit(c, remaining());
                        opaque.get_or_insert_default().push_str(&encode(&c.to_string(), c0_control_set));
                    }
                    None => {}
                },
                State::Query => match c {
                    None | Some('#') => {
                        let set = if special { special_query_set } else { query_set };
                        url.query.get_or_insert_default().push_str(&encode(&std::mem::take(&mut buffer), set));
                        if c.is_some() {
                            (url.fragment, state) = (Some(String::new()), State::Fragment);
                        }
                    }
                    Some(c) => {
                        self.unit(c, remaining());
                        buffer.push(c);
                    }
                },
                State::Fragment => {
                    if let Some(c) = c {
                        self.unit(c, remaining());
                        url.fragment.get_or_insert_default().push_str(&encode(&c.to_string(), fragment_set));
                    }
                }
            }
            // After the step that ends the input in a state, the pointer may have moved back.
            if pointer >= input.len() as isize {
                break;
            }
            pointer += 1;
        }
        url.path = opaque.unwrap_or_else(|| segments.iter().map(|segment| format!("/{segment}")).collect());
        url.unexamined = self.unexamined;
        Some(url)
    }

    /// #concept-host-parser, and #concept-host-serializer
    fn host(&mut self, input: &str, opaque: bool) -> Option<String> {
        if let Some(inner) = input.strip_prefix('[') {
            let Some(inner) = inner.strip_suffix(']') else {
                self.error("IPv6-unclosed");
                return None;
            };
            return self.ipv6(&inner.chars().collect::<Vec<_>>()).map(|pieces| format!("[{}]", serialized(&pieces)));
        }
        if opaque {
            return self.opaque_host(input);
        }
        let bytes = input.as_bytes();
        let escape = |at: usize| {
            let digits = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%')?;
            let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
            u8::from_str_radix(text, 16).ok()
        };
        let (mut decoded, mut at, mut escaped) = (Vec::new(), 0, false);
        while at < bytes.len() {
            let byte = escape(at);
            decoded.push(byte.unwrap_or(bytes[at]));
            at += if byte.is_some() { 3 } else { 1 };
            escaped |= byte.is_some();
        }
        if escaped {
            self.error("domain-percent-encoded");
        }
        let domain = String::from_utf8_lossy(&decoded).into_owned();
        if !self.valid_domain(&domain) {
            self.error("domain-to-ASCII");
        }
        if !domain.is_ascii() {
            // What the standard says of U+FFFD, and what no processing removes.
            let remains = |c: char| c == '\u{FFFD}' || is_forbidden_domain_code_point(c) && !"<>".contains(c);
            self.unexamined = true;
            return (!domain.contains(remains)).then_some(domain);
        }
        let domain = domain.to_ascii_lowercase();
        if domain.is_empty() || domain.contains(is_forbidden_domain_code_point) {
            return None;
        }
        if ends_in_a_number(&domain) { self.ipv4(&domain) } else { Some(domain) }
    }

    /// Whether Unicode's ToASCII succeeds with the strict parameters, as far as US-ASCII goes: labels of letters, digits and
    /// hyphens, no hyphen at an end or in the third and fourth place, 1 to 63 characters in a label, 253 in all. What a label that
    /// begins with `xn--` stands for is not examined, nor is one beyond US-ASCII.
    fn valid_domain(&self, domain: &str) -> bool {
        let label = |label: &str| {
            let in_label = |c: char| c.is_ascii_alphanumeric() || c == '-' || is_url_code_point(c) && !c.is_ascii();
            let known = label.to_ascii_lowercase();
            let hyphens = label.starts_with('-') || label.ends_with('-') || known.as_bytes().get(2..4) == Some(b"--");
            let length = (1..=63).contains(&label.len());
            let unexamined = !label.is_ascii() || known.starts_with("xn--");
            label.chars().all(in_label) && (unexamined || length && !hyphens)
        };
        domain.split('.').all(label) && (!domain.is_ascii() || domain.len() <= 253)
    }

    /// #concept-ipv4-parser
    fn ipv4(&mut self, input: &str) -> Option<String> {
        let mut parts: Vec<&str> = input.split('.').collect();
        if parts.last() == Some(&"") {
            self.error("IPv4-empty-part");
            if parts.len() > 1 {
                parts.pop();
            }
        }
        if parts.len() < 4 {
            self.error("IPv4-too-few-parts");
        }
        if parts.len() > 4 {
            self.error("IPv4-too-many-parts");
            return None;
        }
        let mut numbers = Vec::new();
        for part in parts {
            let Some((number, other_base)) = ipv4_number(part) else {
                self.error("IPv4-non-numeric-part");
                return None;
            };
            if other_base {
                self.error("IPv4-non-decimal-part");
            }
            numbers.push(number);
        }
        if numbers.iter().any(|&number| number > 255) {
            self.error("IPv4-out-of-range-part");
        }
        let last = numbers.pop()?;
        if numbers.iter().any(|&number| number > 255) || last >= 1 << (8 * (4 - numbers.len())) {
            return None;
        }
        let all = numbers.iter().enumerate().fold(last, |sum, (at, number)| sum + (number << (8 * (3 - at))));
        Some(std::net::Ipv4Addr::from(all as u32).to_string())
    }

    /// #concept-ipv6-parser
    fn ipv6(&mut self, input: &[char]) -> Option<[u16; 8]> {
        let mut fail = |name| {
            self.errors.push(name);
            None
        };
        let mut zeros = false;
        let (mut address, mut index, mut compress, mut pointer) = ([0u16; 8], 0, None, 0);
        let at = |pointer: usize| input.get(pointer).copied();
        if at(0) == Some(':') {
            if at(1) != Some(':') {
                return fail("IPv6-invalid-compression");
            }
            (pointer, index, compress) = (2, 1, Some(1));
        }
        while let Some(c) = at(pointer) {
            if index == 8 {
                return fail("IPv6-too-many-pieces");
            }
            if c == ':' {
                if compress.is_some() {
                    return fail("IPv6-multiple-compression");
                }
                pointer += 1;
                index += 1;
                compress = Some(index);
                continue;
            }
            let (mut value, mut length) = (0, 0);
            while let Some(digit) = at(pointer).and_then(|c| c.to_digit(16)).filter(|_| length < 4) {
                value = value * 16 + digit as u16;
                pointer += 1;
                length += 1;
            }
            match at(pointer) {
                Some('.') => {
                    if length == 0 {
                        return fail("IPv4-in-IPv6-invalid-code-point");
                    }
                    pointer -= length;
                    if index > 6 {
                        return fail("IPv4-in-IPv6-too-many-pieces");
                    }
                    let mut seen = 0;
                    while let Some(c) = at(pointer) {
                        let mut piece: Option<u16> = None;
                        if seen > 0 {
                            if c == '.' && seen < 4 {
                                pointer += 1;
                            } else {
                                return fail("IPv4-in-IPv6-invalid-code-point");
                            }
                        }
                        if !at(pointer).is_some_and(|c| c.is_ascii_digit()) {
                            return fail("IPv4-in-IPv6-invalid-code-point");
                        }
                        while let Some(number) = at(pointer).and_then(|c| c.to_digit(10)) {
                            piece = match piece {
                                None => Some(number as u16),
                                Some(0) => return fail("IPv4-in-IPv6-invalid-code-point"),
                                Some(piece) => Some(piece * 10 + number as u16),
                            };
                            if piece > Some(255) {
                                return fail("IPv4-in-IPv6-out-of-range-part");
                            }
                            pointer += 1;
                        }
                        address[index] = address[index] * 0x100 + piece.unwrap_or_default();
                        seen += 1;
                        if seen == 2 || seen == 4 {
                            index += 1;
                        }
                    }
                    if seen != 4 {
                        return fail("IPv4-in-IPv6-too-few-parts");
                    }
                    break;
                }
                Some(':') => {
                    pointer += 1;
                    if at(pointer).is_none() {
                        return fail("IPv6-invalid-code-point");
                    }
                }
                Some(_) => return fail("IPv6-invalid-code-point"),
                None => {}
            }
            zeros |= length > 1 && u32::from(value) < 1 << (4 * (length - 1));
            address[index] = value;
            index += 1;
        }
        if zeros {
            fail("IPv6-piece-leading-zero");
        }
        match compress {
            Some(compress) => {
                // The pieces behind `::` are the last ones.
                let behind = address[compress..index].to_vec();
                address[compress..].fill(0);
                address[8 - behind.len()..].copy_from_slice(&behind);
            }
            None if index != 8 => {
                self.error("IPv6-too-few-pieces");
                return None;
            }
            None => {}
        }
        Some(address)
    }

    /// #concept-opaque-host-parser
    fn opaque_host(&mut self, input: &str) -> Option<String> {
        if input.contains(is_forbidden_host_code_point) {
            self.error("host-invalid-code-point");
            return None;
        }
        let all: Vec<char> = input.chars().collect();
        for (at, &c) in all.iter().enumerate() {
            self.unit(c, &all[at + 1..]);
        }
        Some(encode(input, c0_control_set))
    }
}

/// #ends-in-a-number-checker
fn ends_in_a_number(input: &str) -> bool {
    let mut parts: Vec<&str> = input.split('.').collect();
    if parts.last() == Some(&"") {
        parts.pop();
    }
    let last = parts.last().copied().unwrap_or_default();
    !last.is_empty() && last.bytes().all(|c| c.is_ascii_digit()) || ipv4_number(last).is_some()
}

/// #ipv4-number-parser; numbers of more than 60 bits are cut to the largest one.
fn ipv4_number(input: &str) -> Option<(u64, bool)> {
    if input.is_empty() {
        return None;
    }
    let (digits, radix) = match input.strip_prefix("0x").or_else(|| input.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None if input.len() >= 2 && input.starts_with('0') => (&input[1..], 8),
        None => (input, 10),
    };
    let number = digits
        .chars()
        .try_fold(0u64, |number, c| Some((number * u64::from(radix) + u64::from(c.to_digit(radix)?)).min(1 << 40)));
    number.map(|number| (number, radix != 10))
}

/// #concept-ipv6-serializer: the first of the longest runs of at least two zero pieces is `::`.
fn serialized(pieces: &[u16; 8]) -> String {
    let run = |from: usize| pieces[from..].iter().take_while(|&&piece| piece == 0).count();
    let longest = (0..8).rev().max_by_key(|&from| run(from)).filter(|&from| run(from) > 1);
    let joined = |pieces: &[u16]| pieces.iter().map(|piece| format!("{piece:x}")).collect::<Vec<_>>().join(":");
    match longest {
        Some(from) => format!("{}::{}", joined(&pieces[..from]), joined(&pieces[from + run(from)..])),
        None => joined(pieces),
    }
}
