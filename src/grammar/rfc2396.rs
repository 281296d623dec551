//! RFC 2396.

use regular_bnf::Place;

use super::date::Date;
use super::facts::{Document, Equivalences, Facts, Places, ReasonSections, ResolutionAlgorithm, Security};
use super::uri_1997;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        name: "RFC 2396",
        scope: None,
        section: "Appendix A",
        date: Date::new(1998, 8),
        title: "Uniform Resource Identifiers (URI): Generic Syntax",
        about: "The standard that replaced the generic syntax of RFC 1738 and RFC 1808.",
        known_for: "The first RFC in which the tilde is legal; references, opaque URIs and registry names; Java's `java.net.URI` follows it, \
                    as amended by RFC 2732.",
    },
    historical: false,
    entries: &["URI-reference", "absoluteURI", "relativeURI"],
    alternatives: &["absoluteURI", "relativeURI"],
    before_fragment: &["absoluteURI", "relativeURI"],
    empty_reference: Some("URI-reference"),
    resolution: Some(ResolutionAlgorithm::Rfc2396),
    equivalences: Equivalences {
        scheme_case: Some("6"),
        host_case: Some("6"),
        escapes: Some("2.4.2"),
        escape_case: Some("2.4.2"),
        default_ports: Some("6"),
        ..Equivalences::NONE
    },
    security: Security { mistaken_schemes: Some("5"), ..Security::in_section("7") },
    reason_sections: ReasonSections {
        scheme: "3.1",
        schemes: "3.1",
        prefix: "Appendix E",
        fragment: "4.1",
        prohibited: "2.4.3",
        ascii: "2.1",
        escape: "2.4.1",
        excluded: "2.4.3",
        host: "3.2.2",
        name: "3.2.2",
        path: "3.3",
        whole: "3",
        reserved: "2.2",
        other: "3",
    },
    places: Places {
        scheme: &[Place::rule("scheme")],
        host: &[Place::rule("host").within("hostport"), Place::rule("reg_name"), Place::rule("_no_server")],
        path: &[
            Place::rule("abs_path").within("hier_part"),
            Place::rule("abs_path").within("relativeURI"),
            Place::rule("abs_path").within("net_path"),
            Place::omitted("abs_path").within("net_path"),
            Place::rule("rel_path").within("relativeURI"),
            Place::omitted("absoluteURI").within("URI_reference"),
            Place::rule("_opaque_path"),
        ],
        query: &[Place::rule("query"), Place::rule("_opaque_query")],
        ..uri_1997::FACTS.places
    },
    ..uri_1997::FACTS
};
