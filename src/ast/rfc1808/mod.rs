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

use crate::ast::components::Components;
use crate::ast::shared::{delimited, read_only};
use crate::ast::text::Text;
use crate::base::scheme;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, CapturedSpans};
use crate::refusal::error::Error;

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
    fn is_built_from(captures: &impl CapturedSpans<'i>) -> bool {
        matches!(captures.rule(), Rule::URL | Rule::absoluteURL | Rule::generic_RL | Rule::relativeURL)
    }

    #[inline(always)]
    fn build(captures: &impl CapturedSpans<'i>, _: Grammar) -> Self {
        let Some((_, end)) = captures.span(Rule::relativeURL) else {
            // The productions do not divide an opaque URL; the algorithm does.
            return Self::new(captures.whole());
        };
        // The productions divide other URLs as the algorithm does.
        let path = match (captures.span(Rule::abs_path), captures.span(Rule::path)) {
            (None, None) => end..end,
            (None, Some((begin, end))) => begin..end,
            (Some((slash, _)), path) => slash..path.map_or(slash + "/".len(), |(_, end)| end),
        };
        Self {
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

    /// Divides any text by the algorithm of section 2.4, even if the grammar refuses it.
    pub(crate) fn new(text: &'i str) -> Self {
        const NET_LOC: Set = set(!(1 << b'/' | 1 << b'#'), true);
        const PATH: Set = set(!(1 << b';' | 1 << b'?' | 1 << b'#'), true);
        const PARAMS: Set = set(!(1 << b'?' | 1 << b'#'), true);
        const QUERY: Set = set(!(1 << b'#'), true);
        /// Splits off a part with the mark in front of it, if it is present.
        fn part<'i>(text: &'i str, mark: &str, characters: &Set) -> (Option<Text<'i>>, &'i str) {
            match text.strip_prefix(mark).map(|text| run(text, characters)) {
                Some((part, suffix)) => (Some(part.into()), suffix),
                None => (None, text),
            }
        }
        /// Splits off the longest prefix of some characters.
        fn run<'i>(text: &'i str, characters: &Set) -> (&'i str, &'i str) {
            text.split_at(many(text.as_bytes(), 0, characters))
        }
        // The document looks for the last parts first. Except for a net_loc, no part contains the
        // delimiter of a later part, so the parts are read in order, each byte once. All delimiters
        // are US-ASCII.
        let scheme = scheme::scheme(text);
        let text = scheme.map_or(text, |scheme| &text[scheme.len() + ":".len()..]);
        let (net_loc, text) = part(text, "//", &NET_LOC);
        let (path, text) = run(text, &PATH);
        let (params, text) = part(text, ";", &PARAMS);
        let (query, text) = part(text, "?", &QUERY);
        let fragment = text.strip_prefix('#').map(Text::from);
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
        let [net_loc, params, query, fragment] = [self.net_loc, self.params, self.query, self.fragment]
            .map(|part| part.filter(|part| !part.as_str().is_empty()));
        let net_loc = if self.path.as_str().starts_with("//") { self.net_loc } else { net_loc };
        Self { net_loc, params, query, fragment, ..self }
    }

    /// The components with their delimiters, in order.
    pub(crate) fn pieces(&self) -> [[&str; 2]; 6] {
        let [net_loc, params, query, fragment] =
            [("//", self.net_loc), (";", self.params), ("?", self.query), ("#", self.fragment)]
                .map(|(mark, part)| delimited(mark, part.map(Text::as_str)));
        let scheme = self.scheme.map_or([""; 2], |scheme| [scheme, ":"]);
        [scheme, net_loc, [self.path.as_str(), ""], params, query, fragment]
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

/// Writes the input, character for character, or the components that section 4, step 7, combines.
impl fmt::Display for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().as_flattened().iter().try_for_each(|piece| f.write_str(piece))
    }
}
