//! RFC 1630, the grammar of specific schemes.

use super::date::Date;
use super::facts::{
    Document, Equivalences, Facts, GopherDialect, ReasonSections, Requests, ResolutionAlgorithm, Security,
};
use super::list::Grammar;
use super::url_draft_03;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        name: "RFC 1630",
        scope: None,
        section: "BNF for specific URL schemes",
        date: Date::new(1994, 6),
        title: "Universal Resource Identifiers in WWW",
        about: "What the Web did since 1990, written down for information by its inventor, in two grammars: one for all schemes, \
                and one with a production for each.",
        known_for: "The first RFC on URIs, and the first whose BNF describes the names of all schemes apart from those of each.",
    },
    required_prefix: None,
    resolution: Some(ResolutionAlgorithm::Rfc1630 { other_grammar: Grammar::Rfc1630Generic }),
    requests: Requests { gopher: Some(GopherDialect::Rfc1630), ..url_draft_03::FACTS.requests },
    equivalences: Equivalences {
        prefix: Some("BNF for specific URL schemes"),
        plus_is_space: Some("Query strings"),
        escapes: Some("Reduced or increased safe character sets"),
        escape_case: Some("Reduced or increased safe character sets"),
        default_ports: Some("HTTP, FTP"),
        ..Equivalences::NONE
    },
    // "Security issues are not discussed in this memo."
    security: Security::NONE,
    reason_sections: ReasonSections {
        scheme: "URI syntax",
        schemes: "Registration of naming schemes",
        prefix: "BNF for specific URL schemes",
        fragment: "Fragment-id",
        prohibited: "Unsafe characters",
        ascii: "Unsafe characters",
        escape: "Conventional URI encoding scheme",
        excluded: "Unsafe characters",
        host: "BNF for specific URL schemes",
        name: "BNF for specific URL schemes",
        path: "BNF for specific URL schemes",
        whole: "URI syntax",
        reserved: "Reserved characters",
        other: "BNF for specific URL schemes",
    },
    ..url_draft_03::FACTS
};
