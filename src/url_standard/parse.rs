//! The entries of the parser: with a base and without, with all errors or with the failure alone.

use std::str::FromStr;

use super::error::{ErrorSink, UrlError};
use super::input::Input;
use super::parser::Parser;
use super::record::UrlRecord;

impl UrlRecord {
    /// Parses an input without a base.
    ///
    /// # Errors
    ///
    /// If the parser fails: the validation error that is the failure.
    pub fn parse(input: &str) -> Result<Self, UrlError> {
        parse(input, None, &mut ())
    }

    /// Parses an input relative to a base.
    ///
    /// # Errors
    ///
    /// If the parser fails: the validation error that is the failure.
    ///
    /// ```
    /// use uri_lineage::url_standard::UrlRecord;
    ///
    /// let base = UrlRecord::parse("file://host/C:/a")?;
    /// assert_eq!(UrlRecord::parse_with_base("/b", &base)?.as_str(), "file://host/C:/b");
    /// assert_eq!(UrlRecord::parse_with_base("mailto:a@b", &base)?.as_str(), "mailto:a@b");
    /// # Ok::<(), uri_lineage::url_standard::UrlError>(())
    /// ```
    pub fn parse_with_base(input: &str, base: &Self) -> Result<Self, UrlError> {
        parse(input, Some(base), &mut ())
    }

    /// Parses an input and collects all validation errors, in the order in which the parser meets
    /// them. If it fails, the last one is the failure.
    ///
    /// ```
    /// use uri_lineage::url_standard::{UrlRecord, ValidationError};
    ///
    /// let (url, errors) = UrlRecord::parse_with_errors("https:example.org\\a", None);
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

fn parse(input: &str, base: Option<&UrlRecord>, errors: &mut impl ErrorSink) -> Result<UrlRecord, UrlError> {
    let input = Input::new(input, errors);
    Parser::parse(&input, base, errors)
}

impl FromStr for UrlRecord {
    type Err = UrlError;

    fn from_str(input: &str) -> Result<Self, UrlError> {
        Self::parse(input)
    }
}

impl TryFrom<&str> for UrlRecord {
    type Error = UrlError;

    fn try_from(input: &str) -> Result<Self, UrlError> {
        Self::parse(input)
    }
}

/// Parses a text, without a base.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for UrlRecord {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}
