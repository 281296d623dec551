//! Enumerations whose values have names in commands and data.

/// Defines such an enumeration: its type, a list of all values, the name of each, and parsing from
/// a name.
macro_rules! named {
    (
        $(#[$about:meta])*
        $type:ident, $what:literal, $order:literal, $unknown:ident {
            $($(#[$meaning:meta])* $variant:ident = $name:literal,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $type {$(
            $(#[$meaning])*
            $variant,
        )*}

        impl $type {
            #[doc = concat!("All of them, ", $order, ".")]
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The name, in small letters.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        #[doc = concat!("The text is no ", $what, "'s name.")]
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        #[error("no {} is named `{}`; there are {}", $what, crate::base::visible::visible(_0), [$($name),*].join(", "))]
        pub struct $unknown(String);

        impl std::str::FromStr for $type {
            type Err = $unknown;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let value = Self::ALL.into_iter().find(|value| value.name() == name);
                value.ok_or_else(|| $unknown(name.to_owned()))
            }
        }
    };
}
pub(crate) use named;
