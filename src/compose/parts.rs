//! The plain parts, and the reasons why parts do not compose to a URL.

use crate::ast::text::Octets;
use crate::base::visible::visible;
use crate::grammar::DocumentGrammar;
use crate::refusal::error::Error;
use crate::scheme::SchemeError;

/// A server: a host, and optionally a port.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Endpoint {
    /// A name or an address, in the syntax of the grammar's `host`.
    pub host: String,
    /// The port; `None` for the scheme's default port.
    pub port: Option<u16>,
}

impl Endpoint {
    /// A server with the scheme's default port.
    pub fn new(host: impl Into<String>) -> Self {
        Self { host: host.into(), port: None }
    }
}

/// The login of a URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Account {
    /// The user name.
    pub user: Octets,
    /// The password.
    pub password: Option<Octets>,
}

/// The item of a gopher URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Item {
    /// The type, one octet.
    pub gtype: u8,
    /// The selector: any octets except TAB, LF and CR (RFC 1738, section 3.4.1).
    pub selector: Octets,
    /// The search, with the same octets. Draft 02 writes it in another place than the other
    /// documents.
    pub search: Option<Octets>,
    /// The Gopher+ string, decoded. It requires a search, which may be empty. Not in draft 02.
    pub gopher_plus: Option<Octets>,
}

impl Item {
    /// Why no gopher URL has such an item.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let mut octets = self.selector.0.iter().chain(self.search.iter().flat_map(|search| &search.0));
        octets
            .any(|octet| b"\t\n\r".contains(octet))
            .then_some("a selector or search of Gopher cannot contain TAB, LF or CR")
    }
}

/// The `site` of a URL of 1997.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Authority {
    /// `server`: a server, optionally with user information.
    Server(Option<Octets>, Endpoint),
    /// `authority`: the name of another naming authority.
    Name(Octets),
}

