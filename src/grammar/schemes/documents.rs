//! The facts about each document of one scheme: a constant for each.

use regular_bnf::{Place, Point};

use super::facts::{EquivalencesOfBase, Facts};
use super::list::SchemeDocument;
use crate::grammar::date::Date;
use crate::grammar::facts::{Document, Equivalences, Places, Security};
use crate::grammar::list::Grammar;

/// The places of the components by the rules of RFC 3986, in a document that uses them.
const GENERIC: Places = Places {
    scheme: &[],
    user: &[Place::rule("userinfo")],
    host: &[Place::rule("host")],
    port: &[Place::rule("port")],
    path: &[Place::rule("path_abempty")],
    query: &[Place::rule("query")],
    fragment: &[Place::rule("fragment")],
};

/// No components.
const NONE: Places = Places { scheme: &[], user: &[], host: &[], port: &[], path: &[], query: &[], fragment: &[] };

pub(super) const RFC9110: Facts = Facts {
    document: Document {
        name: "RFC 9110",
        scope: None,
        section: "sections 4.1 and 4.2",
        date: Date::new(2022, 6),
        title: "HTTP Semantics",
        about: "The document in force for `http` and `https`, STD 97.",
        known_for: "A host that is not empty; user information that a recipient should treat as an error.",
    },
    base: Grammar::Rfc3986,
    variant_of: None,
    schemes: &["http", "https"],
    main_entry: "http-or-https-URI",
    entries: &["http-URI", "https-URI"],
    from_prose: false,
    places: Places {
        scheme: &[Place::rule("_https"), Place::rule("_http")],
        host: &[Place::rule("http_host")],
        fragment: &[],
        ..GENERIC
    },
    defines_requests: true,
    equivalences: Equivalences {
        scheme_case: Some("4.2.3"),
        host_case: Some("4.2.3"),
        escapes: Some("4.2.3"),
        default_ports: Some("4.2.3"),
        empty_port: Some("4.2.3"),
        empty_path: Some("4.2.3"),
        ..Equivalences::NONE
    },
    equivalences_of_base: EquivalencesOfBase::All,
    security: Security { user_information: Some("4.2.4"), ..Security::NONE },
};

pub(super) const RFC4266: Facts = Facts {
    document: Document {
        name: "RFC 4266",
        scope: None,
        section: "section 2",
        date: Date::new(2005, 11),
        title: "The gopher URI Scheme",
        about: "The document in force for `gopher`, which RFC 1738 defined before.",
        known_for: "The definition of RFC 1738 in prose, over the characters of RFC 3986.",
    },
    base: Grammar::Rfc3986,
    variant_of: None,
    schemes: &["gopher"],
    main_entry: "gopher-url",
    entries: &["gopher-url"],
    from_prose: true,
    places: Places {
        scheme: &[Place::rule("_scheme")],
        user: &[],
        path: &[Place::rule("gophertype").within("gopher_path").through(Point::rule("selector").within("gopher_path"))],
        query: &[Place::rule("search")],
        fragment: &[],
        ..GENERIC
    },
    defines_requests: true,
    equivalences: Equivalences {
        gopher_type: Some("2.1"),
        empty_path: Some("2.1"),
        default_ports: Some("2.1"),
        ..Equivalences::NONE
    },
    equivalences_of_base: EquivalencesOfBase::All,
    security: Security::NONE,
};

pub(super) const RFC2368: Facts = Facts {
    document: Document {
        name: "RFC 2368",
        scope: None,
        section: "section 2",
        date: Date::new(1998, 7),
        title: "The mailto URL scheme",
        about: "The first document of `mailto` alone; RFC 6068 took its place.",
        known_for: "Headers of a message after a question mark; a list of mailboxes of which only the encoding stands in the URL.",
    },
    base: Grammar::Rfc1738,
    variant_of: None,
    schemes: &["mailto"],
    main_entry: "mailtoURL",
    entries: &["mailtoURL"],
    from_prose: false,
    places: Places {
        scheme: &[Place::literal("mailto")],
        path: &[Place::rule("to")],
        query: &[Place::rule("_headers")],
        ..NONE
    },
    defines_requests: true,
    equivalences: Equivalences { to_fields: Some("2"), ..Equivalences::NONE },
    equivalences_of_base: EquivalencesOfBase::All,
    security: Security { unsafe_fields: Some("4"), ..Security::NONE },
};

