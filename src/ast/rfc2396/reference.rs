//! The structs.

use std::net::IpAddr;

use crate::ast::shared::{Hostname, port_u16, read_only};
use crate::ast::text::{Digits, Text, textual};
use crate::base::address::{parse_bracketed_ipv6, parse_ipv4};
use crate::generated::rule::Rule;
use crate::grammar::Grammar;

/// A reference that owns its text.
///
/// ```
/// use uri_lineage::rfc2396::UriReferenceBuf;
///
/// let text = String::from("ftp://ftp.is.co.za/rfc/rfc1808.txt\ntelnet://melvyl.ucop.edu/");
/// let links = text.lines().map(str::parse).collect::<Result<Vec<UriReferenceBuf>, _>>()?;
/// drop(text);
/// assert_eq!(links[1].scheme(), Some("telnet"));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub type UriReferenceBuf = crate::ast::owned::Owned<UriReference<'static>>;

crate::ast::whole_text::whole_text! { UriReference }
crate::ast::borrowing::plain!(Rule);
crate::ast::borrowing::borrowing! { RegName { production, text } NetPath { production, authority, abs_path } }
crate::ast::borrowing::borrowing! { Path { text, opaque_first } Segment { text, opaque } }
crate::ast::borrowing::borrowing! {
    UriReference: Uri(reference), Urn(urn);
    Uri: Absolute(uri), Relative(uri);
    Hierarchy: NetPath(path), AbsPath(path), RelPath(path), OpaquePart(text);
    Authority: Server(server), RegName(name);
    Host: Hostname(name), IPv4address(address), Ipv6Reference(reference);
}

/// `URI-reference`, Appendix A.
///
/// `TryFrom`, `FromStr` and `Deserialize` parse with [`Grammar::Rfc2396`].
///
/// ```
/// use uri_lineage::rfc2396::{Uri, UriReference};
///
/// let UriReference::Uri(reference) = UriReference::parse("../x?y#z")? else { panic!() };
/// let Some(Uri::Relative(uri)) = reference.uri() else { panic!() };
/// assert_eq!(uri.query().unwrap().as_str(), "y");
/// assert_eq!(reference.fragment().unwrap().as_str(), "z");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UriReference<'i> {
    /// A reference; in 1997 a `URL-reference`.
    Uri(Reference<'i>),
    /// `URN-reference`, which the drafts of 1997 alone have.
    Urn(UrnReference<'i>),
}

read_only! {
    /// `URN-reference`: a name by RFC 2141.
    ///
    /// ```
    /// use uri_lineage::rfc2396::UriReference;
    ///
    /// let reference = UriReference::parse_1997("urn:foo:a123%2C456")?;
    /// assert!(matches!(reference, UriReference::Urn(urn) if urn.nid() == "foo" && urn.nss() == "a123%2C456"));
    /// assert!(matches!(UriReference::parse("urn:foo:a123%2C456")?, UriReference::Uri(_)));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct UrnReference<'i> {
        text,
        record,
        /// `URN-nid`: the namespace.
        #[cfg_attr(feature = "serde", serde(rename = "URN-nid"))]
        pub nid: &'i str,
        /// `URN-nss`: the name in it.
        #[cfg_attr(feature = "serde", serde(rename = "URN-nss"))]
        pub nss: Text<'i>,
    }
}

read_only! {
    /// A URI, absolute or relative, with an optional fragment: `URL-reference` in 1997,
    /// `URI-reference` since.
    ///
    /// ```
    /// use uri_lineage::rfc2396::UriReference;
    ///
    /// // To a part of the current document.
    /// if let UriReference::Uri(reference) = UriReference::parse("#Related")? {
    ///     assert!(reference.uri().is_none());
    ///     assert_eq!(reference.fragment().unwrap(), "Related");
    /// }
    /// # else { panic!() }
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Reference<'i> {
        text,
        record,
        /// The grammar that parsed it.
        #[cfg_attr(feature = "serde", serde(skip))]
        pub grammar: Grammar,
        /// The URI; absent from a reference to the current document.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub uri: Option<Uri<'i>>,
        /// The text after the hash sign.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub fragment: Option<Text<'i>>,
    }
}

