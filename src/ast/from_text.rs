//! Conversions from the text of a URL, through the standard traits.

use crate::ast::{rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, rfc3987, whatwg};
use crate::refusal::error::Error;

/// Implements `TryFrom` and `FromStr`, and with `serde` also `Deserialize`, by a function of a
/// type, and with the error of this function.
macro_rules! from_text {
    ($($($type:ident)::+ $parse:ident $error:ty;)*) => {$(
        #[doc = concat!("Parses with the function `", stringify!($parse), "`.")]
        impl<'i> TryFrom<&'i str> for $($type)::+<'i> {
            type Error = $error;

            #[inline]
            fn try_from(text: &'i str) -> Result<Self, $error> {
                Self::$parse(text)
            }
        }

        #[doc = concat!("Parses with the function `", stringify!($parse), "`.")]
        impl std::str::FromStr for crate::ast::owned::Owned<$($type)::+<'static>> {
            type Err = $error;

            #[inline]
            fn from_str(text: &str) -> Result<Self, $error> {
                Ok($($type)::+::$parse(text)?.into_owned())
            }
        }

        /// Deserializes from the text of a URL, which the deserializer must be able to borrow.
        #[cfg(feature = "serde")]
        impl<'de: 'i, 'i> serde::Deserialize<'de> for $($type)::+<'i> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::$parse(<&'de str>::deserialize(deserializer)?).map_err(serde::de::Error::custom)
            }
        }

        /// Deserializes from the text of a URL.
        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for crate::ast::owned::Owned<$($type)::+<'static>> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

pub(crate) use from_text;

from_text! {
    rfc1630::Url parse Error;
    rfc1630::FragmentAddress parse Error;
    rfc1738::Url parse Error;
    rfc1738::GenericUrl parse Error;
    rfc1808::Url parse Error;
    rfc2396::UriReference parse Error;
    rfc3986::UriReference parse Error;
    rfc3987::IriReference parse Error;
    whatwg::UrlString parse Error;
}
