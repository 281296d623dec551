//! The plain parts, and why they make no URL.

use crate::error::Error;
use crate::grammar::Grammar;
use crate::text::Octets;
use crate::visible::visible;

/// A server: host and perhaps port.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Site {
    /// A name or an address, as the grammar's `host` has it.
    pub host: String,
    /// The port; none for the scheme's own.
    pub port: Option<u16>,
}

impl Site {
    /// A server at the scheme's own port.
    pub fn new(host: impl Into<String>) -> Self {
        Self { host: host.into(), port: None }
    }
}

/// Who logs in.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Account {
    /// The user's name.
    pub user: Octets,
    /// The password.
    pub password: Option<Octets>,
}

/// What a gopher URL speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Item {
    /// The type, one octet.
    pub gtype: u8,
    /// The selector: any octets but TAB, LF and CR (RFC 1738, section 3.4.1).
    pub selector: Octets,
    /// The search, likewise. Draft 02 and the others write it in different places.
    pub search: Option<Octets>,
    /// The Gopher+ string, decoded; never without a search, which may be empty. Not in draft 02.
    pub gopher_plus: Option<Octets>,
}

/// The `site` of a URL of 1997.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Authority {
    /// `server`: perhaps user information, and a server.
    Server(Option<Octets>, Site),
    /// `authority`: the name of any other naming authority.
    Name(Octets),
}

/// The plain parts of a URL, for each struct that a scheme has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parts {
    /// `httpurl`, `httpaddress`.
    Http {
        /// The server.
        site: Site,
        /// The path's segments; none where no slash follows the host.
        path: Option<Vec<Octets>>,
        /// What is searched for. The first generation writes its spaces as plus signs.
        search: Option<Octets>,
    },
    /// `ftpurl`, `ftpaddress`.
    Ftp {
        /// Who logs in.
        account: Option<Account>,
        /// The server.
        site: Site,
        /// Directories and a name. The first generation cannot leave them out.
        path: Option<Vec<Octets>>,
        /// The type code, as the grammar's `ftptype` has it. Not in draft 02.
        ftptype: Option<String>,
    },
    /// `gopherurl`, `gopheraddress`.
    Gopher {
        /// The server.
        site: Site,
        /// The item; none for the top directory.
        item: Option<Item>,
    },
    /// `mailtourl`, `mailtoaddress`.
    Mailto {
        /// The address.
        address: Octets,
    },
    /// `newsurl`, `newsaddress`, with a group; `*` for all.
    Newsgroup(String),
    /// `newsurl`, `newsaddress`, with an article.
    Article {
        /// What stands before the `@`.
        unique: Octets,
        /// What follows it.
        host: String,
    },
    /// `nntpurl`, `nntpaddress`.
    Nntp {
        /// The server; only in RFC 1738, and there always.
        site: Option<Site>,
        /// The group.
        group: String,
        /// The number of the article; always in the first generation.
        article: Option<u64>,
    },
    /// `telneturl`, `telnetaddress`.
    Telnet {
        /// Who logs in.
        account: Option<Account>,
        /// The server.
        site: Site,
    },
    /// `waisdatabase` and `waisindex`.
    Wais {
        /// The server.
        site: Site,
        /// The database.
        database: Octets,
        /// What is searched for.
        search: Option<Octets>,
    },
    /// `waisdoc` of RFC 1738 and draft 02, whose document is a text.
    Waisdoc {
        /// The server.
        site: Site,
        /// The database.
        database: Octets,
        /// The type of the document.
        wtype: Octets,
        /// Its identifier.
        wpath: Octets,
    },
    /// `waisdoc` of draft 03 and RFC 1630, whose document is numbered fields.
    WaisFields {
        /// The server.
        site: Site,
        /// The database.
        database: Octets,
        /// The type of the document.
        wtype: Octets,
        /// The number and the content of each field.
        fields: Vec<(u64, Vec<Octets>)>,
    },
    /// `fileurl`: only in RFC 1738.
    File {
        /// The host; none for the machine that reads the URL.
        host: Option<String>,
        /// Directories and a name.
        path: Vec<Octets>,
    },
    /// `prosperourl`, `prosperoaddress`.
    Prospero {
        /// The server.
        site: Site,
        /// The object's name.
        hsoname: Vec<Octets>,
        /// The version; only in the first generation.
        version: Option<u64>,
        /// What follows the version, letters and digits, as the grammar's `attributes` has it.
        attributes: Option<String>,
        /// Fields and values; only in RFC 1738.
        fields: Vec<(Octets, Octets)>,
    },
    /// `midaddress`: only in draft 03 and RFC 1630.
    Mid {
        /// What stands before the `@`.
        unique: Octets,
        /// What follows it.
        host: String,
    },
    /// `cidaddress`: only in draft 03 and RFC 1630.
    Cid {
        /// What stands before the `@`.
        unique: Octets,
        /// What follows it.
        host: String,
    },
    /// `afsaddress`: a historical note of the first generation, which no entry production reaches.
    Afs {
        /// The cell.
        cellname: String,
        /// The path in it.
        path: Vec<Octets>,
    },
    /// `otherurl` of RFC 1738 with an `ip-schemepart`.
    Other {
        /// The scheme.
        scheme: String,
        /// Who logs in.
        account: Option<Account>,
        /// The server.
        site: Site,
        /// What follows the slash.
        urlpath: Option<Octets>,
    },
    /// `otherurl` and `genericurl` of RFC 1738 without a server.
    Opaque {
        /// The scheme.
        scheme: String,
        /// What follows its colon.
        schemepart: Octets,
    },
    /// `uri` of draft 02 and RFC 1630's generic grammar, with a fragment.
    Generic {
        /// The scheme.
        scheme: String,
        /// The path's segments.
        path: Vec<Octets>,
        /// What is searched for; its spaces are written as plus signs.
        search: Option<Octets>,
        /// What follows the hash sign.
        fragment: Option<Octets>,
    },
    /// `URL` of RFC 1808, `URL-reference` of 1997, `URI-reference` since.
    Reference {
        /// The scheme; none in a relative reference.
        scheme: Option<String>,
        /// What follows the two slashes.
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
    /// `URN-reference` of 1997.
    Urn {
        /// The namespace.
        nid: String,
        /// The name in it.
        nss: Octets,
    },
}

/// Why parts cannot be written in a grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ComposeError {
    /// The grammar has no such URLs, or not with such a part.
    #[error("{grammar} cannot say this: {why}")]
    Unsayable {
        /// The grammar.
        grammar: Grammar,
        /// What it has not.
        why: &'static str,
    },
    /// An octet can stand in a part neither as a character nor as an escape.
    #[error("the octet {octet:02X} can stand in `{production}` of {grammar} neither plain nor as an escape")]
    Octet {
        /// The grammar.
        grammar: Grammar,
        /// The production of the part.
        production: &'static str,
        /// The octet.
        octet: u8,
    },
    /// What was written is refused by the grammar.
    #[error("written as `{}`, it is refused: {error}", visible(.text))]
    Refused {
        /// What was written.
        text: String,
        /// The refusal.
        #[source]
        error: Box<Error>,
    },
    /// What was written has other parts.
    #[error("written as `{}`, it would be read otherwise", visible(.0))]
    Otherwise(String),
}
