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

use regular_bnf::parser::{Set, many, set};

use crate::captures::{Build, Found};
use crate::components::Components;
use crate::error::Error;
use crate::forgive;
use crate::grammar::Grammar;
use crate::rule::Rule;
use crate::shared::{delimited, read_only};
use crate::text::Text;

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

impl<'i> Build<'i> for Url<'i> {
    fn has_value_of(found: &impl Found<'i>) -> bool {
        matches!(found.rule(), Rule::URL | Rule::absoluteURL | Rule::generic_RL | Rule::relativeURL)
    }

    #[inline(always)]
    fn build(found: &impl Found<'i>, _: Grammar) -> Self {
        let Some((_, end)) = found.span(Rule::relativeURL) else {
            // The productions do not divide an opaque URL; the algorithm does.
            return Self::new(found.whole());
        };
        // Otherwise both divide alike.
        let path = match (found.span(Rule::abs_path), found.span(Rule::path)) {
            (None, None) => end..end,
            (None, Some((begin, end))) => begin..end,
            (Some((slash, _)), path) => slash..path.map_or(slash + "/".len(), |(_, end)| end),
        };
        Self {
            scheme: found.text(Rule::scheme),
            net_loc: found.text(Rule::net_loc),
            path: found.input()[path].into(),
            params: found.text(Rule::params),
            query: found.text(Rule::query),
            fragment: found.text(Rule::fragment),
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
        Grammar::Rfc1808.typed(&[Rule::URL], input)
    }

    /// Divides any text by the algorithm of section 2.4, even if the grammar refuses it.
    pub(crate) fn new(text: &'i str) -> Self {
        const NET_LOC: Set = set(!(1 << b'/' | 1 << b'#'), true);
        const PATH: Set = set(!(1 << b';' | 1 << b'?' | 1 << b'#'), true);
        const PARAMS: Set = set(!(1 << b'?' | 1 << b'#'), true);
        const QUERY: Set = set(!(1 << b'#'), true);
        fn part<'i>(rest: &'i str, mark: &str, of: &Set) -> (Option<Text<'i>>, &'i str) {
            match rest.strip_prefix(mark).map(|rest| until(rest, of)) {
                Some((part, rest)) => (Some(part.into()), rest),
                None => (None, rest),
            }
        }
        fn until<'i>(text: &'i str, of: &Set) -> (&'i str, &'i str) {
            text.split_at(many(text.as_bytes(), 0, of))
        }
        // The document looks for the last parts first. Except for a net_loc, no part contains the
        // delimiter of a later part, so the parts are read in order, each byte once. All delimiters
        // are US-ASCII.
        let scheme = forgive::scheme(text);
        let rest = scheme.map_or(text, |scheme| &text[scheme.len() + ":".len()..]);
        let (net_loc, rest) = part(rest, "//", &NET_LOC);
        let (path, rest) = until(rest, &PATH);
        let (params, rest) = part(rest, ";", &PARAMS);
        let (query, rest) = part(rest, "?", &QUERY);
        let fragment = rest.strip_prefix('#').map(Text::from);
        Self { scheme, net_loc, path: path.into(), params, query, fragment }
    }

    /// The length of the text in front of the path, in bytes.
    pub(crate) fn before_path(&self) -> usize {
        self.scheme.map_or(0, |scheme| scheme.len() + ":".len())
            + self.net_loc.map_or(0, |site| "//".len() + site.as_str().len())
    }

    /// The same URL with each empty component absent, which is equivalent by sections 2.4.1, 2.4.4
    /// and 2.4.5, and by step 3 of section 4. An empty `net_loc` stays only in front of a path that
    /// begins with two slashes, which would otherwise begin a `net_loc`.
    pub(crate) fn without_empty(self) -> Self {
        let some = |part: Option<Text<'i>>| part.filter(|part| !part.as_str().is_empty());
        let net_loc = if self.path.as_str().starts_with("//") { self.net_loc } else { some(self.net_loc) };
        Self { net_loc, params: some(self.params), query: some(self.query), fragment: some(self.fragment), ..self }
    }

    /// The components with their delimiters, in order.
    pub(crate) fn pieces(&self) -> [[&str; 2]; 6] {
        let behind = |mark, part: Option<Text<'i>>| delimited(mark, part.map(Text::as_str));
        let scheme = self.scheme.map_or([""; 2], |scheme| [scheme, ":"]);
        let path = [self.path.as_str(), ""];
        let [params, query] = [behind(";", self.params), behind("?", self.query)];
        [scheme, behind("//", self.net_loc), path, params, query, behind("#", self.fragment)]
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

/// Writes the input, character for character; likewise the components that section 4, step 7,
/// combines.
impl fmt::Display for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().as_flattened().iter().try_for_each(|piece| f.write_str(piece))
    }
}
