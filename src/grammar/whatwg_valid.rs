//! The WHATWG's URL Standard: the valid URL strings.

use regular_bnf::Place;

use super::date::Date;
use super::facts::{Document, Equivalences, Facts, Ipv4Hosts, Places, ReasonSections, Requests, Security, Structs};
use crate::base::component::Part;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        name: "URL Standard",
        scope: Some("valid URLs"),
        section: "\"Host writing\" and \"URL writing\"",
        date: Date::new(2026, 7),
        title: "URL Standard: what may be written",
        about: "The WHATWG's terms for valid URL strings, a grammar in prose, written out.",
        known_for: "It is far narrower than the parser of browsers: a program that writes URLs keeps to it.",
    },
    structs: Structs::Whatwg,
    historical: false,
    unicode: true,
    ignored: None,
    unexamined: &["unexamined-label"],
    has_valid_domains: true,
    ipv4: Ipv4Hosts::Octets,
    refused_capitals: None,
    amends: None,
    entries: &[
        "valid-URL-string",
        "valid-URL-string-without-base",
        "valid-URL-string-with-special-base",
        "valid-URL-string-with-file-base",
        "valid-URL-string-with-other-base",
        "valid-URL-string-with-opaque-base",
    ],
    main_entry: "valid-URL-string",
    minimal_entries: &["valid-URL-string"],
    widest_entry: "valid-URL-string",
    alternatives: &["absolute-URL-with-fragment-string", "relative-URL-with-fragment-string"],
    before_fragment: &[],
    empty_reference: None,
    uncollected: &[],
    general_syntax: None,
    unreserved: &[],
    required_prefix: None,
    // The URL parser resolves references: it is an algorithm, and not a grammar.
    resolution: None,
    requests: Requests::NONE,
    equivalences: Equivalences::NONE,
    security: Security::NONE,
    reason_sections: ReasonSections {
        scheme: "4.3",
        schemes: "4.2",
        prefix: "4.3",
        fragment: "4.3",
        prohibited: "4.3",
        ascii: "4.3",
        escape: "1.3",
        excluded: "4.3",
        host: "3.4",
        name: "3.4",
        path: "4.3",
        whole: "4.3",
        reserved: "4.3",
        other: "4.3",
    },
    places: Places {
        scheme: &[Place::rule("special_scheme_but_file"), Place::rule("other_scheme"), Place::rule("file_scheme")],
        user: &[],
        host: &[Place::rule("valid_host_string"), Place::rule("valid_opaque_host_string"), Place::rule("empty_host")],
        port: &[Place::rule("URL_port_string")],
        path: &[
            Place::rule("path_absolute_URL_string"),
            Place::rule("path_absolute_non_authority_URL_string"),
            Place::rule("path_relative_scheme_less_URL_string"),
            Place::rule("opaque_path_URL_string"),
        ],
        query: &[Place::rule("URL_query_string")],
        fragment: &[Place::rule("URL_fragment_string")],
    },
    parts: &[
        (Part::Host, &["valid-host-string", "valid-opaque-host-string"]),
        (Part::Segment, &["URL-path-segment-string"]),
        (Part::Query, &["URL-query-string"]),
        (Part::Fragment, &["URL-fragment-string"]),
    ],
};
