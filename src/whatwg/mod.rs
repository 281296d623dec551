//! The WHATWG's URL Standard: what its parser reads, and what may be written.
//!
//! A text is divided as it stands in the input. The standard's parser goes on to change it: it removes tab, LF and CR, lowers the case of a
//! host, escapes characters, removes dot segments. Such changes are not made here. A serialized URL has the names of the productions.
//!
//! ```
//! use uri_lineage::whatwg::Url;
//!
//! let url = Url::parse("http:\\\\user@a\\..\\b")?;
//! assert_eq!((url.username().unwrap().as_str(), url.host().unwrap().as_str()), ("user", "a"));
//! assert_eq!(url.path().unwrap().as_str(), "\\..\\b");
//! // None of that may be written.
//! assert!(Url::parse_valid("http:\\\\user@a\\..\\b").is_err());
//! assert_eq!(Url::parse_valid("../b?c")?.query().unwrap().as_str(), "c");
//! # Ok::<(), uri_lineage::Error>(())
//! ```

mod build;
#[cfg(feature = "serde")]
mod names;

use std::fmt;

use crate::components::Components;
use crate::error::Error;
use crate::grammar::Grammar;
use crate::owned::Borrowing;
use crate::rule::Rule;
use crate::shared::read_only;
use crate::text::{Text, textual};

/// A part of a URL: its text, unchanged from the input, and the production that matches it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part<'i> {
    rule: Rule,
    text: Text<'i>,
}

impl<'i> Part<'i> {
    /// The text, unchanged from the input.
    pub fn as_str(self) -> &'i str {
        self.text.as_str()
    }

    /// The printed name of the production.
    pub fn production(self) -> &'static str {
        self.rule.name()
    }
}

/// The text.
impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl<'i> Borrowing<'i> for Part<'i> {
    type From<'o> = Part<'o>;

    fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> Part<'o> {
        Part { rule: self.rule, text: self.text.rebind(leaf) }
    }
}

textual! {
    Part, part => part.text.as_str();
}

read_only! {
    /// The parts of an input that `URL` or `valid-URL-string` accepts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Url<'i> {
        /// The grammar that parsed it: [`Grammar::Whatwg`] or [`Grammar::WhatwgValid`].
        pub grammar: Grammar,
        /// The whole text: the input without what the parser strips at both ends.
        pub text: &'i str,
        /// The scheme, without its colon. Only what may be written relative to a base has none.
        pub scheme: Option<Part<'i>>,
        /// The user name, up to the first colon.
        pub username: Option<Part<'i>>,
        /// The password, up to the last `@`.
        pub password: Option<Part<'i>>,
        /// The host; empty where the parser sets an empty host.
        pub host: Option<Part<'i>>,
        /// What only Unicode's IDNA processing (UTS 46) knows the meaning of: the rest of the host from there, or the first such label of
        /// what may be written. The host is accepted unexamined.
        pub unexamined: Option<Part<'i>>,
        /// The port, which may be empty.
        pub port: Option<Part<'i>>,
        /// The path, with its first slash. Only what may be written can lack one.
        pub path: Option<Part<'i>>,
        /// The query, without its question mark.
        pub query: Option<Part<'i>>,
        /// The fragment, without its number sign.
        pub fragment: Option<Part<'i>>,
    }
}

impl<'i> Url<'i> {
    /// Parses as the basic URL parser does, without a base: with the production `URL` of [`Grammar::Whatwg`].
    ///
    /// # Errors
    ///
    /// If the parser fails.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        Grammar::Whatwg.typed(&[Rule::URL], input, |root| Self::build(root, Grammar::Whatwg))
    }

    /// Parses what may be written, with any base or without one: with the production `valid-URL-string` of [`Grammar::WhatwgValid`].
    ///
    /// # Errors
    ///
    /// If `valid-URL-string` does not match the whole input.
    pub fn parse_valid(input: &'i str) -> Result<Self, Error> {
        let valid = Grammar::WhatwgValid;
        valid.typed(&[Rule::valid_URL_string], input, |root| Self::build(root, valid))
    }

    /// The parts, in their order.
    #[cfg(feature = "serde")]
    fn parts(&self) -> impl Iterator<Item = Part<'i>> {
        let Self { grammar: _, text: _, scheme, username, password, host, unexamined, port, path, query, fragment } = *self;
        [scheme, username, password, host, unexamined, port, path, query, fragment].into_iter().flatten()
    }

    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        let text = |part: Option<Part<'i>>| part.map(|part| part.text);
        Components {
            scheme: self.scheme.map(Part::as_str),
            user: text(self.username),
            password: text(self.password),
            host: text(self.host),
            port: self.port.map(|port| port.as_str().into()),
            path: self.path.map(|path| path.as_str().into()),
            query: text(self.query),
            fragment: text(self.fragment),
        }
    }
}

/// Writes the input, without what the parser strips at both ends.
impl fmt::Display for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}
