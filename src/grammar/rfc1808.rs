//! RFC 1808.

use regular_bnf::{Place, Point};

use super::date::Date;
use super::facts::{
    Document, Equivalences, Facts, Ipv4Hosts, Places, ReasonSections, Requests, ResolutionAlgorithm, Security, Structs,
};
use super::rfc1738;
use crate::base::component::Part;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        name: "RFC 1808",
        scope: None,
        section: "section 2.2",
        date: Date::new(1995, 6),
        title: "Relative Uniform Resource Locators",
        about: "The companion of RFC 1738 that says how a relative reference is written and resolved.",
        known_for: "One syntax for all schemes: network location, path, parameters, query and fragment, and the algorithm with \
                    `.` and `..`.",
    },
    structs: Structs::Rfc1808,
    // A net_loc is not divided, and no production is an address.
    ipv4: Ipv4Hosts::Octets,
    refused_capitals: None,
    historical: false,
    entries: &["URL", "absoluteURL", "relativeURL"],
    main_entry: "URL",
    minimal_entries: &["URL"],
    widest_entry: "URL",
    alternatives: &["absoluteURL", "relativeURL"],
    before_fragment: &["absoluteURL", "relativeURL"],
    general_syntax: None,
    resolution: Some(ResolutionAlgorithm::Rfc1808),
    requests: Requests::NONE,
    equivalences: Equivalences {
        escapes: Some("2.2 of RFC 1738"),
        escape_case: Some("2.2 of RFC 1738"),
        empty_components: Some("2.4.1 to 2.4.5"),
        ..Equivalences::NONE
    },
    security: Security { mistaken_schemes: Some("5.3"), ..Security::in_section("6") },
    reason_sections: ReasonSections {
        scheme: "2.1",
        schemes: "2.3",
        prefix: "3.1",
        fragment: "2.4.1",
        prohibited: "2.2",
        ascii: "2.2",
        escape: "2.2",
        excluded: "2.2",
        host: "2.4.3",
        name: "2.4.3",
        path: "2.4.6",
        whole: "2.2",
        reserved: "2.2",
        other: "2.2",
    },
    places: Places {
        scheme: &[Place::rule("scheme")],
        user: &[],
        host: &[Place::rule("net_loc"), Place::rule("_opaque_net_loc")],
        port: &[],
        path: &[
            Place::literal("/").within("abs_path").through(Point::rule("_path_and_params").within("rel_path")),
            Place::rule("rel_path").within("relativeURL").through(Point::rule("_path_and_params").within("rel_path")),
            Place::omitted("abs_path").within("net_path"),
            Place::rule("_opaque_path"),
        ],
        query: &[Place::rule("query"), Place::rule("_opaque_query")],
        fragment: &[Place::rule("fragment")],
    },
    parts: &[(Part::Segment, &["fsegment", "segment"]), (Part::Query, &["query"]), (Part::Fragment, &["fragment"])],
    ..rfc1738::FACTS
};
