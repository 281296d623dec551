//! RFC 1808, "Relative Uniform Resource Locators": between the second and the third generation.
//!
//! ```
//! use uri_lineage::rfc1808::Url;
//!
//! let url = Url::parse("//a/b;p?q#f")?;
//! assert_eq!((url.net_loc().unwrap().as_str(), url.path().as_str()), ("a", "/b"));
//! assert_eq!(url.params().unwrap().as_str(), "p");
//! # Ok::<(), uri_lineage::Error>(())
//! ```

mod division;

pub(crate) use division::Division;

use crate::ast::components::Components;
use crate::ast::shared::read_only;
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, Captures};
use crate::refusal::error::Error;

read_only! {
    /// `URL`, section 2.2, absolute or relative, divided by the algorithm of section 2.4.
    ///
    /// ```
    /// use uri_lineage::rfc1808::Url;
    ///
    /// let url = Url::parse("g;x?y#s")?;
    /// assert_eq!((url.path().as_str(), url.params().unwrap().as_str()), ("g", "x"));
    /// // Later documents have the parameters in the path.
    /// assert_eq!(url.components().path.unwrap(), "g;x");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Url<'i> {
        text,
        record,
        /// The text in front of the colon (section 2.4.2).
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub scheme: Option<&'i str>,
        /// The text after two slashes, up to the next slash, undivided (section 2.4.3).
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub net_loc: Option<Text<'i>>,
        /// The path, with its leading slash if present (section 2.4.6).
        pub path: Text<'i>,
        /// The text after the first semicolon (section 2.4.5).
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub params: Option<Text<'i>>,
        /// The text after the first question mark (section 2.4.4).
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub query: Option<Text<'i>>,
        /// The text after the first hash sign (section 2.4.1).
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub fragment: Option<Text<'i>>,
    }
}

/// A URL that owns its text.
///
/// ```
/// use uri_lineage::rfc1808::UrlBuf;
///
/// let base: UrlBuf = "http://a/b/c/d;p?q#f".parse()?;
/// assert_eq!(base.net_loc().unwrap(), "a");
/// assert_eq!(base.params().unwrap(), "p");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub type UrlBuf = crate::ast::owned::Owned<Url<'static>>;

impl<'i> Build<'i> for Url<'i> {
    fn is_built_from(captures: &Captures<'i>) -> bool {
        matches!(captures.rule(), Rule::URL | Rule::absoluteURL | Rule::generic_RL | Rule::relativeURL)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build(captures: &Captures<'i>, _: Grammar) -> Self {
        let Some((_, end)) = captures.span(Rule::relativeURL) else {
            // The productions do not divide an opaque URL; the algorithm does.
            let text = captures.whole();
            let Division { scheme, net_loc, path, params, query, fragment } = Division::new(text);
            return Self { text, scheme, net_loc, path, params, query, fragment };
        };
        // The productions divide other URLs as the algorithm does.
        let path = match (captures.span(Rule::abs_path), captures.span(Rule::path)) {
            (None, None) => end..end,
            (None, Some((begin, end))) => begin..end,
            (Some((slash, _)), path) => slash..path.map_or(slash + "/".len(), |(_, end)| end),
        };
        Self {
            text: captures.whole(),
            scheme: captures.text(Rule::scheme),
            net_loc: captures.text(Rule::net_loc),
            path: captures.input()[path].into(),
            params: captures.text(Rule::params),
            query: captures.text(Rule::query),
            fragment: captures.text(Rule::fragment),
        }
    }
}

impl<'i> Url<'i> {
    /// Parses with the production `URL` of [`Grammar::Rfc1808`].
    ///
    /// # Errors
    ///
    /// If `URL` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        crate::ast::typed::parse(Grammar::Rfc1808, &[Rule::URL], input)
    }

    /// The components alone.
    pub(crate) fn division(&self) -> Division<'i> {
        let Self { scheme, net_loc, path, params, query, fragment, .. } = *self;
        Division { scheme, net_loc, path, params, query, fragment }
    }

    /// The shared components: the host is the whole `net_loc`, and the path includes the params.
    pub fn components(&self) -> Components<'i> {
        let &Self { scheme, net_loc, query, fragment, .. } = self;
        let components = Components { scheme, host: net_loc, query, fragment, ..Components::default() };
        match self.params {
            Some(params) => components.path(format!("{};{params}", self.path)),
            None => components.path(self.path.as_str()),
        }
    }
}
