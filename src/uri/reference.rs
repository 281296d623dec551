//! The structs.

use crate::shared::Hostname;
use crate::shared::read_only;
use crate::text::{Digits, Text};

crate::owned::borrowing! { RegName; Path; Segment; }
crate::owned::borrowing! {
    UriReference: Uri(reference), Urn(urn);
    Uri: Absolute(uri), Relative(uri);
    Hierarchy: NetPath { authority, abs_path }, AbsPath(path), RelPath(path), OpaquePart(path);
    Authority: Server(server), RegName(name);
    Host: Hostname(name), IPv4address(address), IPv6address(address), IPvFuture(address), RegName(name);
}

/// `URI-reference`, Appendix A.
///
/// ```
/// use uri_lineage::uri::{Uri, UriReference};
///
/// let UriReference::Uri(reference) = UriReference::parse("../x?y#z")? else { panic!() };
/// let Some(Uri::Relative(uri)) = reference.uri() else { panic!() };
/// assert_eq!(uri.query().unwrap().as_str(), "y");
/// assert_eq!(reference.fragment().unwrap().as_str(), "z");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum UriReference<'i> {
    /// A reference; in 1997 a `URL-reference`.
    Uri(Reference<'i>),
    /// `URN-reference`, which the drafts of 1997 alone have.
    Urn(UrnReference<'i>),
}

read_only! {
    /// `URN-reference`: a name by RFC 2141.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct UrnReference<'i> {
        /// `URN-nid`: the namespace.
        #[cfg_attr(feature = "serde", serde(rename = "URN-nid"))]
        pub nid: &'i str,
        /// `URN-nss`: the name in it.
        #[cfg_attr(feature = "serde", serde(rename = "URN-nss"))]
        pub nss: Text<'i>,
    }
}

read_only! {
    /// A URI, absolute or relative, and perhaps a fragment: `URL-reference` in 1997, `URI-reference` since.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Reference<'i> {
        /// The URI; none in a reference to the current document, which has no production until RFC 3986.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub uri: Option<Uri<'i>>,
        /// What follows the hash sign.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub fragment: Option<Text<'i>>,
    }
}

/// The URI in a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Uri<'i> {
    /// `absoluteURL` in 1997, read as a `generic-URL`; `absoluteURI` in RFC 2396; `URI` in RFC 3986.
    Absolute(AbsoluteUri<'i>),
    /// `relativeURL` in 1997, `relativeURI` in RFC 2396, `relative-ref` in RFC 3986.
    Relative(RelativeUri<'i>),
}

read_only! {
    /// A scheme and what follows its colon, but for the fragment.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct AbsoluteUri<'i> {
        /// The scheme.
        pub scheme: &'i str,
        /// What follows the colon.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub relative: RelativeUri<'i>,
    }
}

read_only! {
    /// What stands between the scheme and the fragment.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct RelativeUri<'i> {
        /// What the regular expression of Appendix B takes for the scheme of a reference although it cannot be one: the
        /// `~` of `~:a`, which the productions of 1997 derive only as the beginning of a path. No later document has it.
        #[cfg_attr(feature = "serde", serde(rename = "scheme", skip_serializing_if = "Option::is_none"))]
        pub mistaken_scheme: Option<&'i str>,
        /// Authority and path.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub hierarchy: Hierarchy<'i>,
        /// What follows the question mark.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub query: Option<Text<'i>>,
    }
}