/// The plain parts of a URL, one variant for each kind of URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parts {
    /// `httpurl`, `httpaddress`, `http-URI`.
    Http {
        /// The server.
        endpoint: Endpoint,
        /// The segments of the path; `None` if no slash follows the host.
        path: Option<Vec<Octets>>,
        /// The search. The first generation writes its spaces as plus signs.
        search: Option<Octets>,
    },
    /// `ftpurl`, `ftpaddress`.
    Ftp {
        /// The login.
        account: Option<Account>,
        /// The server.
        endpoint: Endpoint,
        /// Directories and a name. The first generation requires them.
        path: Option<Vec<Octets>>,
        /// The type code, in the syntax of the grammar's `ftptype`. Not in draft 02.
        ftptype: Option<String>,
    },
    /// `gopherurl`, `gopheraddress`.
    Gopher {
        /// The server.
        endpoint: Endpoint,
        /// The item; `None` for the top directory.
        item: Option<Item>,
    },
    /// `https-URI`: only in RFC 9110.
    Https {
        /// The server.
        endpoint: Endpoint,
        /// The segments of the path; `None` if no slash follows the host.
        path: Option<Vec<Octets>>,
        /// The query.
        search: Option<Octets>,
    },
    /// `mailtourl`, `mailtoaddress`, `mailtoURL`, `mailtoURI`.
    Mailto {
        /// The addresses. RFC 2368 encodes them as a whole, so they are one; the documents before it have
        /// one.
        to: Vec<Octets>,
        /// The header fields, each a name and a value; only in RFC 2368 and RFC 6068.
        fields: Vec<(Octets, Octets)>,
    },
    /// `newsurl`, `newsaddress`, `newsURL`, with a group; `*` for all groups.
    Newsgroup {
        /// The server; only in RFC 5538.
        endpoint: Option<Endpoint>,
        /// The group, or a pattern of groups.
        group: String,
    },
    /// `newsurl`, `newsaddress`, `newsURL`, with an article.
    Article {
        /// The server; only in RFC 5538.
        endpoint: Option<Endpoint>,
        /// The text in front of the `@`.
        unique: Octets,
        /// The text after the `@`.
        host: String,
    },
    /// `nntpurl`, `nntpaddress`.
    Nntp {
        /// The server; absent in the first generation.
        endpoint: Option<Endpoint>,
        /// The group.
        group: String,
        /// The number of the article; required in the first generation.
        article: Option<u64>,
    },
    /// `telneturl`, `telnetaddress`.
    Telnet {
        /// The login.
        account: Option<Account>,
        /// The server.
        endpoint: Endpoint,
    },
    /// `waisdatabase` and `waisindex`.
    Wais {
        /// The server.
        endpoint: Endpoint,
        /// The database.
        database: Octets,
        /// The search.
        search: Option<Octets>,
    },
    /// `waisdoc` of RFC 1738 and draft 02, in which the document is text.
    Waisdoc {
        /// The server.
        endpoint: Endpoint,
        /// The database.
        database: Octets,
        /// The type of the document.
        wtype: Octets,
        /// The identifier of the document.
        wpath: Octets,
    },
    /// `waisdoc` of draft 03 and RFC 1630, in which the document consists of numbered fields.
    WaisFields {
        /// The server.
        endpoint: Endpoint,
        /// The database.
        database: Octets,
        /// The type of the document.
        wtype: Octets,
        /// The number and the content of each field.
        fields: Vec<(u64, Vec<Octets>)>,
    },
    /// `fileurl`, `file-URI`: in RFC 1738 and RFC 8089.
    File {
        /// The host; `None` for the machine that reads the URL.
        host: Option<String>,
        /// Directories and a name.
        path: Vec<Octets>,
    },
    /// `prosperourl`, `prosperoaddress`.
    Prospero {
        /// The server.
        endpoint: Endpoint,
        /// The object's name.
        hsoname: Vec<Octets>,
        /// The version; only in the first generation.
        version: Option<u64>,
        /// The text after the version, letters and digits, in the syntax of the grammar's
        /// `attributes`.
        attributes: Option<String>,
        /// Fields and values; only in RFC 1738.
        fields: Vec<(Octets, Octets)>,
    },
    /// `midaddress`: only in draft 03 and RFC 1630.
    Mid {
        /// The text in front of the `@`.
        unique: Octets,
        /// The text after the `@`.
        host: String,
    },
    /// `cidaddress`: only in draft 03 and RFC 1630.
    Cid {
        /// The text in front of the `@`.
        unique: Octets,
        /// The text after the `@`.
        host: String,
    },
    /// `afsaddress`: a historical note of the first generation, unreachable from the entry
    /// productions.
    Afs {
        /// The cell.
        cellname: String,
        /// The path in the cell.
        path: Vec<Octets>,
    },
    /// `otherurl` of RFC 1738 with an `ip-schemepart`.
    Other {
        /// The scheme.
        scheme: String,
        /// The login.
        account: Option<Account>,
        /// The server.
        endpoint: Endpoint,
        /// The text after the slash.
        urlpath: Option<Octets>,
    },
    /// `otherurl` and `genericurl` of RFC 1738 without a server.
    Opaque {
        /// The scheme.
        scheme: String,
        /// The text after the colon.
        schemepart: Octets,
    },
    /// `uri` of draft 02 and RFC 1630's generic grammar, with a fragment.
    Generic {
        /// The scheme.
        scheme: String,
        /// The path's segments.
        path: Vec<Octets>,
        /// The search, whose spaces are written as plus signs.
        search: Option<Octets>,
        /// The fragment, the text after the hash sign.
        fragment: Option<Octets>,
    },
    /// `URL` of RFC 1808, `URL-reference` of 1997, `URI-reference` of later documents.
    Reference {
        /// The scheme; `None` in a relative reference.
        scheme: Option<String>,
        /// The text after the two slashes.
        authority: Option<Authority>,
        /// Whether the path begins with a slash.
        absolute: bool,
        /// The path's segments.
        path: Vec<Octets>,
        /// The query.
        query: Option<Octets>,
        /// The fragment.
        fragment: Option<Octets>,
    },
    /// `URN-reference` of 1997, `namestring` of RFC 8141 without components.
    Urn {
        /// The namespace.
        nid: String,
        /// The name in the namespace.
        nss: Octets,
    },
}

/// Why parts cannot be composed in a grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ComposeError {
    /// The grammar has no such URLs, or no such part in them.
    #[error("{grammar} cannot express this URL: {why}")]
    Inexpressible {
        /// The grammar.
        grammar: DocumentGrammar,
        /// The missing feature.
        why: &'static str,
    },
    /// A part can contain an octet neither as a character nor as an escape.
    #[error("`{production}` of {grammar} accepts the octet {octet:02X} neither as a character nor as an escape")]
    Octet {
        /// The grammar.
        grammar: DocumentGrammar,
        /// The production of the part.
        production: &'static str,
        /// The octet.
        octet: u8,
    },
    /// The grammar refuses the composed text.
    #[error("the result `{}` is refused: {error}", visible(.text))]
    Refused {
        /// The composed text.
        text: String,
        /// The refusal.
        error: Box<Error>,
    },
    /// The document of one scheme refuses the composed text.
    #[error("the result `{}` is refused: {error}", visible(.text))]
    RefusedByScheme {
        /// The composed text.
        text: String,
        /// The refusal.
        error: Box<SchemeError>,
    },
    /// The composed text has other parts.
    #[error("the result `{}` would be parsed into other parts", visible(.0))]
    ParsedDifferently(String),
}
