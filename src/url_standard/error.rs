//! Section 1.1, "Writing": the validation errors.

use std::fmt;

use crate::base::visible::{caret, shown};

/// Defines the validation errors from one row for each: its description, its name.
macro_rules! validation_errors {
    ($($(#[doc = $line:literal])+ $error:ident = $name:literal,)*) => {
        /// A validation error of the URL Standard, section 1.1: what its parser accepts or refuses,
        /// though it should not have been written.
        ///
        /// The examples of the standard, section 1.1:
        ///
        /// ```
        /// use uri_lineage::whatwg::Url;
        ///
        /// for (name, input) in [
        ///     ("domain-to-ASCII", "https://exa%23mple.org"),
        ///     ("domain-percent-encoded", "https://exam%70le.org"),
        ///     ("host-invalid-code-point", "foo://exa[mple.org"),
        ///     ("IPv4-empty-part", "https://127.0.0.1./"),
        ///     ("IPv4-too-few-parts", "https://1.2.3/"),
        ///     ("IPv4-too-many-parts", "https://1.2.3.4.5/"),
        ///     ("IPv4-non-numeric-part", "https://test.42"),
        ///     ("IPv4-non-decimal-part", "https://127.0.0x0.1"),
        ///     ("IPv4-out-of-range-part", "https://255.255.4000.1"),
        ///     ("IPv6-unclosed", "https://[::1"),
        ///     ("IPv6-invalid-compression", "https://[:1]"),
        ///     ("IPv6-too-many-pieces", "https://[1:2:3:4:5:6:7:8:9]"),
        ///     ("IPv6-multiple-compression", "https://[1::1::1]"),
        ///     ("IPv6-invalid-code-point", "https://[1:2:3!:4]"),
        ///     ("IPv6-invalid-code-point", "https://[1:2:3:]"),
        ///     ("IPv6-too-few-pieces", "https://[1:2:3]"),
        ///     ("IPv6-piece-leading-zero", "https://[::01]"),
        ///     ("IPv4-in-IPv6-too-many-pieces", "https://[1:1:1:1:1:1:1:127.0.0.1]"),
        ///     ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::.0.0.1]"),
        ///     ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0.xyz.1]"),
        ///     ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0xyz]"),
        ///     ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.00.0.1]"),
        ///     ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0.0.1.2]"),
        ///     ("IPv4-in-IPv6-out-of-range-part", "https://[ffff::127.0.0.4000]"),
        ///     ("IPv4-in-IPv6-too-few-parts", "https://[ffff::127.0.0]"),
        ///     ("invalid-URL-unit", "https://example.org/>"),
        ///     ("invalid-URL-unit", " https://example.org "),
        ///     ("invalid-URL-unit", "ht\ntps://example.org"),
        ///     ("invalid-URL-unit", "https://example.org/%s"),
        ///     ("special-scheme-missing-following-solidus", "file:c:/my-secret-folder"),
        ///     ("special-scheme-missing-following-solidus", "https:example.org"),
        ///     ("missing-scheme-non-relative-URL", "💩"),
        ///     ("invalid-reverse-solidus", r"https://example.org\path\to\file"),
        ///     ("invalid-credentials", "https://user@example.org"),
        ///     ("invalid-credentials", "ssh://user@example.org"),
        ///     ("host-missing", "https://#fragment"),
        ///     ("host-missing", "https://:443"),
        ///     ("host-missing", "https://user:pass@"),
        ///     ("port-out-of-range", "https://example.org:70000"),
        ///     ("port-invalid", "https://example.org:7z"),
        ///     ("file-invalid-Windows-drive-letter-host", "file://c:"),
        /// ] {
        ///     let (_, errors) = Url::parse_with_errors(input, None);
        ///     assert!(errors.iter().any(|error| error.error.name() == name), "{input}");
        /// }
        /// for (name, input, base) in [
        ///     ("special-scheme-missing-following-solidus", "https:foo.html", "https://example.org/"),
        ///     ("missing-scheme-non-relative-URL", "💩", "mailto:user@example.org"),
        ///     // By the algorithm the standard's own example, `/c:/path/to/file`, is none of it.
        ///     ("file-invalid-Windows-drive-letter", "c|/path/to/file", "file:///c:/"),
        /// ] {
        ///     let (_, errors) = Url::parse_with_errors(input, Some(&Url::parse(base)?));
        ///     assert!(errors.iter().any(|error| error.error.name() == name), "{input} {base}");
        /// }
        /// # Ok::<(), uri_lineage::whatwg::UrlError>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ValidationError {$(
            $(#[doc = $line])+
            $error,
        )*}

        impl ValidationError {
            /// All of them, in the standard's order.
            pub const ALL: &[Self] = &[$(Self::$error),*];

            /// The standard's name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$error => $name,)*
                }
            }

            /// What is wrong, in a sentence.
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$error => concat!($($line),+).trim_ascii(),)*
                }
            }
        }
    };
}

