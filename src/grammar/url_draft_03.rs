//! draft-ietf-uri-url-03.

use regular_bnf::{Place, Point};

use super::date::Date;
use super::facts::{Document, Equivalences, Facts, GopherDialect, Places, ReasonSections, Requests, Security};
use super::url_draft_02;
use crate::base::component::Part;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        name: "draft-ietf-uri-url-03",
        scope: None,
        section: "BNF for specific URL schemes",
        date: Date::new(1994, 3),
        title: "Uniform Resource Locators (URL)",
        about: "The draft in which URLs became a matter of their own: fragments and partial forms are left to another document.",
        known_for: "The prefix `URL:`, which every URL must have before its scheme.",
    },
    entries: &["prefixedurl", "url"],
    minimal_entries: &["prefixedurl", "url"],
    widest_entry: "url",
    alternatives: &[
        "httpaddress",
        "ftpaddress",
        "newsaddress",
        "nntpaddress",
        "prosperoaddress",
        "telnetaddress",
        "gopheraddress",
        "waisaddress",
        "mailtoaddress",
        "midaddress",
        "cidaddress",
    ],
    // "must start with a constant prefix" (section "PrePrefix")
    required_prefix: Some("URL:"),
    resolution: None,
    requests: Requests { gopher: Some(GopherDialect::Draft03), ftp_listing: true, ..Requests::NONE },
    equivalences: Equivalences { prefix: Some("PrePrefix"), ..url_draft_02::FACTS.equivalences },
    security: Security::in_section("Security considerations"),
    reason_sections: ReasonSections {
        scheme: "Scheme",
        schemes: "Registration of naming schemes",
        prefix: "PrePrefix",
        fragment: "URL syntax",
        prohibited: "Encoding prohibited characters",
        ascii: "Encoding prohibited characters",
        escape: "Encoding prohibited characters",
        excluded: "BNF for specific URL schemes",
        host: "Internet protocol parts",
        name: "The internet domain name",
        path: "Path",
        whole: "URL syntax",
        reserved: "Encoding prohibited characters",
        other: "BNF for specific URL schemes",
    },
    places: Places {
        scheme: &[
            Place::literal("http"),
            Place::literal("ftp"),
            Place::literal("afs"),
            Place::literal("news"),
            Place::literal("nntp"),
            Place::literal("prospero"),
            Place::literal("telnet"),
            Place::literal("gopher"),
            Place::literal("wais"),
            Place::literal("mailto"),
            Place::literal("mid"),
            Place::literal("cid"),
        ],
        user: &[Place::rule("user").within("login").before(Point::literal("@"))],
        host: &[Place::rule("host").within("hostport"), Place::rule("cellname").within("afsaddress")],
        path: &[
            Place::rule("path").within("httpaddress"),
            Place::rule("path").within("ftpaddress"),
            Place::rule("path").within("afsaddress"),
            Place::rule("groupart").within("newsaddress"),
            Place::rule("group").within("nntpaddress").to_end(),
            Place::rule("xalphas__before_hostname").within("mailtoaddress").to_end(),
            Place::rule("addr_spec").within("midaddress"),
            Place::rule("content_identifier").within("cidaddress"),
            Place::rule("database").within("waisindex"),
            Place::rule("database").within("waisdoc").to_end(),
            Place::rule("hsoname__before_version").within("prosperolink").to_end(),
            Place::rule("gtype").within("gopheraddress").through(Point::rule("gcommand")),
        ],
        fragment: &[],
        ..url_draft_02::FACTS.places
    },
    parts: &[
        (Part::User, &["user"]),
        (Part::Password, &["password"]),
        (Part::Host, &["host"]),
        (Part::Segment, &["segment"]),
        (Part::Query, &["search"]),
        (Part::Selector, &["gcommand"]),
    ],
    ..url_draft_02::FACTS
};
