//! The components of a text by the algorithm of section 2.4.

use std::fmt;

use regular_bnf::parser::{Set, many, set};

use crate::ast::shared::delimited;
use crate::ast::text::Text;
use crate::base::scheme;

/// The components of a text by the algorithm of section 2.4, or those that section 4, step 7, combines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Division<'i> {
    pub scheme: Option<&'i str>,
    pub net_loc: Option<Text<'i>>,
    pub path: Text<'i>,
    pub params: Option<Text<'i>>,
    pub query: Option<Text<'i>>,
    pub fragment: Option<Text<'i>>,
}

impl<'i> Division<'i> {
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
}

/// Writes the text.
impl fmt::Display for Division<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().as_flattened().iter().try_for_each(|piece| f.write_str(piece))
    }
}
