//! RFC 3986.

use regular_bnf::Place;

use super::date::Date;
use super::facts::{
    Document, Equivalences, Facts, Ipv4Hosts, Places, ReasonSections, Requests, ResolutionAlgorithm, Security, Structs,
};
use super::rfc2396;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        name: "RFC 3986",
        scope: None,
        section: "Appendix A",
        date: Date::new(2005, 1),
        title: "Uniform Resource Identifier (URI): Generic Syntax",
        about: "The present standard for URIs, STD 66.",
        known_for: "A host name may hold any octet, written as an escape; resolution, normalization and comparison are defined in full.",
    },
    structs: Structs::Rfc3986,
    ipv4: Ipv4Hosts::Octets,
    uncollected: &[],
    entries: &["URI-reference", "URI", "relative-ref", "absolute-URI"],
    alternatives: &["URI", "relative-ref"],
    before_fragment: &[],
    empty_reference: None,
    resolution: Some(ResolutionAlgorithm::Rfc3986),
    requests: Requests { http_of_general_syntax: true, ..Requests::NONE },
    equivalences: Equivalences {
        scheme_case: Some("6.2.2.1"),
        host_case: Some("6.2.2.1"),
        escapes: Some("6.2.2.2"),
        escape_case: Some("6.2.2.1"),
        default_ports: Some("6.2.3"),
        schemes: Some("6.2.3"),
        empty_port: Some("6.2.3"),
        localhost: Some("3.2.2, 6.2.3"),
        dot_segments: Some("6.2.2.3"),
        empty_path: Some("6.2.3"),
        ..Equivalences::NONE
    },
    security: Security {
        passwords: Some("7.5"),
        ports: Some("7.2"),
        delimiters: Some("7.2"),
        rare_addresses: Some("7.4"),
        misleading: Some("7.6"),
        double_slashes: Some("3.3"),
        mistaken_schemes: Some("4.2"),
        ..Security::NONE
    },
    reason_sections: ReasonSections {
        scheme: "3.1",
        schemes: "3.1",
        prefix: "Appendix C",
        fragment: "3.5",
        prohibited: "2",
        ascii: "2",
        escape: "2.1",
        excluded: "2",
        host: "3.2.2",
        name: "3.2.2",
        path: "3.3",
        whole: "3",
        reserved: "2.2",
        other: "3",
    },
    places: Places {
        host: &[Place::rule("host").within("authority")],
        path: &[
            Place::rule("path_abempty"),
            Place::rule("path_absolute"),
            Place::rule("path_noscheme"),
            Place::rule("path_rootless"),
            Place::rule("path_empty"),
        ],
        query: &[Place::rule("query")],
        ..rfc2396::FACTS.places
    },
    ..rfc2396::FACTS
};