validation_errors! {
    /// The host is no domain by Unicode's ToASCII with strict parameters.
    DomainToAscii = "domain-to-ASCII",
    /// The domain has a percent-encoded byte.
    DomainPercentEncoded = "domain-percent-encoded",
    /// The host of a URL that is not special has a forbidden host code point.
    HostInvalidCodePoint = "host-invalid-code-point",
    /// The IPv4 address ends in a dot.
    Ipv4EmptyPart = "IPv4-empty-part",
    /// The IPv4 address has fewer than four parts.
    Ipv4TooFewParts = "IPv4-too-few-parts",
    /// The IPv4 address has more than four parts.
    Ipv4TooManyParts = "IPv4-too-many-parts",
    /// A part of the IPv4 address is not a number.
    Ipv4NonNumericPart = "IPv4-non-numeric-part",
    /// A part of the IPv4 address is a hexadecimal or octal number.
    Ipv4NonDecimalPart = "IPv4-non-decimal-part",
    /// A part of the IPv4 address is greater than 255.
    Ipv4OutOfRangePart = "IPv4-out-of-range-part",
    /// The IPv6 address has no closing bracket.
    Ipv6Unclosed = "IPv6-unclosed",
    /// The IPv6 address begins with a single colon.
    Ipv6InvalidCompression = "IPv6-invalid-compression",
    /// The IPv6 address has more than eight pieces.
    Ipv6TooManyPieces = "IPv6-too-many-pieces",
    /// The IPv6 address has `::` twice.
    Ipv6MultipleCompression = "IPv6-multiple-compression",
    /// The IPv6 address has a character that is neither a hexadecimal digit nor a colon, or ends in
    /// a single colon.
    Ipv6InvalidCodePoint = "IPv6-invalid-code-point",
    /// The IPv6 address has fewer than eight pieces and no `::`.
    Ipv6TooFewPieces = "IPv6-too-few-pieces",
    /// A piece of the IPv6 address begins with a zero that it does not need.
    Ipv6PieceLeadingZero = "IPv6-piece-leading-zero",
    /// An IPv4 address stands behind more than six pieces of an IPv6 address.
    Ipv4InIpv6TooManyPieces = "IPv4-in-IPv6-too-many-pieces",
    /// In an IPv4 address within an IPv6 address a part is empty, has another character than a
    /// digit, or begins with a zero that it does not need; or there are more than four parts.
    Ipv4InIpv6InvalidCodePoint = "IPv4-in-IPv6-invalid-code-point",
    /// A part of an IPv4 address within an IPv6 address is greater than 255.
    Ipv4InIpv6OutOfRangePart = "IPv4-in-IPv6-out-of-range-part",
    /// An IPv4 address within an IPv6 address has fewer than four parts.
    Ipv4InIpv6TooFewParts = "IPv4-in-IPv6-too-few-parts",
    /// There is a character that is not a URL unit, or a `%` without two hexadecimal digits.
    InvalidUrlUnit = "invalid-URL-unit",
    /// A special scheme is not followed by exactly two slashes.
    SpecialSchemeMissingFollowingSolidus = "special-scheme-missing-following-solidus",
    /// There is no scheme, and no base from which to take one.
    MissingSchemeNonRelativeUrl = "missing-scheme-non-relative-URL",
    /// A backslash stands for a slash.
    InvalidReverseSolidus = "invalid-reverse-solidus",
    /// There is a user name or a password.
    InvalidCredentials = "invalid-credentials",
    /// The host is missing.
    HostMissing = "host-missing",
    /// The port is greater than 65535.
    PortOutOfRange = "port-out-of-range",
    /// The port has another character than a digit.
    PortInvalid = "port-invalid",
    /// A reference that begins with a drive letter is relative to a base.
    FileInvalidWindowsDriveLetter = "file-invalid-Windows-drive-letter",
    /// A drive letter is written where the host of a file URL is.
    FileInvalidWindowsDriveLetterHost = "file-invalid-Windows-drive-letter-host",
}

/// The standard's name.
impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for ValidationError {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A validation error at a place of the input: why the parser fails, or what it accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[error("{error} at byte {offset}: {}", error.description())]
pub struct UrlError {
    /// The validation error.
    pub error: ValidationError,
    /// Where it is in the input, in bytes. Of an error that is about a whole host or port, the
    /// beginning of that.
    pub offset: usize,
}

impl UrlError {
    /// The message for people, followed by the input on a line of its own with a caret below the place.
    ///
    /// `input` is the text that was parsed. A long input is truncated, and invisible characters are
    /// shown as `?`.
    ///
    /// ```
    /// use uri_lineage::whatwg::Url;
    ///
    /// let error = Url::parse("http://a:b/").unwrap_err();
    /// let report = "port-invalid at byte 9: The port has another character than a digit.
    ///   | http://a:b/
    ///   |          ^";
    /// assert_eq!(error.report("http://a:b/").to_string(), report);
    /// ```
    pub fn report<'a>(&'a self, input: &'a str) -> impl fmt::Display + 'a {
        shown(move |f| write!(f, "{self}\n{}", caret(input, self.offset)))
    }
}

/// Receives the validation errors of a parse.
pub(super) trait ErrorSink {
    /// Whether errors that are no failures are looked for.
    const RECORDS: bool;

    fn add(&mut self, error: UrlError);
}

/// Only failures are of interest.
impl ErrorSink for () {
    const RECORDS: bool = false;

    fn add(&mut self, _: UrlError) {}
}

impl ErrorSink for Vec<UrlError> {
    const RECORDS: bool = true;

    fn add(&mut self, error: UrlError) {
        self.push(error);
    }
}
