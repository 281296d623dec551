//! News: `news` for groups and articles, `nntp` for a numbered article. Both use the client's own
//! server.

use super::message::Article;
use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{display, read_only};
use crate::ast::text::{Digits, Text, textual};
use crate::generated::rule::Rule;
use crate::parse::captures::{Captures, Place};

read_only! {
    /// `newsaddress`.
    ///
    /// ```text
    /// newsaddress            n e w s : groupart
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("news:comp.infosystems.www")?;
    /// assert!(matches!(url.address(), Address::News(news) if news.groupart().to_string() == "comp.infosystems.www"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct NewsAddress<'i> {
        /// All groups, a group or an article.
        pub groupart: Groupart<'i>,
    }
}

/// `groupart`: the groups or the article of a news address.
///
/// ```text
/// groupart               * | group | article
/// ```
///
/// ```
/// use uri_lineage::rfc1630::{Address, Groupart, Url};
///
/// let url = Url::parse("news:*")?;
/// assert!(matches!(url.address(), Address::News(news) if news.groupart() == Groupart::All));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
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
///
/// ```text
/// group                  ialpha [ . group ]
/// ```
///
/// ```
/// use uri_lineage::rfc1630::{Address, Url};
///
/// let url = Url::parse("nntp:alt.hypertext/4711")?;
/// assert!(matches!(url.address(), Address::Nntp(nntp) if nntp.group().labels().eq(["alt", "hypertext"])));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// Builds from the spans of an address that contains a group.
    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self(captures.required(Rule::group))
    }
}

read_only! {
    /// `nntpaddress`.
    ///
    /// ```text
    /// nntpaddress            n n t p : group / digits
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("nntp:comp.infosystems.www/12345")?;
    /// assert!(matches!(url.address(), Address::Nntp(nntp) if nntp.digits().parse() == Ok(12345_u32)));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct NntpAddress<'i> {
        /// The group.
        pub group: Group<'i>,
        /// The number of the article in it.
        pub digits: Digits<'i>,
    }
}

crate::ast::borrowing::borrowing! { Group; }
crate::ast::borrowing::borrowing! { Groupart: All, Group(group), Article(article); }

textual! {
    Group, group => group.0.as_str();
}

display! {
    NewsAddress, s, f => write!(f, "news:{}", s.groupart);
    Groupart, s, f => match s {
        Self::All => f.write_str("*"),
        Self::Group(group) => group.fmt(f),
        Self::Article(article) => article.fmt(f),
    };
    Group, s, f => s.0.fmt(f);
    NntpAddress, s, f => write!(f, "nntp:{}/{}", s.group, s.digits);
}

impl<'i> Groupart<'i> {
    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        match captures.rule_at(Place::Path) {
            None => Self::All,
            Some(Rule::article) => Self::Article(Article::build(captures)),
            Some(_) => Self::Group(Group::build(captures)),
        }
    }
}

impl<'i> SchemeUrl<'i> for NewsAddress<'i> {
    const SCHEME: &'static str = "news";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self { groupart: Groupart::build(captures) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).path(self.groupart.to_string())
    }
}

impl<'i> SchemeUrl<'i> for NntpAddress<'i> {
    const SCHEME: &'static str = "nntp";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self { group: Group::build(captures), digits: captures.required(Rule::digits) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).path(format!("{}/{}", self.group, self.digits))
    }
}
