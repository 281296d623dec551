//! Sections 3.3 to 3.6: hosts, how they are parsed and serialized.

use std::borrow::Cow;
use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use percent_encoding::{CONTROLS, percent_decode_str, utf8_percent_encode};

use super::code_points::{is_forbidden_in_domains, is_forbidden_in_hosts, is_url_code_point};
use super::error::{ErrorSink, UrlError, ValidationError};
use super::idna;
use super::input::ErrorReporter;
use crate::base::escape::escaped_octet;

/// A host of the URL Standard, section 3.1.
///
/// The examples of the standard, section 3, of hosts in a URL whose scheme is special and in one
/// whose scheme is not:
///
/// ```
/// use std::net::Ipv4Addr;
/// use uri_lineage::whatwg::{Host, Url};
///
/// let zero = Some(Host::Ipv4(Ipv4Addr::UNSPECIFIED));
/// for (text, domain_or_address, opaque) in [
///     ("EXAMPLE.COM", Some(Host::Domain("example.com")), Some(Host::Opaque("EXAMPLE.COM"))),
///     ("example%2Ecom", Some(Host::Domain("example.com")), Some(Host::Opaque("example%2Ecom"))),
#[cfg_attr(
    feature = "idna",
    doc = r#"    ("faß.example", Some(Host::Domain("xn--fa-hia.example")), Some(Host::Opaque("fa%C3%9F.example"))),"#
)]
///     ("0", zero, Some(Host::Opaque("0"))),
///     ("%30", zero, Some(Host::Opaque("%30"))),
///     ("0x", zero, Some(Host::Opaque("0x"))),
///     ("0xffffffff", Some(Host::Ipv4(Ipv4Addr::BROADCAST)), Some(Host::Opaque("0xffffffff"))),
///     ("[0:0::1]", "::1".parse().ok().map(Host::Ipv6), "::1".parse().ok().map(Host::Ipv6)),
///     ("[0:0::1%5D", None, None),
///     ("[0:0::%31]", None, None),
///     ("09", None, Some(Host::Opaque("09"))),
///     ("example.255", None, Some(Host::Opaque("example.255"))),
///     ("example^example", None, None),
/// ] {
///     let (special, other) = (Url::parse(&format!("https://{text}")), Url::parse(&format!("a://{text}")));
///     assert_eq!(special.as_ref().ok().and_then(Url::host), domain_or_address, "{text}");
///     assert_eq!(other.as_ref().ok().and_then(Url::host), opaque, "{text}");
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Host<'u> {
    /// A domain, in small letters of US-ASCII; without the feature `idna` one beyond US-ASCII is as
    /// it was written.
    Domain(&'u str),
    /// An IPv4 address, however it was written.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
    /// The host of a URL whose scheme is not special, unchanged but for escapes.
    Opaque(&'u str),
    /// The host between `//` and `/` of a `file` URL, or of a URL whose scheme is not special.
    Empty,
}

/// The kind of a serialized host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HostKind {
    Domain,
    Ipv4(Ipv4Addr),
    Ipv6(Ipv6Addr),
    Opaque,
    Empty,
}

impl HostKind {
    /// The host, whose text is serialized.
    pub fn host(self, text: &str) -> Host<'_> {
        match self {
            Self::Domain => Host::Domain(text),
            Self::Ipv4(address) => Host::Ipv4(address),
            Self::Ipv6(address) => Host::Ipv6(address),
            Self::Opaque => Host::Opaque(text),
            Self::Empty => Host::Empty,
        }
    }
}

/// The host, serialized (section 3.6).
impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain(text) | Self::Opaque(text) => f.write_str(text),
            Self::Ipv4(address) => write_ipv4(f, *address),
            Self::Ipv6(address) => write_ipv6(f, *address),
            Self::Empty => Ok(()),
        }
    }
}

/// The IPv4 serializer.
fn write_ipv4(out: &mut impl fmt::Write, address: Ipv4Addr) -> fmt::Result {
    let [first, others @ ..] = address.octets();
    write_number(out, first.into(), 10)?;
    others.into_iter().try_for_each(|octet| {
        out.write_char('.')?;
        write_number(out, octet.into(), 10)
    })
}