/// The URI in a reference.
///
/// ```
/// use uri_lineage::rfc2396::{Uri, UriReference};
///
/// if let UriReference::Uri(reference) = UriReference::parse("part1.html")? {
///     assert!(matches!(reference.uri(), Some(Uri::Relative(uri)) if uri.hierarchy().path() == "part1.html"));
/// }
/// # else { panic!() }
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Uri<'i> {
    /// `absoluteURL` in 1997, read as a `generic-URL`; `absoluteURI` in RFC 2396.
    Absolute(AbsoluteUri<'i>),
    /// `relativeURL` in 1997, `relativeURI` in RFC 2396.
    Relative(RelativeUri<'i>),
}

read_only! {
    /// A scheme and the text after its colon, without the fragment.
    ///
    /// ```
    /// use uri_lineage::rfc2396::{Uri, UriReference};
    ///
    /// if let UriReference::Uri(reference) = UriReference::parse("news:comp.infosystems.www.servers.unix")?
    ///     && let Some(Uri::Absolute(uri)) = reference.uri()
    /// {
    ///     assert_eq!(uri.scheme(), "news");
    ///     assert_eq!(uri.relative().to_string(), "comp.infosystems.www.servers.unix");
    /// }
    /// # else { panic!() }
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct AbsoluteUri<'i> {
        /// The scheme.
        pub scheme: &'i str,
        /// The text after the colon.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub relative: RelativeUri<'i>,
    }
}

read_only! {
    /// The text between the scheme and the fragment.
    ///
    /// ```
    /// use uri_lineage::rfc2396::{Uri, UriReference};
    ///
    /// if let UriReference::Uri(reference) = UriReference::parse("/pub/ietf/uri/?a=b#Related")?
    ///     && let Some(Uri::Relative(uri)) = reference.uri()
    /// {
    ///     assert_eq!(uri.hierarchy().path(), "/pub/ietf/uri/");
    ///     assert_eq!(uri.query().unwrap(), "a=b");
    /// }
    /// # else { panic!() }
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct RelativeUri<'i> {
        /// Text that the regular expression of Appendix B matches as the scheme of a reference,
        /// although it cannot be a scheme: the `~` of `~:a`, which the productions of 1997 derive
        /// only as the beginning of a path. It does not occur in later documents.
        #[cfg_attr(feature = "serde", serde(rename = "scheme", skip_serializing_if = "Option::is_none"))]
        pub mistaken_scheme: Option<&'i str>,
        /// Authority and path.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub hierarchy: Hierarchy<'i>,
        /// The text after the question mark.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub query: Option<Text<'i>>,
    }
}

