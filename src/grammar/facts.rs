//! The types of the facts about a grammar and its document.

use regular_bnf::Place;

use super::date::Date;
use super::list::Grammar;
use crate::base::component::{Component, Part};

/// All facts about a grammar.
pub(crate) struct Facts {
    pub document: Document,
    pub structs: Structs,
    /// Whether the grammar is one of the six of 1993 to 1997.
    pub historical: bool,
    /// Whether the grammar accepts characters beyond US-ASCII.
    pub unicode: bool,
    /// The characters that the parser removes before it reads an input: everywhere, and at both
    /// ends.
    pub ignored: Option<[&'static str; 2]>,
    /// The productions of what only Unicode's IDNA processing (UTS 46) can judge, that of the entry
    /// productions first. An input in which one occurs is accepted unexamined.
    pub unexamined: &'static [&'static str],
    /// Whether a host that is accepted unexamined must be a valid domain (URL Standard, section 3.4):
    /// IDNA processing must succeed when it is strict, and make no number of it.
    pub has_valid_domains: bool,
    /// Which hosts are IPv4 addresses.
    pub ipv4: Ipv4Hosts,
    /// The section by which a scheme in capital letters is the same in small ones, although the
    /// grammar refuses capital letters.
    pub refused_capitals: Option<&'static str>,
    /// The grammar that this one amends, if the document prints only the productions that it
    /// changes.
    pub amends: Option<Grammar>,
    /// The entry productions, in the order of the rulings.
    pub entries: &'static [&'static str],
    /// The entry production that errors name if no production has been read yet.
    pub main_entry: &'static str,
    /// The smallest set of entry productions that together accept every accepted input, in the
    /// order to try them.
    pub minimal_entries: &'static [&'static str],
    /// The entry production that accepts a URL with every optional part after it.
    pub widest_entry: &'static str,
    /// Productions that the document prints outside of its grammar, and that no production uses.
    pub uncollected: &'static [&'static str],
    /// The productions of which one matches the input if the grammar accepts it.
    pub alternatives: &'static [&'static str],
    /// The alternatives after which a fragment may occur.
    pub before_fragment: &'static [&'static str],
    /// The production that accepts a reference that is empty or only a fragment, if the
    /// alternatives do not accept it.
    pub empty_reference: Option<&'static str>,
    /// The production of a general syntax, which accepts text that the scheme's own production
    /// refuses.
    pub general_syntax: Option<&'static str>,
    /// The classes of the unreserved characters.
    pub unreserved: &'static [&'static str],
    /// The prefix that the document requires before a URL.
    pub required_prefix: Option<&'static str>,
    pub resolution: Option<ResolutionAlgorithm>,
    pub requests: Requests,
    pub equivalences: Equivalences,
    pub security: Security,
    pub reason_sections: ReasonSections,
    pub places: Places,
    /// The productions of the parts of a URL whose characters are compared across generations.
    #[cfg_attr(not(feature = "compare"), allow(dead_code, reason = "only comparisons use it"))]
    pub parts: &'static [(Part, &'static [&'static str])],
}

/// Which hosts of a grammar are IPv4 addresses: of a later kind more than of those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ipv4Hosts {
    /// Four decimal numbers without zeros in front.
    Octets,
    /// Four decimal numbers of at most three digits.
    ThreeDigits,
    /// Four decimal numbers.
    Decimal,
    /// One to four numbers of any base, in a URL with a special scheme; `address` is the production of such
    /// hosts.
    Numbers { address: &'static str },
}

#[cfg(feature = "compare")]
impl Ipv4Hosts {
    /// Whether they are those of the URL Standard's parser, which decodes and maps a host before it reads
    /// it.
    pub fn are_numbers(self) -> bool {
        matches!(self, Self::Numbers { .. })
    }
}

impl Facts {
    /// Whether a plus sign in a search means a space.
    pub fn plus_is_space(&self) -> bool {
        self.equivalences.plus_is_space.is_some()
    }
}