/// The IPv6 serializer, with the brackets of the host: there is no IPv4 address at the end.
fn write_ipv6(out: &mut impl fmt::Write, address: Ipv6Addr) -> fmt::Result {
    let pieces = address.segments();
    let zeros_from = |first: usize| pieces[first..].iter().take_while(|&&piece| piece == 0).count();
    // The first of the longest runs, since the last of equal ones is the greatest.
    let compressed = (0..8).rev().max_by_key(|&first| zeros_from(first)).filter(|&first| zeros_from(first) > 1);
    let mut index = 0;
    out.write_char('[')?;
    while index < 8 {
        if compressed == Some(index) {
            out.write_str("::")?;
            index += zeros_from(index);
            continue;
        }
        let follows_piece = index > 0 && compressed.is_none_or(|first| index != first + zeros_from(first));
        if follows_piece {
            out.write_char(':')?;
        }
        write_number(out, pieces[index], 16)?;
        index += 1;
    }
    out.write_char(']')
}

/// Writes a number without zeros in front.
pub(super) fn write_number(out: &mut impl fmt::Write, number: u16, radix: u16) -> fmt::Result {
    if number >= radix {
        write_number(out, number / radix, radix)?;
    }
    out.write_char(char::from(b"0123456789abcdef"[usize::from(number % radix)]))
}

/// Parses the text of a host.
pub(super) struct HostParser<'p, S> {
    pub errors: ErrorReporter<'p, S>,
}