/// Authority and path, in the forms that the documents tell apart.
///
/// ```
/// use uri_lineage::rfc2396::{Hierarchy, Uri, UriReference};
///
/// if let UriReference::Uri(reference) = UriReference::parse("mailto:mduerst@ifi.unizh.ch")?
///     && let Some(Uri::Absolute(uri)) = reference.uri()
/// {
///     assert_eq!(uri.relative().hierarchy(), Hierarchy::OpaquePart("mduerst@ifi.unizh.ch".into()));
/// }
/// # else { panic!() }
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Hierarchy<'i> {
    /// `net_path`: an authority, optionally followed by a path that begins with a slash.
    #[cfg_attr(feature = "serde", serde(rename = "net_path"))]
    NetPath(NetPath<'i>),
    /// `abs_path`: a path that begins with a slash.
    #[cfg_attr(feature = "serde", serde(rename = "abs_path"))]
    AbsPath(Path<'i>),
    /// `rel_path`: any other path; in 1997 the empty one too.
    #[cfg_attr(feature = "serde", serde(rename = "rel_path"))]
    RelPath(Path<'i>),
    /// `opaque_part` in RFC 2396, up to its first question mark, where Appendix B has the query
    /// begin. Its slashes and semicolons divide nothing.
    #[cfg_attr(feature = "serde", serde(rename = "opaque_part"))]
    OpaquePart(Text<'i>),
}

impl<'i> Hierarchy<'i> {
    /// The path of Appendix B, unchanged from the input: the text after the authority, or the whole
    /// text.
    pub fn path(self) -> Text<'i> {
        match self {
            Self::NetPath(path) => path.abs_path.map(Path::text).unwrap_or_default(),
            Self::AbsPath(path) | Self::RelPath(path) => path.text,
            Self::OpaquePart(text) => text,
        }
    }
}

/// `net_path`: an authority, optionally followed by a path that begins with a slash.
///
/// ```
/// use uri_lineage::rfc2396::{Hierarchy, Uri, UriReference};
///
/// if let UriReference::Uri(reference) = UriReference::parse("ftp://ftp.is.co.za/rfc/rfc1808.txt")?
///     && let Some(Uri::Absolute(uri)) = reference.uri()
///     && let Hierarchy::NetPath(path) = uri.relative().hierarchy()
/// {
///     assert_eq!(path.authority().to_string(), "ftp.is.co.za");
///     assert_eq!(path.abs_path().unwrap(), "/rfc/rfc1808.txt");
/// }
/// # else { panic!() }
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NetPath<'i> {
    /// The name of the text after the two slashes: `site` in 1997, `authority` since.
    pub(crate) production: Rule,
    pub(crate) authority: Authority<'i>,
    pub(crate) abs_path: Option<Path<'i>>,
}

impl<'i> NetPath<'i> {
    /// `authority`; in 1997 `site`: the text after the two slashes.
    pub fn authority(&self) -> Authority<'i> {
        self.authority
    }

    /// `abs_path`: the path, with its slash.
    pub fn abs_path(&self) -> Option<Path<'i>> {
        self.abs_path
    }
}

/// `authority`; in 1997 `site`.
///
/// ```
/// use uri_lineage::rfc2396::{Authority, Hierarchy, Uri, UriReference};
///
/// if let UriReference::Uri(reference) = UriReference::parse("http://my_host/")?
///     && let Some(Uri::Absolute(uri)) = reference.uri()
///     && let Hierarchy::NetPath(path) = uri.relative().hierarchy()
/// {
///     // No `hostname` has an underscore.
///     assert!(matches!(path.authority(), Authority::RegName(name) if name == "my_host"));
/// }
/// # else { panic!() }
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Authority<'i> {
    /// `server`: a server on the Internet; in RFC 2396 an empty authority too.
    Server(Server<'i>),
    /// Any other naming authority; in 1997 an empty one too.
    RegName(RegName<'i>),
}

/// `reg_name`, a naming authority that is not a server; in 1997 `authority`.
///
/// ```
/// use uri_lineage::rfc2396::{Authority, Hierarchy, Uri, UriReference};
///
/// if let UriReference::Uri(reference) = UriReference::parse("http://caf%C3%A9:80/")?
///     && let Some(Uri::Absolute(uri)) = reference.uri()
///     && let Hierarchy::NetPath(path) = uri.relative().hierarchy()
///     && let Authority::RegName(name) = path.authority()
/// {
///     // What looks like a port is a part of the name.
///     assert_eq!(name.text().decode().unwrap(), "café:80");
/// }
/// # else { panic!() }
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegName<'i> {
    /// Its name in the document.
    pub(crate) production: Rule,
    pub(crate) text: Text<'i>,
}

impl<'i> RegName<'i> {
    /// The name, unchanged from the input.
    pub fn text(self) -> Text<'i> {
        self.text
    }
}

