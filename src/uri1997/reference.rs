//! The structs.

use crate::shared::Hostname;
use crate::shared::read_only;
use crate::text::{Digits, Text};

crate::owned::borrowing! { Authority; Path; Segment; }
crate::owned::borrowing! {
    UriReference: Url(url), Urn(urn);
    Url: Absolute(url), Relative(url);
    Hierarchy: NetPath { site, abs_path }, AbsPath(path), RelPath(path);
    Site: Server(server), Authority(authority);
    Host: Hostname(name), IPv4address(address);
}

/// `URI-reference`, Appendix A of the URI draft.
///
/// ```
/// use uri_lineage::uri1997::{UriReference, Url};
///
/// let UriReference::Url(reference) = UriReference::parse("../x?y#z")? else { panic!() };
/// let Some(Url::Relative(url)) = reference.url() else { panic!() };
/// assert_eq!(url.query().unwrap().as_str(), "y");
/// assert_eq!(reference.fragment().unwrap().as_str(), "z");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum UriReference<'i> {
    /// `URL-reference`.
    Url(UrlReference<'i>),
    /// `URN-reference`.
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
    /// `URL-reference`, section 2.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct UrlReference<'i> {
        /// The URL; none in a reference to the current document.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub url: Option<Url<'i>>,
        /// What follows the hash sign.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub fragment: Option<Text<'i>>,
    }
}

/// The URL in a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Url<'i> {
    /// `absoluteURL`, read as a `generic-URL`.
    Absolute(AbsoluteUrl<'i>),
    /// `relativeURL`.
    Relative(RelativeUrl<'i>),
}

read_only! {
    /// `absoluteURL`, section 3.2: a scheme and what follows its colon.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct AbsoluteUrl<'i> {
        /// The scheme.
        pub scheme: &'i str,
        /// What follows the colon.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub relative: RelativeUrl<'i>,
    }
}

read_only! {
    /// `relativeURL`, section 4.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct RelativeUrl<'i> {
        /// What the regular expression of Appendix B takes for the scheme of a reference although it cannot be one: the
        /// `~` of `~:a`, which the productions derive only as the beginning of a path.
        #[cfg_attr(feature = "serde", serde(rename = "scheme", skip_serializing_if = "Option::is_none"))]
        pub mistaken_scheme: Option<&'i str>,
        /// Site and path.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub hierarchy: Hierarchy<'i>,
        /// What follows the question mark.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub query: Option<Text<'i>>,
    }
}

/// The three forms of a `relativeURL`, without its query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Hierarchy<'i> {
    /// `net_path`: a site, and perhaps a path that begins with a slash.
    #[cfg_attr(feature = "serde", serde(rename = "net_path"))]
    NetPath {
        /// The site.
        site: Site<'i>,
        /// The path, its slash included.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        abs_path: Option<Path<'i>>,
    },
    /// `abs_path`: a path that begins with a slash.
    #[cfg_attr(feature = "serde", serde(rename = "abs_path"))]
    AbsPath(Path<'i>),
    /// `rel_path`: any other path, the empty one too.
    #[cfg_attr(feature = "serde", serde(rename = "rel_path"))]
    RelPath(Path<'i>),
}

/// `site`, section 3.3.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Site<'i> {
    /// A server on the Internet.
    Server(Server<'i>),
    /// Any other naming authority; an empty one too.
    Authority(Authority<'i>),
}

/// `authority`: a naming authority that is no server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Authority<'i>(pub(crate) Text<'i>);

impl<'i> Authority<'i> {
    /// The name as it stands in the input.
    pub fn text(self) -> Text<'i> {
        self.0
    }
}

read_only! {
    /// `server`, section 3.3.1.
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
    /// `hostport`, section 3.3.1.
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

/// `host`, section 3.3.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Host<'i> {
    /// By name, perhaps with a dot at the end.
    #[cfg_attr(feature = "serde", serde(rename = "hostname"))]
    Hostname(Hostname<'i>),
    /// By address: four groups of digits.
    IPv4address(&'i str),
}

impl<'i> Host<'i> {
    /// The host as it stands in the input.
    pub fn as_str(self) -> &'i str {
        match self {
            Self::Hostname(name) => name.text().as_str(),
            Self::IPv4address(address) => address,
        }
    }
}

/// A path, section 3.3.2, with the slash at its beginning if there is one.
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

    use crate::uri1997::reference::{Path, Segment};

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