/// A document, described for readers who do not know it.
pub(crate) struct Document {
    /// The common name.
    pub name: &'static str,
    /// What the grammar is for, if its document has several.
    pub scope: Option<&'static str>,
    /// The part of the document that prints the productions.
    pub section: &'static str,
    pub date: Date,
    pub title: &'static str,
    /// One sentence, with code between grave accents.
    pub about: &'static str,
    /// One sentence without a verb, with code between grave accents.
    pub known_for: &'static str,
}

/// The structs into which the URLs of a grammar are parsed; their fields are named after its
/// productions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Structs {
    Rfc1630,
    Rfc1738,
    Rfc1808,
    Uri,
    Rfc3986,
    Rfc3987,
    Whatwg,
}

/// The algorithm by which a document resolves relative references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResolutionAlgorithm {
    /// Draft 02, "Partial form".
    Draft02,
    /// RFC 1630, "Partial (relative) form". The base may match either of the document's two
    /// grammars.
    Rfc1630 { other_grammar: Grammar },
    /// RFC 1808, section 4.
    Rfc1808,
    /// draft-fielding-url-syntax-03, section 4.2.
    Uri1997,
    /// RFC 2396, section 5.2.
    Rfc2396,
    /// RFC 3986, section 5.2.
    Rfc3986,
}

/// The requests of clients, as far as documents specify them differently.
pub(crate) struct Requests {
    /// `None` if the grammar has no gopher URLs.
    pub gopher: Option<GopherDialect>,
    /// Whether an ftp address without a file name requests a directory listing.
    pub ftp_listing: bool,
    /// Whether the general syntax alone specifies the HTTP request.
    pub http_of_general_syntax: bool,
}

impl Requests {
    pub const NONE: Self = Self { gopher: None, ftp_listing: false, http_of_general_syntax: false };
}

/// How a gopher URL expresses a search, and which part of it the client sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GopherDialect {
    /// The search follows a question mark, with plus signs between the words.
    Draft02,
    /// The search follows an encoded tab. An empty search before a Gopher+ string is not sent
    /// (draft 03, "Gopher").
    Draft03,
    /// The whole text is the command string, which is sent unchanged (RFC 1630, "Gopher").
    Rfc1630,
    /// The search follows an encoded tab. An empty search is sent, except for a form that is filled
    /// in (RFC 1738, 3.4.3 and 3.4.9).
    Rfc1738,
}

/// The sections of a document that make two strings equivalent. A rule applies if its section is
/// present.
pub(crate) struct Equivalences {
    /// On a prefix that is not part of the URL.
    pub prefix: Option<&'static str>,
    pub scheme_case: Option<&'static str>,
    /// On the case of a URN's namespace.
    pub namespace_case: Option<&'static str>,
    pub host_case: Option<&'static str>,
    /// On a plus sign for a space in a query.
    pub plus_is_space: Option<&'static str>,
    pub escapes: Option<&'static str>,
    pub escape_case: Option<&'static str>,
    pub default_ports: Option<&'static str>,
    /// On the RFCs of single schemes. Without this section, the only default ports are those of RFC
    /// 1738.
    pub schemes: Option<&'static str>,
    pub empty_port: Option<&'static str>,
    pub dot_segments: Option<&'static str>,
    pub empty_path: Option<&'static str>,
    pub localhost: Option<&'static str>,
    pub gopher_type: Option<&'static str>,
    pub last_slash: Option<&'static str>,
    /// On empty components that are equivalent to absent ones.
    pub empty_components: Option<&'static str>,
    /// On components of a URN that do not count.
    pub urn_components: Option<&'static str>,
    /// On the case of the names of header fields.
    pub header_names: Option<&'static str>,
    /// On addresses in a header field `to`.
    pub to_fields: Option<&'static str>,
    /// On the newsgroups `*` and none.
    pub all_newsgroups: Option<&'static str>,
    /// On URLs that a parser serializes alike.
    pub serialization: Option<&'static str>,
}