pub(super) const RFC6068: Facts = Facts {
    document: Document {
        name: "RFC 6068",
        scope: None,
        section: "section 2",
        date: Date::new(2010, 10),
        title: "The 'mailto' URI Scheme",
        about: "The document in force for `mailto`.",
        known_for: "Addresses separated by commas, header fields after a question mark, UTF-8 in escapes.",
    },
    base: Grammar::Rfc3986,
    variant_of: None,
    schemes: &["mailto"],
    main_entry: "mailtoURI",
    entries: &["mailtoURI"],
    from_prose: false,
    places: Places {
        scheme: &[Place::rule("_scheme")],
        path: &[Place::rule("to")],
        query: &[Place::rule("_hfields")],
        ..NONE
    },
    defines_requests: true,
    equivalences: Equivalences { header_names: Some("2"), to_fields: Some("2"), ..Equivalences::NONE },
    equivalences_of_base: EquivalencesOfBase::All,
    security: Security {
        delimiters: Some("5"),
        unsafe_fields: Some("4"),
        ignored_fields: Some("3"),
        repeated_fields: Some("2"),
        html_entities: Some("6.1"),
        ..Security::NONE
    },
};

pub(super) const RFC5538: Facts = Facts {
    document: Document {
        name: "RFC 5538",
        scope: None,
        section: "Appendix A",
        date: Date::new(2010, 4),
        title: "The 'news' and 'nntp' URI Schemes",
        about: "The document in force for `news` and `nntp`; it registers `snews` too.",
        known_for: "A server in `news`, and wildcards in the names of newsgroups.",
    },
    base: Grammar::Rfc3986,
    variant_of: None,
    schemes: &["news", "snews", "nntp"],
    main_entry: "news-or-nntp-URL",
    entries: &["newsURL", "snewsURL", "nntpURL"],
    from_prose: false,
    places: Places {
        scheme: &[Place::rule("_news"), Place::rule("_snews"), Place::rule("_nntp")],
        path: &[Place::rule("article"), Place::rule("newsgroups"), Place::rule("group").within("nntpURL").to_end()],
        query: &[],
        fragment: &[],
        ..GENERIC
    },
    defines_requests: true,
    equivalences: Equivalences { all_newsgroups: Some("4"), default_ports: Some("2"), ..Equivalences::NONE },
    equivalences_of_base: EquivalencesOfBase::WithoutDotSegments,
    security: Security::NONE,
};

pub(super) const RFC4248: Facts = Facts {
    document: Document {
        name: "RFC 4248",
        scope: None,
        section: "section 2",
        date: Date::new(2005, 10),
        title: "The telnet URI Scheme",
        about: "The document in force for `telnet`, which RFC 1738 defined before.",
        known_for: "The definition of RFC 1738 in prose, over the characters of RFC 3986.",
    },
    base: Grammar::Rfc3986,
    variant_of: None,
    schemes: &["telnet"],
    main_entry: "telnet-url",
    entries: &["telnet-url"],
    from_prose: true,
    places: Places {
        scheme: &[Place::rule("_scheme")],
        user: &[Place::rule("user").within("telnet_url").before(Point::literal("@").within("telnet_url"))],
        path: &[],
        query: &[],
        fragment: &[],
        ..GENERIC
    },
    defines_requests: true,
    equivalences: Equivalences { default_ports: Some("2"), empty_path: Some("2"), ..Equivalences::NONE },
    equivalences_of_base: EquivalencesOfBase::All,
    security: Security { passwords: Some("3"), ..Security::NONE },
};

