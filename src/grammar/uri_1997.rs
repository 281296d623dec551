//! draft-fielding-uri-syntax-01 and draft-fielding-url-syntax-03.

use regular_bnf::{Place, Point};

use super::date::Date;
use super::facts::{
    Document, Equivalences, Facts, Ipv4Hosts, Places, ReasonSections, ResolutionAlgorithm, Security, Structs,
};
use super::rfc1808;
use crate::base::component::Part;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        name: "draft-fielding-uri-syntax-01 and draft-fielding-url-syntax-03",
        scope: None,
        section: "Appendices A",
        date: Date::new(1997, 12),
        title: "Uniform Resource Identifiers (URI) and Uniform Resource Locators (URL)",
        about: "A pair of drafts that parts what URLs and URNs have in common from what URLs alone have; it was posted to the URI \
                list and never adopted.",
        known_for: "The split itself: one document of URI syntax, one of URL syntax.",
    },
    structs: Structs::Uri,
    ipv4: Ipv4Hosts::Decimal,
    historical: true,
    uncollected: &["control", "space", "delims", "unwise"],
    entries: &["URI-reference", "URL-reference", "URN-reference", "absoluteURL", "relativeURL"],
    main_entry: "URI-reference",
    minimal_entries: &["URI-reference"],
    widest_entry: "URI-reference",
    alternatives: &["URN-reference", "absoluteURL", "relativeURL"],
    empty_reference: Some("URL-reference"),
    resolution: Some(ResolutionAlgorithm::Uri1997),
    equivalences: Equivalences {
        scheme_case: Some("3.1"),
        namespace_case: Some("RFC 2141, 5"),
        host_case: Some("5"),
        escapes: Some("2.4.2"),
        escape_case: Some("2.4.2"),
        default_ports: Some("5"),
        ..Equivalences::NONE
    },
    security: Security { mistaken_schemes: Some("4"), ..Security::in_section("6") },
    reason_sections: ReasonSections {
        scheme: "3.1",
        schemes: "3.1",
        prefix: "Appendix B",
        fragment: "3.4",
        prohibited: "2.4.3",
        ascii: "2.1",
        escape: "2.4.1",
        excluded: "2.4.3",
        host: "3.3.1",
        name: "3.3.1",
        path: "3.3.2",
        whole: "3.3",
        reserved: "2.2",
        other: "3.3",
    },
    places: Places {
        scheme: &[Place::rule("scheme"), Place::rule("scheme__mistaken"), Place::literal("urn")],
        user: &[Place::rule("userinfo")],
        host: &[Place::rule("host").within("hostport"), Place::rule("authority").within("site")],
        port: &[Place::rule("port")],
        path: &[
            Place::literal("/").within("abs_path").through(Point::rule("path_segments").within("rel_path")),
            Place::rule("rel_path").within("relativeURL").through(Point::rule("path_segments").within("rel_path")),
            Place::rule("rel_path")
                .within("relativeURL__reference")
                .through(Point::rule("path_segments").within("rel_path")),
            Place::omitted("abs_path").within("net_path"),
            Place::omitted("absoluteURL").within("URL_reference"),
            Place::rule("URN_nid").within("URN_reference").to_end(),
        ],
        query: &[Place::rule("query")],
        fragment: &[Place::rule("fragment")],
    },
    parts: &[
        (Part::User, &["userinfo"]),
        (Part::Host, &["host"]),
        (Part::Segment, &["segment"]),
        (Part::Query, &["query"]),
        (Part::Fragment, &["fragment"]),
    ],
    ..rfc1808::FACTS
};