impl Equivalences {
    pub const NONE: Self = Self {
        prefix: None,
        scheme_case: None,
        namespace_case: None,
        host_case: None,
        plus_is_space: None,
        escapes: None,
        escape_case: None,
        default_ports: None,
        schemes: None,
        empty_port: None,
        dot_segments: None,
        empty_path: None,
        localhost: None,
        gopher_type: None,
        last_slash: None,
        empty_components: None,
        urn_components: None,
        header_names: None,
        to_fields: None,
        all_newsgroups: None,
        serialization: None,
    };
}

/// The sections of a document that warn about a URL.
pub(crate) struct Security {
    pub passwords: Option<&'static str>,
    pub ports: Option<&'static str>,
    pub delimiters: Option<&'static str>,
    pub file_hosts: Option<&'static str>,
    pub rare_addresses: Option<&'static str>,
    pub misleading: Option<&'static str>,
    /// On paths that begin with two slashes in a URL without an authority.
    pub double_slashes: Option<&'static str>,
    /// On relative references that look like a scheme and a path.
    pub mistaken_schemes: Option<&'static str>,
    /// On formatting characters of bidirectional text.
    pub formatting: Option<&'static str>,
    /// On user information that a recipient treats as an error.
    pub user_information: Option<&'static str>,
    /// On header fields that are not known to be safe.
    pub unsafe_fields: Option<&'static str>,
    /// On header fields that a client must ignore.
    pub ignored_fields: Option<&'static str>,
    /// On header fields that occur twice, also as addresses in front of the question mark.
    pub repeated_fields: Option<&'static str>,
    /// On ampersands that are written as in HTML.
    pub html_entities: Option<&'static str>,
    /// On names that are not of UTF-8.
    pub names_in_utf8: Option<&'static str>,
    /// On articles that a later document reads as a server and an article.
    pub news_servers: Option<&'static str>,
}

impl Security {
    pub const NONE: Self = Self {
        passwords: None,
        ports: None,
        delimiters: None,
        file_hosts: None,
        rare_addresses: None,
        misleading: None,
        double_slashes: None,
        mistaken_schemes: None,
        formatting: None,
        user_information: None,
        unsafe_fields: None,
        ignored_fields: None,
        repeated_fields: None,
        html_entities: None,
        names_in_utf8: None,
        news_servers: None,
    };

    /// One section warns about passwords, ports and delimiters.
    pub const fn in_section(section: &'static str) -> Self {
        let section = Some(section);
        Self { passwords: section, ports: section, delimiters: section, ..Self::NONE }
    }
}

/// The sections of a document that concern each reason for a refusal.
pub(crate) struct ReasonSections {
    pub scheme: &'static str,
    /// On the schemes that exist.
    pub schemes: &'static str,
    pub prefix: &'static str,
    pub fragment: &'static str,
    /// On characters that are never allowed.
    pub prohibited: &'static str,
    pub ascii: &'static str,
    pub escape: &'static str,
    /// On marks that are not allowed, except the space.
    pub excluded: &'static str,
    pub host: &'static str,
    /// On the characters of a host.
    pub name: &'static str,
    pub path: &'static str,
    /// On the URL as a whole.
    pub whole: &'static str,
    pub reserved: &'static str,
    /// On all other characters.
    pub other: &'static str,
}

/// The places of the components in [`Components`](crate::Components), by the rules of the pest
/// file; empty for a component that the grammar does not have.
pub(crate) struct Places {
    pub scheme: &'static [Place<'static>],
    /// Including the password.
    pub user: &'static [Place<'static>],
    pub host: &'static [Place<'static>],
    pub port: &'static [Place<'static>],
    pub path: &'static [Place<'static>],
    pub query: &'static [Place<'static>],
    pub fragment: &'static [Place<'static>],
}

impl Places {
    pub fn get(&self, component: Component) -> &'static [Place<'static>] {
        match component {
            Component::Scheme => self.scheme,
            Component::User => self.user,
            Component::Host => self.host,
            Component::Port => self.port,
            Component::Path => self.path,
            Component::Query => self.query,
            Component::Fragment => self.fragment,
        }
    }
}