read_only! {
    /// `server`.
    ///
    /// ```
    /// use uri_lineage::rfc2396::{Authority, Hierarchy, Uri, UriReference};
    ///
    /// if let UriReference::Uri(reference) = UriReference::parse("ftp://anonymous@ftp.is.co.za/")?
    ///     && let Some(Uri::Absolute(uri)) = reference.uri()
    ///     && let Hierarchy::NetPath(path) = uri.relative().hierarchy()
    ///     && let Authority::Server(server) = path.authority()
    /// {
    ///     assert_eq!(server.userinfo().unwrap(), "anonymous");
    ///     assert_eq!(server.hostport().unwrap().host(), "ftp.is.co.za");
    /// }
    /// # else { panic!() }
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Server<'i> {
        /// The text in front of the `@`. Empty and absent user information differ.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub userinfo: Option<Text<'i>>,
        /// The host and the optional port; absent from an empty server, which RFC 2396 allows.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub hostport: Option<Hostport<'i>>,
    }
}

read_only! {
    /// `hostport`: a host and an optional port.
    ///
    /// ```
    /// use uri_lineage::rfc2396::{Authority, Hierarchy, Host, Uri, UriReference};
    ///
    /// if let UriReference::Uri(reference) = UriReference::parse("http://127.0.0.1:8080/")?
    ///     && let Some(Uri::Absolute(uri)) = reference.uri()
    ///     && let Hierarchy::NetPath(path) = uri.relative().hierarchy()
    ///     && let Authority::Server(server) = path.authority()
    ///     && let Some(hostport) = server.hostport()
    /// {
    ///     assert!(matches!(hostport.host(), Host::IPv4address("127.0.0.1")));
    ///     assert_eq!(hostport.port_u16(), Some(8080));
    /// }
    /// # else { panic!() }
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Hostport<'i> {
        /// The host.
        pub host: Host<'i>,
        /// The port, which may be empty.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub port: Option<Digits<'i>>,
    }
}

port_u16!(Hostport);

/// `host`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Host<'i> {
    /// A name, with an optional dot at the end.
    #[cfg_attr(feature = "serde", serde(rename = "hostname"))]
    Hostname(Hostname<'i>),
    /// An address: four groups of digits.
    IPv4address(&'i str),
    /// `ipv6reference`: an address in brackets, since RFC 2732.
    #[cfg_attr(feature = "serde", serde(rename = "ipv6reference"))]
    Ipv6Reference(&'i str),
}

impl<'i> Host<'i> {
    /// The host, unchanged from the input; an address includes its brackets.
    pub fn as_str(self) -> &'i str {
        match self {
            Self::Hostname(name) => name.text().as_str(),
            Self::IPv4address(address) | Self::Ipv6Reference(address) => address,
        }
    }

    /// The address, if the host is one; `None` if a group of an `IPv4address` is larger than 255.
    /// Its groups are decimal.
    ///
    /// ```
    /// use uri_lineage::rfc2396::{Authority, Hierarchy, Uri, UriReference};
    ///
    /// let UriReference::Uri(reference) = UriReference::parse_rfc2732("http://[::1]/")? else { panic!() };
    /// let Some(Uri::Absolute(uri)) = reference.uri() else { panic!() };
    /// let Hierarchy::NetPath(path) = uri.relative().hierarchy() else { panic!() };
    /// let Authority::Server(server) = path.authority() else { panic!() };
    /// assert_eq!(server.hostport().unwrap().host().ip_addr(), Some("::1".parse().unwrap()));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    pub fn ip_addr(self) -> Option<IpAddr> {
        match self {
            Self::Hostname(_) => None,
            Self::IPv4address(address) => parse_ipv4(address),
            Self::Ipv6Reference(address) => parse_bracketed_ipv6(address),
        }
    }
}

/// A path, with the slash at its beginning if there is one.
///
/// ```
/// use uri_lineage::rfc2396::{Hierarchy, Uri, UriReference};
///
/// if let UriReference::Uri(reference) = UriReference::parse("../uri/part1.html")?
///     && let Some(Uri::Relative(uri)) = reference.uri()
///     && let Hierarchy::RelPath(path) = uri.hierarchy()
/// {
///     assert!(!path.is_absolute());
///     assert!(path.segments().eq(["..", "uri", "part1.html"]));
/// }
/// # else { panic!() }
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path<'i> {
    pub(crate) text: Text<'i>,
    /// Whether the first segment is a `rel_segment` of RFC 2396, which has no parameters.
    pub(crate) opaque_first: bool,
}

