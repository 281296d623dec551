//! Values that own their text.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::ast::borrowing::Borrowing;

/// A value whose first text is the whole input.
pub trait WholeText<'i>: Borrowing<'i> {}

/// A typed value that owns its text; `into_owned` returns it, and [`get`](Self::get) lends the value,
/// with its parts. Each module names its own: [`rfc3986::UriReferenceBuf`](crate::rfc3986::UriReferenceBuf).
///
/// ```
/// use uri_lineage::rfc3986::{UriReference, UriReferenceBuf};
///
/// fn read() -> Result<UriReferenceBuf, uri_lineage::Error> {
///     let text = String::from("http://www.w3.org:80/a?b");
///     Ok(UriReference::parse(&text)?.into_owned())
/// }
///
/// let owned = read()?;
/// assert_eq!(owned.as_str(), "http://www.w3.org:80/a?b");
/// assert_eq!(owned.query().unwrap(), "b");
/// // Where a borrowed value goes.
/// assert!(matches!(owned.get(), UriReference::Uri(_)));
/// // From a string, which need not live longer.
/// assert_eq!("http://www.w3.org:80/a?b".parse(), Ok(owned));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Clone)]
pub struct Owned<T> {
    /// The whole text of the value, or all its texts, one after another.
    text: Box<str>,
    /// The place of each text, in bytes.
    spans: Box<[Range<usize>]>,
    /// The value, with empty texts.
    shape: T,
}

impl<T> Owned<T> {
    pub(crate) fn new<'i, V: Borrowing<'i, From<'static> = T>>(value: &V) -> Self {
        let (mut text, mut spans, mut first) = (String::new(), Vec::new(), None);
        let shape = value.rebind(&mut |leaf| {
            // What is a part of the first text, which may be the whole, is not copied again.
            let span = first.and_then(|first| span_in(first, leaf)).unwrap_or_else(|| {
                text.push_str(leaf);
                text.len() - leaf.len()..text.len()
            });
            first.get_or_insert(leaf);
            spans.push(span);
            ""
        });
        Self { text: text.into(), spans: spans.into(), shape }
    }
}

/// The place of a text in another, if it is a part of it in memory.
fn span_in(whole: &str, part: &str) -> Option<Range<usize>> {
    let start = part.as_ptr().addr().checked_sub(whole.as_ptr().addr())?;
    let span = start..start.checked_add(part.len())?;
    (whole.get(span.clone()) == Some(part)).then_some(span)
}

impl<T: Borrowing<'static>> Owned<T> {
    /// The value, which borrows from this one.
    pub fn get(&self) -> T::From<'_> {
        let mut spans = self.spans.iter();
        self.shape.rebind(&mut |_| {
            // The shape has as many texts as the value.
            spans.next().map_or("", |span| &self.text[span.clone()])
        })
    }
}

impl<T: Borrowing<'static>> Owned<T>
where
    for<'o> T::From<'o>: WholeText<'o>,
{
    /// The whole text, unchanged from the input.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Compares with the whole text.
impl<T: Borrowing<'static>> PartialEq<str> for Owned<T>
where
    for<'o> T::From<'o>: WholeText<'o>,
{
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

/// Compares with the whole text.
impl<T: Borrowing<'static>> PartialEq<&str> for Owned<T>
where
    for<'o> T::From<'o>: WholeText<'o>,
{
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl<T: Borrowing<'static>> AsRef<str> for Owned<T>
where
    for<'o> T::From<'o>: WholeText<'o>,
{
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// As the value.
impl<T: Borrowing<'static>> PartialEq for Owned<T>
where
    for<'o> T::From<'o>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<T: Borrowing<'static>> Eq for Owned<T> where for<'o> T::From<'o>: Eq {}

/// As the value.
impl<T: Borrowing<'static>> Hash for Owned<T>
where
    for<'o> T::From<'o>: Hash,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.get().hash(state);
    }
}

/// As the value.
impl<T: Borrowing<'static>> fmt::Debug for Owned<T>
where
    for<'o> T::From<'o>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// As the value.
impl<T: Borrowing<'static>> PartialOrd for Owned<T>
where
    for<'o> T::From<'o>: Ord,
{
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As the value.
impl<T: Borrowing<'static>> Ord for Owned<T>
where
    for<'o> T::From<'o>: Ord,
{
    fn cmp(&self, other: &Self) -> Ordering {
        self.get().cmp(&other.get())
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

/// Implements `into_owned`.
macro_rules! into_owned {
    ($($name:ident)*) => {$(
        impl $name<'_> {
            /// Converts to a value that owns its text.
            #[inline]
            pub fn into_owned(self) -> crate::ast::owned::Owned<$name<'static>> {
                crate::ast::owned::Owned::new(&self)
            }
        }
    )*};
}
pub(crate) use into_owned;
