//! The WHATWG's URL Standard: the strings that its parser accepts.

use regular_bnf::{Place, Point};

use super::facts::{Document, Equivalences, Facts, Ipv4Hosts, Places, ReasonSections};
use super::whatwg_valid;
use crate::base::component::Part;

pub(super) const FACTS: Facts = Facts {
    document: Document {
        scope: Some("parser"),
        section: "\"Host parsing\" and \"URL parsing\"",
        title: "URL Standard: what the parser reads",
        about: "The inputs on which the basic URL parser, which browsers follow, does not fail without a base.",
        known_for: "It repairs what it can: slashes are missing or too many, backslashes are slashes, tabs and line ends vanish.",
        ..whatwg_valid::FACTS.document
    },
    // Tab, LF and CR; C0 controls and the space.
    ignored: Some([
        "\t\n\r",
        "\0\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F ",
    ]),
    unexamined: &["unexamined", "silent-unexamined-label"],
    has_valid_domains: false,
    ipv4: Ipv4Hosts::Numbers { address: "IPv4-host" },
    entries: &["URL"],
    main_entry: "URL",
    minimal_entries: &["URL"],
    widest_entry: "URL",
    alternatives: &["URL"],
    reason_sections: ReasonSections {
        scheme: "4.4",
        prefix: "4.4",
        fragment: "4.4",
        prohibited: "4.4",
        ascii: "4.4",
        escape: "3.5",
        excluded: "3.2",
        host: "3.5",
        name: "3.5",
        path: "4.4",
        whole: "4.4",
        reserved: "4.4",
        other: "4.4",
        ..whatwg_valid::FACTS.reason_sections
    },
    places: Places {
        scheme: &[Place::rule("special_scheme"), Place::rule("file_scheme"), Place::rule("other_scheme")],
        user: &[
            Place::rule("username_special__first").within("authority_state_special").before(Point::literal("@")),
            Place::rule("username_not_special__first")
                .within("authority_state_not_special")
                .before(Point::literal("@")),
        ],
        host: &[Place::rule("host_special"), Place::rule("host_not_special"), Place::rule("empty_host")],
        port: &[Place::rule("port")],
        path: &[
            Place::rule("path_special"),
            Place::rule("path_not_special"),
            Place::rule("path_after_one_slash"),
            Place::rule("path_without_host"),
            Place::rule("path_with_drive_letter"),
            Place::rule("opaque_path"),
        ],
        query: &[Place::rule("query_state")],
        fragment: &[Place::rule("fragment_state")],
    },
    parts: &[
        (Part::User, &["username-special", "username-not-special"]),
        (Part::Password, &["password-special", "password-not-special"]),
        (Part::Host, &["host-special", "host-not-special"]),
        (Part::Segment, &["path-special", "path-not-special"]),
        (Part::Query, &["query-state"]),
        (Part::Fragment, &["fragment-state"]),
    ],
    equivalences: Equivalences { serialization: Some("4.4, 4.5"), ..Equivalences::NONE },
    ..whatwg_valid::FACTS
};
