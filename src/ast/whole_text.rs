//! What follows for a type from its whole text.

/// Implements what follows from a method `as_str` that returns the whole input.
macro_rules! whole_text {
    ($($name:ident)*) => {$(
        impl<'i> crate::ast::owned::WholeText<'i> for $name<'i> {}

        impl std::fmt::Display for $name<'_> {
            #[inline]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        /// Serializes the text, without the grammar: `Deserialize` parses with the grammar of `parse`.
        #[cfg(feature = "serde")]
        impl serde::Serialize for $name<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        crate::ast::text::textual! { $name, value => value.as_str(); }
        crate::ast::owned::into_owned! { $name }
    )*};
}
pub(crate) use whole_text;

/// Gives the owned form of a type some methods of the borrowed one.
macro_rules! parts_of_owned {
    ($name:ident { $($method:ident: $type:ty,)* }) => {
        impl crate::ast::owned::Owned<$name<'static>> {$(
            #[doc = concat!("[`", stringify!($name), "::", stringify!($method), "`].")]
            pub fn $method(&self) -> $type {
                self.get().$method()
            }
        )*}
    };
}
pub(crate) use parts_of_owned;

/// Implements `record` by a serialization, for the borrowed and the owned form.
#[cfg(feature = "serde")]
macro_rules! record {
    ($name:ident, $value:ident, $serializer:ident => $serialized:expr) => {
        impl<'i> $name<'i> {
            /// The parts as a tree, under the names that the document prints, to serialize; a port is its
            /// text. Beside it, [`Components`](crate::Components) are serialized under the names that all
            /// documents share, with the port as a number.
            pub fn record(&self) -> impl serde::Serialize + use<'i> {
                struct Record<'i>($name<'i>);

                impl serde::Serialize for Record<'_> {
                    fn serialize<S: serde::Serializer>(&self, $serializer: S) -> Result<S::Ok, S::Error> {
                        let $value = &self.0;
                        $serialized
                    }
                }
                Record(*self)
            }
        }

        impl crate::ast::owned::Owned<$name<'static>> {
            #[doc = concat!("[`", stringify!($name), "::record`].")]
            pub fn record(&self) -> impl serde::Serialize + '_ {
                self.get().record()
            }
        }
    };
}
#[cfg(feature = "serde")]
pub(crate) use record;
