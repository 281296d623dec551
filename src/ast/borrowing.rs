//! Values that borrow from an input.

use std::borrow::Cow;

use crate::grammar::{Grammar, SchemeDocument};

/// A value that borrows from an input: every typed struct, and its texts.
///
/// ```
/// use uri_lineage::rfc1738::Url;
/// use uri_lineage::{Borrowing, Owned};
///
/// fn lend<T: Borrowing<'static>>(bookmarks: &[Owned<T>]) -> Vec<T::From<'_>> {
///     bookmarks.iter().map(Owned::get).collect()
/// }
///
/// let bookmarks = [Url::parse("news:*")?.into_owned(), Url::parse("ftp://ds.internic.net/rfc")?.into_owned()];
/// assert!(matches!(lend(&bookmarks)[..], [Url::News(_), Url::Ftp(_)]));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub trait Borrowing<'i> {
    /// The same type with another lifetime.
    type From<'o>;

    /// Replaces every borrowed text of the value, in field order.
    #[doc(hidden)]
    fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> Self::From<'o>;
}

impl<'i> Borrowing<'i> for &'i str {
    type From<'o> = &'o str;

    fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> &'o str {
        leaf(self)
    }
}

/// Owned text stays in the value.
impl<'i> Borrowing<'i> for Cow<'i, str> {
    type From<'o> = Cow<'o, str>;

    fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> Cow<'o, str> {
        match self {
            Self::Borrowed(text) => Cow::Borrowed(leaf(text)),
            Self::Owned(text) => Cow::Owned(text.clone()),
        }
    }
}

impl<'i, T: Borrowing<'i>> Borrowing<'i> for Option<T> {
    type From<'o> = Option<T::From<'o>>;

    fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> Self::From<'o> {
        self.as_ref().map(|value| value.rebind(leaf))
    }
}

/// Implements [`Borrowing`] for types that do not borrow.
macro_rules! plain {
    ($($type:ty),*) => {$(
        impl<'i> crate::ast::borrowing::Borrowing<'i> for $type {
            type From<'o> = $type;

            #[inline]
            fn rebind<'o>(&self, _: &mut dyn FnMut(&'i str) -> &'o str) -> $type {
                *self
            }
        }
    )*};
}
pub(crate) use plain;

plain!(bool, Grammar, SchemeDocument);

/// Implements [`Borrowing`] for structs by their fields, and for enums by their variants.
macro_rules! borrowing {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl<'i> crate::ast::borrowing::Borrowing<'i> for $name<'i> {
            type From<'o> = $name<'o>;

            #[inline]
            fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> $name<'o> {
                $name { $($field: self.$field.rebind(leaf)),* }
            }
        }
    )*};
    ($($name:ident;)*) => {$(
        crate::ast::borrowing::borrowing!(@text $name);
    )*};
    (@text $name:ident) => {
        impl<'i> crate::ast::borrowing::Borrowing<'i> for $name<'i> {
            type From<'o> = $name<'o>;

            #[inline]
            fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> $name<'o> {
                $name(self.0.rebind(leaf))
            }
        }
    };
    ($($name:ident: $($variant:ident $(($value:ident))? $({ $($field:ident),* })?),+;)*) => {$(
        impl<'i> crate::ast::borrowing::Borrowing<'i> for $name<'i> {
            type From<'o> = $name<'o>;

            #[inline]
            fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> $name<'o> {
                match self {
                    $(Self::$variant $(($value))? $({ $($field),* })? => {
                        $name::$variant $(($value.rebind(leaf)))? $({ $($field: $field.rebind(leaf)),* })?
                    })+
                }
            }
        }
    )*};
}
pub(crate) use borrowing;
