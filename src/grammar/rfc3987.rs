//! RFC 3987, which extends the characters of RFC 3986.

use regular_bnf::Place;

use super::date::Date;
use super::facts::{Document, Equivalences, Facts, Places, ReasonSections, Security, Structs};
use super::rfc3986;
use crate::base::component::Part;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        name: "RFC 3987",
        scope: None,
        section: "section 2.2",
        date: Date::new(2005, 1),
        title: "Internationalized Resource Identifiers (IRIs)",
        about: "The syntax of RFC 3986 with the characters of Unicode.",
        known_for: "Characters beyond US-ASCII occur as themselves; section 3.1 maps an IRI to a URI.",
    },
    structs: Structs::Rfc3987,
    unicode: true,
    entries: &["IRI-reference", "IRI", "irelative-ref", "absolute-IRI"],
    main_entry: "IRI-reference",
    minimal_entries: &["IRI-reference"],
    widest_entry: "IRI-reference",
    alternatives: &["IRI", "irelative-ref"],
    unreserved: &["iunreserved"],
    equivalences: Equivalences {
        scheme_case: Some("5.3.2.1"),
        host_case: Some("5.3.2.1"),
        escapes: Some("5.3.2.3"),
        escape_case: Some("5.3.2.1"),
        default_ports: Some("5.3.3"),
        schemes: Some("5.3.3"),
        empty_port: Some("5.3.3"),
        localhost: Some("5.3.3"),
        dot_segments: Some("5.3.2.4"),
        empty_path: Some("5.3.3"),
        ..Equivalences::NONE
    },
    // Section 8: the considerations of RFC 3986 "also apply to IRIs".
    security: Security {
        passwords: Some("8; 7.5 of RFC 3986"),
        ports: Some("8; 7.2 of RFC 3986"),
        delimiters: Some("8; 7.2 of RFC 3986"),
        rare_addresses: Some("8; 7.4 of RFC 3986"),
        misleading: Some("8; 7.6 of RFC 3986"),
        double_slashes: Some("2.1; 3.3 of RFC 3986"),
        mistaken_schemes: Some("4.2 of RFC 3986"),
        formatting: Some("4.1"),
        ..Security::NONE
    },
    reason_sections: ReasonSections {
        scheme: "2.2; 3.1 of RFC 3986",
        schemes: "3.1 of RFC 3986",
        prefix: "Appendix C of RFC 3986",
        fragment: "2.2",
        prohibited: "2.2",
        ascii: "2.2",
        escape: "2.1 of RFC 3986",
        excluded: "3.1",
        host: "2.2",
        name: "2.2",
        path: "2.2",
        whole: "2.2",
        reserved: "2.2 of RFC 3986",
        other: "2.2",
    },
    places: Places {
        user: &[Place::rule("iuserinfo")],
        host: &[Place::rule("ihost").within("iauthority")],
        path: &[
            Place::rule("ipath_abempty"),
            Place::rule("ipath_absolute"),
            Place::rule("ipath_noscheme"),
            Place::rule("ipath_rootless"),
            Place::rule("ipath_empty"),
        ],
        query: &[Place::rule("iquery")],
        fragment: &[Place::rule("ifragment")],
        ..rfc3986::FACTS.places
    },
    parts: &[
        (Part::User, &["iuserinfo"]),
        (Part::Host, &["ihost"]),
        (Part::Segment, &["isegment"]),
        (Part::Query, &["iquery"]),
        (Part::Fragment, &["ifragment"]),
    ],
    ..rfc3986::FACTS
};
