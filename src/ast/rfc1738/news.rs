//! News, sections 3.6 and 3.7: `news` from the client's own server, `nntp` from a named one.

use std::fmt::Display;

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Host, Hostport, display, read_only, write_marked};
use crate::ast::text::{Digits, Text};
use crate::base::visible::shown;
use crate::generated::rule::Rule;
use crate::parse::captures::{Captures, Place};

read_only! {
    /// `newsurl`, section 3.6.
    ///
    /// ```text
    /// newsurl        = "news:" grouppart
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::{Grouppart, NewsUrl};
    ///
    /// let url = NewsUrl::parse("news:comp.infosystems.www.misc")?;
    /// assert_eq!(url.grouppart(), Grouppart::Group("comp.infosystems.www.misc"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct NewsUrl<'i> {
        text,
        record,
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
///
/// ```
/// use uri_lineage::rfc1738::{Grouppart, NewsUrl};
///
/// let grouppart = |text| NewsUrl::parse(text).unwrap().grouppart();
/// assert_eq!(grouppart("news:*"), Grouppart::All);
/// assert!(matches!(grouppart("news:9412201045.AA01@host.dom"), Grouppart::Article(_)));
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

crate::ast::borrowing::borrowing! { Grouppart: All, Group(group), Article(article); }

read_only! {
    /// `article`: a message identifier.
    ///
    /// ```text
    /// article        = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1738::{Grouppart, NewsUrl};
    ///
    /// let url = NewsUrl::parse("news:9412201045.AA01@info.cern.ch")?;
    /// assert!(matches!(url.grouppart(), Grouppart::Article(article) if article.host() == "info.cern.ch"));
    /// # Ok::<(), uri_lineage::Error>(())
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
    ///
    /// ```
    /// use uri_lineage::rfc1738::NntpUrl;
    ///
    /// let url = NntpUrl::parse("nntp://news.cern.ch/alt.hypertext/12345")?;
    /// assert_eq!(url.group(), "alt.hypertext");
    /// assert_eq!(url.digits().unwrap().parse(), Ok(12345_u32));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct NntpUrl<'i> {
        text,
        record,
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
    Grouppart, s, f => match s {
        Self::All => f.write_str("*"),
        Self::Group(group) => f.write_str(group),
        Self::Article(article) => article.fmt(f),
    };
    Article, s, f => write!(f, "{}@{}", s.unique, s.host);
}

impl<'i> Grouppart<'i> {
    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
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
    fn build(captures: &Captures<'i>) -> Self {
        Self { text: captures.whole(), grouppart: Grouppart::build(captures) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).path(self.grouppart.to_string())
    }
}

impl<'i> SchemeUrl<'i> for NntpUrl<'i> {
    const SCHEME: &'static str = "nntp";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self {
            text: captures.whole(),
            hostport: Hostport::build(captures),
            group: captures.required(Rule::group),
            digits: captures.text(Rule::digits),
        }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).at(self.hostport).path(self.article_path().to_string())
    }
}