pub(super) const RFC4156: Facts = Facts {
    document: Document {
        name: "RFC 4156",
        scope: None,
        section: "section 2",
        date: Date::new(2005, 8),
        title: "The wais URI Scheme",
        about: "The latest document for `wais`, which RFC 1738 defined before. Its status is Historic.",
        known_for: "The definition of RFC 1738 in prose, over the characters of RFC 3986.",
    },
    base: Grammar::Rfc3986,
    variant_of: None,
    schemes: &["wais"],
    main_entry: "wais-url",
    entries: &["wais-url"],
    from_prose: true,
    places: Places {
        scheme: &[Place::rule("_scheme")],
        user: &[],
        path: &[
            Place::rule("database").within("_document").to_end(),
            Place::rule("database").within("_index"),
            Place::rule("database").within("wais_url"),
        ],
        query: &[Place::rule("search")],
        fragment: &[],
        ..GENERIC
    },
    defines_requests: true,
    equivalences: Equivalences { default_ports: Some("2"), ..Equivalences::NONE },
    equivalences_of_base: EquivalencesOfBase::All,
    security: Security::NONE,
};

pub(super) const RFC4157: Facts = Facts {
    document: Document {
        name: "RFC 4157",
        scope: None,
        section: "section 2",
        date: Date::new(2005, 8),
        title: "The prospero URI Scheme",
        about: "The latest document for `prospero`, which RFC 1738 defined before. Its status is Historic.",
        known_for: "The definition of RFC 1738 in prose, over the characters of RFC 3986.",
    },
    base: Grammar::Rfc3986,
    variant_of: None,
    schemes: &["prospero"],
    main_entry: "prospero-url",
    entries: &["prospero-url"],
    from_prose: true,
    places: Places {
        scheme: &[Place::rule("_scheme")],
        user: &[],
        path: &[Place::rule("hsoname").within("prospero_url").to_end()],
        query: &[],
        fragment: &[],
        ..GENERIC
    },
    defines_requests: true,
    equivalences: Equivalences { default_ports: Some("2"), ..Equivalences::NONE },
    equivalences_of_base: EquivalencesOfBase::All,
    security: Security::NONE,
};

pub(super) const RFC8089: Facts = Facts {
    document: Document {
        name: "RFC 8089",
        scope: None,
        section: "section 2",
        date: Date::new(2017, 2),
        title: "The \"file\" URI Scheme",
        about: "The document in force for `file`.",
        known_for: "An authority that may be left out, with its slashes; no query.",
    },
    base: Grammar::Rfc3986,
    variant_of: None,
    schemes: &["file"],
    main_entry: "file-URI",
    entries: &["file-URI"],
    from_prose: false,
    places: Places {
        scheme: &[Place::rule("file_scheme")],
        user: &[],
        host: &[Place::rule("file_auth")],
        port: &[],
        path: &[Place::rule("local_path"), Place::rule("path_absolute").within("auth_path")],
        query: &[],
        fragment: &[],
    },
    defines_requests: true,
    equivalences: Equivalences { localhost: Some("2"), ..Equivalences::NONE },
    equivalences_of_base: EquivalencesOfBase::All,
    security: Security { file_hosts: Some("3"), names_in_utf8: Some("4"), ..Security::NONE },
};

/// A variant of RFC 8089, which an appendix prints.
const fn file_variant(section: &'static str, about: &'static str, known_for: &'static str) -> Facts {
    let document = Document { section, about, known_for, ..RFC8089.document };
    Facts { document, variant_of: Some(SchemeDocument::Rfc8089), ..RFC8089 }
}

pub(super) const RFC8089_USER: Facts = Facts {
    places: Places {
        user: &[Place::rule("userinfo")],
        host: &[Place::rule("_localhost"), Place::rule("host")],
        ..RFC8089.places
    },
    ..file_variant(
        "Appendix E.1",
        "A variant of `file` that occurs and is not standard: user information.",
        "A user in front of the host, as VMS writes access control strings.",
    )
};

