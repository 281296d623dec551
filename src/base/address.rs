//! Addresses of hosts as numbers.

use std::net::{IpAddr, Ipv4Addr};

/// The address that four groups of digits denote. The groups are decimal (RFC 1738, section 3.1:
/// "decimal digit groups"): a leading zero does not make a group octal. `None` if a group is larger
/// than 255, which the grammars before RFC 3986 accept.
pub(crate) fn parse_ipv4(text: &str) -> Option<IpAddr> {
    let mut groups = text.split('.').map(|group| group.parse::<u8>().ok());
    let octets = [groups.next()??, groups.next()??, groups.next()??, groups.next()??];
    groups.next().is_none().then_some(IpAddr::V4(Ipv4Addr::from(octets)))
}

/// The address of version 6 between brackets; `None` for other text and for later versions.
pub(crate) fn parse_bracketed_ipv6(text: &str) -> Option<IpAddr> {
    let address = text.strip_prefix('[')?.strip_suffix(']')?;
    address.parse().ok().map(IpAddr::V6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_decimal() {
        assert_eq!(parse_ipv4("127.0.0.1"), Some(IpAddr::from([127, 0, 0, 1])));
        assert_eq!(parse_ipv4("010.000.0255.1"), Some(IpAddr::from([10, 0, 255, 1])));
        for text in ["256.1.1.1", "1.2.3", "1.2.3.4.5", "a.b.c.d", ""] {
            assert_eq!(parse_ipv4(text), None, "{text}");
        }
    }
}
