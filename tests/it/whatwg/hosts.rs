//! The section "Host parsing" of the WHATWG's URL Standard, and the record of validation errors.

use crate::whatwg::code_points::{
    c0_control_set, encode, is_forbidden_domain_code_point, is_forbidden_host_code_point, is_url_code_point,
};

/// #concept-host-parser, serialized
pub fn host(input: &str, opaque: bool) -> Option<String> {
    Parser::default().host(input, opaque)
}

/// What the steps of the parser record.
#[derive(Default)]
pub struct Parser {
    /// The names of the validation errors, in order.
    pub errors: Vec<&'static str>,
    /// A domain is not of US-ASCII.
    pub unexamined: bool,
}

impl Parser {
    pub fn error(&mut self, name: &'static str) {
        self.errors.push(name);
    }

    /// The check of a code point in a path, a query and a fragment.
    pub fn unit(&mut self, c: char, remaining: &[char]) {
        if !is_url_code_point(c) && c != '%' {
            self.error("invalid-URL-unit");
        }
        if c == '%' && !matches!(remaining, [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()) {
            self.error("invalid-URL-unit");
        }
    }

    /// #concept-host-parser, and #concept-host-serializer
    pub fn host(&mut self, input: &str, opaque: bool) -> Option<String> {
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

    /// Whether Unicode's ToASCII succeeds with the strict parameters, as far as US-ASCII goes:
    /// labels of letters, digits and hyphens, no hyphen at an end or in the third and fourth place,
    /// 1 to 63 characters in a label, 253 in all. What a label that begins with `xn--` stands for
    /// is not examined, nor is one beyond US-ASCII.
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
            if length > 1 && u32::from(value) < 1 << (4 * (length - 1)) {
                fail("IPv6-piece-leading-zero");
            }
            address[index] = value;
            index += 1;
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
        if input.contains(|c| !is_url_code_point(c) && c != '%') {
            self.error("invalid-URL-unit");
        }
        let escapes = input.match_indices('%').map(|(at, _)| &input.as_bytes()[at + 1..]);
        if escapes.into_iter().any(|rest| !matches!(rest, [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()))
        {
            self.error("invalid-URL-unit");
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
