//! News, sections 3.6 and 3.7: `news` from the client's own server, `nntp` from a named one.

use std::fmt::Display;

use crate::captures::{Found, Place};
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::{endpoint, number, octets};
use crate::compose::writer::{Composed, Writer};
use crate::grammar::Grammar;
use crate::request::error::RequestError;
use crate::request::fields::server;
use crate::request::protocols;
use crate::request::steps::Request;
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Host, Hostport, display, read_only, write_marked};
use crate::text::{Digits, Octets, Text};
use crate::visible::shown;

read_only! {
    /// `newsurl`, section 3.6.
    ///
    /// ```text
    /// newsurl        = "news:" grouppart
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct NewsUrl<'i> {
        /// All groups, a group or an article.
        pub grouppart: Grouppart<'i>,
    }
}

/// `grouppart`: the groups or the article of a news URL.
///
/// ```text
/// grouppart      = "*" | group | article
/// group          = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
/// ```
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

crate::owned::borrowing! { Grouppart: All, Group(group), Article(article); }

read_only! {
    /// `article`: a message identifier.
    ///
    /// ```text
    /// article        = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
    /// ```
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
    ///
    /// ```text
    /// nntpurl        = "nntp://" hostport "/" group [ "/" digits ]
    /// ```
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

impl NntpUrl<'_> {
    /// The text after the host: the group and the number of the article.
    fn article_path(&self) -> impl Display + '_ {
        shown(|f| {
            f.write_str(self.group)?;
            write_marked(f, "/", self.digits)
        })
    }
}

display! {
    NewsUrl, s, f => write!(f, "news:{}", s.grouppart);
    Grouppart, s, f => match s {
        Self::All => f.write_str("*"),
        Self::Group(group) => f.write_str(group),
        Self::Article(article) => article.fmt(f),
    };
    Article, s, f => write!(f, "{}@{}", s.unique, s.host);
    NntpUrl, s, f => write!(f, "nntp://{}/{}", s.hostport, s.article_path());
}

impl<'i> Grouppart<'i> {
    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        match captures.at(Place::Path) {
            None => Self::All,
            Some((Rule::article, article)) => {
                let host = Host::build(captures);
                let unique = article.strip_suffix(host.as_str()).and_then(|before| before.strip_suffix('@'));
                Self::Article(Article { unique: unique.unwrap_or_default().into(), host })
            }
            Some((_, group)) => Self::Group(group),
        }
    }
}

impl<'i> SchemeUrl<'i> for NewsUrl<'i> {
    const SCHEME: &'static str = "news";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self { grouppart: Grouppart::build(captures) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).path(self.grouppart.to_string())
    }

    fn parts(&self) -> Option<Parts> {
        Some(match self.grouppart {
            Grouppart::All => Parts::Newsgroup("*".to_owned()),
            Grouppart::Group(group) => Parts::Newsgroup(group.to_owned()),
            Grouppart::Article(article) => {
                Parts::Article { unique: octets(article.unique), host: article.host.as_str().to_owned() }
            }
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        Ok(Some(match parts {
            Parts::Newsgroup(group) => format!("news:{group}"),
            Parts::Article { unique: text, host } => format!("news:{}@{host}", unique(writer, text)?),
            _ => return Ok(None),
        }))
    }

    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        match self.grouppart {
            Grouppart::All => Ok(protocols::all_groups()),
            Grouppart::Group(name) => Ok(Request::News { commands: protocols::group(name.into(), None)? }),
            Grouppart::Article(article) => protocols::article(article.unique, article.host),
        }
    }
}

/// The text in front of the `@` of an article has no production of its own: `article` determines
/// its characters.
fn unique(writer: &Writer, unique: &Octets) -> Composed {
    let Some(article) = writer.grammar.production("article") else { return writer.unsayable("it has no articles") };
    let mut text = String::new();
    for &octet in &unique.0 {
        let plain = char::from(octet);
        let stands = octet.is_ascii() && octet != b'%' && article.accepts(&format!("{plain}@a"));
        if stands && (!writer.cautious || octet.is_ascii_alphanumeric()) {
            text.push(plain)
        } else {
            text += &format!("%{octet:02X}")
        }
    }
    Ok(text)
}

impl<'i> SchemeUrl<'i> for NntpUrl<'i> {
    const SCHEME: &'static str = "nntp";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self {
            hostport: Hostport::build(captures),
            group: captures.required(Rule::group),
            digits: captures.text(Rule::digits),
        }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).at(self.hostport).path(self.article_path().to_string())
    }

    fn parts(&self) -> Option<Parts> {
        let article = match self.digits {
            Some(digits) => Some(number(digits)?),
            None => None,
        };
        Some(Parts::Nntp { endpoint: Some(endpoint(self.hostport)?), group: self.group.to_owned(), article })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Nntp { endpoint, group, article } = parts else { return Ok(None) };
        let Some(endpoint) = endpoint else { return writer.unsayable("its nntp URLs name a server") };
        let article = article.map(|number| format!("/{number}")).unwrap_or_default();
        Ok(Some(format!("nntp://{}/{group}{article}", writer.endpoint(endpoint))))
    }

    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let server = server(Self::SCHEME, self.hostport)?;
        let article = self.digits.map(|digits| digits.as_str().into());
        Ok(Request::Nntp { server: Some(server), commands: protocols::group(self.group.into(), article)? })
    }
}
