//! The entries of the parser: with a base and without, with all errors or with the failure alone.

use std::str::FromStr;

use super::error::{ErrorSink, UrlError};
use super::input::Input;
use super::parser::Parser;
use super::record::Url;

impl Url {
    /// Parses an input without a base (section 4.4).
    ///
    /// # Errors
    ///
    /// If the parser fails: the validation error that is the failure.
    ///
    /// The examples of the standard, section 4.4:
    ///
    /// ```
    /// use uri_lineage::whatwg::Url;
    ///
    /// for (input, output) in [
    ///     ("https:example.org", "https://example.org/"),
    ///     ("https://////example.com///", "https://example.com///"),
    ///     ("https://example.com/././foo", "https://example.com/foo"),
    ///     ("file:///C|/demo", "file:///C:/demo"),
    ///     ("file://localhost/", "file:///"),
    ///     ("file://loc%61lhost/", "file:///"),
    ///     ("https://user:password@example.org/", "https://user:password@example.org/"),
    ///     ("https://example.org/foo bar", "https://example.org/foo%20bar"),
    ///     ("https://EXAMPLE.com/../x", "https://example.com/x"),
    ///     ("https://example.org//", "https://example.org//"),
    ///     ("https://example.com/[]?[]#[]", "https://example.com/[]?[]#[]"),
    ///     ("https://example/%?%#%", "https://example/%?%#%"),
    ///     ("https://example/%25?%25#%25", "https://example/%25?%25#%25"),
    /// ] {
    ///     assert_eq!(Url::parse(input)?.as_str(), output);
    /// }
    /// for input in ["https://ex ample.org/", "example", "https://example.com:demo", "http://[www.example.com]/"] {
    ///     assert!(Url::parse(input).is_err(), "{input}");
    /// }
    /// # Ok::<(), uri_lineage::whatwg::UrlError>(())
    /// ```
    pub fn parse(input: &str) -> Result<Self, UrlError> {
        parse(input, None, &mut ())
    }

    /// Parses an input relative to a base (section 4.4).
    ///
    /// # Errors
    ///
    /// If the parser fails: the validation error that is the failure.
    ///
    /// The examples of the standard, section 4.4:
    ///
    /// ```
    /// use uri_lineage::whatwg::Url;
    ///
    /// for (input, base, output) in [
    ///     ("hello:world", "https://example.com/", "hello:world"),
    ///     ("https:example.org", "https://example.com/", "https://example.com/example.org"),
    ///     ("\\example\\..\\demo/.\\", "https://example.com/", "https://example.com/demo/"),
    ///     ("example", "https://example.com/demo", "https://example.com/example"),
    ///     ("..", "file:///C:/demo", "file:///C:/"),
    /// ] {
    ///     assert_eq!(Url::parse_with_base(input, &Url::parse(base)?)?.as_str(), output);
    /// }
    /// # Ok::<(), uri_lineage::whatwg::UrlError>(())
    /// ```
    pub fn parse_with_base(input: &str, base: &Self) -> Result<Self, UrlError> {
        parse(input, Some(base), &mut ())
    }

    /// Parses an input and collects all validation errors, in the order in which the parser meets
    /// them. If it fails, the last one is the failure.
    ///
    /// ```
    /// use uri_lineage::whatwg::{Url, ValidationError};
    ///
    /// let (url, errors) = Url::parse_with_errors("https:example.org\\a", None);
    /// assert_eq!(url.unwrap().as_str(), "https://example.org/a");
    /// let names: Vec<&str> = errors.iter().map(|error| error.error.name()).collect();
    /// assert_eq!(names, ["special-scheme-missing-following-solidus", "invalid-reverse-solidus"]);
    /// ```
    pub fn parse_with_errors(input: &str, base: Option<&Self>) -> (Result<Self, UrlError>, Vec<UrlError>) {
        let mut errors = Vec::new();
        let url = parse(input, base, &mut errors);
        (url, errors)
    }
}

fn parse(input: &str, base: Option<&Url>, errors: &mut impl ErrorSink) -> Result<Url, UrlError> {
    let input = Input::new(input, errors);
    Parser::parse(&input, base, errors)
}

impl FromStr for Url {
    type Err = UrlError;

    fn from_str(input: &str) -> Result<Self, UrlError> {
        Self::parse(input)
    }
}

impl TryFrom<&str> for Url {
    type Error = UrlError;

    fn try_from(input: &str) -> Result<Self, UrlError> {
        Self::parse(input)
    }
}

/// Parses a text, without a base.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Url {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}
