//! Conversions from the text of a URL, through the standard traits.

use crate::ast::owned::Owned;
use crate::ast::{rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, rfc3987, whatwg};
use crate::refusal::error::Error;

/// Implements `TryFrom` and `FromStr`, and with `serde` also `Deserialize`, by a function of a
/// type.
macro_rules! from_text {
    ($($module:ident::$name:ident $parse:ident)*) => {$(
        #[doc = concat!("Parses with the function `", stringify!($parse), "`.")]
        impl<'i> TryFrom<&'i str> for $module::$name<'i> {
            type Error = Error;

            #[inline]
            fn try_from(text: &'i str) -> Result<Self, Error> {
                Self::$parse(text)
            }
        }

        #[doc = concat!("Parses with the function `", stringify!($parse), "`.")]
        impl std::str::FromStr for Owned<$module::$name<'static>> {
            type Err = Error;

            #[inline]
            fn from_str(text: &str) -> Result<Self, Error> {
                Ok($module::$name::$parse(text)?.into_owned())
            }
        }

        /// Deserializes from the text of a URL, which the deserializer must be able to borrow.
        #[cfg(feature = "serde")]
        impl<'de: 'i, 'i> serde::Deserialize<'de> for $module::$name<'i> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::$parse(<&'de str>::deserialize(deserializer)?).map_err(serde::de::Error::custom)
            }
        }

        /// Deserializes from the text of a URL.
        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for Owned<$module::$name<'static>> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

from_text! {
    rfc1630::Url parse
    rfc1630::FragmentAddress parse
    rfc1738::Url parse
    rfc1738::GenericUrl parse
    rfc1808::Url parse
    rfc2396::UriReference parse_rfc2396
    rfc3986::UriReference parse
    rfc3987::IriReference parse
    whatwg::UrlString parse
}