impl<S: ErrorSink> HostParser<'_, S> {
    /// The host parser (section 3.5). The host is serialized into `out`.
    pub fn host(&mut self, text: &str, is_opaque: bool, out: &mut String) -> Result<HostKind, UrlError> {
        if let Some(inner) = text.strip_prefix('[') {
            let Some(inner) = inner.strip_suffix(']') else {
                return self.errors.fail(ValidationError::Ipv6Unclosed, text.len());
            };
            let address = self.ipv6(inner)?;
            // Writing into a string does not fail.
            _ = write_ipv6(out, address);
            return Ok(HostKind::Ipv6(address));
        }
        if is_opaque { self.opaque_host(text, out) } else { self.domain_or_ipv4(text, out) }
    }

    fn domain_or_ipv4(&mut self, text: &str, out: &mut String) -> Result<HostKind, UrlError> {
        let start = out.len();
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.');
        if !S::RECORDS && !text.is_empty() && text.bytes().all(is_plain) {
            // The domain parser changes nothing.
            *out += text;
        } else {
            let domain = self.decoded(text);
            self.domain(&domain, text, out)?;
        }
        if !ends_in_a_number(&out[start..]) {
            return Ok(HostKind::Domain);
        }
        let address = self.ipv4(&out[start..])?;
        out.truncate(start);
        _ = write_ipv4(out, address);
        Ok(HostKind::Ipv4(address))
    }

    /// The percent-decoding of a domain, decoded as UTF-8.
    fn decoded<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let bytes = text.as_bytes();
        let is_escape = |&at: &usize| bytes[at] == b'%' && escaped_octet(&bytes[at..]).is_some();
        let Some(escape) = (0..bytes.len()).find(is_escape) else { return text.into() };
        self.errors.add(ValidationError::DomainPercentEncoded, escape);
        percent_decode_str(text).decode_utf8_lossy()
    }

    /// The domain parser (section 3.3), without its strict form. `text` is the host as it is written.
    fn domain(&mut self, domain: &str, text: &str, out: &mut String) -> Result<(), UrlError> {
        let start = out.len();
        // A place in a decoded domain is none in the input.
        let forbidden = || text.find(is_forbidden_in_domains).filter(|_| domain == text).unwrap_or_default();
        if S::RECORDS && !idna::is_valid(domain) {
            self.errors.add(ValidationError::DomainToAscii, forbidden());
        }
        if domain.is_ascii() {
            *out += domain;
            out[start..].make_ascii_lowercase();
        } else {
            *out += &idna::to_ascii(domain).unwrap_or_default();
        }
        if out.len() == start || out[start..].bytes().any(|byte| is_forbidden_in_domains(byte.into())) {
            return Err(self.errors.error(ValidationError::DomainToAscii, forbidden()));
        }
        Ok(())
    }

    /// The opaque-host parser.
    fn opaque_host(&mut self, text: &str, out: &mut String) -> Result<HostKind, UrlError> {
        if let Some(forbidden) = text.find(is_forbidden_in_hosts) {
            return self.errors.fail(ValidationError::HostInvalidCodePoint, forbidden);
        }
        if S::RECORDS {
            // At most one error for a code point, and one for an escape.
            let (escapes, code_points): (Vec<usize>, Vec<usize>) =
                invalid_units(text).partition(|&index| text[index..].starts_with('%'));
            let first = code_points.first().into_iter().chain(escapes.first());
            first.for_each(|&index| self.errors.add(ValidationError::InvalidUrlUnit, index));
        }
        out.extend(utf8_percent_encode(text, CONTROLS));
        Ok(if text.is_empty() { HostKind::Empty } else { HostKind::Opaque })
    }

    /// The IPv4 parser. Its errors are at the beginning of the host, which may have been decoded.
    fn ipv4(&mut self, domain: &str) -> Result<Ipv4Addr, UrlError> {
        let domain = match domain.strip_suffix('.') {
            Some(domain) => {
                self.errors.add(ValidationError::Ipv4EmptyPart, 0);
                domain
            }
            None => domain,
        };
        let count = domain.split('.').count();
        if count < 4 {
            self.errors.add(ValidationError::Ipv4TooFewParts, 0);
        }
        if count > 4 {
            return self.errors.fail(ValidationError::Ipv4TooManyParts, 0);
        }
        let mut numbers = [0; 4];
        for (number, part) in numbers.iter_mut().zip(domain.split('.')) {
            let Some(parsed) = Ipv4Number::parse(part) else {
                return self.errors.fail(ValidationError::Ipv4NonNumericPart, 0);
            };
            if !parsed.is_decimal {
                self.errors.add(ValidationError::Ipv4NonDecimalPart, 0);
            }
            *number = parsed.value;
        }
        if numbers.iter().any(|&number| number > 255) {
            self.errors.add(ValidationError::Ipv4OutOfRangePart, 0);
        }
        let (last, numbers) = (numbers[count - 1], &numbers[..count - 1]);
        if numbers.iter().any(|&number| number > 255) || last >> (8 * (4 - numbers.len())) > 0 {
            return Err(self.errors.error(ValidationError::Ipv4OutOfRangePart, 0));
        }
        let address = numbers.iter().zip([24, 16, 8]).fold(last, |sum, (number, shift)| sum + (number << shift));
        Ok(Ipv4Addr::from(address as u32))
    }

    /// The IPv6 parser of the text between brackets.
    fn ipv6(&mut self, text: &str) -> Result<Ipv6Addr, UrlError> {
        use ValidationError as E;

        // The text follows a bracket.
        let place = |at: usize| at + 1;
        let bytes = text.as_bytes();
        let byte = |at: usize| bytes.get(at).copied();
        let (mut address, mut index, mut compress, mut at) = ([0u16; 8], 0, None, 0);
        if byte(0) == Some(b':') {
            if byte(1) != Some(b':') {
                return self.errors.fail(E::Ipv6InvalidCompression, place(0));
            }
            (at, index, compress) = (2, 1, Some(1));
        }
        while at < bytes.len() {
            if index == 8 {
                return self.errors.fail(E::Ipv6TooManyPieces, place(at));
            }
            if byte(at) == Some(b':') {
                if compress.is_some() {
                    return self.errors.fail(E::Ipv6MultipleCompression, place(at));
                }
                at += 1;
                index += 1;
                compress = Some(index);
                continue;
            }
            let start = at;
            let mut value = 0;
            while let Some(digit) = byte(at).filter(|_| at < start + 4).and_then(|byte| char::from(byte).to_digit(16)) {
                value = value << 4 | digit as u16;
                at += 1;
            }
            match byte(at) {
                Some(b'.') if at == start => return self.errors.fail(E::Ipv4InIpv6InvalidCodePoint, place(at)),
                Some(b'.') if index > 6 => return self.errors.fail(E::Ipv4InIpv6TooManyPieces, place(start)),
                Some(b'.') => {
                    let [high, low] = self.ipv4_in_ipv6(&text[start..], place(start))?;
                    (address[index], address[index + 1]) = (high, low);
                    index += 2;
                    break;
                }
                Some(b':') => {
                    at += 1;
                    if at == bytes.len() {
                        return self.errors.fail(E::Ipv6InvalidCodePoint, place(at));
                    }
                }
                Some(_) => return self.errors.fail(E::Ipv6InvalidCodePoint, place(at)),
                None => {}
            }
            if byte(start) == Some(b'0') && byte(start + 1).is_some_and(|byte| byte.is_ascii_hexdigit()) {
                self.errors.add(E::Ipv6PieceLeadingZero, place(start));
            }
            address[index] = value;
            index += 1;
        }
        match compress {
            // The pieces after `::` are the last ones.
            Some(compress) => address[compress..].rotate_right(8 - index),
            None if index != 8 => return self.errors.fail(E::Ipv6TooFewPieces, place(bytes.len())),
            None => {}
        }
        Ok(Ipv6Addr::from(address))
    }

    /// The two last pieces of an IPv6 address that are written as an IPv4 address.
    fn ipv4_in_ipv6(&mut self, text: &str, start: usize) -> Result<[u16; 2], UrlError> {
        use ValidationError as E;

        let bytes = text.as_bytes();
        let byte = |at: usize| bytes.get(at).copied();
        let (mut numbers, mut count, mut at) = ([0u16; 4], 0, 0);
        while at < bytes.len() {
            if count > 0 {
                if byte(at) != Some(b'.') || count == 4 {
                    return self.errors.fail(E::Ipv4InIpv6InvalidCodePoint, start + at);
                }
                at += 1;
            }
            let first = at;
            while let Some(digit) = byte(at).filter(u8::is_ascii_digit) {
                if at > first && numbers[count] == 0 {
                    return self.errors.fail(E::Ipv4InIpv6InvalidCodePoint, start + at);
                }
                numbers[count] = numbers[count] * 10 + u16::from(digit - b'0');
                if numbers[count] > 255 {
                    return self.errors.fail(E::Ipv4InIpv6OutOfRangePart, start + at);
                }
                at += 1;
            }
            if at == first {
                return self.errors.fail(E::Ipv4InIpv6InvalidCodePoint, start + at);
            }
            count += 1;
        }
        if count != 4 {
            return self.errors.fail(E::Ipv4InIpv6TooFewParts, start + at);
        }
        Ok([numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]])
    }
}

