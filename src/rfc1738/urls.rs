//! The structs, one for each scheme.

use crate::shared::read_only;
use crate::shared::{Host, Hostport, Login, Path};
use crate::text::{Digits, Text};

crate::owned::borrowing! { Fields; }
crate::owned::borrowing! {
    Grouppart: All, Group(group), Article(article);
    WaisUrl: Waisdatabase(url), Waisindex(url), Waisdoc(url);
    Schemepart: Ip(part), Text(text);
}
crate::owned::plain!(Ftptype);

read_only! {
    /// `httpurl`, section 3.3.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct HttpUrl<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The path, without its first slash.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub hpath: Option<Path<'i>>,
        /// The query; never without a path.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Text<'i>>,
    }
}

read_only! {
    /// `ftpurl`, section 3.2.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct FtpUrl<'i> {
        /// The server and the login.
        pub login: Login<'i>,
        /// Directories and a file name, without the first slash.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub fpath: Option<Path<'i>>,
        /// The type code; never without a path.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub ftptype: Option<Ftptype>,
    }
}

/// `ftptype`: the type code of an FTP URL, section 3.2.2. Either case is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Ftptype {
    /// `A`: ASCII.
    A,
    /// `I`: image.
    I,
    /// `D`: a directory listing.
    D,
    /// `a`, as `A`.
    #[cfg_attr(feature = "serde", serde(rename = "a"))]
    LowerA,
    /// `i`, as `I`.
    #[cfg_attr(feature = "serde", serde(rename = "i"))]
    LowerI,
    /// `d`, as `D`.
    #[cfg_attr(feature = "serde", serde(rename = "d"))]
    LowerD,
}

read_only! {
    /// `fileurl`, section 3.10.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct FileUrl<'i> {
        /// The host; if absent, or `localhost`, the machine that interprets the URL.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub host: Option<Host<'i>>,
        /// Directories and a file name.
        pub fpath: Path<'i>,
    }
}

read_only! {
    /// `gopherurl`, section 3.4.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct GopherUrl<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// Whether a slash follows the host. With an item it is always present.
        #[cfg_attr(feature = "serde", serde(skip))]
        pub slash: bool,
        /// The item, unless it is the server's top directory.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub item: Option<GopherItem<'i>>,
    }
}

read_only! {
    /// The item of a gopher URL.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct GopherItem<'i> {
        /// The type: one character, an escape counting as one.
        pub gtype: Text<'i>,
        /// The selector string.
        pub selector: Text<'i>,
        /// The text after the first `%09` that begins a search.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub search: Option<GopherSearch<'i>>,
    }
}

read_only! {
    /// The search of a gopher URL, sections 3.4.2 and 3.4.3.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct GopherSearch<'i> {
        /// The search string; empty if the item has only a Gopher+ string.
        pub search: Text<'i>,
        /// `gopher+_string`: what follows the `%09` that ends the search.
        #[cfg_attr(feature = "serde", serde(rename = "gopher+_string", skip_serializing_if = "Option::is_none"))]
        pub gopher_plus_string: Option<Text<'i>>,
    }
}

read_only! {
    /// `mailtourl`, section 3.5.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct MailtoUrl<'i> {
        /// The address, encoded.
        pub encoded822addr: Text<'i>,
    }
}

read_only! {
    /// `newsurl`, section 3.6.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct NewsUrl<'i> {
        /// All groups, a group or an article.
        pub grouppart: Grouppart<'i>,
    }
}

/// `grouppart`: the groups or the article of a news URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Grouppart<'i> {
    /// `*`: "all available news groups".
    #[cfg_attr(feature = "serde", serde(rename = "*"))]
    All,
    /// A group.
    #[cfg_attr(feature = "serde", serde(rename = "group"))]
    Group(&'i str),
    /// An article.
    #[cfg_attr(feature = "serde", serde(rename = "article"))]
    Article(Article<'i>),
}

read_only! {
    /// `article`: a message identifier.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Article<'i> {
        /// The text in front of the `@`: `unique` in section 3.6.
        pub unique: Text<'i>,
        /// The text after it.
        pub host: Host<'i>,
    }
}

/// Serializes as text: the text in front of the `@` has no production.
#[cfg(feature = "serde")]
impl serde::Serialize for Article<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

read_only! {
    /// `nntpurl`, section 3.7.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct NntpUrl<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The group.
        pub group: &'i str,
        /// The number of the article in it.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub digits: Option<Digits<'i>>,
    }
}

read_only! {
    /// `telneturl`, section 3.8.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct TelnetUrl<'i> {
        /// The server and the login.
        pub login: Login<'i>,
        /// Whether the last slash is present: it "may be omitted".
        #[cfg_attr(feature = "serde", serde(skip))]
        pub slash: bool,
    }
}

/// `waisurl`, section 3.9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum WaisUrl<'i> {
    /// A database.
    Waisdatabase(Waisdatabase<'i>),
    /// A search in it.
    Waisindex(Waisindex<'i>),
    /// A document in it.
    Waisdoc(Waisdoc<'i>),
}

read_only! {
    /// `waisdatabase`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Waisdatabase<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The database.
        pub database: Text<'i>,
    }
}

read_only! {
    /// `waisindex`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Waisindex<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The database.
        pub database: Text<'i>,
        /// The query.
        pub search: Text<'i>,
    }
}

read_only! {
    /// `waisdoc`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Waisdoc<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The database.
        pub database: Text<'i>,
        /// The type of the document.
        pub wtype: Text<'i>,
        /// The document's identifier, "treated opaquely".
        pub wpath: Text<'i>,
    }
}

read_only! {
    /// `prosperourl`, section 3.11.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct ProsperoUrl<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The name of the object on that host.
        pub ppath: Path<'i>,
        /// Fields and values, each after a semicolon.
        #[cfg_attr(feature = "serde", serde(rename = "fieldspec"))]
        pub fields: Fields<'i>,
    }
}

/// The `fieldspec`s of a Prospero URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fields<'i>(pub(crate) &'i str);

impl<'i> Fields<'i> {
    /// The fields in order. Neither a name nor a value contains a semicolon or an equals sign.
    pub fn iter(self) -> impl Iterator<Item = Fieldspec<'i>> {
        self.0.split(';').skip(1).map(|field| {
            let (fieldname, fieldvalue) = field.split_once('=').unwrap_or((field, ""));
            Fieldspec { fieldname: fieldname.into(), fieldvalue: fieldvalue.into() }
        })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Fields<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

read_only! {
    /// `fieldspec`: a field of a Prospero link and its value.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Fieldspec<'i> {
        /// The field.
        pub fieldname: Text<'i>,
        /// Its value.
        pub fieldvalue: Text<'i>,
    }
}

read_only! {
    /// `genericurl`: the general syntax of any scheme, section 2.1.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct GenericUrl<'i> {
        /// The scheme.
        pub scheme: &'i str,
        /// The text after the colon.
        pub schemepart: Schemepart<'i>,
    }
}

/// `schemepart`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Schemepart<'i> {
    /// `ip-schemepart`: the common Internet scheme syntax, section 3.1.
    Ip(IpSchemepart<'i>),
    /// Any other text.
    Text(Text<'i>),
}

read_only! {
    /// `ip-schemepart`, section 3.1.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct IpSchemepart<'i> {
        /// The server and the login.
        pub login: Login<'i>,
        /// The text after the slash.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub urlpath: Option<Text<'i>>,
    }
}
