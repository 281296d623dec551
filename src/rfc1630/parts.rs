//! Parts of the addresses that only this generation has.

use crate::shared::read_only;
use crate::shared::{Host, Path};
use crate::text::{Digits, Octets, Text};

crate::owned::borrowing! { Search; Group; Wpath; }
crate::owned::borrowing! {
    Ftptype: A(code), E(code), I, L(size);
    Groupart: All, Group(group), Article(article);
    Command: Gcommand(path), Selector(path);
    Document: Wpath(path), Path(path);
}
crate::owned::plain!(Formcode);

/// `search`: words, with plus signs between them.
///
/// "Within the query string, the plus sign is reserved as shorthand notation for a space" (RFC 1630, "Query strings").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Search<'i>(pub(crate) Text<'i>);

impl<'i> Search<'i> {
    /// The search, unchanged from the input.
    pub fn text(self) -> Text<'i> {
        self.0
    }

    /// The words between the plus signs. If `xalpha` also contains the plus sign, a word may be empty.
    pub fn words(self) -> impl Iterator<Item = Text<'i>> {
        self.0.as_str().split('+').map(Text::from)
    }

    /// The search string: the decoded words, with spaces between them.
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let Address::Http(url) = Url::parse("http://host/a?b+c%2Bd")?.address() else { panic!() };
    /// assert_eq!(url.search().unwrap().octets().0, b"b c+d");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    pub fn octets(self) -> Octets {
        Octets(self.words().map(|word| word.octets().into_owned()).collect::<Vec<_>>().join(&b' '))
    }
}

/// `ftptype`: how FTP transfers the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ftptype<'i> {
    /// ASCII.
    A(Formcode),
    /// EBCDIC.
    E(Formcode),
    /// Image.
    I,
    /// Local, with the size of a byte in bits.
    L(Digits<'i>),
}

/// `formcode`: vertical format control, by RFC 959.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Formcode {
    /// Non-print.
    N,
    /// Telnet format effectors.
    T,
    /// Carriage control.
    C,
}

/// `groupart`: the groups or the article of a news address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Groupart<'i> {
    /// `*`: all groups.
    #[cfg_attr(feature = "serde", serde(rename = "*"))]
    All,
    /// A group.
    #[cfg_attr(feature = "serde", serde(rename = "group"))]
    Group(Group<'i>),
    /// An article.
    #[cfg_attr(feature = "serde", serde(rename = "article"))]
    Article(Article<'i>),
}

/// `group`: the name of a news group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Group<'i>(pub(crate) Text<'i>);

impl<'i> Group<'i> {
    /// The name, unchanged from the input.
    pub fn text(self) -> Text<'i> {
        self.0
    }

    /// The labels between the dots.
    pub fn labels(self) -> impl Iterator<Item = Text<'i>> {
        self.0.as_str().split('.').map(Text::from)
    }
}

read_only! {
    /// `article`: a message identifier. Split at the last `@` with a host after it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Article<'i> {
        /// The text in front of the `@`.
        pub xalphas: Text<'i>,
        /// The text after it.
        pub host: Host<'i>,
    }
}

/// `addr-spec`: a message identifier, written as `article` writes one.
pub type AddrSpec<'i> = Article<'i>;

read_only! {
    /// The item of a gopher address.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct GopherItem<'i> {
        /// The type: one character, an escape counting as one.
        pub gtype: Text<'i>,
        /// The text that is sent to the server.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub command: Command<'i>,
    }
}

/// The text that is sent to a Gopher server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Command<'i> {
    /// `gcommand`, in draft 03 and RFC 1630: the selector with any search and Gopher+ syntax.
    Gcommand(Path<'i>),
    /// `selector`, in draft 02.
    Selector(Path<'i>),
}

impl<'i> Command<'i> {
    /// The selector, and what follows the first two encoded tabs of a `gcommand`: a search and a Gopher+ string.
    ///
    /// A `selector` of draft 02 has neither.
    pub(crate) fn divided(self) -> (Text<'i>, Option<Text<'i>>, Option<Text<'i>>) {
        match self {
            Self::Selector(selector) => (selector.text(), None, None),
            Self::Gcommand(command) => {
                let mut parts = command.text().as_str().splitn(3, "%09").map(Text::from);
                (parts.next().unwrap_or_default(), parts.next(), parts.next())
            }
        }
    }
}

/// The identifier of a document in a WAIS database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Document<'i> {
    /// `wpath`, in draft 03 and RFC 1630: numbered fields.
    Wpath(Wpath<'i>),
    /// `path`, in draft 02.
    Path(Path<'i>),
}

/// `wpath`: the numbered fields of a WAIS identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wpath<'i>(pub(crate) Text<'i>);

impl<'i> Wpath<'i> {
    /// The text of all fields, unchanged from the input.
    pub fn text(self) -> Text<'i> {
        self.0
    }

    /// The fields in order. Neither a path nor digits contain a semicolon or an equals sign.
    pub fn fields(self) -> impl Iterator<Item = WpathField<'i>> {
        self.0.as_str().split_terminator(';').map(|field| {
            let (digits, path) = field.split_once('=').unwrap_or((field, ""));
            WpathField { digits: digits.into(), path: Path(path.into()) }
        })
    }
}

read_only! {
    /// One field of a [`Wpath`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct WpathField<'i> {
        /// The number of the field.
        pub digits: Digits<'i>,
        /// The content of the field.
        pub path: Path<'i>,
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use serde::{Serialize, Serializer};

    use crate::rfc1630::parts::{Ftptype, Search, Wpath};

    /// Serializes as text: the letters before a `formcode` have no production.
    impl Serialize for Ftptype<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    impl Serialize for Search<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.words())
        }
    }

    impl Serialize for Wpath<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.fields())
        }
    }
}
