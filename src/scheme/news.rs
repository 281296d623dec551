//! `news`, `snews` and `nntp`: RFC 5538, sections 3, 4 and 8.1.

use super::typed::{authority, scheme_uri, text};
use crate::ast::components::Components;
use crate::ast::rfc3986::Authority;
use crate::ast::shared::read_only;
use crate::ast::text::{Digits, Text};
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

read_only! {
    /// A URI of `news` or `snews`: RFC 5538, sections 4 and 8.1.
    ///
    /// ```text
    /// newsURL         = "news:" [ server "/" ] ( article / newsgroups )
    /// ```
    ///
    /// ```
    /// use uri_lineage::scheme::{NewsItem, NewsUri};
    ///
    /// let uri = NewsUri::parse("news://h/id@host")?;
    /// assert_eq!(uri.server().unwrap().host().as_str(), "h");
    /// let NewsItem::Article(article) = uri.item() else { panic!() };
    /// assert_eq!((article.id_left().as_str(), article.id_right().as_str()), ("id", "host"));
    /// let NewsItem::Newsgroups(groups) = NewsUri::parse("news:comp.*")?.item() else { panic!() };
    /// assert_eq!(groups.as_str(), "comp.*");
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct NewsUri<'i> {
        text,
        record,
        /// The scheme, in the case of the input.
        pub scheme: &'i str,
        /// The server; without it, the client's own.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub server: Option<Authority<'i>>,
        /// The article or the newsgroups.
        #[cfg_attr(feature = "serde", serde(flatten))]
        pub item: NewsItem<'i>,
    }
}

/// What a URI of `news` identifies: RFC 5538, section 4.
///
/// ```
/// use uri_lineage::scheme::{NewsItem, NewsUri};
///
/// let uri = NewsUri::parse("news://wild.server.example/example.group.th%3Fse")?;
/// assert!(matches!(uri.item(), NewsItem::Newsgroups(groups) if groups == "example.group.th%3Fse"));
/// # Ok::<(), uri_lineage::scheme::SchemeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum NewsItem<'i> {
    /// `article`: a message identifier, without its angle brackets.
    #[cfg_attr(feature = "serde", serde(rename = "article"))]
    Article(MessageId<'i>),
    /// `newsgroups`: a pattern of names, in which `*` and an escaped `?` are wildcards. Empty, it means
    /// all groups.
    #[cfg_attr(feature = "serde", serde(rename = "newsgroups"))]
    Newsgroups(Text<'i>),
}

crate::ast::borrowing::borrowing! { NewsItem: Article(article), Newsgroups(groups); }

read_only! {
    /// `msg-id-core`: RFC 5536, section 3.1.3, with escapes.
    ///
    /// ```text
    /// msg-id-core     =  id-left "@" id-right
    /// ```
    ///
    /// ```
    /// use uri_lineage::scheme::{NewsItem, NewsUri};
    ///
    /// let uri = NewsUri::parse("news://news.gmane.org/p0624081dc30b8699bf9b@%5B10.20.30.108%5D")?;
    /// assert!(matches!(uri.item(), NewsItem::Article(id) if id.id_right().decode().unwrap() == "[10.20.30.108]"));
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct MessageId<'i> {
        /// The text in front of the `@`.
        #[cfg_attr(feature = "serde", serde(rename = "id-left"))]
        pub id_left: Text<'i>,
        /// The text after it.
        #[cfg_attr(feature = "serde", serde(rename = "id-right"))]
        pub id_right: Text<'i>,
    }
}

read_only! {
    /// A URI of `nntp`: RFC 5538, section 3.
    ///
    /// ```text
    /// nntpURL         = "nntp:" server "/" group [ "/" article-number ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::scheme::NntpUri;
    ///
    /// let uri = NntpUri::parse("nntp://h/comp.lang/12")?;
    /// assert_eq!((uri.group().as_str(), uri.article_number().unwrap().as_str()), ("comp.lang", "12"));
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct NntpUri<'i> {
        text,
        record,
        /// The server.
        pub server: Authority<'i>,
        /// The newsgroup.
        pub group: Text<'i>,
        /// The number of the article in it.
        #[cfg_attr(feature = "serde", serde(rename = "article-number", skip_serializing_if = "Option::is_none"))]
        pub article_number: Option<Digits<'i>>,
    }
}

scheme_uri!(NewsUri Rfc5538 "newsURL" "snewsURL");
scheme_uri!(NntpUri Rfc5538 "nntpURL");

impl<'i> NewsUri<'i> {
    pub(super) fn build(tree: &Tree<'i>) -> Self {
        let input = tree.input();
        let article = text(tree, Rule::id_left).zip(text(tree, Rule::id_right));
        Self {
            text: input,
            scheme: &input[..if tree.root().rule() == Rule::snewsURL { "snews".len() } else { "news".len() }],
            server: tree.first(Rule::authority).map(|_| authority(tree)),
            item: match article {
                Some((id_left, id_right)) => NewsItem::Article(MessageId { id_left, id_right }),
                None => NewsItem::Newsgroups(text(tree, Rule::newsgroups).unwrap_or_default()),
            },
        }
    }

    pub(super) fn components(&self) -> Components<'i> {
        let path = match self.item {
            NewsItem::Article(MessageId { id_left, id_right }) => format!("{id_left}@{id_right}").into(),
            NewsItem::Newsgroups(groups) => groups.as_str().into(),
        };
        at(Components { path: Some(path), ..Components::new(self.scheme) }, self.server)
    }
}

impl<'i> NntpUri<'i> {
    pub(super) fn build(tree: &Tree<'i>) -> Self {
        Self {
            text: tree.input(),
            server: authority(tree),
            group: text(tree, Rule::group).unwrap_or_default(),
            article_number: tree.first(Rule::article_number).map(|number| number.text().into()),
        }
    }

    pub(super) fn components(&self) -> Components<'i> {
        let path = match self.article_number {
            Some(number) => format!("{}/{number}", self.group).into(),
            None => self.group.as_str().into(),
        };
        let components = Components { path: Some(path), ..Components::new(&self.text[.."nntp".len()]) };
        at(components, Some(self.server))
    }
}

/// Components with those of an authority.
fn at<'i>(components: Components<'i>, authority: Option<Authority<'i>>) -> Components<'i> {
    Components {
        user: authority.and_then(|authority| authority.userinfo),
        host: authority.map(|authority| authority.host.as_str().into()),
        port: authority.and_then(|authority| authority.port),
        ..components
    }
}
