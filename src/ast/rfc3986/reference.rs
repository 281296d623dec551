//! The structs of RFC 3986.

use std::net::IpAddr;

use crate::ast::shared::{port_u16, read_only};
use crate::ast::text::{Digits, Text, textual};
use crate::base::address::{parse_bracketed_ipv6, parse_ipv4};

/// A URI that owns its text.
///
/// ```
/// use uri_lineage::rfc3986::UriBuf;
///
/// let uri: UriBuf = "ldap://[2001:db8::7]/c=GB?objectClass?one".parse()?;
/// assert_eq!(uri.authority().unwrap().host(), "[2001:db8::7]");
/// assert_eq!(uri.query().unwrap(), "objectClass?one");
/// assert!("../g".parse::<UriBuf>().is_err());
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub type UriBuf = crate::ast::owned::Owned<Uri<'static>>;

/// A reference that owns its text.
///
/// ```
/// use std::collections::HashSet;
/// use uri_lineage::rfc3986::UriReferenceBuf;
///
/// let links = ["../g", "g?y", "../g"].map(str::parse::<UriReferenceBuf>);
/// let links = links.into_iter().collect::<Result<HashSet<_>, _>>()?;
/// assert_eq!(links.len(), 2);
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub type UriReferenceBuf = crate::ast::owned::Owned<UriReference<'static>>;

crate::ast::whole_text::parts_of_owned! {
    Uri {
        authority: Option<Authority<'_>>,
        path: Path<'_>,
    }
}

crate::ast::whole_text::parts_of_owned! {
    UriReference {
        authority: Option<Authority<'_>>,
        path: Path<'_>,
        query: Option<Text<'_>>,
        fragment: Option<Text<'_>>,
    }
}

crate::ast::whole_text::whole_text! { UriReference }
crate::ast::borrowing::borrowing! { IpLiteral; }
crate::ast::borrowing::borrowing! {
    UriReference: Uri(uri), RelativeRef(reference);
    Host: IpLiteral(literal), IPv4address(address), RegName(name);
    IpAddress: IPv6address(address), IPvFuture(address);
    Path: AbEmpty(path), Absolute(path), NoScheme(path), Rootless(path), Empty;
}

/// `URI-reference`, section 4.1.
///
/// ```
/// use uri_lineage::rfc3986::UriReference;
///
/// let UriReference::RelativeRef(reference) = UriReference::parse("../x?y#z")? else { panic!() };
/// assert_eq!(reference.query().unwrap().as_str(), "y");
/// assert_eq!(reference.fragment().unwrap().as_str(), "z");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UriReference<'i> {
    /// `URI`, or `absolute-URI`: a `URI` without a fragment.
    Uri(Uri<'i>),
    /// `relative-ref`.
    RelativeRef(RelativeRef<'i>),
}

read_only! {
    /// `URI`, section 3.
    ///
    /// ```
    /// use uri_lineage::rfc3986::Uri;
    ///
    /// let uri = Uri::parse("foo://example.com:8042/over/there?name=ferret#nose")?;
    /// assert_eq!((uri.scheme(), uri.path().as_ref()), ("foo", "/over/there"));
    /// assert_eq!((uri.query().unwrap().as_str(), uri.fragment().unwrap().as_str()), ("name=ferret", "nose"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Uri<'i> {
        text,
        record,
        /// The scheme, section 3.1.
        pub scheme: &'i str,
        /// `hier-part`: the authority and the path.
        #[cfg_attr(feature = "serde", serde(rename = "hier-part"))]
        pub hier_part: HierPart<'i>,
        /// The query, section 3.4, without its question mark.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub query: Option<Text<'i>>,
        /// The fragment, section 3.5, without its number sign.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub fragment: Option<Text<'i>>,
    }
}