/// Authority and path, in the forms that the documents tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Hierarchy<'i> {
    /// `net_path`: an authority, and perhaps a path that begins with a slash.
    #[cfg_attr(feature = "serde", serde(rename = "net_path"))]
    NetPath {
        /// What follows the two slashes.
        authority: Authority<'i>,
        /// The path, its slash included.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        abs_path: Option<Path<'i>>,
    },
    /// `abs_path`, `path-absolute` in RFC 3986: a path that begins with a slash.
    #[cfg_attr(feature = "serde", serde(rename = "abs_path"))]
    AbsPath(Path<'i>),
    /// `rel_path`, `path-noscheme`, `path-rootless` or `path-empty` in RFC 3986: any other path, the empty one too.
    #[cfg_attr(feature = "serde", serde(rename = "rel_path"))]
    RelPath(Path<'i>),
    /// `opaque_part` in RFC 2396, up to its first question mark, where Appendix B has the query begin.
    #[cfg_attr(feature = "serde", serde(rename = "opaque_part"))]
    OpaquePart(Path<'i>),
}

/// `authority`; in 1997 `site`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Authority<'i> {
    /// A server on the Internet; in RFC 3986 every authority.
    #[cfg_attr(feature = "serde", serde(rename = "server"))]
    Server(Server<'i>),
    /// Any other naming authority; an empty one too. `authority` in 1997, `reg_name` in RFC 2396.
    #[cfg_attr(feature = "serde", serde(rename = "reg_name"))]
    RegName(RegName<'i>),
}

/// A registered name: a naming authority that is no server, or a host of RFC 3986 that is no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct RegName<'i>(pub(crate) Text<'i>);

impl<'i> RegName<'i> {
    /// The name as it stands in the input.
    pub fn text(self) -> Text<'i> {
        self.0
    }
}

read_only! {
    /// `server`; `authority` in RFC 3986.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Server<'i> {
        /// What stands before the `@`; an empty one is not the same as none.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub userinfo: Option<Text<'i>>,
        /// The host and perhaps the port.
        pub hostport: Hostport<'i>,
    }
}

read_only! {
    /// `hostport`: a host and perhaps a port.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Hostport<'i> {
        /// The host.
        pub host: Host<'i>,
        /// The port; its digits may be none.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub port: Option<Digits<'i>>,
    }
}

/// `host`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Host<'i> {
    /// By name, perhaps with a dot at the end.
    #[cfg_attr(feature = "serde", serde(rename = "hostname"))]
    Hostname(Hostname<'i>),
    /// By address: four groups of digits.
    IPv4address(&'i str),
    /// By address, in its brackets: since RFC 2732.
    IPv6address(&'i str),
    /// By an address of a version to come, in its brackets: RFC 3986.
    IPvFuture(&'i str),
    /// By a registered name, an empty one too: RFC 3986, for all that is no address.
    #[cfg_attr(feature = "serde", serde(rename = "reg-name"))]
    RegName(RegName<'i>),
}

impl<'i> Host<'i> {
    /// The host as it stands in the input.
    pub fn as_str(self) -> &'i str {
        match self {
            Self::Hostname(name) => name.text().as_str(),
            Self::RegName(name) => name.text().as_str(),
            Self::IPv4address(address) | Self::IPv6address(address) | Self::IPvFuture(address) => address,
        }
    }
}

/// A path, with the slash at its beginning if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path<'i>(pub(crate) Text<'i>);

impl<'i> Path<'i> {
    /// The path as it stands in the input.
    pub fn text(self) -> Text<'i> {
        self.0
    }

    /// Whether a slash stands at its beginning.
    pub fn is_absolute(self) -> bool {
        self.0.as_str().starts_with('/')
    }

    /// What stands between the slashes, after the one at the beginning; one empty segment for an empty path.
    pub fn segments(self) -> impl Iterator<Item = Segment<'i>> {
        let text = self.0.as_str();
        text.strip_prefix('/').unwrap_or(text).split('/').map(|segment| Segment(segment.into()))
    }
}

/// `segment` of a path, with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Segment<'i>(Text<'i>);

impl<'i> Segment<'i> {
    /// The segment as it stands in the input, parameters included.
    pub fn text(self) -> Text<'i> {
        self.0
    }

    /// What stands before the first semicolon.
    pub fn name(self) -> Text<'i> {
        self.0.as_str().split(';').next().unwrap_or_default().into()
    }

    /// `param`: what follows each semicolon.
    pub fn params(self) -> impl Iterator<Item = Text<'i>> {
        self.0.as_str().split(';').skip(1).map(Text::from)
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use serde::ser::SerializeStruct;
    use serde::{Serialize, Serializer};

    use crate::uri::reference::{Path, Segment};

    impl Serialize for Path<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.segments())
        }
    }

    /// A segment without parameters is its text; one with them `{"segment": "a", "param": ["b"]}`.
    impl Serialize for Segment<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if self.params().next().is_none() {
                return self.text().serialize(serializer);
            }
            let mut map = serializer.serialize_struct("segment", 2)?;
            map.serialize_field("segment", &self.name())?;
            map.serialize_field("param", &self.params().collect::<Vec<_>>())?;
            map.end()
        }
    }
}