pub(super) const RFC8089_DRIVE: Facts = file_variant(
    "Appendix E.2",
    "A variant of `file` that occurs and is not standard: drive letters.",
    "A drive letter directly after the scheme: `file:c:/path`.",
);

pub(super) const RFC8089_BAR: Facts = Facts {
    places: Places {
        path: &[
            Place::rule("local_path"),
            Place::rule("file_absolute").within("auth_path"),
            Place::rule("path_absolute").within("auth_path"),
        ],
        ..RFC8089.places
    },
    ..file_variant(
        "Appendix E.2.2",
        "A variant of `file` that occurs and is not standard: drive letters with a vertical line.",
        "A vertical line in place of the colon of a drive letter: `file:///c|/path`.",
    )
};

pub(super) const RFC8089_UNC: Facts = Facts {
    places: Places { host: &[Place::rule("file_auth"), Place::rule("file_host")], ..RFC8089.places },
    ..file_variant(
        "Appendix E.3.2",
        "A variant of `file` that occurs and is not standard: UNC paths.",
        "The host of a UNC string after four or five slashes: `file:////host/share`.",
    )
};

pub(super) const RFC8089_ALL: Facts = Facts {
    places: Places {
        host: &[Place::rule("_localhost"), Place::rule("host"), Place::rule("file_host")],
        path: RFC8089_BAR.places.path,
        ..RFC8089_USER.places
    },
    ..file_variant(
        "Appendix F",
        "All variants of `file` that the appendices of RFC 8089 have.",
        "User information, drive letters, vertical lines and UNC paths.",
    )
};

pub(super) const RFC8141: Facts = Facts {
    document: Document {
        name: "RFC 8141",
        scope: None,
        section: "section 2",
        date: Date::new(2017, 4),
        title: "Uniform Resource Names (URNs)",
        about: "The document in force for `urn`; RFC 2141 defined it before, as the drafts of December 1997 did.",
        known_for: "The r-, q- and f-component, which do not belong to the name.",
    },
    base: Grammar::Rfc3986,
    variant_of: None,
    schemes: &["urn"],
    main_entry: "namestring",
    entries: &["namestring"],
    from_prose: false,
    places: Places {
        scheme: &[Place::rule("_scheme")],
        path: &[Place::rule("NID").within("assigned_name").to_end()],
        fragment: &[Place::rule("f_component")],
        ..NONE
    },
    defines_requests: false,
    equivalences: Equivalences {
        scheme_case: Some("3.1"),
        namespace_case: Some("3.1"),
        escape_case: Some("3.1"),
        urn_components: Some("3.1"),
        ..Equivalences::NONE
    },
    equivalences_of_base: EquivalencesOfBase::None,
    security: Security::NONE,
};

pub(super) const RFC6874: Facts = Facts {
    document: Document {
        name: "RFC 6874",
        scope: None,
        section: "section 2",
        date: Date::new(2013, 2),
        title: "Representing IPv6 Zone Identifiers in Address Literals and Uniform Resource Identifiers",
        about: "An update of RFC 3986. Browsers never took it up, and the URL Standard refuses zones.",
        known_for: "A zone identifier after the address in brackets: `http://[fe80::a%25en1]/`.",
    },
    base: Grammar::Rfc3986,
    variant_of: None,
    schemes: &[],
    main_entry: "URI-reference",
    entries: &["URI-reference"],
    from_prose: false,
    places: Places {
        scheme: &[Place::rule("scheme")],
        host: &[Place::rule("host").within("authority")],
        path: &[
            Place::rule("path_abempty"),
            Place::rule("path_absolute"),
            Place::rule("path_noscheme"),
            Place::rule("path_rootless"),
            Place::rule("path_empty"),
        ],
        ..GENERIC
    },
    defines_requests: false,
    equivalences: Equivalences::NONE,
    equivalences_of_base: EquivalencesOfBase::All,
    security: Security::NONE,
};