read_only! {
    /// `relative-ref`, section 4.2.
    ///
    /// ```
    /// use uri_lineage::rfc3986::UriReference;
    ///
    /// let reference = UriReference::parse("g?y/../x")?;
    /// // The dots are in the query.
    /// assert!(matches!(reference, UriReference::RelativeRef(reference) if reference.query().unwrap() == "y/../x"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct RelativeRef<'i> {
        text,
        record,
        /// `relative-part`: the authority and the path.
        #[cfg_attr(feature = "serde", serde(rename = "relative-part"))]
        pub relative_part: HierPart<'i>,
        /// The query, section 3.4, without its question mark.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub query: Option<Text<'i>>,
        /// The fragment, section 3.5, without its number sign.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub fragment: Option<Text<'i>>,
    }
}

read_only! {
    /// `hier-part` of a `URI`, or `relative-part` of a `relative-ref`.
    ///
    /// ```
    /// use uri_lineage::rfc3986::UriReference;
    ///
    /// let part = UriReference::parse("mailto:John.Doe@example.com")?.part();
    /// assert!(part.authority().is_none());
    /// assert_eq!(part.path(), "John.Doe@example.com");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct HierPart<'i> {
        /// The authority, after two slashes.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub authority: Option<Authority<'i>>,
        /// The path, which may be empty.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub path: Path<'i>,
    }
}

read_only! {
    /// `authority`, section 3.2.
    ///
    /// ```
    /// use uri_lineage::rfc3986::UriReference;
    ///
    /// let uri = UriReference::parse("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm")?;
    /// let authority = uri.authority().unwrap();
    /// assert_eq!(authority.userinfo().unwrap(), "cnn.example.com&story=breaking_news");
    /// assert_eq!(authority.host(), "10.0.0.1");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Authority<'i> {
        /// `userinfo`: the text in front of the `@`. Empty and absent user information differ.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub userinfo: Option<Text<'i>>,
        /// The host, which may be empty.
        pub host: Host<'i>,
        /// The port, which may be empty.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub port: Option<Digits<'i>>,
    }
}

port_u16!(Authority);

/// `host`, section 3.2.2: the first of its alternatives that matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Host<'i> {
    /// `IP-literal`: an address in brackets.
    #[cfg_attr(feature = "serde", serde(rename = "IP-literal"))]
    IpLiteral(IpLiteral<'i>),
    /// Four numbers of at most 255.
    IPv4address(&'i str),
    /// `reg-name`: any other text, including the empty host.
    #[cfg_attr(feature = "serde", serde(rename = "reg-name"))]
    RegName(Text<'i>),
}

impl<'i> Host<'i> {
    /// The host, unchanged from the input; an address includes its brackets.
    pub fn as_str(self) -> &'i str {
        match self {
            Self::IpLiteral(literal) => literal.0,
            Self::IPv4address(address) => address,
            Self::RegName(name) => name.as_str(),
        }
    }

    /// The address, if the host is an `IPv4address` or an `IPv6address`.
    ///
    /// ```
    /// use std::net::IpAddr;
    /// use uri_lineage::rfc3986::UriReference;
    ///
    /// let host = |text| UriReference::parse(text).unwrap().authority().unwrap().host().ip_addr();
    /// assert_eq!(host("//127.0.0.1"), Some(IpAddr::from([127, 0, 0, 1])));
    /// assert_eq!(host("//[::1]"), Some("::1".parse().unwrap()));
    /// assert_eq!(host("//127.1"), None);
    /// ```
    pub fn ip_addr(self) -> Option<IpAddr> {
        match self {
            Self::IpLiteral(literal) => parse_bracketed_ipv6(literal.0),
            Self::IPv4address(address) => parse_ipv4(address),
            Self::RegName(_) => None,
        }
    }
}

/// `IP-literal`: an address in brackets.
///
/// ```
/// use uri_lineage::rfc3986::{Host, IpAddress, UriReference};
///
/// let reference = UriReference::parse("http://[::1]:80/")?;
/// let Host::IpLiteral(literal) = reference.authority().unwrap().host() else { panic!() };
/// assert_eq!((literal.as_str(), literal.address()), ("[::1]", IpAddress::IPv6address("::1")));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IpLiteral<'i>(pub(crate) &'i str);

impl<'i> IpLiteral<'i> {
    /// The address with its brackets.
    pub fn as_str(self) -> &'i str {
        self.0
    }

    /// The address between the brackets.
    pub fn address(self) -> IpAddress<'i> {
        let address = self.0.strip_prefix('[').and_then(|address| address.strip_suffix(']')).unwrap_or(self.0);
        // No `IPv6address` begins with this letter.
        if address.starts_with(['v', 'V']) { IpAddress::IPvFuture(address) } else { IpAddress::IPv6address(address) }
    }
}

