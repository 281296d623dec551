//! RFC 2732, an amendment of RFC 2396.

use super::date::Date;
use super::facts::{Document, Equivalences, Facts, Ipv4Hosts, ReasonSections, Security};
use super::list::Grammar;
use super::rfc2396;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        name: "RFC 2732",
        scope: None,
        section: "section 3",
        date: Date::new(1999, 12),
        title: "Format for Literal IPv6 Addresses in URL's",
        about: "An amendment of RFC 2396.",
        known_for: "Square brackets around IPv6 addresses.",
    },
    amends: Some(Grammar::Rfc2396),
    uncollected: &[],
    ipv4: Ipv4Hosts::ThreeDigits,
    equivalences: Equivalences {
        scheme_case: Some("6 of RFC 2396"),
        host_case: Some("6 of RFC 2396; 2.2 of RFC 2373"),
        escapes: Some("2.4.2 of RFC 2396"),
        escape_case: Some("2.4.2 of RFC 2396"),
        default_ports: Some("6 of RFC 2396"),
        ..Equivalences::NONE
    },
    security: Security { mistaken_schemes: Some("5 of RFC 2396"), ..Security::in_section("7 of RFC 2396") },
    reason_sections: ReasonSections {
        scheme: "3.1 of RFC 2396",
        schemes: "3.1 of RFC 2396",
        prefix: "Appendix E of RFC 2396",
        fragment: "4.1 of RFC 2396",
        prohibited: "2.4.3 of RFC 2396",
        ascii: "2.1 of RFC 2396",
        escape: "2.4.1 of RFC 2396",
        excluded: "2.4.3 of RFC 2396",
        host: "3",
        name: "3",
        path: "3.3 of RFC 2396",
        whole: "3 of RFC 2396",
        reserved: "3",
        other: "3 of RFC 2396",
    },
    ..rfc2396::FACTS
};
