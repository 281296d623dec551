//! The parts of an input by the URL Standard, of its parser and of valid URL strings.
//!
//! The parts are unchanged pieces of the input. The standard's parser goes on to change them, which
//! is done in `url_standard/`. A serialized value has the names of the productions.

mod build;
#[cfg(feature = "serde")]
mod names;

use crate::ast::components::Components;
use crate::ast::shared::read_only;
use crate::ast::text::{Digits, Text};
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::refusal::error::Error;

/// The text of a part, and the production that matches it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct MatchedText<'i> {
    rule: Rule,
    text: &'i str,
}

crate::ast::borrowing::borrowing! { MatchedText { rule, text } }

/// Defines [`UrlString`] with its parts, in their order, each with the type of its text.
macro_rules! url_string {
    (
        $(#[$meta:meta])*
        pub struct UrlString { $($(#[doc = $doc:expr])* $part:ident: $type:ty,)* }
    ) => {
        $(#[$meta])*
        pub struct UrlString<'i> {
            text: &'i str,
            grammar: Grammar,
            $($part: Option<MatchedText<'i>>,)*
        }

        impl<'i> UrlString<'i> {
            /// The whole text, without the characters that the parser strips at both ends.
            pub fn as_str(&self) -> &'i str {
                self.text
            }

            /// The grammar that parsed it: [`Grammar::Whatwg`] or [`Grammar::WhatwgValid`].
            pub fn grammar(&self) -> Grammar {
                self.grammar
            }

            $(
                $(#[doc = $doc])*
                pub fn $part(&self) -> Option<$type> {
                    self.$part.map(|part| part.text.into())
                }
            )*

            /// The parts that there are, each with its production, in their order.
            #[cfg(feature = "serde")]
            fn parts(&self) -> impl Iterator<Item = MatchedText<'i>> {
                [$(self.$part),*].into_iter().flatten()
            }
        }

        crate::ast::borrowing::borrowing! { UrlString { text, grammar, $($part),* } }
        crate::ast::whole_text::whole_text! { UrlString }

        impl crate::ast::owned::Owned<UrlString<'static>> {
            $(read_only! { @owned UrlString 'i $part: Option<$type> })*
        }
    };
}

url_string! {
    /// The parts of an input that `URL` or `valid-URL-string` accepts, unchanged. The whole text is the
    /// input without the characters that the parser strips at both ends.
    ///
    /// `TryFrom`, `FromStr` and `Deserialize` parse with [`Grammar::Whatwg`].
    ///
    /// ```
    /// use uri_lineage::whatwg::UrlString;
    ///
    /// let url = UrlString::parse(r"https:\\USER@a\x")?;
    /// assert_eq!((url.username().unwrap(), url.host().unwrap()), ("USER".into(), "a".into()));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct UrlString {
        /// The scheme, without its colon. It is absent only in a valid string that is relative to a
        /// base.
        scheme: &'i str,
        /// The user name, up to the first colon.
        username: Text<'i>,
        /// The password, up to the last `@`.
        password: Text<'i>,
        /// The host; empty where the parser sets an empty host. It is the text as it is written, with
        /// tabs and escapes: [`Url::host`](crate::whatwg::Url::host) is the host to which a browser
        /// connects.
        host: Text<'i>,
        /// The part of the host that only Unicode's IDNA processing (UTS 46) can check, so that the
        /// host is accepted unexamined. For `Whatwg` it extends to the end of the host; for
        /// `WhatwgValid` it is the first such label.
        unexamined: Text<'i>,
        /// The port, which may be empty, and have tabs and line ends in it.
        port: Digits<'i>,
        /// The path, with its first slash. It is absent only in some valid strings.
        path: Text<'i>,
        /// The query, without its question mark.
        query: Text<'i>,
        /// The fragment, without its number sign.
        fragment: Text<'i>,
    }
}

/// The parts of a text, which they own.
///
/// ```
/// use uri_lineage::whatwg::UrlStringBuf;
///
/// let url: UrlStringBuf = "  https://EXAMPLE.com:443/../x\n".parse()?;
/// assert_eq!(url, "https://EXAMPLE.com:443/../x");
/// assert_eq!(url.port().unwrap(), "443");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub type UrlStringBuf = crate::ast::owned::Owned<UrlString<'static>>;

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

    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'i> {
        Components {
            scheme: self.scheme(),
            user: self.username(),
            password: self.password(),
            host: self.host(),
            port: self.port(),
            path: self.path().map(|path| path.as_str().into()),
            query: self.query(),
            fragment: self.fragment(),
        }
    }
}
