//! WAIS, section 3.9.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Hostport, display, read_only};
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::captures::CapturedSpans;

/// `waisurl`, section 3.9.
///
/// ```text
/// waisurl        = waisdatabase | waisindex | waisdoc
/// database       = *uchar
/// wtype          = *uchar
/// wpath          = *uchar
/// ```
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

crate::ast::owned::borrowing! { WaisUrl: Waisdatabase(url), Waisindex(url), Waisdoc(url); }

read_only! {
    /// `waisdatabase`.
    ///
    /// ```text
    /// waisdatabase   = "wais://" hostport "/" database
    /// ```
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
    ///
    /// ```text
    /// waisindex      = "wais://" hostport "/" database "?" search
    /// ```
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
    ///
    /// ```text
    /// waisdoc        = "wais://" hostport "/" database "/" wtype "/" wpath
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
        /// The document's identifier, "treated opaquely".
        pub wpath: Text<'i>,
    }
}

display! {
    WaisUrl, s, f => match s {
        Self::Waisdatabase(url) => url.fmt(f),
        Self::Waisindex(url) => url.fmt(f),
        Self::Waisdoc(url) => url.fmt(f),
    };
    Waisdatabase, s, f => write!(f, "wais://{}/{}", s.hostport, s.database);
    Waisindex, s, f => write!(f, "wais://{}/{}?{}", s.hostport, s.database, s.search);
    Waisdoc, s, f => write!(f, "wais://{}/{}/{}/{}", s.hostport, s.database, s.wtype, s.wpath);
}

impl<'i> SchemeUrl<'i> for WaisUrl<'i> {
    const SCHEME: &'static str = "wais";

    #[inline]
    fn build(captures: &impl CapturedSpans<'i>) -> Self {
        let hostport = Hostport::build(captures);
        let database = captures.required(Rule::database);
        match (captures.text(Rule::wpath), captures.text(Rule::search)) {
            (Some(wpath), _) => {
                Self::Waisdoc(Waisdoc { hostport, database, wtype: captures.required(Rule::wtype), wpath })
            }
            (None, Some(search)) => Self::Waisindex(Waisindex { hostport, database, search }),
            (None, None) => Self::Waisdatabase(Waisdatabase { hostport, database }),
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
