//! The plain parts of each kind of URL.

use super::server::{Account, Authority, Endpoint};
use crate::ast::text::Octets;

/// Defines the parts of each kind of URL: a struct, its variant of [`Parts`], and the function of
/// [`Parts`] that begins with what the kind requires. The example is the struct's alone.
macro_rules! kinds {
    ($(
        $(#[$about:meta])*
        $kind:ident = $new:ident($($argument:ident: $type:ty),*) {
            $(#![$example:meta])*
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
            #[doc = ""]
            $(#[$example])*
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
        //! ```
        //! use uri_lineage::Grammar::{Rfc1630, Rfc1738};
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::http("host.dom").path(["~me"]).query("two words");
        //! assert_eq!(url.write(Rfc1738)?, "http://host.dom/%7Eme?two%20words");
        //! assert_eq!(url.write(Rfc1630)?, "http://host.dom/%7Eme?two+words");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

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
        //! ```
        //! use uri_lineage::SchemeDocument::Rfc9110;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::https("host.dom").port(8443).path(["a/b", "c"]);
        //! assert_eq!(url.write(Rfc9110)?, "https://host.dom:8443/a%2Fb/c");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The segments of the path; `None` if no slash follows the host.
        path: Option<Vec<Octets>> = None,
        /// The query.
        query: Option<Octets> = None,
    }
    /// `ftpurl`, `ftpaddress`.
    Ftp = ftp(host: String) {
        //! ```
        //! use uri_lineage::Grammar::{Rfc1738, UrlDraft02};
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::ftp("ds.internic.net").path(["rfc", "rfc1436.txt"]).ftptype("a");
        //! assert_eq!(url.write(Rfc1738)?, "ftp://ds.internic.net/rfc/rfc1436.txt;type=a");
        //! assert!(url.write(UrlDraft02).is_err());
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

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
        //! ```
        //! use uri_lineage::Grammar::Rfc1738;
        //! use uri_lineage::compose::Parts;
        //!
        //! // A view of a Gopher+ item, with an empty search in front of it.
        //! let url = Parts::gopher("host").item('0', "a_selector").search("").gopher_plus_string("+text/plain Es_ES");
        //! assert_eq!(url.write(Rfc1738)?, "gopher://host/0a_selector%09%09+text/plain%20Es_ES");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The item; `None` for the top directory.
        item: Option<Item> = None,
    }
    /// `mailtourl`, `mailtoaddress`, `mailtoURL`, `mailtoURI`.
    Mailto = mailto() {
        //! ```
        //! use uri_lineage::SchemeDocument::Rfc6068;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::mailto().to("list@example.org").field("In-Reply-To", "<3469A91.D10AF4C@example.com>");
        //! assert_eq!(url.write(Rfc6068)?, "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The addresses. RFC 2368 encodes them as a whole, so they are one; the documents before it
        /// have one.
        to: Vec<Octets> = Vec::new(),
        /// The header fields, each a name and a value; only in RFC 2368 and RFC 6068.
        fields: Vec<(Octets, Octets)> = Vec::new(),
    }
    /// `newsurl`, `newsaddress`, `newsURL`, with a group; `*` for all groups.
    Newsgroup = newsgroup(group: String) {
        //! ```
        //! use uri_lineage::Grammar::Rfc1738;
        //! use uri_lineage::SchemeDocument::Rfc5538;
        //! use uri_lineage::compose::Parts;
        //!
        //! let groups = Parts::newsgroup("example.group.th?se");
        //! assert_eq!(groups.clone().server("a.example").write(Rfc5538)?, "news://a.example/example.group.th%3Fse");
        //! assert!(groups.server("a.example").write(Rfc1738).is_err());
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The server; only in RFC 5538.
        endpoint: Option<Endpoint> = None,
        /// The group, or a pattern of groups.
        group: String = group,
    }
    /// `newsurl`, `newsaddress`, `newsURL`, with an article: the texts in front of and after the `@`.
    Article = article(unique: Octets, host: String) {
        //! ```
        //! use uri_lineage::SchemeDocument::Rfc5538;
        //! use uri_lineage::compose::Parts;
        //!
        //! // For the message identifier <p0624081dc30b8699bf9b@[10.20.30.108]>.
        //! let url = Parts::article("p0624081dc30b8699bf9b", "[10.20.30.108]").server("news.gmane.org");
        //! assert_eq!(url.write(Rfc5538)?, "news://news.gmane.org/p0624081dc30b8699bf9b@%5B10.20.30.108%5D");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The server; only in RFC 5538.
        endpoint: Option<Endpoint> = None,
        /// The text in front of the `@`.
        unique: Octets = unique,
        /// The text after the `@`.
        host: String = host,
    }
    /// `nntpurl`, `nntpaddress`.
    Nntp = nntp(group: String) {
        //! ```
        //! use uri_lineage::Grammar::{Rfc1630, Rfc1738};
        //! use uri_lineage::compose::Parts;
        //!
        //! let article = Parts::nntp("gmane.ietf.tools").article(742);
        //! assert_eq!(article.write(Rfc1630)?, "nntp:gmane.ietf.tools/742");
        //! assert_eq!(article.server("news.gmane.org").write(Rfc1738)?, "nntp://news.gmane.org/gmane.ietf.tools/742");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The server; absent in the first generation, required in the documents after it.
        endpoint: Option<Endpoint> = None,
        /// The group.
        group: String = group,
        /// The number of the article; required in the first generation.
        article: Option<u64> = None,
    }
    /// `telneturl`, `telnetaddress`.
    Telnet = telnet(host: String) {
        //! ```
        //! use uri_lineage::Grammar::Rfc1738;
        //! use uri_lineage::SchemeDocument::Rfc4248;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::telnet("melvyl.ucop.edu").user("a@b").password("x:y");
        //! assert_eq!(url.write(Rfc4248)?, "telnet://a%40b:x:y@melvyl.ucop.edu");
        //! assert_eq!(url.write(Rfc1738)?, "telnet://a%40b:x%3Ay@melvyl.ucop.edu");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The login.
        account: Option<Account> = None,
        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
    }
    /// `waisdatabase` and `waisindex`.
    Wais = wais(host: String, database: Octets) {
        //! ```
        //! use uri_lineage::Grammar::Rfc1738;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::wais("quake.think.com", "wais-discussion-archives").search("lynch & gopher");
        //! assert_eq!(url.write(Rfc1738)?, "wais://quake.think.com/wais-discussion-archives?lynch%20&%20gopher");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The server.
        endpoint: Endpoint = Endpoint::new(host),
        /// The database.
        database: Octets = database,
        /// The search.
        search: Option<Octets> = None,
    }
    /// `waisdoc` of RFC 1738 and draft 02, in which the document is text.
    Waisdoc = waisdoc(host: String, database: Octets, wtype: Octets, wpath: Octets) {
        //! ```
        //! use uri_lineage::Grammar::Rfc1738;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::waisdoc("quake.think.com", "directory-of-servers", "TEXT", "1/2");
        //! assert_eq!(url.write(Rfc1738)?, "wais://quake.think.com/directory-of-servers/TEXT/1%2F2");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

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
        //! ```
        //! use uri_lineage::Grammar::Rfc1630;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::wais_fields("quake.think.com", "servers", "TEXT").field(1, ["a", "b c"]).field(2, ["d"]);
        //! assert_eq!(url.write(Rfc1630)?, "wais://quake.think.com/servers/TEXT/1=a/b%20c;2=d;");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

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
        //! ```
        //! use uri_lineage::Grammar::Rfc1738;
        //! use uri_lineage::SchemeDocument::Rfc8089;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::file().host("vms.host.edu").path(["disk$user", "my", "notes", "note12345.txt"]);
        //! assert_eq!(url.write(Rfc1738)?, "file://vms.host.edu/disk$user/my/notes/note12345.txt");
        //! assert_eq!(Parts::file().path(["path", "to", "a file"]).write(Rfc8089)?, "file:///path/to/a%20file");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The host; `None` for the machine that reads the URL.
        host: Option<String> = None,
        /// Directories and a name.
        path: Vec<Octets> = vec![Octets::default()],
    }
    /// `prosperourl`, `prosperoaddress`.
    Prospero = prospero(host: String) {
        //! ```
        //! use uri_lineage::Grammar::Rfc1738;
        //! use uri_lineage::compose::Parts;
        //!
        //! // The object with the name `/pros/name`.
        //! let url = Parts::prospero("host.dom").hsoname(["", "pros", "name"]).field("OBJECT-VERSION", "2;a");
        //! assert_eq!(url.write(Rfc1738)?, "prospero://host.dom//pros/name;OBJECT-VERSION=2%3Ba");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

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
        //! ```
        //! use uri_lineage::Grammar::Rfc1630;
        //! use uri_lineage::compose::Parts;
        //!
        //! let message = "9406231612.AA12@info.cern.ch";
        //! let (unique, host) = message.split_once('@').unwrap();
        //! assert_eq!(Parts::mid(unique, host).write(Rfc1630)?, "mid:9406231612.AA12@info.cern.ch");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The text in front of the `@`.
        unique: Octets = unique,
        /// The text after the `@`.
        host: String = host,
    }
    /// `cidaddress`, the texts in front of and after the `@`: only in draft 03 and RFC 1630.
    Cid = cid(unique: Octets, host: String) {
        //! ```
        //! use uri_lineage::Grammar::Rfc1630;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Rfc1630.parse("cid:part%201@info.cern.ch")?;
        //! assert_eq!(Parts::read(&url), Some(Parts::cid("part 1", "info.cern.ch").into()));
        //! # Ok::<(), uri_lineage::Error>(())
        //! ```

        /// The text in front of the `@`.
        unique: Octets = unique,
        /// The text after the `@`.
        host: String = host,
    }
    /// `afsaddress`: a historical note of the first generation, unreachable from the entry
    /// productions.
    Afs = afs(cellname: String) {
        //! ```
        //! use uri_lineage::Grammar::Rfc1630;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::afs("grand.central.org").path(["software", "a b"]);
        //! assert_eq!(url.write(Rfc1630)?, "afs://grand.central.org/software/a%20b");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The cell.
        cellname: String = cellname,
        /// The path in the cell.
        path: Vec<Octets> = vec![Octets::default()],
    }
    /// `otherurl` of RFC 1738 with an `ip-schemepart`.
    Other = other(scheme: String, host: String) {
        //! ```
        //! use uri_lineage::Grammar::Rfc1738;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::other("tn3270", "host.dom").user("guest").urlpath("catalog");
        //! assert_eq!(url.write(Rfc1738)?, "tn3270://guest@host.dom/catalog");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

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
        //! ```
        //! use uri_lineage::Grammar::Rfc1738;
        //! use uri_lineage::compose::Parts;
        //!
        //! assert_eq!(Parts::opaque("mailserver", "send the index").write(Rfc1738)?, "mailserver:send%20the%20index");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

        /// The scheme.
        scheme: String = scheme,
        /// The text after the colon.
        schemepart: Octets = schemepart,
    }
    /// `uri` of draft 02 and RFC 1630's generic grammar, with a fragment.
    Generic = generic(scheme: String) {
        //! ```
        //! use uri_lineage::Grammar::Rfc1630Generic;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::generic("x").path(["a/b", "c"]).query("two words").fragment("d");
        //! assert_eq!(url.write(Rfc1630Generic)?, "x:a%2Fb/c?two+words#d");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

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
        //! ```
        //! use uri_lineage::Grammar::Rfc3986;
        //! use uri_lineage::compose::Parts;
        //!
        //! let url = Parts::reference().scheme("http").host("a").path(["b", "c"]).query("two words").fragment("s");
        //! assert_eq!(url.write(Rfc3986)?, "http://a/b/c?two%20words#s");
        //! // In front of a colon, the first segment of a relative path would be a scheme.
        //! assert_eq!(Parts::reference().relative_path(["this:that"]).write(Rfc3986)?, "this%3Athat");
        //! # Ok::<(), uri_lineage::compose::ComposeError>(())
        //! ```

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
        //! ```
        //! use uri_lineage::SchemeDocument::Rfc8141;
        //! use uri_lineage::compose::Parts;
        //!
        //! assert_eq!(Parts::urn("example", "café").write(Rfc8141)?, "urn:example:caf%C3%A9");
        //! let parts = Parts::read_uri(&Rfc8141.parse("urn:isbn:0451450523")?);
        //! assert_eq!(parts, Some(Parts::urn("isbn", "0451450523").into()));
        //! # Ok::<(), Box<dyn std::error::Error>>(())
        //! ```

        /// The namespace.
        nid: String = nid,
        /// The name in the namespace.
        nss: Octets = nss,
    }
}

/// The item of a gopher URL.
///
/// ```
/// use uri_lineage::Grammar::Rfc1738;
/// use uri_lineage::compose::Parts;
///
/// let url = Rfc1738.parse("gopher://spinaltap.micro.umn.edu/00/Weather/California/Los%20Angeles")?;
/// let item = match Parts::read(&url) {
///     Some(Parts::Gopher(gopher)) => gopher.item,
///     _ => None,
/// };
/// assert_eq!(item.unwrap().selector, "0/Weather/California/Los Angeles".into());
/// # Ok::<(), uri_lineage::Error>(())
/// ```
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
