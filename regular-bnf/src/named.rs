//! Values that are read from their names.

use thiserror::Error;

use crate::characters::visible;

/// The text is no name of a thing of this kind. The message lists all names.
///
/// ```
/// # #[cfg(feature = "language")] {
/// use regular_bnf::Flavour;
///
/// let error = "perl".parse::<Flavour>().unwrap_err();
/// assert_eq!((error.kind(), error.name()), ("flavour", "perl"));
/// assert!(error.known().contains(&"pcre"));
/// assert!(error.to_string().starts_with("no flavour is named `perl`; there are "));
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no {kind} is named `{}`; there are {}", visible(.name), .known.join(", "))]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    known: Vec<&'static str>,
}

impl UnknownName {
    /// What would have the name, in a word: `grammar`, `component`.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of this kind, in the order of the things.
    pub fn known(&self) -> &[&'static str] {
        &self.known
    }
}

/// The one of all things of a kind that has this name.
#[doc(hidden)]
pub fn find_by_name<T: Copy>(
    kind: &'static str,
    name: &str,
    all: impl IntoIterator<Item = T>,
    name_of: impl Fn(T) -> &'static str,
) -> Result<T, UnknownName> {
    let mut known = Vec::new();
    for thing in all {
        let thing_name = name_of(thing);
        if thing_name == name {
            return Ok(thing);
        }
        known.push(thing_name);
    }
    Err(UnknownName { kind, name: name.to_owned(), known })
}
