//! Values that own their text.

use std::borrow::Cow;
use std::fmt;

/// A value that borrows from an input: every typed struct, and its texts.
pub trait Borrowing<'i> {
    /// The same type with another lifetime.
    type From<'o>;

    /// Replaces every borrowed text of the value, in field order.
    #[doc(hidden)]
    fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> Self::From<'o>;
}

/// A typed value that owns its text; `into_owned` of every typed struct returns it.
///
/// ```
/// use uri_lineage::Owned;
/// use uri_lineage::rfc1738::{HttpUrl, Url};
///
/// fn read() -> Result<Owned<HttpUrl<'static>>, uri_lineage::Error> {
///     let text = String::from("http://www.w3.org:80/a?b");
///     let Url::Http(url) = Url::parse(&text)? else { panic!() };
///     Ok(url.into_owned())
/// }
///
/// let owned = read()?;
/// assert_eq!(owned.get().search().unwrap().as_str(), "b");
/// assert_eq!(owned.to_string(), "http://www.w3.org:80/a?b");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Owned<T> {
    /// All borrowed texts of the value, concatenated.
    text: Box<str>,
    /// The offset in bytes at which each text ends.
    ends: Box<[usize]>,
    /// The value, with empty texts.
    shape: T,
}

impl<T> Owned<T> {
    pub(crate) fn new<'i, V: Borrowing<'i, From<'static> = T>>(value: &V) -> Self {
        let (mut text, mut ends) = (String::new(), Vec::new());
        let shape = value.rebind(&mut |leaf| {
            text.push_str(leaf);
            ends.push(text.len());
            ""
        });
        Self { text: text.into(), ends: ends.into(), shape }
    }
}

impl<T: Borrowing<'static>> Owned<T> {
    /// The value, which borrows from this one.
    pub fn get(&self) -> T::From<'_> {
        let (mut start, mut ends) = (0, self.ends.iter());
        self.shape.rebind(&mut |_| {
            // The shape has as many texts as the value.
            let end = ends.next().copied().unwrap_or(start);
            &self.text[std::mem::replace(&mut start, end)..end]
        })
    }
}

/// Displays the value.
impl<T: Borrowing<'static>> fmt::Display for Owned<T>
where
    for<'o> T::From<'o>: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// Serializes the value.
#[cfg(feature = "serde")]
impl<T: Borrowing<'static>> serde::Serialize for Owned<T>
where
    for<'o> T::From<'o>: serde::Serialize,
{
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
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
        impl<'i> crate::ast::owned::Borrowing<'i> for $type {
            type From<'o> = $type;

            #[inline]
            fn rebind<'o>(&self, _: &mut dyn FnMut(&'i str) -> &'o str) -> $type {
                *self
            }
        }
    )*};
}
pub(crate) use plain;

plain!(bool, crate::grammar::Grammar, crate::grammar::SchemeDocument);

/// Implements [`Borrowing`] and `into_owned` for structs by their fields, and for enums by their
/// variants.
macro_rules! borrowing {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl<'i> crate::ast::owned::Borrowing<'i> for $name<'i> {
            type From<'o> = $name<'o>;

            #[inline]
            fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> $name<'o> {
                $name { $($field: self.$field.rebind(leaf)),* }
            }
        }
        crate::ast::owned::borrowing!(@ $name);
    )*};
    ($($name:ident;)*) => {$(
        crate::ast::owned::borrowing!(@text $name);
        crate::ast::owned::borrowing!(@ $name);
    )*};
    (@text $name:ident) => {
        impl<'i> crate::ast::owned::Borrowing<'i> for $name<'i> {
            type From<'o> = $name<'o>;

            #[inline]
            fn rebind<'o>(&self, leaf: &mut dyn FnMut(&'i str) -> &'o str) -> $name<'o> {
                $name(self.0.rebind(leaf))
            }
        }
    };
    ($($name:ident: $($variant:ident $(($value:ident))? $({ $($field:ident),* })?),+;)*) => {$(
        impl<'i> crate::ast::owned::Borrowing<'i> for $name<'i> {
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
        crate::ast::owned::borrowing!(@ $name);
    )*};
    (@ $name:ident) => {
        impl $name<'_> {
            /// Converts to a value that owns its text.
            #[inline]
            pub fn into_owned(self) -> crate::ast::owned::Owned<$name<'static>> {
                crate::ast::owned::Owned::new(&self)
            }
        }
    };
}
pub(crate) use borrowing;
