//! RFC 1630, the grammar of all schemes.

use regular_bnf::Place;

use super::facts::{Document, Equivalences, Facts, Places, ReasonSections, Requests, ResolutionAlgorithm};
use super::list::Grammar;
use super::rfc1630;
use crate::base::component::Part;

const SECTION: &str = "BNF of Generic URI Syntax";

pub(super) const FACTS: Facts = Facts {
    document: Document { scope: Some("all schemes"), section: SECTION, ..rfc1630::FACTS.document },
    entries: &["fragmentaddress", "uri"],
    main_entry: "uri",
    minimal_entries: &["fragmentaddress"],
    widest_entry: "fragmentaddress",
    alternatives: &["uri"],
    resolution: Some(ResolutionAlgorithm::Rfc1630 { other_grammar: Grammar::Rfc1630 }),
    requests: Requests::NONE,
    equivalences: Equivalences { prefix: None, ..rfc1630::FACTS.equivalences },
    reason_sections: ReasonSections {
        host: SECTION,
        name: SECTION,
        path: SECTION,
        other: SECTION,
        ..rfc1630::FACTS.reason_sections
    },
    places: Places {
        scheme: &[Place::rule("scheme")],
        user: &[],
        host: &[],
        port: &[],
        path: &[Place::rule("path")],
        query: &[Place::rule("search")],
        fragment: &[Place::rule("fragmentid")],
    },
    parts: &[(Part::Segment, &["xpalphas"]), (Part::Query, &["search"]), (Part::Fragment, &["fragmentid"])],
    ..rfc1630::FACTS
};
