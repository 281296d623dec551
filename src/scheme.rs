//! What the documents say of schemes beside their grammar.

/// The port that a scheme's protocol is found at where a URL names none: RFC 1738, sections 3.2 to 3.11. The documents of
/// the first generation speak of "the default number for the protocol", and 1997 of "the default for the scheme".
///
/// ```
/// assert_eq!(uri_lineage::default_port("gopher"), Some(70));
/// assert_eq!(uri_lineage::default_port("mailto"), None);
/// ```
pub fn default_port(scheme: &str) -> Option<u16> {
    Some(match scheme {
        "ftp" => 21,
        "http" => 80,
        "gopher" => 70,
        "nntp" => 119,
        "telnet" => 23,
        "wais" => 210,
        "prospero" => 1525,
        _ => return None,
    })
}
