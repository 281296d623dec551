//! The plain parts of each kind of URL.

use super::server::{Account, Authority, Endpoint};
use crate::ast::text::Octets;

/// Defines the parts of each kind of URL: a struct, its variant of [`Parts`], and the function of
/// [`Parts`] that begins with what the kind requires.
macro_rules! kinds {
    ($(
        $(#[$about:meta])*
        $kind:ident = $new:ident($($argument:ident: $type:ty),*) {
            $($(#[$doc:meta])* $field:ident: $field_type:ty = $value:expr,)*
        }
    )*) => {
        /// The plain parts of a URL, one variant for each kind of URL. A function of this type begins each
        /// kind; the methods of the kind's struct add parts:
        ///
        /// ```
        /// use uri_lineage::Grammar;
        /// use uri_lineage::compose::Parts;
        ///
        /// let url = Parts::gopher("h").port(7070).item('7', "a b").search("c");
        /// assert_eq!(url.write(Grammar::Rfc1738)?, "gopher://h:7070/7a%20b%09c");
        /// # Ok::<(), uri_lineage::compose::ComposeError>(())
        /// ```
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Parts {$(
            $(#[$about])*
            $kind($kind),
        )*}

        impl Parts {$(
            #[doc = concat!(
                "Begins the parts of ", stringify!($kind), " from what they require",
                $(", `", stringify!($argument), "`",)* ":",
            )]
            $(#[$about])*
            pub fn $new($($argument: impl Into<$type>),*) -> $kind {
                $(let $argument: $type = $argument.into();)*
                $kind { $($field: $value),* }
            }
        )*}

        $(
            $(#[$about])*
            #[derive(Debug, Clone, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub struct $kind {
                $($(#[$doc])* pub $field: $field_type,)*
            }

            impl From<$kind> for Parts {
                fn from(parts: $kind) -> Self {
                    Self::$kind(parts)
                }
            }
        )*

        /// Passes the kinds on, to implement something for each.
        macro_rules! each_kind {
            ($implement:ident) => {
                $implement! { $($kind)* }
            };
        }
        pub(super) use each_kind;
    };
}

kinds! {
    /// `httpurl`, `httpaddress`, `http-URI`.
    Http = http(host: String) {
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The segments of the path; `None` if no slash follows the host.
        path: Option<Vec<Octets>> = None,
        /// The query, named `search` before RFC 9110. The first generation writes its spaces as plus
        /// signs.
        query: Option<Octets> = None,
    }
    /// `https-URI`: only in RFC 9110.
    Https = https(host: String) {
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The segments of the path; `None` if no slash follows the host.
        path: Option<Vec<Octets>> = None,
        /// The query.
        query: Option<Octets> = None,
    }
    /// `ftpurl`, `ftpaddress`.
    Ftp = ftp(host: String) {
        /// The login.
        account: Option<Account> = None,
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// Directories and a name. The first generation requires them.
        path: Option<Vec<Octets>> = None,
        /// The type code, in the syntax of the grammar's `ftptype`. Not in draft 02.
        ftptype: Option<String> = None,
    }
    /// `gopherurl`, `gopheraddress`.
    Gopher = gopher(host: String) {
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The item; `None` for the top directory.
        item: Option<Item> = None,
    }
    /// `mailtourl`, `mailtoaddress`, `mailtoURL`, `mailtoURI`.
    Mailto = mailto() {
        /// The addresses. RFC 2368 encodes them as a whole, so they are one; the documents before it
        /// have one.
        to: Vec<Octets> = Vec::new(),
        /// The header fields, each a name and a value; only in RFC 2368 and RFC 6068.
        fields: Vec<(Octets, Octets)> = Vec::new(),
    }
    /// `newsurl`, `newsaddress`, `newsURL`, with a group; `*` for all groups.
    Newsgroup = newsgroup(group: String) {
        /// The server; only in RFC 5538.
        endpoint: Option<Endpoint> = None,
        /// The group, or a pattern of groups.
        group: String = group,
    }
    /// `newsurl`, `newsaddress`, `newsURL`, with an article: the texts in front of and after the `@`.
    Article = article(unique: Octets, host: String) {
        /// The server; only in RFC 5538.
        endpoint: Option<Endpoint> = None,
        /// The text in front of the `@`.
        unique: Octets = unique,
        /// The text after the `@`.
        host: String = host,
    }
    /// `nntpurl`, `nntpaddress`.
    Nntp = nntp(group: String) {
        /// The server; absent in the first generation, required in the documents after it.
        endpoint: Option<Endpoint> = None,
        /// The group.
        group: String = group,
        /// The number of the article; required in the first generation.
        article: Option<u64> = None,
    }
    /// `telneturl`, `telnetaddress`.
    Telnet = telnet(host: String) {
        /// The login.
        account: Option<Account> = None,
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
    }
    /// `waisdatabase` and `waisindex`.
    Wais = wais(host: String, database: Octets) {
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The database.
        database: Octets = database,
        /// The search.
        search: Option<Octets> = None,
    }
    /// `waisdoc` of RFC 1738 and draft 02, in which the document is text.
    Waisdoc = waisdoc(host: String, database: Octets, wtype: Octets, wpath: Octets) {
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The database.
        database: Octets = database,
        /// The type of the document.
        wtype: Octets = wtype,
        /// The identifier of the document.
        wpath: Octets = wpath,
    }
    /// `waisdoc` of draft 03 and RFC 1630, in which the document consists of numbered fields.
    WaisFields = wais_fields(host: String, database: Octets, wtype: Octets) {
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The database.
        database: Octets = database,
        /// The type of the document.
        wtype: Octets = wtype,
        /// The number and the content of each field.
        fields: Vec<(u64, Vec<Octets>)> = Vec::new(),
    }
    /// `fileurl`, `file-URI`: in RFC 1738 and RFC 8089.
    File = file() {
        /// The host; `None` for the machine that reads the URL.
        host: Option<String> = None,
        /// Directories and a name.
        path: Vec<Octets> = vec![Octets::default()],
    }
    /// `prosperourl`, `prosperoaddress`.
    Prospero = prospero(host: String) {
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The object's name.
        hsoname: Vec<Octets> = vec![Octets::default()],
        /// The version; only in the first generation.
        version: Option<u64> = None,
        /// The text after the version, letters and digits, in the syntax of the grammar's
        /// `attributes`.
        attributes: Option<String> = None,
        /// Fields and values; only in RFC 1738.
        fields: Vec<(Octets, Octets)> = Vec::new(),
    }
    /// `midaddress`, the texts in front of and after the `@`: only in draft 03 and RFC 1630.
    Mid = mid(unique: Octets, host: String) {
        /// The text in front of the `@`.
        unique: Octets = unique,
        /// The text after the `@`.
        host: String = host,
    }
    /// `cidaddress`, the texts in front of and after the `@`: only in draft 03 and RFC 1630.
    Cid = cid(unique: Octets, host: String) {
        /// The text in front of the `@`.
        unique: Octets = unique,
        /// The text after the `@`.
        host: String = host,
    }
    /// `afsaddress`: a historical note of the first generation, unreachable from the entry
    /// productions.
    Afs = afs(cellname: String) {
        /// The cell.
        cellname: String = cellname,
        /// The path in the cell.
        path: Vec<Octets> = vec![Octets::default()],
    }
    /// `otherurl` of RFC 1738 with an `ip-schemepart`.
    Other = other(scheme: String, host: String) {
        /// The scheme.
        scheme: String = scheme,
        /// The login.
        account: Option<Account> = None,
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The text after the slash.
        urlpath: Option<Octets> = None,
    }
    /// `otherurl` and `genericurl` of RFC 1738 without a server: the scheme, and the text after the
    /// colon.
    Opaque = opaque(scheme: String, schemepart: Octets) {
        /// The scheme.
        scheme: String = scheme,
        /// The text after the colon.
        schemepart: Octets = schemepart,
    }
    /// `uri` of draft 02 and RFC 1630's generic grammar, with a fragment.
    Generic = generic(scheme: String) {
        /// The scheme.
        scheme: String = scheme,
        /// The path's segments.
        path: Vec<Octets> = vec![Octets::default()],
        /// The query, whose spaces are written as plus signs.
        query: Option<Octets> = None,
        /// The fragment, the text after the hash sign.
        fragment: Option<Octets> = None,
    }
    /// `URL` of RFC 1808, `URL-reference` of 1997, `URI-reference` of later documents.
    Reference = reference() {
        /// The scheme; `None` in a relative reference.
        scheme: Option<String> = None,
        /// The text after the two slashes.
        authority: Option<Authority> = None,
        /// Whether the path begins with a slash.
        absolute: bool = false,
        /// The path's segments.
        path: Vec<Octets> = vec![Octets::default()],
        /// The query.
        query: Option<Octets> = None,
        /// The fragment.
        fragment: Option<Octets> = None,
    }
    /// `URN-reference` of 1997, `namestring` of RFC 8141 without components: the namespace, and the
    /// name in it.
    Urn = urn(nid: String, nss: Octets) {
        /// The namespace.
        nid: String = nid,
        /// The name in the namespace.
        nss: Octets = nss,
    }
}

/// The item of a gopher URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Item {
    /// The type: one octet, as the character of ISO Latin-1.
    pub gtype: char,
    /// The selector: any octets except TAB, LF and CR (RFC 1738, section 3.4.1).
    pub selector: Octets,
    /// The search, with the same octets. Draft 02 writes it in another place than the other
    /// documents.
    pub search: Option<Octets>,
    /// `gopher+_string`, decoded. It requires a search, which may be empty. Not in draft 02.
    pub gopher_plus_string: Option<Octets>,
}

/// A search server, without a selector: type 7.
impl Default for Item {
    fn default() -> Self {
        Self { gtype: '7', selector: Octets::default(), search: None, gopher_plus_string: None }
    }
}

impl Item {
    /// Why no gopher URL has such an item.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        if u8::try_from(self.gtype).is_err() {
            return Some("a type of Gopher is one octet");
        }
        let mut octets = self.selector.0.iter().chain(self.search.iter().flat_map(|search| &search.0));
        octets
            .any(|octet| b"\t\n\r".contains(octet))
            .then_some("a selector or search of Gopher cannot contain TAB, LF or CR")
    }

    /// The type as an octet.
    pub(crate) fn gtype(&self) -> Octets {
        Octets(u8::try_from(self.gtype).into_iter().collect())
    }
}
