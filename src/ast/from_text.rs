//! Conversions from the text of a URL, through the standard traits.

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
