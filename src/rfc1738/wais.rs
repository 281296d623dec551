//! WAIS, section 3.9.

use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::{endpoint, octets};
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::error::RequestError;
use crate::request::protocols;
use crate::request::steps::Request;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Hostport, display, read_only};
use crate::text::Text;

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

crate::owned::borrowing! { WaisUrl: Waisdatabase(url), Waisindex(url), Waisdoc(url); }

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
        Self::Waisdatabase(u) => u.fmt(f),
        Self::Waisindex(u) => u.fmt(f),
        Self::Waisdoc(u) => u.fmt(f),
    };
    Waisdatabase, s, f => write!(f, "wais://{}/{}", s.hostport, s.database);
    Waisindex, s, f => write!(f, "wais://{}/{}?{}", s.hostport, s.database, s.search);
    Waisdoc, s, f => write!(f, "wais://{}/{}/{}/{}", s.hostport, s.database, s.wtype, s.wpath);
}

impl<'i> SchemeUrl<'i> for WaisUrl<'i> {
    const SCHEME: &'static str = "wais";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
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
        let view = Components::new(Self::SCHEME);
        match *self {
            Self::Waisdatabase(u) => view.at(u.hostport).path(u.database.as_str()),
            Self::Waisindex(u) => view.at(u.hostport).path(u.database.as_str()).query(Some(u.search)),
            Self::Waisdoc(u) => view.at(u.hostport).path(format!("{}/{}/{}", u.database, u.wtype, u.wpath)),
        }
    }

    fn parts(&self) -> Option<Parts> {
        Some(match *self {
            Self::Waisdatabase(u) => {
                Parts::Wais { endpoint: endpoint(u.hostport)?, database: octets(u.database), search: None }
            }
            Self::Waisindex(u) => Parts::Wais {
                endpoint: endpoint(u.hostport)?,
                database: octets(u.database),
                search: Some(octets(u.search)),
            },
            Self::Waisdoc(u) => Parts::Waisdoc {
                endpoint: endpoint(u.hostport)?,
                database: octets(u.database),
                wtype: octets(u.wtype),
                wpath: octets(u.wpath),
            },
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        Ok(Some(match parts {
            Parts::Wais { endpoint, database, search } => {
                let database = writer.part("database", database)?;
                format!("wais://{}/{database}{}", writer.endpoint(endpoint), writer.marked_part("?", "search", search)?)
            }
            Parts::Waisdoc { endpoint, database, wtype, wpath } => format!(
                "wais://{}/{}/{}/{}",
                writer.endpoint(endpoint),
                writer.part("database", database)?,
                writer.part("wtype", wtype)?,
                writer.part("wpath", wpath)?
            ),
            _ => return Ok(None),
        }))
    }

    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        match *self {
            Self::Waisdatabase(u) => protocols::wais(u.hostport, u.database, None, None),
            Self::Waisindex(u) => protocols::wais(u.hostport, u.database, Some(u.search.octets()), None),
            Self::Waisdoc(u) => protocols::wais(u.hostport, u.database, None, Some((u.wtype, u.wpath))),
        }
    }
}
