//! The leaves of a parse: text with escapes, numbers of any length, and octets.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::num::ParseIntError;
use std::ops::Deref;
use std::str::{FromStr, Utf8Error};

/// Text that may contain escapes (`%41`).
///
/// The text is unchanged from the input; the accessors decode it. It has the methods of `str`, which
/// see the escapes. Slices that outlive this value come from [`as_str`](Self::as_str), whose result
/// lives as long as the input.
///
/// ```
/// use uri_lineage::Text;
///
/// let name = Text::from("caf%E9");
/// assert_eq!(name, "caf%E9");
/// assert!(name.starts_with("caf") && name.len() == 6);
/// assert_eq!(*name.octets(), *b"caf\xE9");
/// assert_eq!(name.decode_latin1(), "café");
/// assert!(name.decode().is_err());
/// assert_eq!(Text::from("caf%C3%A9").decode()?, "café");
/// # Ok::<(), std::str::Utf8Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Text<'i>(&'i str);

impl<'i> Text<'i> {
    /// The text, unchanged from the input, with its escapes.
    pub fn as_str(self) -> &'i str {
        self.0
    }

    /// The octets of the text, with its escapes decoded.
    ///
    /// A `%` without two hexadecimal digits after it stays. Borrows if the text has no escapes.
    pub fn octets(self) -> Cow<'i, [u8]> {
        if self.0.contains('%') {
            percent_encoding::percent_decode_str(self.0).into()
        } else {
            self.0.as_bytes().into()
        }
    }

    /// The text with its escapes decoded, if the decoded [octets](Self::octets) are UTF-8.
    ///
    /// # Errors
    ///
    /// If the octets are not UTF-8.
    pub fn decode(self) -> Result<Cow<'i, str>, Utf8Error> {
        percent_encoding::percent_decode_str(self.0).decode_utf8()
    }

    /// The text with its escapes decoded, if the [octets](Self::octets) are ISO Latin-1, in which every
    /// octet is valid.
    ///
    /// RFC 1630, "Conventional URI encoding scheme", and draft 02 name this encoding.
    pub fn decode_latin1(self) -> Cow<'i, str> {
        match self.octets() {
            Cow::Borrowed(octets) if octets.is_ascii() => Cow::Borrowed(self.0),
            octets => octets.iter().map(|&octet| char::from(octet)).collect(),
        }
    }
}

impl<'i> From<&'i str> for Text<'i> {
    fn from(text: &'i str) -> Self {
        Self(text)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Implements the traits of text for types that are one text of the input: `AsRef<str>`, and
/// comparison with `str` on either side.
macro_rules! textual {
    ($($type:ident, $value:ident => $text:expr;)*) => {$(
        impl AsRef<str> for $type<'_> {
            fn as_ref(&self) -> &str {
                let $value = self;
                $text
            }
        }

        impl PartialEq<str> for $type<'_> {
            fn eq(&self, other: &str) -> bool {
                self.as_ref() == other
            }
        }

        impl PartialEq<&str> for $type<'_> {
            fn eq(&self, other: &&str) -> bool {
                self.as_ref() == *other
            }
        }

        impl PartialEq<$type<'_>> for str {
            fn eq(&self, other: &$type<'_>) -> bool {
                self == other.as_ref()
            }
        }

        impl PartialEq<$type<'_>> for String {
            fn eq(&self, other: &$type<'_>) -> bool {
                self == other.as_ref()
            }
        }

        impl PartialEq<$type<'_>> for &str {
            fn eq(&self, other: &$type<'_>) -> bool {
                *self == other.as_ref()
            }
        }

        impl PartialEq<String> for $type<'_> {
            fn eq(&self, other: &String) -> bool {
                self.as_ref() == other
            }
        }
    )*};
}
pub(crate) use textual;

textual! {
    Text, text => text.0;
    Digits, digits => digits.0;
}

/// Implements the traits of types that consist of a `str` alone.
macro_rules! like_str {
    ($($type:ident)*) => {$(
        crate::ast::borrowing::borrowing!(@text $type);

        impl $type<'_> {
            /// Converts to a text that outlives the input.
            pub fn into_owned(self) -> String {
                self.0.to_owned()
            }
        }

        impl Deref for $type<'_> {
            type Target = str;

            fn deref(&self) -> &str {
                self.0
            }
        }

        /// Equality, order and hash are those of the `str`.
        impl Borrow<str> for $type<'_> {
            fn borrow(&self) -> &str {
                self.0
            }
        }
    )*};
}
like_str! { Text Digits }

/// Decimal digits of any length: a port, a version, the number of an article. They have the methods
/// of `str`, as [`Text`] has.
///
/// ```
/// use uri_lineage::Digits;
///
/// assert_eq!(Digits::from("0080"), "0080");
/// assert_eq!(Digits::from("0080").parse::<u16>(), Ok(80));
/// assert!(Digits::from("99999").parse::<u16>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Digits<'i>(&'i str);

impl<'i> Digits<'i> {
    /// The digits, unchanged from the input.
    pub fn as_str(self) -> &'i str {
        self.0
    }

    /// The number, in an integer type that the caller selects.
    ///
    /// # Errors
    ///
    /// If the number does not fit, or if there are no digits, as in an empty `port` of 1997.
    pub fn parse<N: FromStr<Err = ParseIntError>>(self) -> Result<N, ParseIntError> {
        self.0.parse()
    }
}

impl<'i> From<&'i str> for Digits<'i> {
    fn from(digits: &'i str) -> Self {
        Self(digits)
    }
}

impl fmt::Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Octets: the decoded form of a text with escapes.
///
/// `Display` writes printable US-ASCII unchanged, with a backslash in front of `\`, `'` and `"`.
/// Other octets are escapes (`\t`, `\r`, `\n`, `\xe9`).
///
/// ```
/// use uri_lineage::{Octets, Text};
///
/// let octets = Octets::from(&*Text::from("caf%E9%0D%0A").octets());
/// assert_eq!(octets, Octets(b"caf\xE9\r\n".to_vec()));
/// assert_eq!(octets.to_string(), r"caf\xe9\r\n");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Octets(pub Vec<u8>);

impl fmt::Display for Octets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A literal backslash is doubled. Very few octets need an escape; without an early exit the
        // compiler vectorizes the comparison.
        let needs_escapes = self
            .0
            .iter()
            .fold(false, |any, &octet| any | !matches!(octet, b' '..=b'~') | matches!(octet, b'\\' | b'\'' | b'"'));
        match str::from_utf8(&self.0) {
            Ok(text) if !needs_escapes => f.write_str(text),
            _ => write!(f, "{}", self.0.escape_ascii()),
        }
    }
}

impl fmt::Debug for Octets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{self}\"")
    }
}

impl From<&str> for Octets {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }
}

impl From<String> for Octets {
    fn from(text: String) -> Self {
        Self(text.into_bytes())
    }
}

impl From<Vec<u8>> for Octets {
    fn from(octets: Vec<u8>) -> Self {
        Self(octets)
    }
}

impl AsRef<[u8]> for Octets {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<&[u8]> for Octets {
    fn from(octets: &[u8]) -> Self {
        Self(octets.to_vec())
    }
}

/// Serializes as ISO Latin-1, in which every octet is one character.
#[cfg(feature = "serde")]
impl serde::Serialize for Octets {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match str::from_utf8(&self.0) {
            Ok(text) if text.is_ascii() => serializer.serialize_str(text),
            _ => serializer.serialize_str(&self.0.iter().map(|&octet| char::from(octet)).collect::<String>()),
        }
    }
}
