//! Enumerations whose values have names in commands and data.

/// Defines such an enumeration: its type, a list of all values, the name of each, and parsing from
/// a name.
macro_rules! named {
    (
        $(#[$about:meta])*
        $type:ident, $what:literal, $order:literal {
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

        impl std::str::FromStr for $type {
            type Err = regular_bnf::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                regular_bnf::find_by_name($what, name, Self::ALL, Self::name)
            }
        }
    };
}
pub(crate) use named;