impl<'i> Path<'i> {
    /// The path, unchanged from the input.
    pub fn text(self) -> Text<'i> {
        self.text
    }

    /// Whether the path begins with a slash.
    pub fn is_absolute(self) -> bool {
        self.text.as_str().starts_with('/')
    }

    /// The segments between the slashes, after the slash at the beginning; one empty segment for an
    /// empty path.
    pub fn segments(self) -> impl Iterator<Item = Segment<'i>> {
        let text = self.text.as_str();
        let mut opaque = self.opaque_first;
        text.strip_prefix('/')
            .unwrap_or(text)
            .split('/')
            .map(move |segment| Segment { text: segment.into(), opaque: std::mem::take(&mut opaque) })
    }
}

/// `segment` of a path, with its parameters; or the `rel_segment` of RFC 2396, without parameters.
///
/// ```
/// use uri_lineage::rfc2396::{Hierarchy, Uri, UriReference};
///
/// if let UriReference::Uri(reference) = UriReference::parse("/name;v=1.1/a")?
///     && let Some(Uri::Relative(uri)) = reference.uri()
///     && let Hierarchy::AbsPath(path) = uri.hierarchy()
///     && let Some(segment) = path.segments().next()
/// {
///     assert_eq!(segment.name(), "name");
///     assert!(segment.params().eq(["v=1.1"]));
/// }
/// # else { panic!() }
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Segment<'i> {
    text: Text<'i>,
    opaque: bool,
}

impl<'i> Segment<'i> {
    /// The segment with its parameters, unchanged from the input.
    pub fn text(self) -> Text<'i> {
        self.text
    }

    /// The text in front of the parameters.
    pub fn name(self) -> Text<'i> {
        if self.opaque { self.text } else { self.text.as_str().split(';').next().unwrap_or_default().into() }
    }

    /// `param`: the text after each semicolon.
    pub fn params(self) -> impl Iterator<Item = Text<'i>> {
        let params = self.text.as_str().split(';').skip(1).map(Text::from);
        params.take(if self.opaque { 0 } else { usize::MAX })
    }
}

textual! {
    RegName, name => name.text.as_str();
    Host, host => host.as_str();
    Path, path => path.text.as_str();
    Segment, segment => segment.text.as_str();
}

#[cfg(feature = "serde")]
mod serialize {
    use serde::ser::SerializeMap;
    use serde::{Serialize, Serializer};

    use crate::ast::rfc2396::reference::{Authority, NetPath, Path, RegName, Segment};

    /// Serializes the authority under its name in the document.
    impl Serialize for NetPath<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry(self.production.name(), &self.authority)?;
            if let Some(path) = &self.abs_path {
                map.serialize_entry("abs_path", path)?;
            }
            map.end()
        }
    }

    /// Serializes under the name of its production in the document.
    impl Serialize for Authority<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(1))?;
            match self {
                Self::Server(server) => map.serialize_entry("server", server)?,
                Self::RegName(name) => map.serialize_entry(name.production.name(), &name.text)?,
            }
            map.end()
        }
    }

    /// Serializes as text.
    impl Serialize for RegName<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.text.serialize(serializer)
        }
    }

    impl Serialize for Path<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.segments())
        }
    }

    /// A segment without parameters is its text; one with them `{"segment": "a", "param": ["b"]}`.
    impl Serialize for Segment<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if self.params().next().is_none() {
                return self.text.serialize(serializer);
            }
            let mut map = serializer.serialize_map(Some(2))?;
            map.serialize_entry("segment", &self.name())?;
            map.serialize_entry("param", &self.params().collect::<Vec<_>>())?;
            map.end()
        }
    }
}