/// The indices of the characters that are no URL units.
pub(super) fn invalid_units(text: &str) -> impl Iterator<Item = usize> {
    let is_unit = |index: usize, c: char| match c {
        '%' => escaped_octet(&text.as_bytes()[index..]).is_some(),
        c => is_url_code_point(c),
    };
    text.char_indices().filter(move |&(index, c)| !is_unit(index, c)).map(|(index, _)| index)
}

/// The ends in a number checker.
fn ends_in_a_number(domain: &str) -> bool {
    let domain = domain.strip_suffix('.').unwrap_or(domain);
    // A number ends in a digit, or is `0x`, and most domains do not.
    if !domain.ends_with(|c: char| c.is_ascii_hexdigit() || c == 'x') {
        return false;
    }
    let last = domain.rsplit_once('.').map_or(domain, |(_, last)| last);
    last.bytes().all(|byte| byte.is_ascii_digit()) && !last.is_empty() || Ipv4Number::parse(last).is_some()
}

/// A part of an IPv4 address.
struct Ipv4Number {
    /// The number; one that is too great for an address may be less than it was.
    value: u64,
    is_decimal: bool,
}

impl Ipv4Number {
    /// The IPv4 number parser.
    fn parse(text: &str) -> Option<Self> {
        if text.is_empty() {
            return None;
        }
        let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => (digits, 16),
            None if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
            None => (text, 10),
        };
        let add = |value: u64, c: char| Some((value * u64::from(radix) + u64::from(c.to_digit(radix)?)).min(1 << 40));
        Some(Self { value: digits.chars().try_fold(0, add)?, is_decimal: radix == 10 })
    }
}
