//! Schemes: how a text begins with one, in any document, and facts that are part of no grammar.

/// The prefix that some documents put in front of a URL, in either case.
pub(crate) const PREFIX: &str = "url:";

/// The text in front of the first colon, if it is a scheme apart from its case: the characters of
/// RFC 1738, section 2.1.
pub(crate) fn scheme(text: &str) -> Option<&str> {
    let end = text.bytes().position(|byte| !in_scheme(byte)).filter(|&end| end > 0)?;
    (text.as_bytes()[end] == b':').then(|| &text[..end])
}

/// Whether a scheme in either case may contain a byte. It is read from a table, since the processor
/// cannot predict the next byte.
#[inline]
pub(crate) fn in_scheme(byte: u8) -> bool {
    static IN_SCHEME: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < table.len() {
            table[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'+' | b'.' | b'-');
            byte += 1;
        }
        table
    };
    IN_SCHEME[usize::from(byte)]
}

/// The text after a prefix `URL:` in either case, and after the space there, if it begins with a
/// scheme.
pub(crate) fn after_prefix(text: &str, space: fn(char) -> bool) -> Option<&str> {
    let (prefix, suffix) = text.split_at_checked(PREFIX.len())?;
    if !prefix.eq_ignore_ascii_case(PREFIX) {
        return None;
    }
    let url = suffix.trim_start_matches(space);
    scheme(url).map(|_| url)
}

/// The default port of a scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DefaultPort {
    /// The scheme, in small letters.
    pub scheme: &'static str,
    /// The port's number.
    pub port: u16,
    /// The RFC that defines the default port for URLs of the scheme.
    pub rfc: &'static str,
}

/// A row for each: the scheme, the port, the RFC.
macro_rules! ports {
    ($($scheme:literal $port:literal $rfc:literal,)*) => {
        &[$(DefaultPort { scheme: $scheme, port: $port, rfc: $rfc }),*]
    };
}

impl DefaultPort {
    /// All default ports: first those of RFC 1738, sections 3.2 to 3.11.
    ///
    /// A scheme is omitted if its RFC distinguishes a URL with the default port from a URL without
    /// a port: `sip` (RFC 3261, 19.1.4). A scheme is also omitted if no RFC defines its port, such
    /// as `ssh`.
    pub const ALL: &[Self] = ports! {
        "ftp" 21 "RFC 1738",
        "http" 80 "RFC 1738",
        "gopher" 70 "RFC 1738",
        "nntp" 119 "RFC 1738",
        "telnet" 23 "RFC 1738",
        "wais" 210 "RFC 1738",
        "prospero" 1525 "RFC 1738",
        "z39.50r" 210 "RFC 2056",
        "z39.50s" 210 "RFC 2056",
        "nfs" 2049 "RFC 2224",
        "dict" 2628 "RFC 2229",
        "rtspu" 554 "RFC 2326",
        "pop" 110 "RFC 2384",
        "https" 443 "RFC 2818",
        "ipp" 631 "RFC 3510",
        "snmp" 161 "RFC 4088",
        "ldap" 389 "RFC 4516",
        "imap" 143 "RFC 5092",
        "news" 119 "RFC 5538",
        "snews" 563 "RFC 5538",
        "rsync" 873 "RFC 5781",
        "ws" 80 "RFC 6455",
        "wss" 443 "RFC 6455",
        "coap" 5683 "RFC 7252",
        "coaps" 5684 "RFC 7252",
        "ipps" 631 "RFC 7472",
        "rtsp" 554 "RFC 7826",
        "rtsps" 322 "RFC 7826",
        "coap+tcp" 5683 "RFC 8323",
        "coaps+tcp" 5684 "RFC 8323",
        "coap+ws" 80 "RFC 8323",
        "coaps+ws" 443 "RFC 8323",
    };

    /// The default port of a scheme, in either case.
    ///
    /// ```
    /// use uri_lineage::DefaultPort;
    ///
    /// assert_eq!(DefaultPort::of("LDAP").map(|found| (found.port, found.rfc)), Some((389, "RFC 4516")));
    /// ```
    pub fn of(scheme: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.scheme.eq_ignore_ascii_case(scheme)).copied()
    }
}

/// The number of a scheme's [`DefaultPort`]. The drafts of the first generation call it "the
/// default number for the protocol", 1997 "the default for the scheme", RFC 3986 "the scheme's
/// default port".
///
/// ```
/// assert_eq!(uri_lineage::default_port("gopher"), Some(70));
/// assert_eq!(uri_lineage::default_port("mailto"), None);
/// ```
pub fn default_port(scheme: &str) -> Option<u16> {
    Some(DefaultPort::of(scheme)?.port)
}

/// The octets that delimit lines or fields of most protocols, but are legitimate in URLs of a
/// scheme: the tab in front of a Gopher search (RFC 1738, section 3.4), and the NUL in front of the
/// version of a Prospero link (RFC 1630, "Prospero").
pub(crate) fn legitimate_octets(scheme: &str) -> &'static [u8] {
    match scheme {
        "gopher" => b"\t",
        "prospero" => b"\0",
        _ => b"",
    }
}

/// Whether the URLs of a scheme may contain the lines of a form: a Gopher+ string (RFC 1738,
/// section 3.4.9).
pub(crate) fn has_forms(scheme: &str) -> bool {
    scheme == "gopher"
}

/// Whether the connection for a scheme is secured by TLS (RFC 9110, section 4.2.2; RFC 5538, section
/// 8.1).
pub(crate) fn is_secure(scheme: &str) -> bool {
    ["https", "snews"].iter().any(|secure| secure.eq_ignore_ascii_case(scheme))
}

/// Whether the URLs of a scheme name files without a protocol to reach another host (RFC 1738,
/// section 3.10).
pub(crate) fn is_local(scheme: &str) -> bool {
    scheme == "file"
}
