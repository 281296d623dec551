//! RFC 1738.

use regular_bnf::{Place, Point};

use super::date::Date;
use super::facts::{Document, Equivalences, Facts, GopherDialect, Places, ReasonSections, Requests, Security, Structs};
use super::rfc1630;
use crate::base::component::Part;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        name: "RFC 1738",
        scope: None,
        section: "section 5",
        date: Date::new(1994, 12),
        title: "Uniform Resource Locators (URL)",
        about: "The first standard for URLs, with the syntax and meaning of ten schemes.",
        known_for: "Its list of unsafe characters, the tilde among them; `gopher`, `wais` and `prospero` beside `http`.",
    },
    structs: Structs::Rfc1738,
    refused_capitals: Some("2.1"),
    entries: &["url", "genericurl"],
    // Text that only `genericurl` accepts is not a URL: a predefined scheme has a production of its
    // own.
    minimal_entries: &["url"],
    alternatives: &[
        "httpurl",
        "ftpurl",
        "newsurl",
        "nntpurl",
        "telneturl",
        "gopherurl",
        "waisurl",
        "mailtourl",
        "fileurl",
        "prosperourl",
        "otherurl",
    ],
    general_syntax: Some("genericurl"),
    unreserved: &["unreserved"],
    resolution: None,
    requests: Requests { gopher: Some(GopherDialect::Rfc1738), ..Requests::NONE },
    equivalences: Equivalences {
        escapes: Some("2.2"),
        escape_case: Some("2.2"),
        default_ports: Some("3.2 to 3.11"),
        localhost: Some("3.10"),
        gopher_type: Some("3.4.1"),
        last_slash: Some("3.3, 3.4.1, 3.8"),
        ..Equivalences::NONE
    },
    security: Security { file_hosts: Some("3.10"), news_servers: Some("3.6"), ..Security::in_section("6") },
    reason_sections: ReasonSections {
        scheme: "2.1",
        schemes: "4",
        prefix: "Appendix",
        fragment: "2.2",
        prohibited: "2.2",
        ascii: "2.2",
        escape: "2.2",
        excluded: "2.2",
        host: "3.1",
        name: "3.1",
        path: "3.1",
        whole: "5",
        reserved: "2.2",
        other: "5",
    },
    places: Places {
        scheme: &[
            Place::literal("http"),
            Place::literal("ftp"),
            Place::literal("news"),
            Place::literal("nntp"),
            Place::literal("telnet"),
            Place::literal("gopher"),
            Place::literal("wais"),
            Place::literal("mailto"),
            Place::literal("file"),
            Place::literal("prospero"),
            Place::rule("scheme"),
        ],
        host: &[Place::rule("host").within("hostport"), Place::rule("host").within("fileurl")],
        path: &[
            Place::rule("hpath"),
            Place::rule("fpath").within("ftpurl"),
            Place::rule("fpath").within("fileurl"),
            Place::rule("grouppart").within("newsurl"),
            Place::rule("group").within("nntpurl").to_end(),
            Place::rule("encoded822addr").within("mailtourl"),
            Place::rule("gtype").within("gopherurl").through(Point::rule("selector__before_search")),
            Place::rule("database").within("waisdatabase"),
            Place::rule("database").within("waisindex"),
            Place::rule("database").within("waisdoc").to_end(),
            Place::rule("ppath").within("prosperourl").to_end(),
            Place::rule("urlpath"),
            Place::rule("_text"),
        ],
        query: &[
            Place::rule("search").within("httpurl"),
            Place::rule("search").within("waisindex"),
            Place::rule("search__before_gopher_plus"),
        ],
        ..rfc1630::FACTS.places
    },
    parts: &[
        (Part::User, &["user"]),
        (Part::Password, &["password"]),
        (Part::Host, &["host"]),
        (Part::Segment, &["fsegment", "hsegment", "psegment"]),
        (Part::Query, &["search"]),
        (Part::Selector, &["selector"]),
    ],
    ..rfc1630::FACTS
};
