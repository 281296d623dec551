//! Parts that the first generation and RFC 1738 share: hosts, logins and paths; and helpers that
//! build and display them.

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;

use crate::ast::borrowing::borrowing;
use crate::ast::text::{Digits, Text, textual};
use crate::base::address::parse_ipv4;
use crate::generated::rule::Rule;
use crate::parse::captures::{Captures, Place};

/// Makes a struct whose fields are read-only, so that it only contains values that a grammar
/// accepted. A method for each field returns its value. A struct that begins with `text` is a whole
/// input: it keeps the input, and prints it. Its `record` has the fields for serialization.
macro_rules! read_only {
    (
        $(#[$meta:meta])*
        pub struct $name:ident<$life:lifetime> {
            text, record,
            $($(#[doc = $doc:expr])* $(#[cfg_attr $cfg:tt])* pub $field:ident: $type:ty,)*
        }
    ) => {
        crate::ast::shared::read_only! {
            $(#[$meta])*
            pub struct $name<$life> {
                text,
                $($(#[doc = $doc])* pub $field: $type,)*
            }
        }

        #[cfg(feature = "serde")]
        crate::ast::whole_text::record! {
            $name, value, serializer => {
                #[derive(serde::Serialize)]
                #[allow(dead_code, reason = "some parts are not serialized")]
                struct SerializedFields<$life> {
                    $($(#[cfg_attr $cfg])* $field: $type,)*
                }
                serde::Serialize::serialize(&SerializedFields { $($field: value.$field),* }, serializer)
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident<$life:lifetime> {
            text,
            $($(#[doc = $doc:expr])* pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        pub struct $name<$life> {
            pub(crate) text: &$life str,
            $($(#[doc = $doc])* pub(crate) $field: $type,)*
        }

        impl<$life> $name<$life> {
            /// The whole text, unchanged from the input.
            #[inline]
            pub fn as_str(&self) -> &$life str {
                self.text
            }
        }

        crate::ast::shared::read_only! { @methods $name<$life> { $($(#[doc = $doc])* $field: $type,)* } }
        crate::ast::borrowing::borrowing! { $name { text, $($field),* } }
        crate::ast::whole_text::whole_text! { $name }

        impl crate::ast::owned::Owned<$name<'static>> {
            $(crate::ast::shared::read_only! { @owned $name $life $field: $type })*
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident<$life:lifetime> {
            $($(#[doc = $doc:expr])* $(#[cfg_attr $cfg:tt])* pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        pub struct $name<$life> {
            $($(#[doc = $doc])* $(#[cfg_attr $cfg])* pub(crate) $field: $type,)*
        }

        crate::ast::shared::read_only! { @methods $name<$life> { $($(#[doc = $doc])* $field: $type,)* } }
        crate::ast::borrowing::borrowing! { $name { $($field),* } }
    };
    // Every owned URL has these.
    (@owned $name:ident $life:lifetime scheme: $type:ty) => {};
    (@owned $name:ident $life:lifetime grammar: $type:ty) => {};
    (@owned $name:ident $life:lifetime $field:ident: $type:ty) => {
        #[doc = concat!("[`", stringify!($name), "::", stringify!($field), "`].")]
        pub fn $field<$life>(&$life self) -> $type {
            self.get().$field()
        }
    };
    (@methods $name:ident<$life:lifetime> { $($(#[doc = $doc:expr])* $field:ident: $type:ty,)* }) => {
        impl<$life> $name<$life> {
            $(
                $(#[doc = $doc])*
                #[inline]
                pub fn $field(&self) -> $type {
                    self.$field
                }
            )*
        }
    };
}
pub(crate) use read_only;

borrowing! { Hostname; Path; }
borrowing! { Host: Hostname(name), Hostnumber(number); }

/// `hostname`: a host by its name.
///
/// ```
/// use uri_lineage::Host;
/// use uri_lineage::rfc1738::HttpUrl;
///
/// let url = HttpUrl::parse("http://www.acl.lanl.gov/URI/archive/uri-archive.index.html")?;
/// assert!(matches!(url.hostport().host(), Host::Hostname(name) if name.labels().last().unwrap() == "gov"));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Hostname<'i>(pub(crate) Text<'i>);

impl<'i> Hostname<'i> {
    /// The name, unchanged from the input. In the first generation it may contain escapes.
    pub fn text(self) -> Text<'i> {
        self.0
    }

    /// The labels between the dots.
    pub fn labels(self) -> impl Iterator<Item = Text<'i>> {
        self.0.as_str().split('.').map(Text::from)
    }
}

/// `host`: a name or an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Host<'i> {
    /// A name.
    Hostname(Hostname<'i>),
    /// An address: four groups of digits.
    Hostnumber(&'i str),
}

impl<'i> Host<'i> {
    /// The host, unchanged from the input.
    pub fn as_str(self) -> &'i str {
        match self {
            Self::Hostname(name) => name.0.as_str(),
            Self::Hostnumber(number) => number,
        }
    }

    /// The address of a `hostnumber`, whose groups are decimal; `None` for a name, and if a group
    /// is larger than 255.
    ///
    /// ```
    /// use std::net::IpAddr;
    /// use uri_lineage::rfc1738::Url;
    ///
    /// let Url::Http(url) = Url::parse("http://127.0.0.1/")? else { panic!() };
    /// assert_eq!(url.hostport().host().ip_addr(), Some(IpAddr::from([127, 0, 0, 1])));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    pub fn ip_addr(self) -> Option<IpAddr> {
        match self {
            Self::Hostname(_) => None,
            Self::Hostnumber(number) => parse_ipv4(number),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn build(captures: &Captures<'i>) -> Self {
        match captures.at(Place::Host).unwrap_or((Rule::hostname, "")) {
            (Rule::hostnumber, number) => Self::Hostnumber(number),
            (_, name) => Self::Hostname(Hostname(name.into())),
        }
    }
}

read_only! {
    /// `hostport`: a host and an optional port.
    ///
    /// ```
    /// use uri_lineage::rfc1738::HttpUrl;
    ///
    /// let server = HttpUrl::parse("http://info.cern.ch:8000/imaginary/test")?.hostport();
    /// assert_eq!(server.host(), "info.cern.ch");
    /// assert_eq!(server.port_u16(), Some(8000));
    /// assert_eq!(server.to_string(), "info.cern.ch:8000");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Hostport<'i> {
        /// The host.
        pub host: Host<'i>,
        /// The port, if present.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub port: Option<Digits<'i>>,
    }
}

/// Implements `port_u16` for types with a port.
macro_rules! port_u16 {
    ($type:ident) => {
        impl $type<'_> {
            /// The port as a number; `None` if there is none, if it is empty, and also if it is greater
            /// than 65535. The [components](crate::Components::port_or_default) of the URL have the port
            /// to which a client connects.
            pub fn port_u16(&self) -> Option<u16> {
                self.port?.parse().ok()
            }
        }
    };
}
pub(crate) use port_u16;

port_u16!(Hostport);

impl<'i> Hostport<'i> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn build(captures: &Captures<'i>) -> Self {
        Self { host: Host::build(captures), port: captures.text(Rule::port) }
    }
}

read_only! {
    /// `login`: a host with an optional user and an optional password.
    ///
    /// ```
    /// use uri_lineage::rfc1738::FtpUrl;
    ///
    /// let login = FtpUrl::parse("ftp://foo:@host.com/")?.login();
    /// assert_eq!(login.user().unwrap(), "foo");
    /// assert_eq!(login.password().unwrap(), "");
    /// assert_eq!(login.hostport().host(), "host.com");
    /// assert_eq!(FtpUrl::parse("ftp://host.com/")?.login().user(), None);
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Login<'i> {
        /// The user name. Empty and absent user names differ (RFC 1738, section 3.1).
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub user: Option<Text<'i>>,
        /// The password; always absent if the user is absent.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub password: Option<Text<'i>>,
        /// The host and the optional port.
        pub hostport: Hostport<'i>,
    }
}

impl<'i> Login<'i> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn build(captures: &Captures<'i>) -> Self {
        Self {
            user: captures.text(Rule::user),
            password: captures.text(Rule::password),
            hostport: Hostport::build(captures),
        }
    }
}

/// A path: segments separated by slashes, without the slash in front of the first.
///
/// ```
/// use uri_lineage::rfc1738::FtpUrl;
///
/// let path = FtpUrl::parse("ftp://myname@host.dom/%2Fetc/motd")?.fpath().unwrap();
/// assert_eq!(path, "%2Fetc/motd");
/// let names: Vec<_> = path.segments().map(|segment| segment.decode_latin1()).collect();
/// assert_eq!(names, ["/etc", "motd"]);
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path<'i>(pub(crate) Text<'i>);

impl<'i> Path<'i> {
    /// The path, unchanged from the input.
    pub fn text(self) -> Text<'i> {
        self.0
    }

    /// The segments between the slashes; one empty segment for an empty path.
    pub fn segments(self) -> impl Iterator<Item = Text<'i>> {
        self.0.as_str().split('/').map(Text::from)
    }
}

impl<'i> From<Path<'i>> for Cow<'i, str> {
    fn from(path: Path<'i>) -> Self {
        path.0.as_str().into()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Path<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.segments())
    }
}

textual! {
    Hostname, name => name.0.as_str();
    Host, host => host.as_str();
    Path, path => path.0.as_str();
}

/// Writes a part with the mark in front of it, if the part is present.
pub(crate) fn write_marked<T: fmt::Display>(f: &mut fmt::Formatter<'_>, mark: &str, part: Option<T>) -> fmt::Result {
    match part {
        Some(part) => write!(f, "{mark}{part}"),
        None => Ok(()),
    }
}

/// A part with the mark in front of it, in two pieces, which are empty if the part is absent.
pub(crate) fn delimited<'p>(mark: &'p str, part: Option<&'p str>) -> [&'p str; 2] {
    part.map_or([""; 2], |part| [mark, part])
}

/// Implements `Display`, which writes the input, for types whose parts follow one another.
macro_rules! display {
    ($($type:ident, $self:ident, $f:ident => $body:expr;)*) => {$(
        impl std::fmt::Display for $type<'_> {
            #[inline]
            fn fmt(&self, $f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let $self = self;
                $body
            }
        }
    )*};
}
pub(crate) use display;

display! {
    Hostname, s, f => s.0.fmt(f);
    Host, s, f => f.write_str(s.as_str());
    Path, s, f => s.0.fmt(f);
    Hostport, s, f => {
        s.host.fmt(f)?;
        write_marked(f, ":", s.port)
    };
    Login, s, f => {
        write_marked(f, "", s.user)?;
        write_marked(f, ":", s.password)?;
        if s.user.is_some() {
            f.write_str("@")?;
        }
        s.hostport.fmt(f)
    };
}
