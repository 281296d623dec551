//! The networks of IANA's registries of special-purpose addresses.

/// Each network with the document that reserves it: the IPv4 and the IPv6 Special-Purpose Address
/// Registry (RFC 6890, section 2.2). A network within another one of the list is left out.
pub(super) const NETWORKS: [(&str, &str); 32] = [
    ("0.0.0.0/8", "RFC 791, section 3.2"),
    ("10.0.0.0/8", "RFC 1918"),
    ("100.64.0.0/10", "RFC 6598"),
    ("127.0.0.0/8", "RFC 1122, section 3.2.1.3"),
    ("169.254.0.0/16", "RFC 3927"),
    ("172.16.0.0/12", "RFC 1918"),
    ("192.0.0.0/24", "RFC 6890, section 2.1"),
    ("192.0.2.0/24", "RFC 5737"),
    ("192.31.196.0/24", "RFC 7535"),
    ("192.52.193.0/24", "RFC 7450"),
    ("192.88.99.0/24", "RFC 7526"),
    ("192.168.0.0/16", "RFC 1918"),
    ("192.175.48.0/24", "RFC 7534"),
    ("198.18.0.0/15", "RFC 2544"),
    ("198.51.100.0/24", "RFC 5737"),
    ("203.0.113.0/24", "RFC 5737"),
    ("240.0.0.0/4", "RFC 1112, section 4"),
    ("::/128", "RFC 4291"),
    ("::1/128", "RFC 4291"),
    ("::ffff:0:0/96", "RFC 4291"),
    ("64:ff9b::/96", "RFC 6052"),
    ("64:ff9b:1::/48", "RFC 8215"),
    ("100::/64", "RFC 6666"),
    ("100:0:0:1::/64", "RFC 9780"),
    ("2001::/23", "RFC 2928"),
    ("2001:db8::/32", "RFC 3849"),
    ("2002::/16", "RFC 3056"),
    ("2620:4f:8000::/48", "RFC 7534"),
    ("3fff::/20", "RFC 9637"),
    ("5f00::/16", "RFC 9602"),
    ("fc00::/7", "RFC 4193"),
    ("fe80::/10", "RFC 4291"),
];

/// The names of the machine itself (RFC 6761, section 6.3).
pub(super) const NAMES: [&str; 4] = ["localhost", "*.localhost", "localhost.", "*.localhost."];
