//! WAIS, section 3.9.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostport, read_only};
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

/// `waisurl`, section 3.9.
///
/// ```text
/// waisurl        = waisdatabase | waisindex | waisdoc
/// database       = *uchar
/// wtype          = *uchar
/// wpath          = *uchar
/// ```
///
/// ```
/// use uri_lineage::rfc1738::WaisUrl;
///
/// let search = |text| match WaisUrl::parse(text).unwrap() {
///     WaisUrl::Waisindex(url) => Some(url.search()),
///     WaisUrl::Waisdatabase(_) | WaisUrl::Waisdoc(_) => None,
/// };
/// assert_eq!(search("wais://quake.think.com/wais-discussion-archives?lynch").unwrap(), "lynch");
/// assert_eq!(search("wais://quake.think.com/wais-discussion-archives"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WaisUrl<'i> {
    /// A database.
    Waisdatabase(Waisdatabase<'i>),
    /// A search in it.
    Waisindex(Waisindex<'i>),
    /// A document in it.
    Waisdoc(Waisdoc<'i>),
}

crate::ast::borrowing::borrowing! { WaisUrl: Waisdatabase(url), Waisindex(url), Waisdoc(url); }

read_only! {
    /// `waisdatabase`.
    ///
    /// ```text
    /// waisdatabase   = "wais://" hostport "/" database
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::WaisUrl;
    ///
    /// let url = WaisUrl::parse("wais://quake.think.com:210/directory-of-servers")?;
    /// assert!(matches!(url, WaisUrl::Waisdatabase(url) if url.database() == "directory-of-servers"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Waisdatabase<'i> {
        text,
        record,
        /// The server.
        pub hostport: Hostport<'i>,
        /// The database.
        pub database: Text<'i>,
    }
}

read_only! {
    /// `waisindex`.
    ///
    /// ```text
    /// waisindex      = "wais://" hostport "/" database "?" search
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::WaisUrl;
    ///
    /// let url = WaisUrl::parse("wais://quake.think.com/directory-of-servers?molecular%20biology")?;
    /// assert!(matches!(url, WaisUrl::Waisindex(url) if url.search().decode_latin1() == "molecular biology"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Waisindex<'i> {
        text,
        record,
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
    ///
    /// ```text
    /// waisdoc        = "wais://" hostport "/" database "/" wtype "/" wpath
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::WaisUrl;
    ///
    /// let url = WaisUrl::parse("wais://quake.think.com/directory-of-servers/WSRC/a.src")?;
    /// assert!(matches!(url, WaisUrl::Waisdoc(url) if url.wtype() == "WSRC" && url.wpath() == "a.src"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Waisdoc<'i> {
        text,
        record,
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

impl<'i> WaisUrl<'i> {
    /// The whole text, unchanged from the input.
    pub fn as_str(&self) -> &'i str {
        match self {
            Self::Waisdatabase(url) => url.text,
            Self::Waisindex(url) => url.text,
            Self::Waisdoc(url) => url.text,
        }
    }
}

crate::ast::whole_text::whole_text! { WaisUrl }

#[cfg(feature = "serde")]
crate::ast::whole_text::record! {
    WaisUrl, url, serializer => match url {
        WaisUrl::Waisdatabase(url) => serializer.serialize_newtype_variant("WaisUrl", 0, "waisdatabase", &url.record()),
        WaisUrl::Waisindex(url) => serializer.serialize_newtype_variant("WaisUrl", 1, "waisindex", &url.record()),
        WaisUrl::Waisdoc(url) => serializer.serialize_newtype_variant("WaisUrl", 2, "waisdoc", &url.record()),
    }
}

impl<'i> SchemeUrl<'i> for WaisUrl<'i> {
    const SCHEME: &'static str = "wais";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        let (text, hostport) = (captures.whole(), Hostport::build(captures));
        let database = captures.required(Rule::database);
        match (captures.text(Rule::wpath), captures.text(Rule::search)) {
            (Some(wpath), _) => {
                Self::Waisdoc(Waisdoc { text, hostport, database, wtype: captures.required(Rule::wtype), wpath })
            }
            (None, Some(search)) => Self::Waisindex(Waisindex { text, hostport, database, search }),
            (None, None) => Self::Waisdatabase(Waisdatabase { text, hostport, database }),
        }
    }

    fn components(&self) -> Components<'i> {
        let components = Components::new(Self::SCHEME);
        match *self {
            Self::Waisdatabase(url) => components.at(url.hostport).path(url.database.as_str()),
            Self::Waisindex(url) => components.at(url.hostport).path(url.database.as_str()).query(Some(url.search)),
            Self::Waisdoc(url) => {
                components.at(url.hostport).path(format!("{}/{}/{}", url.database, url.wtype, url.wpath))
            }
        }
    }
}
