//! Message identifiers: `mid` and `cid`, for which no document specifies a request, and the article
//! of a news address.

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Host, display, read_only};
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `article`: a message identifier. Split at the last `@` with a host after it.
    ///
    /// ```text
    /// article                xalphas @ host
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Groupart, Url};
    ///
    /// fn message_id(url: &Url) -> Option<String> {
    ///     let Address::News(news) = url.address() else { return None };
    ///     let Groupart::Article(article) = news.groupart() else { return None };
    ///     Some(format!("<{article}>"))
    /// }
    ///
    /// let url = Url::parse("news:9401141208.AA08@info.cern.ch")?;
    /// assert_eq!(message_id(&url).unwrap(), "<9401141208.AA08@info.cern.ch>");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
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
///
/// ```text
/// addr-spec              xalphas @ host
/// ```
///
/// ```
/// use uri_lineage::rfc1630::{AddrSpec, Address, Url};
///
/// /// Whether a message may be one of our own.
/// fn is_ours(id: AddrSpec) -> bool {
///     id.host() == "info.cern.ch"
/// }
///
/// let url = Url::parse("mid:9402031011.AA17@info.cern.ch")?;
/// assert!(matches!(url.address(), Address::Mid(mid) if is_ours(mid.addr_spec())));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub type AddrSpec<'i> = Article<'i>;

read_only! {
    /// `midaddress`.
    ///
    /// ```text
    /// midaddress             m i d : addr-spec
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("mid:199311051633.AA00213@dxmint.cern.ch")?;
    /// assert!(matches!(url.address(), Address::Mid(mid) if mid.addr_spec().host() == "dxmint.cern.ch"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct MidAddress<'i> {
        /// The message identifier.
        #[cfg_attr(feature = "serde", serde(rename = "addr-spec"))]
        pub addr_spec: AddrSpec<'i>,
    }
}

read_only! {
    /// `cidaddress`.
    ///
    /// ```text
    /// cidaddress             c i d : content-identifier
    /// content-identifier     addr-spec
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("cid:part2@info.cern.ch")?;
    /// assert!(matches!(url.address(), Address::Cid(cid) if cid.content_identifier().xalphas() == "part2"));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct CidAddress<'i> {
        /// The identifier of the body part.
        #[cfg_attr(feature = "serde", serde(rename = "content-identifier"))]
        pub content_identifier: AddrSpec<'i>,
    }
}

display! {
    Article, s, f => write!(f, "{}@{}", s.xalphas, s.host);
    MidAddress, s, f => write!(f, "mid:{}", s.addr_spec);
    CidAddress, s, f => write!(f, "cid:{}", s.content_identifier);
}

impl<'i> Article<'i> {
    /// Builds from the spans of `article` or `addr-spec`.
    #[inline]
    pub(super) fn build(captures: &Captures<'i>) -> Self {
        Self { xalphas: captures.required(Rule::xalphas), host: Host::build(captures) }
    }
}

impl<'i> SchemeUrl<'i> for MidAddress<'i> {
    const SCHEME: &'static str = "mid";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self { addr_spec: Article::build(captures) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).path(self.addr_spec.to_string())
    }
}

impl<'i> SchemeUrl<'i> for CidAddress<'i> {
    const SCHEME: &'static str = "cid";

    #[inline]
    fn build(captures: &Captures<'i>) -> Self {
        Self { content_identifier: Article::build(captures) }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).path(self.content_identifier.to_string())
    }
}
