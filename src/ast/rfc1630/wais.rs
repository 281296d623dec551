//! WAIS. In draft 02 the identifier of a document is a path; in draft 03 and RFC 1630 it consists
//! of numbered fields.

use super::search::Search;
use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostport, Path, display, read_only, write_marked};
use crate::ast::text::{Digits, Text, textual};
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

/// `waisaddress`.
///
/// ```text
/// waisaddress            waisindex | waisdoc
/// database               xalphas
/// wtype                  xalphas
/// ```
///
/// ```
/// use uri_lineage::rfc1630::{Address, Url, WaisAddress};
///
/// let url = Url::parse("wais://quake.think.com/directory-of-servers")?;
/// assert!(matches!(url.address(), Address::Wais(WaisAddress::Waisindex(_))));
/// let url = Url::parse("wais://quake.think.com/directory-of-servers/WSRC/1=a;")?;
/// assert!(matches!(url.address(), Address::Wais(WaisAddress::Waisdoc(_))));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum WaisAddress<'i> {
    /// A database, with an optional query.
    Waisindex(Waisindex<'i>),
    /// A document.
    Waisdoc(Waisdoc<'i>),
}

read_only! {
    /// `waisindex`.
    ///
    /// ```text
    /// waisindex              w a i s : / / hostport / database [ ? search ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url, WaisAddress};
    ///
    /// let url = Url::parse("wais://quake.think.com/wais-discussion-archives?lynch")?;
    /// assert!(matches!(url.address(), Address::Wais(WaisAddress::Waisindex(index)) if index.search().is_some()));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Waisindex<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The database.
        pub database: Text<'i>,
        /// The words of a query.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub search: Option<Search<'i>>,
    }
}

read_only! {
    /// `waisdoc`.
    ///
    /// In draft 03 and RFC 1630:
    ///
    /// ```text
    /// waisdoc                w a i s : / / hostport / database / wtype / wpath
    /// ```
    ///
    /// In draft 02:
    ///
    /// ```text
    /// waisdoc                w a i s : // hostport / database / wtype / path
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url, WaisAddress};
    ///
    /// let url = Url::parse("wais://quake.think.com/wais-discussion-archives/TEXT/1=a;2=b;")?;
    /// assert!(matches!(url.address(), Address::Wais(WaisAddress::Waisdoc(doc)) if doc.wtype() == "TEXT"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Waisdoc<'i> {
        /// The server.
        pub hostport: Hostport<'i>,
        /// The database.
        pub database: Text<'i>,
        /// The type of the document.
        pub wtype: Text<'i>,
        /// The identifier of the document.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub document: Document<'i>,
    }
}

/// The identifier of a document in a WAIS database.
///
/// ```
/// use uri_lineage::rfc1630::{Address, Document, Url, WaisAddress};
///
/// fn document<'i>(url: &Url<'i>) -> Option<Document<'i>> {
///     let Address::Wais(WaisAddress::Waisdoc(doc)) = url.address() else { return None };
///     Some(doc.document())
/// }
///
/// assert!(matches!(document(&Url::parse("wais://host/database/TEXT/1=a;")?), Some(Document::Wpath(_))));
/// assert!(matches!(document(&Url::parse_draft_02("wais://host/database/TEXT/a")?), Some(Document::Path(_))));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Document<'i> {
    /// `wpath`, in draft 03 and RFC 1630: numbered fields.
    Wpath(Wpath<'i>),
    /// `path`, in draft 02.
    Path(Path<'i>),
}

/// `wpath`: the numbered fields of a WAIS identifier.
///
/// ```text
/// wpath                  digits = path ; [ wpath ]
/// ```
///
/// ```
/// use uri_lineage::rfc1630::{Address, Document, Url, WaisAddress, Wpath};
///
/// fn wpath<'i>(url: &Url<'i>) -> Option<Wpath<'i>> {
///     let Address::Wais(WaisAddress::Waisdoc(doc)) = url.address() else { return None };
///     if let Document::Wpath(wpath) = doc.document() { Some(wpath) } else { None }
/// }
///
/// let wpath = wpath(&Url::parse("wais://host/database/TEXT/1=host%3A210;2=database;")?).unwrap();
/// assert!(wpath.fields().map(|field| field.path()).eq(["host%3A210", "database"]));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

#[cfg(feature = "serde")]
impl serde::Serialize for Wpath<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.fields())
    }
}

read_only! {
    /// One field of a [`Wpath`].
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Document, Url, WaisAddress};
    ///
    /// fn field(url: &Url, number: &str) -> Option<String> {
    ///     let Address::Wais(WaisAddress::Waisdoc(doc)) = url.address() else { return None };
    ///     let Document::Wpath(wpath) = doc.document() else { return None };
    ///     wpath.fields().find(|field| field.digits() == number).map(|field| field.path().to_string())
    /// }
    ///
    /// let url = Url::parse("wais://quake.think.com/directory-of-servers/WSRC/1=a;3=proj/wais/b.src;")?;
    /// assert_eq!(field(&url, "3").unwrap(), "proj/wais/b.src");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct WpathField<'i> {
        /// The number of the field.
        pub digits: Digits<'i>,
        /// The content of the field.
        pub path: Path<'i>,
    }
}

crate::ast::borrowing::borrowing! { Wpath; }
crate::ast::borrowing::borrowing! {
    WaisAddress: Waisindex(index), Waisdoc(address);
    Document: Wpath(path), Path(path);
}

textual! {
    Wpath, path => path.0.as_str();
}

display! {
    WaisAddress, s, f => match s {
        Self::Waisindex(index) => index.fmt(f),
        Self::Waisdoc(document) => document.fmt(f),
    };
    Waisindex, s, f => {
        write!(f, "wais://{}/{}", s.hostport, s.database)?;
        write_marked(f, "?", s.search)
    };
    Waisdoc, s, f => write!(f, "wais://{}/{}/{}/{}", s.hostport, s.database, s.wtype, s.document);
    Document, s, f => match s {
        Self::Wpath(wpath) => wpath.fmt(f),
        Self::Path(path) => path.fmt(f),
    };
    Wpath, s, f => s.0.fmt(f);
    WpathField, s, f => write!(f, "{}={};", s.digits, s.path);
}

impl<'i> SchemeUrl<'i> for WaisAddress<'i> {
    const SCHEME: &'static str = "wais";

    /// Builds from the spans of `waisindex` or `waisdoc`.
    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        let hostport = Hostport::build(captures);
        let database = captures.required(Rule::database);
        match captures.text(Rule::wtype) {
            None => Self::Waisindex(Waisindex { hostport, database, search: Search::build(captures) }),
            Some(wtype) => Self::Waisdoc(Waisdoc {
                hostport,
                database,
                wtype,
                document: match captures.text(Rule::wpath) {
                    Some(wpath) => Document::Wpath(Wpath(wpath)),
                    None => Document::Path(Path(captures.required(Rule::path))),
                },
            }),
        }
    }

    fn components(&self) -> Components<'i> {
        let components = Components::new(Self::SCHEME);
        match *self {
            Self::Waisindex(index) => {
                components.at(index.hostport).path(index.database.as_str()).query(index.search.map(Search::text))
            }
            Self::Waisdoc(address) => components
                .at(address.hostport)
                .path(format!("{}/{}/{}", address.database, address.wtype, address.document)),
        }
    }
}
