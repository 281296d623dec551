//! The parts of an input by the URL Standard, of its parser and of valid URL strings.
//!
//! The parts are unchanged pieces of the input. The standard's parser goes on to change them, which
//! is done in `url_standard/`. A serialized value has the names of the productions.

mod build;
#[cfg(feature = "serde")]
mod names;

use std::fmt;

use crate::ast::components::Components;
use crate::ast::shared::read_only;
use crate::ast::text::{Text, textual};
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::refusal::error::Error;

/// A part of a URL: its text, unchanged from the input, and the production that matches it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchedText<'i> {
    rule: Rule,
    text: Text<'i>,
}

impl<'i> MatchedText<'i> {
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
impl fmt::Display for MatchedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

crate::ast::borrowing::borrowing! { MatchedText { rule, text } }

textual! {
    MatchedText, part => part.text.as_str();
}

read_only! {
    /// The parts of an input that `URL` or `valid-URL-string` accepts, unchanged. The whole text is the
    /// input without the characters that the parser strips at both ends.
    ///
    /// `TryFrom`, `FromStr` and `Deserialize` parse with [`Grammar::Whatwg`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct UrlString<'i> {
        text,
        /// The grammar that parsed it: [`Grammar::Whatwg`] or [`Grammar::WhatwgValid`].
        pub grammar: Grammar,
        /// The scheme, without its colon. It is absent only in a valid string that is relative to a
        /// base.
        pub scheme: Option<MatchedText<'i>>,
        /// The user name, up to the first colon.
        pub username: Option<MatchedText<'i>>,
        /// The password, up to the last `@`.
        pub password: Option<MatchedText<'i>>,
        /// The host; empty where the parser sets an empty host. It is the text as it is written, with
        /// tabs and escapes: [`Url::host`](crate::whatwg::Url::host) is the host to which a browser
        /// connects.
        pub host: Option<MatchedText<'i>>,
        /// The part of the host that only Unicode's IDNA processing (UTS 46) can check, so that the
        /// host is accepted unexamined. For `Whatwg` it extends to the end of the host; for
        /// `WhatwgValid` it is the first such label.
        pub unexamined: Option<MatchedText<'i>>,
        /// The port, which may be empty.
        pub port: Option<MatchedText<'i>>,
        /// The path, with its first slash. It is absent only in some valid strings.
        pub path: Option<MatchedText<'i>>,
        /// The query, without its question mark.
        pub query: Option<MatchedText<'i>>,
        /// The fragment, without its number sign.
        pub fragment: Option<MatchedText<'i>>,
    }
}

/// The parts of a text, which they own.
pub type UrlStringBuf = crate::ast::owned::Owned<UrlString<'static>>;

crate::ast::whole_text::parts_of_owned! {
    UrlString {
        username: Option<MatchedText<'_>>,
        password: Option<MatchedText<'_>>,
        host: Option<MatchedText<'_>>,
        port: Option<MatchedText<'_>>,
        path: Option<MatchedText<'_>>,
        query: Option<MatchedText<'_>>,
        fragment: Option<MatchedText<'_>>,
    }
}

impl<'i> UrlString<'i> {
    /// Parses as the basic URL parser does, without a base: with the production `URL` of
    /// [`Grammar::Whatwg`].
    ///
    /// # Errors
    ///
    /// If the parser fails.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        crate::ast::typed::parse(Grammar::Whatwg, &[Rule::URL], input)
    }

    /// Parses a valid URL string, with any base or without one: with the production
    /// `valid-URL-string` of [`Grammar::WhatwgValid`].
    ///
    /// # Errors
    ///
    /// If `valid-URL-string` does not match the whole input.
    pub fn parse_valid(input: &'i str) -> Result<Self, Error> {
        let valid = Grammar::WhatwgValid;
        crate::ast::typed::parse(valid, &[Rule::valid_URL_string], input)
    }

    /// The parts, in their order.
    #[cfg(feature = "serde")]
    fn parts(&self) -> impl Iterator<Item = MatchedText<'i>> {
        let Self { grammar: _, text: _, scheme, username, password, host, unexamined, port, path, query, fragment } =
            *self;
        [scheme, username, password, host, unexamined, port, path, query, fragment].into_iter().flatten()
    }

    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        Components {
            scheme: self.scheme.map(MatchedText::as_str),
            user: self.username.map(|part| part.text),
            password: self.password.map(|part| part.text),
            host: self.host.map(|part| part.text),
            port: self.port.map(|port| port.as_str().into()),
            path: self.path.map(|path| path.as_str().into()),
            query: self.query.map(|part| part.text),
            fragment: self.fragment.map(|part| part.text),
        }
    }
}