/// Serializes as the [address](Self::address).
#[cfg(feature = "serde")]
impl serde::Serialize for IpLiteral<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.address().serialize(serializer)
    }
}

/// The address in an [`IpLiteral`], without the brackets.
///
/// ```
/// use uri_lineage::rfc3986::{Host, IpAddress, UriReference};
///
/// let host = UriReference::parse("http://[v7.a:b]/")?.authority().unwrap().host();
/// assert!(matches!(host, Host::IpLiteral(literal) if literal.address() == IpAddress::IPvFuture("v7.a:b")));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum IpAddress<'i> {
    /// An address of version 6.
    IPv6address(&'i str),
    /// An address of a later version.
    IPvFuture(&'i str),
}

impl<'i> IpAddress<'i> {
    /// The address, unchanged from the input.
    pub fn as_str(self) -> &'i str {
        match self {
            Self::IPv6address(address) | Self::IPvFuture(address) => address,
        }
    }
}

/// A path, section 3.3. The variant is the production that accepted it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Path<'i> {
    /// `path-abempty`: empty, or begins with a slash; after an authority.
    AbEmpty(Text<'i>),
    /// `path-absolute`: begins with one slash.
    Absolute(Text<'i>),
    /// `path-noscheme`: has no colon in its first segment; in a relative reference.
    NoScheme(Text<'i>),
    /// `path-rootless`: begins with a segment; after a scheme.
    Rootless(Text<'i>),
    /// `path-empty`.
    Empty,
}

impl<'i> Path<'i> {
    /// The printed name of the production.
    pub fn production(self) -> &'static str {
        match self {
            Self::AbEmpty(_) => "path-abempty",
            Self::Absolute(_) => "path-absolute",
            Self::NoScheme(_) => "path-noscheme",
            Self::Rootless(_) => "path-rootless",
            Self::Empty => "path-empty",
        }
    }

    /// The path, unchanged from the input.
    pub fn text(self) -> Text<'i> {
        match self {
            Self::AbEmpty(text) | Self::Absolute(text) | Self::NoScheme(text) | Self::Rootless(text) => text,
            Self::Empty => Text::default(),
        }
    }

    /// `segment`, `segment-nz` and `segment-nz-nc`: the productions between the slashes of a path.
    ///
    /// A `path-absolute` that is only a slash has no segments, since its first segment cannot be
    /// empty. A `path-abempty` that is only a slash has one empty segment.
    ///
    /// ```
    /// use uri_lineage::rfc3986::UriReference;
    ///
    /// let segments = |text| UriReference::parse(text).unwrap().path().segments().count();
    /// assert_eq!([segments("/"), segments("//h/"), segments("/a/"), segments("a")], [0, 1, 2, 1]);
    /// ```
    pub fn segments(self) -> impl Iterator<Item = Text<'i>> {
        let text = self.text().as_str();
        let is_only_slash = text == "/" && matches!(self, Self::Absolute(_));
        let has_segments = !text.is_empty() && !is_only_slash;
        let segments = text.strip_prefix('/').unwrap_or(text);
        has_segments.then(|| segments.split('/').map(Text::from)).into_iter().flatten()
    }
}

textual! {
    Host, host => host.as_str();
    IpLiteral, literal => literal.0;
    IpAddress, address => address.as_str();
    Path, path => path.text().as_str();
}

/// Serializes the segments under the name of the production.
#[cfg(feature = "serde")]
impl serde::Serialize for Path<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.production(), &self.segments().collect::<Vec<_>>())?;
        map.end()
    }
}
