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

use std::fmt;

use crate::components::Components;
use crate::error::Error;
use crate::grammar::Grammar;
use crate::rule::Rule;
use crate::shared::{behind, read_only};
use crate::text::Text;
use crate::tree::Node;

read_only! {
    /// `URL`, section 2.2, absolute or relative, divided by the algorithm of section 2.4.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct Url<'i> {
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

impl<'i> Url<'i> {
    /// Parses with the production `URL` of [`Grammar::Rfc1808`].
    ///
    /// # Errors
    ///
    /// If `URL` does not match the whole input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        Grammar::Rfc1808.typed(&[Rule::URL], input, Self::build)
    }

    /// Builds from the span of `URL` or of a production inside it.
    pub(crate) fn build(root: Node<'_, 'i>) -> Option<Self> {
        match root.rule() {
            Rule::URL | Rule::absoluteURL | Rule::generic_RL => Some(Self::of(root.text(), true)),
            // Text that looks like a scheme is part of the path.
            Rule::relativeURL => Some(Self::of(root.text(), false)),
            _ => None,
        }
    }

    /// Divides any text by the algorithm of section 2.4, even if the grammar refuses it.
    pub(crate) fn of(text: &'i str, schemes: bool) -> Self {
        let cut = |text: &'i str, mark: char| match text.split_once(mark) {
            Some((before, after)) => (before, Some(after.into())),
            None => (text, None),
        };
        let (rest, fragment) = cut(text, '#');
        let in_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-');
        let colon = rest.find(|c| !in_scheme(c)).filter(|&at| schemes && at > 0 && rest[at..].starts_with(':'));
        let (scheme, rest) = colon.map_or((None, rest), |at| (Some(&rest[..at]), &rest[at + 1..]));
        let (net_loc, rest) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (net_loc, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(net_loc.into()), rest)
            }
            None => (None, rest),
        };
        let (rest, query) = cut(rest, '?');
        let (path, params) = cut(rest, ';');
        Self { scheme, net_loc, path: path.into(), params, query, fragment }
    }

    /// The same URL with each empty component absent, which is equivalent by sections 2.4.1, 2.4.4 and 2.4.5, and by step 3 of
    /// section 4. An empty `net_loc` stays only in front of a path that begins with two slashes, which would otherwise begin a
    /// `net_loc`.
    pub(crate) fn without_empty(self) -> Self {
        let some = |part: Option<Text<'i>>| part.filter(|part| !part.as_str().is_empty());
        let net_loc = match self.path.as_str().starts_with("//") {
            true => self.net_loc,
            false => some(self.net_loc),
        };
        Self { net_loc, params: some(self.params), query: some(self.query), fragment: some(self.fragment), ..self }
    }

    /// The shared components: the host is the whole `net_loc`, and the path includes the params.
    pub fn components(&self) -> Components<'i> {
        let &Self { scheme, net_loc, query, fragment, .. } = self;
        let view = Components { scheme, host: net_loc, query, fragment, ..Components::default() };
        match self.params {
            Some(params) => view.path(format!("{};{params}", self.path)),
            None => view.path(self.path.as_str()),
        }
    }
}

/// Writes the input, character for character; likewise the components that section 4, step 7, combines.
impl fmt::Display for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scheme) = self.scheme {
            write!(f, "{scheme}:")?;
        }
        behind(f, "//", self.net_loc)?;
        self.path.fmt(f)?;
        behind(f, ";", self.params)?;
        behind(f, "?", self.query)?;
        behind(f, "#", self.fragment)
    }
}
