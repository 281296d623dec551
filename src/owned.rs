//! URLs that outlive their input.

use std::fmt;

use crate::parsed::Parsed;
use crate::production::Production;
use crate::{rfc1630, rfc1738, uri1997};

/// A parsed input kept together with its text.
///
/// Typed parts borrow from the text that they were read from. A value of this type owns that text, and gives the parts whenever
/// they are asked for: to read them again takes a tenth of a microsecond and cannot fail.
///
/// ```
/// use uri_lineage::{Grammar, Owned, Value, rfc1738};
///
/// fn read() -> Result<Owned, uri_lineage::Error> {
///     let text = String::from("ftp://host/a");
///     Ok(Grammar::Rfc1738.parse(&text)?.into_owned())
/// }
///
/// let owned = read()?;
/// assert_eq!(owned.as_str(), "ftp://host/a");
/// assert!(matches!(owned.parsed().value(), Some(Value::Rfc1738(rfc1738::Url::Ftp(_)))));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Owned {
    start: Production,
    text: Box<str>,
}

impl Owned {
    /// The input.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What the grammar made of it.
    pub fn parsed(&self) -> Parsed<'_> {
        // The same production has taken the same text before.
        self.start.parse(&self.text).expect("a text that was parsed before")
    }
}

impl fmt::Display for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// As the typed parts are written.
#[cfg(feature = "serde")]
impl serde::Serialize for Owned {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.parsed().value() {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_str(&self.text),
        }
    }
}

impl Parsed<'_> {
    /// The same, kept beyond the input.
    pub fn into_owned(self) -> Owned {
        Owned { start: self.start(), text: self.input().into() }
    }
}

/// `TryFrom` and, with `serde`, `Deserialize` from the text of a URL, by the `parse` of its type.
macro_rules! from_text {
    ($($type:ty,)*) => {$(
        impl<'i> TryFrom<&'i str> for $type {
            type Error = crate::error::Error;

            fn try_from(text: &'i str) -> Result<Self, Self::Error> {
                Self::parse(text)
            }
        }

        /// From the text of a URL, which must stand in the input as it is.
        #[cfg(feature = "serde")]
        impl<'de: 'i, 'i> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::parse(<&'de str>::deserialize(deserializer)?).map_err(serde::de::Error::custom)
            }
        }
    )*};
}

from_text! {
    rfc1630::Url<'i>,
    rfc1630::FragmentAddress<'i>,
    rfc1738::Url<'i>,
    rfc1738::GenericUrl<'i>,
    uri1997::UriReference<'i>,
}
